//! What set bits and counts tell, and items that are not known.

use bloomlab::{
    Combination, Diagnosis, Error, Explanation, Filter, HashingScheme, Library, Observation, Observed, UncertainItems,
    UncertainRate, UncertainSize, UncertainSizing,
};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch::{Answers, Integers, Questions, Reals, Time, answers};
use crate::filters::filter;

/// Items: least, most, estimate, bias and deviation; the rate given the bits, and what (s/m)^k says. NaN where unknown.
#[pyfunction]
pub fn observations<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, bits_set, level): (_, Integers, Reals) =
        (filter(&questions)?, questions.get("bits_set")?, questions.get("level")?);
    questions.answers(Time::Seconds, move |i| {
        let found = Observation::of_bits_set(filter(i)?, bits_set[i])?.at_level(level[i])?.found()?;
        Ok(([found.items_lower], reals(found)))
    })
}

fn reals(found: Observed) -> [f64; 6] {
    let given = |value: Option<f64>| value.unwrap_or(f64::NAN);
    let most = found.items_upper.map_or(f64::INFINITY, |most| most as f64);
    let items = found.items.unwrap_or(f64::INFINITY);
    [most, items, given(found.bias), given(found.standard_deviation), given(found.rate), found.naive_rate]
}

/// The same of one filter, from the set bits of its parts or from its bits.
#[pyfunction]
pub fn observation(
    py: Python<'_>,
    shape: (u64, u64),
    scheme: &str,
    distinct: bool,
    level: f64,
    fills: Option<PyReadonlyArray1<'_, u64>>,
    raw: Option<PyReadonlyArray1<'_, u8>>,
) -> PyResult<(u64, f64, f64, f64, f64, f64, f64)> {
    let scheme = named(scheme)?;
    let fills = fills.map(|fills| fills.as_array().to_vec());
    let raw = raw.map(|raw| raw.as_array().to_vec());
    let found = one(py, move || {
        let filter = Filter::new(shape.0, shape.1)?;
        let filter = match (scheme, distinct) {
            (HashingScheme::Independent, true) => filter.without_replacement()?,
            _ => filter.under(scheme)?,
        };
        let seen = match (&fills, &raw) {
            (Some(fills), _) => Observation::of_fills(filter, fills)?,
            (_, raw) => Observation::of_raw(filter, raw.as_deref().unwrap_or_default())?,
        };
        seen.at_level(level)?.found()
    })?;
    let least = found.items_lower;
    let [most, items, bias, deviation, rate, naive] = reals(found);
    Ok((least, most, items, bias, deviation, rate, naive))
}

/// Rates and set bits of *A or B* and of *A and B*.
#[pyfunction]
pub fn combinations<'py>(questions: Questions<'py>) -> Answers<'py> {
    let filter = plain(&questions)?;
    let [items_a, items_b, common] = questions.integers(["items_a", "items_b", "common"])?;
    questions.answers(Time::Seconds, move |i| {
        let found = Combination::of_items(filter(i)?, [items_a[i], items_b[i]], common[i])?.found()?;
        Ok(([], [found.or.rate, found.or.bits_set, found.and.rate, found.and.bits_set]))
    })
}

/// The estimate of the common items from set bits, its bias and its deviation, and the rates given the bits.
#[pyfunction]
pub fn common_items<'py>(questions: Questions<'py>) -> Answers<'py> {
    let filter = plain(&questions)?;
    let [set_a, set_b, set_or] = questions.integers(["bits_set_a", "bits_set_b", "bits_set_or"])?;
    questions.answers(Time::Seconds, move |i| {
        let found = Combination::of_bits_set(filter(i)?, [set_a[i], set_b[i]], set_or[i])?.found()?;
        let common = found.common.map_or([f64::NAN; 3], |common| {
            [common.estimate.unwrap_or(f64::NAN), common.bias, common.standard_deviation]
        });
        Ok(([], [common[0], common[1], common[2], found.or.rate, found.and.rate]))
    })
}

/// Filters of independent positions.
fn plain(questions: &Questions<'_>) -> PyResult<impl Fn(usize) -> Result<Filter, Error> + Send + Sync + use<>> {
    let [bits, hashes] = questions.integers(["bits", "hashes"])?;
    let distinct: bool = questions.get("without_replacement")?;
    Ok(move |i| {
        let filter = Filter::new(bits[i], hashes[i])?;
        if distinct { filter.without_replacement() } else { Ok(filter) }
    })
}

type Cause = (String, f64, f64, f64, f64, bool, f64, f64, f64, f64, String);

/// Cause, predicted rate, log likelihood, penalty, probability, whether it is rejected, set bits, what fits and its ends, and what
/// distinguishes it, of every cause of a measured rate.
#[pyfunction]
pub fn causes(questions: Questions<'_>) -> PyResult<Vec<Cause>> {
    let filter = filter(&questions)?;
    let [items, positives, queries, filters] = questions.integers(["items", "positives", "queries", "filters"])?;
    let alpha: Reals = questions.get("alpha")?;
    let library: Option<String> = questions.get("library")?;
    let library: Option<Library> = library
        .map(|name| name.parse())
        .transpose()
        .map_err(|unknown: bloomlab::UnknownLibrary| PyValueError::new_err(unknown.to_string()))?;
    let rows = questions.rows(Time::Seconds, Vec::new(), move |i| {
        let asked = Diagnosis::of(filter(i)?.holding(items[i])?, positives[i], queries[i])?;
        let asked = asked.spread_over(filters[i])?.at_level(alpha[i])?;
        library.map_or(asked, |library| asked.like(library)).explained()
    })?;
    let row = |one: Explanation| {
        let [value, lower, upper] =
            one.fitted.map_or([f64::NAN; 3], |fitted| [fitted.value, fitted.lower, fitted.upper]);
        let set = one.bits_set.unwrap_or(f64::NAN);
        (
            one.cause.to_string(),
            one.predicted_rate,
            one.log_likelihood,
            one.penalty,
            one.probability,
            one.is_rejected,
            set,
            value,
            lower,
            upper,
            one.distinguish,
        )
    };
    Ok(rows.into_iter().flatten().map(row).collect())
}

/// The mean rate and the worst of one filter.
#[pyfunction]
pub fn uncertain_rate(
    py: Python<'_>,
    bits: u64,
    hashes: u64,
    scheme: &str,
    between: Option<(u64, u64)>,
    log_normal: (f64, f64),
) -> PyResult<(f64, f64)> {
    let scheme = named(scheme)?;
    let found: UncertainRate =
        one(py, move || Filter::new(bits, hashes)?.under(scheme)?.holding_uncertain(items(between, log_normal)?))?;
    Ok((found.mean, found.worst.unwrap_or(f64::NAN)))
}

/// The smallest filter that keeps a target in the mean, with a confidence, or at worst (a confidence of 1).
#[pyfunction]
pub fn uncertain_size(
    py: Python<'_>,
    target: f64,
    confidence: Option<f64>,
    scheme: &str,
    between: Option<(u64, u64)>,
    log_normal: (f64, f64),
) -> PyResult<(u64, u64, u64, f64, f64, f64)> {
    let scheme = named(scheme)?;
    let found: UncertainSize = one(py, move || {
        let sizing = UncertainSizing::of(items(between, log_normal)?, target)?.under(scheme)?;
        match confidence {
            None => sizing.in_the_mean(),
            Some(1.0) => sizing.at_worst(),
            Some(confidence) => sizing.with_confidence(confidence),
        }
    })?;
    let worst = found.worst_rate.unwrap_or(f64::NAN);
    Ok((found.bits, found.hashes, found.items.unwrap_or(0), found.rate, found.mean_rate, worst))
}

/// A scheme, of blocks and words with their bits.
fn named(scheme: &str) -> PyResult<HashingScheme> {
    scheme.parse().map_err(|unknown: bloomlab::UnknownScheme| PyValueError::new_err(unknown.to_string()))
}

fn items(between: Option<(u64, u64)>, (median, sigma): (f64, f64)) -> Result<UncertainItems, Error> {
    Ok(match between {
        Some((least, most)) => UncertainItems::between(least, most)?,
        None => UncertainItems::log_normal(median, sigma)?,
    })
}

/// The answer to one question.
fn one<T: Send + 'static>(
    py: Python<'_>,
    question: impl Fn() -> Result<T, Error> + Send + Sync + 'static,
) -> PyResult<T> {
    let found = answers(py, Time::Seconds, 1, move |_| question())?;
    found.into_iter().next().ok_or_else(|| PyValueError::new_err("no answer"))
}
