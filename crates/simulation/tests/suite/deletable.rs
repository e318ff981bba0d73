//! Simulated deletable filters: against every outcome of a tiny filter, and real hashing.

use bloomlab_filters::{Scheme, Source};
use bloomlab_numbers::{DeletableKind, Sampling};
use bloomlab_simulation::*;

fn trials(points: &[DeletablePoint], epochs: u64, seed: u64) -> Vec<Vec<DeletableTrial>> {
    let task = Task { experiment: "deletable", seed, points, epochs };
    run(&task, simulate_deletable).unwrap()
}

fn point(kind: DeletableKind, bits: u64, hashes: u64, items: u64, deleted: u64) -> DeletablePoint {
    let (source, scheme) = (Source::Ideal, Scheme::Independent);
    DeletablePoint {
        kind,
        bits,
        hashes,
        source,
        scheme,
        sampling: Sampling::WithReplacement,
        items,
        deleted,
        queries: 0,
    }
}

fn estimate(trials: &[DeletableTrial], value: impl Fn(&DeletableTrial) -> Option<f64>) -> Estimate {
    let values: Vec<f64> = trials.iter().map(|trial| value(trial).unwrap()).collect();
    Estimate::of(&values, 1.0 - 1e-6).unwrap()
}

/// Three cells, two hash functions, two items that stay and one that leaves, every outcome of positions and fingerprints
/// enumerated over plain lists of what is in each cell: deletability of the first item that stays, and the rate over all
/// queries. `multiplicity` is the count at which a cell saturates; 0 means fingerprints (D-FP).
fn enumerated(multiplicity: usize) -> (f64, f64) {
    let fingerprints = if multiplicity == 0 { 2 } else { 1 };
    let choices = 9 * fingerprints;
    let decode = |code: usize| {
        let mut cells = vec![code % 3, code / 3 % 3];
        cells.dedup();
        (cells, code / 9)
    };
    let (mut deletable, mut matches) = (0.0, 0.0);
    for outcome in 0..choices * choices * choices {
        let items = [outcome % choices, outcome / choices % choices, outcome / choices / choices].map(decode);
        let limit = multiplicity.max(2);
        // The content of each cell: the fingerprints of its items, or nothing once it saturated.
        let mut cells: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); 3];
        for (positions, fingerprint) in &items {
            for &position in positions {
                if let Some(inside) = &mut cells[position] {
                    inside.push(*fingerprint);
                    if inside.len() >= limit {
                        cells[position] = None;
                    }
                }
            }
        }
        let (positions, fingerprint) = &items[0];
        for &position in positions {
            if let Some(inside) = &mut cells[position] {
                let index = inside.iter().position(|other| other == fingerprint).unwrap();
                inside.remove(index);
            }
        }
        if items[1].0.iter().any(|&position| cells[position].is_some()) {
            deletable += 1.0;
        }
        for query in 0..choices {
            let (positions, fingerprint) = decode(query);
            let hit = |&position: &usize| match &cells[position] {
                None => true,
                Some(inside) if multiplicity == 0 => inside.contains(&fingerprint),
                Some(inside) => !inside.is_empty(),
            };
            matches += f64::from(u8::from(positions.iter().all(hit))) / choices as f64;
        }
    }
    let outcomes = (choices * choices * choices) as f64;
    (deletable / outcomes, matches / outcomes)
}

/// 100,000 trials each; α = 1e-6 for each of the eight comparisons, seed 1.
#[test]
fn tiny_filters_agree_with_every_outcome_enumerated() {
    for (kind, bits, multiplicity) in [
        (DeletableKind::Dfp, 6, 0),
        (DeletableKind::TBF, 6, 2),
        (DeletableKind::Qbf, 6, 3),
        (DeletableKind::Counting, 12, 15),
    ] {
        let (deletability, rate) = enumerated(multiplicity);
        let trials = &trials(&[point(kind, bits, 2, 2, 1)], 100_000, 1)[0];
        let (simulated, conditional) =
            (estimate(trials, DeletableTrial::deletability), estimate(trials, |trial| Some(trial.false_positive_rate)));
        assert!(
            deletability == simulated.mean || simulated.contains(deletability),
            "{kind:?} {deletability} {simulated:?}"
        );
        assert!(conditional.contains(rate), "{kind:?} {rate} {conditional:?}");
    }
}

/// Real hashing behaves as the ideal: m = 16,384 bits, k = 4, 1,024 items, 60 trials of each, difference of means
/// against its standard error, |z| < 4.9, seed 3.
#[test]
fn real_hashing_agrees_with_the_ideal() {
    let ideal = point(DeletableKind::Dfp, 16_384, 4, 1_024, 200);
    let results = trials(&[ideal, DeletablePoint { source: Source::Hash, ..ideal }], 60, 3);
    let rate = |trial: &DeletableTrial| Some(trial.false_positive_rate);
    for value in [DeletableTrial::deletability, rate] {
        let [a, b] = [0, 1].map(|index: usize| estimate(&results[index], value));
        let z = (a.mean - b.mean) / a.standard_error.hypot(b.standard_error);
        assert!(z.abs() < 4.9, "{a:?} {b:?}");
    }
}

#[test]
fn nothing_deleted_and_nothing_stored_are_edge_cases() {
    let empty = &trials(&[point(DeletableKind::Dfp, 64, 2, 0, 0)], 2, 4)[0][0];
    assert_eq!((empty.deletability(), empty.false_positive_rate), (None, 0.0));
    let single = &trials(&[point(DeletableKind::Dlbf { region_bits: 3 }, 64, 2, 1, 0)], 2, 4)[0][0];
    assert_eq!(single.deletability(), Some(1.0));
}
