//! Errors that end the program, with their exit statuses.

use std::borrow::Cow;
use std::io;

use bloomlab::{Advice, ArithmeticKind, Error, MissingMeasure, OutOfDomain, TooLarge, Unanswered, Value};

use crate::flag::Flag;

/// An error that is reported on stderr.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A parameter outside its domain, by its flag.
    #[error("{}", by_flag(.0))]
    OutOfDomain(#[from] OutOfDomain),
    /// A text outside the domain of its flag.
    #[error("{flag} {} is out of domain: needs {domain}", shown(text))]
    Text { flag: Flag, text: String, domain: Cow<'static, str> },
    /// A file that could not be read.
    #[error("{flag} {}: {why}", shown(name))]
    File { flag: Flag, name: String, why: io::Error },
    /// A flag that another one must go with.
    #[error("{given} needs {}", list(needed))]
    Incomplete { given: String, needed: &'static [Flag] },
    /// Two flags that do not go together.
    #[error("{flag} does not go with {other} {value}: needs {other} {needed}")]
    Contradiction { flag: Flag, other: Flag, value: String, needed: &'static str },
    /// What was asked for could not be computed; the answer says why.
    #[error("{0}: {1} could be computed")]
    NothingComputed(&'static str, &'static str),
    /// The library has no answer.
    #[error(transparent)]
    Library(Error),
    /// A quantity could not be evaluated in the arithmetic asked for.
    #[error("{}", failed(*.0, .1))]
    Failed(ArithmeticKind, MissingMeasure),
    /// It would take too long, or too much memory.
    #[error("{}", with_advice(.0.reason(), .0.advice))]
    TooLarge(#[from] TooLarge),
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
            | CommandError::Contradiction { .. } => 2,
            _ => 1,
        }
    }

    /// What the library has no answer to in this arithmetic, with its advice.
    pub fn unanswered(arithmetic: ArithmeticKind, why: Box<Unanswered>) -> Self {
        CommandError::Failed(arithmetic, MissingMeasure { measure: None, why })
    }
}

impl From<Error> for CommandError {
    fn from(error: Error) -> Self {
        match error {
            Error::OutOfDomain(why) => why.into(),
            Error::TooLarge(why) => why.into(),
            other => CommandError::Library(other),
        }
    }
}

/// Why a quantity is missing, which one if there are several, and in which arithmetic unless it is double precision, the default.
fn failed(arithmetic: ArithmeticKind, missing: &MissingMeasure) -> String {
    let asked_for = match arithmetic {
        ArithmeticKind::F64 => String::new(),
        asked_for => format!("{} {asked_for}: ", Flag::Arithmetic),
    };
    let measure = missing.measure.map_or_else(String::new, |measure| format!("{measure}: "));
    format!("{asked_for}{measure}{}", unanswered(&missing.why))
}

/// The reason for a missing value and what to try, by flags.
pub fn unanswered(why: &Unanswered) -> String {
    let reason = match (why.failure.too_large(), why.failure.out_of_domain()) {
        (Some(too_large), _) => too_large.reason(),
        (_, Some(out_of_domain)) => by_flag(out_of_domain),
        _ => why.failure.to_string(),
    };
    with_advice(reason, why.advice)
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
    let names: Vec<_> = flags.iter().map(Flag::to_string).collect();
    match names.split_last() {
        Some((one, [])) => one.clone(),
        Some((end, rest)) => format!("{} and {end}", rest.join(", ")),
        None => String::new(),
    }
}
