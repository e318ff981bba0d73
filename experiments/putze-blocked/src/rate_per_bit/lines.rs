//! The cache lines that a lookup touches.

use crate::prelude::*;

/// Bits of a cache line.
pub(super) const CACHE_LINE: u64 = 512;

/// The mean number of different cache lines in which k independent positions in a block lie; a block begins at the border of a line,
/// or lies within one.
pub(super) fn touched(block_bits: u64, hashes: u64) -> Result<f64, AnyError> {
    if !block_bits.is_multiple_of(CACHE_LINE) && !CACHE_LINE.is_multiple_of(block_bits) {
        return Err(
            format!("blocks of {block_bits} bits: need whole cache lines of {CACHE_LINE} bits, or parts").into()
        );
    }
    Ok(among(block_bits.div_ceil(CACHE_LINE), hashes))
}

/// L (1 − (1 − 1/L)^k): the mean number of different ones among L in which k independent positions lie.
fn among(lines: u64, hashes: u64) -> f64 {
    lines as f64 * Double.some_hit(1, lines, hashes)
}

/// 1 + p + … + p^(k−1), where p is the mean share of set bits: the mean number of bits that a lookup of an absent item reads,
/// to a relative error of order k²/m.
pub(super) fn bits_read(bits: u64, items: u64, hashes: u64) -> f64 {
    let set = Double.some_hit(1, bits, items * hashes);
    (0..hashes).fold(0.0, |sum, _| 1.0 + set * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_bits_by_hand() {
        assert_eq!(among(1, 7), 1.0);
        assert_eq!(touched(64, 7).unwrap(), 1.0);
        assert!(touched(768, 7).is_err());
        // two positions in two lines: one line or both, equally often
        assert!((among(2, 2) - 1.5).abs() < 1e-15);
        // half of four bits are set on average: (3/4)^2 are clear after two positions, p = 7/16
        assert!((bits_read(4, 1, 2) - (1.0 + 7.0 / 16.0)).abs() < 1e-15);
    }
}
