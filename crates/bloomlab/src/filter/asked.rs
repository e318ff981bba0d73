//! Queries that ask for several items at once.

use bloomlab_exact::{Certified, certify};
use bloomlab_numbers::{Arithmetic as _, Number as _, Sampling, Shape, distinct, within};

use super::{DERIVED, DISTINCT, Filter, MAX_HASHES, ObservedFilter, StoredFilter};
use crate::error::Error;
use crate::rate_test::RateTest;

impl StoredFilter {
    /// The probability that all of `asked` items (q) are reported of which none was stored, E\[(X/m)^(kq)\] with X set bits, to `digits`
    /// certified digits. It is above the q-th power of the rate: all q meet the same bits.
    ///
    /// # Errors
    /// [`Error::Refused`] unless q ≥ 1 and kq ≤ 512; [`Error::Incompatible`] for positions that are distinct or derived.
    ///
    /// ```
    /// // two items in two bits, one position each: the rate is 3/4, that of two strangers is not 9/16
    /// let stored = bloomlab::Filter::new(2, 1)?.holding(2)?;
    /// assert_eq!(stored.certified_all_of(2, 9)?.to_f64(), 0.625);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn certified_all_of(self, asked: u64, digits: usize) -> Result<Certified, Error> {
        let (load, query) = (self.load, self.filter.of_all(asked)?);
        Ok(certify(digits, |a| match load.balls() {
            0 => a.zero(),
            balls => distinct::all_have(a, distinct::moments(a, query), |t| a.all_miss(t, load.bits(), balls)),
        })?)
    }

    /// The probability that any of `asked` items (q) is reported of which none was stored, and true if it is exact: a [`RateTest`]
    /// of q queries that counts one or more.
    ///
    /// # Errors
    /// [`Error::Refused`] unless 1 ≤ q ≤ 10^12; [`Error::Incompatible`] for positions from one hash of few bits.
    pub fn any_of(self, asked: u64) -> Result<(f64, bool), Error> {
        within("any", asked, 1..=bloomlab_formulas::counts::MOST_QUERIES)?;
        let test = RateTest::of(self, asked)?;
        Ok((test.exceeds(0)?, test.is_exact()?))
    }
}

impl ObservedFilter {
    /// The probability that all of `asked` items (q) are reported, (b/m)^(kq), as [`StoredFilter::certified_all_of`] has it.
    pub fn certified_all_of(self, asked: u64, digits: usize) -> Result<Certified, Error> {
        let query = self.filter.of_all(asked)?;
        Ok(certify(digits, |a| a.ratio(self.bits_set, query.bits()).pow(query.hashes()))?)
    }
}

impl Filter {
    /// All positions of q items.
    fn of_all(self, asked: u64) -> Result<Shape, Error> {
        let this = "queries for several items";
        self.compatible(self.is_derived(), this, DERIVED)?;
        self.compatible(self.is_distinct(), this, DISTINCT)?;
        within("asked", asked, 1..=MAX_HASHES / self.shape.hashes())?;
        Ok(Shape::new(self.shape.bits(), asked * self.shape.hashes(), Sampling::WithReplacement)?)
    }
}
