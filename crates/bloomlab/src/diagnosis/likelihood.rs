//! The likelihood of what was counted.

use bloomlab_formulas::Load;
use bloomlab_formulas::counts::{PlainRates, RateDistribution, VaryingRate, ln_binomial};

/// What was counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub positives: u64,
    pub queries: u64,
    pub filters: u64,
}

/// Up to here the distribution of the set bits is summed.
const MOST_BITS: u64 = 1 << 24;

impl Counts {
    pub fn rate(self) -> f64 {
        self.positives as f64 / self.queries as f64
    }

    /// ln P(X = x) and the two-sided probability.
    pub fn under(self, rate: VaryingRate) -> (f64, f64) {
        let Self { positives, queries, .. } = self;
        (rate.ln_probability(queries, positives), rate.two_sided(queries, positives))
    }

    /// A filter of `load` that has a mean rate, with the variation that set bits give.
    pub fn varying(self, rate: f64, load: Load) -> VaryingRate {
        match self.filters == self.queries {
            true => VaryingRate::certain(rate),
            false => VaryingRate::of(rate, load, self.filters),
        }
    }

    /// The rate of this filter, given the count, with ln P(X = x) and the two-sided probability: by the distribution of its set bits, which is
    /// summed for one filter of independent positions and at most 2^24 bits.
    pub fn luck(self, rate: f64, load: Load, is_plain: bool) -> (f64, f64, f64) {
        let Self { positives, queries, filters } = self;
        if is_plain
            && filters == 1
            && load.bits() <= MOST_BITS
            && let Ok(exact) = PlainRates::new(load).and_then(|rates| rates.distribution(queries))
        {
            let (ln_probability, given) = posterior(rate, positives, queries, |count, queries| {
                RateDistribution::ln_probability(&exact, queries, count)
            });
            let sides = [exact.at_least(queries, positives), exact.at_most(queries, positives)];
            return (given, ln_probability, (2.0 * sides[0].min(sides[1])).min(1.0));
        }
        let varying = self.varying(rate, load);
        let (ln_probability, given) =
            posterior(rate, positives, queries, |count, queries| varying.ln_probability(queries, count));
        (given, ln_probability, varying.two_sided(queries, positives))
    }

    /// The largest likelihood that any rate gives.
    pub fn saturated(self) -> f64 {
        ln_binomial(self.queries, self.positives, self.rate())
    }
}

/// ln P(X = x) and, unless that is −∞, E\[ρ | X = x\] = (x + 1)/(q + 1) · P(X' = x + 1)/P(X = x), X' of q + 1 queries.
fn posterior(rate: f64, positives: u64, queries: u64, ln_probability: impl Fn(u64, u64) -> f64) -> (f64, f64) {
    let here = ln_probability(positives, queries);
    if here == f64::NEG_INFINITY {
        return (here, rate);
    }
    let more = ln_probability(positives + 1, queries + 1);
    (here, (positives + 1) as f64 / (queries + 1) as f64 * libm::exp(more - here))
}
