//! Operations of one pass over those of the papers' route, against M, and what they decide of the papers' orders.

use super::*;
use std::fmt::{self, Display, Formatter};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (sweep, published) = (in_the_middle(rows, SWEEP)?, in_the_middle(rows, PUBLISHED)?);
    Ok(Facts::new()
        .count("from", FROM)
        .count("most_hashes", rows.iter().map(|row| row.hashes).max().unwrap_or(0))
        .count("shown", sweep.hashes)
        .text("tried", tried(rows))
        .count("most_bits", sweep.bits)
        .count("values", sweep.most_held)
        .count("held", published.most_held)
        .count("operations", sweep.operations)
        .count("published", published.operations))
}

/// The numbers of hash functions, in words.
fn tried(rows: &[Row]) -> String {
    let tried = rows.iter().map(|row| row.hashes.to_string()).unique().collect_vec();
    match &*tried {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => tried.join(""),
    }
}

/// A route at the largest M and the k of the panels against M, with replacement.
fn in_the_middle<'a>(rows: &'a [Row], route: &str) -> Result<&'a Row> {
    let bits = rows.iter().map(|row| row.bits).max();
    let half = rows.iter().map(|row| row.hashes).max().map(|hashes| hashes / 2);
    let mut of = drawn(rows, route, Sampling::WithReplacement).into_iter();
    Ok(of.find(|row| Some(row.bits) == bits && Some(row.hashes) == half).ok_or("no such route")?)
}

/// The operations of a route over those of another.
fn relative((one, other): (&Row, &Row)) -> f64 {
    one.operations as f64 / other.operations as f64
}

/// The operations of one pass for all thresholds up to M/2 over those of the papers' route for M/2, against M, for each k.
fn ratios(rows: &[Row]) -> Vec<Series> {
    let of = |route| drawn(rows, route, Sampling::WithReplacement);
    let hashes = of(SWEEP).iter().map(|row| row.hashes).sorted().dedup().collect_vec();
    let line = |(i, &k): (usize, &u64)| {
        let pairs = zip(of(SWEEP), of(PUBLISHED)).filter(|(row, _)| row.hashes == k);
        let points = pairs.map(|pair| Point::new(pair.0.bits as f64, relative(pair)));
        let points = points.sorted_by(|a, b| a.x.total_cmp(&b.x));
        Series::new(format!("*k* = {k}"), Mark::Joined, points).look(Look::step(i, hashes.len()))
    };
    hashes.iter().enumerate().map(line).collect()
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let ratio = Axis::new("operations: one pass / the papers’ route", Scale::Linear).limited(0.65, 1.05);
    let panel = Panel::new(Axis::new("memory *M* (bits)", Scale::Log2), ratio, ratios(rows))
        .region(Region::above(1.0, "the papers’ route for *M*/2 is cheaper").named_in(Corner::TopRight))
        .reference(Reference::horizontal(1.0, ""))
        .reference(Reference::vertical(FROM as f64, facts(rows)?.fill("{from} bits")?).named_at(0.0))
        .labelled();
    Ok(LineFigure::single(panel).plot_height(250.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![
        transitions(rows)?,
        memory(rows)?,
        retaining(rows)?,
        average(rows)?,
        title(rows)?,
        order("R54", &of(rows, STATIONARY), "O(kM)", 1)?,
        together(rows)?,
    ])
}

fn of<'a>(rows: &'a [Row], route: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| row.route == route).collect()
}

fn drawn<'a>(rows: &'a [Row], route: &str, positions: Sampling) -> Vec<&'a Row> {
    of(rows, route).into_iter().filter(|row| row.positions == positions_name(positions)).collect()
}

/// The fewest bits of the title.
const FROM: u64 = 128;

/// Whether the one pass takes fewer operations than the papers' route.
fn title(rows: &[Row]) -> Result<Decision> {
    let from = |route| of(rows, route).into_iter().filter(|row| row.bits >= FROM).collect_vec();
    let (sweep, published) = (from(SWEEP), from(PUBLISHED));
    // routes of a filter stand in the same order
    let most = largest(zip(sweep.iter().copied(), published.iter().copied()), |pair| relative(*pair))?.value;
    Ok(Decision::title()
        .measured_as("largest number of operations of the one pass over those of the papers' route", most)
        .tested_on(sweep.iter().chain(&published))?
        .decide(most < 1.0 && sweep.len() == published.len(), format!("it takes {most:.2} times as many")))
}

fn transitions(rows: &[Row]) -> Result<Decision> {
    let recursion = of(rows, TRANSITIONS);
    let growth = Exponents::of(&recursion)?;
    // the outer loop passes k levels, and each costs what the paper says one does
    let printed = |row: &Row| (row.sigma + row.hashes) as f64 * libm::pow(row.hashes as f64, 2.0);
    // an evaluation of eq. 4 or 11 away from the edge of the band has one addition
    let (low, high) = extent(recursion.iter().map(|row| row.additions as f64 / printed(row)))?;
    let all = largest(&recursion, |row| row.operations as f64 / printed(row))?.value;
    Ok(Decision::new("R26")
        .measured(high)
        .threshold(format!(
            "a computation: one evaluation of eq. 4 or 11, counted by its one addition; O(Mk²): exponents of all operations at the last doublings at most 1 and 2, within {ENDS}"
        ))
        .tested_on(&recursion)?
        .decide(
            high <= 1.0 && growth.at_most(1, 2),
            format!("a level takes up to {high:.2} times (σ + k)k additions; exponents {growth}"),
        )
        .remark(format!(
            "a level takes {low:.2} to {high:.2} times (σ + k)k additions on average, up to {all:.2} times with products and quotients, \
             and all k of them O(Mk²): exponents at the last doublings {growth}"
        )))
}

fn memory(rows: &[Row]) -> Result<Decision> {
    let (table, sweep) = (of(rows, TRANSITIONS), of(rows, SWEEP));
    let over = |row: &&&Row| row.most_held as f64 / (row.sigma * (row.hashes + 1)) as f64;
    let (high, leanest) = (largest(&table, over)?.value, largest(&sweep, over)?.value);
    let corrected = |row: &&Row| (row.sigma + 1) * (row.hashes + 1) + TEMPORARIES;
    let most = table.iter().max_by_key(|row| row.most_held.saturating_sub(corrected(row))).ok_or("no transitions")?;
    Ok(Decision::new("R27")
        .measured(high)
        .tested_on(&table)?
        .decide_corrected(
            high <= 1.0,
            most.most_held <= corrected(most),
            format!(
                "(σ + 1)(k + 1) values, a row for each of the states 0 … σ, and {TEMPORARIES} in hand; σ(k + 1) is exceeded by up to {:.1} %",
                100.0 * (high - 1.0)
            ),
            format!("{} values are held at M = {}, k = {}, σ = {}", most.most_held, most.bits, most.hashes, most.sigma),
        )
        .remark(format!("where each row is used as it comes, and the table is never whole, {leanest:.3} of σ(k + 1) are enough")))
}

/// Whether some routes take O(k^degree M) operations.
fn order(id: &'static str, rows: &[&Row], what: &str, degree: u32) -> Result<Decision> {
    let growth = Exponents::of(rows)?;
    let bounds = if degree == 1 { "at most 1" } else { "at most 2 and 1" };
    Ok(Decision::new(id)
        .measured(growth.hashes)
        .threshold(format!("{what}: exponents at the last doublings {bounds}, within {ENDS}"))
        .tested_on(rows)?
        .decide(growth.at_most(1, degree), format!("exponents {growth}")))
}

fn retaining(rows: &[Row]) -> Result<Decision> {
    let (solve, sweep) = (of(rows, SOLVE), of(rows, SWEEP));
    let growth = Exponents::of(&solve)?;
    // routes of a filter stand in the same order
    let (low, high) = extent(zip(solve.iter().copied(), sweep).map(relative))?;
    Ok(order("R28", &solve, "O(k²M)", 2)?.remark(format!(
        "exponents {growth}; the linear system takes {low:.1} to {high:.1} times the operations of the one pass that \
         does without"
    )))
}

fn average(rows: &[Row]) -> Result<Decision> {
    let with = drawn(rows, POWERS, Sampling::WithReplacement);
    let without = drawn(rows, RECURRENCE, Sampling::WithoutReplacement);
    let (powers, recurrence) = (Exponents::of(&with)?, Exponents::of(&without)?);
    let diagonal = Exponents::of(&of(rows, DIAGONAL))?;
    let found = format!("exponents {powers} with and {recurrence} without replacement");
    Ok(Decision::new("R29")
        .measured(powers.hashes)
        .threshold(format!("O(kM), O(M): exponents at the last doublings at most 1, and 0 for k, within {ENDS}"))
        .tested_on(with.iter().chain(&without))?
        .decide(powers.at_most(1, 1) && recurrence.at_most(1, 0), found.clone())
        .remark(format!("{found}; as ρ(i) = τ(i, i), O(M) does for both ({diagonal})")))
}

/// R55: transitions, π, the rate and the messages per cycle.
fn together(rows: &[Row]) -> Result<Decision> {
    let all: Vec<&Row> = [PUBLISHED, SOLVE].iter().flat_map(|route| of(rows, route)).collect();
    let (plain, retaining) = (Exponents::of(&of(rows, PUBLISHED))?, Exponents::of(&of(rows, SOLVE))?);
    let found = format!("exponents {plain} non-retaining and {retaining} retaining");
    Ok(Decision::new("R55")
        .measured(plain.hashes.max(retaining.hashes))
        .threshold(format!("O(k²M): exponents at the last doublings at most 2 and 1, within {ENDS}"))
        .tested_on(all)?
        .decide(plain.at_most(1, 2) && retaining.at_most(1, 2), found.clone())
        .remark(found))
}

/// Values that the recursion has in hand besides the table.
const TEMPORARIES: u64 = 4;

/// What the ends of the band add to the exponents of a polynomial.
const ENDS: f64 = 0.02;

/// How operations grow at the last doublings: the largest exponents of M and of k.
struct Exponents {
    bits: f64,
    hashes: f64,
}

impl Exponents {
    fn of(rows: &[&Row]) -> Result<Self> {
        let last = |value: fn(&Row) -> u64| rows.iter().map(|row| value(row)).max().unwrap_or(0);
        let (most_bits, most_hashes) = (last(|row| row.bits), last(|row| row.hashes));
        // from a row to the one with other bits and hashes
        let exponent = |row: &Row, bits: u64, hashes: u64| {
            let is_doubled =
                |other: &&&Row| (other.bits, other.hashes, &other.positions) == (bits, hashes, &row.positions);
            let doubled = rows.iter().find(is_doubled)?;
            Some(libm::log2(doubled.operations as f64 / row.operations as f64))
        };
        let by_bits = rows.iter().filter(|row| 2 * row.bits == most_bits);
        let by_hashes = rows.iter().filter(|row| 2 * row.hashes == most_hashes);
        Ok(Self {
            bits: largest(by_bits.filter_map(|row| exponent(row, most_bits, row.hashes)), |found| *found)?.value,
            hashes: largest(by_hashes.filter_map(|row| exponent(row, row.bits, most_hashes)), |found| *found)?.value,
        })
    }

    /// Within what the ends of the band add to a polynomial of these degrees.
    fn at_most(&self, bits: u32, hashes: u32) -> bool {
        self.bits <= f64::from(bits) + ENDS && self.hashes <= f64::from(hashes) + ENDS
    }
}

impl Display for Exponents {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // no minus sign before a rounded 0
        let rounded = |x: f64| libm::round(100.0 * x) / 100.0 + 0.0;
        write!(f, "{:.2} in M, {:.2} in k", rounded(self.bits), rounded(self.hashes))
    }
}
