//! The N-bounded filter under an oracle, who counts every new message, and a user, who counts those that set bits.

mod claims;
mod filters;
mod messages;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
use messages::steps;
pub(crate) use view::{draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// The filter whose messages are drawn, with replacement.
    bits: u64,
    hashes: u64,
    messages: u64,
    /// In exact rationals: every M and k up to these, every N ≤ M + 1.
    grid_bits: u64,
    grid_hashes: u64,
}

/// A message has the probabilities from p_i to eq. 1, a filter the columns after them.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    /// message: one message of a cycle; filter: a whole cycle.
    part: String,
    bits: u64,
    hashes: u64,
    positions: String,
    /// i of a message, N of a filter.
    messages: u64,
    /// p_i: the probability that a message sets nothing after i − 1 that did. Its mean, and the least value it takes.
    user: Option<f64>,
    user_least: Option<f64>,
    /// P(F_i = 1): the same after i − 1 new messages, whether or not they set bits.
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
    /// ∑p/(1−p) over ∑(1 + p/(1−p)) with the mean of each p_i.
    rate_of_means: Option<f64>,
}

const MESSAGE: &str = "message";
const FILTER: &str = "filter";

impl Row {
    fn of(part: &str, shape: Shape, messages: u64) -> Self {
        Self {
            part: part.to_owned(),
            bits: shape.bits(),
            hashes: shape.hashes(),
            positions: positions_name(shape.sampling()).to_owned(),
            messages,
            ..Self::default()
        }
    }

    fn is_with_replacement(&self) -> bool {
        self.positions == positions_name(Sampling::WithReplacement)
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.grid_bits > 12 || p.grid_hashes > 4 {
        let (bits, hashes) = (p.grid_bits, p.grid_hashes);
        return Err(format!("grid_bits = {bits}, grid_hashes = {hashes}: needs at most 12 bits, k ≤ 4").into());
    }
    let drawn = NBounded::new(Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?, p.messages)?;
    let message = |step: messages::Step<f64>| Row {
        user: Some(step.user),
        user_least: Some(step.user_least),
        oracle: Some(step.oracle),
        classic: Some(step.classic),
        classic_shifted: Some(step.classic_shifted),
        ..Row::of(MESSAGE, drawn.shape(), step.i)
    };
    let mut rows: Vec<Row> = steps(&Double, drawn.shape(), p.messages).into_iter().map(message).collect();
    let shapes = shapes(p.grid_bits, p.grid_hashes)?;
    let filters = context.rows(shapes, |shape| Ok(filters::of_shape(shape, n_bounded)))?;
    rows.extend(filters.into_iter().flatten());
    Ok(rows)
}
