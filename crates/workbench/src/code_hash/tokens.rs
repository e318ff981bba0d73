//! The tokens of a source file that can change a number: neither comments, nor documentation, nor tests.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The code of a source file in one form, whatever its formatting; the text itself where it is no Rust, since the compiler explains
/// best what is wrong with it.
pub(super) fn of_code(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |tokens| kept(tokens).to_string())
}

/// The tokens, less documentation and items under `#[cfg(test)]`.
fn kept(tokens: TokenStream) -> TokenStream {
    let trees: Vec<_> = tokens.into_iter().collect();
    let mut code = Vec::new();
    let mut rest = &trees[..];
    while let Some((tree, after)) = rest.split_first() {
        rest = match attribute(rest) {
            Some((text, after)) if text == "cfg (test)" => after_item(after),
            Some((text, after)) if text.starts_with("doc") => after,
            _ => {
                code.push(match tree {
                    TokenTree::Group(group) => {
                        TokenTree::Group(proc_macro2::Group::new(group.delimiter(), kept(group.stream())))
                    }
                    tree => tree.clone(),
                });
                after
            }
        };
    }
    code.into_iter().collect()
}

/// The text of the attribute that these tokens begin with, and the tokens after it.
fn attribute(trees: &[TokenTree]) -> Option<(String, &[TokenTree])> {
    let is = |tree: &TokenTree, mark| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark);
    let (hash, mut rest) = trees.split_first()?;
    if !is(hash, '#') {
        return None;
    }
    if let [bang, inner @ ..] = rest
        && is(bang, '!')
    {
        rest = inner;
    }
    match rest {
        [TokenTree::Group(group), after @ ..] if group.delimiter() == Delimiter::Bracket => {
            Some((group.stream().to_string().replace("cfg(", "cfg ("), after))
        }
        _ => None,
    }
}

/// The tokens after an item: it ends with a semicolon or with its braces.
fn after_item(trees: &[TokenTree]) -> &[TokenTree] {
    let is_end = |tree: &TokenTree| match tree {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    trees.iter().position(is_end).map_or(&[], |end| &trees[end + 1..])
}
