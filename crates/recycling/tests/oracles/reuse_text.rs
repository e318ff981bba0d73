//! Distributions of reuse distances as text.

use bloomlab_numbers::Parameter;
use bloomlab_recycling::{Reuse, ReuseError};

#[test]
fn what_is_written_is_read() {
    for text in ["geometric:20", "geometric:0.5", "uniform:40", "power:3", "power:1.5"] {
        assert_eq!(text.parse::<Reuse>().map(|reuse| reuse.to_string()), Ok(text.to_owned()));
    }
    for text in ["", "geometric", "geometric:", "uniform:1.5", "uniform:-1", "zipf:1", "power:one"] {
        assert_eq!(text.parse::<Reuse>(), Err(ReuseError::Unknown), "{text}");
    }
    for text in ["geometric:0", "geometric:NaN", "uniform:0", "power:1"] {
        let Err(ReuseError::OutOfDomain(error)) = text.parse::<Reuse>() else { panic!("{text}") };
        assert_eq!(error.parameter(), Parameter::Reuse);
    }
}
