//! The rule that every numeral in words is the answer to a query, a parameter, or a part of a fixed term.

use crate::words::{Piece, pieces};
use crate::{Error, Result};

/// The fixed terms: `#` stands for a number or a range of them.
const TERMS: [&str; 15] = [
    "eq. #",
    "eqs. #",
    "figure #",
    "figures #",
    "format #",
    "section #",
    "sections #",
    "theorem #",
    "lemma #",
    "claim #",
    "algorithm #",
    "line #",
    "# % interval",
    "#-bit",
    "ln #",
];

/// Refuses a text with a numeral that is typed by hand.
pub fn check(text: &str) -> Result<()> {
    for piece in pieces(text)? {
        if let Piece::Words(words) = piece
            && let Some(numeral) = typed(words).first()
        {
            return Err(Error::new(text, format!("{numeral} is typed by hand: write the query that answers it")));
        }
    }
    Ok(())
}

/// The numerals of words that no term has. Digits within a word, such as `h1` or `64-bit`, are not numerals; nor are 0,
/// 1 and 2 next to an operator, and years behind a name.
fn typed(words: &str) -> Vec<&str> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(start) = words[from..].find(|letter: char| letter.is_ascii_digit()).map(|at| from + at) {
        let rest = &words[start..];
        let is_within = |(at, letter): (usize, char)| {
            letter.is_ascii_digit()
                || (".,".contains(letter) && rest[at + 1..].starts_with(|next: char| next.is_ascii_digit()))
        };
        let length = rest.char_indices().find(|&letter| !is_within(letter)).map_or(rest.len(), |(at, _)| at);
        from = start + length;
        let (before, numeral, after) = (&words[..start], &rest[..length], &words[from..]);
        let in_word = before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
            || before.ends_with('-') && before[..before.len() - 1].ends_with(char::is_alphabetic);
        if !in_word && !is_year(before, numeral) && !in_formula(before, numeral, after) && !in_term(before, after) {
            found.push(numeral);
        }
    }
    found
}

fn is_year(before: &str, numeral: &str) -> bool {
    let is_behind = ["(", ", ", " of "].iter().any(|end| before.ends_with(end));
    is_behind && numeral.len() == 4 && (numeral.starts_with("19") || numeral.starts_with("20"))
}

fn in_formula(before: &str, numeral: &str, after: &str) -> bool {
    const OPERATORS: [char; 14] = ['+', '−', '>', '/', '^', '(', ')', '·', '*', '√', '{', '|', '[', '='];
    ["0", "1", "2"].contains(&numeral)
        && (before.trim_end().ends_with(OPERATORS) || after.trim_start().starts_with(OPERATORS))
}

fn in_term(before: &str, after: &str) -> bool {
    let before = &before.to_lowercase();
    let is_number = |letter: char| letter.is_ascii_digit() || ",.–- ".contains(letter);
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
    fn a_numeral_is_an_answer_or_a_term() {
        for text in [
            "{max(a):2} times at {bits} bits per item",
            "eq. 17, eqs. 3 and 4, Figures 3 and 4, section 4.2 and a 99 % interval",
            "f = 1 − (1 − 1/m)^(kn), f_{o} and h1 of blocked-512, after Bloom (1970)",
        ] {
            assert!(check(text).is_ok(), "{text}");
        }
        assert_eq!(typed("1.2 times at 10 bits, of 10,000"), ["1.2", "10", "10,000"]);
        assert_eq!(typed("with k = 7, 43 % higher in 2017"), ["7", "43", "2017"]);
    }
}
