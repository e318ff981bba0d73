//! A paper: the figures of one package, and its `main`.
//!
//! The crate's [`paper!`](crate::paper!) makes both from the list of figures, which is all that an experiment's `main.rs`
//! has to say.

mod damaged;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use crate::claims::{self, Verdict};
use crate::compare::differences;
use crate::files::{self, write_whole};
use crate::making::{self, Job, Work};
use crate::options::Options;
use crate::rows::{Table, Written};
use crate::scope::Scope;
use crate::settings::Settings;
use crate::statements::Statements;
use crate::{AnyError, Decision, Figure, WorkbenchError, Workspace};

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
    figures: Vec<Entry>,
}

/// A figure by its name, and what can be done with it.
struct Entry {
    name: String,
    run: fn(&Job) -> Result<(), AnyError>,
    claims: fn(&Table) -> Result<Vec<Decision>, AnyError>,
    rewrite: fn(&Table) -> Result<Vec<u8>, WorkbenchError>,
    /// Why a table of settings with some changes is refused.
    reads: fn(toml::Table, &str) -> Result<(), String>,
}

impl Paper {
    /// A paper without figures yet.
    pub fn new(build: Build) -> Self {
        Self { build, figures: Vec::new() }
    }

    /// Adds the figure of a module: its name is the module's with hyphens, and its settings are in `<name>.toml`.
    #[must_use]
    pub fn figure<F: Figure>(mut self, module: &str) -> Self {
        let name = module.replace('_', "-");
        self.figures.push(Entry {
            name,
            run: making::run::<F>,
            claims: |table| {
                let rows: Vec<F::Row> = table.rows()?;
                let decisions = F::claims(&rows)?;
                if decisions.is_empty() {
                    return Ok(decisions);
                }
                let scope = Scope::of(&rows)?;
                Ok(decisions.into_iter().map(|decision| decision.or_scope(&scope)).collect())
            },
            rewrite: |table| Ok(Written::from_rows(&table.rows::<F::Row>()?)?.to_csv()),
            reads: |settings, changes| Settings::<F::Parameters>::changed(settings, changes).map(drop),
        });
        self
    }

    /// The program: makes or verifies the figures named on the command line. A figure that fails does not keep the
    /// others from being made. Exit status 0, 1 when a figure failed, 2 for bad arguments.
    pub fn run(self) -> ExitCode {
        let options = Options::parse();
        let unknown = |name: &&String| !self.figures.iter().any(|figure| figure.name == **name);
        if let Some(name) = options.figures.iter().find(unknown) {
            let known: Vec<_> = self.figures.iter().map(|figure| figure.name.as_str()).collect();
            eprintln!("error: unknown figure `{name}`; {} has {}", self.build.paper, known.join(", "));
            return ExitCode::from(2);
        }
        let work = match options.work() {
            Ok(work) => work,
            Err(why) => {
                eprintln!("error: {why}");
                return ExitCode::from(2);
            }
        };
        match self.make(&options, work) {
            Ok(0) => ExitCode::SUCCESS,
            Ok(failed) => {
                eprintln!("error: {failed} of the figures and claims of {} failed", self.build.paper);
                ExitCode::FAILURE
            }
            Err(error) => {
                let is_elsewhere = matches!(error, WorkbenchError::NoWorkspace(_));
                let instead = if is_elsewhere { "; run within the workspace, or name it with --root" } else { "" };
                eprintln!("error: {error}{instead}");
                ExitCode::FAILURE
            }
        }
    }

    /// The number of figures that failed.
    pub(crate) fn make(&self, options: &Options, work: Work) -> Result<usize, WorkbenchError> {
        let root = Workspace::find(options.root.as_deref())?.root().to_owned();
        let output = options.output(&root);
        // a shard writes nothing but tallies, beside other shards
        let _lock = if matches!(work, Work::Share(..)) { None } else { Some(self.only_run(output)?) };
        let wanted = |name: &str| options.figures.is_empty() || options.figures.iter().any(|figure| figure == name);
        let mut failed = 0;
        for (name, _) in self.build.code.iter().filter(|(name, _)| !self.figures.iter().any(|f| f.name == *name)) {
            eprintln!("error: {}/{name}: it has settings, {name}.toml, and no line in main.rs", self.build.paper);
            failed += 1;
        }
        for figure in self.figures.iter().filter(|figure| wanted(&figure.name)) {
            let parameters = options.parameters.as_deref();
            let job = Job { build: self.build, name: &figure.name, root: &root, output, parameters, work };
            if let Err(error) = (figure.run)(&job) {
                eprintln!("error: {}/{}: {error}", self.build.paper, figure.name);
                failed += 1;
            }
        }
        if output != root || matches!(work, Work::Draw(_) | Work::Share(..)) {
            return Ok(failed);
        }
        let decided = if work == Work::Verify { self.verify_claims(&root) } else { self.write_claims(&root) };
        if let Err(error) = decided {
            eprintln!("error: {}: {error}", claims::path(self.build.paper));
            failed += 1;
        }
        Ok(failed)
    }

    /// Waits until no other run writes below `output`, and sweeps what a killed one left.
    fn only_run(&self, output: &Path) -> Result<File, WorkbenchError> {
        let cache = output.join(".cache");
        fs::create_dir_all(&cache).map_err(WorkbenchError::file("create the folder", &cache))?;
        let path = cache.join("lock");
        let lock = File::create(&path).map_err(WorkbenchError::file("write", &path))?;
        if lock.try_lock().is_err() {
            eprintln!("{}: waiting for another run to finish", self.build.paper);
            lock.lock().map_err(WorkbenchError::file("lock", &path))?;
        }
        for folder in ["data", "figures", ".cache"] {
            files::sweep(&output.join(folder).join(self.build.paper));
        }
        Ok(lock)
    }

    /// A figure's table on disk.
    fn table(&self, root: &Path, figure: &Entry) -> Result<Table, WorkbenchError> {
        Table::read(&self.table_path(root, figure))
    }

    fn table_path(&self, root: &Path, figure: &Entry) -> PathBuf {
        root.join(format!("data/{}/{}.csv", self.build.paper, figure.name))
    }

    /// What the tables on disk say of the paper's claims.
    fn claims(&self, root: &Path) -> Result<Option<Vec<u8>>, AnyError> {
        let statements = Statements::read(&root.join(format!("experiments/{}/claims.toml", self.build.paper)))?;
        let mut decisions = Vec::new();
        for figure in &self.figures {
            let table = self.table(root, figure)?;
            let path = root.join(format!("experiments/{}/{}.toml", self.build.paper, figure.name));
            let settings: Settings<toml::Table> = Settings::read(&path)?;
            let parameters = Scope::of([&settings.parameters])?;
            let of_figure = decide(figure, &table)?.into_iter();
            decisions.extend(of_figure.map(|decision| (figure.name.as_str(), decision.at(&parameters))));
        }
        let claims = statements.decided(&decisions)?;
        Ok(if claims.is_empty() { None } else { Some(Written::from_rows(&claims)?.to_csv()) })
    }

    /// Writes the claims once every figure has a table.
    fn write_claims(&self, root: &Path) -> Result<(), AnyError> {
        let is_missing = |figure: &&Entry| !self.table_path(root, figure).is_file();
        if let Some(figure) = self.figures.iter().find(is_missing) {
            eprintln!("{}: claims wait for the table of {}", self.build.paper, figure.name);
            return Ok(());
        }
        let path = root.join(claims::path(self.build.paper));
        match self.claims(root)? {
            Some(csv) => write_whole(&path, &csv)?,
            None if path.is_file() => fs::remove_file(&path).map_err(WorkbenchError::file("remove", &path))?,
            None => {}
        }
        Ok(())
    }

    /// Compares the committed claims with what the committed tables say, which verification has compared with what is
    /// computed now.
    fn verify_claims(&self, root: &Path) -> Result<(), AnyError> {
        let path = root.join(claims::path(self.build.paper));
        let present = match self.claims(root)? {
            Some(present) => present,
            None if path.is_file() => return Err("claims.toml states no claims now: make figures".into()),
            None => return Ok(()),
        };
        let committed = Table::read(&path)?;
        let found = differences(&committed, &Table::from_csv(&present)?);
        if found.is_empty() {
            eprintln!("{}: claims verified", self.build.paper);
            return Ok(());
        }
        Err(found.iter().map(|line| format!("\n  {line}")).collect::<String>().into())
    }

    /// For tests: the files in `data` that are not what their rows would write now, byte for byte: figures' tables that a
    /// change of a row's type would change, and the claims.
    ///
    /// # Errors
    /// No workspace at `root`, or tables that are missing.
    pub fn tables_that_would_change(&self, root: &Path) -> Result<Vec<String>, AnyError> {
        let read = |path: &Path| fs::read(path).map_err(WorkbenchError::file("read", path));
        let mut changed = Vec::new();
        for figure in &self.figures {
            let path = self.table_path(root, figure);
            if (figure.rewrite)(&Table::read(&path)?)? != read(&path)? {
                changed.push(figure.name.clone());
            }
        }
        match self.claims(root)? {
            Some(claims) if claims != read(&root.join(claims::path(self.build.paper)))? => {
                changed.push("claims".to_owned())
            }
            _ => {}
        }
        Ok(changed)
    }

    /// For tests: the claims that stay as they are however their tables are falsified, column by column. Among them is a
    /// claim whose verdict stays; and one that holds under a condition, or as corrected, when no falsified table refutes the
    /// condition or moves its range. Such a claim is not decided by its table.
    ///
    /// # Errors
    /// No workspace at `root`, or tables that are missing.
    pub fn claims_that_nothing_moves(&self, root: &Path) -> Result<Vec<String>, AnyError> {
        let mut fixed = Vec::new();
        for figure in &self.figures {
            let table = self.table(root, figure)?;
            let decisions = decide(figure, &table)?;
            let is_tested = |decision: &&Decision| decision.verdict.is_some_and(Verdict::is_tested);
            let mut verdicts: Vec<&Decision> = decisions.iter().filter(is_tested).collect();
            let mut conditions: Vec<&Decision> = verdicts.iter().copied().filter(|d| d.condition.is_some()).collect();
            let mut falsified = table.falsified();
            while let (false, Some(falsified)) = (verdicts.is_empty() && conditions.is_empty(), falsified.next()) {
                // a table that a claim cannot be measured from moves nothing
                let Ok(moved) = decide(figure, &falsified) else { continue };
                let now = |decision: &Decision| moved.iter().find(|other| other.id == decision.id);
                verdicts.retain(|decision| now(decision).is_none_or(|now| now.verdict == decision.verdict));
                conditions.retain(|decision| now(decision).is_none_or(|now| !moves_condition(decision, now)));
            }
            fixed.extend(verdicts.iter().map(|decision| decision.id.to_owned()));
            fixed.extend(conditions.iter().map(|decision| format!("{}, its condition", decision.id)));
        }
        Ok(fixed)
    }
}

/// Whether a falsified table refutes a decision's condition, or finds another range. Another wording is not enough, as it may
/// lie in the numbers beside the condition.
fn moves_condition(before: &Decision, falsified: &Decision) -> bool {
    let holds = |decision: &Decision| decision.range.as_ref().and_then(|range| range.holds);
    falsified.verdict == Some(Verdict::DoesNotHold) || holds(falsified) != holds(before)
}

/// The program of an experiment: `main`, and tests that the committed tables are what their
/// rows write, and that they decide every verdict and condition. It is given the figures
/// as `module::Type` in the order in which they are to be made; the modules are declared beside it.
///
/// ```text
/// mod fill;
///
/// bloomlab_workbench::paper! {
///     fill::Fill,
/// }
/// ```
#[macro_export]
macro_rules! paper {
    ($($module:ident::$figure:ident),+ $(,)?) => {
        // it changes with every line of the package: alone in its module, it makes the compiler do nothing else again
        mod build {
            pub(crate) static BUILD: $crate::Build = include!(concat!(env!("OUT_DIR"), "/build.rs"));
        }

        fn paper() -> $crate::Paper {
            $crate::Paper::new(build::BUILD)
                $(.figure::<$module::$figure>(stringify!($module)))+
        }

        fn main() -> std::process::ExitCode {
            paper().run()
        }

        #[cfg(test)]
        mod tests {
            #[test]
            fn every_table_is_what_its_rows_write() {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                assert_eq!(super::paper().tables_that_would_change(&root).unwrap(), [""; 0]);
            }

            #[test]
            fn every_verdict_and_condition_depends_on_its_table() {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                let fixed = super::paper().claims_that_nothing_moves(&root).unwrap();
                assert!(fixed.is_empty(), "whatever the tables say, these stay as they are: {fixed:?}");
            }

            #[test]
            fn settings_at_every_edge_are_read_or_refused_by_key() {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                let (cases, wrong) = super::paper().settings_that_are_misread(&root).unwrap();
                assert!(cases > 100 && wrong.is_empty(), "{} of {cases}: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
            }
        }
    };
}

/// The claims that a figure's table decides.
fn decide(figure: &Entry, table: &Table) -> Result<Vec<Decision>, AnyError> {
    Ok((figure.claims)(table).map_err(|error| format!("claims of {}: {error}", figure.name))?)
}
