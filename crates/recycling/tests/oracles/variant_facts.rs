//! Facts about recycling filters of every kind.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Bound, Double, Ending, Number, Retention, Sampling};
use bloomlab_recycling::*;

use crate::support::{BOTH, shape};
use Ending::{Dropping, Keeping};
use Retention::{NonRetaining, Retaining as Retains};
use Sampling::{WithReplacement, WithoutReplacement};

const A: Rationals = Rationals;

#[test]
fn the_product_form_is_exact_for_forgetting_distinct_positions_only() {
    let average = |sampling, retention, ending| {
        let cycle = Cycle::new(shape(6, 2, sampling), Bound::Sigma(3), retention).unwrap();
        variant_average(&A, Variant::two_phases(cycle, ending))
    };
    for ending in [Dropping, Keeping] {
        let exact = average(WithoutReplacement, NonRetaining, ending);
        assert_eq!(exact.rate, exact.published_rate);
        // with replacement both filters rather hold a message of few positions
        let positively_dependent = average(WithReplacement, NonRetaining, ending);
        assert!(positively_dependent.rate < positively_dependent.published_rate);
    }
    let ours = average(WithoutReplacement, Retains, Dropping);
    assert_eq!((ours.rate, ours.published_rate), (Rational::new(9, 35), Rational::new(43, 175)));
    let ours = average(WithoutReplacement, Retains, Keeping);
    assert_eq!(ours.rate, Rational::new(81, 175));
    assert!((ours.published_rate.to_f64() - 0.505524).abs() < 5e-7 && ours.published_rate > ours.rate);
}

#[test]
fn a_message_that_ends_a_cycle_is_denied_at_once_only_where_it_is_dropped_and_forgotten() {
    for sampling in BOTH {
        for bound in [Bound::Sigma(4), Bound::Messages(3)] {
            for retention in [NonRetaining, Retains] {
                let cycle = Cycle::new(shape(9, 2, sampling), bound, retention).unwrap();
                for ending in [Dropping, Keeping] {
                    let variant = Variant::two_phases(cycle, ending);
                    let floor = A.one() / variant_average(&A, variant).messages_per_cycle;
                    let at_once = variant_forgetting(&A, variant).next().unwrap().false_negative_rate;
                    let lost = (ending, retention) == (Dropping, NonRetaining);
                    assert_eq!(at_once, if lost { floor } else { A.zero() }, "{variant:?}");
                }
            }
        }
    }
}

/// The false negatives of two phases within a cycle, in the filter that the figure of forgetting shows.
#[test]
fn the_floor_of_a_thousand_bits() {
    let forgotten = |sigma, retention, ending| -> Vec<f64> {
        let cycle = Cycle::new(shape(500, 7, WithReplacement), Bound::Sigma(sigma), retention).unwrap();
        let forgotten = variant_forgetting(&Double, Variant::two_phases(cycle, ending));
        forgotten.take(61).map(|at| at.false_negative_rate).collect()
    };
    let (floor, none) = (forgotten(254, NonRetaining, Dropping), forgotten(251, NonRetaining, Keeping));
    // 1/L = 0.01949019 less what is known by chance after 40 messages
    assert!((floor[0] / 0.01949019 - 1.0).abs() < 3e-7 && (floor[40] / 0.01943765 - 1.0).abs() < 3e-7);
    assert!((none[40] / 3.289e-14 - 1.0).abs() < 1e-4, "{:e}", none[40]);
    assert!((floor[50] / 0.0238 - 1.0).abs() < 3e-3 && (none[50] / 0.0201 - 1.0).abs() < 3e-3, "{floor:?} {none:?}");
}
