//! Two phases, and filters that remember the last W messages but for a few: one phase, stable.
//!
//! While no cycle can end, that is for distances r ≤ ⌊σ/k⌋, the forgetting of recycling filters has closed forms: a message is no
//! longer held with probability (r + 1)/L by one phase and 1/L by two phases, L the new messages of a cycle. σ = kW lets
//! two phases hold every stored message for W more; those that keep the message that ends a cycle miss none of the last W.

use bloomlab_numbers::{
    Bound, Double, Ending, MAX_SIZE, Phases, Refused, Retention, Sampling, Shape, Target, search::try_least,
};
use bloomlab_recycling::stable::{self, Stable};
use bloomlab_recycling::{
    AtSigma, Cycle, Plan, SigmaBounded, Variant, infinite_average, plan_sigma_bounded, sigma_bounded_rate,
    variant_average,
};

use super::kinds::{SizedWindow, WindowFilter, counts, usual_hashes};
use super::search;
use super::window::certain;
use crate::error::Error;

pub(super) fn sized(window: u64, target: Target) -> Result<Vec<SizedWindow>, Error> {
    let Some((half, hashes, average)) = two_phases(window, target)? else { return Ok(Vec::new()) };
    let memory = 2 * half;
    let parameters = counts([("bits_of_each", half), ("hashes", hashes), ("sigma", hashes * window)]);
    let missed = 1.0 / average.messages_per_cycle;
    let two = SizedWindow {
        false_negative_rate: missed,
        ..certain(WindowFilter::TwoPhasesDropping, 0, memory as f64 / window as f64, (average.rate, None), parameters)
    };
    let keeping = keeping(half, hashes, window, target)?;
    let one = one_phase(window, memory, target)?;
    let stable = stable_filter(window, memory, target)?;
    Ok([Some(two), keeping, one, stable].into_iter().flatten().collect())
}

/// Each of two phases.
fn each_of_two(half: u64, hashes: u64, window: u64) -> Result<SigmaBounded, Refused> {
    SigmaBounded::new(Shape::new(half, hashes, Sampling::WithReplacement)?, hashes * window)
}

/// The bits of each of two phases that drop the message which ends a cycle, their k and their averages: the fewest by the limit of large
/// filters, then by the exact rate. The k is that of the limit.
fn two_phases(window: u64, target: Target) -> Result<Option<(u64, u64, AtSigma)>, Error> {
    // in units of two bits, one for each filter
    let limit = |half: u64, hashes: u64| {
        if half <= hashes * window {
            return Ok(f64::INFINITY);
        }
        let each = each_of_two(half, hashes, window)?;
        Ok::<_, Refused>(infinite_average(each, Phases::Two).map_or(f64::INFINITY, |average| average.rate))
    };
    let (largest, hashes) = (MAX_SIZE / 64, (usual_hashes(target.rate()), 256));
    let found = search::smallest(target.rate(), hashes, largest, |hashes| 2 * hashes * window, limit)?;
    let Some((mut half, hashes, _)) = found else { return Ok(None) };
    let exact = |half: u64| {
        let each = each_of_two(half, hashes, window).ok()?;
        sigma_bounded_rate(each, Phases::Two).ok().map(|(at, _)| at)
    };
    // the exact rate over its limit hardly changes with the size, so the limit of a scaled target is close
    let Some(mut average) = exact(half) else { return Ok(None) };
    for _ in 0..3 {
        let scaled = target.rate() * limit(half, hashes)? / average.rate;
        let meets = |half| Ok::<_, Refused>(limit(half, hashes)? <= scaled);
        let Some(next) = try_least(half, 1..=largest, meets)?.filter(|_| scaled.is_finite()) else { break };
        if next == half {
            break;
        }
        half = next;
        let Some(there) = exact(half) else { return Ok(None) };
        average = there;
    }
    while average.rate > target.rate() {
        half += 1 + half / 1_000_000;
        let Some(there) = exact(half) else { return Ok(None) };
        average = there;
    }
    Ok(Some((half, hashes, average)))
}

/// The most steps of one average of two phases that keep, some hundredths of a second: a search takes about sixteen.
const MOST_STEPS: u64 = 5_000_000;

/// The smallest two phases that keep the message that ends a cycle, with the k and σ of those that drop it, of `dropping` bits each. Left
/// out if an average takes too many steps.
fn keeping(dropping: u64, hashes: u64, window: u64, target: Target) -> Result<Option<SizedWindow>, Error> {
    let sigma = hashes * window;
    let of_state = 2 * hashes * hashes + 5 * hashes + 8;
    let steps = (sigma + 1).saturating_mul(of_state).saturating_add(4 * hashes.pow(4) + 9 * hashes.pow(3) / 2);
    if steps > MOST_STEPS {
        return Ok(None);
    }
    let average = |half| {
        let shape = Shape::new(half, hashes, Sampling::WithReplacement)?;
        let each = Cycle::new(shape, Bound::Sigma(sigma), Retention::NonRetaining)?;
        let variant = Variant::two_phases(each, Ending::Keeping);
        Ok::<_, Error>(variant_average(&Double, variant))
    };
    let meets = |half| Ok::<_, Error>(half > sigma && average(half)?.rate <= target.rate());
    let Some(half) = try_least(dropping, 1..=MAX_SIZE / 2, meets)? else { return Ok(None) };
    let (bits_per_message, rates) = (2.0 * half as f64 / window as f64, (average(half)?.rate, None));
    let parameters = counts([("bits_of_each", half), ("hashes", hashes), ("sigma", sigma)]);
    Ok(Some(certain(WindowFilter::TwoPhasesKeeping, window, bits_per_message, rates, parameters)))
}

fn one_phase(window: u64, memory: u64, target: Target) -> Result<Option<SizedWindow>, Error> {
    let Ok(plan) = plan_sigma_bounded(memory, Sampling::WithReplacement, Phases::One, target, None) else {
        return Ok(None);
    };
    let Plan { hashes, bound: Bound::Sigma(sigma), messages_per_cycle, rate, .. } = plan else { return Ok(None) };
    // the closed form needs that no cycle ends within the window
    if sigma / hashes < window {
        return Ok(None);
    }
    let parameters = counts([("bits", memory), ("hashes", hashes), ("sigma", sigma)]);
    Ok(Some(SizedWindow {
        false_negative_rate: (window as f64 + 1.0) / (2.0 * messages_per_cycle),
        ..certain(WindowFilter::OnePhase, 0, memory as f64 / window as f64, (rate, None), parameters)
    }))
}

/// One bit a cell; the fewest decrements that keep the rate, and the k that then misses least at half the window.
fn stable_filter(window: u64, memory: u64, target: Target) -> Result<Option<SizedWindow>, Error> {
    let mut best: Option<(f64, Stable)> = None;
    for hashes in 1..=memory.min(8) {
        let shape = Shape::new(memory, hashes, Sampling::WithoutReplacement)?;
        let at = |decrements| Stable::new(shape, decrements, 1);
        let keeps = |decrements| Ok::<_, Error>(stable::rate(&Double, at(decrements)?)? <= target.rate());
        let Ok(Some(decrements)) = try_least(hashes, 1..=memory, keeps) else { continue };
        let filter = at(decrements)?;
        // one cell of one bit forgets at a constant rate
        let kept = (1.0 - decrements as f64 / memory as f64) * (1.0 - hashes as f64 / memory as f64);
        let zero = stable::zero_share(&Double, filter) * (1.0 - libm::pow(kept, window as f64 / 2.0));
        let missed = 1.0 - libm::pow(1.0 - zero, hashes as f64);
        if best.is_none_or(|(least, _)| missed < least) {
            best = Some((missed, filter));
        }
    }
    let Some((_, filter)) = best else { return Ok(None) };
    let Ok(missed) = stable::forgetting(&Double, filter, window - 1) else { return Ok(None) };
    let (hashes, decrements) = (filter.shape().hashes(), filter.decrements());
    let parameters = counts([("cells", memory), ("hashes", hashes), ("decrements", decrements), ("most", 1)]);
    let rates = (stable::rate(&Double, filter)?, None);
    Ok(Some(SizedWindow {
        false_negative_rate: missed.iter().sum::<f64>() / window as f64,
        ..certain(WindowFilter::Stable, 0, memory as f64 / window as f64, rates, parameters)
    }))
}
