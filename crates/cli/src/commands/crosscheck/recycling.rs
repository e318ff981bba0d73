//! `bloomlab crosscheck recycling`.

use bloomlab_crosscheck::{
    Arithmetic, AverageOf, What, crosscheck, evaluate, recycling_routes, recycling_routes_in_double, reference,
    simulated_recycling,
};
use serde_json::json;

use super::Effort;
use crate::answer::Answer;
use crate::commands::recycling::Kind;
use crate::error::Error;
use crate::size_argument::parse_size;

/// The average rate of a recycling filter by every route: visits, as published, the chain solved, sweep, extrapolation,
/// simulation
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab crosscheck recycling --bits 200 --hashes 4 --sigma 110
  bloomlab crosscheck recycling -m 2000 -k 5 -s 500 --phases 2 --format json")]
pub(super) struct Options {
    /// Bits in all, M
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Recycle when a message would set more than so many bits of a filter
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size)]
    sigma: u64,

    #[command(flatten)]
    kind: Kind,

    /// The message that overflows is inserted into the cleared filter
    #[arg(short = 'r', long)]
    retaining: bool,

    /// Seed of the simulation
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    effort: Effort,
}

impl Options {
    /// Every route in every arithmetic it has.
    pub(super) fn run(&self) -> Result<Answer, Error> {
        let model = self.kind.model(self.bits, self.hashes, self.sigma, self.retaining)?;
        let (effort, limits, digits) = (self.effort, self.effort.limits(), self.effort.digits.get());
        let truth = reference(&AverageOf(model, What::Rate), &Arithmetic::USUAL, digits, limits).ok();
        let mut outcomes = crosscheck(&recycling_routes(model), &Arithmetic::USUAL, truth.as_ref(), digits, limits);
        let doubles = recycling_routes_in_double(model);
        outcomes.extend(crosscheck(&doubles, &[Arithmetic::F64], truth.as_ref(), digits, limits));
        let mut rows: Vec<_> = outcomes.into_iter().map(|outcome| effort.row(Vec::new(), "rate", outcome)).collect();
        rows.push(effort.simulated(Vec::new(), "rate", truth.as_ref(), || {
            let cycle = evaluate(&AverageOf(model, What::Messages), Arithmetic::F64, digits, limits)?.to_f64();
            simulated_recycling(model, cycle, limits, self.seed)
        }));
        let mut inputs = vec![
            ("bits", json!(self.bits)),
            ("hashes", json!(self.hashes)),
            ("sigma", json!(self.sigma)),
            ("phases", json!(self.kind.phases)),
            ("without_replacement", json!(self.kind.without_replacement)),
            ("retaining", json!(self.retaining)),
            ("seed", json!(self.seed)),
        ];
        inputs.extend(effort.inputs());
        Ok(Answer { command: "crosscheck recycling", inputs, beside: Vec::new(), rows })
    }
}
