//! The work of the computations: operations counted and values held, against M and k.

use bloomlab_numbers::{Arithmetic, Sampling, Shape};
use bloomlab_recycling::{
    Retaining, SigmaBounded, false_positive_probability, one_phase, published_one_phase, published_recursion,
    published_retaining_by_linear_solve, stationary, transitions,
};
use bloomlab_tables::{Result, Run, ensure};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::enumerated::positions_name;
use crate::metered::{Metered, Metering, Operations, metered};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    log2_hashes_to: u32,
    /// σ/M.
    fill: f64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    positions: &'static str,
    route: &'static str,
    bits: u64,
    hashes: u64,
    sigma: u64,
    additions: u64,
    /// Additions, multiplications and divisions.
    operations: u64,
    log2_operations: f64,
    most_held: u64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let most_hashes = 1_u64 << p.log2_hashes_to.min(20);
    let least_sigma = (p.fill * f64::from(1_u32 << p.log2_bits_from.min(20))) as u64;
    let (fill, log2, hashes) = (p.fill, p.log2_bits_to, p.log2_hashes_to);
    let given = format!("fill = {fill}, log2_bits_to = {log2}, log2_hashes_to = {hashes}");
    let is_within = fill > 0.0 && fill < 1.0 && log2 <= 16 && most_hashes <= least_sigma;
    ensure!(is_within, "{given}: needs 0 < fill < 1, at most 2^16 bits, k ≤ σ");
    let positions = [Sampling::WithReplacement, Sampling::WithoutReplacement];
    let points = iproduct!(positions, p.log2_bits_from..=p.log2_bits_to, 0..=p.log2_hashes_to);
    run.flat_rows(points, |(positions, log2_bits, log2_hashes)| {
        let (bits, hashes) = (1 << log2_bits, 1 << log2_hashes);
        let filter = SigmaBounded::new(Shape::new(bits, hashes, positions)?, (p.fill * bits as f64) as u64)?;
        Ok(counts(filter)?.into_iter().map(move |(route, count)| row(filter, route, count)))
    })
}

fn row(filter: SigmaBounded, route: &'static str, count: Operations) -> Row {
    let shape = filter.shape();
    let operations = count.additions + count.multiplications + count.divisions;
    Row {
        positions: positions_name(shape.sampling()),
        route,
        bits: shape.bits(),
        hashes: shape.hashes(),
        sigma: filter.sigma(),
        additions: count.additions,
        operations,
        log2_operations: libm::log2(operations as f64),
        most_held: count.most_held,
    }
}

/// The operations of each route for a filter.
fn counts(filter: SigmaBounded) -> Result<Vec<(&'static str, Operations)>> {
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let retaining = Retaining::new(filter)?;
    let band = |a: &Metering| (0..=sigma).map(|set| published_recursion(a, shape, set)).collect_vec();
    // what eq. 18 is given
    let law = stationary(&Metering, filter);
    let given = (0..=sigma).map(|set| transitions(&Metering, shape, set)).collect_vec();
    let diagonal = given.iter().map(|row| row[0].clone()).collect_vec();
    let by_powers = |a: &Metering| {
        let rho = (0..).map(|set| false_positive_probability(a, shape, set));
        a.sum(law.iter().zip(rho).map(|(p, rho)| rho * p))
    };
    let mut counts = vec![
        ("transitions, eq. 4 or 11", metered(band)),
        ("f_σ¹ by the papers' route", metered(|a| published_one_phase(a, filter))),
        ("retaining, linear solve", metered(|a| published_retaining_by_linear_solve(a, retaining))),
        ("f_σ¹ in one pass, every σ", metered(|a| one_phase(a, filter))),
        ("π of the non-retaining filter, from the transitions", metered(|a| forward(a, &given, sigma as usize))),
        ("eq. 18, each ρ by itself", metered(by_powers)),
        ("eq. 18, ρ(i) = τ(i, i)", metered(|a| a.dot(&law, &diagonal))),
    ];
    if shape.sampling() == Sampling::WithoutReplacement {
        counts.push(("eq. 18, ρ by the recurrence", metered(|a| by_recurrence(a, filter, &law))));
    }
    Ok(counts)
}

/// π_i as a sum over the k states before it, up to a factor, and then divided by their sum.
fn forward(a: &Metering, band: &[Vec<Metered>], sigma: usize) -> Vec<Metered> {
    let mut guess = vec![a.one()];
    for i in 1..=sigma {
        let before = (1..=i).map_while(|d| Some(guess[i - d].clone() * band[i - d].get(d)?));
        let inflow = a.sum(before);
        guess.push(inflow / (a.one() - &band[i][0]));
    }
    let total = a.sum(&guess);
    guess.into_iter().map(|weight| weight / &total).collect()
}

/// Eq. 18 with C(i, k)/C(k, k) upwards, divided by C(M, k)/C(k, k) = C(M, k) at the end.
fn by_recurrence(a: &Metering, filter: SigmaBounded, law: &[Metered]) -> Metered {
    let (bits, k) = (filter.shape().bits(), filter.shape().hashes());
    let (mut sum, mut ways) = (a.zero(), a.one());
    for (set, p) in (k..).zip(&law[k as usize..]) {
        sum = sum + p.clone() * &ways;
        ways = ways * a.integer(set + 1) / a.integer(set + 1 - k);
    }
    let all = (k..bits).fold(a.one(), |all, set| all * a.integer(set + 1) / a.integer(set + 1 - k));
    sum / all
}
