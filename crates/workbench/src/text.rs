//! What a figure says in words: its numbers filled in, and every numeral traced to a fact, a parameter or a fixed term.

use std::collections::{BTreeMap, BTreeSet};

use bloomlab_pictures::spoken;
use serde_json::Value;

use crate::facts::{Facts, names};
use crate::figure::Result;
use crate::settings::Settings;
use crate::words::{numerals, untraced};

/// The most characters of a title, as a picture says it to those who hear it.
const TITLE: usize = 90;

/// A figure's words, with its facts.
pub(crate) struct Text {
    pub title: String,
    pub caption: String,
    pub assumptions: Vec<String>,
    /// The facts by name, without the parameters.
    pub facts: BTreeMap<String, String>,
    /// Facts and parameters.
    known: Facts,
}

impl Text {
    /// The words of the settings with facts and parameters in their places.
    ///
    /// # Errors
    /// A name that is neither, a numeral that is not cited, a title that is too long or has two sentences.
    pub(crate) fn new(settings: &Settings, facts: Facts, parameters: &Value) -> Result<Self> {
        let texts = [("title", &settings.title), ("caption", &settings.caption)].into_iter();
        let texts = texts.chain(settings.assumptions.iter().map(|text| ("assumptions", text)));
        let untraced: Vec<String> = texts
            .flat_map(|(key, text)| untraced(text).into_iter().map(move |found| format!("{key}: {found}")))
            .collect();
        if !untraced.is_empty() {
            return Err(format!(
                "numerals that are neither facts nor parameters: {}; cite them as {{name}}",
                untraced.join(", ")
            )
            .into());
        }
        let own = facts.texts().clone();
        let is_no_number = |word: &str| ["inf", "−inf", "NaN"].contains(&word);
        if let Some((name, text)) = own.iter().find(|(_, text)| text.split(' ').any(is_no_number)) {
            return Err(format!("fact {name} is {text}").into());
        }
        let known = facts.and_parameters(parameters)?;
        let title = known.fill(&settings.title)?;
        let length = spoken(&title).chars().count();
        if length > TITLE || title.contains(';') {
            return Err(format!(
                "title: one finding in at most {TITLE} characters as it is spoken, without a semicolon; it has {length}"
            )
            .into());
        }
        let assumptions = settings.assumptions.iter().map(|text| known.fill(text)).collect::<Result<_>>()?;
        Ok(Self { title, caption: known.fill(&settings.caption)?, assumptions, facts: own, known })
    }

    /// Checks the notes of the picture, whose numerals must be those of facts or parameters, and that every fact is cited: by
    /// name in the figure's words or in `findings` on it, or as a whole in a note.
    pub(crate) fn check(&self, settings: &Settings, svg: &str, findings: &[String]) -> Result<()> {
        let traced: BTreeSet<&str> = self.known.texts().values().flat_map(|text| numerals(text)).collect();
        let notes = notes(svg);
        let strange: Vec<&str> = notes.iter().flat_map(|note| numerals(note)).filter(|n| !traced.contains(n)).collect();
        if !strange.is_empty() {
            return Err(format!("notes in the picture have numerals that are no facts: {}", strange.join(", ")).into());
        }
        let words = [&settings.title, &settings.caption].into_iter().chain(&settings.assumptions).chain(findings);
        let named: BTreeSet<&str> = words.flat_map(|text| names(text)).collect();
        let is_cited = |(name, text): &(&String, &String)| {
            named.contains(name.as_str())
                || notes.iter().any(|note| has_whole(note, &text.replace(['{', '}', '*'], "")))
        };
        match self.facts.iter().find(|fact| !is_cited(fact)) {
            Some((name, _)) => Err(format!("fact {name} is cited nowhere").into()),
            None => Ok(()),
        }
    }
}

/// The sentences on a figure among the gallery's findings, which name `paper/figure`; none in a text that is not theirs.
pub(crate) fn findings_on(findings: &str, figure: &str) -> Vec<String> {
    let table: toml::Table = findings.parse().unwrap_or_default();
    let all = table.get("finding").and_then(toml::Value::as_array).into_iter().flatten();
    let on_it = all.filter(|finding| finding.get("figure").and_then(toml::Value::as_str) == Some(figure));
    on_it.filter_map(|finding| finding.get("sentence")?.as_str().map(str::to_owned)).collect()
}

/// Whether a text stands in a note by itself, and not as a part of a longer word or numeral.
pub(crate) fn has_whole(note: &str, text: &str) -> bool {
    note.match_indices(text).any(|(at, _)| {
        let after = &note[at + text.len()..];
        let goes_on = after.starts_with(char::is_alphanumeric)
            || after.strip_prefix(['.', ',']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        !goes_on && !note[..at].ends_with(|c: char| c.is_alphanumeric() || ".,".contains(c))
    })
}

/// All texts of a picture, without marks.
pub(crate) fn texts(svg: &str) -> Vec<String> {
    svg.lines().filter(|line| line.starts_with("<text")).map(without_tags).collect()
}

/// The texts of the notes in a picture, without marks.
fn notes(svg: &str) -> Vec<String> {
    let groups = svg.split("<g class=\"note\">").skip(1).filter_map(|rest| rest.split("</g>").next());
    groups.flat_map(texts).collect()
}

/// The letters of a line; before a superscript stands `^`, before a subscript `_`.
fn without_tags(line: &str) -> String {
    let pieces = line.split('<').filter_map(|piece| piece.split_once('>'));
    let marked = pieces.flat_map(|(tag, text)| match tag.split_once("dy=\"") {
        Some((_, shift)) => [if shift.starts_with('-') { "^" } else { "_" }, text],
        None => ["", text],
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(title: &str, caption: &str) -> Settings {
        let text = format!("title = '{title}'\nsource = \"s\"\ncaption = '{caption}'\n[parameters]\nitems = 32768\n");
        Settings::changed(toml::Table::new(), &text).unwrap()
    }

    fn text(title: &str, caption: &str) -> Result<Text> {
        let facts = Facts::new().number("ratio", 1.24, 2);
        Text::new(&settings(title, caption), facts, &serde_json::json!({"items": 32768}))
    }

    fn why<T>(result: Result<T>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn words_have_no_numbers_of_their_own() {
        let found = text("{ratio} times at {items} items", "by eq. 1").unwrap();
        assert_eq!((&*found.title, &*found.caption), ("1.2 times at 32,768 items", "by eq. 1"));
        assert!(why(text("1.2 times", "25 %")).contains("title: 1.2, caption: 25; cite them"));
        assert!(why(text("{rate} times", "")).contains("{rate} is neither"));
        assert!(why(text(&"x".repeat(91), "")).contains("it has 91"));
        assert!(why(text(&format!("{}^i", "x".repeat(80)), "")).contains("it has 95"), "to the power");
        assert!(why(text("one; two", "")).contains("semicolon"));
        let endless = Facts::new().number("ratio", f64::INFINITY, 2);
        let found = Text::new(&settings("{ratio} times", ""), endless, &serde_json::json!({}));
        assert_eq!(why(found), "fact ratio is inf");
    }

    #[test]
    fn notes_are_checked_and_every_fact_is_cited() {
        let svg =
            |note: &str| format!("<svg>\n<g class=\"note\">\n<text x=\"3\">{note}</text>\n</g>\n<text>7</text></svg>");
        let check = |title: &str, note: &str, findings: &str| {
            why(text(title, "").unwrap().check(&settings(title, ""), &svg(note), &findings_on(findings, "tiny/rate")))
        };
        assert_eq!(check("{ratio} times", "at <tspan>32,768</tspan> items", ""), "");
        assert_eq!(check("a title", "1.2 times", ""), "");
        let power = "1.2 times, <tspan dy=\"2\">3</tspan><tspan dy=\"-2\"> of </tspan>32,768<tspan dy=\"-4\">7</tspan>";
        assert!(check("a title", power, "").contains("no facts: 7"));
        let finding = |figure: &str| format!("[[finding]]\nfigure = 'tiny/{figure}'\nsentence = '{{ratio}} times'\n");
        assert_eq!(check("a title", "more", &finding("rate")), "");
        assert_eq!(check("a title", "more", &finding("fill")), "fact ratio is cited nowhere");
        // 1.2 is traced, and no citation of it a part of 32,768 or of a word
        for (note, text, whole) in
            [("at 1.2 n", "1.2", true), ("11.2", "1.2", false), ("1.2", "2", false), ("1,2", "1", false)]
        {
            assert_eq!(has_whole(note, text), whole, "{note}");
        }
        assert!(check("{ratio} times", "1.3 times", "").contains("no facts: 1.3"));
        assert_eq!(check("a title", "more", ""), "fact ratio is cited nowhere");
    }
}
