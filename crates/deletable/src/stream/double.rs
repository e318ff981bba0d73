//! A cell that can lose two items: it is saturated once three live items share it.

use std::collections::VecDeque;

use bloomlab_numbers::{Arithmetic, Number};

use super::Cell;

/// A cell after each of `steps` steps, if an item hits it with probability `touch` (h) and lives for `window` steps (W).
///
/// It is unsaturated as long as any two successive gaps between hits sum to more than W steps. With w(t, g) =
/// Pr\[hit at step t, the hit before it g steps earlier, unsaturated\], where g > W counts as one gap, and
/// S(t, g) = Σ_(g' > g) w(t, g'),
///
/// * w(t, g) = h (1 − h)^(g−1) S(t − g, W − g) for g ≤ W, and h u(t−1) beyond: the cell was empty;
/// * u(t) = (1 − h) u(t−1) + (1 − h)^W S(t − W, 0): nothing comes, or the last item goes;
/// * one live item: Σ_(j<W) (1 − h)^j S(t − j, W − 1 − j); one or two: the same with S(t − j, 0).
///
/// Work W a step, W² numbers.
pub(super) fn follow<A: Arithmetic>(a: &A, touch: &A::Number, window: usize, steps: usize) -> Vec<Cell<A::Number>> {
    let missed = a.one() - touch;
    let powers: Vec<_> = (0..=window).map(|j| missed.pow(j as u64)).collect();
    let mut empty = a.one();
    let mut cells = vec![Cell { empty: a.one(), one_item: a.zero(), unsaturated: a.one(), lets_go: a.one() }];
    // S(t, ·), S(t − 1, ·), …, S(t − W, ·), the latest first
    let mut hits: VecDeque<Vec<A::Number>> = VecDeque::new();
    for _ in 1..=steps {
        hits.push_front(gaps(a, touch, &powers, &empty, &hits));
        let leaving = hits.get(window).map_or(a.zero(), |then| powers[window].clone() * &then[0]);
        empty = empty * &missed + &leaving;
        let live = || hits.iter().take(window).zip(&powers).enumerate();
        let one_item = a.sum(live().map(|(j, (then, power))| power.clone() * &then[window - 1 - j]));
        let occupied = a.sum(live().map(|(_, (then, power))| power.clone() * &then[0]));
        // the item to be deleted has no live companion left, or one that came g steps after it
        let lets_go = hits.get(window).map_or(a.zero(), |then| {
            let accompanied = a.sum((1..=window).map(|g| then[window - g].clone() * &powers[window - 1]));
            leaving / touch + accompanied
        });
        let unsaturated = occupied + &empty;
        cells.push(Cell { empty: empty.clone(), one_item, unsaturated, lets_go });
        hits.truncate(window + 1);
    }
    cells
}

/// S(t, 0), …, S(t, W) from those of the steps before, the latest first, and u(t − 1).
fn gaps<A: Arithmetic>(
    a: &A,
    touch: &A::Number,
    powers: &[A::Number],
    empty: &A::Number,
    before: &VecDeque<Vec<A::Number>>,
) -> Vec<A::Number> {
    let window = powers.len() - 1;
    let mut sums = vec![a.zero(); window + 1];
    sums[window] = touch.clone() * empty;
    for g in (1..=window).rev() {
        let hit = match before.get(g - 1) {
            Some(then) => touch.clone() * &powers[g - 1] * &then[window - g],
            None => a.zero(),
        };
        sums[g - 1] = sums[g].clone() + hit;
    }
    sums
}
