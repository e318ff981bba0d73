//! Why an engine's rate is not the computed one, from its source; what has no cause here is unexplained.

/// Engine, the beginning of the case, and the cause.
const CAUSES: [(&str, &str, &str); 24] = [
    ("blobloom", "", "starts and steps of nine bits in a block"),
    ("datasketches", "", "half of a sum that wraps"),
    ("dcso-bloom", "", "positions are powers of one odd multiplier: of one parity where m is even"),
    ("git", "paths", "sums wrap modulo 2^32 before they are reduced modulo m"),
    ("goleveldb", "", "the step is the start turned by fifteen bits: one hash of 32 bits"),
    ("hadoop-dynamic", "", "all rows ask the same positions"),
    ("hive", "", "negative sums are complemented"),
    ("hive-k", "", "walks of nine bits in a block"),
    ("leveldb", "", "the step is the start turned by fifteen bits: one hash of 32 bits"),
    ("lsm-tree", "", "steps are (j − 1)! h2: none modulo m once m divides the factorial"),
    ("npm-bloem", "", "h1 and h2 have the same parity: half of the items crowd half of the bits where m is even"),
    ("npm-bloom-filters-partitioned", "", "one pair of hashes modulo a slice fixes all slices"),
    ("npm-jsbloom", "", "h1 + h2 is odd for every text and m is even; one position more than is said"),
    ("npm-minibloom", "", "the step is a function of the start"),
    ("orc-java", "", "negative sums are complemented"),
    ("orc-pyarrow", "", "negative sums are complemented"),
    ("orc-pyorc", "", "negative sums are complemented"),
    ("elf-gnu-hash", "", "names are hashed by one multiplication a letter"),
    ("postgresql-brin", "", "an interval over queries leaves out the luck of the filters of one table"),
    ("rocksdb", "legacy", "line and walk come from one hash of 32 bits"),
    ("rocksdb", "new", "positions are multiples of one number of 32 bits"),
    ("rocksdb", "ribbon", "columns are whole"),
    ("stream-lib", "", "remainders of negative sums lose their sign"),
    ("willf-bloom", "", "four hashes in turn: keys that agree in a pair modulo m share positions"),
];

/// The cause for a case of an engine.
pub(crate) fn of(engine: &str, case: &str) -> &'static str {
    let found = CAUSES.iter().find(|(of, begins, _)| *of == engine && case.starts_with(begins));
    found.map_or("unexplained", |(.., cause)| cause)
}
