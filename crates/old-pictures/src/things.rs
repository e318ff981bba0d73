//! The colour of each thing, in the pictures of all papers. Two things of one colour never meet in a panel; what a panel is not
//! about is grey. A number of hash functions, and any other ordered parameter, has a step of the blue ramp: [`Look::step`](crate::Look::step).

use crate::Colour;

/// The exact rate, the plain Bloom filter, one phase: what others are compared with.
pub const EXACT: Colour = Colour::Ink;
/// One filter that is cleared when it is full enough.
pub const ONE_PHASE: Colour = Colour::Ink;
/// Two phases that drop the message that ends a cycle.
pub const DROPPING: Colour = Colour::Vermilion;
/// Two phases that keep it.
pub const KEEPING: Colour = Colour::Green;
/// Two phases that retain it in the next cycle.
pub const RETAINING: Colour = Colour::Purple;
/// A ring of filters.
pub const RING: Colour = Colour::Brown;

/// D-FP, what its paper is about.
pub const D_FP: Colour = Colour::Blue;
/// TBF, packed or not.
pub const TBF: Colour = Colour::Green;
/// QBF.
pub const QBF: Colour = Colour::Purple;
/// DlBF of regions of 4, 8 and 16 bits, from light to dark.
pub const DLBF: [Colour; 3] = [Colour::Warm(0), Colour::Warm(1), Colour::Warm(2)];
/// A cuckoo filter.
pub const CUCKOO: Colour = Colour::Green;
/// A quotient filter.
pub const QUOTIENT: Colour = Colour::Vermilion;

/// The classic formula, eq. 1 of Christensen et al.; double hashing with any step: what a paper warns of.
pub const CLASSIC: Colour = Colour::Vermilion;
/// Its limit, and closed forms.
pub const LIMIT: Colour = Colour::Purple;
/// Bloom's formula of 1970, and inclusion–exclusion.
pub const BLOOM_1970: Colour = Colour::Green;
/// Split blocks.
pub const SPLIT: Colour = Colour::Green;
