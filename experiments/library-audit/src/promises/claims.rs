//! Whether each library keeps its promise within a twentieth.

use bloomlab_workbench::{AnyError, Decision};

use super::{Row, exact};

/// What is allowed above the promise.
const ALLOWED: f64 = 1.05;
/// The claims, each about one kind of filter of a library.
const CLAIMS: [(&str, &str); 24] = [
    ("A01", "abloom"),
    ("A02", "bloom"),
    ("A03", "bloom-filter2"),
    ("A04", "bloom-filters"),
    ("A05", "bloom2"),
    ("A06", "bloomfilter"),
    ("A07", "cuckoofilter"),
    ("A08", "fastbloom"),
    ("A09", "fastbloom-rs"),
    ("A10", "growable-bloom-filter"),
    ("A11", "parquet"),
    ("A12", "parquet-folded"),
    ("A13", "pdatastructs"),
    ("A14", "probabilistic-collections"),
    ("A15", "pybloom-live"),
    ("A16", "pybloom-live-scalable"),
    ("A17", "pybloomfiltermmap3"),
    ("A18", "pyprobables"),
    ("A19", "pyprobables-expanding"),
    ("A20", "qfilter"),
    ("A21", "rbloom"),
    ("A22", "sbbf-rs-safe"),
    ("A23", "xorf-fuse8"),
    ("A24", "xorf-xor8"),
];

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let mut decisions = CLAIMS.iter().map(|(id, name)| promise(id, name, rows)).collect::<Result<Vec<_>, _>>()?;
    decisions.push(laws(rows));
    decisions.push(misses(rows));
    Ok(decisions)
}

/// The fewest filters that bear a condition on n.
const FEWEST: usize = 3;

/// What one kind of filter says about the promise.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Yes,
    No,
    Open,
}

/// Kept when the whole interval lies within what is allowed, missed when none of it does. Between, the computed rate decides where its
/// law is exact, and nothing where it is not.
fn kept(row: &Row) -> Kept {
    let ratio = row.ratio();
    match (ratio.upper <= ALLOWED, ratio.lower > ALLOWED, row.law == exact()) {
        (true, ..) => Kept::Yes,
        (_, true, _) => Kept::No,
        (.., false) => Kept::Open,
        _ if row.computed <= ALLOWED * row.promised => Kept::Yes,
        _ => Kept::No,
    }
}

fn promise(id: &'static str, name: &str, rows: &[Row]) -> Result<Decision, AnyError> {
    let of: Vec<&Row> = rows.iter().filter(|row| row.library == name).collect();
    let select = |wanted: Kept| of.iter().copied().filter(move |row| kept(row) == wanted);
    let count = |wanted: Kept, from: u64| select(wanted).filter(|row| !row.is_grown() && row.items >= from).count();
    let decided: Vec<&Row> = of.iter().copied().filter(|row| kept(row) != Kept::Open).collect();
    let open = select(Kept::Open).count();
    let missed = select(Kept::No).count();
    if missed == 0 && select(Kept::Yes).count() < open.max(1) {
        return Ok(Decision::new(id).not_testable(format!("{open} of {} intervals are too wide to decide", of.len())));
    }
    let worst = decided.iter().copied().max_by(|a, b| a.ratio().value.total_cmp(&b.ratio().value));
    let (largest, place) = worst.map_or((0.0, String::new()), |row| (row.ratio().value, place(row)));
    // from so many items on nothing is missed, or nothing as long as no more come than asked for
    let grown = select(Kept::No).any(Row::is_grown);
    let last = select(Kept::No).filter(|row| !row.is_grown()).map(|row| row.items).max().unwrap_or(0);
    let from = select(Kept::Yes).filter(|row| !row.is_grown()).map(|row| row.items).filter(|items| *items > last).min();
    let is_borne = |from: &u64| count(Kept::Yes, *from) >= FEWEST.max(count(Kept::Open, *from));
    let from = from.filter(is_borne);
    let of_items = from.filter(|_| last > 0).map(|items| format!("n ≥ {items}"));
    let condition: Vec<String> = of_items.into_iter().chain(grown.then(|| "inserted ≤ n".to_owned())).collect();
    let by = match of.iter().all(|row| row.law == exact()) {
        true => "source and measurement",
        false => "measurement alone",
    };
    let undecided = if open == 0 { String::new() } else { format!("; {open} intervals too wide to decide") };
    Ok(Decision::new(id)
        .measured(largest)
        .tested_on(decided)?
        .threshold(format!(
            "within 5 %: the 99 % interval ends below {ALLOWED} of the promise, or across it the exact rate is"
        ))
        .decide_if(missed == 0, from.is_some(), condition.join(", "), format!("{largest:.3} times the promise"))
        .remark(format!("largest at {place}; by {by}{undecided}")))
}

fn place(row: &Row) -> String {
    let grown = if row.is_grown() { format!(" grown to {}", row.inserted) } else { String::new() };
    format!("n = {}{grown}, target {}", row.items, row.promised)
}

/// Whether what is computed from the sources is what is measured.
fn laws(rows: &[Row]) -> Decision {
    let known: Vec<&Row> = rows.iter().filter(|row| row.law == exact()).collect();
    let contained = known.iter().filter(|row| row.measured.contains(row.computed)).count();
    let share = contained as f64 / known.len().max(1) as f64;
    Decision::new("A31")
        .measured(share)
        .threshold("has: at least 95 % of the 99 % intervals contain it")
        .decide(share >= 0.95, format!("{contained} of {} intervals contain it", known.len()))
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
