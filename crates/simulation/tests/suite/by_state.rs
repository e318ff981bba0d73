//! Recycling filters simulated by their state, against the filters themselves.

use std::collections::BTreeMap;

use bloomlab_filters::{Ending, Recycling, Retention, Scheme, Source};
use bloomlab_numbers::{Bound, Phases, Sampling};
use bloomlab_simulation::*;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::epochs;

/// The frequency of each tally.
type Counts = BTreeMap<[u64; 4], [u64; 2]>;

/// The tallies of short epochs of one point by the filter and of one by its state, each with other streams.
fn tallies(by_filter: RecyclingPoint, by_state: RecyclingPoint) -> Counts {
    let mut counts = Counts::new();
    let mut add = |route: usize, experiment, point, epoch: fn(&_, &_) -> _| {
        for tally in epochs((experiment, 3), point, 6_000, epoch) {
            let ArrivalTally { new_messages, false_positives, false_positive_arrivals, cycles, .. } = tally;
            counts.entry([new_messages, false_positives, false_positive_arrivals, cycles]).or_default()[route] += 1;
        }
    };
    add(0, "by filter", by_filter, simulate_recycling);
    add(1, "by state", by_state, simulate_recycling_by_state);
    counts
}

/// Pearson's statistic of homogeneity, over tallies found at least 20 times by both routes together and all the rarer ones
/// as one, with the value that it exceeds with probability α = 1e-6.
fn chi_square(counts: &Counts) -> (f64, f64) {
    let mut cells: Vec<[u64; 2]> = counts.values().copied().filter(|[a, b]| a + b >= 20).collect();
    let rare = counts.values().filter(|[a, b]| a + b < 20).fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    if rare != [0, 0] {
        cells.push(rare);
    }
    // equal numbers of epochs: half of each cell is expected of either route
    let term = |[a, b]: &[u64; 2]| (*a as f64 - *b as f64).powi(2) / (a + b) as f64;
    let critical = ChiSquared::new((cells.len() - 1) as f64).unwrap().inverse_cdf(1.0 - 1e-6);
    (cells.iter().map(term).sum(), critical)
}

fn point(filter: RecyclingDesign, arrivals: ArrivalModel) -> RecyclingPoint {
    RecyclingPoint { filter, positions: Persistence::Fresh, arrivals, warm_up: 10, length: 25 }
}

fn designs(phases: Phases) -> Vec<RecyclingDesign> {
    let mut designs = Vec::new();
    for retention in [Retention::NonRetaining, Retention::Retaining] {
        for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
            for bound in [Bound::Sigma(7), Bound::Messages(4)] {
                let design = RecyclingDesign::new(phases, 11, 3, Recycling { bound, retention });
                designs.push(RecyclingDesign { sampling, ..design });
            }
        }
    }
    designs
}

/// Both routes give the same joint distribution of new messages, false positives, their arrivals and cycles: 6000 epochs of 25
/// arrivals by each, seed 3, α = 1e-6 a case. The test distinguishes a filter of 12 bits from one of 11.
#[test]
fn both_routes_have_one_distribution() {
    let catalogues = [
        ArrivalModel::never_repeating(),
        ArrivalModel { leak: 0.2, ..ArrivalModel::uniform(9) },
        ArrivalModel { leak: 0.1, popularity: Popularity::Zipf { exponent: 1.0 }, ..ArrivalModel::uniform(12) },
    ];
    let mut points: Vec<RecyclingPoint> = designs(Phases::One)
        .into_iter()
        .flat_map(|design| catalogues.map(|arrivals| point(design, arrivals)))
        .collect();
    for design in designs(Phases::Two) {
        for ending in [Ending::Dropping, Ending::Keeping] {
            points.push(point(RecyclingDesign { ending, ..design }, ArrivalModel::never_repeating()));
        }
    }
    for &point in &points {
        let counts = tallies(point, point);
        let (statistic, critical) = chi_square(&counts);
        assert!(statistic < critical, "{point:?}: {statistic} of {critical}");
        // count-first is never above count-each, and in some epoch below where messages repeat
        let repeats = point.arrivals != ArrivalModel::never_repeating();
        assert!(counts.keys().all(|[_, positives, arrivals, _]| positives <= arrivals), "{point:?}");
        assert_eq!(counts.keys().any(|[_, positives, arrivals, _]| positives < arrivals), repeats, "{point:?}");
    }
    let larger = RecyclingPoint { filter: RecyclingDesign { bits: 12, ..points[0].filter }, ..points[0] };
    let (statistic, critical) = chi_square(&tallies(points[0], larger));
    assert!(statistic > critical, "{statistic} of {critical}");
}

#[test]
fn what_the_state_does_not_determine_is_refused() {
    let papers = designs(Phases::One)[0];
    let key = StreamKey::new("refused", 1, &papers, 0).unwrap();
    let fresh = point(papers, ArrivalModel::uniform(9));
    assert!(simulate_recycling_by_state(&fresh, &key).is_ok());
    let two_phases = RecyclingDesign { phases: Phases::Two, ..papers };
    let double_hashing = RecyclingDesign { scheme: Scheme::DoubleHashing, ..papers };
    for point in [
        RecyclingPoint { positions: Persistence::Fixed(Source::Ideal), ..fresh },
        RecyclingPoint { filter: double_hashing, ..fresh },
        RecyclingPoint { filter: two_phases, ..fresh },
    ] {
        let error = simulate_recycling_by_state(&point, &key).unwrap_err();
        assert!(matches!(error, SimulationError::NotByState(_)), "{error}");
    }
    let endless = Recycling { bound: Bound::Sigma(11), retention: Retention::NonRetaining };
    let filter = RecyclingDesign { recycling: endless, ..papers };
    match simulate_recycling_by_state(&RecyclingPoint { filter, ..fresh }, &key) {
        Err(SimulationError::Refused(error)) => assert_eq!(error.name, "sigma"),
        other => panic!("{other:?}"),
    }
}
