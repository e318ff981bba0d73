//! Whether A/(mp) determines from which size on a scheme costs less, between which bounds A lies, and which scheme has the least.

use bloomlab_workbench::figure::*;

use super::{DRAWN, HASHES, any_step, at_a_millionth};
use crate::safe_size::Row;
use crate::variant::{Bits, Name};

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
    let enhanced = |row: &Row| {
        let is_same = |other: &&Row| other.kind == Bits::Prime && other.hashes == row.hashes;
        rows.iter().filter(|other| other.scheme == Name::Enhanced).find(is_same)
    };
    let triple = rows.iter().filter(|row| row.scheme == Name::Triple);
    let pairs: Vec<(&Row, &Row)> = triple.filter_map(|row| Some((row, enhanced(row)?))).collect();
    let most = largest(&pairs, |(triple, enhanced)| triple.constant / enhanced.constant)?;
    let better = |(triple, enhanced): &(&Row, &Row)| (triple.hashes as f64, triple.constant < enhanced.constant);
    let costs_more: Vec<String> =
        pairs.iter().filter(|pair| !better(pair).1).map(|(triple, _)| triple.hashes.to_string()).collect();
    Ok(Decision::new("M08").measured(most.value).tested_on(pairs.iter().map(|(triple, _)| triple))?.decide_within(
        Range::of("k", pairs.iter().map(better)),
        format!("it costs more at k = {}", costs_more.join(", ")),
    ))
}
