//! The excess against m, with the first-order law as thin lines and simulated filters at small m.
//! Whether two hashes cost nothing in the limit, and before it.

use super::*;
use crate::looks;
use crate::variant::{Bits, Name};

/// What a reader may think little of.
const ONE_PER_CENT: f64 = 0.01;

/// The log2 m of the sizes that the title names.
const SOME: u64 = 10;
const MANY: u64 = 14;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (some, many) = (at(rows, SOME)?, at(rows, MANY)?);
    let most_bits = |found: &mut dyn Iterator<Item = &Row>| found.map(|row| row.bits).max().ok_or("no rows");
    let mut simulated = rows.iter().filter(|row| row.simulated.is_some() && row.kind == Bits::PowerOfTwo);
    Ok(Facts::new()
        .percent("some", excess(some), 2)
        .count("some_bits", some.bits)
        .percent("little", excess(many), 2)
        .count("many_bits", many.bits)
        .percent("enhanced", over_double(rows, Name::Enhanced)?.1, 2)
        .number("slices", over_double(rows, Name::KmPartition)?.0, 2)
        .count("enhanced_bits", most_bits(&mut of(rows, Name::Enhanced, Bits::PowerOfTwo))?)
        .count("triple_bits", most_bits(&mut of(rows, Name::Triple, Bits::Prime))?)
        .count("simulated_bits", most_bits(&mut simulated)?))
}

/// Double hashing with any step in 2^log2 bits.
fn at(rows: &[Row], log2_bits: u64) -> Result<&Row> {
    let found = of(rows, Name::Double, Bits::PowerOfTwo).find(|row| row.log2_bits == log2_bits);
    found.ok_or_else(|| format!("no filter of 2^{log2_bits} bits").into())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let note = |row: &Row, text| {
        Ok::<_, AnyError>(Note::arrow((row.bits as f64, excess(row)), (24.0, -26.0), facts.fill(text)?))
    };
    let powers = panel(rows, Bits::PowerOfTwo, "(a) *m* a power of two")
        .note(note(at(rows, SOME)?, "{some} at {some_bits} bits")?)
        .note(note(at(rows, MANY)?, "{little} at {many_bits}")?)
        .note(Note::text((60.0, 1e-5), (6.0, 0.0), "dotted: first order,\n*A*/(*mp*)"));
    let figure =
        LineFigure::new([powers, panel(rows, Bits::Prime, "(b) *m* prime: from about 100 bits on less")]).sharing_y();
    Ok(figure.plot_height(330.0).draw()?)
}

/// The schemes that are drawn; the table has all.
const DRAWN: [Name; 4] = [Name::Double, Name::DoubleNonzero, Name::DoubleOdd, Name::Enhanced];

fn panel(rows: &[Row], kind: Bits, title: &str) -> Panel {
    let is_drawn = |row: &Row| row.kind == kind && DRAWN.contains(&row.scheme);
    let drawn = rows.chunk_by(|a, b| a.variant() == b.variant()).filter(|rows| is_drawn(&rows[0]));
    let series = drawn.flat_map(|rows| {
        let look = looks::of(rows[0].variant()).dashed(Dash::Solid);
        let x = |row: &Row| row.bits as f64;
        let law = Look::new(look.colour()).dashed(Dash::Dotted);
        let simulated = rows.iter().filter_map(|row| {
            let excess = row.simulated?.above(row.independent);
            (excess.lower > 0.0).then(|| excess.at(x(row)))
        });
        let exact = rows.iter().filter_map(|row| Some(Point::new(x(row), row.excess?)));
        let first_order = rows.iter().map(|row| Point::new(x(row), row.law));
        let first_order = Series::new(looks::name(rows[0].scheme), Mark::Line, first_order).look(law);
        [first_order].into_iter().chain(Series::model("", look, exact, simulated))
    });
    let ticks = [(1.0, "100 %"), (0.1, "10 %"), (0.01, "1 %"), (1e-3, "0.1 %"), (1e-4, "0.01 %"), (1e-5, "0.001 %")];
    Panel::new(
        Axis::new("bits *m*", Scale::Log10),
        Axis::new("excess of the false-positive rate", Scale::Log10).ticked(ticks),
        series,
    )
    .titled(title)
    .labelled()
    .reference(Reference::horizontal(ONE_PER_CENT, ""))
}

/// In the limit: the product of m and the excess has settled to this share.
const SETTLED: f64 = 0.01;
/// The law is near: within this share of the excess.
const NEAR: f64 = 0.25;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (some, many) = (excess(at(rows, SOME)?), excess(at(rows, MANY)?));
    let title = Decision::title().measured_as("excess over independent positions at 1024 bits", some);
    let title = title.decide(many > 0.0 && some > many, format!("{many:.4} in the larger filter"));
    let simulated = || rows.iter().filter(|row| row.simulated.is_some());
    let exact = simulated().filter_map(|row| Some((row.rate?, row.simulated)));
    Ok(vec![
        title,
        limit(rows)?,
        before_the_limit(rows)?,
        beside(rows, "M03", Name::Enhanced, true)?,
        beside(rows, "M04", Name::KmPartition, false)?,
        Decision::new("M05").tested_on(simulated())?.in_intervals(contained(exact, |pair| *pair)?),
        law(rows)?,
    ])
}

fn of(rows: &[Row], scheme: Name, kind: Bits) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.variant() == (scheme, kind) && row.excess.is_some())
}

/// The excess of a row that has one.
fn excess(row: &Row) -> f64 {
    row.excess.unwrap_or(f64::NAN)
}

/// The excess falls like 1/m: m times it no longer changes.
fn limit(rows: &[Row]) -> Result<Decision> {
    let double: Vec<&Row> = of(rows, Name::Double, Bits::PowerOfTwo).collect();
    let [.., before, last] = double.as_slice() else { return Err("two sizes are needed".into()) };
    let scaled = |row: &Row| excess(row) * row.bits as f64;
    let change = (scaled(last) / scaled(before) - 1.0).abs();
    Ok(Decision::new("M01")
        .measured(excess(last))
        .threshold(format!("in the limit: m times the excess changes by less than {SETTLED} at the last doubling of m"))
        .tested_on(double.iter())?
        .decide(change < SETTLED && excess(last) > 0.0, format!("it changes by {change:.2}")))
}

fn before_the_limit(rows: &[Row]) -> Result<Decision> {
    let double = || of(rows, Name::Double, Bits::PowerOfTwo);
    let points = double().map(|row| (row.bits as f64, excess(row) < ONE_PER_CENT));
    Ok(Decision::new("M02")
        .measured(largest(double(), |row| excess(row))?.value)
        .threshold(format!("the same: less than {ONE_PER_CENT} more"))
        .tested_on(double())?
        .decide_within(Range::found("bits", points), "never so"))
}

/// The rows of a scheme, each with double hashing at the same step of the grid and the same kind of m.
fn beside_double(rows: &[Row], scheme: Name) -> Vec<(&Row, &Row)> {
    let of_scheme = rows.iter().filter(|row| row.scheme == scheme && row.excess.is_some());
    let double = |row: &Row| of(rows, Name::Double, row.kind).find(|double| double.log2_bits == row.log2_bits);
    of_scheme.filter_map(|row| Some((row, double(row)?))).collect()
}

/// The least and the largest ratio of a scheme's excess to that of double hashing.
fn over_double(rows: &[Row], scheme: Name) -> Result<(f64, f64)> {
    let pairs = beside_double(rows, scheme);
    let ratio = |(row, double): &&(&Row, &Row)| excess(row) / excess(double);
    Ok((smallest(&pairs, ratio)?.value, largest(&pairs, ratio)?.value))
}

/// Whether a scheme costs less than double hashing at every size, or more.
fn beside(rows: &[Row], id: &'static str, scheme: Name, is_less: bool) -> Result<Decision> {
    let (least, most) = over_double(rows, scheme)?;
    let (value, holds) = if is_less { (most, most < 1.0) } else { (least, least > 1.0) };
    let tested = beside_double(rows, scheme).into_iter().map(|(row, _)| row);
    Ok(Decision::new(id).measured(value).tested_on(tested)?.decide(holds, "at one of the sizes it does not"))
}

fn law(rows: &[Row]) -> Result<Decision> {
    let walks = || rows.iter().filter(|row| row.excess.is_some() && !row.scheme.has_slices());
    let far = |row: &Row| (row.law / excess(row) - 1.0).abs();
    Ok(Decision::new("M06")
        .measured(largest(walks(), |row| far(row))?.value)
        .threshold(format!("near: within {NEAR} of the excess"))
        .tested_on(walks())?
        .decide_within(Range::found("bits", walks().map(|row| (row.bits as f64, far(row) < NEAR))), "never so"))
}
