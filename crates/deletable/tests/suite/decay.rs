//! The speed at which cells of a stream saturate.

use bloomlab_deletable::stream::Stream;
use bloomlab_numbers::DeletableKind;

/// One hash function, 1000 cells per unit of load.
fn decay(kind: DeletableKind, thousandths: u64) -> f64 {
    Stream::new(kind, kind.least_bits() * 1000, thousandths, 1).unwrap().decay()
}

fn close(found: f64, expected: f64, digits: f64) {
    assert!((found / expected - 1.0).abs() < digits, "{found} for {expected}");
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
