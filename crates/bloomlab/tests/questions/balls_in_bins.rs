//! Balls in bins.

use bloomlab::{Certified, Error, MAX_SIZE, Occupancy};

#[test]
fn the_distribution_of_a_few_balls_is_that_of_the_textbook() {
    let probability = |balls, bins, occupied| Occupancy::new(balls, bins).unwrap().probability(occupied).unwrap();
    assert_eq!(probability(0, 5, 0), 1.0);
    assert_eq!(probability(5, 1, 1), 1.0);
    // three balls in three bins: 3, 18 and 6 of 27 ways
    for (occupied, ways) in [(0, 0.0), (1, 3.0), (2, 18.0), (3, 6.0), (4, 0.0), (MAX_SIZE, 0.0)] {
        let probability = probability(3, 3, occupied);
        assert!((probability - ways / 27.0).abs() < 1e-15, "{occupied}: {probability}");
    }
}

#[test]
fn mean_variance_and_the_rows_around_the_mode_are_those_of_the_distribution() {
    let occupancy = Occupancy::new(50, 30).unwrap();
    let rows = occupancy.around_mode().unwrap();
    let sum = |of: fn(f64) -> f64| rows.iter().map(|row| of(row.occupied as f64) * row.probability).sum::<f64>();
    assert!((sum(|_| 1.0) - 1.0).abs() < 1e-12);
    assert!((sum(|k| k) - occupancy.mean()).abs() < 1e-10);
    assert!((sum(|k| k * k) - occupancy.mean().powi(2) - occupancy.variance()).abs() < 1e-9);
    let large = Occupancy::new(MAX_SIZE, MAX_SIZE).unwrap();
    assert!((large.mean() / (MAX_SIZE as f64 * -libm::expm1(-1.0)) - 1.0).abs() < 1e-12);
    let none = &Occupancy::new(0, 7).unwrap().around_mode().unwrap()[..];
    assert!(matches!(none, [row] if row.occupied == 0 && row.probability == 1.0), "{none:?}");
}

fn occupancy(balls: u64, bins: u64) -> Occupancy {
    Occupancy::new(balls, bins).unwrap()
}

fn decimal(value: &Result<Certified, Error>, digits: usize) -> String {
    value.as_ref().unwrap().decimal(digits)
}

#[test]
fn many_balls_in_few_bins_have_their_distribution() {
    for (balls, bins) in [(100, 1), (200, 2), (1687, 7), (10_000, 100), (65_536, 255), (973, 1), (859_161, 4905)] {
        let rows = occupancy(balls, bins).certified_around_mode(17).unwrap();
        let sum: f64 = rows.iter().map(|row| row.probability.as_ref().map_or(0.0, Certified::to_f64)).sum();
        assert!((sum - 1.0).abs() < 1e-12 && rows.last().unwrap().occupied == bins, "{balls} {bins}: {sum}");
    }
    // both of two bins are occupied but for 2 of 2^200 outcomes
    let two = occupancy(200, 2);
    assert_eq!(decimal(&two.certified_probability(1, 12), 12), "1.24460305557e-60");
    assert_eq!(decimal(&two.certified_probability(2, 12), 12), "1.00000000000");
    assert_eq!(decimal(&occupancy(100, 1).certified_probability(1, 5), 5), "1.0000");
}

#[test]
fn certified_values_are_those_of_double_precision() {
    for (balls, bins) in [(0, 3), (1, 1), (7, 1), (20, 32), (90, 30), (400, 37)] {
        let occupancy = occupancy(balls, bins);
        let (doubles, rows) = (occupancy.around_mode().unwrap(), occupancy.certified_around_mode(20).unwrap());
        assert_eq!(doubles.len(), rows.len(), "{balls} {bins}");
        for (double, row) in doubles.iter().zip(&rows) {
            let certified = row.probability.as_ref().unwrap().to_f64();
            let error = (double.probability - certified).abs();
            assert!(double.occupied == row.occupied && error <= 1e-12 * certified, "{balls} {bins} {double:?}");
        }
        let variance = occupancy.certified_variance(20).unwrap().to_f64();
        assert!((occupancy.variance() - variance).abs() <= 1e-12 * variance);
        assert!(
            (occupancy.certified_mean(20).unwrap().to_f64() - occupancy.mean()).abs()
                < 1e-12 * occupancy.mean().max(1.0)
        );
    }
}

#[test]
fn what_mpfr_cannot_hold_is_said_to_be_below() {
    let few = occupancy(1 << 40, 100);
    assert!(matches!(few.certified_variance(17), Err(Error::Below(_))));
    let rows = few.certified_around_mode(17).unwrap();
    assert!(rows[..20].iter().all(|row| matches!(row.probability, Err(Error::Below(_)))));
    assert_eq!(decimal(&rows[20].probability, 5), "1.0000");
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
