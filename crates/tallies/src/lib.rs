#![doc = include_str!("../README.md")]
//!
//! A [`Store`] is a folder of tallies. A process that opens it does a [`Part`] of the jobs of a run: all of them, those of
//! one [`Shard`], or none but a merge of what is there. [`on_all_cores`] does jobs in parallel, and [`write_whole`] is the one writer of files, here and above.

mod error;
mod file;
mod parallel;
mod part;
mod store;
mod whole;

use sha2::{Digest, Sha256};

pub use error::{DamagedFile, Problem, StoreError};
pub use parallel::on_all_cores;
pub use part::{NoShard, Part, Shard};
pub use store::{Origin, Store};
pub use whole::{FileError, entries, sweep, write_whole};

/// What a run is: names and values that its tallies carry, such as its parameters and the hash of its code.
pub type Run = std::collections::BTreeMap<String, String>;

/// SHA-256 of a list of byte strings, each preceded by its length, so that no two lists run together.
pub fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Bytes in hexadecimal, lower case.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
