//! The domain of deletable filters.

use bloomlab_deletable::Parameters;
use bloomlab_numbers::{
    DeletableKind::{self, Dfp, Dlbf, FingerprintCounting},
    MAX_SIZE,
};

const TBF: DeletableKind = DeletableKind::TBF;

#[test]
fn a_value_out_of_domain_is_refused_by_its_name() {
    let refused = |kind, bits, items, deleted, hashes| {
        Parameters::new(kind, bits, items, deleted, hashes).unwrap_err().to_string()
    };
    assert_eq!(refused(Dfp, 1, 1, 0, 1), "bits = 1 is out of domain: needs 2 ≤ bits ≤ 2^63 − 1 for D-FP");
    assert!(refused(Dlbf { region_bits: 4 }, 4, 1, 0, 1).contains("needs 5 ≤ bits"));
    assert!(refused(DeletableKind::TBF_PACKED, 7, 1, 0, 1).contains("bits = 7"));
    assert!(refused(TBF, u64::MAX, 1, 0, 1).contains("2^63"));
    assert!(refused(TBF, 8, 1, 0, 0).contains("hashes = 0"));
    assert!(refused(TBF, 8, 1, 0, 33).contains("hashes = 33"));
    assert!(refused(TBF, 8, 0, 0, 1).contains("1 ≤ items + deleted"));
    assert!(refused(TBF, 8, u64::MAX, 1, 1).contains("2^63"));
    assert!(refused(TBF, 8, 1 << 62, 0, 2).contains("2^63"));
    assert!(refused(Dlbf { region_bits: 0 }, 8, 1, 0, 1).contains("region-bits = 0"));
    assert!(refused(Dlbf { region_bits: u64::MAX }, u64::MAX, 1, 0, 1).contains("region-bits"));
    assert!(refused(FingerprintCounting { fingerprint_bits: 33 }, 99, 1, 0, 1).contains("33"));
    assert!(Parameters::new(TBF, MAX_SIZE, MAX_SIZE - 1, 1, 1).is_ok());
}
