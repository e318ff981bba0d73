//! σ-bounded filters of any size.

use bloomlab_numbers::{Cost, TooLarge};
use bloomlab_occupancy::{OutOfDomain, Parameter, Phases, Refused, Shape};

use super::extrapolation::{Estimated, LEVELS, POINTS, STOPPING_ERROR, interpolate, larger, neville};
use super::infinite::InfiniteFilter;
use super::{DIRECT_BITS, INSTEAD, Route, last_around};
use crate::budget::{Budget, MAX_COST};
use crate::parameters::check_hashes;
use crate::settled::Settled;
use crate::sweep::{AtSigma, SigmaSweep, sweep_cost, swept_rate};
use crate::{SigmaBounded, Target, TwoPhase};

/// The rate and the messages per cycle of a one-phase filter of any size, in double precision.
///
/// Above 65,536 bits in closed form where the cycle has settled, elsewhere by a sweep. Relative error below
/// [`accuracy::SETTLED`](crate::accuracy::SETTLED) in closed form, below [`accuracy::SWEEP`](crate::accuracy::SWEEP) by
/// sweep.
///
/// # Errors
/// [`TooLarge`] where the cycle has not settled by σ (below some k√M bits) or a full filter is within 4e-5 of it, and a
/// sweep would take more than [`MAX_COST`](crate::MAX_COST).
pub fn one_phase_rate(filter: SigmaBounded) -> Result<(AtSigma, Route), TooLarge> {
    rate_within(filter, Phases::One, &mut Budget::default())
}

/// The same for a two-phase filter: [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP) by sweep.
///
/// # Errors
/// As for [`one_phase_rate`].
pub fn two_phase_rate(filters: TwoPhase) -> Result<(AtSigma, Route), TooLarge> {
    rate_within(filters.each(), Phases::Two, &mut Budget::default())
}

/// The value by extrapolation and its relative error by estimate, whatever that is: for comparison with the sweep.
///
/// # Errors
/// [`TooLarge`] where even three small filters would take more than [`MAX_COST`]; [`OutOfDomain`] where no smaller filter has
/// the fill σ/M.
pub fn extrapolated_rate(filter: SigmaBounded, phases: Phases) -> Result<(AtSigma, Option<f64>), Refused> {
    cost_of_levels(filter, phases, *LEVELS.start()).within(MAX_COST, INSTEAD)?;
    let thresholds = Thresholds::around(filter, phases, &mut Budget::default());
    let extrapolated = thresholds.and_then(|thresholds| thresholds.at(filter.sigma()));
    let domain = "sigma / bits to be the fill of smaller filters";
    Ok(extrapolated.ok_or_else(|| OutOfDomain::new(Parameter::Sigma, filter.sigma(), domain))?)
}

pub(super) fn rate_within(
    filter: SigmaBounded,
    phases: Phases,
    budget: &mut Budget,
) -> Result<(AtSigma, Route), TooLarge> {
    let shape = filter.shape();
    if shape.bits() > DIRECT_BITS
        && budget.spend(Settled::cost(shape, phases, fill(filter)), INSTEAD).is_ok()
        && let Some(at) = Settled::new(shape, phases).at(filter.sigma())
    {
        return Ok((at, Route::Settled));
    }
    budget.spend(sweep_cost(filter, phases), INSTEAD)?;
    Ok((swept_rate(filter, phases), Route::Sweep))
}

/// The average at the largest threshold whose rate is at most the target: the capacity of filters of shape `each`.
///
/// f_σ does not decrease with σ: it is a mean of the increasing ρ over ever more states. The first threshold above the
/// target therefore ends the search. In closed form the threshold is the largest by the computed rate, right to the
/// relative error of [`one_phase_rate`].
///
/// # Errors
/// [`OutOfDomain`] above [`MAX_HASHES`](crate::MAX_HASHES) hash functions; [`TooLarge`] as for [`one_phase_rate`].
pub fn capacity(each: Shape, phases: Phases, target: Target) -> Result<(AtSigma, Route), Refused> {
    capacity_within(each, phases, target, &mut Budget::default())
}

pub(crate) fn capacity_within(
    each: Shape,
    phases: Phases,
    target: Target,
    budget: &mut Budget,
) -> Result<(AtSigma, Route), Refused> {
    let guess = guess(each, phases, target)?;
    if each.bits() > DIRECT_BITS
        && budget.spend(settled_capacity_cost(guess, phases), INSTEAD).is_ok()
        && let Some(at) = settled_capacity(guess, phases, target)
    {
        return Ok((at, Route::Settled));
    }
    // the guess is right to some percent where this matters
    let at_least = SigmaSweep::cost(each, phases, guess.sigma() + 1);
    budget.check(at_least, INSTEAD)?;
    let most = SigmaSweep::affordable(each, phases, budget.left());
    let found = SigmaSweep::new(each, phases).last_within(target.rate(), most);
    let states = found.map_or(each.bits(), |at| at.sigma + 1);
    budget.spend(SigmaSweep::cost(each, phases, states), INSTEAD)?;
    // what the sweep has not found among the states it affords it cannot afford
    Ok((found.ok_or_else(|| at_least.too_large(MAX_COST, INSTEAD))?, Route::Sweep))
}

/// The capacity in closed form. The guess is some k² states off.
fn settled_capacity(guess: SigmaBounded, phases: Phases, target: Target) -> Option<AtSigma> {
    let settled = Settled::new(guess.shape(), phases);
    let fits = |sigma| settled.at(sigma).map(|at| at.rate <= target.rate());
    settled.at(last_around(guess.sigma(), guess.shape().bits() - 1, fits)?)
}

/// The averages that the search takes for the capacity, at most but where the guess is far off.
const AVERAGES: f64 = 40.0;

fn settled_capacity_cost(guess: SigmaBounded, phases: Phases) -> Cost {
    let one = Settled::cost(guess.shape(), phases, fill(guess));
    Cost { steps: AVERAGES * one.steps, ..one }
}

/// What [`capacity`] costs at least: a sweep, unless averages in closed form are there.
pub(crate) fn capacity_cost(each: Shape, phases: Phases, target: Target) -> Result<Cost, OutOfDomain> {
    let guess = guess(each, phases, target)?;
    let settled = each.bits() > DIRECT_BITS && Settled::new(each, phases).at(guess.sigma()).is_some();
    Ok(if settled { settled_capacity_cost(guess, phases) } else { sweep_cost(guess, phases) })
}

/// The filter of shape `each` that infinitely many bits have at the target rate.
fn guess(each: Shape, phases: Phases, target: Target) -> Result<SigmaBounded, OutOfDomain> {
    check_hashes(each)?;
    let fill = InfiniteFilter::of_rate(each.hashes(), phases, target).fill();
    SigmaBounded::new(each, ((fill * each.bits() as f64) as u64).min(each.bits() - 1))
}

/// Grid points around the threshold asked for.
const WINDOW: usize = 2 * POINTS;

/// The filters that one of fill c = σ/M is extrapolated from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    /// Grid points in c, i/grid: near c, where values change on the scale of c and of 1 − c.
    pub(super) grid: u64,
    /// Bits of the smallest filter, a multiple of `grid`, so that each grid point is an integer threshold.
    smallest: u64,
}

impl Levels {
    /// The smallest filter must have forgotten by σ that the first messages set k bits each, which no expansion in
    /// 1/M knows of: coinciding positions, M(−ln(1−c) − c) of them by then, blur that pattern by a factor
    /// e^(−2(π/k)²) each.
    pub(super) fn around(shape: Shape, c: f64) -> Self {
        let grid = (40.0 / c.min(1.0 - c)).ceil().max(250.0);
        let coinciding = -libm::log1p(-c) - c;
        let k = shape.hashes() as f64;
        let wanted = (2.0 * k * k / coinciding).max(8.0 * k * k).max(grid);
        Self { grid: grid as u64, smallest: (grid as u64).saturating_mul((wanted / grid).ceil() as u64) }
    }

    pub(super) fn bits(&self, level: usize) -> u64 {
        self.smallest.saturating_mul(1 << level)
    }

    /// The states of the small filter up to the last of the grid points from `first` on.
    fn states(&self, level: usize, first: u64) -> u64 {
        (first + WINDOW as u64).saturating_mul(self.bits(level) / self.grid).min(self.bits(level))
    }
}

/// The cost of [`extrapolated_rate`], at most: it stops at [`MAX_COST`].
pub fn extrapolation_cost(filter: SigmaBounded, phases: Phases) -> Cost {
    let cost = cost_of_levels(filter, phases, *LEVELS.end());
    Cost { steps: cost.steps.min(MAX_COST.steps), ..cost }
}

/// What the smallest filters take, as many as `levels` says.
fn cost_of_levels(filter: SigmaBounded, phases: Phases, levels: usize) -> Cost {
    let (small, first) = Thresholds::grid(filter);
    let each = (0..levels).map(|level| SigmaSweep::cost(filter.shape(), phases, small.states(level, first)));
    each.fold(Cost::NOTHING, Cost::then)
}

/// c = σ/M, inside (0, 1).
pub(super) fn fill(filter: SigmaBounded) -> f64 {
    // half a state more keeps it there
    (filter.sigma() as f64 + 0.5) / filter.shape().bits() as f64
}

/// σ-bounded filters of one large size, around one threshold: for σ = cM, messages per bit and rate have expansions in
/// 1/M around [`InfiniteFilter`], so a few small filters determine those of a large one.
///
/// Three to seven filters of M_0 2^j bits are swept. At each grid point in c, Neville extrapolation in 1/M gives the
/// correction M(value/limit − 1) of the large filter; barycentric interpolation through twelve neighbours gives those
/// between.
struct Thresholds {
    shape: Shape,
    phases: Phases,
    grid: u64,
    first: u64,
    /// From c = first/grid on: the corrections of messages per bit, rate and published rate.
    corrections: Vec<[Estimated; 3]>,
}

impl Thresholds {
    /// The small filters, and the first grid point.
    fn grid(filter: SigmaBounded) -> (Levels, u64) {
        let c = fill(filter);
        let levels = Levels::around(filter.shape(), c);
        let centre = (c * levels.grid as f64) as u64;
        let first = centre.saturating_sub(WINDOW as u64 / 2).min(levels.grid.saturating_sub(WINDOW as u64));
        (levels, first)
    }

    /// Prepares the thresholds around that of `filter`; `None` where even three small filters take too long.
    fn around(filter: SigmaBounded, phases: Phases, budget: &mut Budget) -> Option<Self> {
        let shape = filter.shape();
        let (levels, first) = Self::grid(filter);
        let (mut inverse_sizes, mut columns) = (Vec::new(), Vec::new());
        let mut so_far = None;
        for level in 0..*LEVELS.end() {
            let bits = levels.bits(level);
            let small = Shape::new(bits, shape.hashes(), shape.sampling()).ok()?;
            if budget.spend(SigmaSweep::cost(small, phases, levels.states(level, first)), INSTEAD).is_err() {
                break;
            }
            let step = bits / levels.grid;
            let points = SigmaSweep::new(small, phases).skip((first * step) as usize).step_by(step as usize);
            columns.push(points.take(WINDOW).collect::<Vec<AtSigma>>());
            inverse_sizes.push(1.0 / bits as f64);
            if columns.len() >= *LEVELS.start() {
                let corrections = corrections(shape, phases, (first, levels.grid), &columns, &inverse_sizes);
                let thresholds = Self { shape, phases, grid: levels.grid, first, corrections };
                let error = thresholds.at(filter.sigma()).and_then(|(_, relative_error)| relative_error);
                so_far = Some(thresholds);
                if error.is_some_and(|error| error < STOPPING_ERROR) {
                    break;
                }
            }
        }
        so_far
    }

    /// The average at threshold σ and its largest relative error by estimate; `None` outside the window.
    fn at(&self, sigma: u64) -> Option<(AtSigma, Option<f64>)> {
        let bits = self.shape.bits();
        let limits = limits(self.shape, self.phases, sigma as f64 / bits as f64);
        let mut relative_error = Some(0.0);
        let mut value = |quantity: usize| {
            let column: Vec<Estimated> = self.corrections.iter().map(|values| values[quantity]).collect();
            let there = interpolate(&column, self.first, (sigma, self.grid), bits)?.around_limit(self.shape);
            relative_error = larger(relative_error, there.error);
            Some(limits[quantity] * there.value)
        };
        let messages_per_cycle = value(0)? * bits as f64;
        let at = AtSigma { sigma, messages_per_cycle, rate: value(1)?, published_rate: value(2)? };
        Some((at, relative_error))
    }
}

/// M(value/limit − 1) of the filter of `shape`, at c = first/grid and on, from the points of smaller filters there.
fn corrections(
    shape: Shape,
    phases: Phases,
    (first, grid): (u64, u64),
    columns: &[Vec<AtSigma>],
    inverse_sizes: &[f64],
) -> Vec<[Estimated; 3]> {
    let at = |i: usize| {
        let limits = limits(shape, phases, (first + i as u64) as f64 / grid as f64);
        std::array::from_fn(|quantity| {
            let column = columns.iter().zip(inverse_sizes).map(|(points, &x)| {
                let AtSigma { messages_per_cycle, rate, published_rate, .. } = points[i];
                ([messages_per_cycle * x, rate, published_rate][quantity] / limits[quantity] - 1.0) / x
            });
            neville(1.0 / shape.bits() as f64, inverse_sizes, column.collect())
        })
    };
    (0..WINDOW).map(at).collect()
}

/// Messages per bit, rate and published rate of infinitely many bits.
fn limits(shape: Shape, phases: Phases, fill: f64) -> [f64; 3] {
    let limit = InfiniteFilter::of_fill(shape.hashes(), fill);
    let rate = limit.rate(phases);
    [limit.messages_per_bit(), rate, rate]
}
