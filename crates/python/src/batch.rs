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
/// Parts of these that threads take in turn.
const SHARES: usize = 16;

/// Whole numbers, one for each question.
pub type IntegerColumn<'py> = PyReadonlyArray1<'py, u64>;
/// Real numbers, one for each question.
pub type Reals<'py> = PyReadonlyArray1<'py, f64>;

/// Parameters whose names in Python are others.
const NAMES: [(&str, &str); 4] =
    [("block-bits", "block_bits"), ("word-bits", "word_bits"), ("region-bits", "region_bits"), ("memory", "bits")];

/// The message of a refusal, with the parameters under their names in Python.
fn message(error: &Error) -> String {
    let message = error.to_string();
    match error {
        Error::OutOfDomain(_) => NAMES.iter().fold(message, |message, (name, python)| message.replace(name, python)),
        _ => message,
    }
}

/// One argument of all questions. It is copied: other threads of Python may write to an array while Rust reads.
pub fn column<T: Element + Clone>(array: &PyReadonlyArray1<'_, T>) -> Vec<T> {
    array.as_array().to_vec()
}

/// The answers to questions 0 to `count` − 1, in this order, `block` of them between two looks for Ctrl-C.
///
/// The threads end with the call: those that outlived it would be missing in a forked process, with the locks that they held.
///
/// # Errors
/// `ValueError` with a message and the index of the first question that has no answer; what a handler of signals raises.
pub fn answers<T: Default + Send>(
    py: Python<'_>,
    count: usize,
    block: usize,
    answer: impl Fn(usize) -> Result<T, Error> + Sync,
) -> PyResult<Vec<T>> {
    let refused = |(index, error): (usize, Error)| PyValueError::new_err((message(&error), index));
    // in turn, as far as the first that is refused
    let answered = |first: usize, answers: &mut [T]| {
        (first..).zip(answers).find_map(|(index, place)| match answer(index) {
            Ok(answer) => {
                *place = answer;
                None
            }
            Err(error) => Some((index, error)),
        })
    };
    let mut all: Vec<T> = (0..count).map(|_| T::default()).collect();
    if count <= 1 {
        return py.detach(|| answered(0, &mut all)).map_or(Ok(all), |why| Err(refused(why)));
    }
    let share = block.div_ceil(SHARES);
    let with_threads = |threads: &rayon::ThreadPool| {
        for (number, answers) in all.chunks_mut(block).enumerate() {
            let shares = answers.par_chunks_mut(share).enumerate();
            let in_share = |(i, answers)| answered(number * block + i * share, answers);
            let first_refused = || shares.filter_map(in_share).min_by_key(|(index, _)| *index);
            if let Some(why) = py.detach(|| threads.install(first_refused)) {
                return Err(refused(why));
            }
            py.check_signals()?;
        }
        Ok(())
    };
    rayon::ThreadPoolBuilder::new()
        .build_scoped(|thread| thread.run(), with_threads)
        .map_err(|error| PyOSError::new_err(error.to_string()))??;
    Ok(all)
}
