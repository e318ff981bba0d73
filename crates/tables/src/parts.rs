//! Parts of a table, computed on several machines and interleaved again.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::files::{entries, read};
use crate::values::Table;
use crate::{Result, ensure};

/// Part I of N, I = 1 … N: of the points, every N-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    index: usize,
    count: usize,
}

impl Part {
    pub(crate) fn has(self, point: usize) -> bool {
        point % self.count == self.index - 1
    }

    pub(crate) fn path(self, table: &Path) -> PathBuf {
        table.with_extension(format!("part-{}-of-{}.csv", self.index, self.count))
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let part = numbers.filter(|(index, count)| (1..=*count).contains(index));
        part.map(|(index, count)| Self { index, count }).ok_or_else(|| format!("{text}: needs I/N with 1 ≤ I ≤ N"))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "part {} of {}", self.index, self.count)
    }
}

/// A point of a call of `rows` and the number of its rows.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Place {
    pub call: usize,
    pub point: usize,
    pub rows: usize,
}

/// The first line of a part's file; the table follows.
#[derive(Serialize, Deserialize)]
pub(crate) struct Head {
    /// The hash of code, parameters and seed.
    pub key: String,
    pub part: Part,
    pub inputs: BTreeMap<String, String>,
    pub places: Vec<Place>,
}

/// The bytes of a part's file.
pub(crate) fn bytes(head: &Head, table: &Table) -> Result<Vec<u8>> {
    let lines = [&[serde_json::to_string(head)?, table.header.clone()], &*table.lines].concat();
    Ok((lines.join("\n") + "\n").into_bytes())
}

/// The table that the parts of `csv` beside it make up, and the inputs they read.
pub(crate) fn join(csv: &Path, key: &str) -> Result<(Table, BTreeMap<String, String>)> {
    let prefix = csv.with_extension("part-").to_string_lossy().into_owned();
    let (mut heads, mut header, mut pieces) = (BTreeMap::new(), String::new(), BTreeMap::new());
    for path in entries(csv.parent().unwrap_or(csv))?.iter().filter(|path| path.to_string_lossy().starts_with(&prefix))
    {
        let (name, text) = (path.display(), read(path)?);
        let mut lines = text.lines().map(str::to_owned);
        let head: Head =
            serde_json::from_str(&lines.next().unwrap_or_default()).map_err(|why| format!("{name}: {why}"))?;
        ensure!(head.key == key, "{name} is foreign: it has other parameters, seed, code or libraries");
        header = lines.next().filter(|header| !header.is_empty()).unwrap_or(header);
        for place in &head.places {
            pieces.insert((place.call, place.point), lines.by_ref().take(place.rows).collect::<Vec<_>>());
        }
        ensure!(lines.next().is_none(), "{name} has more rows than its first line says");
        let part = head.part;
        ensure!(heads.insert(part.index, head).is_none(), "{name} is doubled: {part} is in another file too");
    }
    let count = heads.first_key_value().ok_or_else(|| format!("no parts: {prefix}…"))?.1.part.count;
    if let Some(head) = heads.values().find(|head| head.part.count != count) {
        return Err(format!("{} is foreign among parts of {count}", head.part).into());
    }
    if let Some(index) = (1..=count).find(|index| !heads.contains_key(index)) {
        return Err(format!("{} is missing", Part { index, count }).into());
    }
    let lines = pieces.into_values().flatten().collect();
    Ok((Table { header, lines }, heads.into_values().flat_map(|head| head.inputs).collect()))
}
