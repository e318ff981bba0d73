//! Queries that ask for several items at once.

use bloomlab_exact::{Certified, certify};
use bloomlab_numbers::{Arithmetic as _, Sampling, Shape, distinct, within};

use super::{DERIVED, DISTINCT, MAX_HASHES, StoredFilter};
use crate::error::Error;

impl StoredFilter {
    /// The probability that all of `asked` items (q) are reported of which none was stored, E\[(X/m)^(kq)\] with X set bits, to `digits`
    /// certified digits. It is above the q-th power of the rate: all q meet the same bits.
    ///
    /// # Errors
    /// [`Error::Refused`] unless q ≥ 1 and kq ≤ 512; [`Error::Incompatible`] for positions that are distinct or derived.
    pub fn certified_all_of(self, asked: u64, digits: usize) -> Result<Certified, Error> {
        let (load, this) = (self.load, "queries for several items");
        self.filter.compatible(self.derived.is_some(), this, DERIVED)?;
        self.filter.compatible(self.filter.is_distinct(), this, DISTINCT)?;
        within("asked", asked, 1..=MAX_HASHES / load.hashes())?;
        let query = Shape::new(load.bits(), asked * load.hashes(), Sampling::WithReplacement)?;
        Ok(certify(digits, |a| match load.balls() {
            0 => a.zero(),
            balls => distinct::all_have(a, distinct::moments(a, query), |t| a.all_miss(t, load.bits(), balls)),
        })?)
    }
}
