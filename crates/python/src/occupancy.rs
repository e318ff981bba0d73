//! Balls in bins.

use bloomlab::Occupancy;
use pyo3::prelude::*;

use crate::batch::{Answers, Questions, Time};

/// The probability of each number of occupied bins, its mean and its variance.
#[pyfunction]
pub fn occupancies<'py>(questions: Questions<'py>) -> Answers<'py> {
    let [balls, bins, occupied] = questions.integers(["balls", "bins", "occupied"])?;
    questions.answers(Time::Seconds, move |i| {
        let bins = Occupancy::new(balls[i], bins[i])?;
        Ok(([], [bins.probability(occupied[i])?, bins.mean(), bins.variance()]))
    })
}
