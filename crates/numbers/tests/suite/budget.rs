//! Budgets.

use bloomlab_numbers::{Advice, Budget, Cost};

#[test]
fn parts_share_what_the_question_may_take() {
    let budget = Budget::of(Cost { steps: 10.0, numbers: 3.0 });
    budget.spend(Cost::of_steps(4.0), Advice::Nothing).unwrap();
    assert_eq!(budget.left(), 6.0);
    assert!(budget.affords(Cost { steps: 6.0, numbers: 3.0 }));
    assert!(!budget.affords(Cost { steps: 6.5, numbers: 3.0 }) && !budget.affords(Cost { steps: 1.0, numbers: 4.0 }));
    let refused = budget.spend(Cost::of_seconds(1.0), Advice::Nothing).unwrap_err();
    // the whole question: a second, and the four steps before
    assert_eq!(refused.needed, Cost::of_steps(1e8 + 4.0).seconds());
    assert_eq!(budget.left(), 6.0);
    let inside = budget.reserving(Cost::of_steps(5.0), Budget::left);
    assert_eq!((inside, budget.left()), (1.0, 6.0));
    assert_eq!(budget.reserving(Cost::of_steps(7.0), Budget::left), 6.0);
}

#[test]
fn a_part_may_have_a_limit_of_its_own() {
    let most =
        |budget: &Budget, seconds| budget.spend(Cost::of_seconds(seconds), Advice::Nothing).map_err(|why| why.most);
    let budget = Budget::of_seconds(3.0).by_parts(2.0);
    assert_eq!([2.5, 2.0, 1.5, 1.0].map(|seconds| most(&budget, seconds)), [Err(2.0), Ok(()), Err(3.0), Ok(())]);
    let each = Budget::of_parts(2.0);
    assert_eq!([2.0, 2.0, 2.5].map(|seconds| most(&each, seconds)), [Ok(()), Ok(()), Err(2.0)]);
    assert!(each.affords(Cost::of_seconds(2.0).holding(1e8)) && !each.affords(Cost::of_seconds(2.5)));
    assert!(each.check(Cost::of_steps(1.0).holding(1e9), Advice::Nothing).is_err());
}
