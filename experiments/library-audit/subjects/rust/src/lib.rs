//! What every subject does: it reads trials from standard input, one a line, and answers each with a line.
//!
//! - `describe` is answered with `LIBRARY VERSION`.
//! - `trial ITEMS TARGET INSERTED SEED QUERIES` builds a fresh filter for ITEMS items at the rate TARGET, inserts INSERTED items,
//!   asks for each of them, and asks for QUERIES items that it never saw. The answer is
//!   `BITS HASHES REPORTED POSITIVES MISSED REFUSED`: the bits allocated, the positions an item has, the rate that the library itself reports (`-`
//!   where it has none), how many strangers were reported, how many items were not found, how many were refused.
//!
//! Items are 64-bit numbers, distinct within a trial and drawn anew for each seed.

use std::hash::{BuildHasher, DefaultHasher, Hasher};
use std::io::{BufRead, Write};

/// What a library says about a filter that it built.
pub struct Description {
    /// Bits allocated; `None` where the library does not tell.
    pub bits: Option<u64>,
    /// Positions of an item, or bits of its fingerprint; `None` where the library does not tell.
    pub hashes: Option<u64>,
    /// The rate that the library itself reports for what it holds.
    pub reported: Option<f64>,
}

/// One filter of an audited library.
pub trait Subject: Sized {
    /// The crate's name.
    const LIBRARY: &'static str;

    /// A filter for `items` items at the rate `target`, its hash functions drawn by `seed` where they can be.
    fn new(items: u64, target: f64, seed: u64) -> Self;
    /// Puts an item in; false if the filter refuses it as too full.
    fn insert(&mut self, item: u64) -> bool;
    /// What must happen between the last insertion and the first question.
    fn finish(&mut self) {}
    /// Whether the filter reports the item.
    fn contains(&self, item: u64) -> bool;
    /// The filter as it stands.
    fn describe(&self) -> Description;
}

/// Answers trials until the input ends.
pub fn serve<S: Subject>() {
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            ["describe"] => format!("{} {}", S::LIBRARY, version(S::LIBRARY)),
            ["trial", items, target, inserted, seed, queries] => {
                let number = |word: &str| word.parse::<u64>().expect("a whole number");
                trial::<S>(
                    number(items),
                    target.parse().expect("a rate"),
                    number(inserted),
                    number(seed),
                    number(queries),
                )
            }
            _ => panic!("not a trial: {line}"),
        };
        writeln!(output, "{answer}").and_then(|()| output.flush()).expect("standard output");
    }
}

fn trial<S: Subject>(items: u64, target: f64, inserted: u64, seed: u64, queries: u64) -> String {
    let mut filter = S::new(items, target, seed);
    let refused = (0..inserted).filter(|&i| !filter.insert(item(seed, i))).count();
    filter.finish();
    let missed = (0..inserted).filter(|&i| !filter.contains(item(seed, i))).count();
    let positives = (inserted..inserted + queries).filter(|&i| filter.contains(item(seed, i))).count();
    let Description { bits, hashes, reported } = filter.describe();
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let (bits, hashes) = (or_dash(bits.map(|b| b.to_string())), or_dash(hashes.map(|h| h.to_string())));
    format!("{bits} {hashes} {} {positives} {missed} {refused}", or_dash(reported.map(|rate| rate.to_string())))
}

/// The i-th item of a trial: a bijection of i for each seed, so that items are distinct.
pub fn item(seed: u64, i: u64) -> u64 {
    mix(mix(seed).wrapping_add(i))
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64-bit numbers.
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// 32 bytes of a seed, for libraries that take so many.
pub fn bytes(seed: u64) -> [u8; 32] {
    let words = [mix(seed), mix(seed ^ 1 << 63), mix(!seed), mix(seed.rotate_left(32))];
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).zip(words).for_each(|(chunk, word)| chunk.copy_from_slice(&word.to_le_bytes()));
    bytes
}

/// SipHash-1-3 after a seed: what `RandomState` gives, and repeatable.
#[derive(Clone, PartialEq, Eq)]
pub struct Seeded(pub u64);

impl BuildHasher for Seeded {
    type Hasher = DefaultHasher;

    fn build_hasher(&self) -> DefaultHasher {
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(self.0);
        hasher
    }
}

/// The version in the lock file.
fn version(library: &str) -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let named = format!("name = \"{library}\"\nversion = \"");
    let from = lock.find(&named).map(|at| &lock[at + named.len()..]).expect("a locked library");
    from.split('"').next().expect("a version")
}
