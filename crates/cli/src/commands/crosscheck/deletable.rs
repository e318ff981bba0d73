//! `bloomlab crosscheck deletable`.

use bloomlab_crosscheck::{
    Arithmetic, Cost, DeletableMeasure, DeletableRoute, DeletableValue, Limits, Quantity, Route, crosscheck,
    deletable_routes, reference, simulated_deletable,
};
use bloomlab_deletable::Parameters;
use bloomlab_formulas::Precision;
use serde_json::json;

use super::Effort;
use crate::answer::{Answer, Cell, Row};
use crate::commands::deletable::Stored;
use crate::error::Error;

/// Deletability and rates of a deletable filter by every route: finite and exact, positive sums, Poisson, as published,
/// simulation
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab crosscheck deletable --filter dfp --bits 4096 --items 300 --hashes 4
  bloomlab crosscheck deletable -f dlbf --region-bits 8 -m 4096 -n 300 -k 4 --deleted 100 --format json")]
pub(super) struct Options {
    #[command(flatten)]
    stored: Stored,

    /// Seed of the simulation
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    effort: Effort,
}

/// The seconds that all evaluations may take together, by estimate, for each second of `--seconds`.
const TOGETHER: f64 = 7.0;

impl Options {
    /// Every route in every arithmetic.
    pub(super) fn run(&self) -> Result<Answer, Error> {
        let filter = self.stored.parameters()?;
        let mut measures = vec![("deletability", DeletableMeasure::Deletability), ("rate", DeletableMeasure::Rate)];
        if filter.deleted() > 0 {
            measures.push(("rate_after_deletions", DeletableMeasure::RateAfterDeletions));
        }
        let evaluations =
            measures.iter().flat_map(|(_, measure)| self.evaluations(&filter, *measure)).collect::<Vec<_>>();
        let limits = self.limits(&evaluations);
        let rows = measures.into_iter().flat_map(|(name, measure)| self.rows(&filter, name, measure, limits)).collect();
        let mut inputs = self.stored.inputs();
        inputs.push(("seed", json!(self.seed)));
        inputs.extend(self.effort.inputs());
        Ok(Answer { command: "crosscheck deletable", inputs, beside: Vec::new(), rows })
    }

    /// What is evaluated for one quantity, with its cost: every route in every arithmetic, and the reference, which may
    /// raise its precision once.
    fn evaluations(&self, filter: &Parameters, measure: DeletableMeasure) -> Vec<(Cost, Arithmetic)> {
        let of_route = |route: Route<DeletableRoute>| {
            let cost = route.quantity.cost(Precision::Fixed);
            Arithmetic::USUAL.map(|arithmetic| (cost, arithmetic))
        };
        let truth = (DeletableValue(*filter, measure).cost(Precision::Fixed), Arithmetic::Certified);
        deletable_routes(filter, measure).into_iter().flat_map(of_route).chain([truth; 2]).collect()
    }

    /// The longest time for one evaluation with which all that are not refused stay within [`TOGETHER`]. It depends on
    /// the sizes only, so that every machine refuses the same.
    fn limits(&self, evaluations: &[(Cost, Arithmetic)]) -> Limits {
        let most = self.effort.limits().seconds;
        // certified values have 40 digits more than are shown, and those of the most precise arithmetic
        let first_precision = 64 + 4 * (self.effort.digits.get() as u32 + 118);
        let halves = |seconds: f64| (0..24).map(move |halvings| seconds / f64::from(1_u32 << halvings));
        // to a factor of 2; 0 where it is refused
        let estimate = |seconds: f64, (cost, arithmetic): &(Cost, Arithmetic)| {
            let fits = |seconds: &f64| cost.check(*arithmetic, first_precision, Limits { seconds: *seconds }).is_ok();
            halves(seconds).take_while(fits).last().unwrap_or(0.0)
        };
        let together = |seconds: f64| evaluations.iter().map(|evaluation| estimate(seconds, evaluation)).sum::<f64>();
        let seconds = halves(most).find(|&seconds| together(seconds) <= TOGETHER * most);
        Limits { seconds: seconds.unwrap_or(0.0) }
    }

    fn rows(&self, filter: &Parameters, name: &str, measure: DeletableMeasure, limits: Limits) -> Vec<Row> {
        let (effort, digits) = (self.effort, self.effort.digits.get());
        let truth = reference(&DeletableValue(*filter, measure), &Arithmetic::USUAL, digits, limits).ok();
        let routes = deletable_routes(filter, measure);
        let quantity = || vec![("quantity", Cell::Text(name.to_owned()))];
        let outcomes = crosscheck(&routes, &Arithmetic::USUAL, truth.as_ref(), digits, limits);
        let mut rows: Vec<_> = outcomes.into_iter().map(|outcome| effort.row(quantity(), "value", outcome)).collect();
        let simulate = || simulated_deletable(filter, measure, limits, self.seed);
        rows.push(effort.simulated(quantity(), "value", truth.as_ref(), simulate));
        rows
    }
}
