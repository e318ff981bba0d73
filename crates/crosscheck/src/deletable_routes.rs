//! The routes to the deletability and the rates of a filter from which items can be deleted.

use bloomlab_deletable::{Filter, Parameters, poisson, published, stable};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Cost, Double};

use crate::{DeletableValue, Demand, Failure, Quantity, Route, Wanted};

/// One route to one quantity of a filter.
#[derive(Clone, Copy, Debug)]
pub struct DeletableRoute {
    filter: Parameters,
    wanted: Wanted,
    by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// The finite exact form.
    Finite,
    /// The exact form by positive sums.
    Stable,
    /// The closed form for large filters.
    Poisson,
    /// As printed.
    Published,
}

/// The routes to a quantity (not [`Wanted::PublishedDeletability`], which is one of them), the first of them exact.
pub fn deletable_routes(filter: &Parameters, wanted: Wanted) -> Vec<Route<DeletableRoute>> {
    let route = |name, exact, by| Route { name, exact, quantity: DeletableRoute { filter: *filter, wanted, by } };
    let mut routes = vec![
        route("finite", true, By::Finite),
        route("stable", true, By::Stable),
        route("poisson", false, By::Poisson),
    ];
    let is_published = match filter.filter() {
        Filter::DFp => wanted != Wanted::RateAfterDeletions,
        Filter::DlBf { .. } => wanted == Wanted::Deletability,
        _ => false,
    };
    if is_published {
        routes.push(route("published", false, By::Published));
    }
    routes
}

impl DeletableRoute {
    fn stable<A: Arithmetic>(&self, a: &A, tail: stable::Tail) -> Result<A::Number, Failure> {
        let value = match self.wanted {
            Wanted::Rate => stable::rate(a, &self.filter, tail),
            Wanted::RateAfterDeletions => stable::rate_after_deletions(a, &self.filter, tail),
            _ => stable::non_deletability(a, &self.filter, tail).map(|not| a.one() - not),
        };
        value.ok_or_else(|| Failure::OutOfDomain("there are no positive sums for it".to_owned()))
    }
}

impl DeletableRoute {
    /// The classes of cells that the positive sums tell apart, at most.
    fn classes(&self) -> u32 {
        match (self.filter.filter(), self.wanted) {
            (Filter::Qbf, Wanted::Deletability) => 2,
            (Filter::Qbf, _) => 3,
            (_, Wanted::Deletability) => 1,
            _ => 2,
        }
    }
}

impl Quantity for DeletableRoute {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        match self.by {
            By::Finite => DeletableValue(self.filter, self.wanted).algebraic(a),
            By::Stable => self.stable(a, stable::Tail::Summed),
            By::Poisson | By::Published => Err(Failure::Transcendental),
        }
    }

    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        let p = &self.filter;
        let unpublished = || Failure::OutOfDomain("nothing is published for it".to_owned());
        match (self.by, self.wanted) {
            (By::Poisson, Wanted::Rate) => Ok(poisson::rate(a, p)),
            (By::Poisson, Wanted::RateAfterDeletions) => Ok(poisson::rate_after_deletions(a, p)),
            (By::Poisson, _) => Ok(poisson::deletability(a, p)),
            (By::Published, Wanted::Rate) => Ok(published::published_rate(a, p)),
            (By::Published, _) if p.filter() == Filter::DFp => Ok(published::published_deletability(a, p)),
            (By::Published, _) => published::published_dlbf_deletability(a, p).ok_or_else(unpublished),
            _ => self.algebraic(a),
        }
    }

    fn double(&self) -> Result<f64, Failure> {
        match self.by {
            By::Finite => DeletableValue(self.filter, self.wanted).double(),
            By::Stable => self.stable(&Double, stable::DOUBLE_TAIL),
            By::Poisson | By::Published => self.analytic(&Double),
        }
    }

    fn demand<A: Arithmetic>(&self, a: &A) -> Demand {
        let finite = DeletableValue(self.filter, self.wanted).demand(a);
        let k = self.filter.hashes() as f64;
        match self.by {
            By::Finite => finite,
            // a product of a row and a column of the states for each item; k cells in `classes` classes, or done with
            By::Stable => {
                let states = (1..=self.classes()).fold(1.0, |product, i| product * (k + i as f64) / i as f64);
                let steps = states * states * (self.filter.inserted() as f64 + 1.0);
                Demand { cost: Cost { steps, ..finite.cost }, ..finite }
            }
            By::Poisson | By::Published => {
                Demand { cost: Cost { steps: 1024.0 + 64.0 * k, numbers: 64.0 }, ..Demand::NOTHING }
            }
        }
    }
}
