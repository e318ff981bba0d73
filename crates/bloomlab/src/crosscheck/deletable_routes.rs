//! The routes to the deletability and the rates of a filter from which items can be deleted.

use std::time::Duration;

use bloomlab_deletable::{Parameters, finite, in_f64, poisson, positive, published};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, DeletableKind, Double};

use super::arithmetic::ArithmeticKind;
use super::failure::Failure;
use super::outcome::{Candidate, Checks, crosscheck};
use super::quantity::{Quantity, reference};
use super::simulated::simulated_deletable;

/// A number that describes a filter from which items can be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum DeletableMeasure {
    /// [`finite::deletability`].
    Deletability,
    /// [`finite::rate`].
    Rate,
    /// [`finite::rate_after_deletions`].
    RateAfterDeletions,
}

use DeletableMeasure::{Deletability, Rate, RateAfterDeletions};

/// One route to one quantity of a filter.
#[derive(Clone, Copy, Debug)]
pub struct DeletableRoute {
    filter: Parameters,
    measure: DeletableMeasure,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The finite exact form.
    Finite,
    /// The exact form by positive sums.
    PositiveSums,
    /// The closed form for large filters.
    Poisson,
    /// As printed.
    Published,
}

/// Every number by every route, and by a simulation from `seed`; rates after deletions only if there are any. Every evaluation, and the
/// simulation, may take `limit`.
pub fn deletable_filter(
    filter: &Parameters,
    digits: usize,
    limit: Duration,
    seed: u64,
) -> Vec<(DeletableMeasure, Checks)> {
    let all = &ArithmeticKind::USUAL;
    let mut measures = vec![Deletability, Rate];
    measures.extend((filter.deleted() > 0).then_some(RateAfterDeletions));
    let check = |measure| {
        let routes = deletable_routes(filter, measure);
        let truth = reference(&routes[0].quantity, all, digits, limit).ok();
        let outcomes = crosscheck(&routes, all, truth.as_ref(), digits, limit);
        (measure, Checks::new(truth, outcomes, || simulated_deletable(filter, measure, limit, seed)))
    };
    measures.into_iter().map(check).collect()
}

/// The routes to a quantity, the first of them exact.
pub fn deletable_routes(filter: &Parameters, measure: DeletableMeasure) -> Vec<Candidate<DeletableRoute>> {
    let route =
        |name, exact, form| Candidate { name, exact, quantity: DeletableRoute { filter: *filter, measure, form } };
    let mut routes = vec![
        route("finite", true, Form::Finite),
        route("stable", true, Form::PositiveSums),
        route("poisson", false, Form::Poisson),
    ];
    let is_published = match filter.kind() {
        DeletableKind::Dfp => measure != RateAfterDeletions,
        DeletableKind::Dlbf { .. } => measure == Deletability,
        _ => false,
    };
    if is_published {
        routes.push(route("published", false, Form::Published));
    }
    routes
}

impl DeletableRoute {
    fn by_positive_sums<A: Arithmetic>(&self, a: &A, tail: positive::Tail) -> Result<A::Number, Failure> {
        let value = match self.measure {
            Rate => positive::rate_after_deletions(a, &self.filter.before_deletions(), tail),
            RateAfterDeletions => positive::rate_after_deletions(a, &self.filter, tail),
            Deletability => positive::non_deletability(a, &self.filter, tail).map(|not| a.one() - not),
        };
        value.ok_or_else(|| Failure::NoForm("this filter has no positive-sum route".to_owned()))
    }
}

impl Quantity for DeletableRoute {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        match (self.form, self.measure) {
            (Form::Finite, Deletability) => Ok(finite::deletability(a, &self.filter)),
            (Form::Finite, Rate) => Ok(finite::rate(a, &self.filter)),
            (Form::Finite, RateAfterDeletions) => Ok(finite::rate_after_deletions(a, &self.filter)),
            (Form::PositiveSums, _) => self.by_positive_sums(a, positive::Tail::Summed),
            (Form::Poisson | Form::Published, _) => Err(Failure::transcendental()),
        }
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        let p = &self.filter;
        match (self.form, self.measure) {
            (Form::Poisson, Rate) => Ok(poisson::rate(a, p)),
            (Form::Poisson, RateAfterDeletions) => Ok(poisson::rate_after_deletions(a, p)),
            (Form::Poisson, Deletability) => Ok(poisson::deletability(a, p)),
            (Form::Published, Rate) => Ok(published::published_rate(a, p)),
            (Form::Published, _) if p.kind() == DeletableKind::Dfp => Ok(published::published_deletability(a, p)),
            (Form::Published, _) => published::published_dlbf_deletability(a, p).ok_or_else(Failure::unpublished),
            _ => self.algebraic(a),
        }
    }

    fn double(&self) -> Result<f64, Failure> {
        match (self.form, self.measure) {
            (Form::Finite, Deletability) => Ok(in_f64::deletability(&self.filter)?),
            (Form::Finite, Rate) => Ok(in_f64::rate(&self.filter)?),
            (Form::Finite, RateAfterDeletions) => Ok(in_f64::rate_after_deletions(&self.filter)?),
            (Form::PositiveSums, _) => self.by_positive_sums(&Double, positive::DOUBLE_TAIL),
            (Form::Poisson | Form::Published, _) => self.analytic(&Double),
        }
    }

    /// C^(2k(n + r)).
    fn rational_bits(&self) -> f64 {
        let p = &self.filter;
        match self.form {
            Form::Finite | Form::PositiveSums => {
                2.0 * (p.hashes() as f64 + 1.0) * (p.inserted() as f64 + 1.0) * (p.cells() as f64 + 1.0).log2()
            }
            Form::Poisson | Form::Published => 0.0,
        }
    }
}
