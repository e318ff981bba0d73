//! `codecheck.yml`, by which a stranger certifies a run (<https://codecheck.org.uk>, configuration 1.0): what every figure makes.

use std::fmt::Write;

use crate::publish::Chapter;

/// The manifest: table and picture of every figure, each with its title and the command that makes it.
pub fn manifest(chapters: &[Chapter]) -> String {
    let mut text = "\
# written by `report draw`; whoever certifies a run adds codechecker, report and certificate
version: https://codecheck.org.uk/spec/config/1.0/
paper:
  title: \"bloomlab: exact rates of Bloom filters, and the claims of papers checked\"
  authors:
    - name: The bloomlab authors
manifest:
"
    .to_owned();
    for (figure, answers) in chapters.iter().flat_map(|chapter| &chapter.figures) {
        let title = answers.words.title.replace(['*', '{', '}', '"', '\\'], "").replace(['\u{2009}', '\u{a0}'], " ");
        let picture = answers.svg.as_ref().map(|_| format!("figures/{}.svg", figure.id()));
        let own = figure.page.rows.is_none().then(|| figure.table());
        for file in own.into_iter().chain(picture) {
            let id = figure.id();
            let _ = write!(text, "  - file: {file}\n    comment: \"{title} (make figures FIGURE={id} FORCE=1)\"\n");
        }
    }
    text
}
