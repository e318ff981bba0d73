//! Errors that end the program, with their exit statuses.

use std::borrow::Cow;
use std::io;

use bloomlab::{
    Advice, ArithmeticKind, DeletableMeasure, Error, Failure, NotCertified, OutOfDomain, Refused, TooLarge, Unanswered,
    Value,
};
use bloomlab_calculator::CalculatorError;
use bloomlab_gallery::GalleryError;
use bloomlab_workbench::WorkbenchError;

use crate::flag::Flag;

/// An error that is reported on stderr.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A parameter outside its domain, by its flag.
    #[error("{}", by_flag(.0))]
    OutOfDomain(#[from] OutOfDomain),
    /// A text outside the domain of its flag.
    #[error("{flag} {} is out of domain: needs {domain}", shown(text))]
    Text {
        /// The flag.
        flag: Flag,
        /// What was given.
        text: String,
        /// What may be given.
        domain: Cow<'static, str>,
    },
    /// A flag that another one must go with.
    #[error("{given} needs {}", list(needed))]
    Incomplete {
        /// What was given.
        given: String,
        /// What must go with it.
        needed: &'static [Flag],
    },
    /// Two flags that do not go together.
    #[error("{flag} does not go with {other} {value}: needs {other} {needed}")]
    Contradiction {
        /// The flag.
        flag: Flag,
        /// The flag that it does not go with.
        other: Flag,
        /// The other's value.
        value: String,
        /// The value that the other must have.
        needed: &'static str,
    },
    /// A name that nothing in the workspace has.
    #[error("no {what} `{name}` in this workspace; bloomlab {listed_by} lists them")]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// The name that it does not have.
        name: String,
        /// The subcommand that lists the names.
        listed_by: &'static str,
    },
    /// What was asked for could not be computed; the answer says why.
    #[error("{0}: {1} could be computed")]
    NothingComputed(&'static str, &'static str),
    /// The library has no answer.
    #[error(transparent)]
    Library(Error),
    /// A quantity could not be evaluated in the arithmetic asked for.
    #[error("{}{}{}", by_arithmetic(*arithmetic), by_measure(*measure), advised(&why.failure, Some(why.advice)))]
    Failed {
        /// The arithmetic.
        arithmetic: ArithmeticKind,
        /// Which of several quantities it is.
        measure: Option<DeletableMeasure>,
        /// Why not, and what to try.
        why: Box<Unanswered>,
    },
    /// It would take too long, or too much memory.
    #[error("{}", too_large_by_flag(.0))]
    TooLarge(#[from] TooLarge),
    /// A quantity could not be certified.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
    /// The workspace could not be found, read or written.
    #[error("{}{}", .0, where_to_run(.0))]
    Workbench(#[from] WorkbenchError),
    /// There is no gallery.
    #[error(transparent)]
    Gallery(#[from] GalleryError),
    /// There is no calculator.
    #[error(transparent)]
    Calculator(#[from] CalculatorError),
    /// Files that belong to no figure.
    #[error("files that belong to no figure:\n  {}", .0.join("\n  "))]
    Orphans(Vec<String>),
    /// The answer could not be written.
    #[error("the answer could not be written to stdout: {0}")]
    Output(#[from] io::Error),
}

impl CommandError {
    /// The exit status: 2 for bad arguments, 1 for a later failure.
    pub fn status(&self) -> u8 {
        match self {
            CommandError::OutOfDomain(_)
            | CommandError::Text { .. }
            | CommandError::Incomplete { .. }
            | CommandError::Contradiction { .. }
            | CommandError::Unknown { .. } => 2,
            CommandError::NothingComputed(..)
            | CommandError::Library(_)
            | CommandError::Failed { .. }
            | CommandError::TooLarge(_)
            | CommandError::NotCertified(_)
            | CommandError::Workbench(_)
            | CommandError::Gallery(_)
            | CommandError::Calculator(_)
            | CommandError::Orphans(_)
            | CommandError::Output(_) => 1,
        }
    }

    /// What the library has no answer to in this arithmetic, with its advice.
    pub fn unanswered(arithmetic: ArithmeticKind, why: Box<Unanswered>) -> Self {
        CommandError::Failed { arithmetic, measure: None, why }
    }

    /// What a model refused, with the flags to try where it was too large: the library's own advice names no flags.
    pub fn refused(refused: impl Into<Refused>, instead: Advice) -> Self {
        match refused.into() {
            Refused::OutOfDomain(error) => error.into(),
            Refused::TooLarge(error) => error.advising(instead).into(),
        }
    }
}

/// The reason for a missing value, with the flags to try: the library's own advice names none.
pub fn advised(failure: &Failure, advice: Option<Advice>) -> String {
    match failure.too_large() {
        Some(why) => with_advice(why.reason(), advice.unwrap_or(why.advice)),
        None => with_advice(reason(failure), advice.unwrap_or_default()),
    }
}

/// The reason for a missing value and what to try, by flags.
pub fn unanswered(why: &Unanswered) -> String {
    advised(&why.failure, Some(why.advice))
}

/// Names the arithmetic, unless it is the default, double precision.
fn by_arithmetic(arithmetic: ArithmeticKind) -> String {
    match arithmetic {
        ArithmeticKind::F64 => String::new(),
        asked_for => format!("{} {asked_for}: ", Flag::Arithmetic),
    }
}

/// The quantity by the name of its field.
fn by_measure(measure: Option<DeletableMeasure>) -> String {
    measure.map_or_else(String::new, |measure| format!("{measure}: "))
}

impl From<Error> for CommandError {
    fn from(error: Error) -> Self {
        match error {
            Error::OutOfDomain(why) => why.into(),
            Error::TooLarge(why) => why.into(),
            Error::NotCertified(why) => why.into(),
            other => CommandError::Library(other),
        }
    }
}

impl From<Refused> for CommandError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::OutOfDomain(error) => error.into(),
            Refused::TooLarge(error) => error.into(),
        }
    }
}

/// The reason for a missing value, its parameter named by the flag.
pub fn reason(failure: &Failure) -> String {
    failure.out_of_domain().map_or_else(|| failure.to_string(), by_flag)
}

fn by_flag(why: &OutOfDomain) -> String {
    match Flag::of(why.parameter()) {
        Some(flag) => format!("{flag} {} is out of domain: needs {}", short(why.value()), why.domain()),
        None => why.to_string(),
    }
}

/// The most characters of an argument that an error repeats.
const REPEATED: usize = 60;

/// A text as it was given, shortened; in quotes where it has blanks, or nothing else.
fn shown(text: &str) -> String {
    let text = shortened(text);
    if text.is_empty() || text.contains(char::is_whitespace) { format!("{text:?}") } else { text }
}

/// The beginning of a text that is too long to be repeated, and what it lacks.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(REPEATED) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}

/// A value as a command line would have it: tiny and huge ones with an exponent.
fn short(value: Value) -> String {
    match value {
        Value::Real(rate) if rate != 0.0 && !(1e-5..1e15).contains(&rate.abs()) => format!("{rate:e}"),
        value => value.to_string(),
    }
}

fn where_to_run(error: &WorkbenchError) -> String {
    match error {
        WorkbenchError::NoWorkspace(_) => format!("; run within the workspace, or name it with {}", Flag::Root),
        _ => String::new(),
    }
}

/// A refusal whose advice names flags.
fn too_large_by_flag(error: &TooLarge) -> String {
    with_advice(error.reason(), error.advice)
}

/// A reason and what to try, by flags.
fn with_advice(reason: String, advice: Advice) -> String {
    let flag = |parameter| Flag::of(parameter).map_or_else(|| parameter.to_string(), |flag| flag.to_string());
    match advice.clause(flag, "", |arithmetic| format!("{} {arithmetic}", Flag::Arithmetic)) {
        Some(clause) => format!("{reason}; {clause}"),
        None => reason,
    }
}

/// `--a, --b and --c`.
fn list(flags: &[Flag]) -> String {
    joined(flags)
}

fn joined(flags: &[Flag]) -> String {
    let names: Vec<_> = flags.iter().map(Flag::to_string).collect();
    match names.split_last() {
        Some((one, [])) => one.clone(),
        Some((end, rest)) => format!("{} and {end}", rest.join(", ")),
        None => String::new(),
    }
}
