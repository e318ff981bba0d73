//! The literal simulator at sizes that cannot be enumerated, against the exact forms.
//!
//! Statistical: 4000 filters each, seed 2026, normal test of the mean over filters, two-sided α = 1e-6 for all 27
//! comparisons together (|z| < 5.6 each; 27 · 2.1e-8 < 1e-6), so that a red run means a bug.

use crate::simulator::{Item, Simulator, fingerprints};
use bloomlab_deletable::{Parameters, double};
use bloomlab_occupancy::DeletableKind;

const FILTERS_SIMULATED: usize = 4000;
const QUERIES: usize = 100;
const LARGEST_Z: f64 = 5.6;

/// SplitMix64 (Steele, Lea, Flood (2014)).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % bound // the bias, bound/2^64, is far below what the test sees
    }

    fn item(&mut self, p: &Parameters) -> Item {
        let positions: Vec<_> = (0..p.hashes()).map(|_| self.below(p.cells() as usize)).collect();
        let prints = fingerprints(p.kind());
        Item::new(&positions, prints[self.below(prints.len())])
    }
}

/// The mean over filters, and the standard error of it.
#[derive(Default)]
struct Mean {
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    fn check(&self, exact: f64, what: &str, filter: DeletableKind) {
        let trials = FILTERS_SIMULATED as f64;
        let mean = self.sum / trials;
        let error = ((self.squares / trials - mean * mean) / (trials - 1.0)).sqrt();
        if error == 0.0 {
            assert_eq!(mean, exact, "{what} of {filter}"); // counting filters delete every item
            return;
        }
        let z = (mean - exact) / error;
        assert!(z.abs() < LARGEST_Z, "{what} of {filter}: {mean} ± {error}, exact {exact}, z = {z:.1}");
        assert!(error < 0.05 * exact, "{what} of {filter}: the test is blunt, {mean} ± {error}");
    }
}

#[test]
fn simulated_filters_agree_with_the_exact_forms() {
    let mut random = Random(2026);
    for filter in [
        DeletableKind::Dfp,
        DeletableKind::TBF,
        DeletableKind::TBF_PACKED,
        DeletableKind::Qbf,
        DeletableKind::Dlbf { region_bits: 4 },
        DeletableKind::Dlbf { region_bits: 8 },
        DeletableKind::Dlbf { region_bits: 16 },
        DeletableKind::Counting,
        DeletableKind::FingerprintCounting { fingerprint_bits: 3 },
    ] {
        let p = Parameters::new(filter, 1024, 60, 30, 3).unwrap();
        let (mut deletability, mut before, mut after) = (Mean::default(), Mean::default(), Mean::default());
        for _ in 0..FILTERS_SIMULATED {
            let mut state = Simulator::new(filter, p.cells() as usize);
            let items: Vec<_> = (0..p.inserted()).map(|_| random.item(&p)).collect();
            items.iter().for_each(|item| state.insert(item));
            let (go, stay) = items.split_at(p.deleted() as usize);
            let share = |count: usize, of: usize| count as f64 / of as f64;
            deletability.add(share(stay.iter().filter(|item| state.is_deletable(item)).count(), stay.len()));
            let queries: Vec<_> = (0..QUERIES).map(|_| random.item(&p)).collect();
            let matches = |state: &Simulator| queries.iter().filter(|query| state.contains(query)).count();
            before.add(share(matches(&state), QUERIES));
            go.iter().for_each(|item| state.delete(item));
            assert!(stay.iter().all(|item| state.contains(item)), "{filter}: a false negative");
            after.add(share(matches(&state), QUERIES));
        }
        deletability.check(double::deletability(&p).unwrap(), "deletability", filter);
        before.check(double::rate(&p).unwrap(), "rate", filter);
        after.check(double::rate_after_deletions(&p).unwrap(), "rate after deletions", filter);
    }
}
