//! Words: every numeral in a text is a fact, a parameter, or part of a fixed term.

use crate::facts::{Part, parts};

/// Fixed terms. `#` stands for a number, which may have letters, commas, points and ranges.
const TERMS: [&str; 27] = [
    // places in papers
    "eq. #",
    "eqs. #",
    "equation #",
    "equations #",
    "Figure #",
    "Figures #",
    "Fig. #",
    "Table #",
    "Section #",
    "section #",
    "Theorem #",
    "Lemma #",
    "Lemmas #",
    "Corollary #",
    "Claim #",
    "claim #",
    "Definition #",
    "Algorithm #",
    "line #",
    // names
    "# % interval",
    "blocked-#",
    "format #",
    "xor#",
    "SHA-#",
    "#-bit",
    "α = #",
    "ln #",
];

/// The numerals of a text that are no part of a name in braces or of a term, in their order.
///
/// Digits within a word, such as `h1` or `u64`, are no numerals; nor are 0, 1 and 2 within a formula, beside an operator.
pub(crate) fn untraced(text: &str) -> Vec<&str> {
    let words = parts(text).into_iter().filter_map(|part| match part {
        Part::Words(words) => Some(words),
        Part::Name(_) => None,
    });
    words.flat_map(numerals).collect()
}

/// The numerals of a text without names in braces, as [`untraced`].
pub(crate) fn numerals(words: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = words[from..].find(|c: char| c.is_ascii_digit()).map(|at| from + at) {
        let rest = &words[start..];
        let is_within = |(at, c): (usize, char)| {
            c.is_ascii_digit() || (".,".contains(c) && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit()))
        };
        let length = rest.char_indices().find(|&letter| !is_within(letter)).map_or(rest.len(), |(at, _)| at);
        from = start + length;
        let (before, numeral, after) = (&words[..start], &rest[..length], &words[from..]);
        let in_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !in_word && !is_year(before, numeral) && !in_formula(before, numeral, after) && !in_term(before, after) {
            found.push(numeral);
        }
    }
    found
}

/// Whether a numeral is the year of a paper.
fn is_year(before: &str, numeral: &str) -> bool {
    let after_a_name = before.ends_with('(') || before.ends_with(", ") || before.ends_with(" of ");
    after_a_name && numeral.len() == 4 && (numeral.starts_with("19") || numeral.starts_with("20"))
}

/// Whether 0, 1 or 2 stands beside an operator.
fn in_formula(before: &str, numeral: &str, after: &str) -> bool {
    const OPERATORS: [char; 12] = ['+', '−', '/', '^', '(', ')', '·', '*', '√', '{', '|', '['];
    ["0", "1", "2"].contains(&numeral)
        && (before.trim_end().ends_with(OPERATORS) || after.trim_start().starts_with(OPERATORS))
}

/// Whether a numeral between two texts is the number of a fixed term, or the end of a range of such, as in `Figures 3 and 4`.
fn in_term(before: &str, after: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || ",.–- ".contains(c);
    let chained = before.trim_end_matches("and ").trim_end_matches("to ").trim_end_matches(is_number);
    TERMS.iter().filter_map(|term| term.split_once('#')).any(|(start, end)| {
        let in_range =
            end.is_empty() && chained.len() < before.len() && chained.ends_with(start.trim_end_matches([' ', '.']));
        after.starts_with(end) && (before.ends_with(start) || in_range)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numeral_is_a_fact_a_parameter_or_a_term() {
        for text in [
            "{ratio} times at {bits_per_item} bits per item",
            "eq. 17, eqs. 3 and 4, Figures 3 and 4, section 4.2 and a 99 % interval",
            "f = 1 − (1 − 1/m)^(kn), f_{o} and h1 of blocked-512, after Bloom (1970)",
            "no numeral",
        ] {
            assert_eq!(untraced(text), [""; 0], "{text}");
        }
        assert_eq!(untraced("1.2 times at 10 bits per item, of 10,000"), ["1.2", "10", "10,000"]);
        assert_eq!(untraced("with k = 7, 43 % higher"), ["7", "43"]);
        assert_eq!(untraced("2 times, up to 10^8 bits, 25 (7 of them) in 2017"), ["2", "10", "8", "25", "7", "2017"]);
    }
}
