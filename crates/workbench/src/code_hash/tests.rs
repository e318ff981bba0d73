use super::*;
use tempfile::TempDir;

/// A workspace of two libraries and the figures `rate` and `fill-level`.
const FILES: [(&str, &str); 16] = [
    (
        "Cargo.lock",
        "[[package]]\nname = \"serde\"\nversion = \"1.2.3\"\nsource = \"registry\"\n\n\
      [[package]]\nname = \"bloomlab-numbers\"\nversion = \"0.1.0\"\n\n\
      [[package]]\nversion = \"0.2.7\"\nsource = \"registry\"\nname = \"libm\"\n\n\
      [[package]]\nname = \"clap\"\nversion = \"4.0.0\"\nsource = \"registry\"\n",
    ),
    ("crates/workbench/src/rows/mod.rs", "rows"),
    ("crates/workbench/src/making.rs", "making"),
    ("crates/cli/src/main.rs", "cli"),
    ("crates/gallery/src/lib.rs", "gallery"),
    ("crates/pictures/Cargo.toml", "[dependencies]\nplotters = \"1\"\n"),
    ("crates/pictures/src/lib.rs", "pictures"),
    ("crates/formulas/Cargo.toml", "[dependencies]\n# a comment\nbloomlab-numbers = { workspace = true }\n"),
    ("crates/formulas/src/lib.rs", "formulas"),
    (
        "crates/numbers/Cargo.toml",
        "  [dependencies]\n[dependencies.libm]\nversion = \"0.2\"\n[dev-dependencies]\nclap = \"4\"\n",
    ),
    ("crates/numbers/src/deep/er.rs", "numbers"),
    (
        "experiments/tiny/Cargo.toml",
        "[dependencies]\nbloomlab-formulas.workspace = true\n\"bloomlab-pictures\" = { workspace = true }\nserde.workspace = true\n",
    ),
    ("experiments/tiny/rate.toml", ""),
    ("experiments/tiny/fill-level.toml", ""),
    ("experiments/tiny/claims.toml", ""),
    ("experiments/tiny/src/main.rs", "mod fill_level; mod rate; use fill_level::x;"),
];

/// Figures and what they share.
const SOURCES: [(&str, &str); 5] = [
    ("rate.rs", "mod inner;"),
    ("rate/inner.rs", "//"),
    ("rate/claims.rs", "//"),
    ("fill_level/mod.rs", "//"),
    ("shared.rs", "//"),
];

fn put(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn workspace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        put(&folder, name, text);
    }
    for (name, text) in SOURCES {
        put(&folder, &format!("experiments/tiny/src/{name}"), text);
    }
    folder
}

fn hashes(folder: &TempDir) -> BTreeMap<String, String> {
    code_hashes(folder.path(), "tiny").unwrap()
}

/// The figures whose hash a file changes.
fn changed_by(name: &str) -> Vec<String> {
    let folder = workspace();
    let before = hashes(&folder);
    put(&folder, name, "// changed");
    hashes(&folder).into_iter().filter(|(figure, hash)| before[figure] != *hash).map(|(figure, _)| figure).collect()
}

#[test]
fn a_hash_is_of_what_computes_the_rows() {
    for shared in [
        "crates/formulas/src/lib.rs",
        "crates/numbers/src/deep/er.rs",
        "crates/numbers/src/new.rs",
        "crates/workbench/src/rows/mod.rs",
        "experiments/tiny/src/shared.rs",
        "experiments/tiny/src/shared/claims.rs",
        // neither a figure's name deep in what is shared, nor that of the program
        "experiments/tiny/src/shared/rate.rs",
        "experiments/tiny/src/shared/main.rs",
        "experiments/tiny/src/claims.rs",
    ] {
        assert_eq!(changed_by(shared), ["fill-level", "rate"], "{shared}");
    }
    for own in
        ["rate.rs", "rate/inner.rs", "rate/deep/er.rs", "rate/deep/claims.rs", "rate/main.rs", "rate/fill_level.rs"]
    {
        assert_eq!(changed_by(&format!("experiments/tiny/src/{own}")), ["rate"], "{own}");
    }
    assert_eq!(changed_by("experiments/tiny/src/fill_level/mod.rs"), ["fill-level"]);
    for other in [
        "crates/pictures/src/lib.rs",
        "crates/gallery/src/lib.rs",
        "crates/cli/src/main.rs",
        "crates/workbench/src/making.rs",
        "experiments/tiny/rate.toml",
        "experiments/tiny/src/main.rs",
        "experiments/tiny/src/rate/claims.rs",
        "experiments/tiny/src/fill_level/claims.rs",
    ] {
        assert_eq!(changed_by(other), [""; 0], "{other}");
    }
}

#[test]
fn a_file_that_moves_or_goes_changes_the_hash() {
    let folder = workspace();
    let before = hashes(&folder);
    let sources = folder.path().join("experiments/tiny/src");
    fs::rename(sources.join("rate/inner.rs"), sources.join("rate/outer.rs")).unwrap();
    let moved = hashes(&folder);
    assert!(moved["rate"] != before["rate"] && moved["fill-level"] == before["fill-level"]);
    fs::remove_file(sources.join("rate/outer.rs")).unwrap();
    assert!(!before.values().chain(moved.values()).any(|hash| *hash == hashes(&folder)["rate"]));
}

#[test]
fn versions_are_those_of_the_outside_libraries_in_use() {
    let folder = workspace();
    let expected = [("libm", "0.2.7"), ("serde", "1.2.3")].map(|(name, version)| (name.to_owned(), version.to_owned()));
    assert_eq!(versions(folder.path(), "tiny").unwrap(), BTreeMap::from(expected));
    put(&folder, "Cargo.lock", "[[package]\n");
    assert!(versions(folder.path(), "tiny").unwrap_err().to_string().contains("Cargo.lock"));
}

/// What is said of a package with this text in one of its files.
fn refusal(file: &str, text: &str) -> Option<String> {
    let folder = workspace();
    put(&folder, &format!("experiments/tiny/src/{file}"), text);
    code_hashes(folder.path(), "tiny").err().map(|error| error.to_string())
}

#[test]
fn another_figure_is_refused_however_it_is_spelled() {
    for text in [
        "use crate::fill_level::x;",
        "use crate::fill_level;",
        "use crate::{shared, fill_level};",
        "use crate::{shared::y, fill_level::{x, z}};",
        "use crate::fill_level::{x, z};",
        "use crate::{{fill_level as f}, shared};",
        "use crate :: fill_level :: x;",
        "use crate\n    ::{\n    // a comment\n    fill_level /* and another */ ::x,\n};",
        "use super::fill_level;",
        "use super::{fill_level::x};",
        "use super::{super::fill_level};",
        "use self::super::super::fill_level;",
        "use crate::r#fill_level::x;",
        "fn f() -> u64 { 1 + crate::fill_level::x() }",
        "mod tests { fn f() { assert_eq!(super::super::fill_level::x(), 1); } }",
    ] {
        for file in ["rate.rs", "rate/inner.rs", "rate/claims.rs", "shared.rs", "shared/deep.rs"] {
            let why = refusal(file, text).unwrap_or_default();
            assert!(why.contains(file) && why.contains("uses fill_level"), "{file}: {text}: {why}");
        }
    }
    for text in
        ["use crate::*;", "use crate::{*};", "use crate as tiny;", "use crate::{self as tiny};", "use super::*;"]
    {
        let why = refusal("rate.rs", text).unwrap_or_default();
        assert!(why.contains("takes in the whole package"), "{text}: {why}");
    }
}

#[test]
fn what_only_looks_like_another_figure_is_not_refused() {
    for text in [
        "// crate::fill_level::x\n/* use crate::fill_level; /* nested */ crate::fill_level */",
        "/// [`x`](crate::fill_level::x)\nfn f() { print(\"crate::fill_level::x\", r#\"super::fill_level\"#) }",
        "use bloomlab_formulas::fill_level; fn f(fill_level: u64) { self.fill_level; fill_level::x() }",
        "use crate::{shared::{fill_level, y}, fill_levels}; pub(crate) struct fill_level;",
        "use crate::shared::fill_level;",
        "use crate::rate::inner; mod tests { use super::*; }",
    ] {
        assert_eq!(refusal("rate.rs", text), None, "{text}");
    }
    assert_eq!(refusal("rate/inner.rs", "use super::*; use super::x;"), None);
    assert_eq!(refusal("fill_level/mod.rs", "use crate::fill_level::x;"), None);
    // the compiler refuses it
    assert_eq!(refusal("rate.rs", "fn f( {"), None);
}
