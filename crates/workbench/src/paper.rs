//! A paper: the figures of one package, and its `main`.
//!
//! The crate's [`paper!`](crate::paper!) makes both from the list of figures, which is all that an experiment's `main.rs`
//! has to say.

#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::iter::zip;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bloomlab_tallies::{on_all_cores, sweep, write_whole};
use clap::Parser;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::any_figure::AnyFigure;
use crate::claims;
use crate::compare::differences;
use crate::decision::TITLE;
use crate::making::{self, Job, Work};
use crate::names::Names;
use crate::options::Options;
use crate::rows::{Table, Written};
use crate::scope::Scope;
use crate::settings::Settings;
use crate::statements::{Statements, Title};
use crate::text::Text;
use crate::{AnyError, Decision, Figure, WorkbenchError, Workspace};

/// What the build script of an experiment finds out: `include!` its output as a value of this type.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The package, which is the name of the paper.
    pub paper: &'static str,
    /// The figures that have settings.
    pub figures: &'static [&'static str],
    /// The hash of the sources that compute their rows.
    pub code: &'static str,
    /// The versions of the outside libraries.
    pub versions: &'static [(&'static str, &'static str)],
}

/// The figures of one paper.
pub struct Paper {
    pub(crate) build: Build,
    figures: Vec<Box<dyn AnyFigure>>,
}

impl Paper {
    /// A paper without figures yet.
    pub fn new(build: Build) -> Self {
        Self { build, figures: Vec::new() }
    }

    /// Adds a figure.
    #[must_use]
    pub fn figure<P, R>(mut self, figure: Figure<P, R>) -> Self
    where
        P: Serialize + DeserializeOwned + 'static,
        R: Serialize + DeserializeOwned + 'static,
    {
        self.figures.push(Box::new(figure));
        self
    }

    pub(crate) fn figures(&self) -> impl Iterator<Item = &dyn AnyFigure> {
        self.figures.iter().map(Box::as_ref)
    }

    /// The program: makes or verifies the figures named on the command line. A figure that fails does not keep the
    /// others from being made. Exit status 0, 1 when a figure failed, 2 for bad arguments.
    pub fn run(self) -> ExitCode {
        let options = Options::parse();
        let unknown = |name: &&String| !self.figures().any(|figure| figure.name() == **name);
        if let Some(name) = options.figures.iter().find(unknown) {
            let known: Vec<_> = self.figures().map(AnyFigure::name).collect();
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
        let parameters = options.parameters.as_deref();
        let job = |name| Job { build: self.build, name, root: &root, output, parameters, work };
        let has_failed = |figure: &dyn AnyFigure| {
            let made = making::run(figure, &job(figure.name()));
            made.inspect_err(|error| eprintln!("error: {}/{}: {error}", self.build.paper, figure.name())).is_err()
        };
        // a computation has all cores; what is only drawn is drawn beside others
        let wanted = self.figures().filter(|figure| wanted(figure.name()));
        let (drawn, computed): (Vec<_>, Vec<_>) =
            wanted.partition(|figure| making::is_computed(*figure, &job(figure.name())));
        let drawn = on_all_cores(drawn.len(), |at| Ok::<_, WorkbenchError>(has_failed(drawn[at])))?;
        let mut failed = drawn.into_iter().filter(|failed| *failed).count()
            + computed.into_iter().filter(|figure| has_failed(*figure)).count();
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
            sweep(&output.join(folder).join(self.build.paper));
        }
        Ok(lock)
    }

    /// A figure's table on disk.
    pub(crate) fn table(&self, root: &Path, figure: &dyn AnyFigure) -> Result<Table, WorkbenchError> {
        Table::read(&self.table_path(root, figure))
    }

    pub(crate) fn table_path(&self, root: &Path, figure: &dyn AnyFigure) -> PathBuf {
        root.join(Names::new(self.build.paper, figure.name()).csv)
    }

    /// What the tables on disk say of the paper's claims.
    pub(crate) fn claims(&self, root: &Path) -> Result<Option<Vec<u8>>, AnyError> {
        let statements = Statements::read(&root.join(format!("experiments/{}/claims.toml", self.build.paper)))?;
        let figures: Vec<_> = self.figures().collect();
        let decided = on_all_cores(figures.len(), |at| self.decided(root, figures[at]))?;
        let (mut decisions, mut titles) = (Vec::new(), Vec::new());
        for (figure, (title, others)) in zip(figures, decided) {
            titles.extend(title);
            decisions.extend(others.into_iter().map(|decision| (figure.name(), decision)));
        }
        let claims = statements.decided(&decisions, &titles)?;
        Ok(if claims.is_empty() { None } else { Some(Written::from_rows(&claims)?.to_csv()) })
    }

    /// The decisions of a figure's table on disk: on its title, unless that is no claim, and on other claims.
    fn decided(&self, root: &Path, figure: &dyn AnyFigure) -> Result<(Option<Title>, Vec<Decision>), AnyError> {
        let table = self.table(root, figure)?;
        let settings = Settings::read(&root.join(Names::new(self.build.paper, figure.name()).toml))?;
        let parameters = Scope::of([&settings.parameters])?;
        let decisions = figure.claims(&table)?.into_iter().map(|decision| decision.at(&parameters));
        let (mut titles, others): (Vec<_>, Vec<_>) = decisions.partition(|decision| decision.id == TITLE);
        let text = Text::new(&settings, figure.facts(&table)?, &figure.parameters(&settings)?)?.title;
        let title = |decision| Title { figure: figure.name(), text, decision };
        let wrong = match (titles.len(), settings.shows) {
            (1, None) | (0, Some(_)) => return Ok((titles.pop().map(title), others)),
            (0, None) => "no decision on its title",
            (1, Some(_)) => "a title that shows something and is a claim",
            _ => "more than one decision on its title",
        };
        Err(format!("{} has {wrong}", figure.name()).into())
    }

    /// Writes the claims once every figure has a table.
    fn write_claims(&self, root: &Path) -> Result<(), AnyError> {
        let is_missing = |figure: &&dyn AnyFigure| !self.table_path(root, *figure).is_file();
        if let Some(figure) = self.figures().find(is_missing) {
            eprintln!("{}: claims wait for the table of {}", self.build.paper, figure.name());
            return Ok(());
        }
        let path = root.join(claims::path(self.build.paper));
        match self.claims(root)? {
            Some(csv) => {
                write_whole(&path, &csv)?;
            }
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
}

/// The program of an experiment: `main`, and tests that the committed tables are what their rows write, and that they decide
/// every verdict and condition. The build script names its figures, one for each TOML file; each is a module with the items of
/// [`Figure`], declared beside this.
///
/// ```text
/// mod fill;
///
/// bloomlab_workbench::paper!();
/// ```
#[macro_export]
macro_rules! paper {
    () => {
        // it changes with every line of the package: alone in its module, it makes the compiler do nothing else again
        mod build {
            pub(crate) static BUILD: $crate::Build = include!(concat!(env!("OUT_DIR"), "/build.rs"));
        }

        include!(concat!(env!("OUT_DIR"), "/figures.rs"));

        fn main() -> std::process::ExitCode {
            paper().run()
        }

        #[cfg(test)]
        mod tests {
            #[test]
            fn every_table_is_what_its_rows_write() {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                assert_eq!($crate::testing::tables_that_would_change(&super::paper(), &root).unwrap(), [""; 0]);
            }

            #[test]
            fn every_verdict_and_condition_depends_on_its_table() {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                let fixed = $crate::testing::claims_that_nothing_moves(&super::paper(), &root).unwrap();
                assert!(fixed.is_empty(), "whatever the tables say, these stay as they are: {fixed:?}");
            }

            #[test]
            fn settings_at_every_edge_are_read_or_refused_by_key() {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                let (cases, wrong) = $crate::testing::settings_that_are_misread(&super::paper(), &root).unwrap();
                assert!(
                    cases > 100 && wrong.is_empty(),
                    "{} of {cases}: {:#?}",
                    wrong.len(),
                    &wrong[..wrong.len().min(20)]
                );
            }
        }
    };
}

/// What the build script writes of the figures of a package: each name with its module.
#[doc(hidden)]
#[macro_export]
macro_rules! figures {
    ($($name:literal => $module:ident),* $(,)?) => {
        fn paper() -> $crate::Paper {
            $crate::Paper::new(build::BUILD)
                $(.figure($crate::Figure {
                    name: $name,
                    compute: $module::compute,
                    draw: |rows| Ok($module::draw(rows)?.into()),
                    facts: $module::facts,
                    claims: $module::claims,
                }))*
        }
    };
}
