//! How many returning messages one phase takes for new: exactly by the age of its cycle, at every size, and simulated.

use bloomlab_filters::Recycling;
use bloomlab_numbers::{Bound, Phases, Retention, Sampling, Shape};
use bloomlab_recycling::{Ages, Reuse, SigmaBounded};
use bloomlab_simulation::{ForgettingPoint, ForgettingTally, RecyclingDesign, simulate_forgetting};
use bloomlab_tables::{AnyError, Estimate, Interval, Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: Vec<u64>,
    hashes: u64,
    /// σ/m.
    threshold: f64,
    /// Mean distances over a cycle: from i to j, as powers of ten in steps of 1/n.
    first_step: i64,
    last_step: i64,
    steps_per_decade: i64,
    /// Those of the lines over the age of a cycle, of the largest filter.
    followed: Vec<f64>,
    /// Ages of these lines, over a cycle.
    ages: u64,
    /// The filter that is simulated, and its mean distances over a cycle.
    simulated_bits: u64,
    simulated: Vec<f64>,
    epochs: u64,
    /// Messages counted in an epoch, and the farthest distance that is asked for.
    counted: u64,
    farthest: u64,
}

/// A family of distributions of reuse distances.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Law {
    Geometric,
    Uniform,
}

impl Law {
    /// The distribution with about this E\[R\] + 1.
    fn of_mean(self, distance: f64) -> Result<Reuse> {
        let mean = distance - 1.0;
        Ok(match self {
            Law::Geometric => Reuse::geometric(mean)?,
            Law::Uniform => Reuse::uniform(libm::round(2.0 * mean).max(0.0) as u64 + 1)?,
        })
    }
}

#[derive(Serialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    sigma: u64,
    messages_per_cycle: f64,
    law: Law,
    /// E\[R\] + 1: the new messages from one arrival to the next, the first of them counted.
    mean_distance: f64,
    distance_over_cycle: f64,
    /// Messages since the filter was cleared, over a cycle; none for all ages.
    age_over_cycle: Option<f64>,
    /// The share of returning messages taken for new.
    rate: f64,
    /// The share while a cycle is in its first tenth.
    rate_while_young: Option<f64>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

/// A filter, what it holds at each age, and its messages per cycle.
struct Filter {
    filter: SigmaBounded,
    ages: Ages,
    cycle: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let filters = run.map(&p.bits, |&bits| p.filter(bits))?;
    let shares = (p.first_step..=p.last_step).map(|step| libm::exp10(step as f64 / p.steps_per_decade as f64));
    let points = iproduct!(&filters, [Law::Geometric, Law::Uniform], shares.collect::<Vec<_>>());
    let mut rows = run.rows(points, |(filter, law, share)| filter.row(law, share))?;
    let small =
        filters.iter().find(|filter| filter.filter.shape().bits() == p.simulated_bits).ok_or("no such filter")?;
    let forgotten = forgetting(p, small.filter, run)?;
    let simulated = iproduct!([Law::Geometric, Law::Uniform], &p.simulated);
    rows.extend(run.rows(simulated, |(law, &share)| {
        let reuse = law.of_mean(share * small.cycle)?;
        Ok(Row { simulated: Some(mixture(&forgotten, reuse)?), ..small.row(law, share)? })
    })?);
    let large = filters.last().ok_or("no filter")?;
    let followed = iproduct!(&p.followed, 0..=p.ages);
    rows.extend(run.rows(followed, |(&share, step)| large.at_age(share, step as f64 * 1.1 / p.ages as f64))?);
    Ok(rows)
}

impl Parameters {
    fn filter(&self, bits: u64) -> Result<Filter> {
        let sigma = (bits as f64 * self.threshold) as u64;
        let filter = SigmaBounded::new(Shape::new(bits, self.hashes, Sampling::WithReplacement)?, sigma)?;
        let ages = Ages::new(filter)?;
        Ok(Filter { filter, cycle: ages.messages_per_cycle(), ages })
    }
}

impl Filter {
    fn row(&self, law: Law, share: f64) -> Result<Row> {
        let reuse = law.of_mean(share * self.cycle)?;
        let tail = |distance: f64| reuse.tail(distance);
        Ok(Row {
            bits: self.filter.shape().bits(),
            hashes: self.filter.shape().hashes(),
            sigma: self.filter.sigma(),
            messages_per_cycle: self.cycle,
            law,
            mean_distance: reuse.mean() + 1.0,
            distance_over_cycle: (reuse.mean() + 1.0) / self.cycle,
            age_over_cycle: None,
            rate: self.ages.false_negatives(tail),
            rate_while_young: Some(self.ages.false_negatives_while_young((self.cycle / 10.0) as u64, tail)),
            simulated: None,
        })
    }

    /// The row of an age, which hardly ever exceeds the mean cycle.
    fn at_age(&self, share: f64, age_over_cycle: f64) -> Result<Row> {
        let reuse = Law::Geometric.of_mean(share * self.cycle)?;
        let age = (libm::round(age_over_cycle * self.cycle) as u64).min(self.cycle as u64);
        let rate = self.ages.false_negatives_at(age, |distance| reuse.tail(distance)).ok_or("no such age")?;
        let age_over_cycle = Some(age as f64 / self.cycle);
        Ok(Row { age_over_cycle, rate, rate_while_young: None, ..self.row(Law::Geometric, share)? })
    }
}

/// The tallies at the distances 0, 1, … of every epoch.
fn forgetting(p: &Parameters, filter: SigmaBounded, run: &Run) -> Result<Vec<Vec<ForgettingTally>>> {
    let recycling = Recycling { bound: Bound::Sigma(filter.sigma()), retention: Retention::NonRetaining };
    let design = RecyclingDesign::new(Phases::One, filter.shape().bits(), filter.shape().hashes(), recycling);
    let (distances, warm_up) = ((0..=p.farthest).collect(), 4 * p.farthest);
    let point = ForgettingPoint { filter: design, distances, warm_up, length: p.counted };
    run.streams("returns").epochs(&point, p.epochs, |random| Ok(simulate_forgetting(&point, &random.into())?))
}

/// The share of returning messages taken for new, with its 99 % interval over the epochs. Beyond the farthest distance the rate is that of
/// the farthest.
fn mixture(epochs: &[Vec<ForgettingTally>], reuse: Reuse) -> Result<Interval> {
    let of_epoch = |tallies: &Vec<ForgettingTally>| {
        let rates = tallies.iter().map(|tally| tally.false_negative_rate());
        let rates: Vec<f64> = rates.collect::<Option<_>>().ok_or("nothing was asked")?;
        let near: f64 = (0..).zip(&rates).map(|(distance, rate)| reuse.probability(distance) * rate).sum();
        let far = rates.last().map_or(0.0, |rate| reuse.tail(rates.len() as f64) * rate);
        Ok::<_, AnyError>(near + far)
    };
    let values = epochs.iter().map(of_epoch).collect::<Result<Vec<f64>>>()?;
    Ok(Estimate::of(&values)?.into())
}
