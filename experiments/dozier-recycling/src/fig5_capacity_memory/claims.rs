//! What sizing by each model gains or gives away, at a rate of 0.01 and every size.

use bloomlab_workbench::{AnyError, Decision};

use crate::capacities::{Case, F_A, F_O, F_W, SIGMA};
use crate::verdicts::range;

/// The share that the papers name.
const MORE: f64 = 0.3;

pub(super) fn decide(cases: &[Case<'_>]) -> Result<Vec<Decision>, AnyError> {
    let (best, same): (Vec<&Case<'_>>, Vec<&Case<'_>>) = cases.iter().partition(|case| case.best);
    let models =
        Decision::new("R40").not_testable("editorial: the sentence goes on to name four, as the camera-ready does");
    let space = Decision::new("R50").not_testable("the paper names no sizes, and these filters are not modelled here");
    Ok(vec![increase(&best)?, reduction(&best, &same)?, order(cases)?, models, space])
}

/// R02.
fn increase(best: &[&Case<'_>]) -> Result<Decision, AnyError> {
    let gains = best.iter().map(|case| case.gain(SIGMA)).collect::<Result<Vec<f64>, AnyError>>()?;
    let (low, high) = range(gains);
    let why = format!("{:.0} to {:.0} % more", 100.0 * low, 100.0 * high);
    Ok(Decision::new("R02")
        .measured(low)
        .threshold(format!("30 %: at least {MORE}"))
        .decide(low >= MORE, format!("at one size it is {:.0} %", 100.0 * low))
        .remark(why))
}

/// R04.
fn reduction(best: &[&Case<'_>], same: &[&Case<'_>]) -> Result<Decision, AnyError> {
    let losses = |cases: &[&Case<'_>]| {
        let losses = cases.iter().map(|case| case.loss(F_W)).collect::<Result<Vec<f64>, AnyError>>()?;
        Ok::<_, AnyError>(range(losses))
    };
    let ((best_low, best_high), (same_low, same_high)) = (losses(best)?, losses(same)?);
    let condition = format!(
        "each model has its best k: {:.1} to {:.1} %; with one k = 2 … 10 for both {:.1} to {:.1} %",
        100.0 * best_low,
        100.0 * best_high,
        100.0 * same_low,
        100.0 * same_high
    );
    Ok(Decision::new("R04").measured(best_low).threshold(format!("30 %: more than {MORE} of the messages")).decide_if(
        best_low.min(same_low) > MORE,
        best_low > MORE,
        condition,
        format!("at one size it is {:.1} %, with the best k for each", 100.0 * best_low),
    ))
}

/// R07.
fn order(cases: &[Case<'_>]) -> Result<Decision, AnyError> {
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
