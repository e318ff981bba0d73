//! Rates that are right to the last bit, and the lowest of them.

use bloomlab_exact::{Enclosure, Enclosures, certify};
use bloomlab_formulas::sizing::usual_hashes;
use bloomlab_formulas::{Formula, Load, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;
use bloomlab_tables::{Result, ensure};

/// The double nearest to the value of `formula`, from 20 certified digits.
pub(crate) fn double(formula: impl Fn(&Enclosures) -> Enclosure) -> Result<f64> {
    Ok(certify(20, formula)?.to_f64())
}

/// The rate by a formula. If it has no value (k > m), the enclosure contains every number and certifies none.
pub(crate) fn enclosure(a: &Enclosures, formula: Formula, load: Load) -> Enclosure {
    formula.rate(a, load).unwrap_or_else(|_| a.one() / a.zero())
}

/// Eq. 17.
pub(crate) fn exact_rate(load: Load) -> Result<f64> {
    double(|a| inclusion_exclusion::rate(a, load))
}

/// Eq. 1.
pub(crate) fn classic_rate(load: Load) -> Result<f64> {
    double(|a| enclosure(a, Formula::Classic, load))
}

/// The filter with the lowest rate among those with these numbers of hash functions, and that rate. Of several with the
/// same rate it is the first.
pub(crate) fn lowest(
    bits: u64,
    items: u64,
    hashes: impl IntoIterator<Item = u64>,
    rate: impl Fn(Load) -> Result<f64>,
) -> Result<(Load, f64)> {
    let with_rate = |hashes| {
        let load = Load::new(bits, items, hashes)?;
        Ok((load, rate(load)?))
    };
    let rates = hashes.into_iter().map(with_rate).collect::<Result<Vec<_>>>()?;
    rates.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).ok_or_else(|| "no number of hash functions".into())
}

/// A filter of `bits` bits with one item for each `bits_per_item` of them, and the usual number of hash functions:
/// (m/n) ln 2, rounded.
pub(crate) fn usual_filter(bits: u64, bits_per_item: u64) -> Result<Load> {
    ensure!(bits_per_item >= 2, "bits_per_item {bits_per_item} is out of range: needs at least 2");
    Ok(Load::new(bits, bits / bits_per_item, usual_hashes(bits_per_item as f64))?)
}

/// 1 to `last`, every number at first and then `per_octave` of them from one power of two to the next.
pub(crate) fn integers(last: u64, per_octave: u64) -> impl Iterator<Item = u64> {
    (1..=last).filter(move |&n| {
        let step = (1_u64 << n.ilog2()).div_ceil(per_octave);
        n.is_multiple_of(step) || n == last
    })
}

/// 2^first, …, 2^last.
pub(crate) fn powers_of_two(first: u32, last: u32) -> Result<Vec<u64>> {
    ensure!(first <= last && last <= 62, "log2_bits_from {first}, log2_bits_to {last}: needs from ≤ to ≤ 62");
    Ok((first..=last).map(|exponent| 1 << exponent).collect())
}
