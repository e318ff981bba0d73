//! Counts of the simulated filters against the rates that they should have. Seeds by number, α = 1e-6 for each count.

use bloomlab_filters::{BlockLayout, Source};
use bloomlab_formulas::{Load, blocked::BlockedLoad, counts::Mixture, coverage};
use bloomlab_numbers::{DeletableKind, Double, Sampling};
use bloomlab_simulation::{
    BlockedPoint, DeletablePoint, Estimate, IndexPoint, PathPoint, Scheme, StreamKey, run, simulate_blocked,
    simulate_deletable, simulate_index, simulate_path,
};

use crate::support::is_likely;

/// k = 1, m = 2: hop 2 alarms with probability 1/2 and hop 3 always. 40,000 packets, seed 1.
#[test]
fn packets_of_two_bits_alarm_at_the_second_hop_or_the_third() {
    let point = PathPoint { bits: 2, hashes: 1, packets: 40_000 };
    let alarms = simulate_path(&point, &StreamKey::new("small", 1, &point, 0).unwrap()).unwrap();
    assert_eq!((alarms.len(), alarms[0], alarms[1], alarms[2] + alarms[3]), (4, 0, 0, 40_000));
    assert!(is_likely(&Mixture::certain(0.5), 40_000, alarms[2]), "{}", alarms[2]);
}

/// k = 1, m = 8, n = 2: 4000 texts of one document, 20 searches each, seed 2.
#[test]
fn documents_are_read_for_nothing_as_often_as_their_filters_say() {
    let point = IndexPoint { bits: 8, hashes: 1, documents: 1, words: 2, vocabulary: 50, queries: 20 };
    let read = |epoch| simulate_index(&point, &StreamKey::new("small", 2, &point, epoch).unwrap()).unwrap();
    let rates = Mixture::plain(Load::new(8, 2, 1).unwrap()).averaged(4000);
    assert!((rates.mean() - 15.0 / 64.0).abs() < 1e-12);
    let found = (0..4000).map(read).sum();
    assert!(is_likely(&rates, 80_000, found), "{found}");
}

/// Trials, each of as many queries: the queries and their positives of each, and the rate given its state. Their sum has tails no heavier
/// than the binomial distribution of the mean rate (Hoeffding, 1956).
fn count_as_often_as_their_states_say(trials: &[(u64, u64, f64)], what: &str) {
    let queries = trials.iter().map(|trial| trial.0).sum();
    let found = trials.iter().map(|trial| trial.1).sum();
    let rate = trials.iter().map(|trial| trial.2).sum::<f64>() / trials.len() as f64;
    assert!(is_likely(&Mixture::certain(rate), queries, found), "{what}: {found} of {queries} for {rate}");
    let variance = |value: &dyn Fn(&(u64, u64, f64)) -> f64| {
        trials.iter().map(|trial| (value(trial) - rate).powi(2)).sum::<f64>() / trials.len() as f64
    };
    let (given, counted) = (variance(&|trial| trial.2), variance(&|trial| trial.1 as f64 / trial.0 as f64));
    assert!(given < counted, "{what}: {given} {counted}");
}

/// 100 trials of 20,000 queries, seed 2; of deletable filters after 50 deletions. Those of blocked filters have the exact rate in the mean.
#[test]
fn filters_report_as_many_queries_as_their_states_say() {
    let (queries, epochs) = (20_000, 100);
    for (layout, load) in [
        (BlockLayout::Plain { block_bits: 64 }, BlockedLoad::plain(2048, 64, 300, 4).unwrap()),
        (BlockLayout::Split { word_bits: 32 }, BlockedLoad::split(2048, 32, 300, 4).unwrap()),
    ] {
        let points = [BlockedPoint { bits: 2048, layout, hashes: 4, items: 300, queries }];
        let trials = run("blocked", 2, &points, epochs, simulate_blocked).unwrap();
        let counts = trials[0].iter().map(|trial| (queries, trial.false_positives, trial.false_positive_rate));
        count_as_often_as_their_states_say(&counts.collect::<Vec<_>>(), &format!("{layout:?}"));
        let rates: Vec<f64> = trials[0].iter().map(|trial| trial.false_positive_rate).collect();
        let (mean, rate) = (Estimate::of(&rates, 1.0 - 1e-6).unwrap(), coverage::rate(&Double, load));
        assert!(mean.contains(rate) && mean.half_width < 0.1 * rate, "{layout:?}: {mean:?} for {rate}");
    }
    let kinds = [
        DeletableKind::Dfp,
        DeletableKind::TBF_PACKED,
        DeletableKind::Qbf,
        DeletableKind::Dlbf { region_bits: 4 },
        DeletableKind::FingerprintCounting { fingerprint_bits: 2 },
    ];
    for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        let (source, scheme) = (Source::Ideal, Scheme::Independent);
        let (bits, hashes, items, deleted) = (2048, 3, 150, 50);
        let points =
            kinds.map(|kind| DeletablePoint { kind, bits, hashes, source, scheme, sampling, items, deleted, queries });
        for (kind, trials) in kinds.iter().zip(run("deletable", 2, &points, epochs, simulate_deletable).unwrap()) {
            let counts = trials.iter().map(|trial| (queries, trial.false_positives, trial.false_positive_rate));
            count_as_often_as_their_states_say(&counts.collect::<Vec<_>>(), &format!("{kind:?} {sampling:?}"));
        }
    }
}
