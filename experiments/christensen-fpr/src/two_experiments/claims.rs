//! What the lemma says for real exponents, and whether each experiment gives its own formula.

use bloomlab_workbench::figure::*;

use super::{Row, Simulated};

/// The largest distance from a formula, in half widths of a 99 % interval: its probability is 1.1e-4 (normal, two-sided).
const HALF_WIDTHS: f64 = 1.5;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let rows: Vec<Simulated> = rows.iter().filter_map(Row::simulated).collect();
    // one for each size: eq. 1, eq. 17, and what the experiments give
    let rates: Vec<_> = rows.iter().filter_map(|row| Some((row.classic_rate?, row.exact_rate?, row))).collect();
    Ok(vec![title(&rates)?, lemma(&rows), experiments(&rates)])
}

/// Whether the intervals of the first experiment contain eq. 1, and those of the second lie above it.
fn title(rates: &[(f64, f64, &Simulated)]) -> Result<Decision> {
    let first = contained(rates, |(classic, _, row)| (*classic, Some(row.power_of_mean)))?;
    let above = rates.iter().filter(|(classic, _, row)| row.mean_of_powers.lower > *classic).count();
    let what = "share of the sizes at which the 99 % interval of the first experiment contains eq. 1";
    Ok(Decision::title().measured_as(what, first.value()).decide(
        first.value() >= 0.9 && above == rates.len(),
        format!("the second experiment is above eq. 1 at {above} of {} sizes", rates.len()),
    ))
}

/// Jensen's inequality, which every sample obeys: nothing here could have failed but the rounding.
fn lemma(rows: &[Simulated]) -> Decision {
    let broken = rows.iter().filter(|row| row.exponent > 1.0 && row.exponent.fract() != 0.0);
    let lowest = broken.map(Simulated::ratio).fold(f64::INFINITY, f64::min);
    let below_one = rows.iter().filter(|row| row.exponent < 1.0).map(Simulated::ratio).fold(0.0, f64::max);
    Decision::new("C25").measured(lowest).by_definition(format!(
        "x^k is convex for every real k ≥ 1, so that any sample obeys (Jensen's inequality); below 1 it turns round (up to {below_one:.5} here)"
    ))
}

fn experiments(rates: &[(f64, f64, &Simulated)]) -> Decision {
    let (mut first, mut second, mut apart) = (0.0_f64, 0.0_f64, 0);
    for &(classic, exact, row) in rates {
        let (power, mean) = (row.power_of_mean, row.mean_of_powers);
        first = first.max((power.value - classic).abs() / ((power.upper - power.lower) / 2.0));
        second = second.max((mean.value - exact).abs() / (mean.upper - mean.value));
        apart += usize::from(power.upper < exact && mean.lower > classic);
    }
    let sizes = rates.len();
    Decision::new("C26")
        .measured(first)
        .threshold(format!("is: within {HALF_WIDTHS} half widths of the 99 % interval (α = 1.1e-4)"))
        .decide(
            first <= HALF_WIDTHS && second <= HALF_WIDTHS && apart == sizes && sizes > 0,
            format!(
                "the experiments lie {first:.1} and {second:.1} half widths from their formulas, and {apart} of {sizes} sizes distinguish them"
            ),
        )
        .remark(format!(
            "{sizes} sizes; the second experiment lies within {second:.2} half widths of eq. 17, \
             and at {apart} sizes each excludes the other formula"
        ))
}

#[cfg(test)]
mod tests {
    use bloomlab_workbench::Verdict;

    use super::super::rows_of;
    use super::*;
    use crate::fills::Fills;
    use crate::grid::usual_filter;

    /// Half of the broken filters have one set bit less, which is about 1.5 % of them.
    #[test]
    fn the_first_experiment_falls_with_its_filters() {
        let verdicts = |broken: bool| {
            let mut fills = Fills::simulate(usual_filter(64, 8).unwrap(), 20_000, 7).unwrap();
            if broken {
                let moved: Vec<u64> = fills.tally.iter().map(|count| count / 2).collect();
                for (b, count) in moved.iter().enumerate().skip(1) {
                    fills.tally[b] -= count;
                    fills.tally[b - 1] += count;
                }
            }
            let rows = rows_of(&fills, &[2, 4, 6, 24]).unwrap();
            let decisions = claims(&rows).unwrap();
            decisions[1..].iter().map(|decision| decision.verdict.unwrap()).collect::<Vec<_>>()
        };
        // the lemma holds for any filters
        assert_eq!(verdicts(false), [Verdict::ByDefinition, Verdict::Holds]);
        assert_eq!(verdicts(true), [Verdict::ByDefinition, Verdict::DoesNotHold]);
    }
}
