//! Balls in bins, in doubles.

use bloomlab::{Error, MAX_SIZE, Occupancy};

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
    let none = &Occupancy::new(0, 7).unwrap().around_mode().unwrap()[..];
    assert!(matches!(none, [row] if row.occupied == 0 && row.probability == 1.0), "{none:?}");
}

#[test]
fn what_has_no_answer_says_why() {
    let error = Occupancy::new(1, 0).unwrap_err();
    assert!(matches!(&error, Error::Refused(why) if why.name == "bins"), "{error}");
    let large = Occupancy::new(MAX_SIZE, MAX_SIZE).unwrap();
    let error = large.probability(7).unwrap_err();
    assert!(matches!(&error, Error::Refused(why) if why.name == "balls"), "{error}");
    assert!((large.mean() / (MAX_SIZE as f64 * -libm::expm1(-1.0)) - 1.0).abs() < 1e-12);
}
