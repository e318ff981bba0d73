//! One filter filled, some of its bits cleared, and both its errors given the bits left.

use bloomlab_filters::{BloomFilter, Hashing, Probe, Selection, uniform_below};
use bloomlab_tables::Result;
use rand::Rng;
use serde::Serialize;

/// What is cleared.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Clear {
    EachBit { chance: f64 },
    Positions { positions: u64 },
    SetBits { bits: u64 },
    Selected { rule: usize, unwanted: u64 },
}

/// The rules of a choice of bits, each with its name.
pub(super) const RULES: [(&str, Selection); 4] = [
    ("any bit", Selection::Random),
    ("fewest members", Selection::FewestMembers),
    ("most false positives", Selection::MostFalsePositives),
    ("least ratio", Selection::Ratio),
];

impl Clear {
    pub(super) fn name(self) -> &'static str {
        match self {
            Clear::EachBit { .. } => "each set bit by chance",
            Clear::Positions { .. } => "positions",
            Clear::SetBits { .. } => "set bits",
            Clear::Selected { rule, .. } => RULES[rule].0,
        }
    }

    pub(super) fn amount(self) -> f64 {
        match self {
            Clear::EachBit { chance } => chance,
            Clear::Positions { positions: count } | Clear::SetBits { bits: count } => count as f64,
            Clear::Selected { unwanted, .. } => unwanted as f64,
        }
    }
}

#[derive(Clone, Copy, Serialize)]
pub(super) struct Clearing {
    pub(super) bits: u64,
    pub(super) items: u64,
    pub(super) hashes: u64,
    pub(super) distinct: bool,
    pub(super) clear: Clear,
}

pub(super) struct Trial {
    /// Before anything was cleared.
    pub(super) rate_before: f64,
    pub(super) false_positive_rate: f64,
    pub(super) false_negative_rate: f64,
    pub(super) bits_cleared: u64,
}

pub(super) fn simulate(point: &Clearing, mut random: impl Rng) -> Result<Trial> {
    let hashing = Hashing::ideal(point.hashes, 0);
    let hashing = if point.distinct { hashing.without_replacement() } else { hashing };
    let mut filter = BloomFilter::new(point.bits, hashing)?;
    let members: Vec<Probe> = (0..point.items).map(|_| filter.locator().draw(|| random.next_u64())).collect();
    for member in &members {
        filter.insert_at(member)?;
    }
    let (before, rate_before) = (filter.count_ones(), filter.false_positive_rate());
    let mut word = || random.next_u64();
    match point.clear {
        Clear::EachBit { chance } => filter.clear_each(chance, word),
        Clear::Positions { positions } => filter.clear_positions(positions, word)?,
        Clear::SetBits { bits } => filter.clear_set_bits(bits, word),
        Clear::Selected { rule, unwanted } => {
            let unwanted = false_positives(point, &members, unwanted, &mut word)?;
            filter.clear_selected(&members, &unwanted, RULES[rule].1, word)?;
        }
    }
    let mut lost = 0;
    for member in &members {
        lost += u64::from(!filter.contains_at(member)?);
    }
    Ok(Trial {
        rate_before,
        false_positive_rate: filter.false_positive_rate(),
        false_negative_rate: lost as f64 / point.items as f64,
        bits_cleared: before - filter.count_ones(),
    })
}

/// Strangers that the filter reports: given the set bits, k independent positions among them.
fn false_positives(
    point: &Clearing,
    members: &[Probe],
    count: u64,
    mut word: impl FnMut() -> u64,
) -> Result<Vec<Probe>> {
    let mut set: Vec<u64> = members.iter().flat_map(Probe::cells).copied().collect();
    set.sort_unstable();
    set.dedup();
    let one = |_| {
        let positions: Vec<u64> =
            (0..point.hashes).map(|_| set[uniform_below(set.len() as u64, &mut word) as usize]).collect();
        Ok(Probe::at(&positions, 0, point.bits)?)
    };
    (0..count).map(one).collect()
}
