//! A filter that a packet carries: how many hops it passes before the first false positive.
//!
//! At every hop the filter is first asked for the interface that the packet passes, then takes it in: the loop detection
//! of Icarus (Whitaker and Wetherall 2002), which Christensen et al. (2010), section 4, name as an application of small
//! filters. The interfaces are distinct, so that every match is a false positive.

use bloomlab_numbers::{Arithmetic, Number, Shape, filling};

use crate::{Load, approximation};

/// S_h for h = 1, 2, … m: the probability that the first h hops raise no false alarm.
///
/// A hop raises none iff it sets a bit, so that S_h = Σ_b Q_h(b), where Q_h(b) is the probability that each of the first
/// h hops sets a bit and b bits are set then; Q_0(0) = 1. A hop is an item that changes something ([`filling::changing_item`]). S_1 = 1, S_h = 0 for h > m. Exact, from positive terms only. Work and memory of a hop:
/// O(km) and O(m). Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::no_alarm`](crate::accuracy::no_alarm).
pub fn no_alarm<A: Arithmetic>(a: &A, shape: Shape) -> impl Iterator<Item = A::Number> {
    let mut set = vec![a.one()]; // Q_h(b), b = 0 … min(kh, m)
    (0..shape.bits()).map(move |_| {
        set = filling::changing_item(a, shape, std::mem::take(&mut set));
        a.sum(&set)
    })
}

/// E = Σ_h S_h, the expected number of hops before the first false positive; at most m. Exact; as accurate as its terms. About 4km² steps.
pub fn expected<A: Arithmetic>(a: &A, shape: Shape) -> A::Number {
    a.sum(no_alarm(a, shape))
}

/// S_h by the classic formula, Π_{i<h} (1 − p_i) with p_i = (1 − (1 − 1/m)^(ki))^k, for h = 1, 2, …
///
/// p_i is Christensen et al. (2010), eq. 1, with i items in the filter. Approximate: it takes a hop's alarm as
/// independent of the earlier hops', and p_i is too low. Ends before an item count that no [`Load`] holds.
pub fn classic_no_alarm<A: Arithmetic>(a: &A, shape: Shape) -> impl Iterator<Item = A::Number> {
    let loads = (0..).map_while(move |items| Load::holding(shape, items).ok());
    loads.scan(a.one(), |no_alarm, load| {
        *no_alarm = no_alarm.clone() * (a.one() - approximation::classic(a, load));
        Some(no_alarm.clone())
    })
}

/// E = Σ_h S_h with S_h by [`classic_no_alarm`]: the expected hops that the classic formula gives.
///
/// The sum ends where the rest of it is below 2^−60 of it: p_i grows with i, so that after S_h at most S_(h+1)/p_h is
/// left. Most terms are needed where k = 1, about 9√m.
pub fn classic_expected<A: Arithmetic>(a: &A, shape: Shape) -> A::Number {
    let mut sum = a.zero();
    let mut before = a.one();
    for no_alarm in classic_no_alarm(a, shape) {
        sum = sum + &no_alarm;
        let alarm = 1.0 - no_alarm.to_f64() / before.to_f64();
        if no_alarm.to_f64() <= NEGLIGIBLE * alarm * sum.to_f64() {
            break;
        }
        before = no_alarm;
    }
    sum
}

/// The share of [`classic_expected`] that it may leave out, 2^−60.
const NEGLIGIBLE: f64 = 8.673_617_379_884_035e-19;
