//! The averages of a recycling filter, and what the papers say of them.

use bloomlab_numbers::{Arithmetic, Bound, Double, Ending, Phases, Refused, Retention, Sampling, within};

use super::average::{TwoPhaseAverage, variant_average};
use crate::n_bounded::{NBoundedRates, n_bounded, n_bounded_rate, worst_case_rate};
use crate::one_phase::{Average, one_phase};
use crate::parameters::{NBounded, Retaining, SigmaBounded};
use crate::retaining::published_retaining;
use crate::scaling::sigma_bounded_rate;
use crate::variants::Variant;

/// The averages of a recycling filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Averages<N> {
    /// The average false-positive rate over new messages, exact for the filter as built.
    pub rate: N,
    /// Expected new messages per cycle.
    pub messages_per_cycle: N,
    /// The papers' values for the rate.
    pub published: Published<N>,
}

/// The average rate as Dozier, Salamatian, Rubenstein have it.
#[derive(Clone, Debug, PartialEq)]
pub enum Published<N> {
    /// Their formula: exact for one phase that forgets the message that ends a cycle; the product form for two phases
    /// ([`variant_average`]); [`published_retaining`].
    Rate(N),
    /// Their bounds for one phase that recycles after N bit-setting messages and forgets the last.
    Bounds {
        /// The bound for a user who can distinguish a false positive from a repeat ([`n_bounded`](crate::n_bounded)).
        f_o: N,
        /// The bound for a user who cannot.
        f_a: N,
        /// The rate of the full filter ([`worst_case_rate`](crate::worst_case_rate)).
        f_w: N,
    },
}

impl<N> Averages<N> {
    fn counting<A: Arithmetic<Number = N>>(a: &A, filter: NBounded, rates: NBoundedRates<N>) -> Self {
        let NBoundedRates { exact: rate, f_o, f_a, messages_per_cycle, .. } = rates;
        let f_w = worst_case_rate(a, filter.shape(), filter.messages());
        Self { rate, messages_per_cycle, published: Published::Bounds { f_o, f_a, f_w } }
    }

    /// The averages by the names of their fields.
    pub fn named(self) -> Vec<(&'static str, N)> {
        let (rate, messages) = (("rate", self.rate), ("messages_per_cycle", self.messages_per_cycle));
        match self.published {
            Published::Rate(published) => vec![rate, ("published_rate", published), messages],
            Published::Bounds { f_o, f_a, f_w } => {
                vec![rate, messages, ("f_o", f_o), ("f_a", f_a), ("f_w", f_w)]
            }
        }
    }

    /// Applies `f` to each of the averages.
    pub fn try_map<M, E>(self, mut f: impl FnMut(N) -> Result<M, E>) -> Result<Averages<M>, E> {
        let (rate, messages_per_cycle) = (f(self.rate)?, f(self.messages_per_cycle)?);
        let published = match self.published {
            Published::Rate(published) => Published::Rate(f(published)?),
            Published::Bounds { f_o, f_a, f_w } => Published::Bounds { f_o: f(f_o)?, f_a: f(f_a)?, f_w: f(f_w)? },
        };
        Ok(Averages { rate, messages_per_cycle, published })
    }
}

impl Averages<f64> {
    /// Returns true if all of them, those of `variant`, have their digits in doubles: none is below [`LEAST`](crate::accuracy::LEAST),
    /// except rates of 0 if no cycle holds the bits of a message.
    pub fn hold(&self, variant: Variant) -> bool {
        let shape = variant.each().shape();
        let least = if shape.sampling() == Sampling::WithReplacement { 1 } else { shape.hashes() };
        let holds_none = variant.each().most_set() < least;
        let holds = |value: f64| value >= crate::accuracy::LEAST || holds_none && value == 0.0;
        self.clone().named().into_iter().all(|(_, value)| holds(value))
    }
}

impl Variant {
    /// The averages in any arithmetic, by [`one_phase`] where it is the model of the filter, else by [`variant_average`].
    pub fn averages<A: Arithmetic>(&self, a: &A) -> Averages<A::Number> {
        if let Some(filter) = self.counting() {
            return Averages::counting(a, filter, n_bounded(a, filter));
        }
        let TwoPhaseAverage { messages_per_cycle, rate, published_rate } = match self.dropping() {
            Some((filter, Phases::One)) => {
                let Average { messages_per_cycle, rate } = one_phase(a, filter);
                TwoPhaseAverage { messages_per_cycle, published_rate: rate.clone(), rate }
            }
            _ => variant_average(a, *self),
        };
        let published = self.retaining().map_or(published_rate, |filter| published_retaining(a, filter).rate);
        Averages { rate, messages_per_cycle, published: Published::Rate(published) }
    }

    /// The averages in double precision, by the route that suits the filter.
    ///
    /// Relative error below 1e-10 ([`accuracy`](crate::accuracy)) for averages of at least [`accuracy::LEAST`](crate::accuracy::LEAST).
    /// Domain: that of [`sigma_bounded_rate`] and [`n_bounded_rate`]; of the other kinds a cycle has at most 2^27/k² states, or pairs of a
    /// state and a number of messages.
    pub fn averages_in_double(&self) -> Result<Averages<f64>, Refused> {
        if let Some((filter, phases)) = self.dropping() {
            let (at, _) = sigma_bounded_rate(filter, phases)?;
            let published = Published::Rate(at.published_rate);
            return Ok(Averages { rate: at.rate, messages_per_cycle: at.messages_per_cycle, published });
        }
        if let Some(filter) = self.counting() {
            return Ok(Averages::counting(&Double, filter, n_bounded_rate(filter)?));
        }
        let k = self.each().shape().hashes();
        self.each().check_states((1 << 27) / (k * k))?;
        Ok(self.averages(&Double))
    }

    /// Refuses distances up to `farthest` that take more than a few seconds in double precision. Domain: (r + 1)(k + 2)^4 times the states
    /// of a cycle, each number of messages counted, are at most 2^34, and r is below 2^22.
    pub fn check_distance(&self, farthest: u64) -> Result<(), Refused> {
        let most = (1 << 34) / (self.each().shape().hashes() + 2).pow(4);
        self.each().check_states(most)?;
        // a message takes some time even in the smallest filter
        const MOST_DISTANCES: u64 = 1 << 22;
        within("distance", farthest, 0..=(most / self.each().states()).min(MOST_DISTANCES) - 1)
    }

    /// The names of the papers' values, as in [`Averages::named`].
    pub fn published(&self) -> &'static [&'static str] {
        if self.counting().is_some() { &["f_o", "f_a", "f_w"] } else { &["published_rate"] }
    }

    /// A filter, or each of two, bounded by σ, that drops and forgets the message that ends a cycle.
    fn dropping(&self) -> Option<(SigmaBounded, Phases)> {
        let filter = self.each().sigma_bounded().filter(|_| self.each().retention() == Retention::NonRetaining)?;
        match self.frozen() {
            None => Some((filter, Phases::One)),
            Some(Ending::Dropping) => Some((filter, Phases::Two)),
            Some(Ending::Keeping) => None,
        }
    }

    /// One filter bounded by σ that retains the message that ends a cycle.
    fn retaining(&self) -> Option<Retaining> {
        let retains = self.frozen().is_none() && self.each().retention() == Retention::Retaining;
        self.each().sigma_bounded().filter(|_| retains).map(Retaining)
    }

    /// One filter bounded by a number of messages, the last of which it forgets.
    fn counting(&self) -> Option<NBounded> {
        match (self.each().bound(), self.each().retention(), self.frozen()) {
            (Bound::Messages(messages), Retention::NonRetaining, None) => {
                Some(NBounded { shape: self.each().shape(), messages })
            }
            _ => None,
        }
    }
}
