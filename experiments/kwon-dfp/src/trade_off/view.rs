//! The rates and deletabilities of all filters at one load, and the front.
//! What fingerprints save beside a counting filter in the same memory.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::fingerprints::LOAD;
use crate::comparison::{in_64ths, sixty_fourths};
use crate::looks::{look, name};

/// n/m of the load that is drawn.
const SHOWN: f64 = 0.125;

/// At how many loads D-FP is on the front, and the numbers of the words.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let found = on_front(rows, "D-FP")?;
    Ok(Facts::new()
        .count("on_front", found.having as u64)
        .count("loads", found.of as u64)
        .count("most_hashes", rows.iter().map(|row| row.hashes).max().ok_or("no rows")?)
        .number("shown", SHOWN, 3)
        .number("most_filled", LOAD, 2))
}

/// Each filter over the k of which no other is better in both, and the front.
pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.items_per_bit == SHOWN).collect();
    let point = |row: &Row| Point::new(row.rate, row.deletability);
    let filters: Vec<&[&Row]> = rows.chunk_by(|a, b| a.filter == b.filter).collect();
    let unbeaten = |of: &[&Row]| -> Vec<Point> {
        of.iter().filter(|row| !of.iter().any(|other| other.beats(row))).map(|row| point(row)).collect()
    };
    let series =
        filters.iter().map(|of| Series::new("", Mark::Joined, unbeaten(of)).look(look(&of[0].filter)).unlisted());
    let front = rows.iter().filter(|row| row.on_front).sorted_by(|a, b| a.rate.total_cmp(&b.rate));
    let stairs = Series::new("Pareto front", Mark::Steps, front.map(|row| point(row)));
    let stairs = stairs.look(Look::new(Colour::Grey).heavy()).unlisted();
    let plain = smallest(&rows, |row| row.bloom_rate)?.value;
    let x = Axis::new("false-positive rate", Scale::Log10).limited(0.018, 0.5);
    let y = Axis::new("deletability of a stored item", Scale::Linear).limited(0.0, 1.08);
    let panel = Panel::new(x, y, [stairs].into_iter().chain(series));
    let panel = panel
        .reference(Reference::vertical(plain, "plain Bloom filter").named_at(0.04))
        .note(Note::text((0.034, 0.5), (8.0, 0.0), "Pareto front").coloured(Colour::Grey));
    let note = |of: &&[&Row]| {
        let last = unbeaten(of).into_iter().max_by(|a, b| a.x.total_cmp(&b.x))?;
        let filter = &of[0].filter;
        Some(Note::text((last.x, last.y), offset(filter), name(filter)).coloured(look(filter).colour()))
    };
    let panel = filters.iter().filter_map(note).fold(panel, Panel::note);
    Ok(LineFigure::single(panel).plot_height(330.0).draw()?)
}

/// Where the name of a filter has room.
fn offset(filter: &str) -> (f64, f64) {
    match filter {
        "D-FP" => (-12.0, -8.0),
        "DlBF (4)" | "QBF" | "cuckoo" => (0.0, -14.0),
        "FP-CBF (4)" => (0.0, 15.0),
        "TBF (packed)" => (8.0, -12.0),
        "quotient" => (-6.0, 16.0),
        _ => (8.0, 0.0),
    }
}

/// A factor between rates that is called significant.
const SIGNIFICANT: f64 = 2.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let loads: Vec<&[Row]> = rows.chunk_by(|a, b| a.items == b.items).collect();
    Ok(vec![title(rows)?, fingerprints(&loads)?, counters(&loads)?])
}

/// At how many loads the filter is on the front with some k.
fn on_front(rows: &[Row], filter: &str) -> Result<Share<u64>> {
    let loads = rows.iter().map(|row| row.items).unique();
    let is_there = |row: &Row, items: u64| row.items == items && row.filter == filter && row.on_front;
    share(loads, |items| rows.iter().any(|row| is_there(row, *items)))
}

/// D-FP is on the front at more than half of the loads, the TBF with two bits a cell at none.
fn title(rows: &[Row]) -> Result<Decision> {
    let [ours, tbf] = ["D-FP", "TBF"].map(|filter| on_front(rows, filter));
    let (ours, tbf) = (ours?, tbf?);
    let title = Decision::title().measured_as("share of the loads at which D-FP is on the front", ours.value());
    let shown = rows.iter().any(|row| row.items_per_bit == SHOWN && row.filter == "D-FP" && row.on_front);
    Ok(title.decide(shown && tbf.having == 0, format!("the TBF is at {} loads", tbf.having)))
}

/// The filter whose name begins so at its best k.
fn best<'a>(load: &'a [Row], filter: &str) -> Result<&'a Row> {
    let of_filter = || load.iter().filter(|row| row.filter.starts_with(filter));
    let best = of_filter().min_by(|a, b| a.rate.total_cmp(&b.rate)).ok_or_else(|| format!("no {filter}"))?;
    let most = of_filter().map(|row| row.hashes).max().unwrap_or(0);
    if best.hashes == most {
        let load = in_64ths(sixty_fourths(best.items, best.bits));
        return Err(format!(
            "{filter} at {load}: its best k is {most}, the largest tried, so that the best may be larger"
        )
        .into());
    }
    Ok(best)
}

fn fingerprints(loads: &[&[Row]]) -> Result<Decision> {
    let mut gains = Vec::new();
    for load in loads {
        let (counting, fingerprints) = (best(load, "counting")?, best(load, "FP-CBF")?);
        gains.push((counting, counting.rate / fingerprints.rate));
    }
    let words = gains.iter().map(|(row, gain)| {
        format!("{gain:.2} at {} (k = {} for counting)", in_64ths(sixty_fourths(row.items, row.bits)), row.hashes)
    });
    let range = Range::found("n/m", gains.iter().map(|(row, gain)| (row.items_per_bit, *gain >= SIGNIFICANT)));
    Ok(Decision::new("D27")
        .measured(gains.iter().map(|(_, gain)| *gain).fold(f64::INFINITY, f64::min))
        .threshold(format!("much lower: by a factor of {SIGNIFICANT} or more; little more memory: none more"))
        .decide_within(range, "it is not at any range of loads")
        .remark(format!("in the same memory the factors are {}", words.format(", "))))
}

fn counters(loads: &[&[Row]]) -> Result<Decision> {
    let mut ratios = Vec::new();
    for load in loads {
        let counting = best(load, "counting")?;
        let bloom = |k: u64| libm::pow(-libm::expm1(-(k as f64) * counting.items_per_bit), k as f64);
        let most = (1.0 / counting.items_per_bit) as u64;
        ratios.push(counting.rate / (1..=most).map(bloom).fold(1.0, f64::min));
    }
    let (least, most) = (smallest(&ratios, |x| **x)?.value, largest(&ratios, |x| **x)?.value);
    Ok(Decision::new("D29")
        .measured(least)
        .decide(least > 1.0, "at some load it has no higher rate in the same memory")
        .remark(format!("up to {most:.1e} times; a Bloom filter's rate is (1 − e^(−kn/m))^k at its best k")))
}
