//! Errors that end the program, with their exit statuses.

use std::fmt;
use std::io;

use bloomlab::OutOfDomain;
use bloomlab::crosscheck::{ArithmeticKind, Failure};
use bloomlab::exact::NotCertified;
use bloomlab::formulas::FormulaError;
use bloomlab::numbers::TooLarge;
use bloomlab::occupancy::{Refused, Value};
use bloomlab_gallery::GalleryError;
use bloomlab_workbench::WorkbenchError;

use crate::commands::Undecided;
use crate::flag::Flag;

/// An error that is reported on stderr.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A parameter outside its domain, by its flag.
    #[error("{}", by_flag(.0))]
    OutOfDomain(#[from] OutOfDomain),
    /// A text outside the domain of its flag.
    #[error("{flag} {} is out of domain: needs {domain}", visible(text))]
    Text {
        /// The flag.
        flag: Flag,
        /// What was given.
        text: String,
        /// What may be given.
        domain: &'static str,
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
    /// Nothing that was asked for could be computed.
    #[error("{0}: none of the results could be computed")]
    NothingComputed(&'static str),
    /// A quantity could not be evaluated in the arithmetic asked for.
    #[error("{}{}", by_arithmetic(*arithmetic), advised(failure, *instead))]
    Failed {
        /// The arithmetic.
        arithmetic: ArithmeticKind,
        /// Why not.
        failure: Failure,
        /// What to try.
        instead: Option<Instead>,
    },
    /// The rate of a filter that was found could not be certified.
    #[error("the rate of the filter could not be certified: {0}")]
    NoRate(String),
    /// It would take too long, or too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A rate could not be compared with the target.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// A quantity could not be certified.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
    /// The workspace could not be found, read or written.
    #[error("{}{}", .0, where_to_run(.0))]
    Workbench(#[from] WorkbenchError),
    /// There is no gallery.
    #[error(transparent)]
    Gallery(#[from] GalleryError),
    /// Files that belong to no figure.
    #[error("files that belong to no figure:\n  {}", .0.join("\n  "))]
    Orphans(Vec<String>),
    /// The answer could not be written.
    #[error("the answer could not be written to stdout: {0}")]
    Output(#[from] io::Error),
}

/// What to try after a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Instead {
    /// This arithmetic.
    Arithmetic(ArithmeticKind),
    /// This many hash functions.
    Hashes(u64),
    /// This many digits.
    Digits(usize),
    /// This limit of time, in seconds.
    Seconds(f64),
    /// Less of one of them.
    Less(&'static [Flag]),
    /// A larger target.
    LargerTarget,
    /// A larger target, or a smaller filter.
    LargerTargetOrFewerBits,
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instead::Arithmetic(arithmetic) => write!(f, "try {} {arithmetic}", Flag::Arithmetic),
            Instead::Hashes(hashes) => write!(f, "try {} {hashes}", Flag::Hashes),
            Instead::Less(flags) => write!(f, "try a smaller {}", alternatives(flags)),
            Instead::Digits(digits) => write!(f, "try {} {digits}", Flag::Digits),
            Instead::Seconds(seconds) => write!(f, "try {} {seconds}", Flag::Seconds),
            Instead::LargerTarget => write!(f, "try a larger {}", Flag::Target),
            Instead::LargerTargetOrFewerBits => write!(f, "try a larger {} or a smaller {}", Flag::Target, Flag::Bits),
        }
    }
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
            CommandError::NothingComputed(_)
            | CommandError::Failed { .. }
            | CommandError::NoRate(_)
            | CommandError::TooLarge(_)
            | CommandError::Undecided(_)
            | CommandError::NotCertified(_)
            | CommandError::Workbench(_)
            | CommandError::Gallery(_)
            | CommandError::Orphans(_)
            | CommandError::Output(_) => 1,
        }
    }

    /// What a model refused, with the flags to try where it was too large: the library's own advice names no flags.
    pub fn refused(refused: impl Into<Refused>, instead: Instead) -> Self {
        match refused.into() {
            Refused::OutOfDomain(error) => error.into(),
            Refused::TooLarge(error) => error.instead(instead.to_string()).into(),
        }
    }
}

/// The reason for a missing value, with the flags to try: the library's own advice names none.
pub fn advised(failure: &Failure, instead: Option<Instead>) -> String {
    match (too_large(failure), instead) {
        (Some(error), Some(instead)) => error.clone().instead(instead.to_string()).to_string(),
        (None, Some(instead)) => format!("{}; {instead}", reason(failure)),
        (_, None) => reason(failure),
    }
}

/// The refusal, where the failure is one.
pub fn too_large(failure: &Failure) -> Option<&TooLarge> {
    match failure {
        Failure::TooLarge(error)
        | Failure::Refused(Refused::TooLarge(error))
        | Failure::Formula(FormulaError::Refused(Refused::TooLarge(error))) => Some(error),
        _ => None,
    }
}

/// Names the arithmetic, unless it is the default, double precision.
fn by_arithmetic(arithmetic: ArithmeticKind) -> String {
    match arithmetic {
        ArithmeticKind::F64 => String::new(),
        asked_for => format!("{} {asked_for}: ", Flag::Arithmetic),
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
    match failure {
        Failure::Refused(Refused::OutOfDomain(why))
        | Failure::Formula(FormulaError::Refused(Refused::OutOfDomain(why))) => by_flag(why),
        failure => failure.to_string(),
    }
}

fn by_flag(why: &OutOfDomain) -> String {
    match Flag::of(why.parameter()) {
        Some(flag) => format!("{flag} {} is out of domain: needs {}", short(why.value()), why.domain()),
        None => why.to_string(),
    }
}

/// A text as it was given; a blank one in quotes.
fn visible(text: &str) -> String {
    if text.trim().is_empty() { format!("{text:?}") } else { text.to_owned() }
}

/// A value as a command line would have it: a tiny rate with its exponent.
fn short(value: Value) -> String {
    match value {
        Value::Real(rate) if rate != 0.0 && rate.abs() < 1e-5 => format!("{rate:e}"),
        value => value.to_string(),
    }
}

fn where_to_run(error: &WorkbenchError) -> String {
    match error {
        WorkbenchError::NoWorkspace(_) => format!("; run within the workspace, or name it with {}", Flag::Root),
        _ => String::new(),
    }
}

/// `--a, --b and --c`.
fn list(flags: &[Flag]) -> String {
    joined(flags, " and ")
}

/// `--a, --b or --c`.
fn alternatives(flags: &[Flag]) -> String {
    joined(flags, " or ")
}

fn joined(flags: &[Flag], last: &str) -> String {
    let names: Vec<_> = flags.iter().map(Flag::to_string).collect();
    match names.split_last() {
        Some((one, [])) => one.clone(),
        Some((end, rest)) => format!("{}{last}{end}", rest.join(", ")),
        None => String::new(),
    }
}
