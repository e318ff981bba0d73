//! Epochs of a recycling filter.

use bloomlab_filters::{Locate, Locator, Probe, Source};
use bloomlab_numbers::within;
use serde::{Deserialize, Serialize};

use crate::design::Followed;
use crate::{
    ArrivalModel, ArrivalTally, Arrivals, Message, RecyclingDesign, SimulationError, StreamKey, stream::Words,
};

/// The time that a message keeps its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Persistence {
    /// As long as it is stored: positions are drawn whenever the message is new, from ideal words. It is what the models
    /// assume, for any catalogue.
    Fresh,
    /// For an epoch: the hash functions are fixed, and a message that returns in a later cycle falls on the same bits. As in
    /// practice, and in a simulation that hashes a fixed catalogue.
    Fixed(Source),
}

/// A recycling filter and its arrivals: one point of an experiment. Plain parameters, validated when an epoch starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecyclingPoint {
    /// The filter.
    pub filter: RecyclingDesign,
    /// When positions are drawn.
    pub positions: Persistence,
    /// The arrivals.
    pub arrivals: ArrivalModel,
    /// Arrivals before counting starts, in which the filter, empty at first, forgets its beginning.
    pub warm_up: u64,
    /// Arrivals counted in an epoch.
    pub length: u64,
}

/// Simulates one epoch of a recycling filter from an empty filter.
///
/// **New** is a message that no filter stores: it has not arrived in the current cycle (two phases: nor in the one before
/// it, the frozen one), except as the message that started a cycle and was dropped and forgotten. Every arrival that is not
/// in the active filter goes there, whatever a frozen one says, and only new messages can be false positives. A message that
/// is retained is counted as new once, in the cycle it ended, and arrives in the next as known.
///
/// [`simulate_recycling_by_state`](crate::simulate_recycling_by_state) takes less than half of the time, where it applies.
pub fn simulate_recycling(point: &RecyclingPoint, key: &StreamKey) -> Result<ArrivalTally, SimulationError> {
    let mut random = key.words();
    let source = match point.positions {
        Persistence::Fresh => Source::Ideal,
        Persistence::Fixed(source) => source,
    };
    let followed = point.filter.followed(source, random.next_word())?;
    Epoch::new(point, random, followed)?.run()
}

/// A message of the catalogue as an epoch remembers it.
#[derive(Clone, Copy)]
pub(crate) struct Remembered {
    /// The last cycle in which it went into the active filter; 0 if it never did.
    pub(crate) cycle: u64,
    /// True if it was a false positive when it was last new.
    pub(crate) false_positive: bool,
}

struct Epoch<'a> {
    point: &'a RecyclingPoint,
    random: Words,
    arrivals: Arrivals,
    followed: Followed,
    locator: Locator,
    remembered: Vec<Remembered>,
    /// The catalogue's current positions; no cells where a message has none yet.
    probes: Vec<Probe>,
    uniques: u64,
    /// The last of them.
    unique: Probe,
    tally: ArrivalTally,
}

impl<'a> Epoch<'a> {
    fn new(point: &'a RecyclingPoint, random: Words, followed: Followed) -> Result<Epoch<'a>, SimulationError> {
        within("catalogue", point.arrivals.catalogue, 0..=usize::MAX as u64)?;
        let catalogue = point.arrivals.catalogue as usize;
        let arrivals = Arrivals::new(&point.arrivals)?;
        Ok(Epoch {
            point,
            random,
            arrivals,
            locator: *followed.filter.locator(),
            followed,
            remembered: vec![Remembered { cycle: 0, false_positive: false }; catalogue],
            probes: vec![Probe::default(); catalogue],
            uniques: 0,
            unique: Probe::default(),
            tally: ArrivalTally::default(),
        })
    }

    fn run(mut self) -> Result<ArrivalTally, SimulationError> {
        for _ in 0..self.point.warm_up {
            self.step()?;
        }
        let before = self.followed.cycle;
        self.tally = ArrivalTally::default();
        for _ in 0..self.point.length {
            self.step()?;
        }
        self.tally.cycles = self.followed.cycle - before;
        Ok(self.tally)
    }

    fn step(&mut self) -> Result<(), SimulationError> {
        match self.arrivals.next(&mut self.random) {
            Message::Unique => {
                match self.point.positions {
                    Persistence::Fresh => {
                        self.locator.draw_into(&mut self.unique, || self.random.next_word());
                    }
                    // The numbers behind the catalogue's.
                    Persistence::Fixed(_) => {
                        self.unique = self.locator.probe(&(u64::MAX - self.uniques).to_le_bytes());
                    }
                }
                self.uniques += 1;
                let (_, known) = self.followed.offer(&self.unique, 0)?;
                self.tally.count_new(known);
            }
            Message::Catalogue(number) => self.catalogue_message(number)?,
        }
        Ok(())
    }

    fn catalogue_message(&mut self, number: u64) -> Result<(), SimulationError> {
        let index = number as usize;
        let Remembered { cycle, false_positive } = self.remembered[index];
        let is_stored = self.followed.stores(cycle);
        if is_stored {
            self.tally.count_repeat(false_positive);
            if cycle == self.followed.cycle {
                // Its bits are set in the active filter: it changes nothing.
                return Ok(());
            }
        }
        let is_redrawn = self.point.positions == Persistence::Fresh && !is_stored;
        let probe = &mut self.probes[index];
        if is_redrawn {
            self.locator.draw_into(probe, || self.random.next_word());
        } else if probe.cells().is_empty() {
            *probe = self.locator.probe(&number.to_le_bytes());
        }
        let (holder, known) = self.followed.offer(probe, cycle)?;
        assert!(known || !is_stored, "a stored message was taken for new");
        if !is_stored {
            self.tally.count_new(known);
            self.remembered[index].false_positive = known;
        }
        self.remembered[index].cycle = holder;
        Ok(())
    }
}
