//! The N-bounded filter under an oracle, who counts every new message, and a user, who counts those that set bits.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Double, Number, Sampling, Shape};
use bloomlab_recycling::{NBounded, n_bounded, worst_case_rate};
use bloomlab_tables::{Result, Run, ensure};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

use crate::enumerated::{positions_name, shapes};
use crate::filling::Filling;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// The filter whose messages are drawn, with replacement.
    bits: u64,
    hashes: u64,
    messages: u64,
    /// In exact rationals: every M and k up to these, every N ≤ M + 1.
    grid_bits: u64,
    grid_hashes: u64,
}

/// A message has the group of probabilities, a filter the columns after it.
#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// message: one message of a cycle; filter: a whole cycle.
    part: &'static str,
    bits: u64,
    hashes: u64,
    positions: &'static str,
    /// i of a message, N of a filter.
    messages: u64,
    /// The mean of p_i, the probability that a message sets nothing after i − 1 that did; P(F_i = 1), the same after i − 1 new messages,
    /// even if they set no bits; eq. 1 for i − 1 messages, and for i.
    #[serde(rename = "user,oracle,classic,classic_shifted")]
    message: Option<(f64, f64, f64, f64)>,
    /// Messages of the filter whose mean p_i, or some value of p_i, lies below P(F_i = 1).
    #[serde(rename = "mean_below,some_below")]
    below: Option<(u64, u64)>,
    /// ⌊(M − 1)/k⌋ + 1, and the probability that the user's cycle never ends.
    #[serde(rename = "limit_bound,never_ends")]
    limit: Option<(u64, f64)>,
    /// Average rates; new messages per cycle of the user (of the oracle there are N); f_o and f_a with f_i after i − 1 messages, then f_o
    /// with f_i after i.
    #[serde(rename = "oracle_rate,user_rate,user_messages,f_o,f_a,f_o_shifted")]
    rates: Option<(f64, f64, f64, f64, f64, f64)>,
    f_a_shifted: Option<f64>,
    /// ∑p/(1−p) over ∑(1 + p/(1−p)) with the mean of each p_i.
    rate_of_means: Option<f64>,
}

impl Row {
    fn of(part: &'static str, shape: Shape, messages: u64) -> Self {
        let (bits, hashes, positions) = (shape.bits(), shape.hashes(), positions_name(shape.sampling()));
        Self { part, bits, hashes, positions, messages, ..Self::default() }
    }
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let (bits, hashes) = (p.grid_bits, p.grid_hashes);
    ensure!(bits <= 12 && hashes <= 4, "grid_bits = {bits}, grid_hashes = {hashes}: needs at most 12 bits, k ≤ 4");
    let drawn = NBounded::new(Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?, p.messages)?;
    let message = |step: Step<f64>| Row {
        message: Some((step.user, step.oracle, step.classic, step.classic_shifted)),
        ..Row::of("message", drawn.shape(), step.i)
    };
    let mut rows = steps(&Double, drawn.shape(), p.messages).into_iter().map(message).collect_vec();
    rows.extend(run.flat_rows(shapes(bits, hashes)?, |shape| Ok(of_shape(shape)))?);
    Ok(rows)
}

/// The i-th message of a cycle, for the user and for the oracle.
struct Step<N> {
    i: u64,
    /// E\[p_i\], and the least p_i that can occur.
    user: N,
    user_least: N,
    /// P(F_i = 1).
    oracle: N,
    /// Eq. 1 after i − 1 messages, and after i.
    classic: N,
    classic_shifted: N,
    /// The probability that all bits are set before the user's i-th message, so that no message sets any.
    stuck: N,
}

/// The first `messages` messages of a cycle, in either way of counting.
fn steps<A: Arithmetic>(a: &A, shape: Shape, messages: u64) -> Vec<Step<A::Number>> {
    let filling = Filling::new(a, shape);
    let (mut user, mut oracle) = (filling.empty(), filling.empty());
    let mut steps = Vec::new();
    for i in 1..=messages {
        let least = fewest_bits(shape, i - 1);
        steps.push(Step {
            i,
            user: filling.sets_nothing(&user),
            user_least: filling.sets_nothing_at(least).clone(),
            oracle: filling.sets_nothing(&oracle),
            classic: worst_case_rate(a, shape, i - 1),
            classic_shifted: worst_case_rate(a, shape, i),
            stuck: user[shape.bits() as usize].clone(),
        });
        (user, oracle) = (filling.after_setting(&user), filling.after_any(&oracle));
    }
    steps
}

/// The fewest bits that `messages` bit-setting messages set: those of the first, and one more for each after it.
fn fewest_bits(shape: Shape, messages: u64) -> usize {
    let of_first = if shape.sampling() == Sampling::WithoutReplacement { shape.hashes() } else { 1 };
    let set = if messages == 0 { 0 } else { of_first + messages - 1 };
    set.min(shape.bits()) as usize
}

fn of_shape(shape: Shape) -> Vec<Row> {
    let steps = steps(&Rationals, shape, shape.bits() + 1);
    (1..=steps.len()).map(|n| row(shape, &steps[..n])).collect()
}

/// The filter that recycles after the messages of `cycle`.
fn row(shape: Shape, cycle: &[Step<Rational>]) -> Row {
    let (a, n) = (Rationals, cycle.len() as u64);
    // the last message of a cycle is the last that must set a bit
    let limit = cycle.last().map(|step| (NBounded::most_messages(shape), step.stuck.to_f64()));
    let row = Row { limit, ..Row::of("filter", shape, n) };
    let Ok(filter) = NBounded::new(shape, n) else { return row };
    let rates = n_bounded(&a, filter);
    let mean = |value: fn(&Step<Rational>) -> &Rational| (a.sum(cycle.iter().map(value)) / a.integer(n)).to_f64();
    let [user, messages] = [rates.exact, rates.messages_per_cycle].map(|value| value.to_f64());
    let [f_o, f_a] = [rates.f_o, rates.f_a].map(|bound| bound.to_f64());
    let count = |is_below: fn(&&Step<Rational>) -> bool| cycle.iter().filter(is_below).count() as u64;
    Row {
        below: Some((count(|step| step.user < step.oracle), count(|step| step.user_least < step.oracle))),
        rates: Some((mean(|step| &step.oracle), user, messages, f_o, f_a, mean(|step| &step.classic_shifted))),
        f_a_shifted: of_odds(cycle, |step| &step.classic_shifted).map(|f_a| f_a.to_f64()),
        rate_of_means: of_odds(cycle, |step| &step.user).map(|rate| rate.to_f64()),
        ..row
    }
}

/// ∑f/(1−f) over ∑(1 + f/(1−f)), eq. 3. Where one message fills the filter, f may be 1, and it divides by zero.
fn of_odds(cycle: &[Step<Rational>], f: fn(&Step<Rational>) -> &Rational) -> Option<Rational> {
    let a = Rationals;
    let odds = |f: &Rational| (*f != a.one()).then(|| f.clone() / (a.one() - f));
    let repeats = cycle.iter().try_fold(a.zero(), |sum, step| Some(sum + odds(f(step))?))?;
    Some(repeats.clone() / (a.integer(cycle.len() as u64) + repeats))
}
