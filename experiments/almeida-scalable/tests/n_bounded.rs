//! The chain of a filter that refuses positives is that of an N-bounded recycling filter, which another crate computes from the papers'
//! transitions.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{Load, refusing};
use bloomlab_numbers::{Arithmetic, Number, Sampling, Shape};
use bloomlab_recycling::{NBounded, n_bounded};

/// R/(N + R), R = Σ_{i<N} E[ρ(B_i)/(1 − ρ(B_i))] over the distribution of the bits set after i accepted items.
fn average_rate(shape: Shape, messages: u64) -> Rational {
    let a = Rationals;
    let mut silent = a.zero();
    for accepted in 0..messages {
        let masses = refusing::set_bits(&a, Load::holding(shape, accepted).unwrap()).unwrap();
        for (set, mass) in (0..).zip(masses).filter(|(_, mass)| mass.to_f64() > 0.0) {
            // an item sets nothing with probability ρ: all its positions are set
            let (mut reports, mut left) = (a.one(), 0);
            for _ in 0..shape.hashes() {
                let taken = if shape.sampling() == Sampling::WithoutReplacement { left } else { 0 };
                reports = reports * a.ratio(u64::saturating_sub(set, taken), shape.bits() - taken);
                left += 1;
            }
            silent = silent + mass * &reports / (a.one() - reports);
        }
    }
    silent.clone() / (a.integer(messages) + silent)
}

#[test]
fn the_chain_is_that_of_an_n_bounded_filter() {
    for (bits, hashes, messages) in [(7, 2, 3), (10, 3, 3), (16, 1, 9), (24, 4, 5)] {
        for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
            let shape = Shape::new(bits, hashes, sampling).unwrap();
            let filter = NBounded::new(shape, messages).unwrap();
            let rates = n_bounded(&Rationals, filter);
            assert_eq!(average_rate(shape, messages), rates.exact, "{shape:?} {messages}");
        }
    }
}
