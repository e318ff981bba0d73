//! Filters that are cleared when they are full enough, and fill again.

#[cfg(feature = "exact")]
use std::time::Duration;

#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, Enclosures};
use bloomlab_numbers::{Bound, Double, Ending, Refused, Retention, Sampling, Shape, within};
use bloomlab_recycling::{
    Ages, Averages, Cycle, ForgettingCurve, MAX_HASHES, Reuse, SigmaBounded, Variant, shape_of_each, variant_forgetting,
};

#[cfg(feature = "exact")]
use crate::crosscheck::{Checks, recycling_filter};
use crate::error::{Error, LostDigits};

/// A recycling filter before its bound is known: m bits, k hash functions, one phase or two, and what becomes of the message that
/// ends a cycle. [`Recycled::at_sigma`] or [`Recycled::after_messages`] makes the [`RecycledFilter`] that has answers.
///
/// Dozier, Salamatian, Rubenstein, *Modeling average false positive rates of recycling Bloom filters*.
///
/// ```
/// use bloomlab::{Ending, Recycled};
///
/// let filter = Recycled::new(1000, 6)?.at_sigma(606)?;
/// assert!((filter.averages()?.rate - 0.00999538).abs() < 1e-8);
/// let two = Recycled::new(1000, 5)?.two_phases(Ending::Keeping).retaining().at_sigma(250)?;
/// assert!((two.averages()?.rate - 0.0390443763).abs() < 1e-9);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Recycled {
    bits: u64,
    hashes: u64,
    sampling: Sampling,
    frozen: Option<Ending>,
    retention: Retention,
}

impl Recycled {
    /// One filter of `bits` bits (m) under `hashes` hash functions (k), with replacement; the message that ends a cycle is forgotten.
    /// Domain: 1 ≤ m ≤ 2^63 − 1 and 1 ≤ k ≤ 512.
    pub fn new(bits: u64, hashes: u64) -> Result<Self, Refused> {
        within("hashes", hashes, 1..=MAX_HASHES)?;
        let (sampling, retention) = (Sampling::WithReplacement, Retention::NonRetaining);
        Shape::new(bits, hashes, sampling)?;
        Ok(Self { bits, hashes, sampling, frozen: None, retention })
    }

    /// The k positions of a message are distinct.
    pub fn without_replacement(self) -> Self {
        Self { sampling: Sampling::WithoutReplacement, ..self }
    }

    /// Two filters of half the bits each, one active and one frozen; `ending` is what the frozen one holds of the message that froze
    /// it.
    pub fn two_phases(self, ending: Ending) -> Self {
        Self { frozen: Some(ending), ..self }
    }

    /// The message that ends a cycle is the first of the next.
    pub fn retaining(self) -> Self {
        Self { retention: Retention::Retaining, ..self }
    }

    /// The filter that recycles when a message would raise the set bits of a filter above `sigma` (σ).
    /// Domain: two phases have an even number of bits, k is at most the bits of a filter without replacement, and σ ≤ the bits of a
    /// filter − 1; retaining, σ ≥ k.
    pub fn at_sigma(self, sigma: u64) -> Result<RecycledFilter, Refused> {
        self.bounded(Bound::Sigma(sigma))
    }

    /// The filter that recycles after `messages` bit-setting messages (N).
    /// Domain: as at σ, and 1 ≤ N ≤ ⌊(m − 1)/k⌋ + 1, with m the bits of a filter, beyond which a cycle may never end; retaining, N ≥ 2.
    pub fn after_messages(self, messages: u64) -> Result<RecycledFilter, Refused> {
        self.bounded(Bound::Messages(messages))
    }

    fn bounded(self, bound: Bound) -> Result<RecycledFilter, Refused> {
        let Self { bits, hashes, sampling, frozen, retention } = self;
        let shape = match frozen {
            None => Shape::new(bits, hashes, sampling)?,
            Some(_) => shape_of_each(bits, hashes, sampling)?,
        };
        let each = Cycle::new(shape, bound, retention)?;
        Ok(RecycledFilter(frozen.map_or(Variant::one_phase(each), |ending| Variant::two_phases(each, ending))))
    }
}

/// A recycling filter with the bound of its cycles: any of the twelve kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecycledFilter(Variant);

/// The distances of [`RecycledFilter::two_cycles`].
const DISTANCES: u64 = 21;

impl RecycledFilter {
    /// The average rate over new messages, the expected new messages per cycle, and what the papers say of the rate.
    ///
    /// Dozier, Salamatian, Rubenstein, f_σ¹ and f_σ², corrected; relative error below 1e-10 at every size.
    /// Averages below 1e-290 that are not 0 have lost digits.
    pub fn averages(&self) -> Result<Averages<f64>, Error> {
        let averages = self.0.averages_in_double()?;
        if averages.hold(self.0) { Ok(averages) } else { Err(LostDigits::Underflow.into()) }
    }

    /// The probability that a message is taken for new when it returns after each of these numbers of other new messages.
    ///
    /// Exact; in double precision the error is at most some 1e-13, not relative to small probabilities.
    pub fn forgetting(&self, distances: &[u64]) -> Result<Vec<f64>, Error> {
        let farthest = distances.iter().copied().max().unwrap_or(0);
        self.0.check_distance(farthest)?;
        let rates: Vec<_> = variant_forgetting(&Double, self.0).take(farthest as usize + 1).collect();
        Ok(distances.iter().map(|&distance| rates[distance as usize].false_negative_rate).collect())
    }

    /// 21 distances, evenly spread from 0 to about two cycles.
    pub fn two_cycles(&self) -> Result<Vec<u64>, Error> {
        let messages = self.0.averages_in_double()?.messages_per_cycle;
        let step = (2.0 * messages / (DISTANCES - 1) as f64).ceil().max(1.0) as u64;
        Ok((0..DISTANCES).map(|i| i.saturating_mul(step)).collect())
    }

    /// The share of returning messages that are taken for new, if a message returns after R other new messages and R has the
    /// distribution `reuse`. Relative error 1e-10. One phase at σ that forgets has it at sizes of megabytes, by the age of its cycle, with
    /// an absolute error of order k²/(mL), L the messages of a cycle.
    ///
    /// ```
    /// let filter = bloomlab::Recycled::new(1000, 5)?.at_sigma(539)?;
    /// let share = filter.false_negatives("geometric:20".parse()?)?;
    /// assert!((share - 0.1348584339).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn false_negatives(&self, reuse: Reuse) -> Result<f64, Error> {
        let tail = |distance| reuse.tail(distance);
        match ForgettingCurve::new(self.0, reuse, 1.0) {
            Ok(curve) => Ok(curve.false_negatives(tail)),
            Err(refused) => {
                let each = self.0.each();
                let forgets = self.0.frozen().is_none() && each.retention() == Retention::NonRetaining;
                let is_one = |filter: &SigmaBounded| forgets && filter.shape().sampling() == Sampling::WithReplacement;
                let ages = each.sigma_bounded().filter(is_one).and_then(|filter| Ages::new(filter).ok());
                Ok(ages.ok_or(refused)?.false_negatives(tail))
            }
        }
    }
}

/// The most states times k² of certified averages: about two seconds; and the precision that is tried, in bits: their sums have positive
/// terms.
#[cfg(feature = "exact")]
const MOST_CERTIFIED: u64 = 1 << 21;
#[cfg(feature = "exact")]
const MOST_BITS: u32 = 1 << 16;

#[cfg(feature = "exact")]
impl RecycledFilter {
    /// [`RecycledFilter::averages`] with `digits` certified significant digits each.
    /// Domain: the states of a cycle, each number of messages counted, are at most 2^21/k², for more than 20 digits less.
    pub fn certified(&self, digits: usize) -> Result<Averages<Certified>, Error> {
        let each = self.0.each();
        let most = MOST_CERTIFIED * 20 / digits.max(20) as u64;
        each.check_states(most / (each.shape().hashes() * each.shape().hashes()))?;
        let mut bits = 64 + 4 * digits as u32;
        loop {
            let averages = self.0.averages(&Enclosures::new(bits));
            match averages.try_map(|enclosure| Certified::new(enclosure, bits, digits)) {
                Err(_) if bits < MOST_BITS => bits *= 2,
                certified => return Ok(certified?),
            }
        }
    }

    /// The average rate by every route, and by a simulation from `seed`. Every evaluation, and the simulation, may take `limit`, all
    /// together some times as long.
    pub fn crosscheck(&self, digits: usize, limit: Duration, seed: u64) -> Checks {
        recycling_filter(self.0, digits, limit, seed)
    }
}
