//! Recycling filters: averages, forgetting, plans.

use std::sync::OnceLock;

use bloomlab::{
    Bound as Limit, Ending, Error, MAX_SIZE, Recycled, RecycledFilter, RecyclingPlan, RecyclingPolicy, Reuse,
};
use pyo3::prelude::*;

use crate::batch::{Answers, Integers, Questions, Reals};

/// The filter of each question.
fn filter(
    questions: &Questions<'_>,
) -> PyResult<impl Fn(usize) -> Result<RecycledFilter, Error> + Send + Sync + use<>> {
    let [bits, hashes] = questions.integers(["bits", "hashes"])?;
    let (sigma, messages): (Option<Integers>, Option<Integers>) = (questions.get("sigma")?, questions.get("messages")?);
    let [distinct, keeping, retaining] = questions.all(["without_replacement", "keeping", "retaining"])?;
    let two_phases = questions.get::<u64>("phases")? == 2;
    let ending = if keeping { Ending::Keeping } else { Ending::Dropping };
    Ok(move |i| {
        let filter = Recycled::new(bits[i], hashes[i])?;
        let filter = if distinct { filter.without_replacement() } else { filter };
        let filter = if two_phases { filter.two_phases(ending) } else { filter };
        let filter = if retaining { filter.retaining() } else { filter };
        Ok(match &sigma {
            Some(sigma) => filter.at_sigma(sigma[i])?,
            None => filter.after_messages(messages.as_ref().map_or(0, |messages| messages[i]))?,
        })
    })
}

/// The average rate of each filter, and its new messages per cycle.
#[pyfunction]
pub fn recycling_averages<'py>(questions: Questions<'py>) -> Answers<'py> {
    let filter = filter(&questions)?;
    questions.answers(move |i| {
        let averages = filter(i)?.averages()?;
        Ok(([], [averages.rate, averages.messages_per_cycle]))
    })
}

/// Neighbours that ask the same filter about several distances; they follow its cycles once.
#[derive(Default)]
struct Neighbours {
    first: usize,
    distances: Vec<u64>,
    forgetting: OnceLock<Option<Vec<f64>>>,
}

/// The probability that each filter has forgotten a message.
#[pyfunction]
pub fn recycling_forgetting<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, distance): (_, Integers) = (filter(&questions)?, questions.get("distance")?);
    let filters: Vec<_> = (0..questions.get("count")?).map(|i| filter(i).ok()).collect();
    let (mut all, mut places): (Vec<Neighbours>, Vec<usize>) = Default::default();
    for i in 0..filters.len() {
        if i == 0 || filters[i] != filters[i - 1] {
            all.push(Neighbours { first: i, ..Default::default() });
        }
        places.push(all.len() - 1);
        all[places[i]].distances.push(if distance[i] > MAX_SIZE { 0 } else { distance[i] });
    }
    questions.answers(move |i| {
        let (filter, asked) = (filter(i)?, &all[places[i]]);
        match asked.forgetting.get_or_init(|| filter.forgetting(&asked.distances).ok()) {
            Some(forgetting) => Ok(([], [forgetting[i - asked.first]])),
            // one of the distances is too far, perhaps another
            None => Ok(([], filter.forgetting(&[distance[i]])?.try_into().unwrap_or([f64::NAN]))),
        }
    })
}

/// The share of returning messages that each filter takes for new, under one distribution of reuse distances.
#[pyfunction]
pub fn recycling_false_negatives<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, reuse): (_, Reuse) = (filter(&questions)?, questions.named("reuse")?);
    questions.answers(move |i| Ok(([], [filter(i)?.false_negatives(reuse)?])))
}

/// Hash functions, limit, new messages per cycle and average rate of the best filter for each question, under a policy.
#[pyfunction]
pub fn recycling_plans<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (bits, target): (Integers, Reals) = (questions.get("bits")?, questions.get("target")?);
    let (hashes, policy): (Option<Integers>, RecyclingPolicy) = (questions.get("hashes")?, questions.named("policy")?);
    let (distinct, two_phases) = (questions.get("without_replacement")?, questions.get::<u64>("phases")? == 2);
    questions.answers(move |i| {
        let question = RecyclingPlan::new(bits[i], target[i])?;
        let question = if distinct { question.without_replacement() } else { question };
        let question = if two_phases { question.two_phases()? } else { question };
        let question = hashes.as_ref().map_or(Ok(question), |hashes| question.under(hashes[i]))?;
        let plan = question.plan(policy)?;
        let (Limit::Sigma(limit) | Limit::Messages(limit)) = plan.bound;
        Ok(([plan.hashes, limit], [plan.messages_per_cycle, plan.rate]))
    })
}
