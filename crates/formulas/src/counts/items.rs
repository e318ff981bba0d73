//! How many items a plain filter holds, by its number of set bits s: an exact interval, and an estimator with its bias and deviation.
//!
//! S rises stochastically with n. So all n with P_n(S ≥ s) > α/2 and P_n(S ≤ s) > α/2 are an interval, which contains the true n with
//! probability 1 − α at least, whatever n is. Where all bits are set it has no end.

use std::convert::Infallible;

use bloomlab_occupancy::search::{first_above, try_first_around};
use bloomlab_occupancy::{
    ANSWER_SECONDS, Advice, Budget, Cost, MAX_SIZE, Parameter, Sampling, Shape, TooLarge, distribution,
};

use super::saddle::Saddle;
use super::set_bits::{by_recursion, push};
use crate::Load;
use crate::observed::ObservedFill;

/// The numbers of items that a number of set bits does not rule out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemsInterval {
    /// The least.
    pub least: u64,
    /// The largest, where there is one.
    pub most: Option<u64>,
}

/// Up to so many steps P_n(S) is computed position by position.
const RECURSION_STEPS: f64 = 1e5;

/// The interval at the level 1 − α ≥ 1/2, for `set` set bits; `None` where all numbers of items are ruled out.
///
/// Distinct positions take one pass of the chain over n; others some fifty tails by the saddle point, whose relative error is
/// 1e-9.
///
/// # Errors
/// [`TooLarge`] for distinct positions of many items.
pub fn interval(fill: ObservedFill, alpha: f64) -> Result<Option<ItemsInterval>, TooLarge> {
    let (shape, set, level) = (fill.shape(), fill.bits_set(), 0.5 * alpha);
    let found = if set == 0 {
        ItemsInterval { least: 0, most: Some(0) }
    } else if shape.sampling() == Sampling::WithoutReplacement {
        by_chain(shape, set, level)?
    } else {
        by_tails(shape, set, level)
    };
    Ok(Some(found).filter(|found| found.most.is_none_or(|most| found.least <= most)))
}

fn by_tails(shape: Shape, set: u64, level: f64) -> ItemsInterval {
    let domain = set.div_ceil(shape.hashes())..=MAX_SIZE / shape.hashes();
    let load = |items: u64| Load::holding(shape, items).ok();
    let first = |holds: &dyn Fn(Load) -> bool| {
        let holds = |items| Ok::<_, Infallible>(load(items).is_some_and(holds));
        let Ok(found) = try_first_around(likely(shape, set) as u64, domain.clone(), holds);
        found
    };
    let least = first(&|load| at_least(load, set) > level).unwrap_or(*domain.end());
    let most = match set == shape.bits() {
        true => None,
        false => first(&|load| at_most(load, set) <= level).map(|beyond| beyond - 1),
    };
    ItemsInterval { least, most }
}

/// An interval for any layout whose bits are all alike, at the level 1 − α: |S − E S| < k√(n ln(2/α)/2) with probability 1 − α at least
/// (McDiarmid 1989), because an item moves S by at most k. `hit` is the probability that an item sets a given bit.
pub fn bounded_interval(fill: ObservedFill, hit: f64, alpha: f64) -> ItemsInterval {
    let (bits, hashes, set) = (fill.shape().bits(), fill.shape().hashes(), fill.bits_set());
    let most = MAX_SIZE / hashes;
    let mean = |items: f64| -(bits as f64) * libm::expm1(items * libm::log1p(-hit));
    let margin = |items: f64| hashes as f64 * libm::sqrt(0.5 * items * libm::log(2.0 / alpha));
    if set == 0 {
        return ItemsInterval { least: 0, most: Some(0) };
    }
    let estimate = estimate(bits, set, hit).min(most as f64) as u64;
    let Ok(least) = try_first_around(estimate, set.div_ceil(hashes)..=most, |items| {
        Ok::<_, Infallible>(mean(items as f64) + margin(items as f64) > set as f64)
    });
    // once s is too few for n items it is for more, whatever the bound says there
    let beyond = first_above(estimate, most, |items| mean(items as f64) - margin(items as f64) >= set as f64);
    let most = beyond.filter(|_| set < bits).map(|beyond| beyond - 1);
    ItemsInterval { least: least.unwrap_or(estimate), most }
}

/// About the number of items; where all bits are set, as if half a bit were clear.
fn likely(shape: Shape, set: u64) -> f64 {
    let clear = (shape.bits() - set) as f64;
    libm::log(shape.bits() as f64 / clear.max(0.5)) * shape.bits() as f64 / shape.hashes() as f64
}

/// P(S ≥ `set`) where that is small; at least 1/4 below the mean.
fn at_least(load: Load, set: u64) -> f64 {
    if set > load.insertions().most_occupied() {
        return 0.0;
    }
    match Tails::of(load) {
        Tails::Full => 1.0,
        Tails::Whole(masses) => masses.iter().filter(|(at, _)| *at >= set).map(|(_, mass)| mass).sum(),
        Tails::Saddle(saddle) if set <= saddle.near_mean() => 1.0,
        Tails::Saddle(saddle) => tail(saddle, load, set, true),
    }
}

/// P(S ≤ `set`) in the same way.
fn at_most(load: Load, set: u64) -> f64 {
    match Tails::of(load) {
        Tails::Full => 0.0,
        Tails::Whole(masses) => masses.iter().filter(|(at, _)| *at <= set).map(|(_, mass)| mass).sum(),
        Tails::Saddle(saddle) if set >= saddle.near_mean() => 1.0,
        Tails::Saddle(saddle) => tail(saddle, load, set, false),
    }
}

enum Tails {
    /// A clear bit has a probability below 1e-34.
    Full,
    Whole(Vec<(u64, f64)>),
    Saddle(Saddle),
}

impl Tails {
    fn of(load: Load) -> Self {
        let shape = load.insertions();
        let deviation = libm::sqrt(distribution::variance_in_double(shape));
        let states = (24.0 * deviation + 64.0).min(shape.most_occupied() as f64 + 1.0);
        if load.balls() as f64 * states <= RECURSION_STEPS {
            return Tails::Whole(by_recursion(load, 1e-40));
        }
        match load.balls() as f64 / load.bits() as f64 - libm::log(load.bits() as f64) > 80.0 {
            true => Tails::Full,
            false => Tails::Saddle(Saddle::new(shape)),
        }
    }
}

/// The probability from `set` outwards, beyond the mean. Where the deviation σ is large, one in h ≤ σ/32 values stands for all, with the
/// terms of Euler and Maclaurin up to the third derivative: the next is below 1e-9 of the tail.
fn tail(saddle: Saddle, load: Load, set: u64, is_above: bool) -> f64 {
    let shape = load.insertions();
    let stride = ((libm::sqrt(distribution::variance_in_double(shape)) / 32.0) as u64).max(1);
    let at = |steps: u64| {
        let distance = steps.checked_mul(stride)?;
        let set = if is_above { set.checked_add(distance)? } else { set.checked_sub(distance)? };
        (1..=shape.most_occupied()).contains(&set).then(|| saddle.ln_probability(set))
    };
    let Some(top) = at(0).filter(|top| *top > f64::NEG_INFINITY) else { return 0.0 };
    let (mut sum, mut steps, mut ln_terms) = (1.0, 1, vec![0.0]);
    while let Some(ln_term) = at(steps) {
        let term = libm::exp(ln_term - top);
        if ln_terms.len() < 4 {
            ln_terms.push(ln_term - top);
        }
        sum += term;
        if term < 1e-17 * sum {
            break;
        }
        steps += 1;
    }
    let h = stride as f64;
    if let (true, &[_, one, two, three]) = (stride > 1, ln_terms.as_slice()) {
        // derivatives of the logarithm at the first term, from differences
        let (first, second, third) = (one, two - 2.0 * one, three - 3.0 * two + 3.0 * one);
        let slope = (first - second / 2.0 + third / 3.0) / h;
        let bend = (second - third) / (h * h);
        let slope_3 = slope.powi(3) + 3.0 * slope * bend + third / (h * h * h);
        let ends = -(h - 1.0) / 2.0 + (h * h - 1.0) / 12.0 * slope - (h.powi(4) - 1.0) / 720.0 * slope_3;
        return libm::exp(top) * (h * sum + ends);
    }
    libm::exp(top) * sum
}

/// One item after the other, until s and less have a probability of at most `level`.
fn by_chain(shape: Shape, set: u64, level: f64) -> Result<ItemsInterval, TooLarge> {
    let (bits, hashes) = (shape.bits(), shape.hashes());
    let items = likely(shape, set);
    let load = items * hashes as f64 / bits as f64;
    // the chain ends within thirty deviations of the estimate
    let deviation = libm::sqrt(bits as f64 * (libm::expm1(load) - load)) / hashes as f64;
    let steps = (items + 30.0 * deviation + 64.0) * hashes as f64 * (set + 1) as f64;
    let fewer = Advice::smaller(&[Parameter::BitsSet, Parameter::Hashes]);
    Budget::of_seconds(ANSWER_SECONDS).check(Cost { steps, numbers: set as f64 }, fewer)?;
    // the probabilities of 0 … s set bits, and of more
    let (mut chain, mut more, mut items, mut least) = (vec![1.0_f64], 0.0, 0_u64, None);
    loop {
        let exactly = chain.get(set as usize).copied().unwrap_or(0.0);
        if least.is_none() && exactly + more > level {
            least = Some(items);
        }
        if let Some(least) = least {
            if set == bits {
                return Ok(ItemsInterval { least, most: None });
            }
            if chain.iter().sum::<f64>() <= level {
                return Ok(ItemsInterval { least, most: Some(items - 1) });
            }
        }
        items += 1;
        for own in 0..hashes {
            push(bits, own, 0, &mut chain);
            if chain.len() as u64 > set + 1 {
                more += chain.pop().unwrap_or(0.0);
            }
        }
    }
}

/// The estimate of n by ln(1 − s/m)/ln(1 − h), h the probability that an item sets a given bit: infinite where all bits are set.
pub fn estimate(bits: u64, set: u64, hit: f64) -> f64 {
    if hit >= 1.0 {
        // an item sets every bit
        return if set == 0 { 0.0 } else { f64::INFINITY };
    }
    libm::log1p(-(set as f64 / bits as f64)) / libm::log1p(-hit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far fewer set bits than one item sets: no number of items, at once.
    #[test]
    fn bits_that_one_item_exceeds_are_ruled_out_at_once() {
        let shape = Shape::new(1 << 30, 1 << 31, Sampling::WithReplacement).unwrap();
        for set in [1, 1 << 20, 1 << 25, 1 << 29] {
            assert_eq!(interval(ObservedFill::new(shape, set).unwrap(), 0.01), Ok(None), "{set}");
        }
        let saddle = Saddle::new(Load::new(1 << 30, 1, 1 << 31).unwrap().insertions());
        // 2^31 balls in 2^20 of 2^30 bins: nearly all terms are (2^20/2^30)^(2^31) C(2^30, 2^20)
        let ln = saddle.ln_probability(1 << 20);
        assert!((ln / (-10.0 * 2_f64.powi(31) * std::f64::consts::LN_2) - 1.0).abs() < 1e-3, "{ln}");
    }

    /// One in 35 values of S against every one.
    #[test]
    fn strides_leave_out_nothing() {
        for (bits, items) in [(1 << 24, 1_661_000), (1 << 24, 200_000), (1 << 22, 2_000_000)] {
            let load = Load::new(bits, items, 7).unwrap();
            let (saddle, shape) = (Saddle::new(load.insertions()), load.insertions());
            let deviation = libm::sqrt(distribution::variance_in_double(shape));
            assert!(deviation > 64.0, "{deviation}");
            for deviations in [0.5, 2.0, 4.0, 7.0] {
                let reach = (deviations * deviation) as u64;
                let (above, below) = (saddle.near_mean() + reach, saddle.near_mean() - reach);
                let most = shape.most_occupied();
                let far = |count: u64| libm::exp(saddle.ln_probability(count));
                let width = (10.0 * deviation) as u64;
                let exact: f64 = (above..=(above + width).min(most)).map(far).sum();
                let found = tail(saddle, load, above, true);
                assert!((found / exact - 1.0).abs() < 1e-8, "{bits} {deviations}: {found} {exact}");
                let exact: f64 = (below.saturating_sub(width).max(1)..=below).map(far).sum();
                let found = tail(saddle, load, below, false);
                assert!((found / exact - 1.0).abs() < 1e-8, "{bits} {deviations}: {found} {exact}");
            }
        }
    }
}
