//! Which filters stand in one row of the picture.

/// The rows, and the filters of each.
pub(super) const GROUPS: [(&str, &[&str]); 7] = [
    (
        "Rust",
        &[
            "abloom",
            "bloom",
            "bloom-filters",
            "bloom2",
            "bloomfilter",
            "fastbloom",
            "fastbloom-rs",
            "pdatastructs",
            "probabilistic-collections",
        ],
    ),
    ("growing", &["growable-bloom-filter", "pybloom-live-scalable", "pyprobables-expanding"]),
    ("Parquet", &["parquet", "parquet-folded", "parquet-java", "sbbf-rs-safe"]),
    ("Java", &["guava", "spark"]),
    ("C, C++", &["boost-bloom", "boost-bloom-multiblock", "libbloom"]),
    ("Python", &["bloom-filter2", "pybloom-live", "pybloomfiltermmap3", "pyprobables", "rbloom"]),
    ("other kinds", &["cuckoofilter", "qfilter", "xorf-fuse8", "xorf-xor8"]),
];

/// The row of a filter.
pub(super) fn of(filter: &str) -> Option<usize> {
    GROUPS.iter().position(|(_, filters)| filters.contains(&filter))
}
