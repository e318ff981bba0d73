//! How each filter looks, and what pictures call it.

use bloomlab_pictures::{Colour, Dash, Look, things};

/// What a picture calls a filter of a table.
pub(crate) fn name(filter: &str) -> &str {
    match filter {
        "dynamic-bound" => "dynamic bound",
        "bloom" => "Bloom",
        "blocked" => "blocked (512)",
        "split-block" => "split blocks",
        "dfp" => "D-FP",
        "qbf" => "QBF, TBF",
        "quotient-rank-select" => "quotient",
        "binary-fuse-4" => "binary fuse 4",
        "two-phases-dropping" => "two phases",
        "two-phases-keeping" => "two phases, keeping",
        "time-aware-timers" => "time-aware, timers",
        "time-aware-flags" => "time-aware, flags",
        "one-phase" => "one phase",
        "rolling" => "rolling (Bitcoin)",
        other => other,
    }
}

/// How a filter of a table looks.
pub(crate) fn look(filter: &str) -> Look {
    match filter {
        "dynamic-bound" | "time-aware-flags" => Look::new(Colour::Grey).dashed(Dash::Dashed),
        "time-aware-timers" => Look::new(Colour::Grey),
        "blocked" => Look::new(Colour::Grey),
        "dfp" => Look::new(things::D_FP),
        "split-block" => Look::new(Colour::Grey).dashed(Dash::DashDot),
        "age-partitioned" => Look::new(Colour::Wine),
        "cuckoo" => Look::new(things::CUCKOO),
        "two-phases-keeping" => Look::new(things::KEEPING).heavy(),
        "stable" => Look::new(Colour::Indigo),
        "binary-fuse-4" => Look::new(Colour::Indigo).heavy(),
        "quotient-rank-select" => Look::new(things::QUOTIENT).heavy(),
        "two-phases-dropping" => Look::new(things::DROPPING),
        "xor" => Look::new(Colour::Brown),
        "rolling" => Look::new(Colour::Purple),
        "qbf" => Look::new(things::QBF),
        "ring" => Look::new(things::RING).heavy(),
        _ => Look::new(Colour::Ink),
    }
}
