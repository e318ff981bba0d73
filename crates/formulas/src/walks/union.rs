//! The rate from positive terms only: the distribution of the positions that all items cover together.
//!
//! Let P be the distribution of an item's mask. The union of the masks of two sets of items has the distribution A ∗ B of the
//! union convolution, (A ∗ B)\[S\] = Σ_(S₁ ∪ S₂ = S) A\[S₁\] B\[S₂\]. Split on the last position, A = (A₀, A₁) without and with it:
//!
//! A ∗ B = (A₀ ∗ B₀, A₀ ∗ B₁ + A₁ ∗ (B₀ + B₁)),
//!
//! three convolutions of half the size, so 3^L products. The n-th power, by repeated squaring, ends with the probability that
//! everything is covered. It shares nothing with the alternating sum but the masks. P\[∅\] is nearly 1 in a large filter, where a double
//! keeps little of what it lacks to 1: its powers are put in as (1 − h/N)^n, h the outcomes that cover anything.

use bloomlab_numbers::Arithmetic;

use crate::{
    walks::masks::MaskCounts,
    walks::signed_powers::{Outcomes, wide},
};

/// The probability that `items` items, of `outcomes` outcomes each, cover a query.
pub(crate) fn covered<A: Arithmetic>(a: &A, masks: &MaskCounts, outcomes: u128, items: u64) -> A::Number {
    let covering =
        u128::from(masks.targets()) * masks.alone + masks.counts.iter().map(|&count| u128::from(count)).sum::<u128>();
    let all = Outcomes::new(a, outcomes);
    let union = |left: &[A::Number], right: &[A::Number], items: u64| {
        let mut both = convolve(a, left, right);
        both[0] = all.miss(a, covering, items);
        both
    };
    // the distribution of `power_items` = 1, 2, 4, … items, and of those that the lower digits of `items` ask for
    let (mut power, mut power_items) = (item(a, masks, covering, outcomes), 1);
    let mut found: Option<(Vec<A::Number>, u64)> = None;
    let mut left = items;
    while left > 0 {
        if left % 2 == 1 {
            found = Some(match found {
                None => (power.clone(), power_items),
                Some((chain, items)) => (union(&chain, &power, items + power_items), items + power_items),
            });
        }
        left /= 2;
        if left > 0 {
            power_items *= 2;
            power = union(&power, &power, power_items);
        }
    }
    found.and_then(|(mut chain, _)| chain.pop()).unwrap_or_else(|| a.zero())
}

fn item<A: Arithmetic>(a: &A, masks: &MaskCounts, covering: u128, outcomes: u128) -> Vec<A::Number> {
    let share = |count: u128| wide(a, count) / wide(a, outcomes);
    let of_mask = |(mask, &count): (usize, &u64)| {
        let alone = if mask.is_power_of_two() { masks.alone } else { 0 };
        share(if mask == 0 { outcomes - covering } else { alone + u128::from(count) })
    };
    masks.counts.iter().enumerate().map(of_mask).collect()
}

fn convolve<A: Arithmetic>(a: &A, left: &[A::Number], right: &[A::Number]) -> Vec<A::Number> {
    let mut both = vec![a.zero(); left.len()];
    convolve_into(a, left, right, &mut both, &mut vec![a.zero(); 2 * left.len()]);
    both
}

/// The convolution, written to `both`; `spare` has room for twice as many numbers.
fn convolve_into<A: Arithmetic>(
    a: &A,
    left: &[A::Number],
    right: &[A::Number],
    both: &mut [A::Number],
    spare: &mut [A::Number],
) {
    match left.len() {
        1 => convolve_pairs::<A, 1>(a, left, right, both),
        2 => convolve_pairs::<A, 2>(a, left, right, both),
        4 => convolve_pairs::<A, 4>(a, left, right, both),
        // all pairs of masks are cheaper than three halves
        8 => convolve_pairs::<A, 8>(a, left, right, both),
        length => {
            let ((left_0, left_1), (right_0, right_1)) = (left.split_at(length / 2), right.split_at(length / 2));
            let (both_0, both_1) = both.split_at_mut(length / 2);
            let (right_sum, spare) = spare.split_at_mut(length / 2);
            convolve_into(a, left_0, right_0, both_0, spare);
            convolve_into(a, left_0, right_1, both_1, spare);
            for ((sum, one), other) in right_sum.iter_mut().zip(right_0).zip(right_1) {
                *sum = one.clone() + other;
            }
            let (product, spare) = spare.split_at_mut(length / 2);
            convolve_into(a, left_1, right_sum, product, spare);
            for (sum, term) in both_1.iter_mut().zip(product) {
                *sum = sum.clone() + &*term;
            }
        }
    }
}

/// The same for a number of masks that the compiler knows.
fn convolve_pairs<A: Arithmetic, const LENGTH: usize>(
    a: &A,
    left: &[A::Number],
    right: &[A::Number],
    both: &mut [A::Number],
) {
    let mut sums: [A::Number; LENGTH] = std::array::from_fn(|_| a.zero());
    for (mask, one) in left[..LENGTH].iter().enumerate() {
        for (other_mask, other) in right[..LENGTH].iter().enumerate() {
            let sum = &mut sums[mask | other_mask];
            *sum = one.clone() * other + &*sum;
        }
    }
    both.iter_mut().zip(sums).for_each(|(both, sum)| *both = sum);
}
