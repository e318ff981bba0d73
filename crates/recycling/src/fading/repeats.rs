//! Repeats that are processed: they set bits again, so that cycles hold fewer new messages.

use bloomlab_numbers::Refused;

use super::curve::ForgettingCurve;
use super::reuse::Reuse;
use crate::variants::Variant;

/// A filter that every repeat is offered to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProcessedRepeats {
    /// g: the repeats per new message that find themselves cleared from the active filter, and set bits again.
    pub stored_again: f64,
    /// The share of repeats that no filter holds any more.
    pub cleared: f64,
    /// The share of repeats that are taken for new: cleared, and not known by a false positive.
    pub false_negative_rate: f64,
    /// Expected new messages per cycle, L/(1 + g).
    pub messages_per_cycle: f64,
}

/// The bisections that leave no digit of g to find.
const BISECTIONS: usize = 60;

/// False negatives where every new message comes back κ = `repeats` times, R new messages after the arrival before, and is offered to the
/// filter again.
///
/// A repeat that the active filter has cleared sets bits like a new message: among n messages that a filter sees, n/(1 + g) are new. So a
/// message that returns after R new ones returns after R (1 + g), with g = κ FN₁\[w̄(·/(1 + g))\], FN₁ the share that one phase of the same
/// cycle has cleared; then the forgetting rates of the filter at w̄(·/(1 + g)).
///
/// An approximation, since g is replaced by its mean. Within 4 % of simulation for one phase and for two that keep, at
/// 15 messages a cycle and more, where 0.001 and more are taken for new. Two phases that drop and forget: up to the
/// factor 1 + g too low where cycles are longer than distances, since repeats then set bits early in a cycle only, and
/// the message that ends it and is lost is a new one, one in L/(1 + g) and not one in L. Domain: 0 ≤ κ ≤ 1000, and that
/// of [`ForgettingCurve::new`].
pub fn processed_repeats(variant: Variant, reuse: Reuse, repeats: f64) -> Result<ProcessedRepeats, Refused> {
    if !(0.0..=1000.0).contains(&repeats) {
        return Err(Refused::new("repeats", repeats, "0 ≤ repeats ≤ 1000"));
    }
    let curve = |variant| -> Result<ForgettingCurve, Refused> { ForgettingCurve::new(variant, reuse, 1.0 + repeats) };
    let active = curve(Variant::one_phase(variant.each()))?;
    let all = if variant.frozen().is_some() { &curve(variant)? } else { &active };
    let stretched = |g: f64| move |r: f64| reuse.tail(r / (1.0 + g));
    let (mut low, mut high) = (0.0, repeats);
    for _ in 0..BISECTIONS {
        let g = 0.5 * (low + high);
        if repeats * active.cleared(stretched(g)) > g {
            low = g;
        } else {
            high = g;
        }
    }
    Ok(ProcessedRepeats {
        stored_again: high,
        cleared: all.cleared(stretched(high)),
        false_negative_rate: all.false_negatives(stretched(high)),
        messages_per_cycle: all.messages_per_cycle / (1.0 + high),
    })
}
