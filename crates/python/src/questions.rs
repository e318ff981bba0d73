//! Observations, tests and causes, from set bits and counts; and balls in bins.

use bloomlab::{Cause, Error, Observation, Occupancy, RateTest, Why};
use pyo3::prelude::*;

use crate::batch::{Answers, Column, Integers, Questions, Reals};
use crate::filters::filter;

type Causes = (f64, f64, Vec<(String, f64, f64, bool, &'static str)>);

fn given(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}

/// Set bits, least items; most, estimate, the rate given the bits, what (s/m)^k says and the ends of a rate that was sampled. NaN if
/// unknown.
#[pyfunction]
pub fn observations<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, bits_set): (_, Option<Integers>) = (filter(&questions)?, questions.get("bits_set")?);
    let (raw, level): (Option<Column<u8>>, Reals) = (questions.get("raw")?, questions.get("level")?);
    questions.answers(move |i| {
        let seen = match (&raw, &bits_set) {
            (Some(raw), _) => Observation::of_bytes(filter(i)?, raw)?,
            (None, set) => Observation::of_bits_set(filter(i)?, set.as_ref().map_or(0, |set| set[i]))?,
        };
        let found = seen.found(level[i])?;
        let most = found.items_upper.map_or(f64::INFINITY, |most| most as f64);
        let (lower, upper) = found.rate_bounds.unwrap_or((f64::NAN, f64::NAN));
        let items = found.items.unwrap_or(f64::INFINITY);
        Ok(([found.bits_set, found.items_lower], [most, items, given(found.rate), found.naive_rate, lower, upper]))
    })
}

/// How many false positives a test of each filter may count, and what it finds. The last whole number is 1 if that is exact.
#[pyfunction]
pub fn rate_tests<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, queries): (_, Option<Integers>) = (filter(&questions)?, questions.get("queries")?);
    let [items, filters] = questions.integers(["items", "filters"])?;
    bounds(questions, move |i| {
        let stored = filter(i)?.holding(items[i])?;
        match &queries {
            Some(queries) => {
                let mut test = RateTest::of(stored, queries[i])?;
                test.filters = filters[i];
                Ok(test)
            }
            None => RateTest::while_filling(stored),
        }
    })
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
    let (ratio, bound): (Option<Reals>, Option<Integers>) = (questions.get("ratio")?, questions.get("bound")?);
    let two_sided: bool = questions.get("two_sided")?;
    questions.answers(move |i| {
        let mut test = test(i)?;
        (test.alpha, test.two_sided, test.power) = (alpha[i], two_sided, power[i]);
        test.ratio = ratio.as_ref().map(|ratio| ratio[i]);
        let (found, exceeds) =
            (test.bounds()?, bound.as_ref().map(|bound| test.exceeds(bound[i])).transpose()?.map(|found| found.0));
        let (lower, queries) = (found.lower.unwrap_or(0), found.least_queries.unwrap_or(0));
        let counts = [found.upper, lower, found.binomial_upper, queries, found.is_exact.into()];
        let (mean, deviation) = (found.expected, found.standard_deviation);
        let (power, ratio) = (given(found.power), given(found.least_ratio));
        Ok((counts, [mean, deviation, found.alpha, found.binomial_alpha, power, ratio, given(exceeds)]))
    })
}

/// The interval of each measured rate, and its causes: name, rate, factor, true if it is within, how to distinguish it.
#[pyfunction]
pub fn causes(questions: Questions<'_>) -> PyResult<Vec<Causes>> {
    let (filter, alpha): (_, Reals) = (filter(&questions)?, questions.get("alpha")?);
    let [items, positives, queries] = questions.integers(["items", "positives", "queries"])?;
    questions.rows((f64::NAN, f64::NAN, Vec::new()), move |i| {
        let why = Why::of(filter(i)?.holding(items[i])?, positives[i], queries[i], alpha[i])?;
        let row = |one: Cause| (one.cause, one.rate, one.factor, one.within, one.distinguish);
        Ok((why.lower, why.upper, why.causes.into_iter().map(row).collect()))
    })
}

/// The least number of bins that at most are occupied with a probability, P(K ≤ k) and P(K > k).
#[pyfunction]
pub fn occupancy_quantiles<'py>(questions: Questions<'py>) -> Answers<'py> {
    let ([balls, bins], quantile): (_, Reals) = (questions.integers(["balls", "bins"])?, questions.get("quantile")?);
    questions.answers(move |i| {
        let found = Occupancy::new(balls[i], bins[i])?.quantile(quantile[i])?;
        Ok(([found.occupied], [found.probability, found.above]))
    })
}

/// P(K ≤ k) and P(K > k).
#[pyfunction]
pub fn occupancies_at_most<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [balls, bins, occupied] = questions.integers(["balls", "bins", "occupied"])?;
    questions.answers(move |i| {
        let found = Occupancy::new(balls[i], bins[i])?.at_most(occupied[i])?;
        Ok(([found.occupied], [found.probability, found.above]))
    })
}

/// The probability of each number of occupied bins, its mean and its variance.
#[pyfunction]
pub fn occupancies<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [balls, bins, occupied] = questions.integers(["balls", "bins", "occupied"])?;
    questions.answers(move |i| {
        let bins = Occupancy::new(balls[i], bins[i])?;
        Ok(([], [bins.probability(occupied[i])?, bins.mean(), bins.variance()]))
    })
}
