//! Filters from which items can sometimes be deleted.

#[cfg(feature = "exact")]
use std::time::Duration;

#[cfg(feature = "exact")]
use bloomlab_deletable::finite;
use bloomlab_deletable::{Parameters, in_f64, published};
#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, certify};
#[cfg(feature = "exact")]
use bloomlab_numbers::Arithmetic as _;
use bloomlab_numbers::{DeletableKind, Double, Refused, within};

#[cfg(feature = "exact")]
use crate::crosscheck::{Checks, DeletableMeasure, deletable_filter};
use crate::error::{Error, LostDigits};

/// The most hash functions of a QBF after deletions: its time grows like k^6.
const MOST_HASHES_OF_QBF: u64 = 24;
#[cfg(feature = "exact")]
const MOST_HASHES_OF_QBF_CERTIFIED: u64 = 20;
/// The most of k²b for a DlBF with regions of b bits.
const MOST_OF_REGIONS: u64 = 1 << 14;
#[cfg(feature = "exact")]
const MOST_OF_REGIONS_CERTIFIED: u64 = 1 << 10;

/// A filter of m bits and k hash functions after n + r items were inserted and r of them deleted (Kwon, Shankar, Pontarelli,
/// Reviriego, *A fingerprint-based Bloom filter with deletion capabilities*).
///
/// In double precision, by routes that keep the digits: relative errors of some 1e-13, of a DlBF as documented there.
///
/// ```
/// use bloomlab::{Deletable, DeletableKind};
///
/// // 3000 items more were inserted, and deleted again
/// let filter = Deletable::new(DeletableKind::Dfp, 1 << 18, 4, 1 << 14, 3000)?;
/// let numbers = filter.numbers()?;
/// assert!((numbers.deletability - 0.9602).abs() < 1e-4);
/// assert!(numbers.rate_after_deletions < numbers.rate);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Deletable(Parameters);

/// The numbers of a filter.
#[derive(Clone, Debug)]
pub struct DeletableNumbers<N> {
    /// The probability that a stored item can be deleted, with n + r items inserted: the counterpart of Kwon et al., eq. 2, exact for the
    /// filter as built.
    pub deletability: N,
    /// The false-positive rate with n + r items stored and none deleted: the counterpart of Kwon et al., eq. 3, exact for the filter as
    /// built.
    pub rate: N,
    /// The false-positive rate after the deletions, exact for the filter as built.
    pub rate_after_deletions: N,
    /// The deletability of a DlBF as published; `None` for other filters. Too high: see
    /// [`published`](bloomlab_deletable::published::published_dlbf_deletability).
    pub published_deletability: Option<N>,
}

impl Deletable {
    /// A filter of `bits` bits (m) under `hashes` hash functions (k) in which `items` items (n) stay, and into which `deleted` items (r) more
    /// are inserted and then deleted, whatever its state.
    /// Domain: m ≤ 2^63 − 1 that holds a cell (DlBF: a region), 1 ≤ k ≤ 32, regions of 1 to 1024 bits, fingerprints of 1 to 32, n + r ≥ 1 and
    /// k(n + r) ≤ 2^63 − 1.
    pub fn new(kind: DeletableKind, bits: u64, hashes: u64, items: u64, deleted: u64) -> Result<Self, Error> {
        Ok(Self(Parameters::new(kind, bits, items, deleted, hashes)?))
    }

    /// C, the cells.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.0.cells()
    }

    /// All numbers in double precision.
    /// Domain: k ≤ 24 for a QBF with deletions, and k²b ≤ 2^14 for a DlBF, b the bits of a region.
    pub fn numbers(&self) -> Result<DeletableNumbers<f64>, Error> {
        self.check(MOST_HASHES_OF_QBF, MOST_OF_REGIONS)?;
        let p = &self.0;
        Ok(DeletableNumbers {
            deletability: in_f64::deletability(p).map_err(LostDigits::from)?,
            rate: in_f64::rate(p).map_err(LostDigits::from)?,
            rate_after_deletions: in_f64::rate_after_deletions(p).map_err(LostDigits::from)?,
            published_deletability: published::published_dlbf_deletability(&Double, p),
        })
    }

    fn check(&self, hashes_of_qbf: u64, of_regions: u64) -> Result<(), Refused> {
        let hashes = self.0.hashes();
        match self.0.kind() {
            DeletableKind::Qbf if self.0.deleted() > 0 => within("hashes", hashes, 1..=hashes_of_qbf),
            DeletableKind::Dlbf { region_bits } if hashes * hashes * region_bits > of_regions => {
                let domain = format!("hashes² · region-bits ≤ {of_regions} with region-bits = {region_bits}");
                Err(Refused::new("hashes", hashes, domain))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(feature = "exact")]
impl Deletable {
    /// All numbers, each with `digits` certified significant digits.
    /// Domain: k ≤ 20 for a QBF with deletions, and k²b ≤ 2^10 for a DlBF.
    pub fn certified(&self, digits: usize) -> Result<DeletableNumbers<Certified>, Error> {
        self.check(MOST_HASHES_OF_QBF_CERTIFIED, MOST_OF_REGIONS_CERTIFIED)?;
        let p = &self.0;
        let published = published::published_dlbf_deletability(&Double, p)
            .map(|_| certify(digits, |a| published::published_dlbf_deletability(a, p).unwrap_or_else(|| a.zero())));
        Ok(DeletableNumbers {
            deletability: certify(digits, |a| finite::deletability(a, p))?,
            rate: certify(digits, |a| finite::rate(a, p))?,
            rate_after_deletions: certify(digits, |a| finite::rate_after_deletions(a, p))?,
            published_deletability: published.transpose()?,
        })
    }

    /// Every number by every route (finite and exact, positive sums, Poisson, as published), and by a simulation from `seed`. Rates after
    /// deletions only if there are any. Every evaluation, and the simulation, may take `limit`, all together some times as long.
    pub fn crosscheck(&self, digits: usize, limit: Duration, seed: u64) -> Vec<(DeletableMeasure, Checks)> {
        deletable_filter(&self.0, digits, limit, seed)
    }
}
