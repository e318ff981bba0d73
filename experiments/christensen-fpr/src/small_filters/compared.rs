//! Every formula at one tiny filter, next to the counts of the enumeration.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{Load, approximation, bose, christensen};
use bloomlab_numbers::{Arithmetic, Number, Sampling, distribution};
use itertools::Itertools;

use super::Row;
use super::enumeration::{Enumeration, sampling_name};

const RATE: &str = "rate";
const CLEAR: &str = "clear";
const OCCUPANCY: &str = "occupancy";

const CLASSIC: &str = "eq. 1";
const RECURSION: [&str; 3] = ["eq. 8", "eq. 9", "eq. 10"];
const EXACT: &str = "eq. 17";
const CLOSED: &str = "eq. 18";
const BLOOM: &str = "eq. 19";
const STIRLING: &str = "eq. 20";
const WRONG_SIGN: &str = "eq. 20 with (−1)^j";
const BARE_STIRLING: &str = "eq. 21, i = m";
const BLOOM_CLEAR: &str = "(1 − k/m)^n";
const CLASSIC_CLEAR: &str = "(1 − 1/m)^(kn)";

/// All rows of one filter; `classic` is its rate by eq. 1.
pub(super) fn rows(load: Load, classic: Rational) -> Vec<Row> {
    let independent = Enumeration::new(load, Sampling::WithReplacement);
    let mut rows = rates(&independent, classic);
    rows.extend(clear_shares(&independent));
    rows.extend(occupancies(&independent));
    if let Ok(bloom) = approximation::bloom_1970(&Rationals, load) {
        let distinct = Enumeration::new(load, Sampling::WithoutReplacement);
        rows.push(row(&distinct, RATE, BLOOM, &distinct.rate(), bloom));
        rows.push(row(&distinct, CLEAR, BLOOM_CLEAR, &distinct.clear(), bloom_clear(load)));
    }
    rows
}

/// A row of a filter whose outcomes have been enumerated; `counted` is what they say.
fn row(filter: &Enumeration, quantity: &str, formula: &str, counted: &Rational, value: Rational) -> Row {
    Row {
        positions: sampling_name(filter.sampling).to_owned(),
        quantity: quantity.to_owned(),
        formula: formula.to_owned(),
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

fn rates(filter: &Enumeration, classic: Rational) -> Vec<Row> {
    let (a, load, rate) = (&Rationals, filter.load, filter.rate());
    let values = [
        (CLASSIC, Some(classic)),
        (EXACT, Some(christensen::by_recursion(a, load))),
        (CLOSED, Some(christensen::closed(a, load))),
        (BLOOM, approximation::bloom_1970(a, load).ok()),
        (STIRLING, Some(bose::rate(a, load))),
        (WRONG_SIGN, Some(with_the_other_sign(load))),
        (BARE_STIRLING, Some(bose::stirling(a, load.balls(), load.bits()))),
    ];
    values.into_iter().filter_map(|(formula, value)| Some(row(filter, RATE, formula, &rate, value?))).collect()
}

fn clear_shares(filter: &Enumeration) -> Vec<Row> {
    let (load, clear) = (filter.load, filter.clear());
    let classic = Rationals.all_miss(1, load.bits(), load.balls());
    let mut rows = vec![row(filter, CLEAR, CLASSIC_CLEAR, &clear, classic)];
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
        let values =
            [by_recursion, distribution::by_eq_9(a, filling, occupied), distribution::by_eq_10(a, filling, occupied)];
        let of_value = |(formula, value): (&str, Rational)| Row {
            occupied: Some(occupied),
            ..row(filter, OCCUPANCY, formula, &probability, value)
        };
        RECURSION.into_iter().zip(values).map(of_value).collect_vec()
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
