use super::*;
use std::collections::BTreeMap;

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

/// The sources of the package.
const SOURCES: [(&str, &str); 8] = [
    ("rate.rs", "mod inner; fn f() -> u64 { 1 }"),
    ("rate/inner.rs", "const A: u64 = 1;"),
    ("rate/claims.rs", ""),
    ("rate/view.rs", ""),
    ("looks.rs", ""),
    ("fill_level/mod.rs", ""),
    ("shared.rs", "const TABLE: &str = include_str!(\"table.csv\");"),
    ("table.csv", "n\n1\n"),
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

fn hash(folder: &TempDir) -> String {
    code_hash(folder.path(), "tiny").unwrap()
}

/// Whether a file with this text changes the hash.
fn changes(name: &str, text: &str) -> bool {
    let folder = workspace();
    let before = hash(&folder);
    put(&folder, name, text);
    hash(&folder) != before
}

#[test]
fn a_hash_is_of_what_computes_the_rows() {
    for name in [
        "crates/formulas/src/lib.rs",
        "crates/numbers/src/deep/er.rs",
        "crates/numbers/src/new.rs",
        // only a package has files that draw
        "crates/numbers/src/view.rs",
        "crates/workbench/src/rows/mod.rs",
        "experiments/tiny/src/shared.rs",
        "experiments/tiny/src/rate.rs",
        "experiments/tiny/src/rate/inner.rs",
        "experiments/tiny/src/fill_level/mod.rs",
        "experiments/tiny/src/table.csv",
    ] {
        assert!(changes(name, "fn changed() {}"), "{name}");
    }
    for name in [
        "crates/pictures/src/lib.rs",
        "crates/gallery/src/lib.rs",
        "crates/cli/src/main.rs",
        "crates/workbench/src/making.rs",
        "experiments/tiny/rate.toml",
        "experiments/tiny/src/main.rs",
        "experiments/tiny/src/looks.rs",
        "experiments/tiny/src/rate/claims.rs",
        "experiments/tiny/src/rate/view.rs",
    ] {
        assert!(!changes(name, "fn changed() {}"), "{name}");
    }
}

#[test]
fn comments_tests_and_formatting_compute_nothing() {
    let rate = |text: &str| changes("experiments/tiny/src/rate.rs", text);
    for same in [
        "mod inner;\n\n// why\nfn f() -> u64 {\n    1 /* one */\n}\n",
        "//! A figure.\nmod inner;\n/// One.\n#[doc = \"1\"]\nfn f() -> u64 { 1 }",
        "mod inner; fn f() -> u64 { //! one\n 1 }\n#[cfg(test)]\nmod tests { use super::*; fn g() { f(); } }",
        "mod inner; #[cfg(test)] use inner::x; #[cfg(test)] fn g(x: u64) -> u64 { x } fn f() -> u64 { 1 }",
    ] {
        assert!(!rate(same), "{same}");
    }
    for other in [
        "mod inner; fn f() -> u64 { 2 }",
        "mod inner; fn f() -> u32 { 1 }",
        "mod inner; #[inline] fn f() -> u64 { 1 }",
        "mod inner; #[cfg(not(test))] fn f() -> u64 { 1 }",
        "mod inner; #[cfg(test)] fn f() -> u64 { 1 }",
        "mod inner; #[cfg(test)] mod tests {} fn f() -> u64 { 1 } fn g() {}",
        "mod inner; fn f() -> u64 { 1",
    ] {
        assert!(rate(other), "{other}");
    }
}

#[test]
fn a_file_that_moves_or_goes_changes_the_hash() {
    let folder = workspace();
    let before = hash(&folder);
    let sources = folder.path().join("experiments/tiny/src");
    fs::rename(sources.join("rate/inner.rs"), sources.join("rate/outer.rs")).unwrap();
    let moved = hash(&folder);
    fs::remove_file(sources.join("rate/outer.rs")).unwrap();
    let gone = hash(&folder);
    assert!(before != moved && moved != gone && gone != before);
}

#[test]
fn versions_are_those_of_the_outside_libraries_in_use() {
    let folder = workspace();
    let expected = [("libm", "0.2.7"), ("serde", "1.2.3")].map(|(name, version)| (name.to_owned(), version.to_owned()));
    assert_eq!(versions(folder.path(), "tiny").unwrap(), BTreeMap::from(expected));
    put(&folder, "Cargo.lock", "[[package]\n");
    assert!(versions(folder.path(), "tiny").unwrap_err().to_string().contains("Cargo.lock"));
}
