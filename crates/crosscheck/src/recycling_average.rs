//! The averages of recycling filters as quantities that can be evaluated in any arithmetic.

use bloomlab_numbers::{Arithmetic, Cost};
use bloomlab_occupancy::Shape;
use bloomlab_recycling::{
    NBounded, Retaining, SigmaBounded, TwoPhase, n_bounded, one_phase, published_retaining, retaining, two_phase,
    worst_case_rate,
};

use crate::{Demand, Failure, Quantity};

/// A σ-bounded recycling filter.
#[derive(Clone, Copy, Debug)]
pub enum SigmaBoundedModel {
    /// One filter, recycled before more than σ bits are set.
    OnePhase(SigmaBounded),
    /// The same, and the message that overflowed is inserted into the cleared filter.
    Retaining(Retaining),
    /// Two filters of half the memory.
    TwoPhase(TwoPhase),
}

/// An average of a σ-bounded recycling filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecyclingAverage {
    /// The average rate of the filter as built.
    Rate,
    /// The average rate as the papers compute it.
    PublishedRate,
    /// New messages per cycle.
    MessagesPerCycle,
}

/// An average of a recycling filter as a quantity.
#[derive(Clone, Copy, Debug)]
pub struct RecyclingValue(pub SigmaBoundedModel, pub RecyclingAverage);

/// A rate of an N-bounded recycling filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NBoundedRate {
    /// The average rate of the filter as built.
    Exact,
    /// The papers' bound f_o.
    Optimistic,
    /// The papers' bound f_a.
    Attainable,
    /// The rate f_w of the full filter.
    WorstCase,
}

/// A rate of an N-bounded filter as a quantity.
#[derive(Clone, Copy, Debug)]
pub struct NBoundedValue(pub NBounded, pub NBoundedRate);

impl Quantity for RecyclingValue {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        use RecyclingAverage::{MessagesPerCycle, PublishedRate, Rate};
        let RecyclingValue(filter, average) = *self;
        Ok(match (filter, average) {
            (SigmaBoundedModel::OnePhase(filter), Rate | PublishedRate) => one_phase(a, filter).rate,
            (SigmaBoundedModel::OnePhase(filter), MessagesPerCycle) => one_phase(a, filter).messages_per_cycle,
            (SigmaBoundedModel::Retaining(filter), Rate) => retaining(a, filter).rate,
            (SigmaBoundedModel::Retaining(filter), PublishedRate) => published_retaining(a, filter).rate,
            (SigmaBoundedModel::Retaining(filter), MessagesPerCycle) => retaining(a, filter).messages_per_cycle,
            (SigmaBoundedModel::TwoPhase(filters), Rate) => two_phase(a, filters).rate,
            (SigmaBoundedModel::TwoPhase(filters), PublishedRate) => two_phase(a, filters).published_rate,
            (SigmaBoundedModel::TwoPhase(filters), MessagesPerCycle) => two_phase(a, filters).messages_per_cycle,
        })
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        match self.0 {
            SigmaBoundedModel::OnePhase(filter) => demand(filter.cost(), filter.shape(), filter.sigma() + 1),
            SigmaBoundedModel::Retaining(filter) => {
                let base = filter.non_retaining();
                demand(filter.cost(), base.shape(), base.sigma() + 1)
            }
            SigmaBoundedModel::TwoPhase(filters) => {
                let each = filters.each();
                demand(filters.cost(), each.shape(), each.sigma() + 1)
            }
        }
    }
}

impl Quantity for NBoundedValue {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        let NBoundedValue(filter, rate) = *self;
        Ok(match rate {
            NBoundedRate::Exact => n_bounded(a, filter).exact,
            NBoundedRate::Optimistic => n_bounded(a, filter).f_o,
            NBoundedRate::Attainable => n_bounded(a, filter).f_a,
            NBoundedRate::WorstCase => worst_case_rate(a, filter.shape(), filter.messages()),
        })
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        let shape = self.0.shape();
        demand(self.0.cost(), shape, shape.hashes().saturating_mul(self.0.messages()).min(shape.bits()))
    }
}

/// The demand on any arithmetic: every state divides by one more number of k log2 M bits.
pub(crate) fn demand(cost: Cost, shape: Shape, states: u64) -> Demand {
    let rational_bits = states as f64 * shape.hashes() as f64 * (shape.bits() as f64 + 1.0).log2();
    Demand { cost, rational_bits, lost_bits: 0.0 }
}
