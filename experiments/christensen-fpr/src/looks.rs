//! How each quantity of the paper looks, in all of its figures.

use bloomlab_pictures::{Colour, Dash, Look, Marker};

/// The exact rate: eq. 17.
pub(crate) const EXACT: Look = Look::new(Colour::Ink).heavy();
/// A way to the exact rate: the recursion, eq. 8 and 17.
pub(crate) const RECURSION: Look = Look::new(Colour::Ink);
/// The classic formula: eq. 1.
pub(crate) const CLASSIC: Look = Look::new(Colour::Vermilion).marked(Marker::Square);
/// Its limit for many bits.
pub(crate) const LIMIT: Look = Look::new(Colour::Purple).dashed(Dash::Dashed).marked(Marker::Diamond);
/// Bloom's own formula: eq. 19.
pub(crate) const BLOOM: Look = Look::new(Colour::Green).dashed(Dash::DashDot).marked(Marker::Triangle);
/// Closed forms: eq. 18 and 20.
pub(crate) const CLOSED: Look = Look::new(Colour::Purple).marked(Marker::Diamond);
/// The algorithm of Figure 1, called once for each K.
pub(crate) const ONE_CALL: Look = Look::new(Colour::Blue);
/// Inclusion–exclusion.
pub(crate) const INCLUSION_EXCLUSION: Look = Look::new(Colour::Green);

/// Four steps of a parameter, such as m/n = 4, 8, 16, 32.
const STEPS: [Look; 4] = [
    Look::new(Colour::Blue),
    Look::new(Colour::Indigo).marked(Marker::Square),
    Look::new(Colour::Wine).marked(Marker::Triangle),
    Look::new(Colour::Brown).marked(Marker::Diamond),
];

/// The look of the i-th step of a parameter, counted from 0.
pub(crate) fn step(i: usize) -> Look {
    STEPS[i % STEPS.len()]
}
