//! How each quantity of the paper looks, in all of its figures.

use bloomlab_workbench::figure::*;

/// The exact rate: eq. 17.
pub(crate) const EXACT: Look = Look::new(things::EXACT).heavy();
/// A way to the exact rate: the recursion, eq. 8 and 17.
pub(crate) const RECURSION: Look = Look::new(Colour::Ink);
/// The classic formula: eq. 1.
pub(crate) const CLASSIC: Look = Look::new(things::CLASSIC).marked(Marker::Square);
/// Its limit for many bits.
pub(crate) const LIMIT: Look = Look::new(things::LIMIT).dashed(Dash::Dashed).marked(Marker::Diamond);
/// Bloom's own formula: eq. 19.
pub(crate) const BLOOM: Look = Look::new(things::BLOOM_1970).dashed(Dash::DashDot).marked(Marker::Triangle);
/// Closed forms: eq. 18 and 20.
pub(crate) const CLOSED: Look = Look::new(things::LIMIT).marked(Marker::Diamond);
/// The algorithm of Figure 1, called once for each K.
pub(crate) const ONE_CALL: Look = Look::new(Colour::Blue);
/// Inclusion–exclusion.
pub(crate) const INCLUSION_EXCLUSION: Look = Look::new(things::BLOOM_1970);

/// The look of the i-th of four steps of a parameter, such as m/n = 4, 8, 16, 32, counted from 0.
pub(crate) fn step(i: usize) -> Look {
    Look::step(i, 4)
}
