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
    Cycle, Plan, SigmaBounded, TwoPhase, Variant, infinite_average, plan_sigma_bounded, sigma_bounded_rate,
    variant_average,
};

use super::kinds::{SizedWindow, WindowFilter, counts, usual_hashes};
use super::search;
use crate::error::Error;

/// The smallest two phases that drop the message which ends a cycle.
struct Dropping {
    bits_of_each: u64,
    hashes: u64,
    rate: f64,
    messages_per_cycle: f64,
}

pub(super) fn sized(window: u64, target: Target) -> Result<Vec<SizedWindow>, Error> {
    let Some(dropping) = two_phases(window, target)? else { return Ok(Vec::new()) };
    let memory = 2 * dropping.bits_of_each;
    let sigma = dropping.hashes * window;
    let two = SizedWindow {
        filter: WindowFilter::TwoPhasesDropping,
        bits_per_message: memory as f64 / window as f64,
        rate: dropping.rate,
        window: 0,
        false_negative_rate: 1.0 / dropping.messages_per_cycle,
        parameters: counts([("bits_of_each", dropping.bits_of_each), ("hashes", dropping.hashes), ("sigma", sigma)]),
    };
    let keeping = keeping(&dropping, window, target)?;
    let one = one_phase(window, memory, target)?;
    let stable = stable_filter(window, memory, target)?;
    Ok([Some(two), keeping, one, stable].into_iter().flatten().collect())
}

fn two_phases_at(memory: u64, hashes: u64, window: u64) -> Result<TwoPhase, Refused> {
    TwoPhase::new(memory, hashes, Sampling::WithReplacement, hashes * window)
}

/// The smallest memory by the limit of large filters, then by the exact rate. The k is that of the limit.
fn two_phases(window: u64, target: Target) -> Result<Option<Dropping>, Error> {
    // in units of two bits, one for each filter
    let limit = |half: u64, hashes: u64, rate: f64| {
        if half <= hashes * window {
            return Ok(false);
        }
        let each = SigmaBounded::new(Shape::new(half, hashes, Sampling::WithReplacement)?, hashes * window)?;
        Ok::<_, Refused>(infinite_average(each, Phases::Two).is_some_and(|average| average.rate <= rate))
    };
    let guess = |hashes: u64| 2 * hashes * window;
    let largest = MAX_SIZE / 64;
    let first = usual_hashes(target.rate());
    let by_limit = |rate: f64| search::smallest(first, 256, largest, guess, |half, k| limit(half, k, rate));
    let Some((near, hashes)) = by_limit(target.rate())? else { return Ok(None) };
    let exact = |half: u64| {
        let each = two_phases_at(2 * half, hashes, window).ok()?.each();
        sigma_bounded_rate(each, Phases::Two).ok().map(|(at, _)| at)
    };
    // the exact rate over its limit hardly changes with the size, so the limit of a scaled target is close
    let mut half = near;
    let Some(mut average) = exact(half) else { return Ok(None) };
    for _ in 0..3 {
        let Some(there) = infinite_average(two_phases_at(2 * half, hashes, window)?.each(), Phases::Two) else { break };
        let scaled = target.rate() * there.rate / average.rate;
        let Some(next) = try_least(half, 1..=largest, |half| limit(half, hashes, scaled))? else { break };
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
    let (rate, messages_per_cycle) = (average.rate, average.messages_per_cycle);
    Ok(Some(Dropping { bits_of_each: half, hashes, rate, messages_per_cycle }))
}

/// The most steps of one average of two phases that keep, some hundredths of a second: a search takes about sixteen.
const MOST_STEPS: u64 = 5_000_000;

/// The smallest two phases that keep the message that ends a cycle, with the k and σ of those that drop it. Left out if an average takes
/// too many steps.
fn keeping(dropping: &Dropping, window: u64, target: Target) -> Result<Option<SizedWindow>, Error> {
    let (hashes, sigma) = (dropping.hashes, dropping.hashes * window);
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
    let Some(half) = try_least(dropping.bits_of_each, 1..=MAX_SIZE / 2, meets)? else { return Ok(None) };
    Ok(Some(SizedWindow {
        filter: WindowFilter::TwoPhasesKeeping,
        bits_per_message: 2.0 * half as f64 / window as f64,
        rate: average(half)?.rate,
        window,
        false_negative_rate: 0.0,
        parameters: counts([("bits_of_each", half), ("hashes", hashes), ("sigma", sigma)]),
    }))
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
    Ok(Some(SizedWindow {
        filter: WindowFilter::OnePhase,
        bits_per_message: memory as f64 / window as f64,
        rate,
        window: 0,
        false_negative_rate: (window as f64 + 1.0) / (2.0 * messages_per_cycle),
        parameters: counts([("bits", memory), ("hashes", hashes), ("sigma", sigma)]),
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
    Ok(Some(SizedWindow {
        filter: WindowFilter::Stable,
        bits_per_message: memory as f64 / window as f64,
        rate: stable::rate(&Double, filter)?,
        window: 0,
        false_negative_rate: missed.iter().sum::<f64>() / window as f64,
        parameters,
    }))
}
