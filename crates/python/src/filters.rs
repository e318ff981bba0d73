//! The false-positive rate of one filter, and of filters from which items can be deleted.

use bloomlab::{Deletable, DeletableKind, Error, Filter, Formula, HashingScheme};
use pyo3::prelude::*;

use crate::batch::{Answers, Integers, Questions};

/// The names of all hashing schemes.
#[pyfunction]
pub fn schemes() -> Vec<&'static str> {
    HashingScheme::ALL.map(HashingScheme::name).to_vec()
}

/// The scheme of each question, with the bits of a block or of a word if others than the usual were given.
pub fn scheme(questions: &Questions<'_>) -> PyResult<impl Fn(usize) -> HashingScheme + Send + Sync + use<>> {
    let named: HashingScheme = questions.named("scheme")?;
    let [block_bits, word_bits, stride]: [Option<Integers>; 3] =
        questions.all(["block_bits", "word_bits", "stride"])?;
    let bits = if named.word_bits().is_some() { word_bits } else { block_bits };
    Ok(move |i| {
        let named = stride.as_ref().map_or(named, |stride| named.of_stride(stride[i]));
        bits.as_ref().map_or(named, |bits| named.of_bits(bits[i]))
    })
}

/// The filter of each question, without items.
pub fn filter(questions: &Questions<'_>) -> PyResult<impl Fn(usize) -> Result<Filter, Error> + Send + Sync + use<>> {
    let [bits, hashes] = questions.integers(["bits", "hashes"])?;
    let (scheme, hash_bits): (_, Option<Integers>) = (scheme(questions)?, questions.get("hash_bits")?);
    let distinct = questions.get("without_replacement")?;
    Ok(move |i| {
        let filter = Filter::of_scheme(bits[i], hashes[i], scheme(i))?;
        let filter = if distinct { filter.without_replacement()? } else { filter };
        hash_bits.as_ref().map_or(Ok(filter), |bits| filter.hash_bits(bits[i]))
    })
}

/// The exact rate of each filter in double precision.
#[pyfunction]
pub fn rates<'py>(questions: Questions<'py>) -> Answers<'py> {
    let (filter, items): (_, Integers) = (filter(&questions)?, questions.get("items")?);
    questions.short_answers(move |i| Ok(([], [filter(i)?.holding(items[i])?.rate()?])))
}

/// The rate of each filter to `digits` significant digits, and decimals that it lies between.
#[cfg(feature = "exact")]
#[pyfunction]
pub fn certified_rates(questions: Questions<'_>) -> PyResult<[Vec<String>; 3]> {
    let (filter, items): (_, Integers) = (filter(&questions)?, questions.get("items")?);
    let digits = questions.get("digits")?;
    let none = [const { String::new() }; 3].map(|_| "NaN".to_owned());
    let rows = questions.rows(none, move |i| {
        let certified = filter(i)?.holding(items[i])?.certified(digits)?;
        let within = &certified.enclosure;
        Ok([certified.decimal(digits), within.lower_decimal(digits), within.upper_decimal(digits)])
    })?;
    let mut columns = [const { Vec::new() }; 3];
    for row in rows {
        columns.iter_mut().zip(row).for_each(|(column, decimal)| column.push(decimal));
    }
    Ok(columns)
}

/// The rate of each filter by a formula that approximates it.
#[pyfunction]
pub fn classic_rates<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [bits, items, hashes] = questions.integers(["bits", "items", "hashes"])?;
    let formula: Formula = questions.named("formula")?;
    questions.short_answers(move |i| Ok(([], [Filter::new(bits[i], hashes[i])?.holding(items[i])?.by(formula)?])))
}

/// The rate of each filter whose set bits were counted.
#[pyfunction]
pub fn observed_rates<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [bits, bits_set, hashes] = questions.integers(["bits", "bits_set", "hashes"])?;
    let distinct = questions.get("without_replacement")?;
    questions.short_answers(move |i| {
        let filter = Filter::new(bits[i], hashes[i])?;
        let filter = if distinct { filter.without_replacement()? } else { filter };
        Ok(([], [filter.with_bits_set(bits_set[i])?.rate()?]))
    })
}

/// Cells, deletability, rate and rate after deletions of each filter.
#[pyfunction]
pub fn deletion_rates<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [bits, items, hashes, deleted] = questions.integers(["bits", "items", "hashes", "deleted"])?;
    // the bits of a region belong to one kind, which has no name without them
    let region_bits: Option<Integers> = questions.get("region_bits")?;
    let kind = if region_bits.is_some() { DeletableKind::Qbf } else { questions.named("kind")? };
    questions.short_answers(move |i| {
        let kind = region_bits.as_ref().map_or(kind, |bits| DeletableKind::Dlbf { region_bits: bits[i] });
        let filter = Deletable::new(kind, bits[i], hashes[i], items[i], deleted[i])?;
        let numbers = filter.numbers()?;
        Ok(([filter.cells()], [numbers.deletability, numbers.rate, numbers.rate_after_deletions]))
    })
}
