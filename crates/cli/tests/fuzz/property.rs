//! What every answer and every refusal must be.

use std::panic::{self, AssertUnwindSafe};

use bloomlab_cli::answer::Answer;
use bloomlab_cli::commands::Response;
use bloomlab_cli::error::CommandError;
use bloomlab_cli::output::Format;
use clap::error::{ContextKind, ErrorKind};
use serde_json::Value;

/// Fields that are probabilities.
const PROBABILITIES: [&str; 8] = [
    "rate",
    "exact",
    "probability",
    "deletability",
    "rate_after_deletions",
    "false_negative_rate",
    "rate_after_growth",
    "classic_true_rate",
];

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With an answer.
    Answered,
    /// With a reason why there is none.
    Failed,
    /// With an error about the arguments.
    Refused,
}

/// Runs a command in this process; what is wrong with how it ended.
pub fn end(arguments: &[String]) -> Result<End, String> {
    unpanicked(|| run(arguments))
}

/// How something ended, where a panic is wrong.
pub fn unpanicked(runs: impl FnOnce() -> Result<End, String>) -> Result<End, String> {
    panic::catch_unwind(AssertUnwindSafe(runs)).unwrap_or_else(|why| {
        let text = why.downcast_ref::<String>().cloned();
        Err(format!("panic: {}", text.or(why.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()))
    })
}

fn run(arguments: &[String]) -> Result<End, String> {
    let words = ["bloomlab"].into_iter().chain(arguments.iter().map(String::as_str));
    let cli = match bloomlab_cli::parsed(words) {
        Ok(cli) => cli,
        Err(error) => return refused_by_parser(&error),
    };
    match cli.command.run() {
        Ok(Response::Text(_)) => Ok(End::Answered),
        Ok(Response::Answer(answer)) => {
            well_formed(&Written::of(&answer)?)?;
            Ok(if answer.missing().is_some() { End::Failed } else { End::Answered })
        }
        Err(error) => refused(&error, &error.to_string()),
    }
}

/// Whether the parser's refusal has the exit status 2, and names the flag and the value that it is about.
pub fn refused_by_parser(error: &clap::Error) -> Result<End, String> {
    let text = error.to_string();
    match (error.kind(), error.exit_code()) {
        (ErrorKind::DisplayHelp | ErrorKind::DisplayVersion, 0) => return Ok(End::Answered),
        (_, 2) => {}
        (kind, status) => return Err(format!("exit status {status} after {kind}")),
    }
    let named = |kind| error.get(kind).is_none_or(|value| text.contains(&value.to_string()));
    let is_about_value = matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
    if is_about_value && !(text.contains("--") && named(ContextKind::InvalidArg) && named(ContextKind::InvalidValue)) {
        return Err(format!("neither flag nor value is named: {text}"));
    }
    Ok(End::Refused)
}

/// Whether an error names its flags in its text, and one about a value the value and its domain as well.
pub fn refused(error: &CommandError, text: &str) -> Result<End, String> {
    if has_no_number(text) && !matches!(error, CommandError::Text { .. } | CommandError::OutOfDomain(_)) {
        return Err(format!("no number in: {text}"));
    }
    match error {
        CommandError::OutOfDomain(_) | CommandError::Text { .. } if !names_flag_value_and_domain(text) => {
            Err(format!("flag, value or domain are not named: {text}"))
        }
        CommandError::Incomplete { .. } | CommandError::Contradiction { .. } if !text.contains("--") => {
            Err(format!("no flag is named: {text}"))
        }
        CommandError::Output(_) | CommandError::Workbench(_) | CommandError::Gallery(_) => {
            Err(format!("about files: {text}"))
        }
        error if error.status() == 2 => Ok(End::Refused),
        _ => Ok(End::Failed),
    }
}

/// `--flag value is out of domain: needs domain`.
fn names_flag_value_and_domain(text: &str) -> bool {
    let parts = text.split_once(" is out of domain: needs ");
    parts.is_some_and(|(given, domain)| {
        let value = given.strip_prefix("--").and_then(|given| given.split_once(' '));
        !domain.trim().is_empty() && value.is_some_and(|(_, value)| !value.trim().is_empty())
    })
}

/// An answer in all three formats.
#[derive(Clone, Debug)]
pub struct Written {
    pub json: String,
    pub table: String,
    pub csv: String,
}

impl Written {
    pub fn of(answer: &Answer) -> Result<Self, String> {
        let text = |format: Format| {
            let mut bytes = Vec::new();
            format.write(answer, &mut bytes).map_err(|error| format!("{format:?}: {error}"))?;
            String::from_utf8(bytes).map_err(|error| format!("{format:?}: {error}"))
        };
        Ok(Self { json: text(Format::Json)?, table: text(Format::Table)?, csv: text(Format::Csv)? })
    }
}

/// Whether an answer is JSON with results, whose numbers are numbers; and has as many lines of CSV.
pub fn well_formed(answer: &Written) -> Result<(), String> {
    let json: Value = serde_json::from_str(&answer.json).map_err(|error| format!("JSON: {error}"))?;
    let results = json["results"].as_array().filter(|results| !results.is_empty()).ok_or("no results")?;
    results.iter().try_for_each(number)?;
    json.as_object().into_iter().flatten().filter(|(name, _)| *name != "results").try_for_each(|(_, at)| number(at))?;
    for text in [&answer.table, &answer.csv] {
        if has_no_number(text) {
            return Err(format!("no number in: {text}"));
        }
    }
    let mut reader = csv::Reader::from_reader(answer.csv.as_bytes());
    let lines = reader.records().try_fold(0, |lines, record| record.map(|_| lines + 1)).map_err(|e| e.to_string())?;
    if lines == results.len() { Ok(()) } else { Err(format!("{lines} lines of CSV for {} results", results.len())) }
}

/// Whether every number below a value is one, its bounds are in order, and probabilities are between 0 and 1.
fn number(value: &Value) -> Result<(), String> {
    let Some(fields) = value.as_object() else {
        return value.as_array().into_iter().flatten().try_for_each(number);
    };
    let real = |name: &str| fields.get(name).and_then(Value::as_str).map(str::parse::<f64>);
    for name in ["decimal", "lower", "upper"] {
        if real(name).is_some_and(|real| !real.is_ok_and(|real| !real.is_nan())) {
            return Err(format!("{name} is no number: {value}"));
        }
    }
    if let (Some(Ok(lower)), Some(Ok(middle)), Some(Ok(upper))) = (real("lower"), real("decimal"), real("upper"))
        && !(lower <= middle && middle <= upper)
    {
        return Err(format!("bounds out of order: {value}"));
    }
    for (name, below) in fields {
        let double = below.get("value").and_then(Value::as_f64);
        let is_measured = PROBABILITIES.contains(&name.as_str()) && fields.get("formula").is_none();
        if is_measured && double.is_some_and(|rate| !(0.0..=1.0 + 1e-9).contains(&rate)) {
            return Err(format!("{name} is no probability: {below}"));
        }
        number(below)?;
    }
    Ok(())
}

/// Whether a word of a text says that a number is none.
fn has_no_number(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|word| ["nan", "inf", "infinity"].contains(&word.to_lowercase().as_str()))
}
