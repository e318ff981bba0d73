//! How each filter looks, and what pictures call it.

use bloomlab_workbench::figure::*;

const GREY: Look = Look::new(Colour::Grey);

/// A filter of a table: its name there, what a picture calls it, and how it looks.
const KNOWN: [(&str, &str, Look); 18] = [
    ("dynamic-bound", "dynamic bound", GREY.dashed(Dash::Dashed)),
    ("bloom", "Bloom", Look::new(Colour::Ink)),
    ("blocked", "blocked", GREY),
    ("split-block", "split blocks", GREY.dashed(Dash::DashDot)),
    ("dfp", "D-FP", Look::new(things::D_FP)),
    ("qbf", "QBF, TBF", Look::new(things::QBF)),
    ("cuckoo", "cuckoo", Look::new(things::CUCKOO)),
    ("quotient-rank-select", "quotient", Look::new(things::QUOTIENT).heavy()),
    ("xor", "xor", Look::new(Colour::Brown)),
    ("binary-fuse-4", "binary fuse 4", Look::new(Colour::Indigo).heavy()),
    ("one-phase", "one phase", Look::new(things::ONE_PHASE)),
    ("two-phases-dropping", "two phases, dropping", Look::new(things::DROPPING)),
    ("two-phases-keeping", "two phases, keeping", Look::new(things::KEEPING).heavy()),
    ("time-aware-timers", "time-aware, timers", GREY),
    ("time-aware-flags", "time-aware, flags", GREY.dashed(Dash::Dashed)),
    ("age-partitioned", "age-partitioned", Look::new(Colour::Wine)),
    ("stable", "stable", Look::new(Colour::Indigo)),
    ("rolling", "rolling (Bitcoin)", Look::new(Colour::Purple)),
];

/// What a picture calls a filter of a table, and how it looks.
pub(crate) fn look(filter: &str) -> (&str, Look) {
    let ring = (filter, Look::new(things::RING).heavy());
    KNOWN.iter().find(|known| known.0 == filter).map_or(ring, |known| (known.1, known.2))
}
