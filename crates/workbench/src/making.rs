//! One figure: its table computed where need be, its picture drawn, its provenance noted; and all of that verified.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bloomlab_pictures::spoken;
use bloomlab_tallies::{Shard, Store, write_whole};

use crate::any_figure::AnyFigure;
use crate::cache::{self, Key, Reason, Record};
use crate::compare::differences;
use crate::drawing::{Drawing, TypesetTable};
use crate::files::{self, sha256};
use crate::names::Names;
use crate::provenance::Provenance;
use crate::rows::Table;
use crate::settings::Settings;
use crate::text::{Text, findings_on, texts};
use crate::{AnyError, Build, Context, Progress, WorkbenchError, sharing, terms};

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

impl Job<'_> {
    fn names(&self) -> Names {
        Names::new(self.build.paper, self.name)
    }

    pub(crate) fn say(&self, what: &str) {
        eprintln!("{}/{}: {what}", self.build.paper, self.name);
    }
}

/// What a figure is computed from.
pub(crate) struct Inputs {
    pub settings: Settings,
    pub key: Key,
}

impl Inputs {
    pub(crate) fn read(figure: &dyn AnyFigure, job: &Job) -> Result<Self, AnyError> {
        let toml = job.names().toml;
        let path = job.root.join(&toml);
        let settings = match job.parameters {
            Some(changes) => Settings::read_with(&path, changes)?,
            None => Settings::read(&path)?,
        };
        if !job.build.figures.contains(&job.name) {
            return Err(WorkbenchError::NotBuilt(toml).into());
        }
        let refused =
            |message| WorkbenchError::Settings { path: job.parameters.map_or(path.clone(), Path::to_owned), message };
        let key = Key {
            parameters: figure.parameters(&settings).map_err(refused)?,
            seed: settings.seed,
            code: job.build.code.to_owned(),
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

pub(crate) fn run(figure: &dyn AnyFigure, job: &Job) -> Result<(), AnyError> {
    match job.work {
        Work::Draw(folder) => {
            let names = job.names();
            let settings = Settings::read(&job.root.join(&names.toml))?;
            let (_, shown) = drawn(figure, job, &job.root.join(&names.csv), &settings)?;
            shown.write(&folder.join(&names.svg))?;
            Ok(())
        }
        Work::Verify => verify(figure, job),
        Work::Share(folder, shard) => sharing::share(figure, job, folder, shard),
        Work::Make | Work::Force | Work::Merge(_) => {
            refuse_to_overwrite(figure, job)?;
            make(figure, job, job.output).map(drop)
        }
    }
}

/// The committed files are for the committed parameters.
fn refuse_to_overwrite(figure: &dyn AnyFigure, job: &Job) -> Result<(), AnyError> {
    let Some(changes) = job.parameters.filter(|_| job.output == job.root) else { return Ok(()) };
    let (now, committed) = (Inputs::read(figure, job)?, Inputs::read(figure, &Job { parameters: None, ..*job })?);
    let texts =
        |inputs: &Inputs| serde_json::to_value(&Settings { parameters: toml::Table::new(), ..inputs.settings.clone() });
    if now.key != committed.key || texts(&now)? != texts(&committed)? {
        return Err(WorkbenchError::OtherParameters(changes.to_owned(), job.names().toml).into());
    }
    Ok(())
}

/// Computes the table if need be, and draws it, below `output`. Returns why it was computed, `None` when it was not.
fn make(figure: &dyn AnyFigure, job: &Job, output: &Path) -> Result<Option<Reason>, AnyError> {
    let names = job.names();
    let inputs = Inputs::read(figure, job)?;
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
            let csv = figure.compute(&settings, &context)?.to_csv();
            let outputs = [(names.csv.clone(), sha256(&csv))].into();
            write_whole(&output.join(&names.csv), &csv)?;
            cache::remember(&record_path, &Record { key: key.clone(), outputs })?;
        }
    }
    let (text, shown) = drawn(figure, job, &output.join(&names.csv), &settings)?;
    shown.write(&output.join(&names.svg))?;
    let hash = |root: &Path, name: &String| -> Result<_, WorkbenchError> {
        Ok((name.clone(), files::hash_of(&root.join(name))?.unwrap_or_default()))
    };
    let provenance = Provenance {
        paper: job.build.paper.to_owned(),
        figure: job.name.to_owned(),
        title: text.title,
        source: settings.source,
        caption: text.caption,
        assumptions: text.assumptions,
        facts: text.facts,
        outputs: [Some(&names.csv), shown.is_picture().then_some(&names.svg)]
            .into_iter()
            .flatten()
            .map(|name| hash(output, name))
            .collect::<Result<_, _>>()?,
        shown: shown.table(),
        parameters: key.parameters,
        seed: key.seed,
        code: key.code,
        versions: key.versions,
        inputs: BTreeMap::from([hash(job.root, &names.toml)?]),
        command: command(job.build.paper, job.name),
    };
    write_whole(&output.join(&names.provenance), &provenance.to_json())?;
    Ok(reason)
}

/// The command that makes a figure again.
pub(crate) fn command(paper: &str, figure: &str) -> String {
    format!("make figures FIGURE={paper}/{figure}")
}

/// Whether nothing of a figure is left to compute. Such figures are drawn in parallel.
pub(crate) fn is_computed(figure: &dyn AnyFigure, job: &Job) -> bool {
    let record = cache::record_path(job.output, job.build.paper, job.name);
    let reason = || Ok::<_, AnyError>(cache::reason_to_compute(&record, job.output, &Inputs::read(figure, job)?.key)?);
    matches!(job.work, Work::Draw(_)) || job.work == Work::Make && matches!(reason(), Ok(None))
}

/// What a figure shows, with its words.
enum Shown {
    Svg(String),
    Table(TypesetTable),
}

impl Shown {
    /// Writes the picture; a table has none.
    fn write(&self, path: &Path) -> Result<(), AnyError> {
        if let Self::Svg(svg) = self {
            write_whole(path, svg.as_bytes())?;
        }
        Ok(())
    }

    fn is_picture(&self) -> bool {
        matches!(self, Self::Svg(_))
    }

    fn table(self) -> Option<TypesetTable> {
        match self {
            Self::Svg(_) => None,
            Self::Table(table) => Some(table),
        }
    }
}

/// The words of a table on disk, and what is shown of it.
fn drawn(figure: &dyn AnyFigure, job: &Job, csv: &Path, settings: &Settings) -> Result<(Text, Shown), AnyError> {
    let table = Table::read(csv)?;
    let (drawing, facts) = figure.draw(&table)?;
    let mut text = Text::new(settings, facts, &figure.parameters(settings)?)?;
    let mut words = vec![spoken(&text.title), spoken(&text.caption)];
    if let Drawing::Picture(picture) = &drawing {
        words.extend(texts(&picture.clone().into_svg()));
    }
    for sentence in terms::sentences(job.root, job.build.paper, &words)? {
        text.caption = format!("{} {sentence}", text.caption.trim_end());
    }
    let shown = match drawing {
        Drawing::Picture(picture) => Shown::Svg(picture.titled(&text.title)?.captioned(&text.caption).into_svg()),
        Drawing::Table(table) => Shown::Table(table),
    };
    let svg = if let Shown::Svg(svg) = &shown { svg } else { "" };
    let findings = fs::read_to_string(job.root.join("experiments/findings.toml")).unwrap_or_default();
    text.check(settings, svg, &findings_on(&findings, &format!("{}/{}", job.build.paper, job.name)))?;
    Ok((text, shown))
}

/// Makes the figure in a temporary place and compares: the table by value, the committed picture with what the
/// committed table draws, the provenance by content.
fn verify(figure: &dyn AnyFigure, job: &Job) -> Result<(), AnyError> {
    let names = job.names();
    let folder = tempfile::tempdir().map_err(WorkbenchError::file("create", &std::env::temp_dir()))?;
    make(figure, job, folder.path())?;
    let read =
        |root: &Path, name: &str| fs::read(root.join(name)).map_err(WorkbenchError::file("read", &root.join(name)));
    let mut found = Vec::new();

    let committed = Table::read(&job.root.join(&names.csv))?;
    let regenerated = Table::read(&folder.path().join(&names.csv))?;
    found.extend(differences(&committed, &regenerated).into_iter().map(|line| format!("{}: {line}", names.csv)));

    let settings = Settings::read(&job.root.join(&names.toml))?;
    let (_, shown) = drawn(figure, job, &job.root.join(&names.csv), &settings)?;
    if let Shown::Svg(svg) = &shown
        && svg.as_bytes() != read(job.root, &names.svg)?
    {
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
