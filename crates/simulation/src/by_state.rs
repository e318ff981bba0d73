//! Epochs of a recycling filter by its state: numbers of bits, and no filter.

use bloomlab_filters::{Arrival, Effect, Recycling};
use bloomlab_numbers::{Bound, Ending, Phases, Retention, within};

use crate::recycling::Remembered;
use crate::{
    ArrivalTally, Arrivals, Message, Persistence, RecyclingPoint, SimulationError, StreamKey, positions::Positions,
    stream::Words,
};

/// Simulates one epoch of a recycling filter by its state, from an empty filter: the distribution of the tally is exactly that of
/// [`simulate_recycling`](crate::simulate_recycling), and no filter is held.
///
/// If every new message draws new positions, those of the stored ones lie anywhere. The bits that a new message finds then depend
/// on the number of set bits alone; with two phases also on the number set in the frozen filter, and in both.
///
/// With two phases messages must not repeat: one that returns from the frozen filter has positions that are no longer new.
pub fn simulate_recycling_by_state(point: &RecyclingPoint, key: &StreamKey) -> Result<ArrivalTally, SimulationError> {
    point.filter.validate()?;
    let filter = &point.filter;
    let is_fresh = point.positions == Persistence::Fresh;
    let is_once = filter.phases == Phases::One || point.arrivals.leak == 1.0;
    if !(is_fresh && is_once) {
        let (positions, phases, leak) = (point.positions, filter.phases, point.arrivals.leak);
        return Err(SimulationError::NotByState(format!(
            "positions = {positions:?}, phases = {phases:?}, leak = {leak}"
        )));
    }
    let positions = Positions::new(filter);
    let active = Active { recycling: filter.recycling, set: 0, stored: 0 };
    match filter.phases {
        Phases::One => Epoch::new(point, key, OnePhase { positions, active })?.run(),
        Phases::Two => {
            let ending = filter.ending;
            Epoch::new(point, key, TwoPhases { positions, active, ending, frozen: 0, both: 0 })?.run()
        }
    }
}

/// The state that a new message finds and leaves.
trait State {
    /// A new message arrives.
    fn arrive(&mut self, random: &mut Words) -> Arrival;
}

/// The filter that messages go into.
struct Active {
    recycling: Recycling,
    set: u64,
    /// Messages of this cycle that set a bit.
    stored: u64,
}

impl Active {
    /// Takes a message of `own` distinct positions, of which `new` are on clear bits.
    #[inline]
    fn take(&mut self, new: u64, own: u64) -> Effect {
        if new == 0 {
            return Effect::Unchanged;
        }
        let due = match self.recycling.bound {
            Bound::Sigma(sigma) => self.set + new > sigma,
            Bound::Messages(count) => self.stored + 1 >= count,
        };
        if !due {
            (self.set, self.stored) = (self.set + new, self.stored + 1);
            return Effect::Stored;
        }
        (self.set, self.stored) = match self.recycling.retention {
            Retention::NonRetaining => (0, 0),
            Retention::Retaining => (own, 1),
        };
        Effect::Recycled
    }
}

struct OnePhase {
    positions: Positions,
    active: Active,
}

impl State for OnePhase {
    /// Cells are numbered from 0: first the message's own, then the others that are set, then those that are clear.
    #[inline(always)]
    fn arrive(&mut self, random: &mut Words) -> Arrival {
        let (mut set, mut own) = (self.active.set, 0);
        self.positions.draw(random, |cell| {
            own += u64::from(cell >= own);
            set += u64::from(cell >= set);
        });
        let effect = self.active.take(set - self.active.set, own);
        Arrival { known: effect == Effect::Unchanged, effect }
    }
}

struct TwoPhases {
    positions: Positions,
    active: Active,
    ending: Ending,
    /// Bits set in the frozen filter.
    frozen: u64,
    /// Bits set in both.
    both: u64,
}

impl State for TwoPhases {
    /// Cells are numbered from 0: first the message's own, then the others that are set in both filters, in the active one
    /// alone, in the frozen one alone, and in none.
    #[inline(always)]
    fn arrive(&mut self, random: &mut Words) -> Arrival {
        let (mut own, mut both, mut set) = (0, self.both, self.active.set);
        let mut frozen_alone = self.frozen - self.both;
        let mut is_frozen = true;
        // without branches, which the processor cannot predict
        self.positions.draw(random, |cell| {
            let is_own = cell < own;
            let is_active = cell < set;
            let is_in_both = !is_own & (cell < own + both);
            let is_frozen_alone = !is_active & (cell < set + frozen_alone);
            is_frozen &= is_own | is_in_both | is_frozen_alone;
            own += u64::from(!is_own);
            both -= u64::from(is_in_both);
            set += u64::from(!is_active);
            frozen_alone -= u64::from(is_frozen_alone);
        });
        let (before, new) = (self.active.set, set - self.active.set);
        let effect = self.active.take(new, own);
        match effect {
            Effect::Unchanged => {}
            Effect::Stored => self.both = self.frozen - frozen_alone,
            Effect::Recycled => {
                let (frozen, own_in_frozen) = match self.ending {
                    Ending::Dropping => (before, own - new),
                    Ending::Keeping => (set, own),
                };
                let is_retained = self.active.set > 0;
                (self.frozen, self.both) = (frozen, if is_retained { own_in_frozen } else { 0 });
            }
        }
        Arrival { known: is_frozen || effect == Effect::Unchanged, effect }
    }
}

struct Epoch<'a, S> {
    point: &'a RecyclingPoint,
    random: Words,
    arrivals: Arrivals,
    state: S,
    /// The current cycle, from 1.
    cycle: u64,
    catalogue: Vec<Remembered>,
    tally: ArrivalTally,
}

impl<'a, S: State> Epoch<'a, S> {
    fn new(point: &'a RecyclingPoint, key: &StreamKey, state: S) -> Result<Epoch<'a, S>, SimulationError> {
        within("catalogue", point.arrivals.catalogue, 0..=usize::MAX as u64)?;
        let arrivals = Arrivals::new(&point.arrivals)?;
        let catalogue = vec![Remembered { cycle: 0, false_positive: false }; point.arrivals.catalogue as usize];
        let (random, tally) = (key.words(), ArrivalTally::default());
        Ok(Epoch { point, random, arrivals, state, cycle: 1, catalogue, tally })
    }

    fn run(mut self) -> Result<ArrivalTally, SimulationError> {
        (0..self.point.warm_up).for_each(|_| self.step());
        let before = self.cycle;
        self.tally = ArrivalTally::default();
        (0..self.point.length).for_each(|_| self.step());
        self.tally.cycles = self.cycle - before;
        Ok(self.tally)
    }

    #[inline(always)]
    fn step(&mut self) {
        let message = match self.arrivals.next(&mut self.random) {
            Message::Unique => None,
            Message::Catalogue(number) => Some(number as usize),
        };
        let stored = message.map(|index| self.catalogue[index]).filter(|stored| stored.cycle == self.cycle);
        if let Some(Remembered { false_positive, .. }) = stored {
            return self.tally.count_repeat(false_positive);
        }
        let Arrival { known, effect } = self.state.arrive(&mut self.random);
        self.tally.count_new(known);
        let is_recycled = effect == Effect::Recycled;
        self.cycle += u64::from(is_recycled);
        if let Some(index) = message
            && (!is_recycled || self.point.filter.recycling.retention == Retention::Retaining)
        {
            self.catalogue[index] = Remembered { cycle: self.cycle, false_positive: known };
        }
    }
}
