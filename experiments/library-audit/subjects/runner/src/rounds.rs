//! Which filters are measured.

/// Items and target of every library that takes a target.
const ROUNDS: [(u64, f64); 17] = [
    (10, 0.1),
    (10, 0.01),
    (100, 0.01),
    (100, 0.001),
    (1000, 0.1),
    (1000, 0.01),
    (1000, 0.001),
    (1000, 1e-4),
    (10_000, 0.01),
    (10_000, 0.001),
    (10_000, 1e-4),
    (100_000, 0.01),
    (100_000, 1e-4),
    (1_000_000, 0.01),
    (1_000_000, 1e-5),
    (10_000_000, 0.01),
    (10_000_000, 1e-6),
];
/// Items and target of filters that then take a hundred times as many items.
const GROWN: [(u64, f64); 5] = [(10, 0.01), (100, 0.1), (100, 0.01), (1000, 0.01), (1000, 0.001)];
/// How many times as many.
const GROWTH: u64 = 100;
/// Subjects that grow.
const GROWING: [&str; 3] = ["growable-bloom-filter", "pybloom-live-scalable", "pyprobables-expanding"];
/// What documentations promise where no target can be given, and the items at which it is measured.
const DOCUMENTED: [(&str, &[(u64, f64)]); 4] = [
    // its table of four positions: (1 − e^(−4n/2^16))^4
    ("bloom2", &[(1000, 1.2252e-5), (10_000, 0.043_514), (30_118, 0.5)]),
    (
        "cuckoofilter",
        &[(100, 0.03), (1000, 0.03), (10_000, 0.03), (100_000, 0.03), (1_000_000, 0.03), (10_000_000, 0.03)],
    ),
    (
        "xorf-fuse8",
        &[(100, 0.004), (1000, 0.004), (10_000, 0.004), (100_000, 0.004), (1_000_000, 0.004), (10_000_000, 0.004)],
    ),
    (
        "xorf-xor8",
        &[(100, 0.004), (1000, 0.004), (10_000, 0.004), (100_000, 0.004), (1_000_000, 0.004), (10_000_000, 0.004)],
    ),
];
/// The least target of a subject that does not go as far as the others.
const LEAST_TARGET: [(&str, f64); 1] = [("sbbf-rs-safe", 1e-5)];
/// The fewest items of a subject that refuses to be made for fewer.
const FEWEST_ITEMS: [(&str, u64); 1] = [("libbloom", 1000)];

/// One kind of filter of a subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Items that the filter is made for.
    pub items: u64,
    /// The rate asked for, or promised.
    pub target: f64,
    /// Items put in.
    pub inserted: u64,
}

/// The rounds of a subject, the small filters first.
pub fn rounds(subject: &str) -> Vec<Round> {
    let full = |&(items, target): &(u64, f64)| Round { items, target, inserted: items };
    if let Some((_, documented)) = DOCUMENTED.iter().find(|(name, _)| *name == subject) {
        return documented.iter().map(full).collect();
    }
    let least = LEAST_TARGET.iter().find(|(name, _)| *name == subject).map_or(0.0, |(_, least)| *least);
    let fewest = FEWEST_ITEMS.iter().find(|(name, _)| *name == subject).map_or(0, |(_, fewest)| *fewest);
    let is_taken = |round: &Round| round.target >= least && round.items >= fewest;
    let mut rounds: Vec<Round> = ROUNDS.iter().map(full).filter(is_taken).collect();
    if GROWING.contains(&subject) {
        rounds.extend(GROWN.iter().map(full).map(|round| Round { inserted: GROWTH * round.items, ..round }));
    }
    rounds
}
