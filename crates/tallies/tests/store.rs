//! Shards in any order, killed ones, and tallies that a merge must refuse.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use bloomlab_tallies::*;

const JOBS: usize = 23;

fn keys() -> Vec<[u8; 32]> {
    (0..JOBS as u64).map(|job| digest(&[b"job", &job.to_le_bytes()])).collect()
}

fn run(code: &str) -> Run {
    [("code", code), ("figure", "rate")].map(|(name, value)| (name.to_owned(), value.to_owned())).into()
}

fn store(folder: &Path, part: Part) -> Store {
    Store::open(folder).unwrap().of_run(run("ab")).doing(part)
}

fn shard(text: &str) -> Part {
    Part::Shard(text.parse().unwrap())
}

/// Does the part of a store's jobs, but no more than `most` of them; how many were computed.
fn work(store: &Store, most: usize) -> usize {
    let computed = Cell::new(0);
    for job in store.jobs(JOBS).into_iter().take(most) {
        let tally = || {
            computed.set(computed.get() + 1);
            Ok::<_, StoreError>(vec![job as u64; job])
        };
        assert_eq!(store.recall(&keys()[job], tally).unwrap().0, vec![job as u64; job]);
    }
    computed.get()
}

fn merged(folder: &Path) -> Result<Vec<Vec<u64>>, StoreError> {
    let store = store(folder, Part::Merge);
    store.check(&keys())?;
    let tally = |key| Ok(store.recall(key, || Err::<Vec<u64>, _>(StoreError::NotComputed))?.0);
    keys().iter().map(tally).collect()
}

fn problems(folder: &Path) -> Vec<Problem> {
    match merged(folder) {
        Err(StoreError::CannotMerge(problems)) => problems,
        other => panic!("{other:?}"),
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn shards_in_any_order_merge_to_the_whole() {
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(work(&store(whole.path(), Part::Whole), JOBS), JOBS);
    for order in [["1/3", "2/3", "3/3"], ["3/3", "1/3", "2/3"]] {
        let folder = tempfile::tempdir().unwrap();
        let done: Vec<usize> = order.iter().map(|text| work(&store(folder.path(), shard(text)), JOBS)).collect();
        assert_eq!(done.iter().sum::<usize>(), JOBS);
        assert_eq!(merged(folder.path()).unwrap(), merged(whole.path()).unwrap());
        for (ours, theirs) in files(folder.path()).iter().zip(files(whole.path())) {
            assert_eq!(ours.file_name(), theirs.file_name());
            assert_eq!(fs::read(ours).unwrap(), fs::read(theirs).unwrap());
        }
    }
}

#[test]
fn a_killed_shard_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    work(&store(folder.path(), shard("2/2")), JOBS);
    assert_eq!(work(&store(folder.path(), shard("1/2")), 5), 5);
    fs::write(folder.path().join(".unfinished-x"), "half").unwrap();
    let missing = problems(folder.path());
    assert_eq!(missing.len(), 6);
    assert!(missing.iter().all(|problem| matches!(problem, Problem::Missing { .. })), "{missing:?}");
    assert_eq!(work(&store(folder.path(), shard("1/2")), JOBS), 6);
    merged(folder.path()).unwrap();
    assert_eq!(files(folder.path()).len(), JOBS, "what the killed process left is swept");
}

#[test]
fn a_shard_says_that_it_is_done_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let said = store(folder.path(), shard("1/2")).finish(JOBS).unwrap_err().to_string();
    assert_eq!(said, "shard 1/2 has done its 11 of 23 jobs");
    for part in [Part::Whole, Part::Merge] {
        assert!(store(folder.path(), part).finish(JOBS).is_ok());
    }
}

#[test]
fn a_missing_tally_is_named() {
    let folder = tempfile::tempdir().unwrap();
    work(&store(folder.path(), Part::Whole), JOBS);
    let gone = files(folder.path())[4].clone();
    fs::remove_file(&gone).unwrap();
    let error = merged(folder.path()).unwrap_err().to_string();
    assert!(error.contains(&format!("{} is missing (job ", gone.display())), "{error}");
    let unchecked = store(folder.path(), Part::Merge);
    let refused =
        keys().into_iter().filter(|key| unchecked.recall(key, || Ok::<Vec<u64>, StoreError>(vec![])).is_err());
    assert_eq!(refused.count(), 1, "a merge computes nothing, even unchecked");
}

#[test]
fn every_flipped_byte_of_a_tally_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    work(&store(folder.path(), Part::Whole), JOBS);
    let path = files(folder.path())[7].clone();
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        fs::write(&path, damaged).unwrap();
        let found = problems(folder.path());
        assert!(matches!(&found[..], [Problem::Damaged { path: named, .. }] if *named == path), "{place}: {found:?}");
    }
    fs::write(&path, &whole).unwrap();
    merged(folder.path()).unwrap();
    // another job's tally in its place, whole and with a right checksum
    fs::copy(&files(folder.path())[8], &path).unwrap();
    let found = problems(folder.path());
    assert_eq!(found, [Problem::Damaged { path, reason: DamagedFile::OtherJob }]);
}

#[test]
fn a_foreign_tally_is_named_with_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    work(&store(folder.path(), Part::Whole), JOBS);
    let other = Store::open(folder.path()).unwrap().of_run(run("cd"));
    other.recall(&keys()[0], || Ok::<_, StoreError>(1)).unwrap();
    let unasked = store(folder.path(), Part::Whole);
    unasked.recall(&digest(&[b"no job"]), || Ok::<_, StoreError>(1)).unwrap();
    fs::write(folder.path().join("empty.tally"), "").unwrap();
    fs::write(folder.path().join("slurm-17.out"), "no tally").unwrap();
    let error = merged(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("3 of the tallies cannot be merged\n"), "{error}");
    for what in
        ["is foreign: code = cd instead of ab", "is foreign: no job of this run has it", "empty.tally is damaged"]
    {
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn many_problems_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let error = merged(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("23 of the tallies cannot be merged\n") && error.ends_with("\n  and 3 more"), "{error}");
}
