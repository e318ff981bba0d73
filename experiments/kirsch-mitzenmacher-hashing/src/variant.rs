//! A scheme in filters whose numbers of bits are all of one kind, which decides what it costs.

use bloomlab_numbers::Double;
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad, first_order, rate_in_double};
use bloomlab_workbench::figure::*;

/// The largest power of two and the largest prime below it that stand for large filters.
pub(crate) const LARGE: u64 = 61;

/// Which numbers of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bits {
    /// m = 2^s.
    PowerOfTwo,
    /// m is prime; for filters in slices, a slice is.
    Prime,
}

/// A scheme and the kind of m.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Variant {
    pub scheme: Name,
    pub bits: Bits,
}

/// The schemes that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Name {
    Double,
    DoubleNonzero,
    DoubleOdd,
    Enhanced,
    Triple,
    KmPartition,
    Partitioned,
}

impl Name {
    pub fn scheme(self) -> HashingScheme {
        match self {
            Name::Double => HashingScheme::Double,
            Name::DoubleNonzero => HashingScheme::DoubleNonzero,
            Name::DoubleOdd => HashingScheme::DoubleOdd,
            Name::Enhanced => HashingScheme::Enhanced,
            Name::Triple => HashingScheme::Triple,
            Name::KmPartition => HashingScheme::KmPartition,
            Name::Partitioned => HashingScheme::Partitioned,
        }
    }
}

impl Variant {
    /// Its name in tables and legends.
    pub fn name(self) -> String {
        let bits = match self.bits {
            Bits::PowerOfTwo => "2^s",
            Bits::Prime => "prime",
        };
        format!("{}, {bits}", self.scheme.scheme().name())
    }

    /// The number of bits of this kind from `least` on.
    pub fn bits_from(self, least: u64, hashes: u64) -> u64 {
        match (self.bits, self.scheme) {
            (Bits::PowerOfTwo, _) => least.next_power_of_two(),
            (Bits::Prime, Name::KmPartition | Name::Partitioned) => hashes * next_prime(least.div_ceil(hashes)),
            (Bits::Prime, _) => next_prime(least),
        }
    }

    /// A: m times the cost beyond independent positions, at `bits_per_item`, in large filters.
    pub fn constant(self, hashes: u64, bits_per_item: f64) -> Result<f64, AnyError> {
        let bits = match (self.bits, self.scheme) {
            (Bits::PowerOfTwo, _) => 1 << (LARGE - 1),
            (Bits::Prime, Name::KmPartition | Name::Partitioned) => hashes * ((1 << 31) - 1),
            (Bits::Prime, _) => (1 << LARGE) - 1,
        };
        let constant = first_order::constant(&Double, self.scheme.scheme(), bits, hashes, bits_per_item)?;
        constant.ok_or_else(|| format!("{} has no first-order approximation", self.name()).into())
    }
}

/// The exact rate, to more digits than are drawn.
pub(crate) fn rate(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Result<f64, AnyError> {
    let load = SchemeLoad::new(scheme, bits, items, hashes)?;
    match ExactRate::new(load)?.rate_in_double() {
        Some(sum) if sum.error_bound <= 1e-8 * sum.value => Ok(sum.value),
        _ => Ok(rate_in_double(load)?),
    }
}

/// The least prime from `least` on, by trial division.
fn next_prime(least: u64) -> u64 {
    let is_prime = |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    (least..).find(|&n| is_prime(n)).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_bits_are_of_their_kind() {
        let of = |scheme, bits| Variant { scheme, bits }.bits_from(1000, 7);
        assert_eq!(of(Name::Double, Bits::PowerOfTwo), 1024);
        assert_eq!(of(Name::Double, Bits::Prime), 1009);
        assert_eq!(of(Name::KmPartition, Bits::Prime), 7 * 149);
    }
}
