//! The documents name only what exists, and the numbers of their tables are those of the data.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::readme::{read, workspace};

/// The files of a folder that end in `ending`, below it too, without what was built.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(files(&path, ending));
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every document with its text.
fn documents() -> Vec<(PathBuf, String)> {
    files(&workspace(), ".md").into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The texts between backticks outside blocks of code.
fn code_spans(text: &str) -> Vec<&str> {
    let mut inside = false;
    let prose = text.lines().filter(|line| {
        inside ^= line.starts_with("```");
        !inside && !line.starts_with("```") && !line.starts_with("    ")
    });
    prose.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// The anchor of a heading, as forges make it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
    kept.trim().replace(' ', "-")
}

fn has_anchor(target: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(target).unwrap();
    let mut headings = text.lines().filter(|line| line.starts_with('#'));
    headings.any(|line| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn every_link_leads_somewhere() {
    let mut seen = 0;
    for (document, text) in documents() {
        let links = text.split("](").skip(1).filter_map(|after| after.split_once(')'));
        let images = text.split(" src=\"").skip(1).filter_map(|after| after.split_once('"'));
        for (link, _) in links.chain(images).filter(|(link, _)| !link.contains("::") && !link.contains("//")) {
            let (file, section) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { document.clone() } else { document.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", document.display());
            assert!(section.is_empty() || has_anchor(&target, section), "{}: {link}", document.display());
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen} links");
}

#[test]
fn every_path_that_a_document_names_exists() {
    let root = workspace();
    let mut seen = 0;
    for (document, text) in documents() {
        let plain = |span: &&str| span.chars().all(|c| c.is_ascii_alphanumeric() || "_.-/".contains(c));
        for path in code_spans(&text).into_iter().filter(plain) {
            let Some((first, rest)) = path.split_once('/').filter(|(first, _)| !["", "target"].contains(first)) else {
                continue;
            };
            let figure = root.join(format!("experiments/{path}.toml"));
            let within = ["", "crates", "experiments"].map(|parent| root.join(parent).join(first));
            let Some(parent) = within.iter().find(|parent| parent.is_dir()) else { continue };
            let is_made = path.ends_with(".parquet") || rest.is_empty();
            assert!(is_made || parent.join(rest).exists() || figure.exists(), "{}: {path}", document.display());
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} paths");
}

/// The words of every Rust source and the names of its files and folders.
fn words_of_the_code() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for folder in ["crates", "experiments"] {
        for path in files(&workspace().join(folder), ".rs") {
            let name = path.strip_prefix(workspace()).unwrap().to_string_lossy().replace('-', "_");
            let text = fs::read_to_string(&path).unwrap() + " " + &name;
            words.extend(text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
        }
    }
    words
}

#[test]
fn every_function_and_test_that_the_notes_name_is_in_the_code() {
    let words = words_of_the_code();
    let mut seen = 0;
    let notes = |path: &Path| path.ends_with("paper-notes.md") || path.ends_with("NOTES.md");
    for (document, text) in documents().into_iter().filter(|(path, _)| notes(path)) {
        let named = |span: &&str| span.contains('_') || span.contains("::");
        let only_names = |span: &&str| span.chars().all(|c| c.is_ascii_alphanumeric() || "_:{}, *…".contains(c));
        for span in code_spans(&text).into_iter().filter(named).filter(only_names) {
            for part in span.split(['{', '}', ',', ':', '*', ' ']).filter(|part| part.len() > 1) {
                let found = match (part.strip_prefix('…'), part.strip_suffix(['…', '_'])) {
                    (Some(end), _) => words.iter().any(|word| word.contains(end.trim_end_matches('…'))),
                    (None, Some(start)) => words.iter().any(|word| word.starts_with(start)),
                    (None, None) => words.contains(part),
                };
                assert!(found, "{}: {span}: no {part}", document.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 200, "{seen} names");
}

#[test]
fn every_page_begins_with_its_question_and_is_short() {
    for path in files(&workspace().join("docs"), ".md") {
        let text = fs::read_to_string(&path).unwrap();
        let heading = text.lines().next().unwrap();
        assert!(heading.starts_with("# ") && heading.ends_with('?'), "{}", path.display());
        assert!(text.len() <= 10_000, "{}: {} bytes", path.display(), text.len());
    }
    for (document, most) in [("README.md", 6_000), ("ARTIFACT.md", 6_000), ("paper-notes.md", 30_000)] {
        assert!(read(document).len() <= most, "{document}: {} bytes", read(document).len());
    }
}

/// The cells of the rows of a Markdown table whose first cell begins with `start`.
fn rows<'a>(text: &'a str, start: &str) -> Vec<Vec<&'a str>> {
    let lines = text.lines().filter(|line| line.starts_with(&format!("| {start}")));
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The records of a table in `data`, each as the values of the named columns.
fn records<const N: usize>(file: &str, columns: [&str; N]) -> Vec<[String; N]> {
    let mut reader = csv::Reader::from_path(workspace().join("data").join(file)).unwrap();
    let header = reader.headers().unwrap().clone();
    let places = columns.map(|column| header.iter().position(|name| name == column).unwrap());
    reader.records().map(|record| places.map(|place| record.as_ref().unwrap()[place].to_owned())).collect()
}

fn number(text: &str) -> f64 {
    text.replace(',', "").replace('−', "-").parse().unwrap()
}

#[test]
fn every_claim_that_a_document_names_exists() {
    let papers = fs::read_dir(workspace().join("data")).unwrap().flatten();
    let tables = papers.map(|paper| format!("{}/claims.csv", paper.file_name().to_string_lossy()));
    let made = tables.filter(|table| workspace().join("data").join(table).exists());
    let known: BTreeSet<_> = made.flat_map(|table| records(&table, ["id"])).map(|[id]| id).collect();
    let is_id = |word: &&str| matches!(word.as_bytes(), [b'A'..=b'Z', b'0'..=b'9', b'0'..=b'9']);
    let crates = workspace().join("crates");
    for (document, text) in documents().into_iter().filter(|(path, _)| !path.starts_with(&crates)) {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_id) {
            assert!(known.contains(word), "{}: {word}", document.display());
        }
    }
}

#[test]
fn the_textbook_page_has_the_sizes_of_the_table() {
    let page = read("docs/textbook.md");
    let header = rows(&page, "smallest m").remove(0);
    let sizes = records("precision/safe-size.csv", ["error", "formula", "bits_per_item", "bits"]);
    for (error, per_cent) in [("0.1", "10 %"), ("0.01", "1 %")] {
        for formula in ["classic", "classic-limit", "bloom-1970"] {
            let row = rows(&page, &format!("{per_cent}: {formula} |")).remove(0);
            for (name, shown) in header.iter().zip(&row).skip(1) {
                let per_item = name.trim_start_matches("m/n = ");
                let found = sizes.iter().find(|size| size[..3] == [error, formula, per_item]).unwrap();
                assert_eq!(number(shown), number(&found[3]), "{formula}, {per_cent}, {per_item}");
            }
        }
    }
}

#[test]
fn the_constants_of_double_hashing_are_those_of_the_table() {
    let page = read("docs/double-hashing.md");
    let constants = records("kirsch-mitzenmacher-hashing/safe-size.csv", ["scheme", "kind", "hashes", "constant"]);
    let columns = [
        ("double", "prime"),
        ("double-nonzero", "prime"),
        ("double", "power-of-two"),
        ("double-odd", "power-of-two"),
        ("enhanced", "prime"),
        ("triple", "prime"),
    ];
    for hashes in ["3", "5", "7", "10", "13"] {
        for (shown, (scheme, kind)) in rows(&page, &format!("{hashes} |")).remove(0).iter().skip(1).zip(columns) {
            let found = constants.iter().find(|row| row[..3] == [scheme, kind, hashes]).unwrap();
            assert!((number(shown) - number(&found[3])).abs() < 0.0005, "{scheme}, {kind}, {hashes}");
        }
    }
}
