//! A cell that can lose one item: it is saturated once two live items share it.

use bloomlab_numbers::{Arithmetic, Number};

use super::Cell;

/// A cell after each of `steps` steps, if an item hits it with probability `touch` (h) and lives for `window` steps (W).
///
/// It is unsaturated as long as more than W steps lie between any two hits. With u(t) = Pr\[empty after t steps\] and
/// v(t) = Pr\[one live item\],
///
/// * u(t) = (1 − h) u(t−1) + h (1 − h)^W u(t−1−W): nothing comes, or the one item goes;
/// * v(t) = Σ_(j<W) h (1 − h)^j u(t−1−j): it came j steps ago, to an empty cell, and nothing after it.
pub(super) fn follow<A: Arithmetic>(a: &A, touch: &A::Number, window: usize, steps: usize) -> Vec<Cell<A::Number>> {
    let missed = a.one() - touch;
    let missed_by_all = missed.pow(window as u64);
    let mut empty = vec![a.one()];
    let mut one_item = a.zero();
    let mut cells = vec![Cell { empty: a.one(), one_item: a.zero(), unsaturated: a.one(), lets_go: a.one() }];
    for step in 1..=steps {
        let came = empty[step - 1].clone() * touch;
        let lets_go = match step.checked_sub(window + 1) {
            Some(before) => empty[before].clone() * &missed_by_all,
            None => a.zero(),
        };
        let goes = lets_go.clone() * touch;
        empty.push(empty[step - 1].clone() * &missed + &goes);
        one_item = one_item * &missed + came - goes;
        let unsaturated = one_item.clone() + &empty[step];
        cells.push(Cell { empty: empty[step].clone(), one_item: one_item.clone(), unsaturated, lets_go });
    }
    cells
}
