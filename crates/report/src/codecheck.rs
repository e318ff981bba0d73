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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Each file of the committed manifest exists, and every table with a provenance is in it.
    #[test]
    fn the_manifest_has_every_table() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let text = std::fs::read_to_string(root.join("codecheck.yml")).unwrap();
        let listed: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("  - file: ")).collect();
        assert!(listed.iter().all(|file| root.join(file).exists()));
        let papers = std::fs::read_dir(root.join("data")).unwrap().flatten();
        let files = papers.flat_map(|paper| std::fs::read_dir(paper.path()).unwrap().flatten());
        let made = files.map(|file| file.path()).filter(|file| file.extension().is_some_and(|end| end == "json"));
        let tables: BTreeSet<String> = made
            .map(|file| file.with_extension("csv").strip_prefix(&root).unwrap().to_string_lossy().into_owned())
            .collect();
        assert!(tables.iter().all(|table| listed.contains(&table[..])) && tables.len() > 40);
    }
}
