//! Every command that a README or a page of `docs` shows is run, and what it prints compared; the documents of a release agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::stdout;

/// The mark of lines that are left out.
const LEFT_OUT: &str = "⋮";

pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn read(name: &str) -> String {
    fs::read_to_string(workspace().join(name)).unwrap()
}

/// The commands `$ bloomlab …` of a text, each with the lines below it, in blocks that are indented or fenced.
fn examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let shown = line.strip_prefix("    ").unwrap_or(line);
        if let Some(command) = shown.strip_prefix("$ bloomlab ") {
            found.push((command.to_owned(), Vec::new()));
            inside = true;
        } else if line.trim().is_empty() || line.starts_with("```") {
            inside = false;
        } else if let (true, Some((_, lines))) = (inside, found.last_mut()) {
            lines.push(shown.to_owned());
        }
    }
    found
}

/// The cells of a line. A rule is as wide as its table, which does not matter.
fn cells(line: &str) -> Vec<String> {
    let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
    cells.map(|cell| if cell.starts_with('─') { "─" } else { cell }.to_owned()).collect()
}

/// The cells of each line of a table. In a column of seconds it matters only that there is a number.
fn table<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Vec<String>> {
    let mut lines: Vec<_> = lines.map(cells).collect();
    let columns = lines.first().filter(|header| header.last().is_some_and(|name| name == "seconds")).map(Vec::len);
    for line in lines.iter_mut().filter(|line| Some(line.len()) == columns) {
        if let Some(time) = line.last_mut().filter(|time| time.parse::<f64>().is_ok()) {
            *time = "a time".to_owned();
        }
    }
    lines
}

/// Returns true if the cells of a line are those that are shown, the last of which may end in `…`.
fn is_shown(shown: &[String], printed: &[String]) -> bool {
    shown.len() == printed.len()
        && shown.iter().zip(printed).all(|(shown, printed)| match shown.strip_suffix('…') {
            Some(start) => printed.starts_with(start),
            None => shown == printed,
        })
}

/// The first line shown that is not printed in its place; `⋮` stands for any number of lines.
fn difference(shown: &[String], printed: &str) -> Option<String> {
    let mut lines = table(printed.lines()).into_iter();
    let mut skips = false;
    for (line, wanted) in shown.iter().zip(table(shown.iter().map(String::as_str))) {
        if line.trim() == LEFT_OUT {
            skips = true;
            continue;
        }
        let found = if skips {
            lines.any(|line| is_shown(&wanted, &line))
        } else {
            lines.next().is_some_and(|line| is_shown(&wanted, &line))
        };
        if !found {
            return Some(line.clone());
        }
        skips = false;
    }
    if skips { None } else { lines.next().map(|line| format!("not shown: {}", line.join("  "))) }
}

/// The pages of `docs`.
fn pages() -> Vec<String> {
    let entries = fs::read_dir(workspace().join("docs")).unwrap().flatten();
    entries.map(|entry| format!("docs/{}", entry.file_name().to_string_lossy())).collect()
}

#[test]
fn every_command_of_a_page_prints_what_is_shown() {
    let mut seen = BTreeSet::new();
    for name in pages().into_iter().chain(["README.md", "crates/cli/README.md"].map(str::to_owned)) {
        for (command, shown) in examples(&read(&name)) {
            seen.insert(command.clone());
            assert!(!shown.is_empty(), "{name}: {command} shows nothing");
            let printed = stdout(&command);
            if let Some(line) = difference(&shown, &printed) {
                panic!("{name}: bloomlab {command}\n{line}\nwhile it prints\n{printed}");
            }
        }
    }
    assert!(seen.len() >= 14, "{seen:?}");
    // and those that are shown without output succeed
    for name in pages() {
        for command in read(&name).lines().filter_map(|line| line.strip_prefix("    bloomlab ")) {
            stdout(command.split('#').next().unwrap());
        }
    }
}

#[test]
fn a_line_that_is_not_printed_is_noticed() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let printed = " a   seconds\n─────\n 1   2e-6\n 3   failed: too long\n 5   0.6\n";
    for right in [" a  seconds\n──\n 1   9e-5\n 3   failed: …\n 5  6", " a  seconds\n⋮\n 5   6"] {
        assert_eq!(difference(&shown(right), printed), None, "{right}");
    }
    for wrong in
        [" a  b\n⋮", " a  seconds\n──\n 1  2e-6", " a  seconds\n⋮\n 3  gone: …\n⋮", " a  seconds\n⋮\n 5  6\n 7  8"]
    {
        assert!(difference(&shown(wrong), printed).is_some(), "{wrong}");
    }
}

#[test]
fn every_target_that_a_document_names_can_be_made() {
    let makefile = read("Makefile");
    let is_target = |name: &str| makefile.lines().any(|line| line.starts_with(&format!("{name}:")));
    let all = ["README.md", "ARTIFACT.md", "CONTRIBUTING.md"];
    for document in pages().into_iter().chain(all.map(str::to_owned)) {
        let text = read(&document);
        let commands = text.split("`make ").skip(1).chain(text.split("\n    make ").skip(1));
        let arguments = commands.map(|after| after.split(['`', '#', '\n']).next().unwrap_or_default());
        let names: BTreeSet<_> = arguments.flat_map(str::split_whitespace).filter(|word| !word.contains('=')).collect();
        assert!(names.contains("figures") || !all.contains(&document.as_str()), "{document}: {names:?}");
        for name in names {
            assert!(is_target(name), "{document}: make {name}");
        }
    }
}

#[test]
fn every_folder_of_code_has_its_room() {
    let rooms = read("CONTRIBUTING.md");
    for parent in ["crates", "experiments"] {
        for entry in fs::read_dir(workspace().join(parent)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("`{parent}/{}`", entry.file_name().to_string_lossy());
            let is_package = entry.path().join("Cargo.toml").is_file();
            let is_a_paper = rooms.contains("`experiments/<paper>`") && parent == "experiments";
            assert!(!is_package || is_a_paper || rooms.contains(&name), "{name}");
        }
    }
}

#[test]
fn the_documents_of_a_release_agree() {
    let version = env!("CARGO_PKG_VERSION");
    let (citation, changes) = (read("CITATION.cff"), read("CHANGELOG.md"));
    let codemeta: serde_json::Value = serde_json::from_str(&read("codemeta.json")).unwrap();
    let date = codemeta["datePublished"].as_str().unwrap();
    assert_eq!(codemeta["version"], version);
    assert!(citation.lines().any(|line| line == format!("version: {version}")), "{citation}");
    assert!(citation.lines().any(|line| line == format!("date-released: \"{date}\"")), "{citation}");
    let newest = changes.lines().find(|line| line.starts_with("## "));
    assert_eq!(newest, Some(format!("## {version} ({date})").as_str()));
}
