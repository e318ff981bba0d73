//! Tests that count the false positives of a filter.

use bloomlab::{Certainty, Error, RateTest};
use pyo3::prelude::*;

use crate::batch::{Answers, Questions, Reals, Time};
use crate::filters::filter;

/// How many false positives a test of each filter may count, and what it finds. The last whole number says of which kind that is:
/// 0 exact, 1 a bound, 2 approximate.
#[pyfunction]
pub fn rate_tests<'py>(questions: Questions<'py>) -> Answers<'py> {
    let filter = filter(&questions)?;
    let [items, queries, filters] = questions.integers(["items", "queries", "filters"])?;
    bounds(questions, move |i| RateTest::of(filter(i)?.holding(items[i])?, queries[i])?.spread_over(filters[i]))
}

/// The same of static filters.
#[pyfunction]
pub fn static_rate_tests<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [fingerprint_bits, queries] = questions.integers(["fingerprint_bits", "queries"])?;
    bounds(questions, move |i| RateTest::of_static(fingerprint_bits[i], queries[i]))
}

fn bounds<'py>(
    questions: Questions<'py>,
    test: impl Fn(usize) -> Result<RateTest, Error> + Send + Sync + 'static,
) -> Answers<'py> {
    let (alpha, power): (Reals, Reals) = (questions.get("alpha")?, questions.get("power")?);
    let (ratio, two_sided): (Option<Reals>, bool) = (questions.get("ratio")?, questions.get("two_sided")?);
    questions.answers(Time::Seconds, move |i| {
        let test = test(i)?.at_level(alpha[i])?.with_power(power[i])?;
        let test = if two_sided { test.two_sided() } else { test };
        let test = ratio.as_ref().map_or(Ok(test), |ratio| test.against(ratio[i]))?;
        let found = test.bounds()?;
        let kind = match found.certainty {
            Certainty::Exact => 0,
            Certainty::Bound => 1,
            _ => 2,
        };
        let none = |value: Option<f64>| value.unwrap_or(f64::NAN);
        let counts =
            [found.upper, found.lower.unwrap_or(0), found.binomial_upper, found.least_queries.unwrap_or(0), kind];
        let reals = [found.expected, none(found.standard_deviation), found.alpha, found.binomial_alpha];
        let [expected, standard_deviation, alpha, binomial_alpha] = reals;
        let found = [none(found.power), none(found.least_ratio)];
        Ok((counts, [expected, standard_deviation, alpha, binomial_alpha, found[0], found[1]]))
    })
}
