//! The kinds of filters that forget, and what is known of one that was sized.

use bloomlab_numbers::Value;

/// A kind of filter that forgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum WindowFilter {
    /// Two phases as the formulas of Dozier et al. have them: the message that ends a cycle is dropped.
    TwoPhasesDropping,
    /// Two phases that keep it: none of the last ⌊σ/k⌋ messages is ever missed.
    TwoPhasesKeeping,
    /// The ring of filters: j full ones and an active one.
    Ring,
    /// Bitcoin Core's: labels of three generations in one array, as much memory as it allocates.
    Rolling,
    /// k + l slices in a ring.
    AgePartitioned,
    /// A timer in every cell.
    TimeAwareTimers,
    /// Two flags in every cell, swept every W messages.
    TimeAwareFlags,
    /// One recycling filter, with the memory of two phases.
    OnePhase,
    /// Cells of one bit, some of which are cleared at every insertion, with the memory of two phases.
    Stable,
}

impl WindowFilter {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A filter that keeps the target rate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SizedWindow {
    /// Its kind.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::name"))]
    pub filter: WindowFilter,
    /// All memory in bits over W.
    pub bits_per_message: f64,
    /// Its exact mean rate.
    pub rate: f64,
    /// So many of the newest messages are never missed; 0 where nothing is guaranteed.
    pub window: u64,
    /// The probability that one of the last W messages, at a uniformly random distance below W, is no longer held. A false
    /// positive may still make it known.
    pub false_negative_rate: f64,
    /// What it is made of, by name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::map"))]
    pub parameters: Vec<(&'static str, Value)>,
}

impl SizedWindow {
    /// A filter that misses none of the last W, which it guarantees for `window` messages.
    pub(crate) fn certain(
        filter: WindowFilter,
        window: u64,
        bits_per_message: f64,
        rate: f64,
        parameters: Vec<(&'static str, Value)>,
    ) -> Self {
        Self { filter, bits_per_message, rate, window, false_negative_rate: 0.0, parameters }
    }
}
