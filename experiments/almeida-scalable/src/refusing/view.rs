//! The excess of the rate against the load in the limit, and against the size at half fill.
//! What refusing positives costs, whether larger filters cost less, and whether simulated filters have the rate.

use std::f64::consts::LN_2;

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (one, seven) = (at_half(rows, ONE_HASH)?, at_half(rows, MANY_HASHES)?);
    Ok(Facts::new()
        .percent("most", one.excess, 2)
        .count("one", one.hashes)
        .percent("usual", seven.excess, 2)
        .count("seven", seven.hashes))
}

/// The limit at half fill.
fn at_half(rows: &[Row], hashes: u64) -> Result<&Row> {
    let found = rows.iter().find(|row| row.limit && row.hashes == hashes && is_half_full(row));
    found.ok_or_else(|| format!("no limit at half fill for k = {hashes}").into())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([by_load(rows)?, by_size(rows)?]).plot_height(300.0).draw()?)
}

fn by_load(rows: &[Row]) -> Result<Panel> {
    let limits: Vec<&Row> = rows.iter().filter(|row| row.limit).collect();
    let most_load = limits.iter().map(|row| row.load).fold(0.0, f64::max);
    let (mut series, mut notes) = (Vec::new(), Vec::new());
    for rows in limits.chunk_by(|a, b| a.hashes == b.hashes) {
        let points: Vec<Point> = rows.iter().map(|row| Point::new(row.load, row.excess)).collect();
        let (hashes, look, last) = (rows[0].hashes, look(rows[0].hashes), points[points.len() - 1]);
        let line = Series::new(name(hashes), Mark::Line, points).look(look);
        let is_full = last.x < 0.99 * most_load;
        series.push(if is_full { line.unlisted() } else { line });
        // where the filter is full before the others, the line ends with its name
        if is_full {
            notes.push(Note::text((last.x, last.y), (0.0, -10.0), name(hashes)).coloured(look.colour()));
        }
    }
    let y = Axis::new("rate above that of the plain filter", Scale::Log10).percent().limited(1e-5, 2.0);
    let panel = Panel::new(Axis::new("load *kn*/*m*", Scale::Linear), y, series)
        .titled("(a) More hash functions, less cost")
        .labelled()
        .reference(Reference::vertical(LN_2, "ln 2").named_at(0.0));
    let facts = facts(rows)?;
    for (hashes, offset, text) in [(ONE_HASH, (-14.0, -28.0), "{most}"), (MANY_HASHES, (28.0, 18.0), "{usual}")] {
        notes.push(Note::ring((LN_2, at_half(rows, hashes)?.excess), offset, facts.fill(text)?));
    }
    Ok(notes.into_iter().fold(panel, Panel::note))
}

fn by_size(rows: &[Row]) -> Result<Panel> {
    let sized: Vec<&Row> = rows.iter().filter(|row| !row.limit).collect();
    let mut series = Vec::new();
    for sized in sized.chunk_by(|a, b| a.hashes == b.hashes) {
        let hashes = sized[0].hashes;
        let limit = at_half(rows, hashes)?;
        let limit = [sized[0], sized[sized.len() - 1]].map(|row| Point::new(row.bits as f64, limit.excess));
        let exact = sized.iter().map(|row| Point::new(row.bits as f64, row.excess));
        let simulated = sized.iter().filter_map(|row| Some((row.bits, row.simulated?.above(row.plain))));
        let simulated: Vec<(u64, Interval)> = simulated.collect();
        // intervals that reach below 0 have no place on this axis
        let has_place = simulated.iter().all(|(_, above)| above.lower > 0.0);
        let simulated = simulated.into_iter().filter(|_| has_place).map(|(bits, above)| above.at(bits as f64));
        series.extend(Series::model(name(hashes), look(hashes), exact, simulated));
        series.push(Series::new("limit", Mark::Line, limit).look(look(hashes).dashed(Dash::Dotted)).unlisted());
    }
    let (facts, most_bits) = (facts(rows)?, sized.last().map_or(1, |row| row.bits));
    let note = |hashes, text| {
        let at = (most_bits as f64, at_half(rows, hashes)?.excess);
        Ok::<_, AnyError>(Note::text(at, (-6.0, -12.0), facts.fill(text)?))
    };
    let y = Axis::new("rate above that of the plain filter", Scale::Log10).percent().limited(1e-6, 1.0);
    Ok(Panel::new(Axis::new("bits *m*", Scale::Log2), y, series)
        .titled("(b) At load ln 2 growing does not cure it")
        .labelled()
        .note(note(ONE_HASH, "{most}")?)
        .note(note(MANY_HASHES, "{usual}")?)
        .note(Note::text((40.0, 2e-6), (4.0, 0.0), "dotted: limit of large filters").coloured(Colour::Grey)))
}

/// Whether a filter that inserts everything is half full.
pub(super) fn is_half_full(row: &Row) -> bool {
    (row.load - LN_2).abs() < 1e-6
}

fn name(hashes: u64) -> String {
    format!("*k* = {hashes}")
}

fn look(hashes: u64) -> Look {
    let step = [1, 2, 4, MANY_HASHES].into_iter().filter(|less| *less < hashes).count();
    let look = Look::step(step, 5);
    if hashes == MANY_HASHES { look.heavy() } else { look }
}

/// The k of the title, beside the next.
const ONE_HASH: u64 = 1;
/// The k from which refusing costs little at half fill.
const MANY_HASHES: u64 = 7;
/// The load from which the two rates are compared: below it and with many hash functions they differ by less than a double shows.
const LEAST_LOAD: f64 = 0.499;
/// A share of the rate that is none.
const VANISHED: f64 = 0.001;
/// A share of the rate that is little.
const LITTLE: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let limits = || rows.iter().filter(|row| row.limit);
    let loaded = || limits().filter(|row| row.load > LEAST_LOAD);
    let lowest = smallest(loaded(), |row| row.excess)?.value;
    let halves = || limits().filter(|row| is_half_full(row));
    let many = || halves().filter(|row| row.hashes >= MANY_HASHES);
    let costs = largest(many(), |row| row.excess)?.value;
    let (one, seven) = (at_half(rows, ONE_HASH)?, at_half(rows, MANY_HASHES)?);
    Ok(vec![
        Decision::title()
            .measured_as("excess at half fill in the limit, k = 1", one.excess)
            .tested_on([one, seven])?
            .decide(one.excess > seven.excess && seven.excess > 0.0, format!("{} at k = {MANY_HASHES}", seven.excess)),
        Decision::new("G11")
            .measured(1.0 + lowest)
            .tested_on(loaded())?
            .decide(lowest > 0.0, "somewhere it is no higher"),
        half_full(rows)?,
        Decision::new("G13")
            .measured(costs)
            .threshold(format!("less than {:.0} %", 100.0 * LITTLE))
            .tested_on(many())?
            .decide(costs < LITTLE, format!("it costs {:.1} %", 100.0 * costs)),
        Decision::new("G14")
            .tested_on(rows.iter().filter(|row| row.simulated.is_some()))?
            .in_intervals(contained(rows, |row| (row.refusing, row.simulated))?),
    ])
}

/// The excess in the limit, with the number of hash functions for which it is largest.
fn half_full(rows: &[Row]) -> Result<Decision> {
    let halves = || rows.iter().filter(|row| row.limit && is_half_full(row));
    let most = largest(halves(), |row| row.excess)?;
    Ok(Decision::new("G12")
        .measured(most.value)
        .threshold(format!("vanishes: the limit is below {:.1} % for every k", 100.0 * VANISHED))
        .tested_on(halves())?
        .decide(most.value < VANISHED, format!("it tends to {:.1} % for k = {}", 100.0 * most.value, most.row.hashes)))
}
