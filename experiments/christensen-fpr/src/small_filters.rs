//! Tiny filters: every formula against the enumeration of all hash outcomes, as exact rationals.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{Load, approximation, bose, christensen};
use bloomlab_numbers::{Arithmetic, Number, Sampling, distribution};
use bloomlab_tables::{Result, Run, ensure};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    most_bits: u64,
    most_items: u64,
    most_hashes: u64,
    /// Only filters whose insertions have at most this many outcomes, m^(kn).
    most_outcomes: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// `independent` or `distinct` positions of an item.
    positions: &'static str,
    /// `rate`, `clear` (the mean share of clear bits) or `occupancy` (P(kn, m, K)).
    quantity: &'static str,
    formula: &'static str,
    bits: u64,
    items: u64,
    hashes: u64,
    occupied: Option<u64>,
    /// Counted over all outcomes, as a fraction.
    fraction: String,
    enumerated: f64,
    value: f64,
    /// value − enumerated: 0 if and only if the rationals are equal.
    difference: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.flat_rows(loads(p)?, |load| Ok(rows(load)))
}

fn loads(p: &Parameters) -> Result<Vec<Load>> {
    let (bits, outcomes) = (p.most_bits, p.most_outcomes);
    let is_small = bits <= 16 && outcomes <= 1 << 32;
    ensure!(is_small, "most_bits {bits}, most_outcomes {outcomes}: needs at most 16 bits and 2^32 outcomes");
    let sizes = iproduct!(1..=bits, 0..=p.most_items, 1..=p.most_hashes);
    let mut loads = sizes.map(|(bits, items, hashes)| Load::new(bits, items, hashes)).collect::<Result<Vec<_>, _>>()?;
    loads.retain(|load| {
        let outcomes = u32::try_from(load.balls()).ok().and_then(|balls| load.bits().checked_pow(balls));
        outcomes.is_some_and(|outcomes| outcomes <= p.most_outcomes)
    });
    Ok(loads)
}

const RATE: &str = "rate";
const CLEAR: &str = "clear";

const BLOOM: &str = "eq. 19";
const BLOOM_CLEAR: &str = "(1 − k/m)^n";

/// Every formula at one filter, next to the counts of the enumeration.
fn rows(load: Load) -> Vec<Row> {
    let independent = Enumeration::new(load, Sampling::WithReplacement);
    let mut rows = rates(&independent);
    rows.extend(clear_shares(&independent));
    rows.extend(occupancies(&independent));
    if let Ok(bloom) = approximation::bloom_1970(&Rationals, load) {
        let distinct = Enumeration::new(load, Sampling::WithoutReplacement);
        rows.push(row(&distinct, RATE, BLOOM, &distinct.rate(), bloom));
        rows.push(row(&distinct, CLEAR, BLOOM_CLEAR, &distinct.clear(), bloom_clear(load)));
    }
    rows
}

fn row(
    filter: &Enumeration,
    quantity: &'static str,
    formula: &'static str,
    counted: &Rational,
    value: Rational,
) -> Row {
    Row {
        positions: if filter.sampling == Sampling::WithReplacement { "independent" } else { "distinct" },
        quantity,
        formula,
        bits: filter.load.bits(),
        items: filter.load.items(),
        hashes: filter.load.hashes(),
        occupied: None,
        // the apostrophe keeps it a text in every reader of tables
        fraction: format!("'{counted}"),
        enumerated: counted.to_f64(),
        value: value.to_f64(),
        difference: (value - counted).to_f64(),
    }
}

fn rates(filter: &Enumeration) -> Vec<Row> {
    let (a, load, rate) = (&Rationals, filter.load, filter.rate());
    let values = [
        ("eq. 1", Some(approximation::classic(a, load))),
        ("eq. 17", Some(christensen::by_recursion(a, load))),
        ("eq. 18", Some(christensen::closed(a, load))),
        (BLOOM, approximation::bloom_1970(a, load).ok()),
        ("eq. 20", Some(bose::rate(a, load))),
        ("eq. 20 with (−1)^j", Some(with_the_other_sign(load))),
        ("eq. 21, i = m", Some(bose::stirling(a, load.balls(), load.bits()))),
    ];
    values.into_iter().filter_map(|(formula, value)| Some(row(filter, RATE, formula, &rate, value?))).collect()
}

fn clear_shares(filter: &Enumeration) -> Vec<Row> {
    let (load, clear) = (filter.load, filter.clear());
    let classic = Rationals.all_miss(1, load.bits(), load.balls());
    let mut rows = vec![row(filter, CLEAR, "(1 − 1/m)^(kn)", &clear, classic)];
    if load.hashes() <= load.bits() {
        rows.push(row(filter, CLEAR, BLOOM_CLEAR, &clear, bloom_clear(load)));
    }
    rows
}

/// (1 − k/m)^n.
fn bloom_clear(load: Load) -> Rational {
    Rationals.all_miss(load.hashes(), load.bits(), load.items())
}

fn occupancies(filter: &Enumeration) -> Vec<Row> {
    let (a, filling) = (&Rationals, filter.load.insertions());
    let of_occupied = |(occupied, by_recursion)| {
        let probability = filter.occupancy(occupied);
        let values = [
            ("eq. 8", by_recursion),
            ("eq. 9", distribution::by_eq_9(a, filling, occupied)),
            ("eq. 10", distribution::by_eq_10(a, filling, occupied)),
        ];
        values.map(|(formula, value)| Row {
            occupied: Some(occupied),
            ..row(filter, "occupancy", formula, &probability, value)
        })
    };
    (0..).zip(distribution::by_recursion(a, filling)).flat_map(of_occupied).collect()
}

/// Eq. 20 with (−1)^j for (−1)^(i−j) in eq. 21, which turns S(kn, i) into (−1)^i S(kn, i).
fn with_the_other_sign(load: Load) -> Rational {
    let a = &Rationals;
    let (m, k) = (load.bits(), load.hashes());
    let falling = |i: u64| (0..i).fold(a.one(), |product, j| product * a.integer(m - j));
    let term = |i: u64| a.integer(i).pow(k) * falling(i) * bose::stirling(a, load.balls(), i);
    let add = |sum, i| if i % 2 == 0 { sum + term(i) } else { sum - term(i) };
    (1..=m).fold(a.zero(), add) / a.integer(m).pow(load.balls() + k)
}

/// How often each set of bits comes about, over all equally likely outcomes of n insertions, and what a query can ask for.
struct Enumeration {
    pub load: Load,
    pub sampling: Sampling,
    /// The set of bits of each possible draw of k positions, in order; as many for an item as for a query.
    draws: Vec<usize>,
    /// By set of bits.
    fillings: Vec<u64>,
}

impl Enumeration {
    pub fn new(load: Load, sampling: Sampling) -> Self {
        let draws = (0..load.hashes()).map(|_| 0..load.bits()).multi_cartesian_product();
        let draws = draws.filter(|draw| sampling == Sampling::WithReplacement || draw.iter().all_unique());
        let draws = draws.map(|draw| draw.iter().fold(0, |set, bit| set | 1 << bit)).collect_vec();
        let mut fillings = vec![0; 1 << load.bits()];
        fill(load.items(), 0, &draws, &mut fillings);
        Self { load, sampling, draws, fillings }
    }

    fn mean(&self, value: impl Fn(usize) -> Rational) -> Rational {
        let ways = |(set, &count): (usize, &u64)| value(set) * Rationals.integer(count);
        let sum = self.fillings.iter().enumerate().map(ways).fold(Rationals.zero(), |sum, term| sum + term);
        sum / Rationals.integer(self.draws.len() as u64).pow(self.load.items())
    }

    /// The false-positive rate: over all outcomes of the insertions and all draws of a query, how often the query finds
    /// nothing but set bits.
    pub fn rate(&self) -> Rational {
        let found = |set: usize| self.draws.iter().filter(|&&query| query & !set == 0).count() as u64;
        self.mean(|set| Rational::new(found(set), self.draws.len() as u64))
    }

    /// The mean share of clear bits.
    pub fn clear(&self) -> Rational {
        let bits = self.load.bits();
        self.mean(|set| Rational::new(bits - u64::from(set.count_ones()), bits))
    }

    pub fn occupancy(&self, occupied: u64) -> Rational {
        self.mean(|set| Rationals.integer(u64::from(u64::from(set.count_ones()) == occupied)))
    }
}

/// Inserts `items` more items in every way into the set of bits `set`, and counts what comes out.
fn fill(items: u64, set: usize, draws: &[usize], fillings: &mut [u64]) {
    if items == 0 {
        fillings[set] += 1;
        return;
    }
    for draw in draws {
        fill(items - 1, set | draw, draws, fillings);
    }
}
