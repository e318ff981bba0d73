//! Costs.

use bloomlab_numbers::{ANSWER_SECONDS, Advice, Cost, Resource};

#[test]
fn a_cost_becomes_seconds_and_back() {
    assert_eq!(Cost::of_seconds(ANSWER_SECONDS), Cost::of_steps(8e8));
    assert_eq!(Cost::of_seconds(0.25).seconds(), 0.25);
    assert_eq!(Cost::of_steps(1e6).seconds_at(1000.0), 1.0);
}

#[test]
fn steps_add_up_and_memory_is_used_again() {
    let both = Cost::of_steps(2.0).holding(5.0).then(Cost::of_steps(3.0).holding(4.0));
    assert_eq!(both, Cost { steps: 5.0, numbers: 5.0 });
    let most = Cost { steps: 5.0, numbers: 5.0 };
    assert!(both.within(most, Advice::Nothing).is_ok());
    assert_eq!(both.then(Cost::of_steps(1.0)).within(most, Advice::Nothing).unwrap_err().resource, Resource::Seconds);
    assert_eq!(both.holding(6.0).within(most, Advice::Nothing).unwrap_err().resource, Resource::Bytes);
}
