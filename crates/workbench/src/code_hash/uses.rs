//! Which modules of its package a source file uses. It reads tokens, so that neither formatting nor comments matter.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Stands for all modules of the package: a glob, or another name for the package.
const ALL: &str = "*";

/// Refuses a file that uses the module of a figure other than its `owner`. `place` is the file's, in `src`.
pub(super) fn refuse_other_figures(
    file: &Path,
    place: &Path,
    owner: Option<&str>,
    figures: &BTreeSet<String>,
) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    // the compiler explains best what is wrong with a file that is no Rust
    let Ok(tokens) = text.parse() else { return Ok(()) };
    let is_child_of_root = place.components().count() == 1;
    let used = used_modules(tokens, is_child_of_root);
    let file = file.display();
    if used.contains(ALL) {
        let why = format!("{file} takes in the whole package, and with it all figures: name what it uses");
        return Err(io::Error::other(why));
    }
    for other in figures.iter().filter(|other| Some(other.as_str()) != owner) {
        let module = other.replace('-', "_");
        if used.contains(&module) {
            let why =
                format!("{file} uses {module}, which is another figure: what figures share needs a file of its own");
            return Err(io::Error::other(why));
        }
    }
    Ok(())
}

/// The names after `crate` and `super` in paths, and [`ALL`] for a glob of the package. `super` is the package in a child
/// of its root, outside the modules in that file.
fn used_modules(tokens: TokenStream, super_is_package: bool) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let trees: Vec<_> = tokens.into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => used.extend(used_modules(group.stream(), false)),
            TokenTree::Ident(root) if root == "crate" || root == "super" => {
                let is_package = root == "crate" || super_is_package;
                match &trees[i + 1..] {
                    [TokenTree::Punct(a), TokenTree::Punct(b), path @ ..]
                        if a.as_char() == ':' && b.as_char() == ':' =>
                    {
                        first_names(path, is_package, &mut used);
                    }
                    [TokenTree::Ident(word), ..] if word == "as" && is_package => {
                        used.insert(ALL.to_owned());
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    used
}

/// The first name of a path, or of each path in braces.
fn first_names(path: &[TokenTree], is_package: bool, used: &mut BTreeSet<String>) {
    match path {
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace => {
            let paths: Vec<_> = group.stream().into_iter().collect();
            let is_comma = |tree: &TokenTree| matches!(tree, TokenTree::Punct(mark) if mark.as_char() == ',');
            for path in paths.split(is_comma) {
                first_names(path, is_package, used);
            }
        }
        [TokenTree::Punct(mark), ..] if mark.as_char() == '*' && is_package => {
            used.insert(ALL.to_owned());
        }
        [TokenTree::Ident(this), TokenTree::Ident(word), ..] if this == "self" && word == "as" && is_package => {
            used.insert(ALL.to_owned());
        }
        [TokenTree::Ident(name), ..] => {
            used.insert(name.to_string().trim_start_matches("r#").to_owned());
        }
        _ => {}
    }
}
