//! The routes to the deletability and the rates of a filter from which items can be deleted.

use bloomlab_deletable::{Parameters, costs, poisson, positive, published};
use bloomlab_evaluation::{DeletableMeasure, DeletableValue, Demand, Failure, Quantity, demand_of};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Cost, DeletableKind, Double};

use crate::Candidate;

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

/// The routes to a quantity (not [`DeletableMeasure::PublishedDeletability`], which is one of them), the first of them exact.
pub fn deletable_routes(filter: &Parameters, measure: DeletableMeasure) -> Vec<Candidate<DeletableRoute>> {
    let route =
        |name, exact, form| Candidate { name, exact, quantity: DeletableRoute { filter: *filter, measure, form } };
    let mut routes = vec![
        route("finite", true, Form::Finite),
        route("stable", true, Form::PositiveSums),
        route("poisson", false, Form::Poisson),
    ];
    let is_published = match filter.kind() {
        DeletableKind::Dfp => measure != DeletableMeasure::RateAfterDeletions,
        DeletableKind::Dlbf { .. } => measure == DeletableMeasure::Deletability,
        _ => false,
    };
    if is_published {
        routes.push(route("published", false, Form::Published));
    }
    routes
}

impl DeletableRoute {
    fn stable<A: Arithmetic>(&self, a: &A, tail: positive::Tail) -> Result<A::Number, Failure> {
        let value = match self.measure {
            DeletableMeasure::Rate => positive::rate(a, &self.filter, tail),
            DeletableMeasure::RateAfterDeletions => positive::rate_after_deletions(a, &self.filter, tail),
            _ => positive::non_deletability(a, &self.filter, tail).map(|not| a.one() - not),
        };
        value.ok_or_else(|| Failure::NoPositiveSums)
    }

    /// With all terms summed, as in every arithmetic but double precision.
    fn positive_sums_cost(&self) -> Cost {
        let (p, tail) = (&self.filter, positive::Tail::Summed);
        match self.measure {
            DeletableMeasure::Rate => costs::positive_rate(&p.before_deletions(), tail),
            DeletableMeasure::RateAfterDeletions => costs::positive_rate(p, tail),
            _ => costs::positive_non_deletability(p, tail),
        }
    }
}

impl Quantity for DeletableRoute {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        match self.form {
            Form::Finite => DeletableValue(self.filter, self.measure).algebraic(a),
            Form::PositiveSums => self.stable(a, positive::Tail::Summed),
            Form::Poisson | Form::Published => Err(Failure::Transcendental),
        }
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        let p = &self.filter;
        let unpublished = || Failure::Unpublished;
        match (self.form, self.measure) {
            (Form::Poisson, DeletableMeasure::Rate) => Ok(poisson::rate(a, p)),
            (Form::Poisson, DeletableMeasure::RateAfterDeletions) => Ok(poisson::rate_after_deletions(a, p)),
            (Form::Poisson, _) => Ok(poisson::deletability(a, p)),
            (Form::Published, DeletableMeasure::Rate) => Ok(published::published_rate(a, p)),
            (Form::Published, _) if p.kind() == DeletableKind::Dfp => Ok(published::published_deletability(a, p)),
            (Form::Published, _) => published::published_dlbf_deletability(a, p).ok_or_else(unpublished),
            _ => self.algebraic(a),
        }
    }

    fn double(&self) -> Result<f64, Failure> {
        match self.form {
            Form::Finite => DeletableValue(self.filter, self.measure).double(),
            Form::PositiveSums => self.stable(&Double, positive::DOUBLE_TAIL),
            Form::Poisson | Form::Published => self.analytic(&Double),
        }
    }

    fn demand<A: Arithmetic>(&self, a: &A) -> Demand {
        let p = &self.filter;
        match self.form {
            Form::Finite => DeletableValue(*p, self.measure).demand(a),
            Form::PositiveSums => demand_of(p, self.positive_sums_cost()),
            Form::Poisson | Form::Published => demand_of(p, Cost::of_steps(3072.0)),
        }
    }
}
