//! Retaining filters of any size.

use super::filters::{ACCEPTED, Levels, MAX_SECONDS, fill};
use super::{Route, one_phase_rate};
use crate::retaining::{published_retaining, retaining};
use crate::sweep::Point;
use crate::visits::Average;
use crate::{Error, Positions, Retaining, Shape, SigmaBounded};
use bloomlab_numbers::Double;

/// Filters whose exact average takes less than so many seconds are not extrapolated.
const DIRECT_SECONDS: f64 = 0.5;

/// The rate and the messages per cycle of a retaining filter of any size, in double precision.
///
/// Without replacement and for k = 1 by the papers' rule, which is exact there, from [`one_phase_rate`]. Otherwise as
/// [`retaining`](crate::retaining) has them where that takes no time, and in larger filters by the papers' rule, corrected:
/// what it is off by falls like 1/M² at constant fill, so that two small filters tell how much is left of it. Relative
/// error below [`accuracy::RETAINING`](crate::accuracy::RETAINING).
///
/// # Errors
/// [`Error::TooLarge`] as for [`one_phase_rate`], and where the filter, or the small ones, would take more than some ten
/// seconds.
pub fn retaining_rate(filter: Retaining) -> Result<(Point, Route), Error> {
    let base = filter.non_retaining();
    let (shape, sigma) = (base.shape(), base.sigma());
    let exact_rule = shape.positions() == Positions::WithoutReplacement || shape.hashes() == 1;
    if !exact_rule && seconds(base) <= DIRECT_SECONDS {
        return Ok((direct(filter), Route::Sweep));
    }
    let (point, route) = one_phase_rate(base)?;
    let messages_per_cycle = point.messages_per_cycle - 1.0;
    let published_rate = point.rate * point.messages_per_cycle / messages_per_cycle;
    let rule = Point { sigma, messages_per_cycle, rate: published_rate, published_rate };
    if exact_rule {
        return Ok((rule, route));
    }
    let mut relative_error = match route {
        Route::Sweep => 0.0,
        Route::Extrapolation { relative_error } => relative_error,
    };
    if let Some([rate, messages]) = Deviation::of(base) {
        relative_error += rate.error.max(messages.error);
        if relative_error <= ACCEPTED {
            let messages_per_cycle = messages_per_cycle * (1.0 + messages.value);
            let point = Point { messages_per_cycle, rate: published_rate * (1.0 + rate.value), ..rule };
            return Ok((point, Route::Extrapolation { relative_error }));
        }
    } else {
        relative_error = f64::NAN;
    }
    if seconds(base) <= MAX_SECONDS {
        return Ok((direct(filter), Route::Sweep));
    }
    let (bits, hashes) = (shape.bits(), shape.hashes());
    Err(Error::TooLarge { bits, hashes, estimate: relative_error, seconds: seconds(base) })
}

fn direct(filter: Retaining) -> Point {
    let Average { messages_per_cycle, rate } = retaining(&Double, filter);
    let published_rate = published_retaining(&Double, filter).rate;
    Point { sigma: filter.non_retaining().sigma(), messages_per_cycle, rate, published_rate }
}

/// exact/rule − 1 of a large filter, and its error.
struct Deviation {
    value: f64,
    error: f64,
}

impl Deviation {
    /// Of the rate and of the messages per cycle, as much as small filters of about the same fill have, in proportion to
    /// 1/M²; the error is what changes when these are half as large, or a little fuller. `None` if they cannot
    /// be, or take too long.
    fn of(filter: SigmaBounded) -> Option<[Deviation; 2]> {
        let (shape, levels) = (filter.shape(), Levels::around(filter.shape(), fill(filter)));
        let at = (fill(filter) * levels.grid as f64) as u64;
        let small = |level: usize, at: u64| {
            let bits = levels.bits(level);
            let small = Shape::new(bits, shape.hashes(), shape.positions()).ok()?;
            Retaining::new(SigmaBounded::new(small, bits / levels.grid * at).ok()?).ok()
        };
        let smalls = [small(0, at)?, small(1, at)?, small(1, at + 1)?];
        if smalls.iter().map(|small| seconds(small.non_retaining())).sum::<f64>() > MAX_SECONDS {
            return None;
        }
        let [coarse, fine, fuller] = smalls.map(|small| {
            let (ours, rule) = (retaining(&Double, small), published_retaining(&Double, small));
            let scale = small.non_retaining().shape().bits() as f64 / shape.bits() as f64;
            let of = |ours: f64, rule: f64| (ours / rule - 1.0) * scale * scale;
            [of(ours.rate, rule.rate), of(ours.messages_per_cycle, rule.messages_per_cycle)]
        });
        Some(std::array::from_fn(|i| Deviation {
            value: fine[i],
            error: (fine[i] - coarse[i]).abs() + (fine[i] - fuller[i]).abs(),
        }))
    }
}

/// What the exact average takes, roughly: 10⁻⁸ s for each state and two pairs of numbers of positions.
fn seconds(filter: SigmaBounded) -> f64 {
    let k = filter.shape().hashes() as f64;
    1e-8 * k * k * (k + 4.0) * (filter.sigma() as f64 + 1.0)
}
