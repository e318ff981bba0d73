use std::collections::BTreeMap;
use std::fs::{self, File};

use bloomlab_tallies::digest;
use clap::Parser;

use super::*;
use crate::making::Work;
use crate::options::Options;
use crate::trial::{FILL, Parameters, RATE, Row, Trial, compute, computed};
use crate::{Figure, Paper};

/// Rows that are made of one tally each.
fn tallied(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
    let rows = compute(p, context)?;
    let keys: Vec<_> = (0..rows.len() as u64).map(|job| digest(&[b"tallied", &job.to_le_bytes()])).collect();
    context.store.check(&keys)?;
    let jobs = context.store.jobs(rows.len());
    let tally = |&job: &usize| context.store.recall(&keys[job], || Ok::<_, StoreError>(rows[job].rate / 3.0));
    let tallies = jobs.iter().map(tally).collect::<Result<Vec<_>, _>>()?;
    context.store.finish(rows.len())?;
    Ok(rows.into_iter().zip(tallies).map(|(row, (rate, _))| Row { rate, ..row }).collect())
}

const TALLIED: Figure<Parameters, Row> = Figure { compute: tallied, claims: FILL.claims, ..RATE };

/// The number of figures that failed.
fn failed(trial: &Trial, arguments: &[&str]) -> usize {
    let options = Options::parse_from(["tiny", "--root", trial.root().to_str().unwrap()].iter().chain(arguments));
    let paper = Paper::new(trial.build()).figure(TALLIED).figure(FILL);
    paper.make(&options, options.work().unwrap()).unwrap()
}

/// Why the figure was not made.
fn why(trial: &Trial, work: Work) -> String {
    let (root, parameters) = (trial.root(), None);
    let job = Job { build: trial.build(), name: "rate", root, output: root, parameters, work };
    crate::making::run(&TALLIED, &job).unwrap_err().to_string()
}

fn store_of(trial: &Trial) -> PathBuf {
    trial.path("store")
}

fn share(trial: &Trial, shard: &str) -> usize {
    failed(trial, &["rate", "--shard", shard, "--store", store_of(trial).to_str().unwrap()])
}

fn merge(trial: &Trial) -> usize {
    failed(trial, &["rate", "--merge", "--store", store_of(trial).to_str().unwrap()])
}

/// Table, provenance, picture and record, by name.
fn made(trial: &Trial) -> BTreeMap<PathBuf, Vec<u8>> {
    let relative = |path: PathBuf| path.strip_prefix(trial.root()).unwrap().to_owned();
    let files = trial.made().into_iter().map(|(path, bytes)| (relative(path), bytes));
    files.filter(|(path, _)| path.extension().is_none_or(|ending| ending != "tally")).collect()
}

fn tallies(trial: &Trial) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(store_of(trial)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn trial() -> Trial {
    let trial = Trial::new();
    trial.set("rate", 10, 1);
    trial
}

/// A trial whose three shards are done.
fn shared() -> Trial {
    let trial = trial();
    assert_eq!(["2/3", "3/3", "1/3"].map(|shard| share(&trial, shard)), [0; 3]);
    trial
}

#[test]
fn shards_in_any_order_merge_to_the_bytes_of_one_process() {
    let alone = trial();
    assert_eq!(failed(&alone, &["rate"]), 0);
    let trial = trial();
    for (shard, count) in [("4/4", 2), ("1/4", 5), ("3/4", 7), ("2/4", 10)] {
        assert_eq!(share(&trial, shard), 0);
        assert_eq!(tallies(&trial).len(), count);
        assert!(trial.made().is_empty(), "a shard writes nothing but tallies");
    }
    assert_eq!(merge(&trial), 0);
    assert_eq!(made(&trial).len(), 4);
    assert_eq!(made(&trial), made(&alone));
    let tables = computed();
    assert_eq!((failed(&trial, &["rate"]), computed()), (0, tables), "it need not be computed again");
}

#[test]
fn a_killed_shard_is_run_again_and_waits_for_nobody() {
    let trial = shared();
    for path in &tallies(&trial)[3..6] {
        fs::remove_file(path).unwrap();
    }
    fs::write(store_of(&trial).join(".unfinished-x"), "half a tally").unwrap();
    assert_eq!(merge(&trial), 1);
    trial.put(".cache/lock", b"");
    let lock = File::open(trial.path(".cache/lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(["1/3", "2/3", "3/3"].map(|shard| share(&trial, shard)), [0; 3]);
    lock.unlock().unwrap();
    assert_eq!((merge(&trial), tallies(&trial).len()), (0, 10));
}

#[test]
fn a_merge_refuses_what_is_missing_damaged_or_foreign_and_names_it() {
    let trial = shared();
    assert_eq!(merge(&trial), 0);
    let (files, store, path) = (made(&trial), store_of(&trial), tallies(&trial)[4].clone());
    let whole = fs::read(&path).unwrap();
    let refused = |expected: &str| {
        let why = why(&trial, Work::Merge(&store));
        assert!(why.starts_with("1 of the tallies cannot be merged\n") && why.contains(expected), "{why}");
        assert_eq!(made(&trial), files, "the old files stay");
    };
    fs::remove_file(&path).unwrap();
    refused(&format!("{} is missing", path.display()));
    for place in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        fs::write(&path, damaged).unwrap();
        refused(&format!("{} is damaged", path.display()));
    }
    fs::write(&path, &whole).unwrap();
    for (figure, seed, differs) in [("rate", 2, "seed = 2 instead of 1"), ("rate", 1, "parameters = ")] {
        let other = Trial::new();
        other.set(figure, 10 - u64::from(seed == 1), seed);
        assert_eq!(share(&other, "1/1"), 0);
        let foreign = tallies(&other)[0].clone();
        let place = store.join(foreign.file_name().unwrap());
        fs::copy(foreign, &place).unwrap();
        refused(differs);
        fs::remove_file(place).unwrap();
    }
    trial.put("experiments/tiny/src/rate.rs", b"fn changed() {}");
    let why = why(&trial, Work::Merge(&store));
    assert!(why.starts_with("20 of the tallies") && why.contains("is missing") && why.contains("code = "), "{why}");
    assert!(self::why(&trial, Work::Merge(&trial.path("absent"))).contains("no store in "));
}

#[test]
fn a_figure_without_simulation_has_no_shards() {
    let trial = trial();
    assert_eq!(failed(&trial, &["fill", "--shard", "1/2", "--store", store_of(&trial).to_str().unwrap()]), 1);
    assert!(tallies(&trial).is_empty());
}

#[test]
fn a_larger_run_leaves_the_committed_files_alone() {
    let trial = trial();
    assert_eq!(failed(&trial, &["rate"]), 0);
    let files = made(&trial);
    trial.put("larger.toml", b"seed = 5\n[parameters]\nitems = 7\n");
    let (larger, output) = (trial.path("larger.toml"), trial.path("elsewhere"));
    let (larger, output) = (larger.to_str().unwrap(), output.to_str().unwrap());
    assert_eq!(failed(&trial, &["rate", "--parameters", larger]), 1, "it would overwrite them");
    assert_eq!(failed(&trial, &["rate", "--parameters", larger, "--output", output]), 0);
    assert_eq!(made(&trial), files);
    let table = trial.bytes("elsewhere/data/tiny/rate.csv");
    assert_eq!(table.iter().filter(|&&byte| byte == b'\n').count(), 8);
    // the same from shards
    let store = store_of(&trial);
    for shard in ["1/2", "2/2"] {
        let arguments = ["rate", "--parameters", larger, "--shard", shard, "--store", store.to_str().unwrap()];
        assert_eq!(failed(&trial, &arguments), 0);
    }
    assert_eq!(merge(&trial), 1, "these tallies are of other parameters");
    let merged = trial.path("merged");
    let arguments = ["rate", "--parameters", larger, "--merge", "--store", store.to_str().unwrap()];
    assert_eq!(failed(&trial, &arguments), 1, "nor does a merge overwrite");
    assert_eq!(failed(&trial, &[&arguments[..], &["--output", merged.to_str().unwrap()]].concat()), 0);
    for name in ["data/tiny/rate.csv", "data/tiny/rate.provenance.json", "figures/tiny/rate.svg"] {
        assert_eq!(trial.bytes(&format!("merged/{name}")), trial.bytes(&format!("elsewhere/{name}")));
    }
    assert_eq!(made(&trial), files);
    // parameters that are the committed ones may stand in their place
    trial.put("same.toml", b"[parameters]\nitems = 10\n");
    assert_eq!(failed(&trial, &["rate", "--parameters", trial.path("same.toml").to_str().unwrap()]), 0);
    trial.put("wrong.toml", b"[parameters]\nitmes = 10\n");
    assert_eq!(failed(&trial, &["rate", "--parameters", trial.path("wrong.toml").to_str().unwrap()]), 1);
}

#[test]
fn the_shard_is_named_or_the_schedulers() {
    let slurm = |id: &str, first: &str, last: &str, count: &str| {
        ["ID", "MIN", "MAX", "COUNT"]
            .map(|name| format!("SLURM_ARRAY_TASK_{name}"))
            .into_iter()
            .zip([id, first, last, count].map(str::to_owned))
            .collect::<BTreeMap<_, _>>()
    };
    let kubernetes = |index: &str| BTreeMap::from([("JOB_COMPLETION_INDEX".to_owned(), index.to_owned())]);
    let named = |text: &str, variables: BTreeMap<String, String>| {
        shard(text, |name| variables.get(name).cloned()).map(|shard| shard.to_string())
    };
    let is = |text: &str, variables, expected: &str| assert_eq!(named(text, variables).as_deref(), Ok(expected));
    is("2/3", slurm("0", "0", "15", "16"), "2/3");
    is("", slurm("0", "0", "15", "16"), "1/16");
    is("", slurm("16", "1", "16", "16"), "16/16");
    is("", slurm("7", "7", "7", "1"), "1/1");
    is("/20", slurm("3", "1", "16", "16"), "3/20");
    is("/8", kubernetes("7"), "8/8");
    let refused = |text: &str, variables, expected: &str| {
        let why = named(text, variables).unwrap_err();
        assert!(why.starts_with("--shard") && why.contains(expected), "{why}");
    };
    refused("4/3", BTreeMap::new(), "4/3 is out of domain: I/N with 1 ≤ I ≤ N");
    refused("three", BTreeMap::new(), "three is out of domain");
    refused("", BTreeMap::new(), "JOB_COMPLETION_INDEX is not set");
    refused("", slurm("x", "0", "15", "16"), "SLURM_ARRAY_TASK_ID = x is no number");
    refused("", slurm("3", "4", "15", "12"), "below SLURM_ARRAY_TASK_MIN = 4");
    refused("", slurm("3", "3", "9", "2"), "the array has gaps, 2 tasks from 3 to 9; give I/N");
    refused("", kubernetes("0"), "give /N");
    refused("/8", kubernetes("8"), "9/8 is out of domain");
    refused("/", kubernetes("0"), "1/ is out of domain");
    refused("/8", kubernetes("18446744073709551615"), "is out of domain");
}

#[test]
fn arguments_that_do_not_belong_together_are_refused() {
    let work = |arguments: &[&str]| {
        let options = Options::try_parse_from(["tiny"].iter().chain(arguments)).map_err(|error| error.to_string())?;
        options.work().map(drop)
    };
    assert_eq!(work(&["rate", "--shard", "1/2", "--store", "s"]), Ok(()));
    for (arguments, expected) in [
        (&["rate", "--shard", "1/2"][..], "--store"),
        (&["rate", "--merge"], "--store"),
        (&["rate", "--store", "s"], "with --shard or --merge"),
        (&["--merge", "--store", "s"], "for one figure"),
        (&["rate", "fill", "--shard", "1/2", "--store", "s"], "for one figure"),
        (&["--parameters", "p.toml"], "for one figure"),
        (&["rate", "--merge", "--shard", "1/2", "--store", "s"], "cannot be used with"),
        (&["rate", "--merge", "--store", "s", "--verify"], "cannot be used with"),
        (&["rate", "--shard", "1/2", "--store", "s", "--output", "o"], "cannot be used with"),
        (&["rate", "--draw", "d", "--parameters", "p.toml"], "cannot be used with"),
    ] {
        let why = work(arguments).unwrap_err();
        assert!(why.contains(expected), "{why}");
    }
}
