//! Positions that are multiples of the second hash, in a large filter.
//!
//! Position 0 of an item is h₁ mod m, position 1 is h₂ mod m, and position i ≥ 2 is (h₁ + i)·h₂ mod 2^64 mod m. Let m = 2^a q with q odd.
//! Reduction modulo 2^64 keeps divisibility by powers of two up to 2^a, and only that. Let c(x) be the exponent of two in x, at most a.
//! Position i ≥ 2 is uniform on the positions of the class min(a, c(h₁ + i) + c(h₂)).
//!
//! In the limit of a long word and a large m, with m/n fixed, a bit of class w is hit λ_w times on average,
//!
//! λ_w = (n/m)(2 + (k − 2) s_w), s_w = (w + 1)/2 for w < a, s_a = a/2 + 1,
//!
//! Positions 0 and 1 hit every bit with the probability 1/m. Each of the other k − 2 positions of an item with c(h₂) = u hits a bit of
//! class w ≥ u with the probability 2^u/m, and no bit of a lower class. Bits are set independently, f_w = 1 − e^(−λ_w), and
//!
//! rate = Σ_v Pr\[c(h₂) = v\] f_v E\[f_c(h₁) Π_(2 ≤ i < k) f_min(a, v + c(h₁ + i))\].
//!
//! At odd m this is the rate of independent positions. What it leaves is O(1/m).

/// The fewest bits at which the audit's measurements agree with the limit: below, it is up to a quarter too low.
pub(crate) const MIN_BITS: u64 = 1 << 13;

/// The rate with n items in m bits under k hash functions, in the limit of a large filter. Domain m ≥ 1, 2 ≤ k ≤ 2^16.
pub(crate) fn rate(bits: u64, hashes: u64, items: u64) -> f64 {
    let most = bits.trailing_zeros();
    let fill: Vec<f64> = (0..=most).map(|class| fill(bits, hashes, items, class)).collect();
    let of_class = |class: u32| fill[class.min(most) as usize];
    // of k numbers in a row at most one is a multiple of 2^period
    let period = hashes.next_power_of_two().trailing_zeros().min(most);
    let starts = 1_u64 << period;
    let below = |second: u32, beyond: u32| {
        // what multiples of 2^period have besides
        let class = |number: u64| match number % starts {
            0 => period + beyond,
            rest => rest.trailing_zeros(),
        };
        let one = |start: u64| {
            let others = (2..hashes).map(|i| of_class(second + class(start + i)));
            of_class(class(start)) * others.product::<f64>()
        };
        (0..starts).map(one).sum::<f64>() / starts as f64
    };
    let second = (0..=most).map(|second| {
        let beyond = (0..=most - period).map(|beyond| share(beyond, most - period) * below(second, beyond));
        share(second, most) * of_class(second) * beyond.sum::<f64>()
    });
    second.sum()
}

/// The probability of a class, `most` being the highest.
fn share(class: u32, most: u32) -> f64 {
    libm::exp2(-f64::from(if class < most { class + 1 } else { most }))
}

/// The share of set bits in a class.
fn fill(bits: u64, hashes: u64, items: u64, class: u32) -> f64 {
    let crowding =
        if class < bits.trailing_zeros() { f64::from(class + 1) / 2.0 } else { f64::from(class) / 2.0 + 1.0 };
    -libm::expm1(-(items as f64 / bits as f64) * (2.0 + (hashes as f64 - 2.0) * crowding))
}

#[cfg(test)]
mod tests {
    use super::rate;
    use crate::sampled;

    /// Within four standard errors of the sample, and half a per cent for the O(1/m) that is left.
    #[test]
    fn it_is_the_rate_of_the_positions_themselves() {
        for (bits, hashes, items) in [(1 << 16, 3, 9000), (75_000, 7, 7800), (65_792, 10, 4500), (65_537, 5, 8000)] {
            let (found, computed) =
                (sampled::rate(sampled::bloom, bits, hashes, items).unwrap(), rate(bits, hashes, items));
            let error = 4.0 / libm::sqrt(computed * 2_097_152.0) + 0.005;
            assert!((found / computed - 1.0).abs() < error, "{bits} {hashes} {items}: {found}, not {computed}");
        }
    }

    #[test]
    fn at_an_odd_size_positions_are_as_good_as_independent() {
        for (bits, hashes, items) in [(95_851, 7, 10_000), (1_000_003, 20, 30_000), (9_585_059, 2, 1_000_000)] {
            let load = hashes as f64 * items as f64 / bits as f64;
            let independent = libm::pow(-libm::expm1(-load), hashes as f64);
            assert!((rate(bits, hashes, items) / independent - 1.0).abs() < 1e-12);
        }
        assert_eq!(rate(1 << 40, 7, 0), 0.0);
    }
}
