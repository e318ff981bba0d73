//! What sizing by each model gains or gives away, at a rate of 0.01 and every size.

use super::cases::Case;
use super::{EXACT, F_A, F_O, F_W, SIGMA};
use crate::prelude::*;

/// The share that the papers name.
const MORE: f64 = 0.3;

/// The size from which on whole numbers matter little.
const LARGE: u64 = 4096;

pub(super) fn facts(facts: Facts, cases: &[Case<'_>]) -> Result<Facts> {
    let best: Vec<&Case<'_>> = cases.iter().filter(|case| case.best).collect();
    let (first, last) = best.first().zip(best.last()).ok_or("no sizes")?;
    let exact = best.iter().filter(|case| case.bits >= LARGE).map(|case| case.loss(EXACT));
    let missed = |model| last.missed(model)?.ok_or_else(|| AnyError::from("no average rate"));
    Ok(facts
        .percent("said", MORE, 2)
        .count("sizes", best.len() as u64)
        .count("smallest", first.bits)
        .count("largest", last.bits)
        .percent("small_loss", first.loss(F_W)?, 2)
        .percent("large_loss", last.loss(F_W)?, 2)
        .count("large", LARGE)
        .percent("exact_loss", extent(exact.collect::<Result<Vec<f64>>>()?)?.1, 1)
        .percent("o_missed_large", missed(F_O)?, 2)
        .percent("a_missed_large", missed(F_A)?, 2))
}

pub(super) fn decide(cases: &[Case<'_>]) -> Result<Vec<Decision>> {
    let (best, same): (Vec<&Case<'_>>, Vec<&Case<'_>>) = cases.iter().partition(|case| case.best);
    let models =
        Decision::new("R40").not_testable("editorial: the sentence lists three, and the next one orders a fourth with them, f_o, which the camera-ready lists");
    let unnamed = "the paper names no size and no rate; D29 decides for counting filters, F03 for cuckoo, F04 for quotient filters";
    let space = Decision::new("R50").not_testable(unnamed);
    let cuckoo =
        Decision::new("R57").not_testable("the paper does not say beside what; what a cuckoo filter takes is in F03");
    Ok(vec![increase(&best)?, reduction(&best, &same)?, order(cases)?, models, space, cuckoo])
}

/// R02.
fn increase(best: &[&Case<'_>]) -> Result<Decision> {
    let gains = best.iter().map(|case| case.gain(SIGMA)).collect::<Result<Vec<f64>>>()?;
    let (low, high) = extent(gains)?;
    let why = format!("{:.0} to {:.0} % more", 100.0 * low, 100.0 * high);
    Ok(Decision::new("R02")
        .measured(low)
        .threshold(format!("30 %: at least {MORE}"))
        .decide(low >= MORE, format!("at one size it is {:.0} %", 100.0 * low))
        .remark(why))
}

/// R04.
fn reduction(best: &[&Case<'_>], same: &[&Case<'_>]) -> Result<Decision> {
    let losses = |cases: &[&Case<'_>]| {
        let losses = cases.iter().map(|case| case.loss(F_W)).collect::<Result<Vec<f64>>>()?;
        extent(losses)
    };
    let (best_low, best_high) = losses(best)?;
    let by_k = same.iter().map(|case| Ok((case.hashes(F_W)? as f64, case.loss(F_W)? > MORE)));
    let by_k = Range::of("k", by_k.collect::<Result<Vec<_>>>()?);
    let (same_low, same_high) = losses(same)?;
    let common = by_k.as_ref().map(|range| format!(", or both have the same {range}")).unwrap_or_default();
    Ok(Decision::new("R04")
        .measured(best_low)
        .threshold(format!("30 %: more than {MORE} of the messages"))
        .range(by_k)
        .decide_if(
            best_low.min(same_low) > MORE,
            best_low > MORE,
            format!("each model has its best k: {:.1} to {:.1} %{common}", 100.0 * best_low, 100.0 * best_high),
            format!("at one size it is {:.1} %, with the best k for each", 100.0 * best_low),
        )
        .remark(format!("with one k for both it is {:.1} to {:.1} %", 100.0 * same_low, 100.0 * same_high)))
}

/// R07.
fn order(cases: &[Case<'_>]) -> Result<Decision> {
    let mut ordered = 0;
    for case in cases {
        let (f_o, f_a, f_w) = (case.capacity(F_O)?, case.capacity(F_A)?, case.capacity(F_W)?);
        ordered += usize::from(f_o >= f_a && f_a > f_w);
    }
    let holds = ordered == cases.len() && cases.iter().any(|case| case.best);
    Ok(Decision::new("R07")
        .measured(ordered as f64 / cases.len() as f64)
        .decide(holds, format!("{} of {} cases have another order", cases.len() - ordered, cases.len())))
}
