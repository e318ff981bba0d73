//! Errors that end the program, with their exit statuses.

use std::borrow::Cow;
use std::io;

use bloomlab::crosscheck::Failure;
use bloomlab::{Error, Refused, Value};
use clap::Command;

/// An error that is reported on stderr. Flags are written with their `--`.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A parameter outside its domain, by its flag.
    #[error("{}", by_flag(.0))]
    Refused(#[from] Refused),
    /// A text outside the domain of its flag.
    #[error("{flag} {} is out of domain: needs {domain}", shown(text))]
    Text { flag: &'static str, text: String, domain: Cow<'static, str> },
    /// A file that could not be read.
    #[error("{flag} {}: {why}", shown(name))]
    File { flag: &'static str, name: String, why: io::Error },
    /// A flag that another one must go with.
    #[error("{given} needs {needed}")]
    Incomplete { given: &'static str, needed: &'static str },
    /// Two flags that do not go together.
    #[error("{flag} does not go with {other} {value}: needs {other} {needed}")]
    Contradiction { flag: &'static str, other: &'static str, value: String, needed: &'static str },
    /// No part of the question could be computed; the answer says why.
    #[error("{0}: {1} could be computed")]
    NothingComputed(&'static str, &'static str),
    /// The library has no answer.
    #[error(transparent)]
    Library(Error),
    /// The answer could not be written.
    #[error("the answer could not be written to stdout: {0}")]
    Output(#[from] io::Error),
}

impl CommandError {
    /// The exit status: 2 for bad arguments, 1 for a later failure.
    pub fn status(&self) -> u8 {
        match self {
            CommandError::Refused(_)
            | CommandError::Text { .. }
            | CommandError::Incomplete { .. }
            | CommandError::Contradiction { .. }
            | CommandError::Library(Error::Incompatible { .. }) => 2,
            _ => 1,
        }
    }

    /// Refuses the first of the flags that are given: they need `--items` as one number, and it is `text`.
    pub fn with_a_range(given: &[(&'static str, bool)], text: &str) -> Result<(), Self> {
        let Some((flag, _)) = given.iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
        let (other, value, needed) = ("--items", text.to_owned(), "as one number");
        Err(CommandError::Contradiction { flag, other, value, needed })
    }
}

impl From<Error> for CommandError {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(why) => why.into(),
            other => CommandError::Library(other),
        }
    }
}

/// The reason for a missing value, by flags.
pub fn failure(why: &Failure) -> String {
    match why {
        Failure::Refused(why) => by_flag(why),
        why => why.to_string(),
    }
}

/// The parameter under the name of its flag, if one sets it.
fn by_flag(why: &Refused) -> String {
    let name = match why.name {
        // two phases share the memory that --bits gives
        "memory" => "bits",
        "fingerprint-bits" => "static",
        "confidence" => "level",
        "bytes" => "file",
        name => name,
    };
    if !has_flag(&crate::command(), name) {
        return why.to_string();
    }
    // as a command line would have it: tiny and huge ones with an exponent
    let value = match why.value {
        Value::Real(rate) if rate != 0.0 && !(1e-5..1e15).contains(&rate.abs()) => format!("{rate:e}"),
        value => value.to_string(),
    };
    format!("--{name} {value} is out of domain: needs {}", why.needs)
}

fn has_flag(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(name))
        || command.get_subcommands().any(|below| has_flag(below, name))
}

/// The most characters of an argument that an error repeats.
const REPEATED: usize = 60;

/// A text as it was given, shortened; in quotes if it has blanks, or nothing else.
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
