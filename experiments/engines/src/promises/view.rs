//! One mark an engine, in rows of engines of one kind: the largest of its rates in units of the promise.
//! Whether engines keep what they promise, and have the rate of their source.

use super::*;

/// Filters of at most this many items are small.
const SMALL: u64 = 1000;
/// The rows: what an engine is for or written in, and how the names of its engines begin.
const GROUPS: [(&str, &[&str]); 7] = [
    ("JavaScript", &["npm-", "bfilter"]),
    ("databases", &["clickhouse", "postgresql", "rocksdb", "leveldb", "lsm-tree", "lance"]),
    ("Hadoop, Hive", &["hadoop", "hive", "orc-"]),
    ("Java", &["commons-collections", "datasketches", "lucene-", "stream-lib"]),
    ("Go", &["blobloom", "dcso-bloom", "goleveldb", "ristretto", "willf-bloom"]),
    ("Parquet", &["parquet-"]),
    ("others", &["selectors", "python-bitcoinlib"]),
];
/// The axis, in units of the promise.
const AXIS: (f64, f64) = (0.2, 2e5);

/// What is drawn of an engine: the entry of the legend, and its look.
const KINDS: [(&str, Look); 4] = [
    ("kept at every size", Look::new(Colour::Blue)),
    ("missed, *n* ≤ 1000", Look::new(Colour::Vermilion).marked(Marker::OpenTriangle)),
    ("missed, *n* > 1000", Look::new(Colour::Vermilion).marked(Marker::Diamond)),
    // named beside the marks
    ("", Look::new(Colour::Blue).marked(Marker::Ring)),
];
const OPEN: usize = 3;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let promises = promises(rows);
    let with = |kept| promises.iter().filter(|promise| promise.kept == kept).count() as u64;
    let worst = promises.first().ok_or("no promise")?;
    Ok(Facts::new()
        .count("kinds", promises.len() as u64)
        .count("kept", with(Kept::Yes))
        .count("open", with(Kept::Open))
        .count("not_kept", with(Kept::No))
        .count("few", SMALL)
        .count("small", promises.iter().filter(|promise| kind(rows, promise) == 1).count() as u64)
        .percent("allowed", ALLOWED - 1.0, 2)
        .number("worst", worst.largest, 3)
        .text("worst_engine", worst.engine.clone())
        .count("rows", rows.len() as u64))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let mut dots: Vec<Vec<Dot>> = vec![Vec::new(); GROUPS.len()];
    for promise in promises(rows) {
        let begins = |begins: &&str| promise.engine.starts_with(begins);
        let row = GROUPS.iter().position(|(_, beginnings)| beginnings.iter().any(begins));
        let row = row.ok_or_else(|| format!("{} has no row", promise.engine))?;
        let kind = kind(rows, &promise);
        // the worst of a row comes first
        let name = match (dots[row].is_empty(), kind == OPEN && dots[row].iter().all(|dot| dot.kind != OPEN)) {
            (true, _) => promise.engine.clone(),
            (_, true) => "open".to_owned(),
            _ => String::new(),
        };
        dots[row].push(Dot { value: promise.largest, kind, name });
    }
    let of = |dots: &[Dot], kind| dots.iter().filter(|dot| dot.kind == kind).count();
    let names = zip(GROUPS, &dots).map(|((name, _), dots)| {
        let open = Some(of(dots, OPEN)).filter(|open| *open > 0).map(|open| format!(", {open} open"));
        format!("{name}: {} of {} keep{}", of(dots, 0), dots.len(), open.unwrap_or_default())
    });
    let x = Axis::new("largest rate / promised rate", Scale::Log10).limited(AXIS.0, AXIS.1);
    let panel = Panel::dots(x, Axis::rows(names), &KINDS, &dots);
    let region = Region::new((f64::NEG_INFINITY, ALLOWED), (f64::NEG_INFINITY, f64::INFINITY), "kept");
    Ok(LineFigure::single(panel.region(region.named_in(Corner::BottomLeft))).plot_height(310.0).draw()?)
}

/// Which of the kinds an engine is.
fn kind(rows: &[Row], promise: &Promise) -> usize {
    let mut missed = rows.iter().filter(|row| row.engine == promise.engine && row.kept() == Some(Kept::No));
    match promise.kept {
        Kept::No if missed.any(|row| row.items > SMALL) => 2,
        Kept::No => 1,
        Kept::Yes => 0,
        Kept::Open => OPEN,
    }
}

fn of(promise: &Promise) -> String {
    format!("{} ({:.3} times)", promise.engine, promise.largest)
}

/// What one engine does to its promise.
struct Promise {
    pub engine: String,
    /// No where some filter misses it, open where none does and some interval decides nothing.
    pub kept: Kept,
    /// The largest ratio that is decided.
    pub largest: f64,
}

/// Every engine that promises a rate, the worst first.
fn promises(rows: &[Row]) -> Vec<Promise> {
    let promised = || rows.iter().filter(|row| row.promised.is_some());
    let engines = promised().map(|row| &*row.engine).unique();
    let mut promises: Vec<Promise> =
        engines.filter_map(|engine| promise(engine, promised().filter(|row| row.engine == engine).collect())).collect();
    promises.sort_by(|a, b| b.largest.total_cmp(&a.largest));
    promises
}

fn promise(engine: &str, rows: Vec<&Row>) -> Option<Promise> {
    let largest = rows.iter().filter_map(|row| row.deciding()).reduce(f64::max)?;
    let with = |kept| rows.iter().filter(|row| row.kept() == Some(kept)).count();
    let kept = match (with(Kept::No), with(Kept::Open)) {
        (0, 0) => Kept::Yes,
        (0, _) => Kept::Open,
        _ => Kept::No,
    };
    Some(Promise { engine: engine.to_owned(), kept, largest })
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
    let missing = share(&promises, |promise| promise.kept == Kept::No)?;
    let open = promises.iter().filter(|promise| promise.kept == Kept::Open).map(|promise| &promise.engine).join(", ");
    let title = Decision::title()
        .measured_as("share of the engines that miss their promise at some size", missing.value())
        .remark(format!("no miss, but intervals that decide nothing: {open}"))
        .decide(missing.value() > 0.5, promises.first().map(of).unwrap_or_default());
    let mut claims: Vec<Decision> = KEPT.iter().map(|claim| promised(claim, rows)).collect::<Result<_>>()?;
    claims.extend([few(rows)?, selectors(rows)?, laws(rows)?, misses(rows)?, title]);
    Ok(claims)
}

fn promised((id, engine, case): &(&'static str, &str, &str), rows: &[Row]) -> Result<Decision> {
    let is_of = |row: &&Row| row.engine.starts_with(engine) && row.case.starts_with(case) && row.promised.is_some();
    let of: Vec<&Row> = rows.iter().filter(is_of).collect();
    let decided: Vec<(&Row, f64)> = of.iter().filter_map(|row| Some((*row, row.deciding()?))).collect();
    let worst = largest(&decided, |(_, ratio)| *ratio)?;
    // the one quantity that differs says where it is kept: n, or else the target
    let sizes: std::collections::BTreeSet<u64> = of.iter().map(|row| row.items).collect();
    let quantity = |row: &Row| if sizes.len() > 1 { row.items as f64 } else { row.promised.unwrap_or_default() };
    let points = decided.iter().map(|(row, ratio)| (quantity(row), *ratio <= ALLOWED)).collect_vec();
    let name = if sizes.len() > 1 { "n" } else { "target" };
    let found = Range::found(name, points.iter().copied());
    // sizes that an engine rounds go up and down with n: there a run says nothing
    let range = if sizes.len() > 1 { found } else { found.or_else(|| Range::of(name, longest_run(points))) };
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

/// The points, good alone in the longest run of good values.
fn longest_run(mut points: Vec<(f64, bool)>) -> Vec<(f64, bool)> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let runs = points.chunk_by(|a, b| a.1 == b.1).filter(|run| run[0].1);
    let longest = runs.max_by_key(|run| run.len()).map(|run| run[0].0..=run[run.len() - 1].0);
    let is_in = |value: f64| longest.as_ref().is_some_and(|run| run.contains(&value));
    points.iter().map(|&(value, _)| (value, is_in(value))).collect()
}

/// Ten items at 1e-4 in what takes a rate.
fn few(rows: &[Row]) -> Result<Decision> {
    let is_of = |row: &&Row| row.items == FEW && row.promised == Some(STRICT);
    let decided = rows.iter().filter(is_of).filter(|row| row.kept() != Some(Kept::Open));
    let kept = share(decided.clone(), |row| row.kept() == Some(Kept::Yes))?;
    let with = |wanted| decided.clone().filter(move |row| row.kept() == Some(wanted)).map(|row| &row.engine);
    let (keeping, missing) = (with(Kept::Yes).join(", "), with(Kept::No).join(", "));
    let found = format!("{} of {} miss it: {missing}; kept by {keeping}", with(Kept::No).count(), kept.of);
    let decision = Decision::new("E11").threshold(format!("keep: at most {ALLOWED} of the target"));
    let decision = decision.tested_on(decided.clone())?;
    Ok(decision.remark(found).in_share(kept, 1.0, |row| row.place()))
}

/// By how much rounding may lift a ratio above one.
const ROUNDING: f64 = 1e-9;

/// The documentation of selectors calls its formula exact, so that the rate is never above it.
fn selectors(rows: &[Row]) -> Result<Decision> {
    let of = rows.iter().filter(|row| row.engine == "selectors");
    let ratio = largest(of.clone(), |row| row.exact_ratio().unwrap_or_default())?;
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
    let filled = || rows.iter().filter(|row| row.items > 0);
    let range = Range::found("n", filled().map(|row| (row.items as f64, row.missed == 0)));
    let losing = || rows.iter().filter(|row| row.missed > 0);
    let engines = || filled().map(|row| &row.engine).unique();
    let lossless = engines().filter(|engine| losing().all(|row| row.engine != **engine)).count();
    let mut lost = losing().map(|row| {
        let present = row.units * row.items;
        format!("{} {}, n = {}, misses {} of {present}", row.engine, row.version, row.items, row.missed)
    });
    let lost = format!("{lossless} of {} engines miss none; {}", engines().count(), lost.join("; "));
    let number = rows.iter().map(|row| row.missed).sum::<u64>() as f64;
    let decision = Decision::new("E14").measured(number).tested_on(filled())?;
    Ok(decision.remark(lost).decide_within(range, format!("{number} present keys are missed")))
}
