//! Retouched filters: what clearing bits at random, and by four rules of choice, removes and loses.

use bloomlab_filters::{BloomFilter, Hashing, Probe, Selection, uniform_below};
use bloomlab_formulas::{Load, exact, retouched};
use bloomlab_numbers::Double;
use bloomlab_tables::{Estimate, Interval, Result, Run};
use itertools::{Itertools, iproduct};
use rand::Rng;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    items: u64,
    hashes: u64,
    chances: Vec<f64>,
    positions: Vec<u64>,
    set_bits: Vec<u64>,
    unwanted: Vec<u64>,
    epochs: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    way: &'static str,
    /// True if the positions of an item are distinct.
    distinct: bool,
    /// θ, s, or the false positives given.
    amount: f64,
    plain_rate: f64,
    #[serde(rename = "false_positive_rate,false_negative_rate")]
    exact: Option<(f64, f64)>,
    #[serde(rename = "simulated_false_positive_rate,false_positive_lower,false_positive_upper")]
    false_positives: Interval,
    #[serde(rename = "simulated_false_negative_rate,false_negative_lower,false_negative_upper")]
    false_negatives: Interval,
    bits_cleared: f64,
    /// The share of all false positives that are gone: exact, or simulated as the mean rate after over that before.
    removed: f64,
    /// The same over the share of the members that are lost.
    removed_to_lost: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (bits, items, hashes) = (p.bits, p.items, p.hashes);
    let random = p.chances.iter().map(|&chance| Clear::EachBit { chance });
    let random = random.chain(p.positions.iter().map(|&positions| Clear::Positions { positions }));
    let random = random.chain(p.set_bits.iter().map(|&bits| Clear::SetBits { bits })).collect_vec();
    let selected = iproduct!(0..RULES.len(), &p.unwanted).map(|(rule, &unwanted)| Clear::Selected { rule, unwanted });
    let points = iproduct!([false, true], random).chain(selected.map(|clear| (false, clear)));
    let points = points.map(|(distinct, clear)| Clearing { bits, items, hashes, distinct, clear });
    let streams = run.streams("filters-compared");
    run.rows(points, |point| row(&point, &streams.epochs(&point, p.epochs, |random| simulate(&point, random))?))
}

fn row(point: &Clearing, trials: &[Trial]) -> Result<Row> {
    let load = Load::new(point.bits, point.items, point.hashes)?;
    let load = if point.distinct { load.without_replacement()? } else { load };
    let exact = match point.clear {
        Clear::EachBit { chance } => Some(retouched::each_bit(&Double, load, chance)?),
        Clear::Positions { positions } => Some(retouched::positions(&Double, load, positions)?),
        Clear::SetBits { bits } => Some(retouched::set_bits(&Double, load, bits)?),
        Clear::Selected { .. } => None,
    };
    let interval = |value: fn(&Trial) -> f64| -> Result<Interval> {
        Ok(Estimate::of(&trials.iter().map(value).collect_vec())?.into())
    };
    let false_positives = interval(|trial| trial.false_positive_rate)?;
    let false_negatives = interval(|trial| trial.false_negative_rate)?;
    let plain_rate = exact::rate(&Double, load)?;
    let mean = |value: fn(&Trial) -> f64| trials.iter().map(value).sum::<f64>() / trials.len() as f64;
    let exact = exact.map(|errors| (errors.false_positive_rate, errors.false_negative_rate));
    let (removed, lost) = match exact {
        Some((rate, lost)) => (1.0 - rate / plain_rate, lost),
        None => (1.0 - false_positives.value / mean(|trial| trial.rate_before), false_negatives.value),
    };
    let (way, amount) = point.clear.way_and_amount();
    Ok(Row {
        way,
        distinct: point.distinct,
        amount,
        plain_rate,
        exact,
        false_positives,
        false_negatives,
        bits_cleared: mean(|trial| trial.bits_cleared as f64),
        removed,
        removed_to_lost: removed / lost,
    })
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Clear {
    EachBit { chance: f64 },
    Positions { positions: u64 },
    SetBits { bits: u64 },
    Selected { rule: usize, unwanted: u64 },
}

/// The rules of a choice of bits, each with its name.
const RULES: [(&str, Selection); 4] = [
    ("any bit", Selection::Random),
    ("fewest members", Selection::FewestMembers),
    ("most false positives", Selection::MostFalsePositives),
    ("least ratio", Selection::Ratio),
];

impl Clear {
    /// Its name in tables, and θ, s, or the false positives given.
    fn way_and_amount(self) -> (&'static str, f64) {
        match self {
            Clear::EachBit { chance } => ("each set bit by chance", chance),
            Clear::Positions { positions } => ("positions", positions as f64),
            Clear::SetBits { bits } => ("set bits", bits as f64),
            Clear::Selected { rule, unwanted } => (RULES[rule].0, unwanted as f64),
        }
    }
}

#[derive(Clone, Copy, Serialize)]
struct Clearing {
    bits: u64,
    items: u64,
    hashes: u64,
    distinct: bool,
    clear: Clear,
}

struct Trial {
    rate_before: f64,
    false_positive_rate: f64,
    false_negative_rate: f64,
    bits_cleared: u64,
}

fn simulate(point: &Clearing, mut random: impl Rng) -> Result<Trial> {
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
