//! Counts of simulated filters, and of filters themselves, against the rates that they should have. Seeds by number, α = 1e-6 for each count.

use bloomlab_filters::{BlockLayout, BloomFilter, Hashing, Probe, Selection, Source};
use bloomlab_formulas::{Load, blocked::BlockedLoad, counts::Mixture, coverage};
use bloomlab_numbers::{DeletableKind, Double, Sampling, Shape};
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

/// The rate of the bits as they are, against 200,000 fresh items; of a filter, against the count over all filters of its kind. Seed 3.
#[test]
fn plain_filters_report_as_many_new_items_as_their_bits_say() {
    for hashing in [Hashing::new(4, 3), Hashing::new(4, 3).without_replacement(), Hashing::ideal(4, 3)] {
        let mut filter = BloomFilter::new(1000, hashing).unwrap();
        (0_u32..200).for_each(|item| assert!(filter.insert(&item.to_le_bytes()) || item > 50));
        let queries = 200_000_u32;
        let found = (0..queries).filter(|item| filter.contains(&(item + 1_000_000).to_le_bytes())).count() as u64;
        assert!(
            is_likely(&Mixture::certain(filter.false_positive_rate()), queries.into(), found),
            "{hashing:?}: {found}"
        );
        let load = Load::holding(Shape::new(1000, 4, hashing.sampling).unwrap(), 200).unwrap();
        assert!(is_likely(&Mixture::plain(load), queries.into(), found), "{hashing:?}: {found}");
    }
}

/// By hand: members {0, 1} and {1, 2}, false positives {0, 2} and {0, 3} of a filter whose bit 3 is set too.
#[test]
fn selective_clearing_takes_the_bit_that_its_rule_names() {
    let at = |positions: &[u64]| Probe::at(positions, 0, 6).unwrap();
    let members = [at(&[0, 1]), at(&[1, 2]), at(&[2, 3])];
    let unwanted = [at(&[0, 2]), at(&[0, 3])];
    let cleared = |selection, unwanted: &[Probe]| {
        let mut filter = BloomFilter::new(6, Hashing::new(2, 0)).unwrap();
        members.iter().for_each(|member| assert!(filter.insert_at(member).unwrap() || member.cells() == [2, 3]));
        let before = filter.count_ones();
        filter.clear_selected(&members, unwanted, selection, || 0).unwrap();
        assert!(unwanted.iter().all(|probe| !filter.contains_at(probe).unwrap()));
        (before - filter.count_ones(), [0, 1, 2].map(|member| filter.contains_at(&members[member]).unwrap()))
    };
    // bit 0 has one member and both unwanted items, bit 2 two members and one of them
    for selection in [Selection::FewestMembers, Selection::MostFalsePositives, Selection::Ratio] {
        assert_eq!(cleared(selection, &unwanted), (1, [false, true, true]), "{selection:?}");
    }
    // the word 0 draws the first cell
    assert_eq!(cleared(Selection::Random, &unwanted[..1]), (1, [false, true, true]));
    assert_eq!(cleared(Selection::Random, &[at(&[2, 0])]), (1, [true, false, false]));
}
