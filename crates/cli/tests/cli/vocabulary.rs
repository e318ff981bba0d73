//! One name, one thing: no two public types of the libraries share a name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::documents::files;
use crate::readme::workspace;

/// The public types that a source declares.
fn public_types(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let keywords = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
        let name = keywords.iter().find_map(|keyword| line.strip_prefix(keyword))?;
        name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    })
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for library in fs::read_dir(workspace().join("crates")).unwrap().map(|entry| entry.unwrap().path()) {
        // the command has a library for its tests only, and the workshop its own words
        if ["cli", "tables", "pictures"].iter().any(|name| library.ends_with(name))
            || !library.join("src/lib.rs").is_file()
        {
            continue;
        }
        for file in files(&library.join("src"), ".rs") {
            let source = fs::read_to_string(&file).unwrap();
            for name in public_types(&source) {
                places.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
    }
    assert!(places.contains_key("Shape"), "the sources were not found");
    let shared: Vec<_> = places.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "public types that share a name: {shared:#?}");
}

/// The flags of a command and of those below it: the short name, and the long one.
fn short_flags(command: &clap::Command) -> Vec<(char, String)> {
    let named = |argument: &clap::Arg| Some((argument.get_short()?, argument.get_long()?.to_owned()));
    let own = command.get_arguments().filter_map(named);
    own.chain(command.get_subcommands().flat_map(short_flags)).collect()
}

#[test]
fn a_short_flag_means_one_thing() {
    let mut meanings: BTreeMap<char, BTreeSet<String>> = BTreeMap::new();
    for (short, long) in short_flags(&bloomlab_cli::command()) {
        meanings.entry(short).or_default().insert(long);
    }
    assert!(meanings.contains_key(&'m'));
    let ambiguous: Vec<_> = meanings.iter().filter(|(_, longs)| longs.len() > 1).collect();
    assert!(ambiguous.is_empty(), "short flags of several meanings: {ambiguous:?}");
}
