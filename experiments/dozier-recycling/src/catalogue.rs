//! The three kinds of arrivals that the papers' figures are simulated with.

use crate::prelude::*;
use bloomlab_filters::Source;

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

    pub(crate) fn positions(self) -> Persistence {
        match self {
            Kind::Fixed => Persistence::Fixed(Source::Hash),
            Kind::Fresh | Kind::Unique => Persistence::Fresh,
        }
    }

    pub(crate) fn arrivals(self, catalogue: u64) -> ArrivalModel {
        match self {
            Kind::Fixed | Kind::Fresh => ArrivalModel::uniform(catalogue),
            Kind::Unique => ArrivalModel::never_repeating(),
        }
    }
}
