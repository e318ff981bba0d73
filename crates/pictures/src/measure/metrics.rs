//! How wide letters are.
//!
//! Advance widths of Liberation Sans 2.1, in thousandths of the type size. They are those of Helvetica and Arial, upright
//! and oblique; letters that the font lacks have the width of DejaVu Sans, which stands in for them.

use crate::Undrawable;

/// The fonts of all pictures, the first that is there: all have the same widths.
pub(crate) const FAMILY: &str = "Helvetica, Arial, Liberation Sans, sans-serif";

/// Letters by their width.
const WIDTHS: &[(u16, &str)] = &[
    (188, "′"),
    (191, "'"),
    (200, "\u{2009}\u{202f}"),
    (222, "ijlįĵĺļłſίι‘’"),
    (260, "|¦"),
    (274, "∫"),
    (278, " !,./:;I[\\]ft\u{a0}·ÌÍÎÏìíîïĨĩĪīĬĭĮİıţŧΙΪ"),
    (292, "ľ"),
    (318, "⋅"),
    (323, "ℓ"),
    (333, "()-`r¡¨²³´¸¹ŕŗř“”"),
    (334, "{}ŀ"),
    (350, "•"),
    (354, "″"),
    (355, "\""),
    (365, "º"),
    (370, "ª"),
    (375, "ť"),
    (389, "*"),
    (390, "⌈⌉⌊⌋"),
    (395, "τ"),
    (400, "°"),
    (441, "ζ"),
    (444, "ĳ"),
    (446, "έε"),
    (448, "ξ"),
    (469, "^"),
    (482, "ς"),
    (494, "∂"),
    (500, "JcksvxyzçýÿćĉċčĴķĸśŝşšŷźżžγκλν↑↓"),
    (525, "χ"),
    (537, "¶"),
    (547, "ΰυ"),
    (549, "±÷√≈≠≤≥"),
    (551, "Γ"),
    (552, "¯"),
    (556, "#$0123456789?L_abdeghnopqu¢£¤¥§«»àáâãäåèéêëðñòóôõöùúûüþāăąđēĕėęěĝğġģĥħĹĻĽĿŁńņňŋōŏőũūŭůűųήη"),
    (556, "θο–†‡"),
    (557, "δ"),
    (569, "ρ"),
    (575, "β"),
    (576, "µμ"),
    (578, "άα"),
    (584, "+<=>~¬×−"),
    (604, "ŉ"),
    (611, "FTZ¿ßøŢŤŦŹŻŽΖΤ"),
    (612, "∆"),
    (615, "ďϵ"),
    (617, "σ"),
    (618, "Σ"),
    (626, "∘"),
    (632, "∃"),
    (648, "φ"),
    (650, "Ξ"),
    (660, "ϕ"),
    (667, "&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞĀĂĄĒĔĖĘĚĶŚŜŞŠŶŸΑΒΕΚΡΥΧΫ"),
    (668, "ΔΛ"),
    (684, "∀"),
    (690, "π"),
    (713, "ψ∑∞"),
    (714, "∝"),
    (719, "∩"),
    (722, "CDHNRUwÇÐÑÙÚÛÜĆĈĊČĎĐĤĦŃŅŇŔŖŘŨŪŬŮŰŲŵΗΝΠ"),
    (723, "Ŋ"),
    (732, "∧∨∪"),
    (735, "Ĳ"),
    (737, "©®"),
    (748, "Ω"),
    (778, "GOQÒÓÔÕÖØĜĞĠĢŌŎŐΘΟ"),
    (781, "ω"),
    (798, "Φ"),
    (823, "∏"),
    (833, "MmΜ"),
    (834, "¼½¾"),
    (835, "Ψ"),
    (838, "⇒∼⊂"),
    (871, "∅∈∉"),
    (889, "%æ"),
    (944, "WœŴ"),
    (1000, "ÆŒ—…‰←→↔"),
    (1015, "@"),
    (1047, "≪≫"),
];

/// The width of a text of one size, in the unit of the size.
///
/// # Errors
/// A letter whose width is not known.
pub fn text_width(text: &str, size: f64) -> Result<f64, Undrawable> {
    let mut thousandths = 0;
    for letter in text.chars() {
        thousandths += u32::from(width(letter).ok_or(Undrawable::UnknownLetter(letter))?);
    }
    Ok(f64::from(thousandths) / 1000.0 * size)
}

fn width(letter: char) -> Option<u16> {
    WIDTHS.iter().find(|(_, letters)| letters.contains(letter)).map(|(width, _)| *width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // Adobe's metrics of Helvetica: A 667, V 667, i 222, m 833, space 278, minus 584
        assert_eq!(text_width("AVim −", 1000.0).unwrap(), 667.0 + 667.0 + 222.0 + 833.0 + 278.0 + 584.0);
        let mut letters: Vec<char> = WIDTHS.iter().flat_map(|(_, letters)| letters.chars()).collect();
        letters.sort_unstable();
        assert!(letters.windows(2).all(|pair| pair[0] < pair[1]), "a letter has two widths");
        assert_eq!(text_width("a漢", 12.0), Err(Undrawable::UnknownLetter('漢')));
    }
}
