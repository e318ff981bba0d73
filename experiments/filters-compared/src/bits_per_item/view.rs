//! Two panels: filters that only grow or never change, and filters from which items can be deleted.
//! Who needs how much, and where the order changes.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::looks::{look, name};

const GROWING: [&str; 5] = ["split-block", "blocked", "bloom", "xor", FUSE];
const DELETING: [&str; 6] = ["qbf", "dfp", "bloom", "cuckoo", "quotient-rank-select", "dynamic-bound"];
/// Bits of a block of a blocked filter.
const BLOCK: u64 = 512;
const FUSE: &str = "binary-fuse-4";

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let over = |filter: &'static str| rows.iter().filter(move |row| row.filter == filter);
    let least = |filter| Ok::<_, AnyError>(smallest(over(filter), |row| row.over_static_bound)?.value);
    let most = |filter| Ok::<_, AnyError>(largest(over(filter), |row| row.over_static_bound)?.value);
    let targets: Vec<&[Row]> = rows.chunk_by(|a, b| a.target == b.target).collect();
    let below = |filter| {
        let smaller = ratios(&targets, filter, "bloom")?.into_iter().filter(|(_, ratio)| *ratio < 1.0);
        Ok::<_, AnyError>(largest(smaller, |(row, _)| row.target)?.value)
    };
    Ok(Facts::new()
        .number("fuse_least", least(FUSE)?, 3)
        .number("fuse_most", most(FUSE)?, 3)
        .number("xor_least", least("xor")?, 3)
        .number("cuckoo_from", below("cuckoo")?, 1)
        .number("quotient_from", below("quotient-rank-select")?, 2)
        .count("block", BLOCK)
        .number("split", most("split-block")?, 2)
        .number("fp_cbf", least("fp-cbf")?, 2)
        .number("cbf", least("counting")?, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let of_fuse = || rows.iter().filter(|row| row.filter == FUSE);
    let least = smallest(of_fuse(), |row| row.over_static_bound)?.row;
    let most = largest(of_fuse(), |row| row.over_static_bound)?.row;
    let at = |row: &Row| (1.0 / row.target, row.over_static_bound);
    let growing = panel(rows, &GROWING)
        .note(Note::arrow(at(least), (10.0, 32.0), facts.fill("{fuse_least}")?))
        .note(Note::text(at(most), (3.5, 14.0), facts.fill("{fuse_most}")?));
    let growing = growing.titled("(a) Without deletions: binary fuse is smallest");
    let deleting = panel(rows, &DELETING).titled("(b) With deletions: quotient smallest at low rates");
    let off = facts.fill("off the axis: FP-CBF {fp_cbf}, CBF {cbf}")?;
    let deleting = deleting.note(Note::text((3e3, 3.1), (0.0, 0.0), off));
    Ok(LineFigure::new([growing, deleting]).sharing_y().plot_height(320.0).draw()?)
}

/// Lower rates stand at the right, where the lines are apart.
fn panel(rows: &[Row], filters: &[&str]) -> Panel {
    let series = filters.iter().map(|filter| {
        let of = rows.iter().filter(|row| row.filter == *filter);
        let points = of.map(|row| Point::new(1.0 / row.target, row.over_static_bound));
        Series::new(name(filter), Mark::Line, points).look(look(filter))
    });
    let rates = (1..=6).map(|power| {
        (libm::pow(10.0, f64::from(power)), if power == 1 { "0.1".to_owned() } else { self::power(10, -power) })
    });
    let y = Axis::new("bits per item / log_2(1/*P*)", Scale::Linear).limited(0.8, 3.35);
    let panel = Panel::new(Axis::new("false-positive rate *P*", Scale::Log10).ticked(rates), y, series).labelled();
    panel.reference(Reference::horizontal(1.0, "static bound").named_below())
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let targets: Vec<&[Row]> = rows.chunk_by(|a, b| a.target == b.target).collect();
    Ok(vec![
        bounds(rows)?,
        bloom(&targets)?,
        less(&targets, "F03", "cuckoo", "bloom")?,
        less(&targets, "F04", "quotient-rank-select", "bloom")?,
        less(&targets, "F05", "cuckoo", "split-block")?,
        blocks(&targets)?,
        fused(&targets)?,
        cells(&targets)?,
        title(&targets)?,
    ])
}

fn title(targets: &[&[Row]]) -> Result<Decision> {
    let is_smallest = |rows: &&[Row]| {
        let filters = rows.iter().filter(|row| !row.filter.ends_with("bound"));
        smallest(filters, |row| row.bits_per_item).is_ok_and(|least| least.row.filter == FUSE)
    };
    let share = share(targets.iter().copied(), is_smallest)?;
    let title = Decision::title().measured_as("share of the targets at which it is", share.value());
    Ok(title.in_share(share, 1.0, |rows| format!("a target of {:.2e}", rows[0].target)))
}

/// The rows of some filters.
fn of<'a>(targets: &[&'a [Row]], filters: &[&str]) -> impl Iterator<Item = &'a Row> {
    targets.iter().flat_map(|rows| rows.iter()).filter(|row| filters.contains(&&*row.filter))
}

fn bits(rows: &[Row], filter: &str) -> Result<f64> {
    let found = rows.iter().find(|row| row.filter == filter).map(|row| row.bits_per_item);
    found.ok_or_else(|| format!("no {filter}").into())
}

fn ratios<'a>(targets: &[&'a [Row]], filter: &str, other: &str) -> Result<Vec<(&'a Row, f64)>> {
    targets.iter().map(|rows| Ok((&rows[0], bits(rows, filter)? / bits(rows, other)?))).collect()
}

fn bounds(rows: &[Row]) -> Result<Decision> {
    let filters = rows.iter().filter(|row| !row.filter.ends_with("bound"));
    let name = |row: &&Row| format!("a target of {:.1e}, by {}", row.target, row.filter);
    let decision = Decision::new("F01").tested_on(filters.clone())?;
    Ok(decision.at_least(smallest(filters, |row| row.over_static_bound)?, 1.0, name))
}

fn bloom(targets: &[&[Row]]) -> Result<Decision> {
    let ratios = ratios(targets, "bloom", "static-bound")?;
    let least = smallest(&ratios, |(_, ratio)| *ratio)?.value;
    let most = largest(&ratios, |(_, ratio)| *ratio)?.value;
    Ok(Decision::new("F02")
        .measured(least)
        .tested_on(of(targets, &["bloom"]))?
        .decide(least >= std::f64::consts::LOG2_E, "at some rate a Bloom filter takes less")
        .remark(format!("up to {most:.4} times, where log2(1/P) is far from a whole number of hash functions")))
}

/// `filter` needs fewer bits than `other`, whose bits are taken as multiples of the static bound.
fn less(targets: &[&[Row]], id: &'static str, filter: &str, other: &str) -> Result<Decision> {
    let ratio = |rows: &&'_ [Row]| {
        let multiple = rows.iter().find(|row| row.filter == other).map(|row| row.over_static_bound);
        let multiple = multiple.ok_or_else(|| format!("no {other}"))?;
        Ok::<f64, AnyError>(bits(rows, filter)? / (multiple * -libm::log2(rows[0].target)))
    };
    let ratios: Vec<(&Row, f64)> = targets.iter().map(|rows| Ok((&rows[0], ratio(rows)?))).collect::<Result<_>>()?;
    let range = Range::found("the target", ratios.iter().map(|(row, ratio)| (row.target, *ratio < 1.0)));
    let (lowest, ratio) = ratios.iter().min_by(|a, b| a.0.target.total_cmp(&b.0.target)).ok_or("no target")?;
    Ok(Decision::new(id)
        .measured(share(&ratios, |(_, ratio)| *ratio < 1.0)?.value())
        .tested_on(of(targets, &[filter, other]))?
        .decide_within(range, "at no range of targets")
        .remark(format!("{ratio:.3} times the bits at {:.0e}", lowest.target)))
}

fn blocks(targets: &[&[Row]]) -> Result<Decision> {
    let ratios = ratios(targets, "blocked", "bloom")?;
    let range = Range::found("the target", ratios.iter().map(|(row, ratio)| (row.target, *ratio <= 1.1)));
    Ok(Decision::new("F06")
        .tested_on(of(targets, &["blocked", "bloom"]))?
        .measured(largest(&ratios, |(_, ratio)| *ratio)?.value)
        .decide_within(range, "at no range of targets"))
}

fn fused(targets: &[&[Row]]) -> Result<Decision> {
    let growing = ["bloom", "blocked", "split-block", "partitioned", "cuckoo", "quotient-rank-select", "xor"];
    let mut beaten = Vec::new();
    for rows in targets {
        let fuse = bits(rows, "binary-fuse-4")?;
        let others: Result<Vec<f64>> = growing.iter().map(|filter| bits(rows, filter)).collect();
        beaten.push((rows[0].target, others?.into_iter().all(|bits| fuse < bits)));
    }
    let share = share(&beaten, |(_, is)| *is)?.value();
    let exceptions = beaten.iter().filter(|(_, is)| !is).map(|(target, _)| format!("{target:.2e}")).join(", ");
    let decision = Decision::new("F07").measured(share).tested_on(of(targets, &[&growing[..], &[FUSE]].concat()))?;
    Ok(decision.decide(share == 1.0, format!("not at targets of {exceptions}")))
}

fn cells(targets: &[&[Row]]) -> Result<Decision> {
    let (counting, qbf) = (ratios(targets, "counting", "cuckoo")?, ratios(targets, "qbf", "cuckoo")?);
    let lower = counting.into_iter().zip(qbf).map(|((row, counting), (_, qbf))| (row.target, counting.min(qbf)));
    let lower: Vec<(f64, f64)> = lower.collect();
    let range = Range::found("the target", lower.iter().map(|(target, ratio)| (*target, *ratio > 1.0)));
    let least = smallest(&lower, |(_, ratio)| *ratio)?.value;
    let decision = Decision::new("F08").measured(least).tested_on(of(targets, &["counting", "qbf", "cuckoo"]))?;
    Ok(decision.decide_within(range, "at no range of targets"))
}
