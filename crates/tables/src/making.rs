//! One figure: its table computed, written with its provenance, or verified.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::compare::differences;
use crate::files::{read, sha256, write_whole};
use crate::fresh::Code;
use crate::options::Options;
use crate::parts::{self, Head};
use crate::redrawing::redraw;
use crate::run::{Noted, Run};
use crate::settings::Settings;
use crate::values::Table;
use crate::{AnyError, Result, ensure};

/// The libraries that compute numbers: a table's provenance has the versions of those it depends on.
const NUMERIC: [&str; 6] = ["chacha20", "gmp-mpfr-sys", "libm", "rand", "rug", "statrs"];

/// A figure: its name and its computation.
pub struct Figure {
    pub(crate) name: String,
    pub(crate) module: &'static str,
    compute: Box<Compute>,
}

type Compute = dyn Fn(&Settings, &Run) -> Result<Table>;

/// The record of a computed table, kept in `.cache` on this machine.
#[derive(Serialize, Deserialize)]
struct Record {
    /// The hash of code, parameters and seed.
    key: String,
    provenance: Provenance,
}

/// The contents of `data/<paper>/<figure>.json`: the same bytes on every machine.
#[derive(Serialize, Deserialize)]
struct Provenance {
    paper: String,
    figure: String,
    seed: Option<u64>,
    parameters: toml::Table,
    versions: BTreeMap<String, String>,
    /// Content hashes (SHA-256), by path in the workspace.
    inputs: BTreeMap<String, String>,
    /// The content hash of the table.
    table: String,
    command: String,
}

pub(crate) struct Maker<'a> {
    pub paper: &'static str,
    /// The modules of all figures.
    pub modules: Vec<&'static str>,
    pub root: &'a Path,
    pub options: &'a Options,
    pub code: Code,
}

impl Figure {
    /// A figure named like its identifier, with dashes.
    pub fn new<P: DeserializeOwned + 'static, R: Serialize + 'static>(
        name: &str,
        module: &'static str,
        compute: fn(&P, &Run) -> Result<Vec<R>>,
    ) -> Self {
        let compute = move |settings: &Settings, run: &Run| {
            let table = Table::of(&compute(&settings.parameters()?, run)?)?;
            let is_whole = run.part.is_none() || run.noted().places.len() == table.lines.len();
            ensure!(is_whole, "not all rows are those of `Run::rows`: it cannot be computed in parts");
            Ok(table)
        };
        Self { name: name.replace('_', "-"), module, compute: Box::new(compute) }
    }
}

impl Maker<'_> {
    /// Makes a figure, verifies it, computes a part or joins the parts, as the options say.
    pub(crate) fn run(&self, figure: &Figure) -> Result<()> {
        let Self { paper, root, options, .. } = self;
        let file = format!("{paper}/{}", figure.name);
        let say = |what| eprintln!("{file}: {what}");
        let page = root.join(format!("experiments/{file}.toml"));
        let settings = Settings::read(&page, options.parameters.as_deref())?;
        let code = self.code.hash(figure.module, &self.modules)?;
        let key = sha256(&serde_json::to_vec(&(code, settings.seed, &settings.parameters))?);
        let csv = options.elsewhere(root)?.unwrap_or(root).join(format!("data/{file}.csv"));
        let (json, record) = (csv.with_extension("json"), root.join(format!(".cache/{file}.json")));
        let compute = || {
            say("computing");
            let run = Run::new(paper, root.to_path_buf(), settings.seed.unwrap_or(0), options.part);
            let table = (figure.compute)(&settings, &run);
            run.progress.finish_and_clear();
            Ok::<_, AnyError>((table?, std::mem::take(&mut *run.noted())))
        };

        if let Some(part) = options.part {
            let (table, Noted { inputs, places, .. }) = compute()?;
            return write_whole(&part.path(&csv), &parts::bytes(&Head { key, part, inputs, places }, &table)?);
        }
        let is_kept = options.output.is_none() && !options.verify && self.code.is_built;
        if let Some(provenance) = self.fresh(&record, &key, &csv).filter(|_| is_kept && !options.force) {
            say("up to date");
            return write_whole(&json, &provenance.bytes()?);
        }
        let (table, inputs) = match options.join {
            true => parts::join(&csv, &key)?,
            false => compute().map(|(table, noted)| (table, noted.inputs))?,
        };
        let bytes = table.csv()?;
        let provenance = Provenance {
            paper: paper.to_string(),
            figure: figure.name.clone(),
            seed: settings.seed,
            parameters: settings.parameters.clone(),
            versions: self.code.versions.clone().into_iter().filter(|(name, _)| NUMERIC.contains(&&**name)).collect(),
            inputs,
            table: sha256(&bytes),
            command: format!("make figures FIGURE={file}"),
        };
        if options.verify {
            verify(&csv, &bytes, provenance)?;
            say("verified");
            return Ok(());
        }
        if let (Some(_), Some(output)) = (&options.parameters, options.elsewhere(root)?) {
            return redraw(root, &file, (&bytes, &provenance.bytes()?), output);
        }
        write_whole(&csv, &bytes)?;
        write_whole(&json, &provenance.bytes()?)?;
        match is_kept {
            true => write_whole(&record, &serde_json::to_vec_pretty(&Record { key, provenance })?),
            false => Ok(()),
        }
    }

    /// The provenance of the table on disk, if it was computed here from the same code, parameters, seed and inputs.
    fn fresh(&self, record: &Path, key: &str, csv: &Path) -> Option<Provenance> {
        let record: Record = serde_json::from_slice(&fs::read(record).ok()?).ok()?;
        let has_hash = |path: &Path, hash: &str| fs::read(path).is_ok_and(|bytes| sha256(&bytes) == hash);
        let made = record.provenance;
        let are_inputs_same = made.inputs.iter().all(|(path, hash)| has_hash(&self.root.join(path), hash));
        (record.key == key && are_inputs_same && has_hash(csv, &made.table)).then_some(made)
    }
}

impl Provenance {
    fn bytes(&self) -> Result<Vec<u8>> {
        Ok([serde_json::to_vec_pretty(self)?, b"\n".to_vec()].concat())
    }
}

/// Compares the committed table with the one computed now, and the committed provenance with both.
fn verify(csv: &Path, computed: &[u8], now: Provenance) -> Result<()> {
    let (json, committed) = (csv.with_extension("json"), read(csv)?);
    let in_table = |error| format!("{}: {error}", csv.display());
    let mut found = differences(committed.as_bytes(), computed).map_err(in_table)?;
    // the last digits of the computed table may differ from the committed ones
    if read(&json)?.as_bytes() != (Provenance { table: sha256(committed.as_bytes()), ..now }).bytes()? {
        found.push(format!("{} has other parameters, versions, inputs or table: make figures", json.display()));
    }
    let lines: String = found.iter().take(10).map(|line| format!("\n  {line}")).collect();
    ensure!(found.is_empty(), "{} differences{lines}", found.len());
    Ok(())
}
