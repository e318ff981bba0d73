//! Filters traced message by message.

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Phases};
use bloomlab_simulation::*;

fn design(phases: Phases, bits: u64, hashes: u64, sigma: u64) -> RecyclingDesign {
    let recycling = Recycling { bound: Bound::Sigma(sigma), retention: Retention::NonRetaining };
    RecyclingDesign::new(phases, bits, hashes, recycling)
}

fn trace(design: &RecyclingDesign, messages: u64, epoch: u64) -> Vec<Found> {
    let key = StreamKey::new("trace", 7, design, epoch).unwrap();
    trace_recycling(design, messages, &key).unwrap()
}

#[test]
fn cycles_begin_empty_and_freeze_what_was_set() {
    for phases in [Phases::One, Phases::Two] {
        let found = trace(&design(phases, 60, 3, 40), 2_000, 0);
        assert_eq!((found.len(), found[0].set, found[0].rate), (2_000, 0, 0.0));
        assert!(found.iter().filter(|found| found.recycles).count() > 20);
        for pair in found.windows(2) {
            let frozen = if pair[0].recycles { pair[0].set } else { pair[0].frozen.unwrap_or(0) };
            let fits = if pair[0].recycles { pair[1].set == 0 } else { (pair[0].set..=40).contains(&pair[1].set) };
            assert!(fits, "{pair:?}");
            assert_eq!(pair[1].frozen, (phases == Phases::Two).then_some(frozen));
        }
    }
}
