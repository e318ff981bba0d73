//! The averages of a recycling filter as quantities that can be evaluated in any arithmetic.

use bloomlab_numbers::{Arithmetic, Cost};
use bloomlab_recycling::{
    NBounded, Retaining, SigmaBounded, TwoPhase, n_bounded, one_phase, published_retaining, retaining, two_phase,
    worst_case_rate,
};

use crate::{Demand, Failure, Quantity};

/// A recycling filter.
#[derive(Clone, Copy, Debug)]
pub enum Model {
    /// One filter, recycled before more than σ bits are set.
    OnePhase(SigmaBounded),
    /// The same, and the message that overflowed is inserted into the cleared filter.
    Retaining(Retaining),
    /// Two filters of half the memory.
    TwoPhase(TwoPhase),
    /// One filter, recycled after N bit-setting messages.
    NBounded(NBounded),
}

/// What is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The average rate of the filter as built.
    Rate,
    /// The average rate as the papers compute it.
    PublishedRate,
    /// New messages per cycle.
    Messages,
    /// The bound f_o of an N-bounded filter.
    Optimistic,
    /// The bound f_a of an N-bounded filter.
    Attainable,
    /// The rate f_w of a full N-bounded filter.
    Worst,
}

/// One quantity of one model.
#[derive(Clone, Copy, Debug)]
pub struct AverageOf(pub Model, pub What);

impl Quantity for AverageOf {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        let AverageOf(model, what) = *self;
        Ok(match model {
            Model::OnePhase(filter) => {
                let average = one_phase(a, filter);
                if what == What::Messages { average.messages_per_cycle } else { average.rate }
            }
            Model::Retaining(filter) => {
                let published = what == What::PublishedRate;
                let average = if published { published_retaining(a, filter) } else { retaining(a, filter) };
                if what == What::Messages { average.messages_per_cycle } else { average.rate }
            }
            Model::TwoPhase(filters) => {
                let average = two_phase(a, filters);
                match what {
                    What::Messages => average.messages_per_cycle,
                    What::PublishedRate => average.published_rate,
                    _ => average.rate,
                }
            }
            Model::NBounded(filter) => {
                if what == What::Worst {
                    return Ok(worst_case_rate(a, filter.shape(), filter.messages()));
                }
                let rates = n_bounded(a, filter);
                match what {
                    What::Messages => rates.messages_per_cycle,
                    What::Optimistic => rates.f_o,
                    What::Attainable => rates.f_a,
                    _ => rates.exact,
                }
            }
        })
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        // a row of transitions takes about 3 k²/2 steps with replacement, and not more without
        let row = |hashes: f64| 2.0 * hashes * hashes + 8.0;
        let (bits, hashes, states, steps, numbers) = match self.0 {
            Model::OnePhase(filter) => {
                let (k, states) = (filter.shape().hashes() as f64, filter.sigma() as f64 + 1.0);
                (filter.shape().bits(), k, states, states * row(k), k * k)
            }
            Model::TwoPhase(filters) => {
                let filter = filters.each();
                let (k, states) = (filter.shape().hashes() as f64, filter.sigma() as f64 + 1.0);
                (filter.shape().bits(), k, states, 2.0 * states * row(k), k * k)
            }
            Model::Retaining(filter) => {
                let filter = filter.non_retaining();
                let (k, states) = (filter.shape().hashes() as f64, filter.sigma() as f64 + 1.0);
                (filter.shape().bits(), k, states, 2.0 * k * states * row(k), 2.0 * k * states)
            }
            Model::NBounded(filter) => {
                let (k, messages) = (filter.shape().hashes() as f64, filter.messages() as f64);
                let states = (k * messages).min(filter.shape().bits() as f64);
                (filter.shape().bits(), k, states, states * row(k) + messages * states * k, 2.0 * k * states)
            }
        };
        // every state divides by one more number of k log2 M bits
        let rational_bits = states * hashes * (bits as f64 + 1.0).log2();
        Demand { cost: Cost { steps, numbers }, rational_bits, lost_bits: 0.0 }
    }
}
