//! A paper: the figures of one package, and its `main`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cache::{self, Key, Record};
use crate::compare::differences;
use crate::files::{self, sha256, write_whole};
use crate::provenance::Provenance;
use crate::settings::Settings;
use crate::table::Table;
use crate::{Error, Picture, Progress};

/// Whatever error a figure's own code meets.
pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A figure: how its rows are computed and how they are drawn.
pub trait Figure {
    /// What the TOML file may set; the default is the paper's choice.
    type Parameters: Serialize + DeserializeOwned + Default;

    /// One row of the table: counts, floats, texts, booleans, or options of them.
    type Row: Serialize + DeserializeOwned;

    /// The rows, in a fixed order whatever the number of threads.
    ///
    /// # Errors
    /// Parameters out of their domain, named with value and domain; whatever the computation meets.
    fn compute(parameters: &Self::Parameters, context: &Context) -> Result<Vec<Self::Row>, AnyError>;

    /// The picture of the table, from nothing but its rows.
    ///
    /// # Errors
    /// Rows that cannot be drawn.
    fn draw(rows: &[Self::Row]) -> Result<Picture, AnyError>;
}

/// What a computation is given beside its parameters.
#[derive(Clone, Debug)]
pub struct Context {
    /// The seed of the figure's random streams; 0 where its TOML names none.
    pub seed: u64,
    /// To be told of finished points.
    pub progress: Progress,
    /// A folder that outlives the run, for finished parts of a long computation; not committed, and a new one whenever
    /// the code that computes the figure changes.
    pub store: PathBuf,
}

/// What the build script of an experiment finds out: `include!` its output as a value of this type.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The package, which is the name of the paper.
    pub paper: &'static str,
    /// The hash of the sources that compute each figure's rows.
    pub code: &'static [(&'static str, &'static str)],
    /// The versions of the outside libraries.
    pub versions: &'static [(&'static str, &'static str)],
}

/// The figures of one paper.
pub struct Paper {
    build: Build,
    figures: Vec<(&'static str, Runner)>,
}

type Runner = fn(&Job) -> Result<(), AnyError>;

#[derive(Parser)]
struct Options {
    /// Figures to make; all of them when none is named
    figures: Vec<String>,
    /// Compute again what is cached
    #[arg(short, long)]
    force: bool,
    /// Regenerate into a temporary place and fail on any difference from the committed files
    #[arg(short, long)]
    verify: bool,
    /// The workspace; by default the nearest folder above with `experiments` in it
    #[arg(short, long)]
    root: Option<PathBuf>,
}

impl Paper {
    /// A paper without figures yet.
    pub fn new(build: Build) -> Self {
        Self { build, figures: Vec::new() }
    }

    /// Adds the figure whose settings are in `<name>.toml`.
    #[must_use]
    pub fn figure<F: Figure>(mut self, name: &'static str) -> Self {
        self.figures.push((name, run::<F>));
        self
    }

    /// The program: makes or verifies the figures named on the command line. A figure that fails does not keep the
    /// others from being made. Exit status 0, 1 when a figure failed, 2 for bad arguments.
    pub fn run(self) -> ExitCode {
        let options = Options::parse();
        let unknown = |name: &&String| !self.figures.iter().any(|(known, _)| known == name);
        if let Some(name) = options.figures.iter().find(unknown) {
            let known: Vec<_> = self.figures.iter().map(|(name, _)| *name).collect();
            eprintln!("error: unknown figure `{name}`; {} has {}", self.build.paper, known.join(", "));
            return ExitCode::from(2);
        }
        match self.make(&options) {
            Ok(0) => ExitCode::SUCCESS,
            Ok(failed) => {
                eprintln!("error: {failed} of the figures of {} failed", self.build.paper);
                ExitCode::FAILURE
            }
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        }
    }

    /// The number of figures that failed.
    fn make(&self, options: &Options) -> Result<usize, Error> {
        let root = files::workspace(options.root.as_deref())?;
        let lock_path = root.join(".cache/lock");
        fs::create_dir_all(root.join(".cache")).map_err(Error::file("create the folder", &root.join(".cache")))?;
        let lock = File::create(&lock_path).map_err(Error::file("write", &lock_path))?;
        if lock.try_lock().is_err() {
            eprintln!("{}: waiting for another run to finish", self.build.paper);
            lock.lock().map_err(Error::file("lock", &lock_path))?;
        }
        for folder in ["data", "figures", ".cache"] {
            files::sweep(&root.join(folder).join(self.build.paper));
        }
        let wanted = |name: &str| options.figures.is_empty() || options.figures.iter().any(|figure| figure == name);
        let mut failed = 0;
        for (name, run) in self.figures.iter().filter(|(name, _)| wanted(name)) {
            let job = Job { build: self.build, name, root: &root, force: options.force, verify: options.verify };
            if let Err(error) = run(&job) {
                eprintln!("error: {}/{name}: {error}", self.build.paper);
                failed += 1;
            }
        }
        Ok(failed)
    }
}

/// One figure to be made or verified.
struct Job<'a> {
    build: Build,
    name: &'static str,
    root: &'a Path,
    force: bool,
    verify: bool,
}

/// Where the files of a figure lie in the workspace.
struct Names {
    csv: String,
    parquet: String,
    provenance: String,
    svg: String,
    toml: String,
}

impl Job<'_> {
    fn names(&self) -> Names {
        let data = format!("data/{}/{}", self.build.paper, self.name);
        Names {
            csv: format!("{data}.csv"),
            parquet: format!("{data}.parquet"),
            provenance: format!("{data}.provenance.json"),
            svg: format!("figures/{}/{}.svg", self.build.paper, self.name),
            toml: format!("experiments/{}/{}.toml", self.build.paper, self.name),
        }
    }

    fn say(&self, what: &str) {
        eprintln!("{}/{}: {what}", self.build.paper, self.name);
    }
}

fn run<F: Figure>(job: &Job) -> Result<(), AnyError> {
    if job.verify { verify::<F>(job) } else { make::<F>(job, job.root) }
}

/// Computes the table if need be, and draws it, below `output`.
fn make<F: Figure>(job: &Job, output: &Path) -> Result<(), AnyError> {
    let names = job.names();
    let settings: Settings<F::Parameters> = Settings::read(&job.root.join(&names.toml))?;
    let code = job.build.code.iter().find(|(name, _)| *name == job.name).map(|(_, hash)| *hash);
    let key = Key {
        parameters: serde_json::to_value(&settings.parameters)?,
        seed: settings.seed,
        code: code.ok_or_else(|| Error::Table(format!("{} is unknown to the build script", names.toml)))?.to_owned(),
        versions: job.build.versions.iter().map(|(name, version)| (name.to_string(), version.to_string())).collect(),
    };
    let record_path = cache::record_path(output, job.build.paper, job.name);
    let reason = match cache::reason_to_compute(&record_path, output, &key)? {
        None if job.force => Some("--force".to_owned()),
        reason => reason,
    };
    match reason {
        None => job.say("table is up to date"),
        Some(reason) => {
            job.say(&format!("computing ({reason})"));
            let progress = Progress::new(&format!("{}/{}", job.build.paper, job.name));
            let stores = output.join(".cache").join(job.build.paper).join(job.name);
            // what other code stored is of no use, and --force wants nothing that is stored
            files::remove_all_but(&stores, if job.force { "" } else { &key.code })?;
            let store = stores.join(&key.code);
            let context = Context { seed: settings.seed.unwrap_or(0), progress, store };
            let rows = F::compute(&settings.parameters, &context);
            context.progress.finish();
            let table = Table::from_rows(&rows?)?;
            let (csv, parquet) = (table.to_csv()?, table.to_parquet()?);
            let outputs = [(names.csv.clone(), sha256(&csv)), (names.parquet.clone(), sha256(&parquet))].into();
            write_whole(&output.join(&names.csv), &csv)?;
            write_whole(&output.join(&names.parquet), &parquet)?;
            cache::remember(&record_path, &Record { key: key.clone(), outputs })?;
        }
    }
    let svg = draw::<F>(&output.join(&names.csv))?;
    write_whole(&output.join(&names.svg), svg.as_bytes())?;
    let hash = |root: &Path, name: &String| -> Result<_, Error> {
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
    Ok(())
}

/// The command that makes a figure again.
pub(crate) fn command(paper: &str, figure: &str) -> String {
    format!("make figures FIGURE={paper}/{figure}")
}

/// The picture of a table on disk.
fn draw<F: Figure>(csv: &Path) -> Result<String, AnyError> {
    let bytes = fs::read(csv).map_err(Error::file("read", csv))?;
    Ok(F::draw(&Table::from_csv(bytes)?.rows()?)?.into_svg())
}

/// Makes the figure in a temporary place and compares: the table by value, the committed picture with what the
/// committed table draws, the provenance by content.
fn verify<F: Figure>(job: &Job) -> Result<(), AnyError> {
    let names = job.names();
    let folder = tempfile::tempdir().map_err(Error::file("create", &std::env::temp_dir()))?;
    make::<F>(job, folder.path())?;
    let read = |root: &Path, name: &str| fs::read(root.join(name)).map_err(Error::file("read", &root.join(name)));
    let mut found = Vec::new();

    let committed = Table::from_csv(read(job.root, &names.csv)?)?;
    let regenerated = Table::from_csv(read(folder.path(), &names.csv)?)?;
    found.extend(differences(&committed, &regenerated)?.into_iter().map(|line| format!("{}: {line}", names.csv)));

    if draw::<F>(&job.root.join(&names.csv))?.as_bytes() != read(job.root, &names.svg)? {
        found.push(format!("{}: is not what its table draws", names.svg));
    }

    let parse = |root: &Path| -> Result<Provenance, AnyError> {
        let parsed = serde_json::from_slice(&read(root, &names.provenance)?);
        Ok(parsed.map_err(|error| format!("{} is damaged: {error}", names.provenance))?)
    };
    let (old, new) = (parse(job.root)?, parse(folder.path())?);
    for (name, hash) in &old.outputs {
        if files::hash_of(&job.root.join(name))?.as_ref() != Some(hash) {
            found.push(format!("{}: {name} has another content hash", names.provenance));
        }
    }
    // outputs may differ in their last digits, which the comparison of the tables allows
    if (Provenance { outputs: BTreeMap::new(), ..old }) != (Provenance { outputs: BTreeMap::new(), ..new }) {
        found.push(format!(
            "{}: parameters, texts, code or versions are not those of now: make figures",
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
