//! Whether each library keeps its promise within a twentieth.

use super::*;
use bloomlab_workbench::{ALLOWED, Kept};

/// The kinds of filter: the claim about each, its name, and its row in the picture.
pub(super) const KINDS: [(&str, &str, &str); 30] = [
    ("A01", "abloom", "Rust"),
    ("A02", "bloom", "Rust"),
    ("A03", "bloom-filter2", "Python"),
    ("A04", "bloom-filters", "Rust"),
    ("A05", "bloom2", "Rust"),
    ("A06", "bloomfilter", "Rust"),
    ("A07", "cuckoofilter", "other kinds"),
    ("A08", "fastbloom", "Rust"),
    ("A09", "fastbloom-rs", "Rust"),
    ("A10", "growable-bloom-filter", "growing"),
    ("A11", "parquet", "Parquet"),
    ("A12", "parquet-folded", "Parquet"),
    ("A13", "pdatastructs", "Rust"),
    ("A14", "probabilistic-collections", "Rust"),
    ("A15", "pybloom-live", "Python"),
    ("A16", "pybloom-live-scalable", "growing"),
    ("A17", "pybloomfiltermmap3", "Python"),
    ("A18", "pyprobables", "Python"),
    ("A19", "pyprobables-expanding", "growing"),
    ("A20", "qfilter", "other kinds"),
    ("A21", "rbloom", "Python"),
    ("A22", "sbbf-rs-safe", "Parquet"),
    ("A23", "xorf-fuse8", "other kinds"),
    ("A24", "xorf-xor8", "other kinds"),
    ("A25", "boost-bloom", "C, C++"),
    ("A26", "boost-bloom-multiblock", "C, C++"),
    ("A27", "guava", "Java"),
    ("A28", "libbloom", "C, C++"),
    ("A29", "parquet-java", "Parquet"),
    ("A30", "spark", "Java"),
];

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let promises = promises(rows)?;
    let title = title(&promises)?;
    let promises = promises.into_iter().map(|(_, promise)| promise);
    Ok(promises.chain([laws(rows)?, misses(rows), title]).collect())
}

/// Every kind of filter with the verdict on its promise, the worst first.
pub(super) fn promises(rows: &[Row]) -> Result<Vec<(&'static str, Decision)>> {
    let promises = KINDS.iter().map(|(id, name, _)| Ok((*name, promise(id, name, rows)?)));
    let mut promises = promises.collect::<Result<Vec<_>>>()?;
    let worst = |promise: &Decision| promise.value.unwrap_or_default();
    promises.sort_by(|(_, a), (_, b)| worst(b).total_cmp(&worst(a)));
    Ok(promises)
}

fn title(promises: &[(&str, Decision)]) -> Result<Decision> {
    let kept = share(promises, |(_, promise)| promise.verdict == Some(Verdict::Holds))?;
    let why = format!("{} of {} keep it", kept.having, kept.of);
    Ok(Decision::title().measured_as("share of the filters that keep it", kept.value()).decide(kept.value() < 0.5, why))
}

/// The fewest filters that bear a condition on n.
const FEWEST: usize = 3;

fn promise(id: &'static str, name: &str, rows: &[Row]) -> Result<Decision> {
    let of: Vec<&Row> = rows.iter().filter(|row| row.library == name).collect();
    let decided: Vec<&Row> = of.iter().copied().filter(|row| row.deciding().is_some()).collect();
    let (missed, open) = (decided.iter().filter(|row| row.kept() == Kept::No).count(), of.len() - decided.len());
    let ratios = decided.iter().filter_map(|row| Some((row.deciding()?, place(row))));
    let (largest, place) = ratios.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default();
    let (range, growth) = (sizes(&decided), growth(&decided));
    let bound = range.clone().filter(|range| !range.is_everywhere());
    let condition: Vec<String> = bound.iter().map(|range| with_open(range, &of)).chain(growth).collect();
    let by = match of.iter().all(|row| row.is_exact()) {
        true => "source and measurement",
        false => "measurement alone",
    };
    let undecided = match open {
        0 => String::new(),
        1 => "; 1 interval too wide to decide".to_owned(),
        _ => format!("; {open} intervals too wide to decide"),
    };
    let is_borne = range.is_some_and(|range| is_borne(&range, &of));
    let decision = Decision::new(id).measured(largest).tested_on(decided)?.threshold(format!(
        "within 5 %: the 99 % interval ends below {ALLOWED} of the promise, or across it the exact rate is"
    ));
    if missed == 0 && open > 0 {
        let why = format!("open: largest that is decided at {place}; by {by}{undecided}");
        return Ok(decision.not_testable(why));
    }
    Ok(decision
        .range(bound.filter(|_| is_borne))
        .decide_if(missed == 0, is_borne, condition.join(", "), format!("{} times the promise", times(largest)))
        .remark(format!("largest at {place}; by {by}{undecided}")))
}

/// A ratio with four significant digits, or all those before the point.
fn times(ratio: f64) -> String {
    number(ratio, 4.max(1 + libm::log10(ratio).max(0.0) as usize))
}

/// The n from which on filters keep the promise that hold no more than they were made for. Tested, where the values of n or, at
/// the same n, the targets that did not determine it confirm it: every second one of them.
fn sizes(decided: &[&Row]) -> Option<Range> {
    let mut full: Vec<&Row> = decided.iter().copied().filter(|row| !row.is_grown()).collect();
    full.sort_by(|a, b| a.items.cmp(&b.items).then(a.promised.total_cmp(&b.promised)));
    let points: Vec<(f64, bool)> = full.iter().map(|row| (row.items as f64, row.kept() == Kept::Yes)).collect();
    let rank = |n: f64| points.chunk_by(|a, b| a.0 == b.0).position(|chunk| chunk[0].0 == n).unwrap_or(0);
    let (by_target, of_targets) = (points.iter().step_by(2).copied(), points.iter().skip(1).step_by(2).copied());
    let by_size = points.iter().copied().filter(|(n, _)| rank(*n).is_multiple_of(2));
    let of_sizes = points.iter().copied().filter(|(n, _)| !rank(*n).is_multiple_of(2));
    let is_tested = from_on(by_size.collect()).is_some_and(|range| range.confirmed_by(of_sizes).is_some())
        || from_on(by_target.collect()).is_some_and(|range| range.confirmed_by(of_targets).is_some());
    Some(Range { is_tested, ..from_on(points.clone())? })
}

/// The values above the last bad one.
fn from_on(points: Vec<(f64, bool)>) -> Option<Range> {
    let last = points.iter().filter(|(_, is_good)| !is_good).map(|(n, _)| *n).fold(0.0, f64::max);
    Range::of("n", points.into_iter().map(|(n, is_good)| (n, is_good && n > last)))
}

/// A range, and how many of its filters are open.
fn with_open(range: &Range, of: &[&Row]) -> String {
    let within = || of.iter().filter(|row| !row.is_grown() && range.contains(row.items as f64));
    match within().filter(|row| row.kept() == Kept::Open).count() {
        0 => range.to_string(),
        open => format!("{range}, with {open} of {} filters open", within().count()),
    }
}

/// Whether enough filters of a range keep the promise: some, and no fewer than are undecided.
fn is_borne(range: &Range, of: &[&Row]) -> bool {
    let within = || of.iter().filter(|row| !row.is_grown() && range.contains(row.items as f64));
    let kept = |wanted: Kept| within().filter(|row| row.kept() == wanted).count();
    kept(Kept::Yes) >= FEWEST.max(kept(Kept::Open))
}

/// The condition that no more items come than a filter was made for, where some grown filter misses the promise. Of the grown
/// filters every second one determines it, and one of the others must miss too.
fn growth(decided: &[&Row]) -> Option<String> {
    let grown: Vec<&Row> = decided.iter().copied().filter(|row| row.is_grown()).collect();
    let misses = |from: usize| grown.iter().skip(from).step_by(2).any(|row| row.kept() == Kept::No);
    match (misses(0), misses(1)) {
        (false, false) => None,
        (true, true) => Some("inserted ≤ n".to_owned()),
        _ => Some("inserted ≤ n, which no other filters test".to_owned()),
    }
}

fn place(row: &Row) -> String {
    let grown = if row.is_grown() { format!(" grown to {}", row.inserted) } else { String::new() };
    format!("n = {}{grown}, target {}", row.items, number(row.promised, 4))
}

/// Whether what is computed from the sources is what is measured.
fn laws(rows: &[Row]) -> Result<Decision> {
    let known = rows.iter().filter(|row| row.is_exact());
    let contained = contained(known, |row| (row.computed, Some(row.measured)))?;
    Ok(Decision::new("A31").threshold("has: at least 95 % of the 99 % intervals contain it").in_share(
        contained,
        0.95,
        |row| format!("{}, {}", row.library, place(row)),
    ))
}

/// Whether an item was ever lost from a filter that took all of them.
fn misses(rows: &[Row]) -> Decision {
    let lost: Vec<&Row> = rows.iter().filter(|row| row.missed > 0).collect();
    let most = lost.iter().map(|row| row.missed as f64 / (row.filters * row.inserted) as f64).fold(0.0, f64::max);
    let accepted: Vec<&Row> = lost.iter().copied().filter(|row| row.refused == 0).collect();
    let of = |rows: &[&Row]| {
        let places: Vec<String> =
            rows.iter().map(|row| format!("{} {}, {}", row.library, row.version, place(row))).collect();
        places.join("; ")
    };
    Decision::new("A32")
        .measured(most)
        .decide(accepted.is_empty(), of(&accepted))
        .remark(format!("lost: {}", of(&lost)))
}
