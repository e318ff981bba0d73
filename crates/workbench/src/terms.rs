//! What the terms and symbols of pictures mean: written once, and said under every picture that uses them.

use std::fs;
use std::path::Path;

use crate::figure::Result;
use crate::text::has_whole;
use crate::words::untraced;

/// Where the terms stand: for each paper a table of sentences by term or terms, and one for all papers.
pub(crate) const FILE: &str = "experiments/terms.toml";
const EVERYWHERE: &str = "every-paper";

/// The sentences on the terms that a picture of a paper uses, in the order of the terms. `words` are all texts of the picture.
///
/// # Errors
/// A file that cannot be read as such a table; a numeral in a sentence, which nothing would check.
pub(crate) fn sentences(root: &Path, paper: &str, words: &[String]) -> Result<Vec<String>> {
    let text = fs::read_to_string(root.join(FILE)).unwrap_or_default();
    let terms: toml::Table = text.parse().map_err(|error| format!("{FILE}: {error}"))?;
    let of = |section: &str| terms.get(section).and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let mut found = of(EVERYWHERE);
    found.extend(of(paper));
    let mut sentences = Vec::new();
    let is_used = |term: &str| words.iter().any(|text| has_whole(text, term));
    for (term, sentence) in found.iter().filter(|(terms, _)| terms.split(" | ").any(is_used)) {
        let sentence = sentence.as_str().ok_or_else(|| format!("{FILE}: {term} is no text"))?;
        if let Some(numeral) = untraced(sentence).first() {
            return Err(format!("{FILE}: {term}: {numeral} is not checked by any table").into());
        }
        // a paper's own sentence is empty where the term of all papers means nothing in it
        sentences.extend((!sentence.is_empty()).then(|| sentence.to_owned()));
    }
    Ok(sentences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_are_used_are_explained() {
        let folder = tempfile::tempdir().unwrap();
        let terms = "[every-paper]\nk = \"*k*: hash functions.\"\n[paper]\n\"ring | turn\" = \"Ring: slices in turn.\"\n[other]\nk = \"\"";
        let said = |terms: &str, paper: &str, words: &str| {
            fs::create_dir_all(folder.path().join("experiments")).unwrap();
            fs::write(folder.path().join(FILE), terms).unwrap();
            sentences(folder.path(), paper, &[words.to_owned()])
        };
        assert_eq!(said(terms, "paper", "k = 2, rings").unwrap(), ["*k*: hash functions."]);
        assert_eq!(said(terms, "paper", "the ring, by k").unwrap().len(), 2);
        assert_eq!(said(terms, "paper", "in turn, a ring").unwrap(), ["Ring: slices in turn."]);
        assert_eq!(said(terms, "other", "the ring, by k").unwrap().len(), 0);
        let why = said("[paper]\nk = \"about 7\"", "paper", "k").unwrap_err().to_string();
        assert!(why.contains("k: 7 is not checked"), "{why}");
        assert!(said("[paper]\nk = 1", "paper", "k").is_err());
    }
}
