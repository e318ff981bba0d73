//! How each quantity of the paper looks, in all figures alike.

use bloomlab_workbench::figure::*;

/// f_σ¹: one filter, cleared when it is full enough.
pub(crate) const ONE_PHASE: Look = Look::new(things::ONE_PHASE);
/// f_σ²: an active and a frozen filter.
pub(crate) const TWO_PHASES: Look = Look::new(things::DROPPING).marked(Marker::Square);
/// Two phases that keep the message that ends a cycle in the frozen filter.
pub(crate) const KEEPING: Look = Look::new(things::KEEPING).marked(Marker::Triangle);
/// Two phases that retain it in the next cycle.
pub(crate) const RETAINING: Look = Look::new(things::RETAINING).dashed(Dash::Dashed).marked(Marker::Diamond);
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

/// A name beside a line, at the point that ends the first half of its points (`part` 2) or the first third (3).
pub(crate) fn beside(line: &Series, part: usize, offset: (f64, f64), name: &str, look: Look) -> Result<Note> {
    let at = line.points().get(line.points().len() / part).ok_or("an empty line")?;
    Ok(Note::text((at.x, at.y), offset, name).coloured(look.colour()))
}

/// A number of hash functions, of 3, 5 and 8.
pub(crate) fn hashes(k: u64) -> Look {
    Look::step(usize::from(k > 3) + usize::from(k > 5), 3)
}
