//! Numbers and quantities in the small space of a picture.

use bloomlab_pictures::{grouped, power};

/// At most three significant digits; powers of two from 1024 on, and what is very large or small, as powers.
pub(crate) fn short(value: f64) -> String {
    let exponent_of_2 = libm::log2(value.abs());
    if value >= 1024.0 && exponent_of_2 == exponent_of_2.trunc() {
        return power(2, exponent_of_2 as i32);
    }
    let scientific = format!("{value:.2e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| {
        let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
        short.replace('-', "−")
    };
    match exponent {
        _ if value == 0.0 => "0".to_owned(),
        -3..2 => without_zeros(&format!("{value:.*}", (2 - exponent) as usize)),
        2..5 => without_zeros(&grouped(&format!("{value:.0}"))),
        _ if without_zeros(mantissa) == "1" => power(10, exponent),
        _ => format!("{}·{}", without_zeros(mantissa), power(10, exponent)),
    }
}

/// A quantity as a claim names it, in the markup of pictures: variables, which are words of one letter, in italics, and
/// what follows `_` as a subscript.
pub(crate) fn tidy(quantity: &str) -> String {
    marked(quantity, slanted)
}

/// A sentence in the markup of pictures: as it is, with what follows `_` as a subscript.
pub(crate) fn upright(sentence: &str) -> String {
    // the sign of a percentage stays beside its number
    marked(&sentence.replace(" %", "\u{2009}%"), str::to_owned)
}

/// A text with each of its words as `of_word` writes it.
fn marked(plain: &str, of_word: fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = plain;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        rest = match (letter, word(after)) {
            ('_', index) if !index.is_empty() => {
                text += &format!("_{{{}}}", of_word(index));
                &after[index.len()..]
            }
            _ if letter.is_alphabetic() => {
                let word = word(rest);
                text += &of_word(word);
                &rest[word.len()..]
            }
            _ => {
                match letter {
                    '¹' => text += "^1",
                    '²' => text += "^2",
                    '³' => text += "^3",
                    '_' | '^' | '*' | '{' | '}' => text.push(' '),
                    other => text.push(other),
                }
                after
            }
        };
    }
    text
}

/// The letters that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphabetic()).unwrap_or(text.len());
    &text[..end]
}

fn slanted(word: &str) -> String {
    if word.chars().count() == 1 { format!("*{word}*") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (0.25, "0.25"),
            (0.0123456, "0.0123"),
            (300.0, "300"),
            (1000.0, "1000"),
            (1024.0, "2^{10}"),
            (36_433.0, "36,433"),
            (100_000.0, "10^{5}"),
            (2.5e-6, "2.5·10^{−6}"),
            (-12.0, "−12"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn variables_are_italic() {
        assert_eq!(tidy("m/n at m = 32"), "*m*/*n* at *m* = 32");
        assert_eq!(tidy("rate"), "rate");
        assert_eq!(upright("a rate f_a*"), "a rate f_{a} ");
        assert_eq!(upright("up to 30 % of m"), "up to 30\u{2009}% of m");
        assert_eq!(tidy("f_σ²"), "*f*_{*σ*}^2");
        assert_eq!(tidy("n_max / k_"), "*n*_{max} / *k* ");
    }
}
