//! Whether the published formulas match the simulation, and which loads the paper reaches.

use bloomlab_workbench::figure::*;

use super::{FAR, Quantity, Row};
use crate::comparison::{in_64ths, misses_allowed, sixty_fourths};

/// A relative difference at which a formula is said to match well.
const WELL: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![title(rows)?, dlbf_rates(rows)?, d_fp_equations(rows)?, loads_reach(rows), exact_models(rows)?])
}

/// The scores of right models that may be far from zero.
fn title(rows: &[Row]) -> Result<Decision> {
    let far = share(rows, is_far)?;
    let allowed = misses_allowed(rows.len())?;
    let title = Decision::title().measured_as("share of the residuals of the exact models that are far", far.value());
    Ok(title.decide(far.having <= allowed, format!("of {} at most {allowed} may be far", rows.len())))
}

/// Whether the residual of the exact model is farther out than 99 of 100 are.
pub(super) fn is_far(row: &&Row) -> bool {
    row.exact_score.abs() > FAR
}

/// Whether the 99 % interval of the simulation contains the published value.
fn is_hit(row: &Row) -> bool {
    row.published.is_some_and(|published| row.simulated.contains(published))
}

fn dlbf_rates(rows: &[Row]) -> Result<Decision> {
    let is_one = |row: &&Row| row.filter.starts_with("DlBF") && row.quantity == Quantity::Rate && row.deleted == 0;
    let rates: Vec<&Row> = rows.iter().filter(is_one).collect();
    let missed = rates.iter().filter(|row| !is_hit(row)).count();
    let allowed = misses_allowed(rates.len())?;
    let farthest =
        |row: &&Row| row.published.map_or(f64::MAX, |published| (row.simulated.value / published - 1.0).abs());
    let farthest = rates.iter().map(farthest).fold(0.0, f64::max);
    Ok(Decision::new("D10")
        .measured(missed as f64 / rates.len() as f64)
        .threshold(format!("is: of {} intervals at most {allowed} miss (α = 1e-4)", rates.len()))
        .tested_on(rates.iter())?
        .decide(missed <= allowed, format!("{missed} of {} intervals miss", rates.len()))
        .remark(format!("{missed} of {}; the simulated mean is within {:.2} % of it", rates.len(), 100.0 * farthest)))
}

fn d_fp_equations(rows: &[Row]) -> Result<Decision> {
    let is_one = |row: &&Row| row.filter == "D-FP" && row.deleted == 0;
    let of = |quantity: Quantity| rows.iter().filter(is_one).filter(move |row| row.quantity == quantity);
    let off = |row: &Row| row.published.map_or(f64::MAX, |published| (published / row.exact - 1.0).abs());
    let [deletability, rate] =
        [Quantity::Deletability, Quantity::Rate].map(|quantity| of(quantity).map(off).fold(0.0, f64::max));
    // the simulation does not contradict it: within the tolerance and the interval together
    let near = |row: &Row| {
        let (published, simulated) = (row.published.unwrap_or(f64::MAX), row.simulated);
        (published - simulated.value).abs() <= WELL * simulated.value + (simulated.upper - simulated.value)
    };
    let hits = |quantity| of(quantity).filter(|row| is_hit(row)).count();
    Ok(Decision::new("D11")
        .measured(deletability.max(rate))
        .threshold(format!("well: within {:.0} %", 100.0 * WELL))
        .tested_on(of(Quantity::Deletability).chain(of(Quantity::Rate)))?
        .decide(
            deletability.max(rate) <= WELL
                && of(Quantity::Deletability).chain(of(Quantity::Rate)).all(near)
                && of(Quantity::Rate).count() > 0,
            "an equation or a simulation is farther off",
        )
        .remark(format!(
            "eq. 2 within {:.3} %, in {} of {} intervals; eq. 3 within {:.2} %, always too low, in {} of {}",
            100.0 * deletability,
            hits(Quantity::Deletability),
            of(Quantity::Deletability).count(),
            100.0 * rate,
            hits(Quantity::Rate),
            of(Quantity::Rate).count()
        )))
}

/// The normal scores of right models are beyond Φ⁻¹(0.995) in one of a hundred rows.
fn exact_models(rows: &[Row]) -> Result<Decision> {
    let far = rows.iter().filter(is_far).count();
    let allowed = misses_allowed(rows.len())?;
    let farthest = rows.iter().map(|row| row.exact_score.abs()).fold(0.0, f64::max);
    Ok(Decision::new("D32")
        .measured(far as f64 / rows.len() as f64)
        .threshold(format!("agree: of {} scores at most {allowed} are beyond ± {FAR} (α = 1e-4)", rows.len()))
        .tested_on(rows)?
        .decide(far <= allowed, format!("{far} of {} scores are", rows.len()))
        .remark(format!("{far} of {} are, the farthest at {farthest:.2}", rows.len())))
}

fn loads_reach(rows: &[Row]) -> Decision {
    let all = rows.iter().map(|row| row.hashes).sorted_unstable().dedup();
    let last = |k: u64| {
        let loads = rows.iter().filter(|row| row.hashes == k).map(|row| sixty_fourths(row.items, row.bits));
        (k, loads.max().unwrap_or(0))
    };
    let reached = |&(k, largest): &(u64, u64)| k.saturating_mul(largest) == 64;
    let (exact, short): (Vec<_>, Vec<_>) = all.map(last).partition(reached);
    let words =
        |some: &[(u64, u64)]| some.iter().map(|&(k, largest)| format!("{} for k = {k}", in_64ths(largest))).join(", ");
    Decision::new("D24").measured(exact.len() as f64 / (exact.len() + short.len()).max(1) as f64).decide_if(
        short.is_empty(),
        !exact.is_empty() && short.iter().all(|(k, _)| !64_u64.is_multiple_of(*k)),
        format!("k divides 64 ({}); the last load below m/k is {}", words(&exact), words(&short)),
        format!("the last loads are {}, though k divides 64", words(&short)),
    )
}
