//! What the table of lemmas rests on: joint moments counted over every outcome, closed forms, and where the printed
//! equations lose mass.

use bloomlab_exact::Rational;
use bloomlab_numbers::{Arithmetic, Number, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, one_hash_rate};

use super::A;
use super::arrivals::{appearances, catalogue};
use super::cycles::{Unreset, grid, name};
use super::printed::{balance, one_hash_as_transcribed, retaining_row_sums};
use crate::enumerated::outcomes;

/// E[f_i h_j] over every outcome of j − 1 messages, followed as bit masks.
fn counted(shape: Shape, sigma: u32, i: usize, j: usize) -> Rational {
    let all = outcomes(shape);
    let messages = i.max(j - 1);
    let mut ways = 0;
    let total = (all.len() as u64).pow(messages as u32);
    for code in 0..total {
        let (mut code, mut set, mut is_false, mut below) = (code, 0_u32, false, true);
        for message in 1..=messages {
            let mask = all[(code % all.len() as u64) as usize];
            code /= all.len() as u64;
            is_false |= message == i && mask & !set == 0;
            set |= mask;
            below &= message > j - 1 || set.count_ones() <= sigma;
        }
        ways += u64::from(is_false && below);
    }
    Rational::new(ways, total)
}

#[test]
fn joint_moments_are_counted_ones() {
    for (bits, hashes, positions) in
        [(2, 1, Sampling::WithReplacement), (3, 2, Sampling::WithReplacement), (4, 2, Sampling::WithoutReplacement)]
    {
        let shape = Shape::new(bits, hashes, positions).unwrap();
        for sigma in 0..bits {
            let filter = Unreset::new(&A, SigmaBounded::new(shape, sigma).unwrap());
            for i in 1..=3 {
                for (j, joint) in (i..=4).zip(filter.f_h(i, 4)) {
                    assert_eq!(joint, counted(shape, sigma as u32, i, j), "{}, {i} {j}", name(filter.filter));
                }
            }
        }
    }
}

/// U equal messages: after j − 1 of them each is expected 1/(U − j + 1) times.
#[test]
fn uniform_catalogues_have_a_closed_form() {
    for size in 2..=5_u64 {
        let table = appearances(&catalogue(&vec![1; size as usize]));
        for j in 1..=size {
            for i in 1..j {
                assert_eq!(table[i as usize - 1][j as usize - 1], Rational::new(1, size - j + 1));
            }
            assert_eq!(table[j as usize - 1][j as usize - 1], A.one());
        }
    }
}

/// Two messages of probability 3/4 and 1/4: a_12 is 3 in the order that begins with the first, else 1/3.
#[test]
fn two_messages_by_hand() {
    assert_eq!(appearances(&catalogue(&[3, 1]))[0][1], Rational::new(9 * 3 + 1, 12));
}

fn filter(bits: u64, hashes: u64, positions: Sampling, sigma: u64) -> SigmaBounded {
    SigmaBounded::new(Shape::new(bits, hashes, positions).unwrap(), sigma).unwrap()
}

/// Filters in which a message fits, up to 8 bits and k = 3.
fn fitting() -> impl Iterator<Item = SigmaBounded> {
    grid(8, 3).unwrap().into_iter().filter(|filter| filter.sigma() >= filter.shape().hashes())
}

#[test]
fn mass_is_lost_just_where_sigma_is_below_2k() {
    for filter in fitting() {
        let is_whole = retaining_row_sums(filter).iter().all(|sum| *sum == A.one());
        assert_eq!(is_whole, filter.sigma() >= 2 * filter.shape().hashes(), "{filter:?}");
    }
    let with = retaining_row_sums(filter(6, 3, Sampling::WithReplacement, 4));
    assert_eq!(with, [(1, 1), (8, 9), (23, 36), (1, 1)].map(|(n, d)| Rational::new(n, d)));
    let without = retaining_row_sums(filter(6, 3, Sampling::WithoutReplacement, 4));
    assert_eq!(without[2..], [(1, 2), (1, 1)].map(|(n, d)| Rational::new(n, d)));
}

#[test]
fn equation_16_counts_twice_just_where_sigma_is_below_2k() {
    for filter in fitting() {
        let (shape, sigma) = (filter.shape(), filter.sigma());
        let is_right = balance(filter).iter().all(|(_, pi, right)| pi == right);
        // a filter that retains one message has the state k alone if positions are distinct
        let has_one_state = sigma == shape.hashes() && shape.sampling() == Sampling::WithoutReplacement;
        let expected = sigma >= 2 * shape.hashes() || shape.hashes() == 1 || has_one_state;
        assert_eq!(is_right, expected, "{filter:?}");
    }
    let (_, pi, right) = balance(filter(6, 3, Sampling::WithReplacement, 4)).swap_remove(1);
    assert_eq!((pi, right), (Rational::new(325_185, 1_650_983), Rational::new(3_902_220, 18_160_813)));
    let (_, pi, right) = balance(filter(6, 3, Sampling::WithoutReplacement, 4)).swap_remove(0);
    assert_eq!((pi, right), (Rational::new(16, 25), Rational::new(64, 45)));
}

/// The two forms of eq. 19 would agree only where Σ 1/(M − j) = 1, which whole numbers forbid for σ > 0.
#[test]
fn equation_19_as_transcribed() {
    for bits in 1..=30 {
        for sigma in 0..bits {
            let agrees = one_hash_as_transcribed(bits, sigma) == one_hash_rate(&A, bits, sigma).unwrap();
            assert_eq!(agrees, sigma == 0, "M = {bits}, σ = {sigma}");
        }
    }
    let near = |value: Rational, expected: f64| assert!((value.to_f64() - expected).abs() < 5e-7);
    near(one_hash_as_transcribed(1000, 500), 0.134517);
    near(one_hash_rate(&A, 1000, 500).unwrap(), 0.278771);
}
