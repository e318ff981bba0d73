//! One query of a filter whose bits are known, by any walk.

use bloomlab_numbers::Refused;

use crate::{
    walks::residues::add,
    walks::{HashingScheme, SchemeLoad, StepSet},
};

/// The residues of a walk; of a partition those of a slice.
fn walked(load: SchemeLoad) -> Result<u64, Refused> {
    match load.scheme() {
        HashingScheme::Enhanced | HashingScheme::Triple => Ok(load.bits()),
        HashingScheme::KmPartition => Ok(load.bits() / load.hashes()),
        scheme if scheme.step_set().is_some() => Ok(load.ring()),
        _ => Err(Refused::new("hashes", load.hashes(), "a scheme with walks for a rate given all bits")),
    }
}

/// Returns true if the bits of one stranger are all set, `words` with the first bit least. `below` draws its hashes, uniform below a bound.
/// Domain: a scheme with walks.
pub fn is_reported(load: SchemeLoad, words: &[u64], mut below: impl FnMut(u64) -> u64) -> Result<bool, Refused> {
    let (ring, scheme) = (walked(load)?, load.scheme());
    let whole = if scheme == HashingScheme::KmPartition { 0 } else { below(load.bits() / ring) * ring };
    let (mut at, mut apart) = (below(ring), below(ring));
    let admitted = scheme.step_set().unwrap_or(StepSet::Any);
    while !admitted.admits(apart, ring) {
        apart = below(ring);
    }
    let turn = if scheme == HashingScheme::Triple { below(ring) } else { 0 };
    for i in 0..load.hashes() {
        let (first, bend) = match scheme {
            HashingScheme::KmPartition => (i * ring, 0),
            HashingScheme::Enhanced => (whole, (i * i * i - i) / 6 % ring),
            _ => (whole, 0),
        };
        let place = first + add(at, bend, ring);
        if words[(place / 64) as usize] >> (place % 64) & 1 == 0 {
            return Ok(false);
        }
        (at, apart) = (add(at, apart, ring), add(apart, turn, ring));
    }
    Ok(true)
}
