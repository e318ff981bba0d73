//! Forgetting of recycling filters: false negatives against reuse distance.

use bloomlab_filters::{Probe, Source};
use bloomlab_numbers::{Refused, within};
use serde::{Deserialize, Serialize};

use crate::{RecyclingDesign, SimulationError, StreamKey};

/// The largest reuse distance: that many messages are held in memory.
const FARTHEST: u64 = (1 << 32) - 1;

/// A recycling filter that is asked for messages it saw some time ago. Plain parameters, validated when an epoch starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ForgettingPoint {
    /// The filter.
    pub filter: RecyclingDesign,
    /// Reuse distances r: after how many further new messages a message is asked for.
    pub distances: Vec<u64>,
    /// New messages before counting starts; at least the largest distance.
    pub warm_up: u64,
    /// New messages counted in an epoch.
    pub length: u64,
}

/// Messages that a filter is asked for again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgettingTally {
    /// Messages asked for.
    pub asked: u64,
    /// Those that no filter stores any more, or that never were stored because they started a cycle.
    pub forgotten: u64,
    /// Those the filter takes for new: forgotten, and not known by a false positive either. The false negatives.
    pub denied: u64,
}

impl ForgettingTally {
    pub(crate) fn count(&mut self, is_stored: bool, is_known: bool) {
        assert!(is_known || !is_stored, "a stored message was not found");
        self.asked += 1;
        self.forgotten += u64::from(!is_stored);
        self.denied += u64::from(!is_known);
    }

    /// The share of messages no longer stored; none if none was asked for.
    pub fn forgotten_rate(&self) -> Option<f64> {
        (self.asked > 0).then(|| self.forgotten as f64 / self.asked as f64)
    }

    /// The false-negative rate; none if no message was asked for.
    pub fn false_negative_rate(&self) -> Option<f64> {
        (self.asked > 0).then(|| self.denied as f64 / self.asked as f64)
    }
}

/// Simulates one epoch of a stream of messages that never repeat, with ideal positions. After every message the filter is
/// asked, for each distance r, for the message r before it, without inserting it again: a tally for each.
pub fn simulate_forgetting(point: &ForgettingPoint, key: &StreamKey) -> Result<Vec<ForgettingTally>, SimulationError> {
    let mut random = key.words();
    let mut followed = point.filter.followed(Source::Ideal, random.next_word())?;
    let farthest = point.distances.iter().copied().max().unwrap_or(0);
    if farthest > point.warm_up {
        let domain = format!("distance = {farthest} ≤ warm-up");
        return Err(Refused::new("warm-up", point.warm_up, domain).into());
    }
    within("distance", farthest, 0..=FARTHEST)?;
    let history = farthest as usize + 1;
    // The last messages, the latest at `place` and those before it behind, in a circle, and the cycle that stores each: 0 for
    // none.
    let mut recent: Vec<(Probe, u64)> = vec![(Probe::default(), 0); history];
    let mut place = 0;
    let mut tallies = vec![ForgettingTally::default(); point.distances.len()];
    let locator = *followed.filter.locator();
    for number in 0..point.warm_up.saturating_add(point.length) {
        place = if place == 0 { history } else { place } - 1;
        let (probe, holder) = &mut recent[place];
        locator.draw_into(probe, || random.next_word());
        *holder = followed.offer(probe, 0)?.0;
        if number < point.warm_up {
            continue;
        }
        for (tally, &distance) in tallies.iter_mut().zip(&point.distances) {
            let before = place + distance as usize;
            let (probe, stored_in) = &recent[if before < history { before } else { before - history }];
            tally.count(followed.stores(*stored_in), followed.filter.contains_at(probe)?);
        }
    }
    Ok(tallies)
}
