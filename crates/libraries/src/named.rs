//! The names of libraries and of engines.

/// An entry of a table of filters.
pub(crate) trait Named: Copy + 'static {
    /// A word for its entries.
    const KIND: &'static str;
    /// Further names, each with that of the entry.
    const ALIASES: &'static [(&'static str, &'static str)];
    /// Every entry.
    fn entries() -> &'static [Self];
    /// Its name.
    fn name(&self) -> &'static str;
}

/// A name that no library, or no engine, has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} {name}; there are {}, the nearest names first", all.join(", "))]
pub struct UnknownName {
    kind: String,
    name: String,
    all: Vec<&'static str>,
}

impl UnknownName {
    fn new<T: Named>(name: &str) -> Self {
        let aliases = T::ALIASES.iter().map(|(alias, _)| *alias);
        let all = T::entries().iter().map(T::name).chain(aliases).collect();
        Self { kind: T::KIND.to_owned(), name: name.to_owned(), all }.by_distance()
    }

    /// For a name that may be of either table.
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        self.kind = format!("{} or {}", self.kind, other.kind);
        self.all.extend(other.all);
        self.by_distance()
    }

    fn by_distance(mut self) -> Self {
        let lower = self.name.to_lowercase();
        self.all.sort_by_key(|other| edits(&lower, other));
        self
    }
}

/// The entry of a name or a further name, in upper or lower case.
pub(crate) fn find<T: Named>(name: &str) -> Result<T, UnknownName> {
    let lower = name.to_lowercase();
    let of_alias = T::ALIASES.iter().find(|(alias, _)| *alias == lower);
    let of_table = of_alias.map_or(&*lower, |(_, of_table)| of_table);
    let found = T::entries().iter().find(|entry| entry.name() == of_table).copied();
    found.ok_or_else(|| UnknownName::new::<T>(name))
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
