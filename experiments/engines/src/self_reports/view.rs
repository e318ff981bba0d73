//! One row for each filter that reports: what it says over what it does, for each size and target; grey where it may be right.
//! Whether reports are right, and what they are instead.

use std::collections::BTreeMap;

use super::*;

/// By how much a report may be off that is said to be right.
const CLOSE: f64 = 0.05;
/// In filters of fewer items the chance of one filter counts.
const FEWEST_ITEMS: u64 = 100;
/// Those whose double hashing costs most in small filters, the worst first.
const DOUBLY: [&str; 2] = ["spark", "guava"];
/// A filter of at least this number of items has many blocks.
const MANY: u64 = 1000;
/// The axis; what is lower is cut off.
const AXIS: (f64, f64) = (0.01, 2.0);
const TICKS: [(f64, &str); 6] = [(0.01, "0.01"), (0.03, "0.03"), (0.1, "0.1"), (0.3, "0.3"), (1.0, "1"), (2.0, "2")];
const KINDS: [(&str, &str, Look); 2] = [
    ("engine", "engines: off", Look::new(Colour::Vermilion).marked(Marker::Ring)),
    ("library", "library audit: off", Look::new(Colour::Blue).marked(Marker::Square)),
];
const MAY_BE_RIGHT: Look = Look::new(Colour::Grey);

/// A filter with its reports in units of the rate, the lowest and the highest of them, and whether all are right.
struct Reporter<'a> {
    pub name: &'a str,
    pub of: &'a str,
    /// With whether it is right.
    pub ratios: Vec<(f64, bool)>,
    pub range: (f64, f64),
    pub is_right: bool,
}

/// Those that are wrong before those that may be right, and the lowest first.
fn reporters(rows: &[Row]) -> Vec<Reporter<'_>> {
    let mut by_name: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    let many = rows.iter().filter(|row| row.items >= FEWEST_ITEMS);
    many.for_each(|row| by_name.entry((&row.name, &row.of)).or_default().push(row));
    let reporter = |((name, of), rows): ((_, _), Vec<&Row>)| {
        let ratios: Vec<(f64, bool)> = rows.iter().map(|row| (row.ratio().value, is_right(row))).collect();
        let wider = |(low, high), (ratio, _): &(f64, bool)| (f64::min(low, *ratio), f64::max(high, *ratio));
        let range = ratios.iter().fold((f64::INFINITY, 0.0), wider);
        Reporter { name, of, ratios, range, is_right: rows.iter().copied().all(is_right) }
    };
    let mut reporters: Vec<Reporter> = by_name.into_iter().map(reporter).collect();
    reporters.sort_by(|a, b| a.is_right.cmp(&b.is_right).then(a.range.0.total_cmp(&b.range.0)));
    reporters
}

fn is_right(row: &Row) -> bool {
    row.ratio().lower <= 1.0 + CLOSE && row.ratio().upper >= 1.0 - CLOSE
}

/// The lowest report of a library in units of the rate, at any size.
fn lowest_of<'a>(rows: &'a [Row], name: &str) -> Result<Extreme<&'a Row>> {
    smallest(rows.iter().filter(|row| row.name == name), |row| row.ratio().value)
}

/// The lowest report of libraries in units of the rate, in blocks and of the two that hash doubly, at any size.
fn lowest_of_libraries(rows: &[Row]) -> Result<[Extreme<&Row>; 2]> {
    let ratio = |row: &&Row| row.ratio().value;
    let blocks = rows.iter().filter(|row| row.name == BLOCKS && row.items >= MANY);
    let doubly = rows.iter().filter(|row| DOUBLY.contains(&row.name.as_str()));
    Ok([smallest(blocks, ratio)?, smallest(doubly, ratio)?])
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let reporters = reporters(rows);
    let right = reporters.iter().filter(|reporter| reporter.is_right).count() as u64;
    let lowest = reporters.first().ok_or("nothing reports")?;
    let highest = largest(&reporters, |reporter| reporter.range.1)?;
    let [blocks, doubly] = lowest_of_libraries(rows)?;
    let single = |reporter: &&Reporter| reporter.ratios.iter().filter(|(_, is_right)| !is_right).count() == 1;
    let single: Vec<&str> = reporters.iter().filter(single).map(|reporter| reporter.name).collect();
    Ok(Facts::new()
        .count("tests", reporters.iter().map(|reporter| reporter.ratios.len() as u64).sum())
        .text("single_names", single.join(", "))
        .count("kinds", reporters.len() as u64)
        .count("wrong", reporters.len() as u64 - right)
        .count("perhaps", right)
        .percent("close", CLOSE, 1)
        .count("fewest_items", FEWEST_ITEMS)
        .text("lowest_name", lowest.name)
        .number("lowest", lowest.range.0, 2)
        .number("lowest_highest", lowest.range.1, 2)
        .text("highest_name", highest.row.name)
        .number("highest", highest.value, 2)
        .percent("blocks", blocks.value, 2)
        .percent("spark", lowest_of(rows, DOUBLY[0])?.value, 2)
        .percent("guava", lowest_of(rows, DOUBLY[1])?.value, 2)
        .count("few", doubly.row.items))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let (reporters, facts) = (reporters(rows), facts(rows)?);
    let (wrong, right): (Vec<&Reporter>, Vec<&Reporter>) = reporters.iter().partition(|reporter| !reporter.is_right);
    let [off, perhaps] = [facts.fill("{wrong} off by over {close}")?, facts.fill("{perhaps} perhaps right")?];
    // each part below a row without a name
    let placed = || zip(1.., &wrong).chain(zip(wrong.len() + 2.., &right));
    let lines = placed().map(|(i, reporter)| {
        let ends = [reporter.range.0, reporter.range.1].map(|end| Point::new(end, row_at(i)));
        Series::new("", Mark::Line, ends).look(MAY_BE_RIGHT)
    });
    let mut series: Vec<Series> = lines.collect();
    // what is off stands on top
    for (is_right, (of, kind, look)) in iproduct!([true, false], KINDS) {
        let points = placed().filter(|(_, reporter)| reporter.of == of).flat_map(|(i, reporter)| {
            let ratios = reporter.ratios.iter().filter(|(_, right)| *right == is_right);
            ratios.map(move |(ratio, _)| Point::new(*ratio, row_at(i)))
        });
        let (name, look) = if is_right { ("", MAY_BE_RIGHT.marked(look.marker())) } else { (kind, look) };
        series.push(Series::new(name, Mark::Markers, points).look(look));
    }
    let names = |reporters: &[&Reporter]| reporters.iter().map(|reporter| reporter.name.to_owned()).collect::<Vec<_>>();
    let none = || [String::new()];
    let y = Axis::rows(none().into_iter().chain(names(&wrong)).chain(none()).chain(names(&right)));
    let x = Axis::new("reported rate / measured rate", Scale::Log10).limited(AXIS.0, AXIS.1).ticked(TICKS);
    let note = |place: usize, text: String| Note::text((AXIS.0, row_at(place)), (8.0, 0.0), text);
    let mut panel = Panel::new(x, y, series)
        .region(Region::new((1.0 - CLOSE, 1.0 + CLOSE), (f64::NEG_INFINITY, f64::INFINITY), ""))
        .reference(Reference::vertical(1.0, ""))
        .note(note(0, off))
        .note(note(wrong.len() + 1, perhaps));
    if reporters.first().is_some_and(|lowest| lowest.range.1 < AXIS.0) {
        let text = facts.fill("at most {lowest_highest}, left of the axis")?;
        panel = panel.note(note(1, text).coloured(Colour::Vermilion));
    }
    let figure = LineFigure::single(panel).plot_height(17.0 * reporters.len() as f64 + 54.0);
    let key = MAY_BE_RIGHT.marked(KINDS[0].2.marker());
    Ok(figure.key(key, Mark::Markers, "perhaps right (squares: library audit)").draw()?)
}

/// The blocked filter of the libraries that reports.
const BLOCKS: &str = "parquet";

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let reporters = reporters(rows);
    let right = share(&reporters, |reporter| reporter.is_right)?;
    let many = || rows.iter().filter(|row| row.items >= FEWEST_ITEMS);
    let lowest = smallest(many(), |row| row.ratio().value)?;
    let why = format!("{} of the rate: {}, n = {}", number(lowest.value, 2), lowest.row.name, lowest.row.items);
    let single = facts(rows)?.fill("{single_names}")?;
    let wrong: Vec<&str> =
        reporters.iter().filter(|reporter| !reporter.is_right).map(|reporter| reporter.name).collect();
    Ok(vec![
        Decision::new("E21")
            .measured(right.value())
            .threshold(format!(
                "may be right: the 99 % interval of reported over measured rate reaches within {} % of one",
                100.0 * CLOSE
            ))
            .tested_on(many())?
            .remark(format!("wrong: {}", wrong.join(", ")))
            .decide(right.value() >= 0.5, why.clone()),
        eq_1(rows)?,
        of_libraries(rows)?,
        Decision::title()
            .tested_on(many())?
            .measured_as("share of the filters whose reports may all be right", right.value())
            .remark(format!("off by one interval alone: {single}"))
            .decide(right.value() < 0.5, why),
    ])
}

fn place(row: &Row) -> String {
    let target = row.promised.map(|promised| format!(", target {promised}")).unwrap_or_default();
    format!("{}, n = {}{target}", row.name, row.items)
}

/// Whether libraries report eq. 1.
fn eq_1(rows: &[Row]) -> Result<Decision> {
    let with_positions = || rows.iter().filter_map(|row| Some((row, row.reported / row.classic?)));
    let worst = largest(with_positions(), |(_, ratio)| (ratio - 1.0).abs())?;
    let close = |ratio: f64| (ratio - 1.0).abs() <= CLOSE;
    let range = Range::of("n", with_positions().map(|(row, ratio)| (row.items as f64, close(ratio))));
    Ok(Decision::new("E22")
        .measured(worst.value)
        .threshold(format!("is: within {} %", 100.0 * CLOSE))
        .tested_on(with_positions().map(|(row, _)| row))?
        .remark(format!(
            "largest at {}; where few bits are set those of one filter are not the mean",
            place(worst.row.0)
        ))
        .decide_within(range, place(worst.row.0)))
}

/// Whether libraries report their rate.
fn of_libraries(rows: &[Row]) -> Result<Decision> {
    let libraries = || rows.iter().filter(|row| row.is_of_library());
    let without_blocks = || libraries().filter(|row| row.blocks == Some(false));
    let wrong = without_blocks().filter(|row| !is_right(row)).map(|row| row.items).max().unwrap_or(0);
    let beyond = without_blocks().filter(|row| row.items > wrong).count();
    let [blocks, doubly] = lowest_of_libraries(rows)?;
    Ok(Decision::new("E23")
        .measured(blocks.value)
        .threshold(format!("is: within {} %, or the 99 % interval is not beside it", 100.0 * CLOSE))
        .tested_on(libraries())?
        .decide_if(
            libraries().all(is_right),
            beyond > 0,
            format!(
                "the filter has no blocks and more than {wrong} items; with blocks it says as little as {:.3} of it, \
                 with fewer items {:.3}",
                blocks.value, doubly.value
            ),
            place(blocks.row),
        ))
}
