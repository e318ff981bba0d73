//! The runner: same bytes whatever the threads, the interruptions and the damage.

use std::{
    collections::BTreeSet,
    fs,
    ops::ControlFlow,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use bloomlab_filters::{Recycling, Retention, Scheme, Source};
use bloomlab_occupancy::{Bound, DeletableKind, Phases, Sampling};
use bloomlab_simulation::*;

const GO_ON: &(dyn Fn(&FinishedEpoch) -> ControlFlow<()> + Sync) = &|_| ControlFlow::Continue(());

fn recycling_points() -> Vec<RecyclingPoint> {
    let point = |phases, sigma| RecyclingPoint {
        filter: RecyclingDesign::new(
            phases,
            200,
            4,
            Recycling { bound: Bound::Sigma(sigma), retention: Retention::Retaining },
        ),
        positions: Persistence::Fresh,
        arrivals: ArrivalModel { popularity: Popularity::Zipf { exponent: 0.8 }, ..ArrivalModel::uniform(300) },
        warm_up: 10,
        length: 2_000,
    };
    vec![point(Phases::One, 60), point(Phases::Two, 60), point(Phases::One, 120)]
}

fn deletable_points() -> Vec<DeletablePoint> {
    let point = |kind| DeletablePoint {
        kind,
        bits: 4096,
        hashes: 4,
        source: Source::Ideal,
        scheme: Scheme::Independent,
        sampling: Sampling::WithReplacement,
        items: 200,
        deleted: 50,
        queries: 10,
    };
    vec![point(DeletableKind::Dfp), point(DeletableKind::Dlbf { region_bits: 8 })]
}

fn task<P>(points: &[P]) -> Task<'_, P> {
    Task { experiment: "runner", version: "1", seed: 5, points, epochs: 8 }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn bytes(results: &impl serde::Serialize) -> String {
    serde_json::to_string(results).unwrap()
}

#[test]
fn one_thread_or_more_give_the_same_bytes() {
    let (recycling, deletable) = (recycling_points(), deletable_points());
    let both = |threads| {
        on_threads(threads, || {
            let arrivals = run(&task(&recycling), None, GO_ON, simulate_recycling).unwrap();
            let trials = run(&task(&deletable), None, GO_ON, simulate_deletable).unwrap();
            (bytes(&arrivals), bytes(&trials))
        })
    };
    let single = both(1);
    assert_eq!(single, both(2));
    assert_eq!(single, both(5));
}

#[test]
fn a_point_has_the_same_epochs_alone_and_among_others() {
    let points = recycling_points();
    let together = run(&task(&points), None, GO_ON, simulate_recycling).unwrap();
    let alone = run(&task(&points[2..]), None, GO_ON, simulate_recycling).unwrap();
    assert_eq!(together[2], alone[0]);
    let distinct: BTreeSet<String> = together.iter().flatten().map(bytes).collect();
    assert_eq!(distinct.len(), 24, "every epoch has a stream of its own");
}

/// Runs with a store, and counts the epochs really computed and those whose damage was reported.
fn run_in(directory: &Path, task: &Task<DeletablePoint>, stop_after: u64) -> (Result<String, String>, u64, u64) {
    let (computed, repaired) = (AtomicU64::new(0), AtomicU64::new(0));
    let finished = Mutex::new(BTreeSet::new());
    let store = Store::open(directory).unwrap();
    let progress = |progress: &FinishedEpoch| {
        assert!(finished.lock().unwrap().insert(progress.finished), "each count is reported once");
        if let Origin::Recomputed { path, reason } = &progress.origin {
            assert!(path.starts_with(directory) && !reason.to_string().is_empty());
            repaired.fetch_add(1, Ordering::Relaxed);
        }
        if progress.finished >= stop_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let results = run(task, Some(&store), &progress, |point, key| {
        computed.fetch_add(1, Ordering::Relaxed);
        simulate_deletable(point, key)
    });
    let results = results.map(|results| bytes(&results)).map_err(|error| error.to_string());
    (results, computed.into_inner(), repaired.into_inner())
}

#[test]
fn an_interrupted_run_resumes_and_gives_the_same_bytes() {
    let points = deletable_points();
    let expected = bytes(&run(&task(&points), None, GO_ON, simulate_deletable).unwrap());
    for threads in [1, 2] {
        let directory = tempfile::tempdir().unwrap();
        let in_pool = |stop_after| on_threads(threads, || run_in(directory.path(), &task(&points), stop_after));
        let (interrupted, first, _) = in_pool(5);
        assert!(interrupted.unwrap_err().starts_with("interrupted after "));
        assert!((5..16).contains(&first), "{first}");
        let (resumed, second, repaired) = in_pool(u64::MAX);
        assert_eq!((resumed.as_ref(), first + second, repaired), (Ok(&expected), 16, 0));
        let (again, third, _) = in_pool(u64::MAX);
        assert_eq!((again.as_ref(), third), (Ok(&expected), 0));
    }
}

#[test]
fn damaged_epochs_are_computed_again_and_reported() {
    let points = deletable_points();
    let directory = tempfile::tempdir().unwrap();
    let (expected, ..) = run_in(directory.path(), &task(&points), u64::MAX);
    let mut files: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 16);
    // Cut short, emptied, a digit changed, another epoch's file, bytes that are no text.
    let text = fs::read_to_string(&files[0]).unwrap();
    fs::write(&files[0], &text[..text.len() / 2]).unwrap();
    fs::write(&files[1], "").unwrap();
    let changed = fs::read_to_string(&files[2]).unwrap().replace("\"items\":200", "\"items\":201");
    fs::write(&files[2], changed).unwrap();
    fs::copy(&files[4], &files[3]).unwrap();
    fs::write(&files[5], [0xff, 0xfe, b'\n', 0xfd]).unwrap();
    assert_eq!(run_in(directory.path(), &task(&points), u64::MAX), (expected.clone(), 5, 5));
    assert_eq!(run_in(directory.path(), &task(&points), u64::MAX), (expected, 0, 0));
}

#[test]
fn shards_in_any_order_merge_to_the_bytes_of_one_process() {
    let points = recycling_points();
    let expected = bytes(&run(&task(&points), None, GO_ON, simulate_recycling).unwrap());
    let directory = tempfile::tempdir().unwrap();
    let part = |part| {
        let store = Store::open(directory.path()).unwrap().doing(part);
        run(&task(&points), Some(&store), GO_ON, simulate_recycling)
    };
    let merge = || part(Part::Merge).map(|results| bytes(&results)).map_err(|error| error.to_string());
    for (shard, done) in [("3/3", 8), ("1/3", 8), ("2/3", 8)] {
        assert!(merge().unwrap_err().contains(" of the tallies cannot be merged\n"));
        let error = part(Part::Shard(shard.parse().unwrap())).unwrap_err();
        assert_eq!(error.to_string(), format!("shard {shard} has done its {done} of 24 jobs"));
    }
    assert_eq!(merge(), Ok(expected));
    let twice = Task { epochs: 9, ..task(&points) };
    let store = Store::open(directory.path()).unwrap().doing(Part::Merge);
    let error = run(&twice, Some(&store), GO_ON, simulate_recycling).unwrap_err().to_string();
    assert!(
        error.starts_with("3 of the tallies cannot be merged\n") && error.contains("is missing (job 8)"),
        "{error}"
    );
}

#[test]
fn all_epochs_of_a_point_in_one_tally_are_the_same_epochs() {
    let points = deletable_points();
    let expected = bytes(&run(&task(&points), None, GO_ON, simulate_deletable).unwrap());
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path()).unwrap();
    for threads in [1, 3] {
        let by_point = || run_by_point(&task(&points), Some(&store), GO_ON, simulate_deletable).unwrap();
        assert_eq!(bytes(&on_threads(threads, by_point)), expected);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }
}

#[test]
fn another_version_seed_or_experiment_finds_nothing() {
    let points = deletable_points();
    let directory = tempfile::tempdir().unwrap();
    let base = task(&points);
    let (expected, ..) = run_in(directory.path(), &base, u64::MAX);
    let (same_stream, computed, _) = run_in(directory.path(), &Task { version: "2", ..base }, u64::MAX);
    assert_eq!((&same_stream, computed), (&expected, 16), "the version is not part of the stream");
    for other in [Task { seed: 6, ..base }, Task { experiment: "other", ..base }] {
        let (results, computed, _) = run_in(directory.path(), &other, u64::MAX);
        assert_eq!(computed, 16);
        assert_ne!(results, expected);
    }
    let (_, computed, _) = run_in(directory.path(), &Task { epochs: 10, ..base }, u64::MAX);
    assert_eq!(computed, 4, "two more epochs of two points");
}

#[test]
fn results_that_do_not_survive_storage_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path()).unwrap();
    let one = Task { experiment: "nan", version: "1", seed: 0, points: &[0u8], epochs: 1 };
    let result = run(&one, Some(&store), GO_ON, |_, _| Ok(f64::NAN));
    assert!(matches!(result, Err(SimulationError::Store(StoreError::Unrepresentable(_)))));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn errors_name_what_is_wrong() {
    let mut points = deletable_points();
    points[1].bits = 3;
    let error = run(&task(&points), None, GO_ON, simulate_deletable).unwrap_err();
    assert!(error.to_string().starts_with("bits = 3 is out of domain"), "{error}");
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Store::open(&file).unwrap_err();
    assert!(matches!(error, StoreError::File(_)) && error.to_string().contains("file"));
}

#[test]
fn no_epochs_are_no_results() {
    let points = deletable_points();
    let none = run(&Task { epochs: 0, ..task(&points) }, None, GO_ON, simulate_deletable).unwrap();
    assert!(none.len() == 2 && none.iter().all(Vec::is_empty));
}
