//! Recycling filters: averages, forgetting, plans.

use std::sync::OnceLock;

use bloomlab::{
    Bound as Limit, Ending, Error, MAX_SIZE, Recycled, RecycledFilter, RecyclingPlan, RecyclingPolicy, Reuse,
};
use pyo3::prelude::*;

use crate::batch::{Answers, Integers, Questions, Reals, Time};

/// The filter of each question.
fn filter(
    questions: &Questions<'_>,
) -> PyResult<impl Fn(usize) -> Result<RecycledFilter, Error> + Send + Sync + use<>> {
    let [bits, hashes] = questions.integers(["bits", "hashes"])?;
    let (sigma, messages): (Option<Integers>, Option<Integers>) = (questions.get("sigma")?, questions.get("messages")?);
    let limit = move |i| match (&sigma, &messages) {
        (Some(sigma), _) => Limit::Sigma(sigma[i]),
        (None, messages) => Limit::Messages(messages.as_ref().map_or(0, |messages| messages[i])),
    };
    let [distinct, keeping, retaining] = questions.all(["without_replacement", "keeping", "retaining"])?;
    let two_phases = questions.get::<u64>("phases")? == 2;
    let ending = if keeping { Ending::Keeping } else { Ending::Dropping };
    Ok(move |i| {
        let filter = Recycled::new(bits[i], hashes[i])?;
        let filter = if distinct { filter.without_replacement() } else { filter };
        let filter = if two_phases { filter.two_phases(ending) } else { filter };
        let filter = if retaining { filter.retaining() } else { filter };
        Ok(match limit(i) {
            Limit::Sigma(sigma) => filter.at_sigma(sigma)?,
            Limit::Messages(messages) => filter.after_messages(messages)?,
        })
    })
}

/// The average rate of each filter, and its new messages per cycle.
#[pyfunction]
pub fn recycling_averages<'py>(questions: Questions<'py>) -> Answers<'py> {
    let filter = filter(&questions)?;
    questions.answers(Time::Seconds, move |i| {
        let averages = filter(i)?.averages()?;
        Ok(([], [averages.rate, averages.messages_per_cycle]))
    })
}

/// The probability that each filter has forgotten a message. Neighbours that ask the same filter about several distances
/// follow its cycles once.
#[pyfunction]
pub fn recycling_forgetting<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, distance): (_, Integers) = (filter(&questions)?, questions.get("distance")?);
    let filters: Vec<_> = (0..questions.get("count")?).map(|i| filter(i).ok()).collect();
    // the number of each question's filter, and the distances over which it is asked
    let mut asked: Vec<(Vec<u64>, OnceLock<Option<Vec<f64>>>)> = Vec::new();
    let places: Vec<_> = (0..filters.len())
        .map(|i| {
            if i == 0 || filters[i] != filters[i - 1] {
                asked.push(Default::default());
            }
            let last = asked.len() - 1;
            asked[last].0.push(if distance[i] > MAX_SIZE { 0 } else { distance[i] });
            (last, asked[last].0.len() - 1)
        })
        .collect();
    questions.answers(Time::Seconds, move |i| {
        let (distances, forgetting) = &asked[places[i].0];
        let filter = filter(i)?;
        match forgetting.get_or_init(|| filter.forgetting(distances).ok()) {
            Some(forgetting) => Ok(([], [forgetting[places[i].1]])),
            // one of the distances is too far, perhaps another
            None => Ok(([], filter.forgetting(&[distance[i]])?.try_into().unwrap_or([f64::NAN]))),
        }
    })
}

/// The share of returning messages that each filter takes for new, under one distribution of reuse distances.
#[pyfunction]
pub fn recycling_false_negatives<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, reuse): (_, Reuse) = (filter(&questions)?, questions.named("reuse")?);
    questions.answers(Time::Seconds, move |i| Ok(([], [filter(i)?.false_negatives(reuse)?])))
}

/// Hash functions, limit, new messages per cycle and average rate of the best filter for each question, under a policy.
#[pyfunction]
pub fn recycling_plans<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (bits, target): (Integers, Reals) = (questions.get("bits")?, questions.get("target")?);
    let (hashes, policy): (Option<Integers>, RecyclingPolicy) = (questions.get("hashes")?, questions.named("policy")?);
    let (distinct, two_phases) = (questions.get("without_replacement")?, questions.get::<u64>("phases")? == 2);
    questions.answers(Time::Seconds, move |i| {
        let question = RecyclingPlan::new(bits[i], target[i])?;
        let question = if distinct { question.without_replacement() } else { question };
        let question = if two_phases { question.two_phases()? } else { question };
        let question = hashes.as_ref().map_or(Ok(question), |hashes| question.under(hashes[i]))?;
        let plan = question.plan(policy)?;
        let (Limit::Sigma(limit) | Limit::Messages(limit)) = plan.bound;
        Ok(([plan.hashes, limit], [plan.messages_per_cycle, plan.rate]))
    })
}
