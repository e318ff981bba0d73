//! Filters traced message by message.

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Phases};
use bloomlab_simulation::*;

#[test]
fn cycles_begin_empty_and_freeze_what_was_set() {
    for phases in [Phases::One, Phases::Two] {
        let recycling = Recycling { bound: Bound::Sigma(40), retention: Retention::NonRetaining };
        let design = RecyclingDesign::new(phases, 60, 3, recycling);
        let found = trace_recycling(&design, 2_000, &StreamKey::new("trace", 7, &design, 0).unwrap()).unwrap();
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
