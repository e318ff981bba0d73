//! The model that answers for a filter: that of its kind where there is one, else that of all kinds.

use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_occupancy::{Advice, Bound, Cost, Ending, OutOfDomain, Parameter, Phases, Retention, Shape};

use super::{
    Averages, Cycle, Published, RecyclingMeasure, Variant, average, forgetting, variant_average, variant_forgetting,
};
use crate::{
    AtSigma, Average, Forgetting, NBounded, NBoundedRates, Retaining, SigmaBounded, TwoPhase, TwoPhaseAverage,
    forgetting_one_phase, forgetting_two_phase, n_bounded, n_bounded_rate, one_phase, published_retaining, retaining,
    sigma_bounded_rate, two_phase, worst_case_rate,
};

impl Variant {
    /// The averages in any arithmetic.
    ///
    /// By [`one_phase`], [`two_phase`], [`retaining`] or [`n_bounded`] where one of them is the model of the filter, else by
    /// [`variant_average`]. Cost [`Variant::cost`].
    pub fn averages<A: Arithmetic>(&self, a: &A) -> Averages<A::Number> {
        match self.model() {
            Model::OnePhase(filter) => {
                let Average { messages_per_cycle, rate } = one_phase(a, filter);
                with_published(messages_per_cycle, rate.clone(), rate)
            }
            Model::Retaining(filter) => {
                let Average { messages_per_cycle, rate } = retaining(a, filter);
                with_published(messages_per_cycle, rate, published_retaining(a, filter).rate)
            }
            Model::TwoPhase(filters) => of_two(two_phase(a, filters)),
            Model::NBounded(filter) => {
                of_messages(n_bounded(a, filter), worst_case_rate(a, filter.shape(), filter.messages()))
            }
            Model::Any(variant) => of_two(variant_average(a, variant)),
        }
    }

    /// The averages in double precision, by the route that suits the filter.
    ///
    /// Relative error below 1e-10 ([`accuracy`](crate::accuracy)) for averages of at least [`accuracy::LEAST`](crate::accuracy::LEAST).
    ///
    /// # Errors
    /// [`OutOfDomain`] as for [`sigma_bounded_rate`] and [`n_bounded_rate`]; of the other kinds where a cycle has more than 2^27/k²
    /// states, or pairs of a state and a number of messages.
    pub fn averages_in_double(&self) -> Result<Averages<f64>, OutOfDomain> {
        match self.model() {
            Model::OnePhase(filter) => sigma_bounded_rate(filter, Phases::One).map(|(at, _)| of_sigma(at)),
            Model::TwoPhase(filters) => sigma_bounded_rate(filters.each(), Phases::Two).map(|(at, _)| of_sigma(at)),
            Model::NBounded(filter) => n_bounded_rate(filter)
                .map(|rates| of_messages(rates, worst_case_rate(&Double, filter.shape(), filter.messages()))),
            Model::Retaining(_) | Model::Any(_) => {
                self.each.check_states()?;
                Ok(self.averages(&Double))
            }
        }
    }

    /// What [`Variant::averages`] gives, by name.
    pub fn measures(&self) -> Averages<RecyclingMeasure> {
        use RecyclingMeasure::{Attainable, MessagesPerCycle, Optimistic, PublishedRate, Rate, WorstCase};
        let published = match self.model() {
            Model::NBounded(_) => Published::Bounds { f_o: Optimistic, f_a: Attainable, f_w: WorstCase },
            _ => Published::Rate(PublishedRate),
        };
        Averages { rate: Rate, messages_per_cycle: MessagesPerCycle, published }
    }

    /// The cost of [`Variant::averages`].
    pub fn cost(&self) -> Cost {
        match self.model() {
            Model::OnePhase(filter) => filter.cost(),
            Model::Retaining(filter) => filter.cost(),
            Model::TwoPhase(filters) => filters.cost(),
            Model::NBounded(filter) => filter.cost(),
            Model::Any(variant) => average::cost(variant),
        }
    }

    /// The false-negative rates at reuse distances 0 … `farthest`, in any arithmetic.
    ///
    /// By [`forgetting_one_phase`] or [`forgetting_two_phase`] where the message that ends a cycle is dropped and forgotten,
    /// else by [`variant_forgetting`]. Cost [`Variant::forgetting_cost`].
    pub fn forgetting<A: Arithmetic>(&self, a: &A, farthest: u64) -> Vec<Forgetting<A::Number>> {
        match self.model() {
            Model::OnePhase(filter) => forgetting_one_phase(a, filter, farthest),
            Model::TwoPhase(filters) => forgetting_two_phase(a, filters, farthest),
            _ => variant_forgetting(a, *self).take(farthest as usize + 1).collect(),
        }
    }

    /// The cost of [`Variant::forgetting`].
    pub fn forgetting_cost(&self, farthest: u64) -> Cost {
        match self.model() {
            Model::OnePhase(filter) => crate::forgetting_cost(filter, farthest),
            Model::TwoPhase(filters) => crate::forgetting_cost(filters.each(), farthest),
            _ => forgetting::cost(*self, farthest),
        }
    }

    /// What to try where forgetting up to `farthest` costs more than `affords` allows: where a single message does, a cycle
    /// that ends earlier; else what saves more first, half the distance or half the hash functions.
    pub fn forgetting_advice(&self, farthest: u64, affords: impl Fn(Cost) -> bool) -> Advice {
        if !affords(self.forgetting_cost(0)) {
            return match self.each.bound() {
                Bound::Sigma(_) => Advice::smaller(&[Parameter::Sigma, Parameter::Hashes]),
                Bound::Messages(_) => Advice::smaller(&[Parameter::Messages, Parameter::Hashes]),
            };
        }
        let nearer = self.forgetting_cost(farthest / 2).steps;
        match self.of_fewer_hashes().map(|fewer| fewer.forgetting_cost(farthest).steps) {
            None => Advice::smaller(&[Parameter::Distance]),
            Some(fewer) if fewer < nearer => Advice::smaller(&[Parameter::Hashes, Parameter::Distance]),
            Some(_) => Advice::smaller(&[Parameter::Distance, Parameter::Hashes]),
        }
    }

    fn of_fewer_hashes(&self) -> Option<Self> {
        let (shape, each) = (self.each.shape(), self.each);
        let fewer = Shape::new(shape.bits(), shape.hashes() / 2, shape.sampling()).ok()?;
        Some(Self { each: Cycle::new(fewer, each.bound(), each.retention()).ok()?, ..*self })
    }

    fn model(&self) -> Model {
        let each = self.each;
        match (each.sigma_bounded(), each.bound(), each.retention(), self.frozen) {
            (Some(filter), _, Retention::NonRetaining, None) => Model::OnePhase(filter),
            (Some(filter), _, Retention::Retaining, None) => Model::Retaining(Retaining(filter)),
            (Some(each), _, Retention::NonRetaining, Some(Ending::Dropping)) => Model::TwoPhase(TwoPhase { each }),
            (_, Bound::Messages(messages), Retention::NonRetaining, None) => {
                Model::NBounded(NBounded { shape: each.shape(), messages })
            }
            _ => Model::Any(*self),
        }
    }
}

enum Model {
    OnePhase(SigmaBounded),
    Retaining(Retaining),
    TwoPhase(TwoPhase),
    NBounded(NBounded),
    Any(Variant),
}

fn with_published<N>(messages_per_cycle: N, rate: N, published_rate: N) -> Averages<N> {
    Averages { rate, messages_per_cycle, published: Published::Rate(published_rate) }
}

fn of_sigma(at: AtSigma) -> Averages<f64> {
    with_published(at.messages_per_cycle, at.rate, at.published_rate)
}

fn of_two<N>(at: TwoPhaseAverage<N>) -> Averages<N> {
    with_published(at.messages_per_cycle, at.rate, at.published_rate)
}

fn of_messages<N>(rates: NBoundedRates<N>, f_w: N) -> Averages<N> {
    let published = Published::Bounds { f_o: rates.f_o, f_a: rates.f_a, f_w };
    Averages { rate: rates.exact, messages_per_cycle: rates.messages_per_cycle, published }
}
