//! The smallest filters that keep a target rate, and what libraries build.

use bloomlab::{Cover, Family, Filter, Product, Sizing};
use pyo3::prelude::*;

use crate::batch::{Answers, Integers, Questions, Reals};
use crate::filters::scheme;

/// Bits, hash functions and rate of the smallest filter for each question, and the largest relative error of such a rate.
#[pyfunction]
pub fn sizes<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (items, target): (Integers, Reals) = (questions.get("items")?, questions.get("target")?);
    let (scheme, power_of_two): (_, bool) = (scheme(&questions)?, questions.get("power_of_two")?);
    let hashes: Option<Integers> = questions.get("hashes")?;
    questions.answers(move |i| {
        let sizing = Sizing::of(items[i], target[i])?.under(scheme(i))?;
        let sizing = if power_of_two { sizing.power_of_two() } else { sizing };
        let size = hashes.as_ref().map_or(Ok(sizing), |hashes| sizing.with_hashes(hashes[i]))?.smallest()?;
        Ok(([size.bits, size.hashes], [size.rate, size.largest_error.unwrap_or(0.0)]))
    })
}

/// The most items that each filter keeps at a target, its hash functions and its rate with them.
#[pyfunction]
pub fn capacities<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (bits, target): (Integers, Reals) = (questions.get("bits")?, questions.get("target")?);
    let (scheme, hashes): (_, Option<Integers>) = (scheme(&questions)?, questions.get("hashes")?);
    questions.answers(move |i| {
        let filter = |hashes| Filter::of_scheme(bits[i], hashes, scheme(i));
        let (items, hashes) = match &hashes {
            None => Filter::capacity(bits[i], scheme(i), target[i])?,
            Some(hashes) => (filter(hashes[i])?.most_items(target[i])?.unwrap_or(0), hashes[i]),
        };
        Ok(([items, hashes], [filter(hashes)?.holding(items)?.rate()?]))
    })
}

/// The name of every library, its version, and if its distribution of positions is the exact or the nearest one.
#[pyfunction]
pub fn libraries() -> Vec<(&'static str, &'static str, &'static str)> {
    let libraries = Product::of(Family::Library).iter();
    libraries.map(|library| (library.name, library.version, library.cover.into())).collect()
}

/// Bits, hash functions and rate of the filter that a library makes for each question.
#[pyfunction]
pub fn library_filters<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (items, target): (Integers, Reals) = (questions.get("items")?, questions.get("target")?);
    let library: Product = questions.named("library")?;
    questions.answers(move |i| {
        let filter = library.filter_for(items[i], target[i])?;
        Ok(([filter.bits, filter.hashes.unwrap_or(0)], [filter.rate]))
    })
}

/// The name of every engine, its version, whether its distribution of positions is the exact or the nearest one, and what its user sets.
#[pyfunction]
pub fn engines() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    let described =
        |engine: &Product| (engine.name, engine.version, engine.cover.into(), <&'static str>::from(engine.setting));
    Product::of(Family::Engine).iter().map(described).collect()
}

/// Bits, hash functions, bits per key if a user sets them, 1 if the rate is the exact one, and the rate of the filter that
/// an engine makes for each question.
#[pyfunction]
pub fn engine_filters<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (items, target): (Integers, Reals) = (questions.get("items")?, questions.get("target")?);
    let engine: Product = questions.named("engine")?;
    questions.answers(move |i| {
        let built = engine.filter_for(items[i], target[i])?;
        let is_exact = u64::from(built.cover == Cover::Exact);
        Ok(([built.bits, built.hashes.unwrap_or(0), built.bits_per_key.unwrap_or(0), is_exact], [built.rate]))
    })
}
