//! A claim's sentence in the markup of pictures.

/// A sentence in the markup of pictures: as it is, with what follows `_` as a subscript.
pub(crate) fn upright(sentence: &str) -> String {
    let mut text = String::new();
    // the sign of a percentage stays beside its number
    let mut rest = &*sentence.replace(" %", "\u{2009}%");
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        rest = match letter {
            // longer words are parts of a name, as in bloom_filter
            '_' if (1..=3).contains(&word(after).len()) => {
                let index = word(after);
                text += &format!("_{{{index}}}");
                &after[index.len()..]
            }
            '^' if !power(after).is_empty() => {
                let raised = power(after);
                text += &format!("^{{{}}}", raised.trim_matches(['(', ')']));
                &after[raised.len()..]
            }
            '_' | '^' | '*' | '{' | '}' => {
                text.push(' ');
                after
            }
            other => {
                match other {
                    '¹' => text += "^1",
                    '²' => text += "^2",
                    '³' => text += "^3",
                    _ => text.push(other),
                }
                after
            }
        };
    }
    text
}

/// What a text begins with that is raised: letters, or what is in parentheses.
fn power(text: &str) -> &str {
    match text.find(')').filter(|_| text.starts_with('(')) {
        Some(end) => &text[..=end],
        None => word(text),
    }
}

/// The letters that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphabetic()).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscripts_are_marked_and_other_marks_left_out() {
        assert_eq!(upright("a rate f_a*"), "a rate f_{a} ");
        assert_eq!(upright("up to 30 % of m"), "up to 30\u{2009}% of m");
        assert_eq!(upright("f_σ²"), "f_{σ}^2");
        assert_eq!(upright("(−1)^j for (−1)^(i−j)"), "(−1)^{j} for (−1)^{i−j}");
        assert_eq!(upright("n_max / k_"), "n_{max} / k ");
        assert_eq!(upright("bloom_filter(p)"), "bloom filter(p)");
    }
}
