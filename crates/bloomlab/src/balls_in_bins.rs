//! Balls in bins.

use bloomlab_numbers::{ANSWER_SECONDS, Cost, Double};
use bloomlab_occupancy::{BallsInBins, law};

use crate::Error;

/// The most that [`occupancy`](crate::occupancy()) may take: [`ANSWER_SECONDS`], and 800 MB.
const MAX_COST: Cost = Cost::of_seconds(ANSWER_SECONDS).holding(1e8);

/// P(N, M, K): the probability that `balls` balls (N) thrown independently into `bins` bins (M) occupy exactly
/// `occupied` of them (K). The bits that n items set under k hash functions are the bins that kn balls occupy.
///
/// Christensen, Roginsky, Jimeno (2010), eq. 8: a recursion with positive terms only. Relative error below 4 N·2^−53; a
/// probability below 1e-290 has lost digits, or is 0.
///
/// # Errors
/// [`Error::OutOfDomain`] unless 1 ≤ M and both N and M are at most 2^63 − 1; [`Error::TooLarge`] from about
/// N·min(N, M) = 4e8 on, where [`occupancy::contour`](mod@crate::occupancy::contour) answers in any arithmetic of enough
/// digits.
///
/// ```
/// // 4 items under 5 hash functions, 32 bits: the probability that 15 bits are set
/// let probability = bloomlab::occupancy(20, 32, 15)?;
/// assert!((probability - 0.263_972).abs() < 1e-6);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn occupancy(balls: u64, bins: u64, occupied: u64) -> Result<f64, Error> {
    let shape = BallsInBins::new(balls, bins)?;
    if occupied > shape.most_occupied() {
        return Ok(0.0);
    }
    let numbers = shape.most_occupied() as f64;
    let cost = Cost { steps: law::recursion_multiplications(shape) as f64, numbers };
    cost.within(MAX_COST, "try fewer balls or bins")?;
    Ok(law::by_recursion(&Double, shape)[occupied as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_occupancy::{MAX_SIZE, Parameter};

    #[test]
    fn the_law_of_a_few_balls_is_that_of_the_textbook() {
        assert_eq!(occupancy(0, 5, 0).unwrap(), 1.0);
        assert_eq!(occupancy(5, 1, 1).unwrap(), 1.0);
        // three balls in three bins: 3, 18 and 6 of 27 ways
        for (occupied, ways) in [(0, 0.0), (1, 3.0), (2, 18.0), (3, 6.0), (4, 0.0), (MAX_SIZE, 0.0)] {
            let probability = occupancy(3, 3, occupied).unwrap();
            assert!((probability - ways / 27.0).abs() < 1e-15, "{occupied}: {probability}");
        }
    }

    #[test]
    fn what_has_no_answer_says_why() {
        let error = occupancy(1, 0, 1).unwrap_err();
        assert!(matches!(&error, Error::OutOfDomain(why) if why.parameter() == Parameter::Bins), "{error}");
        let error = occupancy(MAX_SIZE, MAX_SIZE, 7).unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
    }
}
