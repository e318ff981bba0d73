//! Sizes as people write them.

use bloomlab::MAX_SIZE;
use bloomlab_cli::size_argument::{SizeError, parse_size};
use proptest::prelude::*;

#[test]
fn every_form_is_read() {
    let forms = [
        ("0", 0),
        ("1024", 1024),
        ("1_000_000", 1_000_000),
        ("1_0Ki", 10_240),
        ("007", 7),
        ("2^20", 1 << 20),
        ("10^3", 1000),
        ("0^0", 1),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("2.5e3", 2500),
        ("0e99", 0),
        ("16Ki", 16_384),
        ("1k", 1000),
        ("1K", 1000),
        ("1M", 1_000_000),
        ("1.5M", 1_500_000),
        ("1.50Ki", 1536),
        ("3G", 3_000_000_000),
        ("2Ti", 1 << 41),
        ("7Ei", 7 << 60),
        ("2^62", 1 << 62),
        ("9223372036854775807", MAX_SIZE),
    ];
    for (text, value) in forms {
        assert_eq!(parse_size(text), Ok(value), "{text}");
    }
}

#[test]
fn anything_else_is_refused() {
    let texts = [
        "", "-1", "+1", "1.5", "1.", ".5M", "1e", "e6", "1e-6", "1e6.5", "1.23e1", "2^", "^2", "2^-1", "2^2^2", "1m",
        "1ki", "1i", "1KiB", "1E", " 1", "1 ", "0x10", "_1", "1_", "1__0", "2^_9", "1_k", "NaN", "inf", "١",
    ];
    for text in texts {
        assert_eq!(parse_size(text), Err(SizeError::NotASize), "{text}");
    }
    let long = "9".repeat(500);
    for text in ["2^63", "9223372036854775808", "1e19", "8Ei", "1e999999", "2^99999999999", "10000P", &long] {
        assert_eq!(parse_size(text), Err(SizeError::TooLarge), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn plain_digits_are_themselves(value in 0..=MAX_SIZE) {
        prop_assert_eq!(parse_size(&value.to_string()), Ok(value));
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,20}", ascii in "[0-9.eE^KMGTPi]{0,12}") {
        let _ = (parse_size(&text), parse_size(&ascii));
    }
}
