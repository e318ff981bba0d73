//! How far eq. 1 is below the errors of packets and of an index.

use super::*;

/// From which excess of the exact probability an error of eq. 1 counts as significant: what the rule for the textbook formula allows.
const SIGNIFICANT: f64 = 0.01;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (packet, index) = (worst(rows, System::Packet)?, worst(rows, System::Index)?);
    let outside = rows.iter().filter(|row| !row.simulated.contains(row.exact)).collect_vec();
    Ok(Facts::new()
        .count("outside", outside.len() as u64)
        .count("points", rows.len() as u64)
        .text("where", outside.into_iter().map(point).join(" and "))
        .percent("packet", packet.value, 2)
        .percent("index", index.value, 2)
        .number("classic_read", 1000.0 * index.row.classic, 3)
        .number("exact_read", 1000.0 * index.row.exact, 3)
        .count("read_bits", index.row.bits)
        .count("read_words", index.row.items))
}

/// A point in words.
fn point(row: &Row) -> String {
    match row.system {
        System::Packet => format!("m = {}, h = {} in (a)", row.bits, row.items),
        System::Index => format!("m = {}, n = {} in (b)", row.bits, row.items),
    }
}

/// How far apart the markers of two filters with as many items stand.
const APART: f64 = 0.14;

/// Where the exact probability of a system is farthest above eq. 1.
fn worst(rows: &[Row], system: System) -> Result<Extreme<&Row>> {
    largest(rows.iter().filter(|row| row.system == system), |row| row.excess())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let panel = |system, title: &str, x: &str, fact: &str| -> Result<Panel> {
        let worst = worst(rows, system)?.row;
        let aside = if system == System::Packet { (14.0, -12.0) } else { (24.0, -70.0) };
        let note = Note::ring((worst.items as f64, worst.excess()), aside, facts.fill(fact)?);
        let y = Axis::new("probability above that of eq. 1", Scale::Linear).percent();
        Ok(Panel::new(Axis::new(x, Scale::Linear), y, lines(rows, system)).titled(title).note(note))
    };
    let panels = [
        panel(System::Packet, "(a) Packets raise more false alarms", "hops *h*", "{packet}")?,
        panel(System::Index, "(b) More documents are read for nothing", "words of a document *n*", "{index}")?,
    ];
    Ok(LineFigure::new(panels).sharing_y().labelled().draw()?)
}

/// One line for each filter.
fn lines(rows: &[Row], system: System) -> Vec<Series> {
    let of = rows.iter().filter(|row| row.system == system);
    let filters = of.clone().map(|row| (row.bits, row.hashes)).unique();
    let line = |(i, (bits, hashes)): (usize, _)| {
        let of = of.clone().filter(move |row| (row.bits, row.hashes) == (bits, hashes));
        let model = of.clone().map(|row| Point::new(row.items as f64, row.excess()));
        let aside = (i as f64 - 1.0) * APART;
        let simulated = of.map(|row| row.simulated.above(row.classic).at(row.items as f64 + aside));
        Series::model(format!("*m* = {bits}"), looks::step(i), model, simulated)
    };
    filters.enumerate().flat_map(line).collect()
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let name = |row: &&Row| {
        let items = if row.system == System::Packet { "hops" } else { "words" };
        format!("m = {}, k = {}, {} {items}", row.bits, row.hashes, row.items)
    };
    let least = smallest(rows, |row| row.excess())?;
    let most = largest(rows, |row| row.excess())?;
    let significant = share(rows, |row| row.excess() >= SIGNIFICANT)?;
    Ok(vec![
        Decision::title()
            .measured_as("least excess of the exact probability over eq. 1", least.value)
            .decide(least.value > 0.0, name(&least.row)),
        Decision::new("C34")
            .threshold(format!("significant: {} % or more; often: in at least half of them", 100.0 * SIGNIFICANT))
            .remark(format!("at most {:.1} %, at {}", 100.0 * most.value, name(&most.row)))
            .in_share(significant, 0.5, name),
        Decision::new("C35").in_intervals(contained(rows, |row| (row.exact, Some(row.simulated)))?),
    ])
}
