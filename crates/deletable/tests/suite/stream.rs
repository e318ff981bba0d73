//! The residue of a stream: one cell against all its histories, rates and the speed at which cells saturate against reference values.

use bloomlab_deletable::stream::{Passed, Stream};
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, DeletableKind, Double, Number};

/// One cell that holds up to `most` live items, followed item by item.
#[derive(Clone)]
struct Cell {
    most: usize,
    /// Steps in which a live item hit it.
    live: Vec<usize>,
    saturated: bool,
}

impl Cell {
    fn step(&mut self, step: usize, hit: bool, window: usize) {
        if hit {
            self.live.push(step);
            self.saturated |= self.live.len() > self.most;
        }
        self.live.retain(|&then| then + window > step);
    }
}

/// Pr\[empty\], Pr\[one item, unsaturated\], Pr\[unsaturated\] after each of `steps` steps, over all histories.
fn enumerate(most: usize, touch: &Rational, window: usize, steps: usize) -> Vec<[Rational; 3]> {
    let a = &Rationals;
    let mut cells = vec![(a.one(), Cell { most, live: vec![], saturated: false })];
    let mut all = vec![[a.one(), a.zero(), a.one()]];
    for step in 1..=steps {
        let mut next = Vec::new();
        for (share, cell) in cells {
            for (chance, hit) in [(touch.clone(), true), (a.one() - touch, false)] {
                let mut cell = cell.clone();
                cell.step(step, hit, window);
                next.push((share.clone() * chance, cell));
            }
        }
        cells = next;
        let share = |holds: &dyn Fn(&Cell) -> bool| {
            a.sum(cells.iter().filter(|(_, cell)| !cell.saturated && holds(cell)).map(|(share, _)| share.clone()))
        };
        all.push([share(&|cell| cell.live.is_empty()), share(&|cell| cell.live.len() == 1), share(&|_| true)]);
    }
    all
}

#[test]
fn one_cell_is_every_history_of_it() {
    const STEPS: u64 = 11;
    for (kind, most) in [(DeletableKind::Dfp, 1), (DeletableKind::TBF, 1), (DeletableKind::Qbf, 2)] {
        for (cells, hashes) in [(2, 1), (3, 2), (5, 3)] {
            for window in 1..=4 {
                let stream = Stream::new(kind, 2 * cells, window, hashes).unwrap();
                let touch = Rationals.some_hit(1, cells, hashes);
                let expected = enumerate(most, &touch, window as usize, STEPS as usize);
                let found = stream.passed(&Rationals, STEPS);
                assert_eq!(found.len(), expected.len());
                for (step, (found, expected)) in found.into_iter().zip(expected).enumerate() {
                    let Passed { empty, one_item, unsaturated, .. } = found;
                    let what = format!("{kind}, {cells} cells, k = {hashes}, W = {window}, step {step}");
                    assert_eq!([empty, one_item, unsaturated], expected, "{what}");
                }
            }
        }
    }
}

/// With one hash function an item has one cell, and no mean field enters: the deletion is refused exactly if the cell of
/// the item that leaves is saturated when it does.
#[test]
fn refusals_with_one_hash_function_are_exact() {
    const STEPS: usize = 9;
    for (kind, most) in [(DeletableKind::TBF, 1), (DeletableKind::Qbf, 2)] {
        for window in 1..=3_usize {
            let touch = Rationals.ratio(1, 3);
            let found = Stream::new(kind, 6, window as u64, 1).unwrap().passed(&Rationals, STEPS as u64);
            for (last, state) in found.iter().enumerate().skip(window + 1) {
                let mut refused = Rationals.zero();
                for history in 0..1_u32 << last {
                    let hit = |step: usize| step == last - window || history >> (step - 1) & 1 == 1;
                    if history >> (last - window - 1) & 1 == 0 {
                        continue; // counted once, with the item's own hit
                    }
                    let others = (1..=last).filter(|&step| step != last - window);
                    let weight = others.fold(Rationals.one(), |weight, step| {
                        weight * if hit(step) { touch.clone() } else { Rationals.one() - &touch }
                    });
                    let mut cell = Cell { most, live: vec![], saturated: false };
                    (1..=last).for_each(|step| cell.step(step, hit(step), window));
                    if cell.saturated {
                        refused = refused + weight;
                    }
                }
                assert_eq!(state.refused, refused, "{kind}, W = {window}, step {last}");
            }
        }
    }
}

fn close(found: f64, expected: f64, digits: f64) {
    assert!((found / expected - 1.0).abs() < digits, "{found} for {expected}");
}

/// Rates at 2048 bits, W = 128, k = 4, after 1, 2, 4, 8 and 16 windows, to the digits given.
#[test]
fn rates_over_sixteen_windows() {
    let rows = [
        (DeletableKind::TBF, [0.024_004_8, 0.040_282_3, 0.122_045, 0.358_840, 0.751_121], 5e-6),
        (DeletableKind::Dfp, [0.003_410_00, 0.012_287_1, 0.064_925_2, 0.278_251, 0.705_202], 5e-6),
        (DeletableKind::Dlbf { region_bits: 4 }, [0.005_22, 0.012_07, 0.065_09, 0.350_21, 0.857_91], 1e-3),
    ];
    for (kind, expected, digits) in rows {
        let passed = Stream::new(kind, 2048, 128, 4).unwrap().passed(&Double, 16 * 128);
        for (windows, expected) in [1, 2, 4, 8, 16].into_iter().zip(expected) {
            close(passed[128 * windows].rate, expected, digits);
        }
    }
}

/// After many windows the unsaturated cells of a large filter fall by e^(−sW) in each.
#[test]
fn cells_saturate_at_the_rate_of_the_limit() {
    for (kind, windows, digits) in [(DeletableKind::TBF, 40, 2e-3), (DeletableKind::Qbf, 30, 2e-2)] {
        let stream = Stream::new(kind, 2 * 2048, 256, 4).unwrap();
        let passed = stream.passed(&Double, 256 * windows);
        let last = passed.len() - 1;
        let fall = (passed[last - 256].unsaturated / passed[last].unsaturated).ln();
        close(fall, stream.decay(), digits);
    }
}

/// One hash function, 1000 cells per unit of load.
fn decay(kind: DeletableKind, thousandths: u64) -> f64 {
    Stream::new(kind, kind.least_bits() * 1000, thousandths, 1).unwrap().decay()
}

#[test]
fn decay_at_five_loads() {
    let rows = [
        (100, 0.008_723_47, 0.000_437_63),
        (250, 0.046_111_6, 0.005_626_7),
        (400, 0.102_832, 0.019_164),
        (500, 0.148_266, 0.033_321),
        (1000, 0.432_857, 0.160_87),
    ];
    for (load, single, double) in rows {
        close(decay(DeletableKind::Dfp, load), single, 1e-5);
        close(decay(DeletableKind::TBF, load), single, 1e-5);
        close(decay(DeletableKind::Qbf, load), double, 1e-4);
    }
    assert_eq!(decay(DeletableKind::Counting, 1000), 0.0);
}

/// φ is positive for the slowest decay alone; at heavy loads the conditions have other roots.
#[test]
fn decay_grows_with_the_load() {
    for kind in [DeletableKind::Dfp, DeletableKind::Qbf] {
        let decays: Vec<f64> = (1..=200).map(|i| decay(kind, 100 * i)).collect();
        assert!(decays.windows(2).all(|pair| pair[0] < pair[1]), "{kind}");
    }
}

/// Counters forget every item: the rate of the live ones alone, at any age.
#[test]
fn counters_have_no_residue() {
    let fp_cbf = DeletableKind::FingerprintCounting { fingerprint_bits: 4 };
    for kind in [DeletableKind::Counting, fp_cbf] {
        let stream = Stream::new(kind, 80, 3, 2).unwrap();
        let passed = stream.passed(&Rationals, 9);
        assert!(passed[3..].iter().all(|state| *state == passed[3]), "{kind}");
        let live = Rationals.all_miss(1, kind.cells(80), 6);
        assert_eq!(passed[9].empty, live);
        assert_eq!(passed[9].refused.to_f64(), 0.0);
    }
}
