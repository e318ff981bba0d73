//! The exact false-positive rate of a filter as libraries build it: its k positions are derived from two hashes, not drawn independently.
//!
//! # The theorem
//!
//! A filter has m bits, n items and k positions a, a + d, …, a + (k − 1)d mod m for each: a is uniform on Z_m, d uniform on a set
//! of D admitted steps, one of the four of a [`StepSet`]; items and query are independent. For a query whose step has the
//! greatest common divisor g with m (g = m for step 0) let Q_g = {0, g, 2g, …, (k − 1)g} mod m, a set of L = min(k, m/g)
//! residues, and h(T) the number of outcomes (a, d) whose walk meets T ⊆ Q_g. Then the false-positive rate is
//!
//! rate = (1/D) Σ_(g | m, g admitted) φ(m/g) rate(g), rate(g) = Σ_(T ⊆ Q_g) (−1)^|T| (1 − h(T)/(mD))^n.
//!
//! For n = 0 the rate is 0. k may exceed m. `docs/double-hashing.md` has the proof.
//!
//! # Work that does not depend on m
//!
//! **The masks.** A step d is special for Q_g when u·d ≡ v·g (mod m) for some 1 ≤ u < k and |v| < L; v = 0 is a walk that meets itself.
//! Every other step hits each position of the query in k outcomes, and nothing else in any of these. So h(T) = k(D − D_s)|T| + h_s(T),
//! with D_s special steps, solutions of fewer than 2kL linear congruences, and an integer h_s(T) that one subset sum over 2^L masks
//! gives for all T.
//!
//! **The kinds of queries.** Let B = max(1, 2(k − 1)²) and Λ = gcd(m, lcm(2, 1, …, k − 1)). *The steps of a query with the same
//! order c = m/g ≤ B have one rate, and all others with the same gcd(g, Λ)*, as the same document proves. So at most B + τ(Λ)
//! distributions of masks are needed: 2 for a large prime, 10 for m = 2^60 with k = 7.
//!
//! | route | function | |
//! |---|---|---|
//! | alternating sum, equal powers merged | [`ExactRate::rate`] | any arithmetic that [tolerates cancellation](bloomlab_numbers::Arithmetic::tolerates_cancellation) |
//! | the same in doubles, with its own error bound | [`ExactRate::rate_in_double`] | |
//! | positive terms only, the union convolution of masks | [`by_union`] | doubles, k ≤ 14 |
//! | large m | [`first_order::constant`] | k ≤ 64 |
//!
//! No route that is polynomial in k is known to us: h(T) counts the progressions within T at every lag, and does not factor over
//! positions.
//!
//! # Other schemes
//!
//! *Enhanced double hashing* has no unit symmetry: every step of the query is its own kind. Its walk starts at i = 0, so
//! the first position is a; from i = 1 it is another scheme. *Triple hashing* has it again, for pairs of steps: the kinds are the
//! orbits of Z_m² under units, and an item has m³ outcomes. *The partition of Kirsch and Mitzenmacher* needs only the difference of item
//! and query, uniform on Z_s²: one kind. [`other_walks`] has arithmetic that wraps, multiply-high reduction and more. [`finite_hash`] adds
//! the items that share the whole hash with the query.

pub mod finite_hash;
pub mod first_order;
pub mod given_bits;
mod kinds;
mod lower_bound;
mod masks;
pub mod other_walks;
mod rate;
mod residues;
mod scheme;
mod signed_powers;
pub mod sizing;
mod step_set;
mod union;

pub use lower_bound::lower_bound;
pub use rate::{ExactRate, by_union, rate_in_double};
pub use residues::Congruence;
pub use scheme::{HashingScheme, MAX_ENHANCED, MAX_SUMMED_HASHES, SchemeLoad, UnknownScheme};
pub use step_set::StepSet;
