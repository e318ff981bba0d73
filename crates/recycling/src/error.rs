//! What can be refused, with the value that was and the domain it should have come from.

/// A parameter outside its domain, or a question too large to answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A filter of no bits, or of more than 2^63 − 1.
    #[error("bits = {bits} is outside 1 … 2^63 − 1")]
    Bits {
        /// The number of bits asked for.
        bits: u64,
    },
    /// No hash function, or more than [`MAX_HASHES`](crate::MAX_HASHES).
    #[error("hashes = {hashes} is outside 1 … {max}", max = crate::MAX_HASHES)]
    Hashes {
        /// The number of hash functions asked for.
        hashes: u64,
    },
    /// More distinct positions than bits.
    #[error(
        "hashes = {hashes} distinct positions (without replacement) need at least {hashes} bits, got bits = {bits}"
    )]
    TooFewBits {
        /// The number of hash functions asked for.
        hashes: u64,
        /// The number of bits asked for.
        bits: u64,
    },
    /// A recycling threshold that no filter can exceed.
    #[error("sigma = {sigma} is outside 0 … {max} (bits = {bits} of one filter, less 1)", max = bits - 1)]
    Threshold {
        /// The threshold asked for.
        sigma: u64,
        /// The bits of one filter.
        bits: u64,
    },
    /// A threshold that the retained message alone could exceed.
    #[error(
        "sigma = {sigma} of a retaining filter must be at least hashes = {hashes}: the retained message alone could exceed it"
    )]
    RetainingThreshold {
        /// The threshold asked for.
        sigma: u64,
        /// The number of hash functions.
        hashes: u64,
    },
    /// Memory that two filters cannot share equally.
    #[error("bits = {bits} cannot be split between two phases: the total memory must be even and at least 2")]
    OddMemory {
        /// The total number of bits asked for.
        bits: u64,
    },
    /// A message limit that the filter may fill up before it reaches, so that a cycle may never end.
    #[error(
        "messages = {messages} is outside 1 … {bound} = ⌊(bits − 1)/hashes⌋ + 1: with bits = {bits}, hashes = {hashes} the filter could fill before {messages} messages set bits"
    )]
    MessageLimit {
        /// The limit asked for.
        messages: u64,
        /// The largest limit that is always reached.
        bound: u64,
        /// The number of bits.
        bits: u64,
        /// The number of hash functions.
        hashes: u64,
    },
    /// A target that is not a probability strictly between 0 and 1.
    #[error("target = {target} is outside the open interval (0, 1)")]
    Target {
        /// The rate asked for.
        target: f64,
    },
    /// A catalogue without arrivals, or whose probabilities leave nothing for messages that never repeat.
    #[error("catalogue: {reason}")]
    Catalogue {
        /// What is wrong.
        reason: String,
    },
    /// Neither extrapolation nor a direct sweep answers to the accuracy promised.
    #[error(
        "too large: with bits = {bits}, hashes = {hashes} a direct computation would take about {seconds:.0e} s, and {}",
        told(*estimate)
    )]
    TooLarge {
        /// The number of bits of one filter.
        bits: u64,
        /// The number of hash functions.
        hashes: u64,
        /// The relative error that extrapolation estimates for itself; not finite where it does not apply.
        estimate: f64,
        /// What a direct computation would take, in seconds.
        seconds: f64,
    },
}

fn told(estimate: f64) -> String {
    match estimate.is_finite() {
        true => format!("extrapolation reached a relative error of {estimate:.0e} only"),
        false => {
            "there is nothing to extrapolate from so near to an empty or a full filter, or with so many hashes".into()
        }
    }
}
