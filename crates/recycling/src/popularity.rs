//! Repeats counted: the false-positive rate over all arrivals of an independent stream in which popular messages recur.
//!
//! An arrival is an independent draw from a catalogue of messages with given probabilities. With the remaining
//! probability, the leak, it is a message that never repeats. A message that sets no bit at its first arrival in a cycle
//! is a false positive then and at each later arrival in that cycle (*count-each*). Every cycle draws new positions.

use bloomlab_numbers::{Arithmetic, Number, OutOfDomain, Parameter};

use crate::transitions::rows;
use crate::{SigmaBounded, one_phase};

/// The long-run shares of false positives.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts<N> {
    /// F_n: among first arrivals (*count-instance*).
    pub first_arrivals: N,
    /// F_r: among all arrivals (*count-each*).
    pub all_arrivals: N,
    /// Expected arrivals per cycle, repeats counted.
    pub arrivals_per_cycle: N,
}

/// F_n and F_r for a catalogue with any popularity, by enumeration of (set of catalogue messages seen, bits set).
///
/// Dozier, Salamatian, Rubenstein, technical report, eq. 29 and 31. Their Theorem 1, F_n ≥ F_r/H, fails: a filter of
/// M = 5, k = 3, σ = 4 without replacement and five messages of probability 0.1998 has F_n = 5/29, F_r = 0.579,
/// H = 5/2.
///
/// # Errors
/// [`OutOfDomain`] where a probability is negative, where their sum is not below 1 (a cycle could then run on for ever once
/// every message has been seen), and for more than 2^23 pairs of a set of messages and a number of set bits.
pub fn count_each<A: Arithmetic>(
    a: &A,
    filter: SigmaBounded,
    popularity: &[A::Number],
) -> Result<Counts<A::Number>, OutOfDomain> {
    let states = (1 << 23) / (filter.sigma() + 1);
    Parameter::Catalogue.within(popularity.len() as u64, 0..=states.checked_ilog2().unwrap_or(0).into())?;
    let total = a.sum(popularity);
    check_mass(popularity.iter().map(Number::to_f64), total.to_f64())?;
    let (rows, leak) = (rows(a, filter.shape(), filter.sigma()), a.one() - &total);
    let subsets = 1_usize << popularity.len();
    // per set of messages seen, from the fullest down: (arrivals, false positives) still to come, by bits set
    let mut to_come: Vec<Vec<Ahead<A::Number>>> = vec![Vec::new(); subsets];
    for seen in (0..subsets).rev() {
        let unseen: Vec<_> = (0..popularity.len())
            .filter(|y| seen >> y & 1 == 0)
            .map(|y| Unseen { each: &popularity[y], together: popularity[y].clone(), future: &to_come[seen | 1 << y] })
            .collect();
        let fresh = unseen.iter().fold(leak.clone(), |sum, message| sum + &message.together);
        to_come[seen] = ahead(a, &rows, &fresh, &leak, &unseen);
    }
    Ok(counts(a, filter, &to_come[0][0]))
}

/// [`count_each`] for `messages` equally popular messages, of probability (1 − leak)/messages each, for any catalogue
/// size: the number of messages seen represents their set.
///
/// # Errors
/// [`OutOfDomain`] unless messages ≥ 1 and 0 < leak ≤ 1.
pub fn count_each_uniform<A: Arithmetic>(
    a: &A,
    filter: SigmaBounded,
    messages: u64,
    leak: &A::Number,
) -> Result<Counts<A::Number>, OutOfDomain> {
    if messages == 0 {
        return Err(OutOfDomain::new(Parameter::Popularity, messages, "the popularity of at least one message"));
    }
    let each = (a.one() - leak) / a.integer(messages);
    check_mass([each.to_f64()], 1.0 - leak.to_f64())?;
    let rows = rows(a, filter.shape(), filter.sigma());
    let mut later: Vec<Ahead<A::Number>> = Vec::new();
    for seen in (0..=messages).rev() {
        let together = each.clone() * a.integer(messages - seen);
        let fresh = leak.clone() + &together;
        let unseen = Unseen { each: &each, together, future: &later };
        let unseen = if seen < messages { std::slice::from_ref(&unseen) } else { &[] };
        later = ahead(a, &rows, &fresh, leak, unseen);
    }
    Ok(counts(a, filter, &later[0]))
}

/// Expected arrivals and false positives from a state to the end of the cycle.
#[derive(Clone, Debug)]
struct Ahead<N> {
    arrivals: N,
    false_positives: N,
}

/// Unseen messages of the catalogue that have the same probability and the same future.
struct Unseen<'a, N> {
    each: &'a N,
    /// The probability that the next arrival is one of them.
    together: N,
    /// By bits set, once one of them has been seen.
    future: &'a [Ahead<N>],
}

/// By bits set, from σ down: with probability together/`fresh` the next first arrival is one of the `unseen` messages,
/// with probability `leak`/`fresh` one that never repeats.
fn ahead<A: Arithmetic>(
    a: &A,
    rows: &[Vec<A::Number>],
    fresh: &A::Number,
    leak: &A::Number,
    unseen: &[Unseen<A::Number>],
) -> Vec<Ahead<A::Number>> {
    let leaks = leak.clone() / fresh;
    let mut here: Vec<Ahead<A::Number>> = Vec::with_capacity(rows.len());
    for (set, row) in rows.iter().enumerate().rev() {
        let above = here.len();
        // here[above − d] is the state with d more bits set; d = 0 is this one
        let mut arrivals = a.one() / fresh;
        let mut false_positives = row[0].clone() * &leaks;
        for (d, t) in row.iter().enumerate().take(above + 1).skip(1) {
            let t = leaks.clone() * t;
            arrivals = arrivals + t.clone() * &here[above - d].arrivals;
            false_positives = false_positives + t * &here[above - d].false_positives;
        }
        for Unseen { each, together, future } in unseen {
            let chosen = together.clone() / fresh;
            for (d, t) in row.iter().enumerate().take(above + 1) {
                let t = chosen.clone() * t;
                arrivals = arrivals + t.clone() * &future[set + d].arrivals;
                false_positives = false_positives + t * &future[set + d].false_positives;
            }
            // a false positive now, and at each later arrival of the same message
            let repeats = future[set].arrivals.clone() * *each;
            false_positives = false_positives + chosen * &row[0] * (a.one() + repeats);
        }
        let stay = a.one() - row[0].clone() * &leaks;
        here.push(Ahead { arrivals: arrivals / &stay, false_positives: false_positives / &stay });
    }
    here.reverse();
    here
}

fn counts<A: Arithmetic>(a: &A, filter: SigmaBounded, start: &Ahead<A::Number>) -> Counts<A::Number> {
    Counts {
        first_arrivals: one_phase(a, filter).rate,
        all_arrivals: start.false_positives.clone() / &start.arrivals,
        arrivals_per_cycle: start.arrivals.clone(),
    }
}

fn check_mass(each: impl IntoIterator<Item = f64>, total: f64) -> Result<(), OutOfDomain> {
    let refuse = |value, domain| Err(OutOfDomain::new(Parameter::Popularity, value, domain));
    if let Some(negative) = each.into_iter().find(|p| p.is_nan() || *p < 0.0) {
        return refuse(negative, "popularity ≥ 0");
    }
    if total.is_nan() || total >= 1.0 {
        return refuse(total, "a sum below 1, which leaves messages that never repeat");
    }
    Ok(())
}
