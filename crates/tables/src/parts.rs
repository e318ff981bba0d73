//! Parts of a table, computed on several machines and interleaved again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::files::{entries, read};
use crate::values::Table;
use crate::{Result, ensure};

/// Part I of N, I = 1 … N: of the points, every N-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Part(usize, usize);

impl Part {
    pub(crate) fn has(self, point: usize) -> bool {
        point % self.1 == self.0 - 1
    }

    pub(crate) fn path(self, table: &Path) -> PathBuf {
        table.with_extension(format!("part-{}-of-{}.csv", self.0, self.1))
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let part = numbers.filter(|(index, count)| (1..=*count).contains(index));
        part.map(|(index, count)| Self(index, count)).ok_or_else(|| format!("{text}: needs I/N with 1 ≤ I ≤ N"))
    }
}

/// The first line of a part's file; the table follows.
#[derive(Serialize, Deserialize)]
pub(crate) struct Head {
    /// The hash of code, parameters and seed.
    pub key: String,
    pub part: Part,
    pub inputs: BTreeMap<String, String>,
    /// The call of `rows` and the point of every row.
    pub places: Vec<(usize, usize)>,
}

pub(crate) fn bytes(head: &Head, table: &Table) -> Result<Vec<u8>> {
    let lines = [&[serde_json::to_string(head)?, table.header.clone()], &*table.lines].concat();
    Ok((lines.join("\n") + "\n").into_bytes())
}

/// The table that the parts of `csv` next to it make up, and the inputs they read.
pub(crate) fn join(csv: &Path, key: &str) -> Result<(Table, BTreeMap<String, String>)> {
    let prefix = csv.with_extension("part-").to_string_lossy().into_owned();
    let (mut parts, mut inputs, mut header, mut rows) = (BTreeSet::new(), BTreeMap::new(), String::new(), Vec::new());
    for path in entries(csv.parent().unwrap_or(csv))?.iter().filter(|path| path.to_string_lossy().starts_with(&prefix))
    {
        let (name, text) = (path.display(), read(path)?);
        let mut lines = text.lines().map(str::to_owned);
        let head: Head =
            serde_json::from_str(&lines.next().unwrap_or_default()).map_err(|why| format!("{name}: {why}"))?;
        ensure!(head.key == key, "{name} is foreign: it has other parameters, seed, code or libraries");
        ensure!(parts.insert(head.part), "{name} is doubled: the same part is in another file too");
        header = lines.next().filter(|header| !header.is_empty()).unwrap_or(header);
        inputs.extend(head.inputs);
        let before = rows.len() + head.places.len();
        rows.extend(head.places.into_iter().zip(lines));
        ensure!(rows.len() == before, "{name} lacks rows");
    }
    let count = parts.first().ok_or_else(|| format!("no parts: {prefix}…"))?.1;
    let is_whole = parts.iter().copied().eq((1..=count).map(|index| Part(index, count)));
    ensure!(is_whole, "{prefix}… are {parts:?}, and not 1 to {count} of {count}");
    rows.sort_by_key(|(place, _)| *place);
    Ok((Table { header, lines: rows.into_iter().map(|(_, line)| line).collect() }, inputs))
}
