//! The names of averages.

use bloomlab_numbers::{Bound, Double, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Variant};

#[test]
fn the_fields_of_averages_have_their_names() {
    let names = |variant: Variant| -> Vec<&str> {
        variant.averages(&Double).named().into_iter().map(|(name, _)| name).collect()
    };
    let shape = Shape::new(20, 2, Sampling::WithReplacement).unwrap();
    let cycle = |bound| Cycle::new(shape, bound, Retention::NonRetaining).unwrap();
    let (sigma, messages) = (cycle(Bound::Sigma(9)), cycle(Bound::Messages(4)));
    assert_eq!(names(Variant::one_phase(sigma)), ["rate", "published_rate", "messages_per_cycle"]);
    assert_eq!(names(Variant::one_phase(messages)), ["rate", "messages_per_cycle", "f_o", "f_a", "f_w"]);
    let two = Variant::two_phases(messages, Ending::Dropping);
    assert_eq!(names(two), ["rate", "published_rate", "messages_per_cycle"]);
}
