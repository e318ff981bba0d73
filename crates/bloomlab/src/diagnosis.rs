//! Why a measured rate is not the promised one.

mod candidates;
mod cause;
mod likelihood;
mod sentences;

use bloomlab_formulas::counts::MOST_QUERIES;
use bloomlab_libraries::Library;
use bloomlab_occupancy::{OutOfDomain, Parameter, Sampling};
use bloomlab_schemes::HashingScheme;

use crate::filter::{Filter, StoredFilter};
use crate::{Error, normal};

pub use cause::Cause;
use likelihood::Counts;

/// The question why `positives` of `queries` queries of items that were never stored were reported.
///
/// Every cause predicts a rate: rounded sizes, positions and hashes of few bits, schemes, one hash function, this filter's own luck. Causes
/// are ranked by the likelihood of the count, less a [penalty](Explanation::penalty). Two more have a free parameter, the number of items and
/// the share of queries that had been stored, and fit almost any count: they pay for it, so that they rank before a right cause without one
/// with probability α at most.
///
/// ```
/// use bloomlab::{Cause, Diagnosis, Filter};
///
/// // FastFilter/fastfilter_cpp, issue 8: 500 million items, twelve bits each, and 1794 of 100,000 queries instead of 314
/// let filter = Filter::new(6_000_000_000, 8)?.holding(500_000_000)?;
/// let found = Diagnosis::of(filter, 1794, 100_000)?.explained()?;
/// assert_eq!(found[0].cause, Cause::Positions(32));
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Diagnosis {
    filter: Filter,
    stored: StoredFilter,
    scheme: HashingScheme,
    items: u64,
    counts: Counts,
    alpha: f64,
    library: Option<Library>,
}

/// A cause that may explain a measured rate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The cause.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::displayed"))]
    pub cause: Cause,
    /// The rate that it predicts; of luck, what the count tells of this filter's own rate.
    pub predicted_rate: f64,
    /// Whether the predicted rate is that of an approximation.
    pub is_approximate: bool,
    /// ln P(X = positives), the variation between filters included.
    pub log_likelihood: f64,
    /// What the cause must gain over [`Cause::AsPromised`] and [`Cause::ExactRate`], which need no explanation and pay nothing: the logarithm of
    /// the number of causes without a free parameter, as if each were as likely as the next and all together as likely as none; with a free
    /// parameter half of the square of the normal quantile of α as well. [`Cause::Luck`] comes with every filter, and pays ln 2 as one of two
    /// readings of a right one.
    pub penalty: f64,
    /// The probability of a count at least as far out, on either side.
    pub probability: f64,
    /// Whether this probability is below α.
    pub is_rejected: bool,
    /// The mean number of set bits; `None` where it is not known.
    pub bits_set: Option<f64>,
    /// What fits, of a cause with a free parameter.
    pub fitted: Option<Fitted>,
    /// What distinguishes it from the one before.
    pub distinguish: String,
}

/// The value of a free parameter that fits best: of items their number, of stored queries their share.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Fitted {
    /// The value.
    pub value: f64,
    /// The lower end of its likelihood interval at 99 %.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Explanation {
    /// The log likelihood without the penalty, by which causes are ranked.
    pub fn score(&self) -> f64 {
        self.log_likelihood - self.penalty
    }
}

impl Diagnosis {
    /// The level where none is given.
    pub const USUAL_ALPHA: f64 = 1e-3;

    /// `positives` (x) of `queries` (q) queries of one filter were reported.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ q ≤ 10^12, x ≤ q, n ≥ 1 and m ≥ 2; [`Error::Incompatible`] where positions come from one hash.
    pub fn of(filter: StoredFilter, positives: u64, queries: u64) -> Result<Self, Error> {
        Parameter::Queries.within(queries, 1..=MOST_QUERIES)?;
        Parameter::Positives.within(positives, 0..=queries)?;
        let (shape, scheme) = filter.filter().layout().ok_or(Error::Incompatible {
            this: "explanations of a rate",
            other: "positions from one hash of few bits",
        })?;
        Parameter::Bits.within(shape.bits(), 2..=bloomlab_occupancy::MAX_SIZE)?;
        Parameter::Items.within(filter.items(), 1..=bloomlab_occupancy::MAX_SIZE)?;
        let counts = Counts { positives, queries, filters: 1 };
        let (items, alpha) = (filter.items(), Self::USUAL_ALPHA);
        Ok(Self { filter: filter.filter(), stored: filter, scheme, items, counts, alpha, library: None })
    }

    /// The queries are spread evenly over `filters` filters (F), each with other items.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ F ≤ q.
    pub fn spread_over(self, filters: u64) -> Result<Self, Error> {
        Parameter::Filters.within(filters, 1..=self.counts.queries)?;
        Ok(Self { counts: Counts { filters, ..self.counts }, ..self })
    }

    /// A cause is rejected where a count as far out has a probability below `alpha`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1e-12 ≤ α ≤ 0.5.
    pub fn at_level(self, alpha: f64) -> Result<Self, Error> {
        if (1e-12..=0.5).contains(&alpha) {
            return Ok(Self { alpha, ..self });
        }
        Err(OutOfDomain::new(Parameter::Alpha, alpha, "1e-12 ≤ alpha ≤ 0.5").into())
    }

    /// What `library` builds for these items at the promised rate is a cause as well.
    pub fn like(self, library: Library) -> Self {
        Self { library: Some(library), ..self }
    }

    /// The causes, the most likely first. Where every cause without a free parameter is rejected, [`Cause::NoneOfThese`] comes first.
    ///
    /// Predicted rates have the accuracy of [`StoredFilter::rate`]; approximate ones are marked. The count of [`Cause::AsPromised`] and
    /// [`Cause::ExactRate`] is binomial, so that [`Cause::Luck`] says what the variation between filters adds; the others include it: of a plain filter's luck up to 2^24 bits exactly, else as (S/m)^k with a normal S, which changes ln P of plain
    /// filters by less than 0.1 up to four standard deviations.
    ///
    /// # Errors
    /// What [`StoredFilter::rate`] refuses.
    pub fn explained(&self) -> Result<Vec<Explanation>, Error> {
        let mut explanations = self.candidates()?;
        let is_fixed = |one: &&Explanation| one.fitted.is_none();
        let all_rejected = explanations.iter().filter(is_fixed).all(|one| one.is_rejected);
        // a stable sort: of equal causes the first stays first
        explanations.sort_by(|one, other| other.score().total_cmp(&one.score()));
        if all_rejected {
            explanations.insert(0, self.none_of_these());
        }
        self.say_what_distinguishes(&mut explanations);
        Ok(explanations)
    }

    /// What a free parameter costs: half of the square of the normal quantile of α. By Wilks's theorem a likelihood with such a parameter gains
    /// more than that on a right one without with probability α.
    fn of_a_parameter(&self) -> f64 {
        0.5 * normal::deviations(self.alpha).powi(2)
    }

    fn bits(&self) -> u64 {
        self.shape().0
    }

    /// m and k.
    fn shape(&self) -> (u64, u64) {
        self.filter.layout().map_or((1, 1), |(shape, _)| (shape.bits(), shape.hashes()))
    }

    fn is_plain(&self) -> bool {
        self.scheme == HashingScheme::Independent
    }

    fn is_distinct(&self) -> bool {
        self.filter.layout().is_some_and(|(shape, _)| shape.sampling() == Sampling::WithoutReplacement)
    }
}
