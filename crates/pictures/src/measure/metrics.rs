//! Widths of letters.
//!
//! Advance widths of Liberation Sans 2.1, in thousandths of the type size. They are those of Helvetica and Arial, upright
//! and oblique; letters that the font lacks have the width of DejaVu Sans, which stands in for them.

use crate::Undrawable;

/// The fonts of all pictures, the first that is there: all have the same widths.
pub(crate) const FAMILY: &str = "Helvetica, Arial, Liberation Sans, sans-serif";

/// Widths, each followed by its letters; those of space and digits are known apart.
const WIDTHS: &str = "\
    188′ 191' 200\u{2009}\u{202f} 222ijlįĵĺļłſίι‘’ 260|¦ 274∫ 278!,./:;I[\\]ft\u{a0}·ÌÍÎÏìíîïĨĩĪīĬĭĮİıţŧΙΪ 292ľ 318⋅ \
    323ℓ 333()-`r¡¨²³´¸¹ŕŗř“” 334{}ŀ 350• 354″ 355\" 365º 370ª 375ť 389* 390⌈⌉⌊⌋ 395τ 400° 441ζ 444ĳ 446έε 448ξ 469^ \
    482ς 494∂ 500JcksvxyzçýÿćĉċčĴķĸśŝşšŷźżžγκλν↑↓ 525χ 537¶ 547ΰυ 549±÷√≈≠≤≥ 551Γ 552¯ \
    556#$?L_abdeghnopqu¢£¤¥§«»àáâãäåèéêëðñòóôõöùúûüþāăąđēĕėęěĝğġģĥħĹĻĽĿŁńņňŋōŏőũūŭůűųήηθο–†‡ 557δ 569ρ 575β 576µμ \
    578άα 584+<=>~¬×− 604ŉ 611FTZ¿ßøŢŤŦŹŻŽΖΤ 612∆ 615ďϵ 617σ 618Σ 626∘ 632∃ 648φ 650Ξ 660ϕ \
    667&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞĀĂĄĒĔĖĘĚĶŚŜŞŠŶŸΑΒΕΚΡΥΧΫ 668ΔΛ 684∀ 690π 713ψ∑∞ 714∝ 719∩ \
    722CDHNRUwÇÐÑÙÚÛÜĆĈĊČĎĐĤĦŃŅŇŔŖŘŨŪŬŮŰŲŵΗΝΠ 723Ŋ 732∧∨∪ 735Ĳ 737©® 748Ω 778GOQÒÓÔÕÖØĜĞĠĢŌŎŐΘΟ 781ω 798Φ 823∏ \
    833MmΜ 834¼½¾ 835Ψ 838⇒∼⊂ 871∅∈∉ 889%æ 944WœŴ 1000ÆŒ—…‰←→↔ 1015@ 1047≪≫";

/// The width of a text of one size, in the unit of the size.
pub fn text_width(text: &str, size: f64) -> Result<f64, Undrawable> {
    let unknown = |letter| Undrawable(format!("no width is known of the letter {letter:?}"));
    let widths = text.chars().map(|letter| width(letter).ok_or_else(|| unknown(letter)));
    Ok(f64::from(widths.sum::<Result<u32, _>>()?) / 1000.0 * size)
}

fn width(letter: char) -> Option<u32> {
    match letter {
        ' ' => Some(278),
        '0'..='9' => Some(556),
        _ => {
            let entry = WIDTHS.split(' ').find(|entry| entry.contains(letter))?;
            entry.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse().ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // Adobe's metrics of Helvetica: A 667, V 667, i 222, m 833, space 278, minus 584
        assert_eq!(text_width("AVim −", 1000.0).unwrap(), 667.0 + 667.0 + 222.0 + 833.0 + 278.0 + 584.0);
        let mut letters: Vec<char> =
            WIDTHS.chars().filter(|letter| *letter != ' ' && !letter.is_ascii_digit()).collect();
        letters.sort_unstable();
        assert!(letters.windows(2).all(|pair| pair[0] < pair[1]), "a letter has two widths");
        assert!(text_width("a漢", 12.0).unwrap_err().0.contains('漢'));
    }
}
