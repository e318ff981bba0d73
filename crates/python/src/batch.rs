//! Many questions in one call: on all cores, without Python's lock, and given up at Ctrl-C.

use std::fmt::Display;
use std::num::NonZero;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use std::{env, thread};

use bloomlab::Error;
use numpy::{Element, PyArray1, PyReadonlyArray1};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// Shares of a call that each thread takes, for they take unequal times; and the most questions of a share.
const SHARES: usize = 16;
const MOST: usize = 1 << 10;
/// Limits the threads of a call.
const THREADS: &str = "BLOOMLAB_NUM_THREADS";

/// The cores, which take a quarter of a millisecond to count.
static CORES: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, NonZero::get));

/// The time that a question may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Milliseconds: a single one is answered without a thread, which takes longer than most, and Ctrl-C waits for it.
    Short,
    /// Up to seconds.
    Any,
}

/// Whole numbers, one for each question.
pub type Integers = Column<u64>;
/// Real numbers, one for each question.
pub type Reals = Column<f64>;

/// One argument of all questions. It is copied: other threads of Python may write to an array while Rust reads.
pub struct Column<T>(Vec<T>);

impl<T> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'py, T: Element + Clone> FromPyObject<'_, 'py> for Column<T> {
    type Error = PyErr;

    fn extract(array: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(array.extract::<PyReadonlyArray1<'py, T>>()?.as_array().to_vec()))
    }
}

/// All questions of a call: arguments by name.
#[derive(FromPyObject)]
pub struct Questions<'py>(Bound<'py, PyDict>);

/// An array for each number of an answer.
pub type Answers<'py> = PyResult<Vec<Bound<'py, PyAny>>>;

impl<'py> Questions<'py> {
    /// An argument, which may be a column.
    pub fn get<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<T> {
        self.0.as_any().get_item(name)?.extract().map_err(Into::into)
    }

    /// One of some names.
    pub fn named<T: FromStr<Err: Display>>(&self, name: &str) -> PyResult<T> {
        self.get::<String>(name)?.parse().map_err(|unknown: T::Err| PyValueError::new_err(unknown.to_string()))
    }

    /// Some arguments of one type.
    pub fn all<const N: usize, T: FromPyObjectOwned<'py>>(&self, names: [&str; N]) -> PyResult<[T; N]> {
        let all: Vec<T> = names.iter().map(|name| self.get(name)).collect::<PyResult<_>>()?;
        all.try_into().map_err(|_| PyRuntimeError::new_err("as many arguments as names"))
    }

    /// Columns of whole numbers.
    pub fn integers<const N: usize>(&self, names: [&str; N]) -> PyResult<[Integers; N]> {
        self.all(names)
    }

    /// The answer to each question, which has whole numbers and real ones; 0 and NaN are none.
    pub fn answers<const N: usize, const X: usize>(
        &self,
        answer: impl Fn(usize) -> Result<([u64; N], [f64; X]), Error> + Send + Sync + 'static,
    ) -> Answers<'py> {
        self.columns(self.rows(([0; N], [f64::NAN; X]), answer)?)
    }

    /// The same of questions that are answered soon.
    pub fn short_answers<const N: usize, const X: usize>(
        &self,
        answer: impl Fn(usize) -> Result<([u64; N], [f64; X]), Error> + Send + Sync + 'static,
    ) -> Answers<'py> {
        self.columns(self.rows_of(Length::Short, ([0; N], [f64::NAN; X]), answer)?)
    }

    fn columns<const N: usize, const X: usize>(&self, rows: Vec<([u64; N], [f64; X])>) -> Answers<'py> {
        let py = self.0.py();
        let integers = (0..N).map(|i| PyArray1::from_iter(py, rows.iter().map(|row| row.0[i])).into_any());
        let reals = (0..X).map(|i| PyArray1::from_iter(py, rows.iter().map(|row| row.1[i])).into_any());
        Ok(integers.chain(reals).collect())
    }

    /// The answer to each question. Where Python says which are `asked`, the others get `none`, and so do those without an
    /// answer.
    pub fn rows<T: Clone + Send + Sync + 'static>(
        &self,
        none: T,
        answer: impl Fn(usize) -> Result<T, Error> + Send + Sync + 'static,
    ) -> PyResult<Vec<T>> {
        self.rows_of(Length::Any, none, answer)
    }

    fn rows_of<T: Clone + Send + Sync + 'static>(
        &self,
        length: Length,
        none: T,
        answer: impl Fn(usize) -> Result<T, Error> + Send + Sync + 'static,
    ) -> PyResult<Vec<T>> {
        let asked: Option<Column<bool>> = self.get("asked")?;
        answers(self.0.py(), self.get("count")?, length, move |index| match &asked {
            None => answer(index),
            Some(asked) if asked[index] => Ok(answer(index).unwrap_or_else(|_| none.clone())),
            Some(_) => Ok(none.clone()),
        })
    }
}

/// The answers to questions 0 to `count` − 1, in this order; or `ValueError` with a message and the index of the first that has none.
///
/// The threads belong to the call: those that outlived it would be missing in a forked process, with the locks that they
/// held. Only at Ctrl-C they are left behind, with the question that each has begun.
pub fn answers<T: Send + 'static>(
    py: Python<'_>,
    count: usize,
    length: Length,
    answer: impl Fn(usize) -> Result<T, Error> + Send + Sync + 'static,
) -> PyResult<Vec<T>> {
    if count == 1 && length == Length::Short {
        return py.detach(|| answer(0)).map(|found| vec![found]).map_err(|refused| error(0, &refused));
    }
    let threads = threads()?.min(count);
    let share = (count / (SHARES * threads.max(1))).clamp(1, MOST);
    let (answer, next) = (Arc::new(answer), Arc::new(AtomicUsize::new(0)));
    let given_up = Arc::new(AtomicBool::new(false));
    let (send, mut receive) = channel();
    for _ in 0..threads {
        let (answer, next, send, left) = (answer.clone(), next.clone(), send.clone(), given_up.clone());
        thread::Builder::new().spawn(move || {
            loop {
                let first = next.fetch_add(share, Relaxed);
                let asked = (first..count.min(first + share)).take_while(|_| !left.load(Relaxed));
                let found: Result<Vec<T>, _> = asked.map(|i| answer(i).map_err(|refused| (i, refused))).collect();
                match &found {
                    Ok(answers) if answers.is_empty() => return,
                    Ok(_) => (),
                    // shares before this one have been taken, and may have a question to refuse
                    Err(_) => next.store(count, Relaxed),
                }
                // nobody receives what comes after Ctrl-C
                drop(send.send((first, found)));
            }
        })?;
    }
    drop(send);
    let mut shares = Vec::new();
    loop {
        let receive = &mut receive;
        match py.detach(move || receive.recv_timeout(LOOK)) {
            Ok(share) => shares.push(share),
            Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        py.check_signals().inspect_err(|_| given_up.store(true, Relaxed))?;
    }
    shares.sort_unstable_by_key(|(first, _)| *first);
    let mut all = Vec::with_capacity(count);
    for (_, answers) in shares {
        all.extend(answers.map_err(|(index, refused)| error(index, &refused))?);
    }
    if all.len() < count { Err(PyRuntimeError::new_err("a thread ended without its answers")) } else { Ok(all) }
}

fn threads() -> PyResult<usize> {
    let Ok(text) = env::var(THREADS) else {
        return Ok(*CORES);
    };
    let wrong =
        || PyValueError::new_err(format!("{THREADS} = {text} is out of domain: needs a whole number from 1 on"));
    text.parse().ok().filter(|threads| *threads > 0).ok_or_else(wrong)
}

/// Parameters whose names in Python are others.
const NAMES: [&str; 5] = ["block-bits", "word-bits", "hash-bits", "region-bits", "bits-set"];

/// The refusal of a question: a message, with the parameters under their names in Python, and the index.
fn error(index: usize, refused: &Error) -> PyErr {
    let message =
        NAMES.iter().fold(refused.to_string(), |message, name| message.replace(name, &name.replace('-', "_")));
    let of_memory = matches!(refused, Error::Refused(why) if why.name == "memory");
    PyValueError::new_err((if of_memory { message.replace("memory", "bits") } else { message }, index))
}
