//! The programs of the audited libraries.

use std::path::Path;
use std::time::{Duration, Instant};

use measuring::program::Running as Program;

use crate::rounds::Round;

/// A program, and how it is started.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name of its file.
    pub name: String,
    /// The language of the library.
    pub language: &'static str,
    command: Vec<String>,
}

/// The answer to a trial.
pub struct Trial {
    /// Bits, hashes and the library's own rate, as the subject said them.
    pub described: [String; 3],
    /// Strangers that were reported.
    pub positives: u64,
    /// Items that were not found.
    pub missed: u64,
    /// Items that were refused.
    pub refused: u64,
}

/// A running subject.
pub struct Running(Program);

/// The longest that an answer may take.
const LIMIT: Duration = Duration::from_secs(1800);

/// Every subject of the folder, by its file: `rust/src/bin/NAME.rs`, the same in `rust-parquet`, `c/NAME.c`, `c/NAME.cpp`,
/// `jvm/Name.java`, `python/subject-NAME.py`.
pub fn all(folder: &Path) -> Vec<Subject> {
    let path = |path: &str| folder.join(path).display().to_string();
    let of =
        |files: &str, prefix: &str, suffix: &str, language: &'static str, command: &dyn Fn(&str) -> Vec<String>| {
            let names = names(&folder.join(files), prefix, suffix).into_iter();
            names.map(|name| Subject { command: command(&name), language, name: hyphenated(&name) }).collect::<Vec<_>>()
        };
    let built = |name: &str| vec![path(&format!("target/release/{name}"))];
    let compiled = |name: &str| vec![path(&format!("target/c/{name}"))];
    let classes = format!("{0}:{0}/*", path("target/jvm"));
    let java = |class: &str| ["java", "-XX:+UseSerialGC", "-cp", &classes, class].map(str::to_owned).to_vec();
    let python = |name: &str| vec![path("target/python/bin/python"), path(&format!("python/subject-{name}.py"))];
    let mut subjects = [
        of("rust/src/bin", "", ".rs", "Rust", &built),
        of("rust-parquet/src/bin", "", ".rs", "Rust", &built),
        of("c", "", ".c", "C", &compiled),
        of("c", "", ".cpp", "C++", &compiled),
        of("jvm", "", ".java", "Java", &java),
        of("python", "subject-", ".py", "Python", &python),
    ]
    .concat();
    // what the others share
    subjects.retain(|subject| subject.name != "protocol");
    subjects
}

/// `ParquetJava` as `parquet-java`.
fn hyphenated(class: &str) -> String {
    let mut name = String::new();
    for letter in class.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

fn names(folder: &Path, prefix: &str, suffix: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_prefix(prefix)?.strip_suffix(suffix)?.to_owned())).collect();
    names.sort();
    names
}

impl Subject {
    /// Starts the program; the reason if it cannot.
    pub fn start(&self) -> Result<Running, String> {
        Program::start(&self.command, LIMIT).map(Running)
    }
}

impl Running {
    /// The library and its version.
    pub fn library(&mut self) -> Result<(String, String), String> {
        self.0.describe()
    }

    /// Seconds that an insertion or a question takes in a small filter: the least of some trials, the first of which warm up.
    pub fn pace(&mut self) -> Result<f64, String> {
        let (items, queries) = (1000, 10_000);
        let mut least = f64::INFINITY;
        for seed in 0..4 {
            let from = Instant::now();
            self.trial(Round { items, target: 0.01, inserted: items }, seed, queries)?;
            least = least.min(from.elapsed().as_secs_f64());
        }
        Ok(least / (2 * items + queries) as f64)
    }

    /// One filter, filled and asked.
    pub fn trial(&mut self, round: Round, seed: u64, queries: u64) -> Result<Trial, String> {
        let Round { items, target, inserted } = round;
        let answer = self.0.ask(&format!("trial {items} {target} {inserted} {seed} {queries}"))?;
        let words: Vec<&str> = answer.split(' ').collect();
        let &[bits, hashes, reported, positives, missed, refused] = words.as_slice() else {
            return Err(format!("not an answer to a trial: {answer}"));
        };
        let count = |word: &str| word.parse::<u64>().map_err(|why| format!("{answer}: {why}"));
        Ok(Trial {
            described: [bits, hashes, reported].map(str::to_owned),
            positives: count(positives)?,
            missed: count(missed)?,
            refused: count(refused)?,
        })
    }
}

#[cfg(test)]
impl Subject {
    /// A subject that no program stands for.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), language: "Rust", command: vec![String::new()] }
    }
}

#[cfg(test)]
mod tests {
    use super::hyphenated;

    #[test]
    fn classes_are_named_like_libraries() {
        assert_eq!(
            (&*hyphenated("ParquetJava"), &*hyphenated("Guava"), &*hyphenated("xorf-xor8")),
            ("parquet-java", "guava", "xorf-xor8")
        );
    }
}
