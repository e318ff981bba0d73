//! The smallest number of bits against the rate, both logarithmic, and A against k; whether A/(mp) determines it, between which
//! bounds A lies, and which scheme has the least.

use super::*;
use crate::looks;
use crate::variant::{Bits, LARGE, Name, Variant};

/// Hash functions of a rate of about a millionth.
const MILLIONTH: u64 = 20;
/// The k between which the words give bounds of A.
const HASHES: std::ops::RangeInclusive<u64> = 5..=13;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (noted, bits) = at_a_millionth(rows, DRAWN[0])?;
    let millions = |variant| Ok::<_, AnyError>(at_a_millionth(rows, variant)?.1 / 1e6);
    let enhanced = rows.iter().filter(|row| row.scheme == Name::Enhanced && row.hashes >= *HASHES.start());
    let usual = || any_step(rows).filter(|row| HASHES.contains(&row.hashes));
    Ok(Facts::new()
        .percent("cost", noted.constant / bits / noted.rate, 2)
        .number("millions", bits / 1e6, 4)
        .number("prime", millions((Name::Double, Bits::Prime))?, 3)
        .number("odd", millions((Name::DoubleOdd, Bits::PowerOfTwo))?, 3)
        .number("nonzero", millions((Name::DoubleNonzero, Bits::Prime))?, 3)
        .number("enhanced", millions((Name::Enhanced, Bits::Prime))?, 2)
        .number("least", smallest(usual(), |row| row.constant)?.value, 2)
        .number("most", largest(usual(), |row| row.constant)?.value, 2)
        .count("noted_hashes", MILLIONTH)
        .number("enhanced_most", largest(enhanced, |row| row.constant)?.value, 2)
        .count("least_hashes", *HASHES.start())
        .count("most_hashes", *HASHES.end())
        .count("large", LARGE))
}

/// The row of a variant at a rate of about a millionth, with its size.
fn at_a_millionth(rows: &[Row], variant: Variant) -> Result<(&Row, f64)> {
    let found = rows.iter().find(|row| row.variant() == variant && row.hashes == MILLIONTH);
    found.and_then(|row| Some((row, row.size?))).ok_or_else(|| format!("no size of {variant:?}").into())
}

/// The rows of double hashing with any step.
fn any_step(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.scheme == Name::Double)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([sizes(rows)?, constants(rows)?]).plot_height(340.0).draw()?)
}

/// One line for each of some variants.
fn lines(rows: &[Row], variants: &[Variant], point: impl Fn(&Row) -> Option<Point>) -> Vec<Series> {
    let of = |variant: &Variant| {
        let points = rows.iter().filter(|row| row.variant() == *variant && row.times == 1).filter_map(&point);
        let name = match *variant {
            (Name::Double, Bits::PowerOfTwo) => "any step, 2^{*s*}",
            (Name::Double, Bits::Prime) => "any step, prime",
            (scheme, _) => looks::name(scheme),
        };
        Series::new(name, Mark::Line, points).look(looks::of(*variant))
    };
    variants.iter().map(of).collect()
}

/// The variants that are drawn, from the most expensive.
const DRAWN: [Variant; 5] = [
    (Name::Double, Bits::PowerOfTwo),
    (Name::Double, Bits::Prime),
    (Name::DoubleOdd, Bits::PowerOfTwo),
    (Name::DoubleNonzero, Bits::Prime),
    (Name::Enhanced, Bits::Prime),
];

fn sizes(rows: &[Row]) -> Result<Panel> {
    // from lax to strict rates, as the bits grow
    let point = |row: &Row| Some(Point::new(1.0 / row.rate, row.size?));
    let rates = (1..=7).map(|i| (10_f64.powi(i), if i == 1 { "0.1".to_owned() } else { power(10, -i) }));
    let (noted, bits) = at_a_millionth(rows, DRAWN[0])?;
    let text = facts(rows)?.fill("{millions} million bits")?;
    Ok(Panel::new(
        Axis::new("false-positive rate 2^{−*k*}", Scale::Log10).ticked(rates),
        Axis::new("bits *m* from which a scheme costs less than 1 %", Scale::Log10),
        lines(rows, &DRAWN, point),
    )
    .titled("(a) The lower the rate, the larger the filter")
    .labelled()
    .note(Note::arrow((1.0 / noted.rate, bits), (-30.0, -26.0), text)))
}

fn constants(rows: &[Row]) -> Result<Panel> {
    let point = |row: &Row| Some(Point::new(row.hashes as f64, row.constant));
    let y = Axis::new("*A*, cost in false positives times *m*", Scale::Linear).including(0.0).including(1.5);
    let highest = largest(any_step(rows), |row| row.constant)?.row.hashes;
    Ok(Panel::new(Axis::new("hash functions *k*", Scale::Linear), y, lines(rows, &DRAWN, point))
        .titled(format!("(b) With any step *A* is largest at *k* = {highest}"))
        .labelled())
}

/// As the law says: within this share.
const NEAR: f64 = 0.03;
/// The bounds of A that are asked about.
const BOUNDS: (f64, f64) = (0.58, 1.41);

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![title(rows)?, law(rows)?, bounds(rows)?, triple(rows)?])
}

/// The rate of a millionth: a power of ½ near it.
const A_MILLIONTH: std::ops::Range<f64> = 0.9e-6..1e-6;
/// What is a cost. By the law, which falls with m, it is as much or more in smaller filters.
const A_COST: f64 = 0.01;

fn title(rows: &[Row]) -> Result<Decision> {
    let (noted, bits) = at_a_millionth(rows, DRAWN[0])?;
    let cost = noted.constant / bits / noted.rate;
    Ok(Decision::title()
        .measured_as("bits up to which double hashing costs 1 % or more, rate 2^-20, m = 2^s", bits)
        .decide(
            A_MILLIONTH.contains(&noted.rate) && (cost / A_COST - 1.0).abs() < 1e-9,
            format!("it costs {cost:.4} there, of a rate of {:.2e}", noted.rate),
        ))
}

fn law(rows: &[Row]) -> Result<Decision> {
    let checked = || rows.iter().filter(|row| row.excess.is_some());
    let far = checked().filter_map(|row| Some((row, (row.law? / row.excess? - 1.0).abs())));
    let most = largest(far, |(_, far)| *far)?;
    let excess = largest(checked().filter_map(|row| row.excess), |excess| *excess)?.value;
    let limit = A_COST * (1.0 + NEAR);
    Ok(Decision::new("M09")
        .measured(most.value)
        .threshold(format!("within {NEAR} of the exact excess, which is at most {limit}"))
        .tested_on(checked())?
        .decide(most.value < NEAR && excess <= limit, format!("it costs {excess:.4}, or is further off"))
        .remark(format!("the largest exact cost is {:.4} %", 100.0 * excess)))
}

fn bounds(rows: &[Row]) -> Result<Decision> {
    let within = || any_step(rows).filter(|row| HASHES.contains(&row.hashes));
    let (least, most) = (smallest(within(), |row| row.constant)?, largest(within(), |row| row.constant)?);
    Ok(Decision::new("M07")
        .measured(most.value)
        .tested_on(within())?
        .decide(least.value >= BOUNDS.0 && most.value <= BOUNDS.1, "it leaves them"))
}

/// Where triple hashing costs less than enhanced double hashing, m prime.
fn triple(rows: &[Row]) -> Result<Decision> {
    let of = |scheme| rows.iter().filter(move |row| row.variant() == (scheme, Bits::Prime));
    let enhanced = |row: &Row| of(Name::Enhanced).find(|other| other.hashes == row.hashes);
    let ratios = of(Name::Triple).filter_map(|row| Some((row.hashes, row.constant / enhanced(row)?.constant)));
    let ratios = ratios.collect_vec();
    let costs_more = ratios.iter().filter(|(_, ratio)| *ratio >= 1.0).map(|(hashes, _)| hashes).join(", ");
    let better = Range::of("k", ratios.iter().map(|(hashes, ratio)| (*hashes as f64, *ratio < 1.0)));
    Ok(Decision::new("M08")
        .measured(largest(&ratios, |(_, ratio)| *ratio)?.value)
        .tested_on(of(Name::Triple))?
        .decide_within(better, format!("it costs more at k = {costs_more}")))
}
