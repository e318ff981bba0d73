//! Subscripts, superscripts and italics of texts as HTML.

/// A per cent sign that stays with its number.
pub const NO_BREAK_PERCENT: &str = "\u{a0}%";

/// The text, escaped, with `f_o`, `F_{n}`, `2^40` and `e^(−kn/m)` as subscripts and superscripts, and `*k*` in italics. No line breaks before a per cent sign.
///
/// Only a letter that stands alone has an index, so that names like `read_file` stay as they are.
pub fn typeset(plain: &str) -> String {
    let letters: Vec<char> = plain.replace(" %", NO_BREAK_PERCENT).chars().collect();
    let mut html = String::new();
    let mut at = 0;
    while at < letters.len() {
        let (before, after) = letters.split_at(at);
        let script = match letters[at] {
            '*' => italic(after).map(|found| ("i", found)),
            '_' if ends_in_symbol(before) => script(&after[1..]).map(|found| ("sub", found)),
            '^' if ends_in_base(before) => script(&after[1..]).map(|found| ("sup", found)),
            _ => None,
        };
        match script {
            Some((element, (text, length))) => {
                html += &format!("<{element}>{}</{element}>", typeset(&text));
                at += 1 + length; // what marks it, and the text with its end
            }
            None => {
                html += &escaped(letters[at]);
                at += 1;
            }
        }
    }
    html
}

/// The word in italics at the beginning of a text: letters between two asterisks, and its length in characters.
fn italic(text: &[char]) -> Option<(String, usize)> {
    let inner = text.get(1..)?;
    let length = inner.iter().take_while(|letter| letter.is_alphabetic()).count();
    (length > 0 && inner.get(length) == Some(&'*')).then(|| (inner[..length].iter().collect(), length + 1))
}

/// True if a text ends in a symbol: a word of one letter, or a word in italics.
fn ends_in_symbol(text: &[char]) -> bool {
    match text {
        [.., last, '*'] => last.is_alphabetic(),
        [.., before, last] => last.is_alphabetic() && !before.is_alphanumeric() && *before != '_',
        [last] => last.is_alphabetic(),
        [] => false,
    }
}

/// True if a text ends in something that can be raised to a power.
fn ends_in_base(text: &[char]) -> bool {
    text.last().is_some_and(|last| last.is_alphanumeric() || ")]*".contains(*last))
}

/// The script at the beginning of a text, and its length in letters: a group in braces or parentheses, a number with its
/// sign, or a word.
fn script(text: &[char]) -> Option<(String, usize)> {
    let closing = match text.first()? {
        '{' => Some('}'),
        '(' => Some(')'),
        _ => None,
    };
    if let Some(closing) = closing {
        let length = text.iter().position(|letter| *letter == closing)?;
        return Some((text[1..length].iter().collect(), length + 1));
    }
    if let Some((word, length)) = italic(text) {
        return Some((format!("*{word}*"), length + 1));
    }
    let sign = usize::from("-−".contains(text[0]));
    let length = sign + text[sign..].iter().take_while(|letter| letter.is_alphanumeric()).count();
    (length > sign).then(|| (text[..length].iter().collect(), length))
}

fn escaped(letter: char) -> String {
    match letter {
        '&' => "&#38;".to_owned(),
        '<' => "&#60;".to_owned(),
        '>' => "&#62;".to_owned(),
        '"' => "&#34;".to_owned(),
        '\'' => "&#39;".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_set_and_names_are_left() {
        for (plain, html) in [
            ("f_o and f_a", "f<sub>o</sub> and f<sub>a</sub>"),
            ("F_r/F_{n}", "F<sub>r</sub>/F<sub>n</sub>"),
            ("2^40 bits", "2<sup>40</sup> bits"),
            ("10^-3, 10^−3", "10<sup>-3</sup>, 10<sup>−3</sup>"),
            ("(1 − e^(−kn/m))^k", "(1 − e<sup>−kn/m</sup>)<sup>k</sup>"),
            ("E[γ_i]", "E[γ<sub>i</sub>]"),
            ("read_file(x_) a_", "read_file(x_) a_"),
            ("*r*^*i*, *p*_0", "<i>r</i><sup><i>i</i></sup>, <i>p</i><sub>0</sub>"),
            ("2^{*i*+1} *kn*/*m*", "2<sup><i>i</i>+1</sup> <i>kn</i>/<i>m</i>"),
            ("f_a* and 2*3", "f<sub>a</sub>* and 2*3"),
            ("5 % of 1 %", "5\u{a0}% of 1\u{a0}%"),
            ("a ^ b & <c>", "a ^ b &#38; &#60;c&#62;"),
        ] {
            assert_eq!(typeset(plain), html);
        }
    }
}
