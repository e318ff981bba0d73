//! The three kinds of arrivals that the papers' figures are simulated with.

use bloomlab_simulation::{ArrivalModel, Persistence, RecyclingDesign, RecyclingPoint};

use crate::simulated::arrivals_until;

/// Where messages and their positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A catalogue under hash functions that are fixed for an epoch. The papers seem to have simulated this.
    Fixed,
    /// The same catalogue. A message draws new positions whenever it is new.
    Fresh,
    /// Messages that never repeat.
    Unique,
}

impl Kind {
    pub(crate) const ALL: [Kind; 3] = [Kind::Fixed, Kind::Fresh, Kind::Unique];

    /// Its name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Fixed => "fixed",
            Kind::Fresh => "fresh",
            Kind::Unique => "unique",
        }
    }

    /// A filter with these messages, counted over `length` arrivals after those of the warm-up.
    pub(crate) fn point(self, filter: RecyclingDesign, catalogue: u64, warm_up: u64, length: u64) -> RecyclingPoint {
        let positions = match self {
            Kind::Fixed => Persistence::Fixed(bloomlab_filters::Source::Hash),
            Kind::Fresh | Kind::Unique => Persistence::Fresh,
        };
        let arrivals = match self {
            Kind::Fixed | Kind::Fresh => ArrivalModel::uniform(catalogue),
            Kind::Unique => ArrivalModel::never_repeating(),
        };
        RecyclingPoint { filter, positions, arrivals, warm_up, length }
    }

    /// The arrivals of a cycle with this number of new messages.
    pub(crate) fn cycle(self, messages: f64, catalogue: u64) -> f64 {
        match self {
            Kind::Fixed | Kind::Fresh => arrivals_until(messages, catalogue),
            Kind::Unique => messages,
        }
    }
}
