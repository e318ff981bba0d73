//! Whether engines keep what they promise, and have the rate of their source.

use bloomlab_workbench::figure::*;

use super::Row;
use super::view::of;
use crate::kept::{ALLOWED, Kept, deciding};

/// What one engine does to its promise.
pub(super) struct Promise {
    pub engine: String,
    /// No where some filter misses it, open where none does and fewer are decided than open.
    pub kept: Kept,
    /// The largest ratio that is decided.
    pub largest: f64,
}

/// Every engine that promises a rate, the worst first.
pub(super) fn promises(rows: &[Row]) -> Vec<Promise> {
    let promised = rows.iter().filter(|row| row.promised.is_some());
    let mut promises: Vec<Promise> = promised.chunk_by_engine().into_iter().filter_map(promise).collect();
    promises.sort_by(|a, b| b.largest.total_cmp(&a.largest));
    promises
}

/// Rows of one engine together, in the order of the table.
trait ByEngine<'a> {
    fn chunk_by_engine(self) -> Vec<Vec<&'a Row>>;
}

impl<'a, I: Iterator<Item = &'a Row>> ByEngine<'a> for I {
    fn chunk_by_engine(self) -> Vec<Vec<&'a Row>> {
        let mut chunks: Vec<Vec<&Row>> = Vec::new();
        for row in self {
            match chunks.iter_mut().find(|chunk| chunk[0].engine == row.engine) {
                Some(chunk) => chunk.push(row),
                None => chunks.push(vec![row]),
            }
        }
        chunks
    }
}

fn promise(rows: Vec<&Row>) -> Option<Promise> {
    let decided = rows.iter().filter_map(|row| deciding(row.ratio()?, row.computed_ratio()));
    let largest = decided.fold(None, |most: Option<f64>, ratio| Some(most.map_or(ratio, |most| most.max(ratio))))?;
    let with = |kept| rows.iter().filter(|row| row.kept() == Some(kept)).count();
    let kept = match (with(Kept::No), with(Kept::Yes), with(Kept::Open)) {
        (0, yes, open) if yes >= open => Kept::Yes,
        (0, ..) => Kept::Open,
        _ => Kept::No,
    };
    Some(Promise { engine: rows[0].engine.clone(), kept, largest })
}

/// Claims that the promise of some cases is kept: id, engines that begin so, cases that begin so.
const KEPT: [(&str, &str, &str); 8] = [
    ("E03", "postgresql-brin", "unique"),
    ("E04", "postgresql-brin", "default"),
    ("E05", "clickhouse", "p"),
    ("E06", "parquet-pyarrow", "ndv"),
    ("E07", "parquet-", ""),
    ("E08", "rocksdb", "new:10"),
    ("E09", "rocksdb", "legacy:10"),
    ("E10", "leveldb", "bits=10"),
];
/// Engines called directly, of the second part: those that are neither a database nor a file format nor a tool.
const FEW: u64 = 10;
const STRICT: f64 = 1e-4;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let promises = promises(rows);
    let kept = promises.iter().filter(|promise| promise.kept == Kept::Yes).count();
    let share_kept = kept as f64 / promises.len() as f64;
    let title = Decision::title()
        .measured_as("share of the engines that keep their promise at every size", share_kept)
        .decide(share_kept < 0.5, promises.first().map(of).unwrap_or_default());
    let mut claims: Vec<Decision> = KEPT.iter().map(|claim| promised(claim, rows)).collect::<Result<_>>()?;
    claims.extend([few(rows)?, selectors(rows)?, laws(rows)?, misses(rows)?, title]);
    Ok(claims)
}

fn promised((id, engine, case): &(&'static str, &str, &str), rows: &[Row]) -> Result<Decision> {
    let is_of = |row: &&Row| row.engine.starts_with(engine) && row.case.starts_with(case) && row.promised.is_some();
    let of: Vec<&Row> = rows.iter().filter(is_of).collect();
    let decided: Vec<(&Row, f64)> =
        of.iter().filter_map(|row| Some((*row, deciding(row.ratio()?, row.computed_ratio())?))).collect();
    let Ok(worst) = largest(&decided, |(_, ratio)| *ratio) else {
        return Ok(Decision::new(id).not_testable("no measured interval decides"));
    };
    // the one quantity that differs says where it is kept: n, or else the target
    let sizes: std::collections::BTreeSet<u64> = of.iter().map(|row| row.items).collect();
    let quantity = |row: &Row| if sizes.len() > 1 { row.items as f64 } else { row.promised.unwrap_or_default() };
    let points = decided.iter().map(|(row, ratio)| (quantity(row), *ratio <= ALLOWED));
    let range = Range::found(if sizes.len() > 1 { "n" } else { "target" }, points);
    let open = of.len() - decided.len();
    let decision = Decision::new(id)
        .measured(worst.value)
        .threshold(format!(
            "keeps: the 99 % interval ends below {ALLOWED} of the promise, or across it the exact rate is"
        ))
        .tested_on(decided.iter().map(|(row, _)| *row))?
        .remark(format!("largest at {}; {open} open", worst.row.0.place()));
    Ok(decision.decide_within(range, format!("{} times the promise", number(worst.value, 4))))
}

/// Ten items at 1e-4 in what takes a rate.
fn few(rows: &[Row]) -> Result<Decision> {
    let is_of = |row: &&Row| row.items == FEW && row.promised == Some(STRICT);
    let decided = rows.iter().filter(is_of).filter(|row| row.kept() != Some(Kept::Open));
    let Ok(kept) = share(decided.clone(), |row| row.kept() == Some(Kept::Yes)) else {
        return Ok(Decision::new("E11").not_testable("not measured"));
    };
    let missing: Vec<&str> =
        decided.clone().filter(|row| row.kept() == Some(Kept::No)).map(|row| row.engine.as_str()).collect();
    let decision = Decision::new("E11").threshold(format!("keep: at most {ALLOWED} of the target"));
    let decision = decision.tested_on(decided)?;
    Ok(decision.remark(format!("missed by {}", missing.join(", "))).in_share(kept, 1.0, |row| row.place()))
}

/// By how much rounding may lift a ratio above one.
const ROUNDING: f64 = 1e-9;

/// The documentation of selectors calls its formula exact, so that the rate is never above it.
fn selectors(rows: &[Row]) -> Result<Decision> {
    let of = rows.iter().filter(|row| row.engine == "selectors");
    let Ok(ratio) = largest(of.clone(), |row| row.computed_ratio().map_or(0.0, |(ratio, _)| ratio)) else {
        return Ok(Decision::new("E12").not_testable("not measured"));
    };
    let why = format!("the exact rate is {:.5} times the formula at n = {}", ratio.value, ratio.row.items);
    Ok(Decision::new("E12")
        .measured(ratio.value)
        .threshold("above: by more than 1e-9 of it")
        .tested_on(of)?
        .decide(ratio.value <= 1.0 + ROUNDING, why))
}

/// Whether what is computed from the sources is what is measured.
fn laws(rows: &[Row]) -> Result<Decision> {
    let known = rows.iter().filter(|row| row.is_exact());
    let contained = contained(known.clone(), |row| (row.computed.unwrap_or_default(), Some(row.measured)))?;
    let decision =
        Decision::new("E13").threshold("has: at least 95 % of the 99 % intervals contain it").tested_on(known)?;
    Ok(decision.in_share(contained, 0.95, |row| row.place()))
}

/// From how many items on no present key is missed.
fn misses(rows: &[Row]) -> Result<Decision> {
    // n = 0 where the engine does not count its items
    let filled = rows.iter().filter(|row| row.items > 0);
    let range = Range::found("n", filled.clone().map(|row| (row.items as f64, row.missed == 0)));
    let lost: Vec<String> = rows.iter().filter(|row| row.missed > 0).map(Row::place).collect();
    let number = rows.iter().map(|row| row.missed).sum::<u64>() as f64;
    let decision = Decision::new("E14").measured(number).tested_on(filled)?;
    let decision = if lost.is_empty() { decision } else { decision.remark(format!("missed by {}", lost.join("; "))) };
    Ok(decision.decide_within(range, format!("{number} present keys are missed")))
}
