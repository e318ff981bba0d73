//! The N-bounded filter under an oracle, who counts every new message, and under a user, who counts those that set bits.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Double, Number};
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{NBounded, NBoundedRates, n_bounded, transitions, worst_case_rate};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::enumerated::{positions_name, shapes};
use crate::verdicts::{count, largest};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// The filter whose messages are drawn, with replacement.
    bits: u64,
    hashes: u64,
    messages: u64,
    /// In exact rationals: every M and k up to these, every N ≤ M + 1.
    grid_bits: u64,
    grid_hashes: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { bits: 100, hashes: 4, messages: 25, grid_bits: 8, grid_hashes: 3 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// message: one of a cycle; filter: a whole cycle.
    part: String,
    bits: u64,
    hashes: u64,
    positions: String,
    /// i of a message, N of a filter.
    messages: u64,
    /// p_i: the probability that a message sets nothing after i − 1 that did. Its mean, and the least value it takes.
    user: Option<f64>,
    user_least: Option<f64>,
    /// P(F_i = 1): the same after i − 1 new messages, whether they set bits or not.
    oracle: Option<f64>,
    /// Eq. 1 for i − 1 messages, and for i.
    classic: Option<f64>,
    classic_shifted: Option<f64>,
    /// Messages of the filter whose mean p_i, or some value of p_i, lies below P(F_i = 1).
    mean_below: Option<u64>,
    some_below: Option<u64>,
    /// ⌊(M − 1)/k⌋ + 1.
    limit_bound: Option<u64>,
    /// The probability that the user's cycle never ends.
    never_ends: Option<f64>,
    /// Average rates, new messages per cycle of the user (of the oracle there are N).
    oracle_rate: Option<f64>,
    user_rate: Option<f64>,
    user_messages: Option<f64>,
    /// f_o and f_a with f_i after i − 1 messages, and with f_i after i.
    f_o: Option<f64>,
    f_a: Option<f64>,
    f_o_shifted: Option<f64>,
    f_a_shifted: Option<f64>,
}

const MESSAGE: &str = "message";
const FILTER: &str = "filter";

pub(crate) struct OracleAndUser;

impl Figure for OracleAndUser {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.grid_bits > 12 || p.grid_hashes > 4 {
            let (bits, hashes) = (p.grid_bits, p.grid_hashes);
            return Err(format!("grid_bits = {bits}, grid_hashes = {hashes}: needs at most 12 bits, k ≤ 4").into());
        }
        let drawn = NBounded::new(Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?, p.messages)?;
        let mut rows: Vec<Row> =
            steps(&Double, drawn.shape(), p.messages).iter().map(|step| message(drawn.shape(), step)).collect();
        let shapes = shapes(p.grid_bits, p.grid_hashes)?;
        context.progress.expect(shapes.len() as u64);
        let one = |&shape: &Shape| {
            let rows = filters(shape, n_bounded);
            context.progress.advance();
            rows
        };
        let filters: Vec<Vec<Row>> = shapes.par_iter().map(one).collect::<Result<_, AnyError>>()?;
        rows.extend(filters.into_iter().flatten());
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let messages = || rows.iter().filter(|row| row.part == MESSAGE);
        let relative = |name: &str, value: fn(&Row) -> Option<f64>| Series {
            name: name.to_owned(),
            mark: Mark::LineAndMarkers,
            // the first message of a cycle is never falsely recognised
            points: messages()
                .filter_map(|row| Some((row, value(row)? / row.oracle.filter(|oracle| *oracle > 0.0)?)))
                .map(|(row, ratio)| Point::new(row.messages as f64, ratio))
                .collect(),
        };
        let title = messages().next().map_or_else(String::new, |row| format!("M = {}, k = {}", row.bits, row.hashes));
        let largest = rows.iter().filter(|row| row.part == FILTER).map(|row| row.bits).max().unwrap_or(0);
        let stuck = |k: u64| Series {
            name: format!("k = {k}"),
            mark: Mark::LineAndMarkers,
            points: rows
                .iter()
                .filter(|row| row.part == FILTER && row.bits == largest && row.hashes == k)
                .filter(|row| row.positions == positions_name(Sampling::WithReplacement))
                .filter_map(|row| Some(Point::new(row.messages as f64, row.never_ends?)))
                .collect(),
        };
        let message = || Axis::new("i, message of a cycle", Scale::Linear);
        let panels = vec![
            Panel {
                title: Some(format!("(a) {title}")),
                x: message(),
                y: Axis::new("probability of setting nothing / P(F_i = 1)", Scale::Linear),
                series: vec![
                    relative("user, mean p_i", |row| row.user),
                    relative("oracle, P(F_i = 1)", |row| row.oracle),
                    relative("eq. 1, i − 1 messages", |row| row.classic),
                ],
            },
            Panel {
                title: Some(format!("(b) {title}, eq. 1 one message on")),
                x: message(),
                y: Axis::new("eq. 1 / P(F_i = 1)", Scale::Log10).including(1.0),
                series: vec![
                    relative("i messages", |row| row.classic_shifted),
                    relative("i − 1 messages", |row| row.classic),
                ],
            },
            Panel {
                title: Some(format!("(c) M = {largest}, with replacement")),
                x: Axis::new("N, bit-setting messages to recycle after", Scale::Linear),
                y: Axis::new("probability that a cycle never ends", Scale::Linear),
                series: [1, 2, 3].map(stuck).into_iter().filter(|series| !series.points.is_empty()).collect(),
            },
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let filters: Vec<&Row> = rows.iter().filter(|row| row.part == FILTER).collect();
        let ending: Vec<&Row> = filters.iter().copied().filter(|row| row.user_rate.is_some()).collect();
        let replaced: Vec<&Row> =
            ending.iter().copied().filter(|row| row.positions == positions_name(Sampling::WithReplacement)).collect();
        if ending.is_empty() || replaced.is_empty() {
            return Err("no filter whose cycles end".into());
        }

        let sum = |value: fn(&Row) -> Option<u64>| ending.iter().filter_map(|row| value(row)).sum::<u64>();
        let (mean, some) = (sum(|row| row.mean_below), sum(|row| row.some_below));
        let messages: u64 = ending.iter().map(|row| row.messages).sum();
        let each = Decision::new("R17").measured(some as f64 / messages as f64).decide_if(
            some + mean == 0,
            mean == 0,
            format!("p_i is its mean over the bits that may be set: then {messages} of {messages} hold"),
        );

        let within = |value: fn(&Row) -> Option<f64>| {
            count(&ending, |row| value(row).zip(row.user_rate).is_some_and(|(value, user)| value <= user))
        };
        let (lower, later) = (
            within(|row| row.oracle_rate),
            count(&ending, |row| row.user_messages.is_some_and(|user| user >= row.messages as f64)),
        );
        let gap = largest(
            ending
                .iter()
                .filter_map(|row| row.user_messages)
                .zip(&ending)
                .map(|(user, row)| user / row.messages as f64),
        );
        let oracle = Decision::new("R18")
            .measured(lower.min(later) as f64 / ending.len() as f64)
            .decide(lower == ending.len() && later == ending.len())
            .because(format!("the user takes up to {gap:.2} times as many new messages a cycle"));

        let above = |value: fn(&Row) -> Option<f64>| {
            count(&replaced, |row| value(row).zip(row.user_rate).is_none_or(|(bound, user)| bound > user))
        };
        let (plain, shifted) = (
            above(|row| row.f_o).max(above(|row| row.f_a)),
            above(|row| row.f_o_shifted).max(above(|row| row.f_a_shifted)),
        );
        let tighter = replaced.iter().all(|row| row.f_a.zip(row.f_o).is_some_and(|(f_a, f_o)| f_a >= f_o));
        let bounds = Decision::new("R19").measured(shifted as f64 / replaced.len() as f64).decide_if(
            plain + shifted == 0 && tighter,
            plain == 0 && tighter,
            format!(
                "f_i is eq. 1 for the i − 1 messages before: then none of {} is above; after i messages {shifted} are",
                replaced.len()
            ),
        );

        let never = count(&filters, |row| row.never_ends.is_none_or(|p| p > 0.0));
        let within_bound = |row: &&Row| row.limit_bound.is_some_and(|bound| row.messages <= bound);
        let worst = largest(filters.iter().filter_map(|row| row.never_ends));
        let recycles = Decision::new("R42")
        .measured(never as f64 / filters.len() as f64)
        .decide_if(
            never == 0,
            filters.iter().filter(|row| within_bound(row)).all(|row| row.never_ends == Some(0.0)),
            format!(
                "N ≤ ⌊(M − 1)/k⌋ + 1; beyond, all bits may be set before N messages have set some, with probability up to \
                 {worst:.2}"
            ),
        );
        Ok(vec![each, oracle, bounds, recycles])
    }
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
    /// That all bits are set before the user's i-th message, so that none sets any.
    stuck: N,
}

fn steps<A: Arithmetic>(a: &A, shape: Shape, messages: u64) -> Vec<Step<A::Number>> {
    let (bits, k) = (shape.bits(), shape.hashes() as usize);
    let rows: Vec<Vec<A::Number>> = (0..=bits).map(|set| transitions(a, shape, set)).collect();
    let start = || {
        let mut law = vec![a.zero(); bits as usize + 1 + k];
        law[0] = a.one();
        law
    };
    let (mut user, mut oracle) = (start(), start());
    let mut lowest = 0_u64;
    let mean = |law: &[A::Number]| law.iter().zip(&rows).fold(a.zero(), |sum, (p, row)| sum + row[0].clone() * p);
    let mut found = Vec::new();
    for i in 1..=messages {
        found.push(Step {
            i,
            user: mean(&user),
            user_least: rows[lowest.min(bits) as usize][0].clone(),
            oracle: mean(&oracle),
            classic: worst_case_rate(a, shape, i - 1),
            classic_shifted: worst_case_rate(a, shape, i),
            stuck: user[bits as usize].clone(),
        });
        let mut next = (vec![a.zero(); user.len()], vec![a.zero(); oracle.len()]);
        for (set, row) in rows.iter().enumerate() {
            let leave = row[1..].iter().fold(a.zero(), |sum, t| sum + t);
            for (d, t) in row.iter().enumerate() {
                next.1[set + d] = next.1[set + d].clone() + oracle[set].clone() * t;
                if d > 0 && set < bits as usize {
                    next.0[set + d] = next.0[set + d].clone() + user[set].clone() * t / &leave;
                }
            }
        }
        // a filter that is full stays so
        next.0[bits as usize] = next.0[bits as usize].clone() + &user[bits as usize];
        (user, oracle) = next;
        // the fewest bits: one message's own, and one more for each after it
        lowest += if i == 1 && shape.sampling() == Sampling::WithoutReplacement { shape.hashes() } else { 1 };
    }
    found
}

fn empty(shape: Shape, part: &str, messages: u64) -> Row {
    Row {
        part: part.to_owned(),
        bits: shape.bits(),
        hashes: shape.hashes(),
        positions: positions_name(shape.sampling()).to_owned(),
        messages,
        user: None,
        user_least: None,
        oracle: None,
        classic: None,
        classic_shifted: None,
        mean_below: None,
        some_below: None,
        limit_bound: None,
        never_ends: None,
        oracle_rate: None,
        user_rate: None,
        user_messages: None,
        f_o: None,
        f_a: None,
        f_o_shifted: None,
        f_a_shifted: None,
    }
}

fn message(shape: Shape, step: &Step<f64>) -> Row {
    Row {
        user: Some(step.user),
        user_least: Some(step.user_least),
        oracle: Some(step.oracle),
        classic: Some(step.classic),
        classic_shifted: Some(step.classic_shifted),
        ..empty(shape, MESSAGE, step.i)
    }
}

/// How rate and bounds of an N-bounded filter are found.
type Model = fn(&Rationals, NBounded) -> NBoundedRates<Rational>;

/// The N-bounded filters of a shape, exactly.
fn filters(shape: Shape, model: Model) -> Result<Vec<Row>, AnyError> {
    let a = Rationals;
    let steps = steps(&a, shape, shape.bits() + 1);
    let mut rows = Vec::new();
    for n in 1..=shape.bits() + 1 {
        let cycle = &steps[..n as usize];
        // the last message of a cycle is the last that must set a bit
        let never_ends = cycle.last().map(|step| step.stuck.to_f64());
        let row = Row { limit_bound: Some(NBounded::most_messages(shape)), never_ends, ..empty(shape, FILTER, n) };
        let Ok(filter) = NBounded::new(shape, n) else {
            rows.push(row);
            continue;
        };
        let rates = model(&a, filter);
        let oracle_rate = cycle.iter().fold(a.zero(), |sum, step| sum + &step.oracle) / a.integer(n);
        let shifted_mean = cycle.iter().fold(a.zero(), |sum, step| sum + &step.classic_shifted) / a.integer(n);
        // where one message fills the filter, eq. 3 after it divides by zero
        let odds = cycle.iter().try_fold(a.zero(), |sum, step| {
            let f = step.classic_shifted.clone();
            (f != a.one()).then(|| sum + f.clone() / (a.one() - f))
        });
        let shifted_odds = odds.map(|odds| odds.clone() / (a.integer(n) + odds));
        rows.push(Row {
            mean_below: Some(count(cycle, |step| step.user < step.oracle) as u64),
            some_below: Some(count(cycle, |step| step.user_least < step.oracle) as u64),
            oracle_rate: Some(oracle_rate.to_f64()),
            user_rate: Some(rates.exact.to_f64()),
            user_messages: Some(rates.messages_per_cycle.to_f64()),
            f_o: Some(rates.f_o.to_f64()),
            f_a: Some(rates.f_a.to_f64()),
            f_o_shifted: Some(shifted_mean.to_f64()),
            f_a_shifted: shifted_odds.map(|f| f.to_f64()),
            ..row
        });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_workbench::Verdict;

    fn verdicts(model: Model) -> Vec<(String, Verdict)> {
        let rows: Vec<Row> =
            shapes(4, 2).unwrap().into_iter().flat_map(|shape| filters(shape, model).unwrap()).collect();
        let claims = OracleAndUser::claims(&rows).unwrap();
        claims.into_iter().map(|claim| (claim.id.to_owned(), claim.verdict)).collect()
    }

    /// f_i read with i messages before the i-th.
    fn shifted(a: &Rationals, filter: NBounded) -> NBoundedRates<Rational> {
        let later = (1..=filter.messages()).map(|i| worst_case_rate(a, filter.shape(), i));
        let f_o = later.fold(a.zero(), |sum, f| sum + f) / a.integer(filter.messages());
        NBoundedRates { f_a: f_o.clone(), f_o, ..n_bounded(a, filter) }
    }

    #[test]
    fn a_wrong_index_loses_the_bounds_and_nothing_else() {
        let (right, wrong) = (verdicts(n_bounded), verdicts(shifted));
        for ((id, right), (_, wrong)) in right.into_iter().zip(wrong) {
            let expected = if id == "R19" { (Verdict::HoldsOnlyIf, Verdict::DoesNotHold) } else { (right, right) };
            assert_eq!((right, wrong), expected, "{id}");
        }
    }

    /// A user who stops where the oracle does: the rate is too low by the messages that set nothing.
    #[test]
    fn a_user_who_counts_every_message_is_no_later_than_the_oracle() {
        let few = |a: &Rationals, filter: NBounded| NBoundedRates { exact: a.zero(), ..n_bounded(a, filter) };
        let wrong = verdicts(few);
        assert!(wrong.contains(&("R18".to_owned(), Verdict::DoesNotHold)));
        assert!(wrong.contains(&("R19".to_owned(), Verdict::DoesNotHold)));
    }
}
