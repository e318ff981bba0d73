//! One figure: its table computed where need be, its picture drawn, its provenance noted; and all of that verified.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bloomlab_tallies::{Shard, Store};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cache::{self, Key, Reason, Record};
use crate::compare::differences;
use crate::files::{self, sha256, write_whole};
use crate::provenance::Provenance;
use crate::rows::{Table, Written};
use crate::settings::Settings;
use crate::{AnyError, Build, Context, Figure, Progress, WorkbenchError, sharing};

/// One figure to be made or verified.
pub(crate) struct Job<'a> {
    pub build: Build,
    pub name: &'a str,
    pub root: &'a Path,
    /// The folder below which files are written: `root`, or one of the user's.
    pub output: &'a Path,
    /// A file of settings in place of some in the figure's TOML.
    pub parameters: Option<&'a Path>,
    pub work: Work<'a>,
}

/// What is done with a figure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work<'a> {
    /// It is computed if need be, and drawn.
    Make,
    /// It is computed in any case, and drawn.
    Force,
    /// It is compared with what is committed.
    Verify,
    /// The table on disk is drawn into a folder, with nothing computed.
    Draw(&'a Path),
    /// A shard of its simulation is computed into a store.
    Share(&'a Path, Shard),
    /// It is computed from the tallies in a store, and drawn.
    Merge(&'a Path),
}

/// Where the files of a figure lie in the workspace.
pub(crate) struct Names {
    csv: String,
    parquet: String,
    provenance: String,
    svg: String,
    toml: String,
}

impl Names {
    pub(crate) fn new(paper: &str, figure: &str) -> Self {
        let data = format!("data/{paper}/{figure}");
        Self {
            csv: format!("{data}.csv"),
            parquet: format!("{data}.parquet"),
            provenance: Provenance::path(paper, figure),
            svg: format!("figures/{paper}/{figure}.svg"),
            toml: format!("experiments/{paper}/{figure}.toml"),
        }
    }

    /// The files that are made; Parquet, PDF and PNG by programs of their own.
    pub(crate) fn written(self) -> [String; 6] {
        let printed = |ending| format!("{}{ending}", self.svg.trim_end_matches("svg"));
        [printed("pdf"), printed("png"), self.csv, self.parquet, self.provenance, self.svg]
    }
}

impl Job<'_> {
    fn names(&self) -> Names {
        Names::new(self.build.paper, self.name)
    }

    pub(crate) fn say(&self, what: &str) {
        eprintln!("{}/{}: {what}", self.build.paper, self.name);
    }
}

/// What a figure is computed from.
pub(crate) struct Inputs<P> {
    pub settings: Settings<P>,
    pub key: Key,
}

impl<P: Serialize + DeserializeOwned> Inputs<P> {
    pub(crate) fn read(job: &Job) -> Result<Self, AnyError> {
        let toml = job.names().toml;
        let path = job.root.join(&toml);
        let settings: Settings<P> = match job.parameters {
            Some(changes) => Settings::read_with(&path, changes)?,
            None => Settings::read(&path)?,
        };
        let code = job.build.code.iter().find(|(name, _)| *name == job.name).map(|(_, hash)| *hash);
        let key = Key {
            parameters: serde_json::to_value(&settings.parameters)?,
            seed: settings.seed,
            code: code.ok_or(WorkbenchError::NotBuilt(toml))?.to_owned(),
            versions: job
                .build
                .versions
                .iter()
                .map(|(name, version)| (name.to_string(), version.to_string()))
                .collect(),
        };
        Ok(Self { settings, key })
    }

    pub(crate) fn seed(&self) -> u64 {
        self.key.seed.unwrap_or(0)
    }
}

pub(crate) fn run<F: Figure>(job: &Job) -> Result<(), AnyError> {
    match job.work {
        Work::Draw(folder) => {
            let names = job.names();
            let settings: Settings<F::Parameters> = Settings::read(&job.root.join(&names.toml))?;
            let svg = draw::<F>(&job.root.join(&names.csv), &settings.title, &settings.caption)?;
            Ok(write_whole(&folder.join(&names.svg), svg.as_bytes())?)
        }
        Work::Verify => verify::<F>(job),
        Work::Share(folder, shard) => sharing::share::<F>(job, folder, shard),
        Work::Make | Work::Force | Work::Merge(_) => {
            refuse_to_overwrite::<F>(job)?;
            make::<F>(job, job.output).map(drop)
        }
    }
}

/// The committed files are for the committed parameters.
fn refuse_to_overwrite<F: Figure>(job: &Job) -> Result<(), AnyError> {
    let Some(changes) = job.parameters.filter(|_| job.output == job.root) else { return Ok(()) };
    let settings =
        |job: &Job| -> Result<_, AnyError> { Ok(serde_json::to_value(&Inputs::<F::Parameters>::read(job)?.settings)?) };
    if settings(job)? != settings(&Job { parameters: None, ..*job })? {
        return Err(WorkbenchError::OtherParameters(changes.to_owned(), job.names().toml).into());
    }
    Ok(())
}

/// Computes the table if need be, and draws it, below `output`. Returns why it was computed, `None` when it was not.
fn make<F: Figure>(job: &Job, output: &Path) -> Result<Option<Reason>, AnyError> {
    let names = job.names();
    let inputs = Inputs::<F::Parameters>::read(job)?;
    let seed = inputs.seed();
    let Inputs { settings, key } = inputs;
    let record_path = cache::record_path(output, job.build.paper, job.name);
    let reason = match (job.work, cache::reason_to_compute(&record_path, output, &key)?) {
        (Work::Merge(_), _) => Some(Reason::Merged),
        (Work::Force, None) => Some(Reason::Forced),
        (_, reason) => reason,
    };
    match &reason {
        None => job.say("table is up to date"),
        Some(reason) => {
            job.say(&format!("computing ({reason})"));
            let progress = Progress::new(&format!("{}/{}", job.build.paper, job.name));
            let store = match job.work {
                Work::Merge(folder) => sharing::merging(job, &key, folder)?,
                _ => {
                    let stores = output.join(".cache").join(job.build.paper).join(job.name);
                    // what other code stored is of no use, and a forced run wants nothing that is stored
                    files::remove_all_but(&stores, if job.work == Work::Force { "" } else { &key.code })?;
                    Store::open(stores.join(&key.code))?
                }
            };
            let context = Context { seed, progress, store };
            let rows = F::compute(&settings.parameters, &context);
            context.progress.finish();
            let table = Written::from_rows(&rows?)?;
            let csv = table.to_csv();
            let outputs = [(names.csv.clone(), sha256(&csv))].into();
            write_whole(&output.join(&names.csv), &csv)?;
            cache::remember(&record_path, &Record { key: key.clone(), outputs })?;
        }
    }
    let svg = draw::<F>(&output.join(&names.csv), &settings.title, &settings.caption)?;
    write_whole(&output.join(&names.svg), svg.as_bytes())?;
    let hash = |root: &Path, name: &String| -> Result<_, WorkbenchError> {
        Ok((name.clone(), files::hash_of(&root.join(name))?.unwrap_or_default()))
    };
    let provenance = Provenance {
        paper: job.build.paper.to_owned(),
        figure: job.name.to_owned(),
        title: settings.title,
        source: settings.source,
        caption: settings.caption,
        assumptions: settings.assumptions,
        parameters: key.parameters,
        seed: key.seed,
        code: key.code,
        versions: key.versions,
        inputs: BTreeMap::from([hash(job.root, &names.toml)?]),
        outputs: BTreeMap::from([hash(output, &names.csv)?, hash(output, &names.svg)?]),
        command: command(job.build.paper, job.name),
    };
    write_whole(&output.join(&names.provenance), &provenance.to_json())?;
    Ok(reason)
}

/// The command that makes a figure again.
pub(crate) fn command(paper: &str, figure: &str) -> String {
    format!("make figures FIGURE={paper}/{figure}")
}

/// The picture of a table on disk.
fn draw<F: Figure>(csv: &Path, title: &str, caption: &str) -> Result<String, AnyError> {
    Ok(F::draw(&Table::read(csv)?.rows()?)?.titled(title).captioned(caption).into_svg())
}

/// Makes the figure in a temporary place and compares: the table by value, the committed picture with what the
/// committed table draws, the provenance by content.
fn verify<F: Figure>(job: &Job) -> Result<(), AnyError> {
    let names = job.names();
    let folder = tempfile::tempdir().map_err(WorkbenchError::file("create", &std::env::temp_dir()))?;
    make::<F>(job, folder.path())?;
    let read =
        |root: &Path, name: &str| fs::read(root.join(name)).map_err(WorkbenchError::file("read", &root.join(name)));
    let mut found = Vec::new();

    let committed = Table::read(&job.root.join(&names.csv))?;
    let regenerated = Table::read(&folder.path().join(&names.csv))?;
    found.extend(differences(&committed, &regenerated).into_iter().map(|line| format!("{}: {line}", names.csv)));

    let settings: Settings<F::Parameters> = Settings::read(&job.root.join(&names.toml))?;
    let drawn = draw::<F>(&job.root.join(&names.csv), &settings.title, &settings.caption)?;
    if drawn.as_bytes() != read(job.root, &names.svg)? {
        found.push(format!("{}: is not what its table draws", names.svg));
    }

    let provenance = |root: &Path| -> Result<Provenance, AnyError> {
        let found = Provenance::read(root, job.build.paper, job.name)?;
        Ok(found.ok_or_else(|| format!("{} is missing", names.provenance))?)
    };
    let (old, new) = (provenance(job.root)?, provenance(folder.path())?);
    for (name, hash) in &old.outputs {
        if files::hash_of(&job.root.join(name))?.as_ref() != Some(hash) {
            found.push(format!("{}: {name} has another content hash", names.provenance));
        }
    }
    // outputs may differ in their last digits, which the comparison of the tables allows
    if (Provenance { outputs: BTreeMap::new(), ..old }) != (Provenance { outputs: BTreeMap::new(), ..new }) {
        found.push(format!(
            "{}: its parameters, texts, code or versions have changed since: make figures",
            names.provenance
        ));
    }
    if found.is_empty() {
        job.say("verified");
        return Ok(());
    }
    let shown = found.iter().take(10).map(|line| format!("\n  {line}")).collect::<String>();
    Err(format!("{} differences{shown}", found.len()).into())
}
