//! The names of libraries and of engines.

use crate::Product;

/// Further names, each with that of the table.
const ALIASES: [(&str, &str); 4] =
    [("redis", "redisbloom"), ("scylla", "cassandra"), ("scylladb", "cassandra"), ("valkey", "bloomfilter")];

/// A name that no library or engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no library or engine {name}; there are {}, the nearest names first", all.join(", "))]
pub struct UnknownName {
    name: String,
    all: Vec<&'static str>,
}

/// The row of a name or a further name, in upper or lower case.
pub(crate) fn find(name: &str) -> Result<Product, UnknownName> {
    let lower = name.to_lowercase();
    let of_alias = ALIASES.iter().find(|(alias, _)| *alias == lower);
    let of_table = of_alias.map_or(&*lower, |(_, of_table)| of_table);
    Product::all().find(|product| product.name == of_table).copied().ok_or_else(|| {
        let aliases = ALIASES.iter().map(|(alias, _)| *alias);
        let mut all: Vec<_> = Product::all().map(|product| product.name).chain(aliases).collect();
        all.sort_by_key(|other| edits(&lower, other));
        UnknownName { name: name.to_owned(), all }
    })
}

/// The fewest letters to insert, delete or replace (Levenshtein 1966).
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (above, letter) in (1..).zip(one.chars()) {
        let mut diagonal = std::mem::replace(&mut row[0], above);
        for (at, found) in (1..).zip(other.chars()) {
            let least = (diagonal + usize::from(letter != found)).min(row[at] + 1).min(row[at - 1] + 1);
            diagonal = std::mem::replace(&mut row[at], least);
        }
    }
    row.last().copied().unwrap_or_default()
}
