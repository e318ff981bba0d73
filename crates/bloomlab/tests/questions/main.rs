//! The public questions, their answers and their refusals.

mod balls_in_bins;
mod compare_items;
mod compare_window;
mod published;
mod recycling;
mod refusals;
mod several;
mod sizes;
mod stored;

use bloomlab::Value;

/// The parameter of a sized filter that is a count.
fn integer(parameters: &[(&'static str, Value)], name: &str) -> u64 {
    match parameters.iter().find(|(found, _)| *found == name) {
        Some((_, Value::Integer(value))) => *value,
        other => panic!("{name}: {other:?}"),
    }
}
