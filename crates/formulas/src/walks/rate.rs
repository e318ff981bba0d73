//! The exact rate under any scheme.

use bloomlab_numbers::{Arithmetic, Double, Refused, contour::Bounded};

use crate::{
    Load,
    blocked::{self, BlockedLoad},
    coverage, exact, inclusion_exclusion, overlapping,
    overlapping::OverlappingLoad,
    partitioned::{self, PartitionedLoad},
    steps,
    walks::kinds::{self, Kind},
    walks::signed_powers::SignedPowers,
    walks::step_set::{Merging, QueryKind, StepSet},
    walks::{HashingScheme, SchemeLoad, union},
};

/// The largest relative error with which [`rate_in_double`] takes the alternating sum.
const MAX_DOUBLE_ERROR: f64 = 1e-7;

/// The largest relative error, by estimate, with which [`rate_in_double`] takes positive terms where the sum can do better.
const MAX_UNION_ERROR: f64 = 1e-12;

/// The most steps of positive terms that [`rate_in_double`] prefers to the sum: about a second.
const MAX_UNION_STEPS: f64 = 1e8;

/// The exact rate under a scheme for any number of items, ready to be evaluated in any arithmetic.
#[derive(Clone, Debug)]
pub struct ExactRate {
    load: SchemeLoad,
    positions: Positions,
    powers: SignedPowers,
}

/// How the positions of an item lie; a walk's rate is a sum of powers, which do not know the items.
#[derive(Clone, Debug)]
enum Positions {
    Independent(Load),
    Blocked(BlockedLoad),
    Slices(PartitionedLoad),
    Overlapping(OverlappingLoad),
    Walk,
}

impl Positions {
    fn of(load: SchemeLoad) -> Result<Self, Refused> {
        let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
        Ok(match load.scheme() {
            HashingScheme::Independent => Self::Independent(load.independent()),
            HashingScheme::Partitioned => Self::Slices(PartitionedLoad::even(bits, items, hashes)?),
            HashingScheme::Blocked(block) => Self::Blocked(BlockedLoad::plain(bits, block, items, hashes)?),
            HashingScheme::SplitBlock(word) => Self::Blocked(BlockedLoad::split(bits, word, items, hashes)?),
            HashingScheme::Overlapping { word, stride } => {
                Self::Overlapping(OverlappingLoad::new(bits, word, stride, items, hashes)?)
            }
            _ => Self::Walk,
        })
    }
}

impl ExactRate {
    /// Finds the masks of the scheme, which is all the work that does not depend on the arithmetic.
    ///
    /// # Errors
    /// [`Refused`]: what [`SchemeLoad::new`] refuses, and kinds of queries that are too many for their hash functions.
    pub fn new(load: SchemeLoad) -> Result<Self, Refused> {
        let positions = Positions::of(load)?;
        if let Positions::Independent(load) = positions {
            steps::check(inclusion_exclusion::steps(load), "hashes", load.hashes())?;
        }
        steps::check(Self::steps(load), "hashes", load.hashes())?;
        // none but of a walk
        let (outcomes, kinds) = kinds_of(load);
        Ok(Self { load, positions, powers: SignedPowers::new(outcomes, kinds) })
    }

    /// The steps of [`new`](Self::new): for every kind of query with L positions k²L²/2 congruences, sorted, and sums and a sorting
    /// of 2^L numbers. The factors 4.5 and 2.5 were fitted to times of all schemes with k up to 19, which are 0.4 to 1 of this from
    /// a millisecond on; with few bits for a k they are less.
    pub fn steps(load: SchemeLoad) -> f64 {
        let (ring, hashes) = (load.ring(), load.hashes());
        let each = |targets: u64| 4.5 * (hashes * targets).pow(2) as f64 + 2.5 * 2_f64.powi(targets as i32);
        if !load.scheme().is_summed_over_sets() {
            return 0.0;
        }
        match load.scheme().step_set() {
            Some(StepSet::Unit) => each(hashes),
            Some(_) => query_kinds(load).0.iter().map(|kind| each(hashes.min(ring / kind.divisor))).sum(),
            None => each(hashes) * kinds_count(load),
        }
    }

    /// The filter and its items.
    pub fn load(&self) -> SchemeLoad {
        self.load
    }

    /// How many different powers are summed; 0 where the rate is not such a sum.
    pub fn powers(&self) -> usize {
        self.powers.len(self.load.items())
    }

    /// The rate: an alternating sum where the scheme is not partitioned. In arithmetic of fixed precision it loses about
    /// k log2((1 + x)/(1 − x)) bits, x the share of clear bits.
    pub fn rate<A: Arithmetic>(&self, a: &A) -> A::Number {
        match &self.positions {
            Positions::Independent(load) => inclusion_exclusion::rate(a, *load),
            Positions::Blocked(load) => inclusion_exclusion::rate(a, *load),
            Positions::Slices(load) => partitioned::rate(a, load),
            Positions::Overlapping(load) => overlapping::rate(a, *load),
            Positions::Walk => self.powers.rate(a, self.load.items()),
        }
    }

    /// The rate in double precision, with a bound on its error; `None` where the rate is no sum of powers.
    pub fn rate_in_double(&self) -> Option<Bounded<f64>> {
        matches!(self.positions, Positions::Walk).then(|| self.powers.rate_in_double(self.load.items()))
    }

    /// The same filter with another number of items: none of the work is done again.
    pub fn holding(&self, items: u64) -> Result<Self, Refused> {
        let load = SchemeLoad::new(self.load.scheme(), self.load.bits(), items, self.load.hashes())?;
        Ok(Self { load, positions: Positions::of(load)?, powers: self.powers.clone() })
    }
}

/// The exact rate from positive terms only, O(3^k log n) steps for each kind of query.
///
/// In double precision its relative error is at most about (22 + 2k)(log2(n) + 2kn/m) 2^−53: in an overfull filter no digit is right.
/// A convolution of 2^k masks rounds up to 27 products of three bits' masks and their sums, and two sums for each further bit. The
/// relative error of the covered masks grows by that with each doubling of the items, and doubles as well once most masks are covered.
///
/// # Errors
/// [`Refused`]: a k above some 14, or less with many kinds of queries.
pub fn by_union<A: Arithmetic>(a: &A, load: SchemeLoad) -> Result<A::Number, Refused> {
    match Positions::of(load)? {
        Positions::Independent(load) => {
            steps::check(coverage::steps(load), "hashes", load.hashes())?;
            Ok(coverage::rate(a, load))
        }
        Positions::Slices(load) => Ok(partitioned::rate(a, &load)),
        Positions::Blocked(load) => Ok(coverage::rate(a, load)),
        Positions::Overlapping(_) => {
            Err(Refused::new("hashes", load.hashes(), "words that do not overlap, for positive terms"))
        }
        Positions::Walk => {
            steps::check(union_steps(load), "hashes", load.hashes())?;
            let (outcomes, kinds) = kinds_of(load);
            let (mut sum, mut weights) = (a.zero(), 0);
            for (weight, masks) in kinds {
                sum = sum + a.integer(weight) * union::covered(a, &masks, outcomes, load.items());
                weights += weight;
            }
            Ok(sum / a.integer(weights))
        }
    }
}

/// The exact rate in double precision: from positive terms where that takes less than about a second and keeps the relative
/// error below 1e-12; else the alternating sum, where its own bound is below 1e-7; else from positive terms, however long they
/// take. In a filter so overfull that positive terms lose digits, the alternating sum has nothing to cancel.
///
/// # Errors
/// [`Refused`]: too many steps, as for a k of 14 and more with many kinds of queries or few set bits. Certified
/// arithmetic does those.
pub fn rate_in_double(load: SchemeLoad) -> Result<f64, Refused> {
    match Positions::of(load)? {
        Positions::Independent(load) => return exact::rate(&Double, load),
        Positions::Slices(load) => return Ok(partitioned::rate(&Double, &load)),
        Positions::Blocked(load) => return blocked::rate(&Double, load),
        Positions::Overlapping(load) => return overlapping::rate_in_double(load),
        Positions::Walk if prefers_union(load) => return by_union(&Double, load),
        Positions::Walk => {}
    }
    let sum = ExactRate::new(load)?.rate_in_double();
    match sum.filter(|sum| sum.error_bound <= MAX_DOUBLE_ERROR * sum.value) {
        Some(sum) => Ok(sum.value),
        None => by_union(&Double, load),
    }
}

/// Returns true if positive terms take little, and keep their digits.
fn prefers_union(load: SchemeLoad) -> bool {
    union_steps(load) <= MAX_UNION_STEPS && union_error(load) <= MAX_UNION_ERROR
}

fn union_error(load: SchemeLoad) -> f64 {
    let (bits, items, hashes) = (load.bits() as f64, load.items().max(1) as f64, load.hashes() as f64);
    (11.0 + hashes) * (libm::log2(items) + 2.0 * hashes * items / bits) * f64::EPSILON
}

/// The kinds of steps of a query, and how many steps are admitted; nothing for schemes without such steps.
fn query_kinds(load: SchemeLoad) -> (Vec<QueryKind>, u64) {
    let Some(admitted) = load.scheme().step_set() else { return (Vec::new(), 0) };
    let steps = admitted.steps(load.ring());
    (admitted.query_kinds(load.ring(), Merging::new(load.ring(), load.hashes()), steps), steps)
}

fn kinds_count(load: SchemeLoad) -> f64 {
    match load.scheme() {
        HashingScheme::Enhanced => load.bits() as f64,
        // as many orbits as Z_m² has cyclic subgroups, each with m curves of an item
        HashingScheme::Triple => 3.0 * (load.bits() as f64).powi(2),
        HashingScheme::DoubleUnit | HashingScheme::KmPartition => 1.0,
        _ => query_kinds(load).0.len() as f64,
    }
}

/// The steps of the union convolution: 3^k products for each digit of n and each kind of query.
fn union_steps(load: SchemeLoad) -> f64 {
    let doublings = f64::from(64 - load.items().leading_zeros());
    3_f64.powi(load.hashes() as i32) * 2.0 * doublings * kinds_count(load)
}

/// The outcomes of an item, and the kinds of queries. Nothing for schemes that are no sums over sets.
fn kinds_of(load: SchemeLoad) -> (u128, Box<dyn Iterator<Item = Kind>>) {
    let (bits, hashes) = (load.bits(), load.hashes());
    let wide = u128::from(bits);
    match load.scheme() {
        HashingScheme::Enhanced => (wide.pow(2), Box::new(kinds::enhanced(bits, kinds::cubic(bits, hashes)))),
        HashingScheme::Triple => (wide.pow(3), Box::new(kinds::triple(bits, hashes))),
        HashingScheme::KmPartition => {
            let slice = bits / hashes;
            (u128::from(slice).pow(2), Box::new(std::iter::once(kinds::km_partition(slice, hashes))))
        }
        scheme => match scheme.step_set() {
            Some(admitted) => {
                let (query_kinds, steps) = query_kinds(load);
                // any block, and in it any walk
                (wide * u128::from(steps), Box::new(kinds::double(load.ring(), hashes, admitted, steps, query_kinds)))
            }
            None => (1, Box::new(std::iter::empty())),
        },
    }
}
