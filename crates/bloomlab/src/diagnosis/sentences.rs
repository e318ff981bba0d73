//! What distinguishes one cause from the one before.

use super::{Cause, Diagnosis, Explanation};

/// The standard deviations by which two mean counts are to differ: either is taken for the other once in a thousand times.
const DEVIATIONS: f64 = 3.29;

/// The most queries of a test.
const TOO_MANY: f64 = 1e15;

impl Diagnosis {
    pub(super) fn say_what_distinguishes(&self, explanations: &mut [Explanation]) {
        let said = explanations.iter().find(|one| one.cause == Cause::AsPromised).and_then(|one| one.bits_set);
        let mut before: Option<f64> = None;
        for one in explanations {
            let look = self.where_to_look(one, said.unwrap_or_default());
            let queries = before.and_then(|rate| queries_between(rate, one.predicted_rate));
            one.distinguish = match (before, queries) {
                (None, _) => look,
                (Some(_), Some(queries)) => {
                    format!("{look}; {queries} its rate from the one before")
                }
                (Some(_), None) => format!("{look}; its rate is that of the one before"),
            };
            before = Some(one.predicted_rate);
        }
    }

    fn where_to_look(&self, one: &Explanation, said: f64) -> String {
        let (bits, hashes) = self.shape();
        let set = one.bits_set.unwrap_or(said);
        match one.cause {
            Cause::AsPromised => {
                "nothing is to be explained: `bloomlab test` has the counts of a correct filter".to_owned()
            }
            Cause::ExactRate => "the classic formula is an approximation: `bloomlab fpr` has both rates".to_owned(),
            Cause::Luck => {
                let own = bits as f64 * libm::pow(one.predicted_rate, 1.0 / hashes as f64);
                format!(
                    "ask a second filter with other items: luck changes, no other cause does; this filter would have {own:.0} bits set, {said:.0} is \
                     the mean"
                )
            }
            Cause::BitsRoundedDown(rounded) | Cause::BitsRoundedUp(rounded) | Cause::BitsIn32Bits(rounded) => {
                format!(
                    "print the number of bits: {rounded}, not {bits}; {set:.0} of them are set on average, not {said:.0}"
                )
            }
            Cause::Positions(width) if 1 << width <= bits => {
                format!("no bit from 2^{width} on is set; {set:.0} are set on average, not {said:.0}")
            }
            Cause::Positions(width) => {
                let more = (1_u64 << width) % bits;
                format!(
                    "the first {more} positions are set more often than the others; {set:.0} are set on average, not {said:.0}"
                )
            }
            Cause::HashBits(width) => {
                let same = -libm::expm1(self.items as f64 * libm::log1p(-libm::exp2(-(width as f64))));
                format!(
                    "make the filter larger: the rate does not fall below {same:.3e}, the share of queries with the hash of an item"
                )
            }
            Cause::Scheme(_) => {
                format!("about as many bits are set, {set:.0}: read how positions follow from the hash")
            }
            Cause::OneHash => format!("{set:.0} bits are set on average, not {said:.0}"),
            Cause::Library(_) => "compare its bits and hash functions with yours: `bloomlab size --like`".to_owned(),
            Cause::MoreItems | Cause::FewerItems => {
                let items = one.fitted.map_or(0.0, |fitted| fitted.value);
                format!(
                    "count the items, or the set bits: {set:.0} on average with {items:.0} items, {said:.0} with {}",
                    self.items
                )
            }
            Cause::StoredQueries => "ask random items that were never stored".to_owned(),
            Cause::NoneOfThese => format!(
                "every cause without a free parameter is rejected at alpha = {}: test the hash function, and whether queries had been stored",
                self.alpha
            ),
        }
    }
}

/// The queries, of as many filters, that two rates need to be distinguished; `None` for equal rates, or too many.
fn queries_between(one: f64, other: f64) -> Option<String> {
    let deviation = |rate: f64| libm::sqrt(rate * (1.0 - rate));
    let queries = (DEVIATIONS * (deviation(one) + deviation(other)) / (one - other)).powi(2);
    match queries {
        queries if queries.is_nan() || queries >= TOO_MANY => None,
        queries if queries <= 1.0 => Some("a single query distinguishes".to_owned()),
        queries if queries < 1e6 => Some(format!("{} queries distinguish", libm::ceil(queries))),
        queries => Some(format!("{queries:.1e} queries distinguish")),
    }
}
