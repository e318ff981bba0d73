//! How each filter looks, and what pictures call it.

use bloomlab_pictures::{Colour, Dash, Look};

/// What a picture calls a filter of a table.
pub(crate) fn name(filter: &str) -> &str {
    match filter {
        "dynamic-bound" => "dynamic bound",
        "bloom" => "Bloom",
        "blocked" => "blocked, 512 bits",
        "split-block" => "split blocks",
        "dfp" => "D-FP",
        "qbf" => "QBF, TBF",
        "quotient-rank-select" => "quotient",
        "binary-fuse-4" => "binary fuse 4",
        "two-phases-dropping" => "two phases, dropping",
        "two-phases-keeping" => "two phases, keeping",
        "time-aware-timers" => "time-aware, timers",
        "time-aware-flags" => "time-aware, flags",
        "one-phase" => "one phase",
        other => other,
    }
}

/// How a filter of a table looks.
pub(crate) fn look(filter: &str) -> Look {
    match filter {
        "dynamic-bound" | "time-aware-flags" => Look::new(Colour::Grey).dashed(Dash::Dashed),
        "time-aware-timers" => Look::new(Colour::Grey),
        "blocked" | "dfp" => Look::new(Colour::Blue),
        "split-block" | "age-partitioned" => Look::new(Colour::Wine),
        "cuckoo" | "two-phases-keeping" => Look::new(Colour::Green).heavy(),
        "binary-fuse-4" => Look::new(Colour::Vermilion).heavy(),
        "quotient-rank-select" | "two-phases-dropping" => Look::new(Colour::Vermilion),
        "xor" | "qbf" | "stable" => Look::new(Colour::Purple),
        "ring" => Look::new(Colour::Brown).heavy(),
        _ => Look::new(Colour::Ink),
    }
}
