//! Forgetting of recycling filters: false negatives against reuse distance.

use bloomlab_filters::{Probe, RecyclingFilter, Source};
use bloomlab_numbers::{OutOfDomain, Parameter, Phases};
use serde::{Deserialize, Serialize};

use crate::design::Followed;
use crate::{RecyclingDesign, SimulationError, StreamKey, stream::Words};

/// The largest reuse distance: as many messages are held in memory.
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

/// The questions at one reuse distance. Tallies merge by addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgettingTally {
    /// The reuse distance, r.
    pub distance: u64,
    /// Messages asked for.
    pub asked: u64,
    /// Those that no filter stores any more, or that never were stored because they started a cycle.
    pub forgotten: u64,
    /// Those the filter takes for new: forgotten, and not known by a false positive either. The false negatives.
    pub denied: u64,
}

impl ForgettingTally {
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
/// asked, for each distance r, for the message r before it, without inserting it again.
pub fn simulate_forgetting(point: &ForgettingPoint, key: &StreamKey) -> Result<Vec<ForgettingTally>, SimulationError> {
    let mut random = key.words();
    let seed = random.next_word();
    match point.filter.phases {
        Phases::One => epoch(point, random, point.filter.one_phase(Source::Ideal, seed)?),
        Phases::Two => epoch(point, random, point.filter.two_phase(Source::Ideal, seed)?),
    }
}

fn epoch(
    point: &ForgettingPoint,
    mut random: Words,
    mut followed: Followed<impl RecyclingFilter>,
) -> Result<Vec<ForgettingTally>, SimulationError> {
    let farthest = point.distances.iter().copied().max().unwrap_or(0);
    if farthest > point.warm_up {
        let domain = format!("distance = {farthest} ≤ warm-up");
        return Err(OutOfDomain::new(Parameter::WarmUp, point.warm_up, domain).into());
    }
    Parameter::Distance.within(farthest, 0..=FARTHEST)?;
    let history = farthest as usize + 1;
    // The last messages, the latest at `place` and those before it behind, in a circle, and the cycle that stores each: 0 for
    // none.
    let mut recent: Vec<(Probe, u64)> = vec![(Probe::default(), 0); history];
    let mut place = 0;
    let mut tallies: Vec<ForgettingTally> =
        point.distances.iter().map(|&distance| ForgettingTally { distance, ..Default::default() }).collect();
    let locator = *followed.filter.locator();
    for number in 0..point.warm_up.saturating_add(point.length) {
        place = if place == 0 { history } else { place } - 1;
        let (probe, holder) = &mut recent[place];
        locator.draw_into(probe, || random.next_word());
        *holder = followed.offer(probe, 0)?.0;
        if number < point.warm_up {
            continue;
        }
        for tally in &mut tallies {
            let before = place + tally.distance as usize;
            let (probe, stored_in) = &recent[if before < history { before } else { before - history }];
            let is_stored = followed.stores(*stored_in);
            let is_known = followed.filter.contains_at(probe)?;
            assert!(is_known || !is_stored, "a stored message was not found");
            tally.asked += 1;
            tally.forgotten += u64::from(!is_stored);
            tally.denied += u64::from(!is_known);
        }
    }
    Ok(tallies)
}
