//! The programs of the audited libraries.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Instant;

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
pub struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The last line of its errors, once they have ended.
    said: Option<JoinHandle<Option<String>>>,
}

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
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).env("PYTHONHASHSEED", "0");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|why| format!("{}: {why}", self.command[0]))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{}: no pipes", self.command[0]));
        };
        let said = thread::spawn(move || {
            let lines = BufReader::new(errors).lines().map_while(Result::ok);
            lines.filter(|line| !line.trim().is_empty()).last()
        });
        Ok(Running { child, input, output: BufReader::new(output), said: Some(said) })
    }
}

impl Running {
    /// The library and its version.
    pub fn library(&mut self) -> Result<(String, String), String> {
        let answer = self.ask("describe")?;
        let (library, version) = answer.split_once(' ').ok_or(format!("not a library and a version: {answer}"))?;
        Ok((library.to_owned(), version.to_owned()))
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
        let answer = self.ask(&format!("trial {items} {target} {inserted} {seed} {queries}"))?;
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

    fn ask(&mut self, line: &str) -> Result<String, String> {
        let mut answer = String::new();
        let asked = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        asked.and_then(|()| self.output.read_line(&mut answer)).map_err(|why| format!("{line}: {why}"))?;
        if answer.is_empty() {
            // its output has ended, and so have its errors
            let said = self.said.take().and_then(|said| said.join().ok()).flatten();
            return Err(format!("{line}: {}", said.as_deref().unwrap_or("no answer")));
        }
        Ok(answer.trim_end().to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // a subject that has answered everything waits for input; nothing is lost
        let _ = self.child.kill();
        let _ = self.child.wait();
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
    use super::{Subject, hyphenated};

    #[test]
    fn a_subject_that_ends_says_why() {
        let shell = |program: &str| Subject {
            command: ["sh", "-c", program].map(str::to_owned).to_vec(),
            ..Subject::named("shell")
        };
        let why = |program| shell(program).start().and_then(|mut running| running.library()).unwrap_err();
        assert_eq!(why("read line; echo first >&2; echo no such library >&2; echo >&2"), "describe: no such library");
        assert_eq!(why("read line"), "describe: no answer");
    }

    #[test]
    fn classes_are_named_like_libraries() {
        assert_eq!(
            (&*hyphenated("ParquetJava"), &*hyphenated("Guava"), &*hyphenated("xorf-xor8")),
            ("parquet-java", "guava", "xorf-xor8")
        );
    }
}
