//! Thinned bounds, and their outermost rates.

use super::*;

/// A thinner bound stays outside the finer one, at every rate, and close to it.
#[test]
fn merged_rates_bound_the_others() {
    let steps = 4000;
    let points: Vec<(f64, f64)> = (0..=steps)
        .map(|i| {
            let z = f64::from(i - steps / 2) * 0.01;
            (0.01 * libm::exp(-0.5 * z * z) / libm::sqrt(std::f64::consts::TAU), 0.3 * libm::exp(0.05 * z))
        })
        .collect();
    let fine = RateDistribution::between(points.clone(), points.clone(), 0.3, 0.015 * 0.015);
    let exact = RateDistribution::new(points);
    assert_eq!(exact.clone().thinned(10).points(), exact.points());
    for (cells, closeness) in [(20, 0.6), (200, 0.08)] {
        let thin = fine.clone().thinned(cells);
        assert!(thin.points() <= cells + 1 && !thin.is_exact(), "{}", thin.points());
        let tail = |points: &[(f64, f64)], rate: f64| -> f64 {
            points.iter().rev().filter(|point| point.1 >= rate).map(|point| point.0).sum()
        };
        for rate in [0.1, 0.25, 0.29, 0.3, 0.31, 0.35, 0.4, 0.6] {
            let true_tail = tail(&fine.above, rate);
            assert!(tail(&thin.above, rate) >= true_tail * (1.0 - 1e-12), "{cells} {rate}");
            assert!(tail(thin.lower(), rate) <= true_tail * (1.0 + 1e-12), "{cells} {rate}");
        }
        let deviations = |points: &[(f64, f64)]| (mean(points) - mean(&fine.above)) / 0.015;
        let (up, down) = (deviations(&thin.above), deviations(thin.lower()));
        assert!(0.0 < up && up < closeness && -closeness < down && down < 0.0, "{cells}: {up} {down}");
    }
}

/// Far out rates, so unlikely that no filter has them, change no tail over several filters; and the bound stays one.
#[test]
fn outermost_rates_are_added() {
    let near = vec![(0.25, 0.008), (0.5, 0.01), (0.25, 0.012)];
    let exact = RateDistribution::new(near.clone()).spread_over(10);
    let with = |weight: f64, rate: f64| -> Vec<_> { near.iter().copied().chain([(weight, rate)]).collect() };
    for weight in [1e-18, 1e-22, 1e-40, 1e-300] {
        let bounds = RateDistribution::between(with(weight, 1e-9), with(weight, 1.0), 0.01, 2e-6).spread_over(10);
        for (count, below) in [(120, 90), (140, 70), (160, 50)] {
            for (bound, tail, lost) in [
                (bounds.at_least(10_000, count), exact.at_least(10_000, count), 10.0 * weight),
                (bounds.at_most(10_000, below), exact.at_most(10_000, below), 10.0 * weight),
                (bounds.surely_at_least(10_000, below), exact.at_least(10_000, below), -10.0 * weight),
            ] {
                assert!((bound - tail - lost).abs() <= 1e-10 * tail, "{weight} {count}: {bound} {tail}");
            }
        }
        let all = exact.count_variance(10_000) / (10_000.0 * 0.008);
        assert!((bounds.width(10_000).powi(2) / all - 1.0).abs() < 1e-3, "{weight}: {} {all}", bounds.width(10_000));
    }
}
