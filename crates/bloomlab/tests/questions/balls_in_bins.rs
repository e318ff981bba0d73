//! Balls in bins.

use bloomlab::{Certified, Error, MAX_SIZE, Occupancy};

fn occupancy(balls: u64, bins: u64) -> Occupancy {
    Occupancy::new(balls, bins).unwrap()
}

fn rows(occupancy: &Occupancy) -> Vec<(u64, Result<Certified, Error>)> {
    let around = occupancy.around_mode().unwrap();
    around.map(|occupied| (occupied, occupancy.certified_probability(occupied, 17))).collect()
}

fn decimal(value: &Result<Certified, Error>, digits: usize) -> String {
    value.as_ref().unwrap().decimal(digits)
}

#[test]
fn the_distribution_of_a_few_balls_is_that_of_the_textbook() {
    let probability = |balls, bins, occupied| occupancy(balls, bins).probability(occupied).unwrap();
    assert_eq!((probability(0, 5, 0), probability(5, 1, 1)), (1.0, 1.0));
    // three balls in three bins: 3, 18 and 6 of 27 ways
    for (occupied, ways) in [(0, 0.0), (1, 3.0), (2, 18.0), (3, 6.0), (4, 0.0), (MAX_SIZE, 0.0)] {
        let probability = probability(3, 3, occupied);
        assert!((probability - ways / 27.0).abs() < 1e-15, "{occupied}: {probability}");
    }
    let large = occupancy(MAX_SIZE, MAX_SIZE);
    assert!((large.mean() / (MAX_SIZE as f64 * -libm::expm1(-1.0)) - 1.0).abs() < 1e-12);
}

#[test]
fn the_rows_around_the_mode_are_the_distribution() {
    for (balls, bins) in
        [(0, 3), (1, 1), (7, 1), (50, 30), (400, 37), (200, 2), (1687, 7), (65_536, 255), (859_161, 4905)]
    {
        let occupancy = occupancy(balls, bins);
        let rows = rows(&occupancy);
        let rows: Vec<_> =
            rows.iter().map(|(k, value)| (*k as f64, value.as_ref().map_or(0.0, Certified::to_f64))).collect();
        let sum = |of: &dyn Fn(f64) -> f64| rows.iter().map(|(k, probability)| of(*k) * probability).sum::<f64>();
        let (mean, variance) = (occupancy.mean(), occupancy.variance());
        assert!(
            (sum(&|_| 1.0) - 1.0).abs() < 1e-12 && (sum(&|k| k) - mean).abs() < 1e-10 * mean.max(1.0),
            "{balls} {bins}"
        );
        assert!((sum(&|k| (k - mean).powi(2)) - variance).abs() <= 1e-9 * variance, "{balls} {bins}");
        let certified = occupancy.certified_variance(20).unwrap().to_f64();
        assert!((variance - certified).abs() <= 1e-12 * certified);
        let certified = occupancy.certified_mean(20).unwrap().to_f64();
        assert!((certified - mean).abs() < 1e-12 * mean.max(1.0));
    }
    // both of two bins are occupied but for 2 of 2^200 outcomes
    assert_eq!(decimal(&occupancy(200, 2).certified_probability(1, 12), 12), "1.24460305557e-60");
}

#[test]
fn what_mpfr_cannot_hold_is_said_to_be_below() {
    let few = occupancy(1 << 40, 100);
    assert!(matches!(few.certified_variance(17), Err(Error::Below(_))));
    let rows = rows(&few);
    assert!(rows[..20].iter().all(|(_, probability)| matches!(probability, Err(Error::Below(_)))));
    assert_eq!(decimal(&rows[20].1, 5), "1.0000");
    assert!(matches!(few.certified_probability(3, 101), Err(Error::Refused(_))));
}

#[test]
fn quantiles_are_those_of_the_sums() {
    // three balls in three bins: 3, 18 and 6 of 27 ways
    let few = Occupancy::new(3, 3).unwrap();
    for (probability, occupied) in [(0.1, 1), (0.12, 2), (0.7, 2), (0.78, 3), (1.0 - 1e-9, 3)] {
        assert_eq!(few.quantile(probability).unwrap().occupied, occupied, "{probability}");
    }
    let found = few.at_most(2).unwrap();
    assert!((found.probability - 21.0 / 27.0).abs() < 1e-15 && (found.above - 6.0 / 27.0).abs() < 1e-15);
    assert_eq!((few.at_most(0).unwrap().probability, few.at_most(MAX_SIZE).unwrap().above), (0.0, 0.0));
    assert_eq!(Occupancy::new(0, 7).unwrap().quantile(0.5).unwrap().occupied, 0);
    let out = [
        few.quantile(0.0),
        few.quantile(1.0),
        few.quantile(f64::NAN),
        Occupancy::new(1 << 20, 1 << 50).unwrap().quantile(0.5),
    ];
    assert!(out.iter().all(Result::is_err));
}

/// Above 2^30 multiplications the approximation answers: against certified probabilities, summed beyond its quantiles, and below just under it.
#[test]
fn approximate_quantiles_are_right_to_a_count() {
    let (balls, bins) = (1 << 16, 40_000);
    let occupancy = Occupancy::new(balls, bins).unwrap();
    for quantile in [1e-6, 0.999, 1.0 - 1e-8] {
        let found = occupancy.quantile(quantile).unwrap();
        assert!(!found.is_exact);
        // the nearer tail, term by term until nothing is left
        let upper = quantile > 0.5;
        let tail = |from: u64| {
            let term = |i: u64| {
                occupancy.certified_probability(if upper { from + 1 + i } else { from - i }, 6).unwrap().to_f64()
            };
            (0..1000).map(term).take_while(|p| *p > 1e-13).sum::<f64>()
        };
        let keeps = |occupied: u64| if upper { tail(occupied) <= 1.0 - quantile } else { tail(occupied) >= quantile };
        assert!(keeps(found.occupied + 2) && !keeps(found.occupied - 3), "{quantile}: {found:?}");
    }
}
