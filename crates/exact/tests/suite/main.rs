//! Certified digits, and rationals as decimals.

mod certify;
mod enclosure;
mod rational;
