//! The bits an item that any filter needs at a rate p, whatever its construction.
//!
//! * Static (Carter, Floyd, Gill, Markowsky, Wegman, *Exact and approximate membership testers*, 1978): n log2(1/p) bits, in an
//!   infinite universe ([`static_limit`]).
//! * Dynamic, with insertions and deletions (Kuszmaul, Liang, Zhou 2025): n(log2(1/p) + log2 e) − o(n) bits as p → 0
//!   ([`dynamic_limit`]). At p = 0.1 it is not proved.
//! * An ordinary Bloom filter with a real number of hash functions takes log2(1/p)/ln 2.

use bloomlab_numbers::{Analytic, AnalyticArithmetic};

/// log2(1/p): bits an item of a static filter, in an infinite universe. Domain: 0 < p ≤ 1.
pub fn static_limit<A: AnalyticArithmetic>(a: &A, rate: A::Number) -> A::Number {
    (a.zero() - rate.ln()) / a.integer(2).ln()
}

/// log2(1/p) + log2 e: bits an item where items come and go, as p → 0. Domain: 0 < p ≤ 1.
pub fn dynamic_limit<A: AnalyticArithmetic>(a: &A, rate: A::Number) -> A::Number {
    (a.one() - rate.ln()) / a.integer(2).ln()
}
