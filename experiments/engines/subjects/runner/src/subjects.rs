//! The programs that drive the engines: how each is started, and what it answers.

use std::path::Path;
use std::time::Duration;

use measuring::program::Running;
use serde::Deserialize;

/// The longest that an answer may take.
const LIMIT: Duration = Duration::from_secs(420);

/// A program, and how it is started.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name of its file.
    pub name: String,
    /// The folder of its file.
    source: String,
    command: Vec<String>,
}

/// One kind of filter of an engine.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Case {
    /// Its name, unique in the subject with items and target.
    pub case: String,
    /// Items that the engine is given.
    pub items: u64,
    /// The rate asked for, or promised.
    pub target: Option<f64>,
    /// What a user sets.
    pub setting: String,
    /// Whether it takes less than 2 s.
    #[serde(default)]
    pub quick: bool,
}

impl Case {
    /// The target as a word.
    pub fn target(&self) -> String {
        self.target.map_or_else(|| "-".to_owned(), |target| target.to_string())
    }
}

/// The answer to a trial.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Trial {
    /// n as the engine counted.
    pub items: u64,
    /// m as found.
    pub bits: Option<u64>,
    /// k.
    pub hashes: Option<u64>,
    /// The engine's own rate.
    pub reported: Option<f64>,
    /// The exact rate given the bits found.
    pub given_bits: Option<f64>,
    /// Of what the counts are independent.
    pub unit: String,
    /// Units.
    pub units: u64,
    /// Questions of each unit.
    pub asked: u64,
    /// Absent keys reported.
    pub positives: u64,
    /// Over units, the squares of their positives, added up.
    pub positives_squared: u128,
    /// Present keys not found.
    pub missed: u64,
    /// A short text without commas.
    #[serde(default)]
    pub detail: String,
}

/// Every subject of the folder, by its file: `python/NAME.py`, `rust/src/bin/NAME.rs`, `c/NAME.c`, `c/NAME.cpp`, `go/NAME.go` or
/// `go/NAME/`, `jvm/Name.java`, `node/NAME.mjs`. Programs are built in `target/release`, `target/c`, `target/go` and `target/jvm`. A Python
/// program is a subject if it has `python/requirements-NAME.txt`, for its environment `target/python-NAME`. A folder with the file
/// `subjects.txt` lists its subjects there instead: a name, and the command that starts it from the folder of all subjects.
pub fn all(folder: &Path) -> Vec<Subject> {
    let path = |path: String| folder.join(path).display().to_string();
    let of = |files: &str, (prefix, suffix): (&str, &str), command: &dyn Fn(&str) -> Vec<String>| {
        let names = names(&folder.join(files), prefix, suffix).into_iter();
        names
            .map(|name| Subject { command: command(&name), name: hyphenated(&name), source: path(files.to_owned()) })
            .collect::<Vec<_>>()
    };
    let classes = format!("{0}:{0}/*", path("target/jvm".to_owned()));
    let java = |class: &str| ["java", "-XX:+UseSerialGC", "-cp", &classes, class].map(str::to_owned).to_vec();
    let python = |name: &str| vec![path(format!("target/python-{name}/bin/python")), path(format!("python/{name}.py"))];
    let node = |name: &str| vec!["node".to_owned(), path(format!("node/{name}.mjs"))];
    let compiled = |name: &str| vec![path(format!("target/c/{name}"))];
    let go = |name: &str| vec![path(format!("target/go/{name}"))];
    let mut subjects = [
        of("python", ("requirements-", ".txt"), &python),
        of("rust/src/bin", ("", ".rs"), &|name| vec![path(format!("target/release/{name}"))]),
        of("c", ("", ".c"), &compiled),
        of("c", ("", ".cpp"), &compiled),
        of("go", ("", ".go"), &go),
        of("go", ("", "/"), &go),
        of("jvm", ("", ".java"), &java),
        of("node", ("", ".mjs"), &node),
    ]
    .concat();
    // what the others share
    subjects.retain(|subject| subject.name != "protocol");
    for folder_of in names(folder, "", "/") {
        let Ok(list) = std::fs::read_to_string(folder.join(&folder_of).join("subjects.txt")) else { continue };
        let (here, files) = (folder.display().to_string(), path(folder_of));
        // its files are no subjects by themselves
        subjects.retain(|subject| !subject.source.starts_with(&files));
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, command)) = line.split_once(char::is_whitespace) else { continue };
            let words = command.split_whitespace();
            let command = ["env", "-C", &here].into_iter().chain(words).map(str::to_owned).collect();
            subjects.push(Subject { name: name.to_owned(), command, source: files.clone() });
        }
    }
    subjects
}

/// All of these, or the only one of this name; the error of a name that none has lists those that there are.
pub fn wanted(subjects: Vec<Subject>, only: Option<&str>) -> Result<Vec<Subject>, String> {
    let Some(name) = only else { return Ok(subjects) };
    let (named, others): (Vec<_>, Vec<_>) = subjects.into_iter().partition(|subject| subject.name == name);
    match named.is_empty() {
        true => {
            let names: Vec<String> = others.into_iter().map(|subject| subject.name).collect();
            Err(format!("--only {name}: no subject has this name; there are {}", names.join(", ")))
        }
        false => Ok(named),
    }
}

/// `CommonsCollections` as `commons-collections`.
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

/// The files of a folder that begin and end so, without these; its folders for `/`.
fn names(folder: &Path, prefix: &str, suffix: &str) -> Vec<String> {
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        if suffix == "/" {
            entry.path().is_dir().then_some(name)
        } else {
            Some(name.strip_prefix(prefix)?.strip_suffix(suffix)?.to_owned())
        }
    };
    let mut names: Vec<String> = std::fs::read_dir(folder).into_iter().flatten().flatten().filter_map(name).collect();
    names.sort();
    names
}

impl Subject {
    /// Starts the program; the reason if it cannot.
    pub fn start(&self) -> Result<Running, String> {
        Running::start(&self.command, LIMIT)
    }
}

/// The cases of a subject.
pub fn cases(running: &mut Running) -> Result<Vec<Case>, String> {
    let answer = running.ask("cases")?;
    let cases: Vec<Case> = serde_json::from_str(&answer).map_err(|why| format!("cases: {why}: {answer}"))?;
    let is_word = |case: &Case| !case.case.is_empty() && !case.case.contains(char::is_whitespace);
    if let Some(case) = cases.iter().find(|case| !is_word(case)) {
        return Err(format!("cases: needs a word: {:?}", case.case));
    }
    let words = cases.iter().flat_map(|case| [&case.case, &case.setting]);
    let wrong = words.into_iter().find(|word| word.contains([',', '\n', '"'])).cloned();
    wrong.map_or(Ok(cases), |word| Err(format!("cases: a comma or a quotation mark in {word}")))
}

/// One trial of a case.
pub fn trial(running: &mut Running, case: &Case, seed: u64) -> Result<Trial, String> {
    let answer = running.ask(&format!("trial {} {} {} {seed}", case.case, case.items, case.target()))?;
    if let Some(why) = answer.strip_prefix("error:") {
        return Err(why.trim().to_owned());
    }
    let trial: Trial = serde_json::from_str(&answer).map_err(|why| format!("trial: {why}: {answer}"))?;
    if trial.units == 0 || trial.asked == 0 {
        return Err(format!("trial: nothing was asked: {answer}"));
    }
    // squares of counts up to `asked` that add up to `positives`
    let (sum, squares) = (u128::from(trial.positives), trial.positives_squared);
    let fits =
        squares >= sum && squares <= sum * u128::from(trial.asked) && squares * u128::from(trial.units) >= sum * sum;
    if !fits {
        return Err(format!("trial: the counts of {} units do not fit: {answer}", trial.units));
    }
    if trial.detail.contains([',', '\n', '"']) || trial.unit.contains([',', '\n', '"']) {
        return Err(format!("trial: a comma or a quotation mark in its words: {answer}"));
    }
    Ok(trial)
}

#[cfg(test)]
impl Subject {
    /// A program of the shell.
    pub fn shell(program: &str) -> Self {
        Self {
            name: "shell".to_owned(),
            source: String::new(),
            command: ["sh", "-c", program].map(str::to_owned).to_vec(),
        }
    }
}
