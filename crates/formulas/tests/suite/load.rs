//! The domain of loads.

use bloomlab_formulas::Load;
use bloomlab_numbers::{MAX_SIZE, Refused};

#[test]
fn the_domain_is_checked_at_its_borders() {
    assert!(Load::new(1, 0, 1).is_ok());
    assert!(Load::new(MAX_SIZE, MAX_SIZE, 1).is_ok());
    assert!(Load::new(MAX_SIZE + 1, 1, 1).is_err());
    assert_eq!(Load::new(8, MAX_SIZE / 2, 2).map(Load::balls), Ok(MAX_SIZE - 1));
    let why = |load: Result<Load, Refused>| load.unwrap_err().to_string();
    assert_eq!(
        why(Load::new(8, MAX_SIZE, 2)),
        format!("items = {MAX_SIZE} is out of domain: needs hashes · items ≤ 2^63 − 1 with hashes = 2")
    );
    assert_eq!(
        why(Load::new(8, u64::MAX, 2)),
        format!("items = {} is out of domain: needs 0 ≤ items ≤ 2^63 − 1", u64::MAX)
    );
    assert_eq!(why(Load::new(0, 1, 1)), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1");
}
