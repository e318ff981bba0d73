//! How each quantity of the paper looks, in all figures alike.

use bloomlab_pictures::{Colour, Dash, Look, Marker};

/// f_σ¹: one filter, cleared when it is full enough.
pub(crate) const ONE_PHASE: Look = Look::new(Colour::Blue);
/// f_σ²: an active and a frozen filter.
pub(crate) const TWO_PHASES: Look = Look::new(Colour::Vermilion).marked(Marker::Square);
/// Two phases that keep the message that ends a cycle in the frozen filter.
pub(crate) const KEEPING: Look = Look::new(Colour::Green).marked(Marker::Triangle);
/// Two phases that retain it in the next cycle.
pub(crate) const RETAINING: Look = Look::new(Colour::Purple).dashed(Dash::Dashed).marked(Marker::Diamond);
/// The frozen one of two.
pub(crate) const FROZEN: Look = Look::new(Colour::Ink).dashed(Dash::Dotted);
/// The exact rate of the N-bounded filter.
pub(crate) const N_BOUNDED: Look = Look::new(Colour::Green).marked(Marker::Triangle);
/// f_a, the papers' bound.
pub(crate) const F_A: Look = Look::new(Colour::Purple).dashed(F_A_DASH).marked(Marker::Wedge);
pub(crate) const F_A_DASH: Dash = Dash::Dashed;
/// f_o, the papers' looser bound.
pub(crate) const F_O: Look = Look::new(Colour::Brown).dashed(F_O_DASH).marked(Marker::Diamond);
pub(crate) const F_O_DASH: Dash = Dash::Dotted;
/// f_w, the rate of the full filter; eq. 1.
pub(crate) const F_W: Look = Look::new(Colour::Ink).dashed(Dash::DashDot).marked(Marker::Square);

/// A number of hash functions.
pub(crate) fn hashes(k: u64) -> Look {
    match k {
        1 => Look::new(Colour::Ink).marked(Marker::Diamond),
        2 => Look::new(Colour::Purple).marked(Marker::Wedge),
        3 => Look::new(Colour::Blue),
        4 | 5 => Look::new(Colour::Vermilion).marked(Marker::Square),
        _ => Look::new(Colour::Green).marked(Marker::Triangle),
    }
}
