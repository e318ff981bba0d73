//! The smallest number of bits against the rate, both logarithmic, and A against k.

mod claims;

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
pub(crate) use claims::claims;

use super::Row;
use crate::looks;
use crate::variant::{Bits, LARGE, Name, Variant};

/// Hash functions of a rate of about a millionth.
const MILLIONTH: u64 = 20;
/// The k between which the words give bounds of A.
const HASHES: std::ops::RangeInclusive<u64> = 5..=13;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (noted, bits) = at_a_millionth(rows, Variant { scheme: Name::Double, bits: Bits::PowerOfTwo })?;
    let usual = || any_step(rows).filter(|row| HASHES.contains(&row.hashes));
    Ok(Facts::new()
        .percent("cost", noted.constant / bits / noted.rate, 2)
        .number("millions", bits / 1e6, 3)
        .number("least", smallest(usual(), |row| row.constant)?.value, 2)
        .number("most", largest(usual(), |row| row.constant)?.value, 2)
        .count("least_hashes", *HASHES.start())
        .count("most_hashes", *HASHES.end())
        .count("large", LARGE))
}

/// The row of a variant at a rate of about a millionth, with its size.
fn at_a_millionth(rows: &[Row], variant: Variant) -> Result<(&Row, f64)> {
    let found = rows.iter().find(|row| row.variant() == variant && row.hashes == MILLIONTH);
    found.and_then(|row| Some((row, row.size?))).ok_or_else(|| format!("no size of {}", variant.name()).into())
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
        let name = match (variant.scheme, variant.bits) {
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
    Variant { scheme: Name::Double, bits: Bits::PowerOfTwo },
    Variant { scheme: Name::Double, bits: Bits::Prime },
    Variant { scheme: Name::DoubleOdd, bits: Bits::PowerOfTwo },
    Variant { scheme: Name::DoubleNonzero, bits: Bits::Prime },
    Variant { scheme: Name::Enhanced, bits: Bits::Prime },
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
