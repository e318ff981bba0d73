//! The one language of errors: a parameter, its value, its domain.

use std::fmt;
use std::ops::RangeInclusive;

use crate::MAX_SIZE;

/// A parameter of a model, under its name in the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Parameter {
    /// m: the bits of one filter.
    Bits,
    /// M: the bits that two phases share equally.
    Memory,
    /// n: the items stored.
    Items,
    /// k: the hash functions.
    Hashes,
    /// The bits that are set.
    BitsSet,
    /// The bytes that hold the bits of a filter.
    Bytes,
    /// B: the bits of a block.
    BlockBits,
    /// W: the bits of a word of a split block.
    WordBits,
    /// b: the bits of the hash that all positions of an item come from.
    HashBits,
    /// N: the balls thrown.
    Balls,
    /// M: the bins they are thrown into.
    Bins,
    /// P: a false-positive rate to be kept.
    Target,
    /// r: the ratio of the targets of neighbouring stages of a scalable filter.
    Tightening,
    /// s: the ratio of the capacities of neighbouring stages of a scalable filter.
    Growth,
    /// The stages of a scalable filter.
    Stages,
    /// The filters that share the memory of a recycling filter: 1 or 2.
    Phases,
    /// σ: the bits that may be set before a filter recycles.
    Sigma,
    /// N: the messages after which a filter recycles.
    Messages,
    /// r: the new messages between two arrivals of the same message.
    Distance,
    /// The probabilities with which messages return.
    Popularity,
    /// The parameter of a distribution of reuse distances: its mean, its window or its exponent.
    Reuse,
    /// κ: the times that a message comes back.
    Repeats,
    /// r: the items deleted.
    Deleted,
    /// b: the bits of a region of a DlBF.
    RegionBits,
    /// The bits of a fingerprint.
    FingerprintBits,
    /// C: the cells of a filter.
    Cells,
    /// The bits of a cell.
    CellBits,
    /// M: the largest value of a cell.
    CellValue,
    /// The regions of a DlBF.
    Regions,
    /// A position in a filter.
    Position,
    /// The number of positions of an item.
    Positions,
    /// The arrivals before counting starts.
    WarmUp,
    /// U: the messages of a catalogue.
    Catalogue,
    /// The probability that an arrival never returns.
    Leak,
    /// s: the exponent of Zipf's law.
    ZipfExponent,
    /// The independent repetitions of a simulation.
    Epochs,
    /// A value that one epoch measured.
    EpochValue,
    /// The probability with which an interval contains the truth.
    Confidence,
    /// ν: the degrees of freedom of Student's distribution.
    DegreesOfFreedom,
    /// The bits of a slice of a partitioned filter.
    SliceBits,
    /// The slices of a partitioned filter, or the filters of a ring.
    Slices,
    /// g: the insertions after which slices or filters age.
    Generation,
    /// W: the messages that a filter is to remember.
    Window,
    /// The cells that an insertion decrements in a stable filter.
    Decrements,
    /// The buckets of a cuckoo filter.
    Buckets,
    /// V: the values of a fingerprint.
    FingerprintValues,
    /// The seconds that an evaluation may take.
    Seconds,
    /// Queries of a test.
    Queries,
    /// Queries that a filter reports although they were not stored.
    Positives,
    /// Filters that the queries of a test are spread over.
    Filters,
    /// The probability with which a test may fail a correct filter.
    Alpha,
    /// A rate over that of a correct filter.
    Ratio,
    /// The probability with which a test fails a filter of a higher rate.
    Power,
}

impl Parameter {
    /// Its name: lower-case words joined by hyphens.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Checks that `value` lies in `domain`.
    pub fn within(self, value: u64, domain: RangeInclusive<u64>) -> Result<(), OutOfDomain> {
        if domain.contains(&value) {
            return Ok(());
        }
        let (least, most) = domain.into_inner();
        let most = if most == MAX_SIZE { "2^63 − 1".to_owned() } else { most.to_string() };
        Err(OutOfDomain::new(self, value, format!("{least} ≤ {self} ≤ {most}")))
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A count.
    Integer(u64),
    /// A rate or a probability.
    Real(f64),
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Value::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Value::Real(value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(f),
            Value::Real(value) => value.fmt(f),
        }
    }
}

/// A parameter outside its domain.
///
/// The domain is a text, since it may depend on the other parameters' values (`1 ≤ hashes ≤ bits = 8`): it is to be read.
/// Programs distinguish errors by the parameter.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{parameter} = {value} is out of domain: needs {domain}")]
pub struct OutOfDomain {
    parameter: Parameter,
    value: Value,
    domain: String,
}

impl OutOfDomain {
    /// `parameter` has `value`, which is not in `domain`. The domain is an inequality over names of parameters, such as
    /// `1 ≤ hashes ≤ bits = 8`, or another phrase that reads well after *needs*.
    pub fn new(parameter: Parameter, value: impl Into<Value>, domain: impl Into<String>) -> Self {
        Self { parameter, value: value.into(), domain: domain.into() }
    }

    /// The parameter.
    pub fn parameter(&self) -> Parameter {
        self.parameter
    }

    /// Its value.
    pub fn value(&self) -> Value {
        self.value
    }

    /// The values it may have.
    pub fn domain(&self) -> &str {
        &self.domain
    }
}

/// The only reason why a model gives no number.
pub type Refused = OutOfDomain;
