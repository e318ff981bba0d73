//! What a search would take: it is played through with likely rates, before it begins.

use std::cell::Cell;

use bloomlab_formulas::sizing::Smallest;
use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{Cost, MAX_SIZE, OutOfDomain, Parameter};
use bloomlab_schemes::sizing::{Allowed, smallest, smallest_of_cheapest};
use bloomlab_schemes::{ExactRate, SchemeLoad, first_order, likely, smallest_in_blocks, smallest_power_of_two};

use super::Sizing;
use super::in_double::LARGER;
use crate::Error;

/// The seconds, by estimate, that a search may take: it took 0.1 to 0.6 of the estimate.
pub(super) const SEARCH_SECONDS: f64 = 2.4;

/// The seconds, by estimate, that a search may take by its prediction. Of 70 random searches one took more than twice as long, so that
/// hardly any stops on its way.
const PREDICTED_SECONDS: f64 = 1.2;

impl Sizing {
    /// Refuses a search that would take more than its seconds.
    pub(super) fn predict(&self, cost: impl Fn(SchemeLoad, bool) -> Cost) -> Result<(), Error> {
        let spent = Cell::new(0.0);
        let spend = |cost: Cost| spent.set(spent.get() + cost.steps);
        let bounded = |load| {
            spend(ExactRate::cost(load));
            Ok::<_, Error>(Bounded { value: likely::rate(load), error_bound: likely::error_in_double(load) })
        };
        let keeps = |load| {
            spend(cost(load, false));
            Ok(likely::rate(load) <= self.target)
        };
        // whether no filter keeps the target, the search itself decides
        if let Ok(found) = self.search(bounded, keeps) {
            for hashes in found.hashes() {
                spend(cost(SchemeLoad::new(self.scheme, found.bits(), self.items, hashes)?, true));
            }
        }
        Ok(Cost::of_steps(spent.get()).within(Cost::of_seconds(PREDICTED_SECONDS), LARGER)?)
    }

    /// The smallest filters that `keeps` accepts; of powers of two under double hashing, and of walks within a block, with the k whose
    /// rates may be the lowest by what `bounded` gives of them.
    pub(super) fn search<E: From<OutOfDomain>>(
        &self,
        bounded: impl Fn(SchemeLoad) -> Result<Bounded<f64>, E>,
        keeps: impl Fn(SchemeLoad) -> Result<bool, E>,
    ) -> Result<Smallest, E> {
        match (self.scheme.step_set(), self.allowed) {
            (Some(_), Allowed::PowersOfTwo) => {
                return smallest_power_of_two(self.scheme, self.items, self.target, bounded, keeps);
            }
            (Some(_), Allowed::All) if self.scheme.is_blocked() => {
                return smallest_in_blocks(self.scheme, self.items, self.target, bounded, keeps);
            }
            _ => {}
        }
        smallest(self.scheme, self.items, self.ln_target, self.allowed, keeps)
    }

    /// Refuses the first-order distribution for a filter that is too small for it.
    pub(super) fn is_large(&self) -> Result<(), Error> {
        let keeps = |load| Ok::<_, Error>(likely::rate(load) <= self.target);
        let found = smallest_of_cheapest(self.scheme, self.items, self.ln_target, self.allowed, keeps)?;
        Ok(Parameter::Bits.within(found.bits(), first_order::MIN_BITS..=MAX_SIZE)?)
    }
}
