//! Many questions in one call: on all cores, without Python's lock, and interruptible.

use bloomlab::Error;
use numpy::{Element, PyReadonlyArray1};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

/// Questions between two looks for Ctrl-C, where one takes microseconds.
pub const SHORT: usize = 1 << 14;
/// The same where one may take seconds.
pub const LONG: usize = 1 << 4;

/// Whole numbers, one for each question.
pub type Counts<'py> = PyReadonlyArray1<'py, u64>;
/// Real numbers, one for each question.
pub type Reals<'py> = PyReadonlyArray1<'py, f64>;

/// One argument of all questions. It is copied: other threads of Python may write to an array while Rust reads.
pub fn column<T: Element + Clone>(array: &PyReadonlyArray1<'_, T>) -> Vec<T> {
    array.as_array().to_vec()
}

/// The answers to questions 0 to `count` − 1, in this order, `block` of them between two looks for Ctrl-C.
///
/// The threads live as long as the call: a pool that outlived it would be missing in a forked process.
///
/// # Errors
/// `ValueError` with a message and the index of the first question that has no answer; what a handler of signals raises.
pub fn answers<T: Send>(
    py: Python<'_>,
    count: usize,
    block: usize,
    answer: impl Fn(usize) -> Result<T, Error> + Sync,
) -> PyResult<Vec<T>> {
    let refused = |index: usize| move |error: Error| PyValueError::new_err((error.to_string(), index));
    if count <= 1 {
        let answers = py.detach(|| (0..count).map(&answer).collect::<Result<_, _>>());
        return answers.map_err(refused(0));
    }
    let threads = rayon::ThreadPoolBuilder::new().build().map_err(|error| PyOSError::new_err(error.to_string()))?;
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        let questions = all.len()..count.min(all.len() + block);
        let answered: Vec<_> = py.detach(|| threads.install(|| questions.into_par_iter().map(&answer).collect()));
        for one in answered {
            let index = all.len();
            all.push(one.map_err(refused(index))?);
        }
        py.check_signals()?;
    }
    Ok(all)
}
