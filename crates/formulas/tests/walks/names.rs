//! Schemes by name.

use bloomlab_formulas::walks::HashingScheme;

#[test]
fn every_scheme_is_read_as_it_is_written() {
    for scheme in HashingScheme::ALL.into_iter().chain([HashingScheme::Blocked(64), HashingScheme::SplitBlock(1)]) {
        assert_eq!(scheme.to_string().parse(), Ok(scheme));
        assert_eq!(scheme.name().parse::<HashingScheme>().map(HashingScheme::name), Ok(scheme.name()));
    }
    assert_eq!("blocked".parse(), Ok(HashingScheme::Blocked(512)));
    for text in ["", "Double", "double:3", "blocked:", "blocked:-1", "split-block:x", "split_block"] {
        assert!(
            text.parse::<HashingScheme>().unwrap_err().to_string().starts_with(&format!("unknown scheme `{text}`"))
        );
    }
}
