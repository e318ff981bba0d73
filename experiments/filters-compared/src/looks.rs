//! How each filter looks, and what pictures call it.

use bloomlab_pictures::{Colour, Dash, Look, Marker};

/// What a picture calls a filter of a table.
pub(crate) fn name(filter: &str) -> &str {
    match filter {
        "static-bound" => "static bound",
        "dynamic-bound" => "dynamic bound",
        "bloom" => "Bloom",
        "blocked" => "blocked, 512 bits",
        "split-block" => "split blocks, 256 bits",
        "counting" => "CBF",
        "fp-cbf" => "FP-CBF",
        "dfp" => "D-FP",
        "qbf" => "QBF, TBF",
        "quotient-rank-select" => "quotient",
        "binary-fuse-3" => "binary fuse 3",
        "binary-fuse-4" => "binary fuse 4",
        "two-phases-dropping" => "two phases, dropping",
        "age-partitioned" => "age-partitioned",
        "time-aware-timers" => "time-aware, timers",
        "time-aware-flags" => "time-aware, flags",
        "one-phase" => "one phase",
        other => other,
    }
}

/// How a filter of a table looks.
pub(crate) fn look(filter: &str) -> Look {
    match filter {
        "static-bound" | "dynamic-bound" => Look::new(Colour::Grey).dashed(Dash::Dashed),
        "bloom" => Look::new(Colour::Ink).marked(Marker::Diamond),
        "blocked" => Look::new(Colour::Blue),
        "split-block" => Look::new(Colour::Wine).marked(Marker::Wedge),
        "cuckoo" | "ring" => Look::new(Colour::Green).heavy(),
        "quotient-rank-select" => Look::new(Colour::Vermilion),
        "xor" | "age-partitioned" => Look::new(Colour::Purple),
        "binary-fuse-4" | "two-phases-dropping" => Look::new(Colour::Vermilion),
        "dfp" | "one-phase" => Look::new(Colour::Blue),
        "qbf" | "time-aware-flags" => Look::new(Colour::Brown),
        "counting" | "time-aware-timers" => Look::new(Colour::Ink),
        "stable" => Look::new(Colour::Wine),
        _ => Look::new(Colour::Indigo),
    }
}
