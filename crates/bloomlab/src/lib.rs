#![doc = include_str!("../README.md")]
// on docs.rs, what needs a feature says so
#![cfg_attr(docsrs, feature(doc_cfg))]

mod balls_in_bins;
pub mod compare;
#[cfg(feature = "exact")]
pub mod crosscheck;
mod deletable;
mod error;
mod filter;
#[cfg(feature = "exact")]
mod fingerprints;
mod observation;
mod rate_test;
mod recycled;
mod recycling_plan;
mod sizing;
mod why;

pub use balls_in_bins::{AtMost, Occupancy};
#[cfg(feature = "exact")]
pub use bloomlab_exact::{Certified, Enclosure, NotCertified, Rational};
pub use bloomlab_filters::{BloomFilter, FilterError};
pub use bloomlab_formulas::walks::{HashingScheme, UnknownScheme};
pub use bloomlab_formulas::{Formula, UnknownFormula};
pub use bloomlab_libraries::{Built, Cover, Family, Product, RATES, Setting, Structure, UnknownName};
#[cfg(feature = "measured")]
pub use bloomlab_libraries::{Measurement, Measurements};
pub use bloomlab_numbers::{
    Bound, DeletableKind, Ending, MAX_SIZE, Phases, Refused, Sampling, Shape, Target, UnknownKind, Value,
};
pub use bloomlab_recycling::{Averages, Plan, Published, Reuse, ReuseError, Route};
pub use compare::{FilterKind, SizedFilter, SizedWindow, WindowFilter};
pub use deletable::{Deletable, DeletableNumbers};
pub use error::{Error, LostDigits};
pub use filter::{Filter, MAX_HASHES, ObservedFilter, StoredFilter};
#[cfg(feature = "exact")]
pub use fingerprints::Fingerprints;
pub use observation::{Observation, Observed};
pub use rate_test::{RateBounds, RateTest};
pub use recycled::{Recycled, RecycledFilter};
pub use recycling_plan::{Planned, RecyclingPlan, RecyclingPolicy, UnknownPolicy};
pub use sizing::{MOST_HASHES, Size, Sizing};
pub use why::{Cause, Why};
