//! The averages of every kind of recycling filter as quantities that can be evaluated in any arithmetic.

use bloomlab_numbers::Arithmetic;
use bloomlab_recycling::{Variant, variant_average};

use crate::recycling_average::demand;
use crate::{Demand, Failure, Quantity, RecyclingAverage};

/// An average of a recycling filter of any kind as a quantity; the published rate is the product form.
#[derive(Clone, Copy, Debug)]
pub struct VariantValue(pub Variant, pub RecyclingAverage);

impl Quantity for VariantValue {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        let VariantValue(variant, average) = *self;
        let averages = variant_average(a, variant);
        Ok(match average {
            RecyclingAverage::Rate => averages.rate,
            RecyclingAverage::PublishedRate => averages.published_rate,
            RecyclingAverage::MessagesPerCycle => averages.messages_per_cycle,
        })
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        let each = self.0.each();
        demand(self.0.cost(), each.shape(), each.most_set() + 1)
    }
}
