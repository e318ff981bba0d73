//! Repeats counted: the false-positive rate over all arrivals of an independent stream in which popular messages recur.
//!
//! An arrival is an independent draw from a catalogue of equally popular messages. With the remaining probability, the leak, it is a
//! message that never repeats. A message that sets no bit at its first arrival in a cycle is a false positive then and at each later
//! arrival in that cycle (*count-each*). Every cycle draws new positions.

use bloomlab_numbers::{Arithmetic, Number, Refused};

use crate::one_phase::one_phase;
use crate::parameters::SigmaBounded;
use crate::transitions::rows;

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

/// F_n and F_r for a catalogue of `messages` messages, of probability (1 − `leak`)/`messages` each, over the states (messages seen, bits
/// set).
///
/// Dozier, Salamatian, Rubenstein, technical report, eq. 29 and 31. Their Theorem 1, F_n ≥ F_r/H, fails: a filter of M = 5, k = 3, σ = 4
/// without replacement and five messages of probability 0.1998 has F_n = 5/29, F_r = 0.579, H = 5/2.
///
/// Domain: `messages` ≥ 1 and 0 < `leak` ≤ 1. Without a leak a cycle could run on for ever once every message has been seen.
pub fn count_each_uniform<A: Arithmetic>(
    a: &A,
    filter: SigmaBounded,
    messages: u64,
    leak: &A::Number,
) -> Result<Counts<A::Number>, Refused> {
    if messages == 0 {
        return Err(Refused::new("popularity", messages, "the popularity of at least one message"));
    }
    let share = leak.to_f64();
    if !(share > 0.0 && share <= 1.0) {
        let domain = "a sum between 0 and 1, which leaves messages that never repeat";
        return Err(Refused::new("popularity", 1.0 - share, domain));
    }
    let each = (a.one() - leak) / a.integer(messages);
    let rows = rows(a, filter.shape(), filter.sigma());
    let none = Ahead { arrivals: a.zero(), false_positives: a.zero() };
    let mut later = vec![none; rows.len()];
    for seen in (0..=messages).rev() {
        later = ahead(a, &rows, leak, &each, messages - seen, &later);
    }
    Ok(Counts {
        first_arrivals: one_phase(a, filter).rate,
        all_arrivals: later[0].false_positives.clone() / &later[0].arrivals,
        arrivals_per_cycle: later[0].arrivals.clone(),
    })
}

/// Expected arrivals and false positives from a state to the end of the cycle.
#[derive(Clone, Debug)]
struct Ahead<N> {
    arrivals: N,
    false_positives: N,
}

/// By bits set, from σ down, if `unseen` messages of probability `each` have not come in the cycle; `later` is the same
/// with one fewer.
fn ahead<A: Arithmetic>(
    a: &A,
    rows: &[Vec<A::Number>],
    leak: &A::Number,
    each: &A::Number,
    unseen: u64,
    later: &[Ahead<A::Number>],
) -> Vec<Ahead<A::Number>> {
    let together = each.clone() * a.integer(unseen);
    let fresh = leak.clone() + &together;
    // of first arrivals: those that never repeat, and those of the catalogue
    let (leaks, chosen) = (leak.clone() / &fresh, together / &fresh);
    let mut here: Vec<Ahead<A::Number>> = Vec::with_capacity(rows.len());
    for (set, row) in rows.iter().enumerate().rev() {
        let above = here.len();
        // here[above − d] is the state with d more bits set; d = 0 is this one
        let mut arrivals = a.one() / &fresh;
        let mut false_positives = row[0].clone() * &leaks;
        for (d, t) in row.iter().enumerate().take(above + 1).skip(1) {
            let t = leaks.clone() * t;
            arrivals = arrivals + t.clone() * &here[above - d].arrivals;
            false_positives = false_positives + t * &here[above - d].false_positives;
        }
        for (d, t) in row.iter().enumerate().take(above + 1) {
            let t = chosen.clone() * t;
            arrivals = arrivals + t.clone() * &later[set + d].arrivals;
            false_positives = false_positives + t * &later[set + d].false_positives;
        }
        // a false positive now, and at each later arrival of the same message
        let repeats = later[set].arrivals.clone() * each;
        false_positives = false_positives + chosen.clone() * &row[0] * (a.one() + repeats);
        let stay = a.one() - row[0].clone() * &leaks;
        here.push(Ahead { arrivals: arrivals / &stay, false_positives: false_positives / &stay });
    }
    here.reverse();
    here
}
