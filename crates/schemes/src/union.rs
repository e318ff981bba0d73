//! The rate from positive terms only: the law of the positions that all items cover together.
//!
//! Let P be the law of an item's mask. The union of the masks of two sets of items has the law A ∗ B of the union convolution,
//! (A ∗ B)\[S\] = Σ_(S₁ ∪ S₂ = S) A\[S₁\] B\[S₂\]. Split on the last position, A = (A₀, A₁) without and with it:
//!
//! A ∗ B = (A₀ ∗ B₀, A₀ ∗ B₁ + A₁ ∗ (B₀ + B₁)),
//!
//! three convolutions of half the size, so 3^L products. The n-th power, by repeated squaring, ends with the probability that
//! everything is covered. It shares nothing with the alternating sum but the masks.

use bloomlab_numbers::Arithmetic;

use crate::masks::MaskLaw;
use crate::signed_powers::wide;

/// The probability that `items` items, of `outcomes` outcomes each, cover a query.
pub(crate) fn covered<A: Arithmetic>(a: &A, law: &MaskLaw, outcomes: u128, items: u64) -> A::Number {
    let mut left = items;
    if left == 0 {
        return a.zero();
    }
    let mut power = item(a, law, outcomes);
    let mut result: Option<Vec<A::Number>> = None;
    loop {
        if left % 2 == 1 {
            result = Some(result.map_or_else(|| power.clone(), |result| convolve(a, &result, &power)));
        }
        left /= 2;
        if left == 0 {
            break;
        }
        power = convolve(a, &power, &power);
    }
    result.and_then(|mut law| law.pop()).unwrap_or_else(|| a.zero())
}

/// P: the mask law of one item.
fn item<A: Arithmetic>(a: &A, law: &MaskLaw, outcomes: u128) -> Vec<A::Number> {
    let share = |count: u128| wide(a, count) / wide(a, outcomes);
    let mut covering = u128::from(law.targets()) * law.alone;
    let mut shares = vec![a.zero()];
    for (mask, &count) in law.counts.iter().enumerate().skip(1) {
        covering += u128::from(count);
        let alone = if mask.is_power_of_two() { law.alone } else { 0 };
        shares.push(share(alone + u128::from(count)));
    }
    shares[0] = share(outcomes - covering); // an integer: nothing cancels
    shares
}

fn convolve<A: Arithmetic>(a: &A, left: &[A::Number], right: &[A::Number]) -> Vec<A::Number> {
    if let ([left], [right]) = (left, right) {
        return vec![left.clone() * right];
    }
    let ((left_0, left_1), (right_0, right_1)) = (left.split_at(left.len() / 2), right.split_at(right.len() / 2));
    let add = |one: &[A::Number], other: &[A::Number]| -> Vec<A::Number> {
        one.iter().zip(other).map(|(one, other)| one.clone() + other).collect()
    };
    let mut all = convolve(a, left_0, right_0);
    let with = add(&convolve(a, left_0, right_1), &convolve(a, left_1, &add(right_0, right_1)));
    all.extend(with);
    all
}
