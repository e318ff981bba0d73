//! The rates and deletabilities of all filters at one load, and the front.
//! What fingerprints save beside a counting filter in the same memory.

use super::fingerprints::LOAD;
use super::*;

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
    let rows = rows.iter().filter(|row| row.items_per_bit == SHOWN).collect_vec();
    let point = |row: &Row| Point::new(row.rate, row.deletability);
    let front = rows.iter().filter(|row| row.on_front).sorted_by(|a, b| a.rate.total_cmp(&b.rate));
    let stairs = Series::new("Pareto front", Mark::Steps, front.map(|row| point(row)));
    let mut series = vec![stairs.look(Look::new(Colour::Grey).heavy()).unlisted()];
    let mut notes = vec![Note::text((0.034, 0.5), (8.0, 0.0), "Pareto front").coloured(Colour::Grey)];
    for of in rows.chunk_by(|a, b| a.filter == b.filter) {
        let (filter, look) = (&of[0].filter, look(&of[0].filter));
        let unbeaten = of.iter().filter(|row| !of.iter().any(|other| other.beats(row))).map(|row| point(row));
        let line = Series::new("", Mark::Joined, unbeaten).look(look).unlisted();
        let last = line.points().iter().max_by(|a, b| a.x.total_cmp(&b.x)).ok_or("no point")?;
        let note = if CROWDED.contains(&filter.as_str()) { Note::arrow } else { Note::text };
        notes.push(note((last.x, last.y), offset(filter), name(filter)).coloured(look.colour()));
        series.push(line);
    }
    let plain = smallest(&rows, |row| row.bloom_rate)?.value;
    let x = Axis::new("false-positive rate", Scale::Log10).limited(0.018, 0.5);
    let y = Axis::new("deletability of a stored item", Scale::Linear).limited(0.0, 1.08);
    let panel = Panel::new(x, y, series).reference(Reference::vertical(plain, "plain Bloom filter").named_at(0.04));
    Ok(LineFigure::single(panel.notes(notes)).plot_height(330.0).draw()?)
}

/// Filters whose marks lie so close to others that their names stand off, with an arrow.
const CROWDED: [&str; 2] = ["cuckoo", "quotient"];

/// Where the name of a filter has room.
fn offset(filter: &str) -> (f64, f64) {
    match filter {
        "D-FP" => (-12.0, -8.0),
        "DlBF (4)" | "QBF" => (0.0, -14.0),
        "FP-CBF (4)" => (0.0, 15.0),
        "TBF (packed)" => (8.0, -12.0),
        "DlBF (8)" => (2.0, 14.0),
        "cuckoo" => (26.0, -14.0),
        "quotient" => (-16.0, 30.0),
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

/// D-FP is on the front at the load that is drawn, the TBF with two bits a cell at none.
fn title(rows: &[Row]) -> Result<Decision> {
    let (ours, tbf) = (on_front(rows, "D-FP")?, on_front(rows, "TBF")?);
    let title = Decision::title().measured_as("share of the loads at which D-FP is on the front", ours.value());
    let shown = rows.iter().any(|row| row.items_per_bit == SHOWN && row.filter == "D-FP" && row.on_front);
    Ok(title.decide(shown && tbf.having == 0, format!("the TBF is at {} loads", tbf.having)))
}

/// The filter whose name begins so at its best k.
fn best<'a>(rows: &'a [Row], filter: &str) -> Result<&'a Row> {
    let of_filter = || rows.iter().filter(|row| row.filter.starts_with(filter));
    let best = smallest(of_filter(), |row| row.rate)?.row;
    let (at, k) = (in_64ths(best.items, best.bits), best.hashes);
    let is_within = of_filter().any(|row| row.hashes > k);
    ensure!(is_within, "{filter} at {at}: its best k is {k}, the largest tried, so that the best may be larger");
    Ok(best)
}

fn fingerprints(loads: &[&[Row]]) -> Result<Decision> {
    let gain = |load: &&[Row]| {
        let (counting, fingerprints) = (best(load, "counting")?, best(load, "FP-CBF")?);
        let at = in_64ths(counting.items, counting.bits);
        let gain = counting.rate / fingerprints.rate;
        Ok((counting.items_per_bit, gain, format!("{gain:.2} at {at} (k = {} for counting)", counting.hashes)))
    };
    let gains = loads.iter().map(gain).collect::<Result<Vec<_>>>()?;
    let range = Range::found("n/m", gains.iter().map(|(load, gain, _)| (*load, *gain >= SIGNIFICANT)));
    Ok(Decision::new("D27")
        .measured(smallest(&gains, |(_, gain, _)| *gain)?.value)
        .threshold(format!("much lower: by a factor of {SIGNIFICANT} or more; little more memory: none more"))
        .decide_within(range, "it is not at any range of loads")
        .remark(format!("in the same memory the factors are {}", gains.iter().map(|(.., words)| words).join(", "))))
}

fn counters(loads: &[&[Row]]) -> Result<Decision> {
    let ratio = |load: &&[Row]| {
        let counting = best(load, "counting")?;
        let bloom = |k: u64| libm::pow(-libm::expm1(-(k as f64) * counting.items_per_bit), k as f64);
        let most = (1.0 / counting.items_per_bit) as u64;
        Ok(counting.rate / (1..=most).map(bloom).fold(1.0, f64::min))
    };
    let ratios = loads.iter().map(ratio).collect::<Result<Vec<f64>>>()?;
    let (least, most) = (smallest(&ratios, |x| **x)?.value, largest(&ratios, |x| **x)?.value);
    Ok(Decision::new("D29")
        .measured(least)
        .decide(least > 1.0, "at some load it has no higher rate in the same memory")
        .remark(format!("up to {most:.1e} times; a Bloom filter's rate is (1 − e^(−kn/m))^k at its best k")))
}
