use super::*;
use crate::trial::{RATE, Trial, computed};

const CSV: &str = "data/tiny/rate.csv";
const PROVENANCE: &str = "data/tiny/rate.provenance.json";
const SVG: &str = "figures/tiny/rate.svg";
const RECORD: &str = ".cache/tiny/rate.json";

fn job(trial: &Trial) -> Job<'_> {
    let (root, work) = (trial.root(), Work::Make);
    Job { build: trial.build(), name: "rate", root, output: root, parameters: None, work }
}

/// Runs a job; why it computed, if it did.
fn outcome(job: &Job) -> Result<Option<String>, String> {
    let before = computed();
    let reason = make(&RATE, job, job.root).map_err(|error| error.to_string())?.map(|reason| reason.to_string());
    assert_eq!(computed() - before, usize::from(reason.is_some()), "{reason:?}");
    Ok(reason)
}

/// Makes the figure; why it was computed, if it was.
fn reason(trial: &Trial) -> Option<String> {
    outcome(&job(trial)).unwrap()
}

fn made() -> Trial {
    let trial = Trial::new();
    assert_eq!(reason(&trial).as_deref(), Some("not computed here before"));
    trial
}

#[test]
fn a_figure_is_computed_once() {
    let trial = made();
    assert_eq!(trial.bytes(CSV), b"items,rate\n1,0.5\n2,0.3333333333333333\n3,0.25\n");
    let files = trial.made();
    assert_eq!(files.len(), 4);
    assert_eq!(reason(&trial), None);
    assert_eq!(trial.made(), files);
    assert_eq!(outcome(&Job { work: Work::Force, ..job(&trial) }).unwrap().as_deref(), Some("asked to"));
    assert_eq!(trial.made(), files);
}

#[test]
fn what_determines_the_rows_computes_them_again() {
    let trial = made();
    let changed = |what: &str| {
        assert_eq!(reason(&trial), Some(format!("changed since: {what}")));
        assert_eq!(reason(&trial), None, "{what}");
    };
    trial.set("rate", 2, 1);
    changed("parameters");
    assert_eq!(trial.bytes(CSV), b"items,rate\n1,0.5\n2,0.3333333333333333\n");
    trial.set("rate", 2, 0);
    changed("seed");
    assert_eq!(trial.bytes(CSV), b"items,rate\n1,1.0\n2,0.5\n");
    trial.put("experiments/tiny/src/rate.rs", b"fn changed() {}");
    changed("code");
    trial.put("Cargo.lock", b"[[package]]\nname = \"plotters\"\nversion = \"0.3.8\"\nsource = \"registry\"\n");
    changed("library versions");
    let provenance = trial.workspace().provenance("tiny", "rate").unwrap().unwrap();
    assert_eq!((provenance.seed, &*provenance.versions["plotters"]), (Some(0), "0.3.8"));
}

#[test]
fn what_determines_no_rows_computes_nothing() {
    let trial = made();
    let table = trial.bytes(CSV);
    trial.put("experiments/tiny/src/fill.rs", b"// a comment");
    trial.put("experiments/tiny/src/looks.rs", b"fn colour() {}");
    trial.put("experiments/tiny/src/rate/claims.rs", b"fn verdicts() {}");
    trial.put("experiments/tiny/src/rate/view.rs", b"fn picture() {}");
    let toml = String::from_utf8(trial.bytes("experiments/tiny/rate.toml")).unwrap();
    trial.put("experiments/tiny/rate.toml", toml.replace("title = \"t\"", "title = \"other\"").as_bytes());
    assert_eq!(reason(&trial), None);
    assert_eq!(trial.workspace().provenance("tiny", "rate").unwrap().unwrap().title, "other");
    assert_eq!(trial.bytes(CSV), table);
}

#[test]
fn damaged_files_are_made_again() {
    let trial = made();
    let files = trial.made();
    let repaired = |expected: Option<&str>| {
        assert_eq!(reason(&trial).as_deref(), expected);
        assert_eq!(trial.made(), files, "{expected:?}");
    };
    trial.put(CSV, b"items,rate\n1,0.75\n");
    repaired(Some("data/tiny/rate.csv was changed by hand"));
    fs::remove_file(trial.path(CSV)).unwrap();
    repaired(Some("data/tiny/rate.csv is missing"));
    trial.put(RECORD, b"{\"key\": tor");
    repaired(Some("its cache record is corrupt"));
    trial.put(RECORD, b"\xff");
    repaired(Some("its cache record cannot be read: stream did not contain valid UTF-8"));
    fs::remove_file(trial.path(RECORD)).unwrap();
    repaired(Some("not computed here before"));
    // what is made from the table needs no computation
    for name in [PROVENANCE, SVG] {
        trial.put(name, b"{");
        repaired(None);
        fs::remove_file(trial.path(name)).unwrap();
        repaired(None);
    }
}

#[test]
fn a_computation_that_fails_leaves_the_old_files() {
    let trial = made();
    let files = trial.made();
    trial.set("rate", 11, 1);
    assert_eq!(outcome(&job(&trial)).unwrap_err(), "items = 11: from 1 to 10");
    assert_eq!(trial.made(), files);
    assert!(outcome(&job(&trial)).is_err(), "a failure is not remembered as a result");
    trial.set("rate", 3, 1);
    assert_eq!(reason(&trial), None);
    let unknown = Job { build: Build { figures: &[], ..trial.build() }, ..job(&trial) };
    assert!(outcome(&unknown).unwrap_err().contains("built before experiments/tiny/rate.toml"));
}

#[test]
fn finished_parts_outlive_neither_their_code_nor_force() {
    let trial = made();
    let part = |trial: &Trial| format!(".cache/tiny/rate/{}/part", trial.build().code);
    let first = part(&trial);
    trial.put(&first, b"x");
    trial.set("rate", 4, 1);
    assert!(reason(&trial).is_some() && trial.path(&first).exists());
    trial.put("experiments/tiny/src/rate.rs", b"fn changed() {}");
    assert!(reason(&trial).is_some() && !trial.path(&first).exists());
    let second = part(&trial);
    trial.put(&second, b"x");
    assert!(outcome(&Job { work: Work::Force, ..job(&trial) }).is_ok() && !trial.path(&second).exists());
}

#[test]
fn verification_names_what_differs_and_writes_nothing() {
    let trial = made();
    let verified = |trial: &Trial| {
        let files = trial.made();
        let found = run(&RATE, &Job { work: Work::Verify, ..job(trial) }).map_err(|error| error.to_string());
        assert_eq!(trial.made(), files);
        found
    };
    assert_eq!(verified(&trial), Ok(()));
    for (name, from, to, expected) in [
        (CSV, "3,0.25", "3,0.26", "row 3, column rate: 0.26 committed, 0.25 regenerated"),
        (CSV, "3,0.25", "3,0.26", "rate.provenance.json: data/tiny/rate.csv has another content hash"),
        (SVG, "<svg", "<svg ", "figures/tiny/rate.svg: is not what its table draws"),
        (PROVENANCE, "\"title\": \"t\"", "\"title\": \"u\"", "parameters, texts, code or versions have changed since"),
        (PROVENANCE, "{", "", "is damaged"),
    ] {
        let whole = trial.bytes(name);
        trial.put(name, String::from_utf8(whole.clone()).unwrap().replacen(from, to, 1).as_bytes());
        let why = verified(&trial).unwrap_err();
        assert!(why.contains(expected), "{name}: {why}");
        trial.put(name, &whole);
    }
    fs::remove_file(trial.path(PROVENANCE)).unwrap();
    assert!(verified(&trial).unwrap_err().contains("rate.provenance.json is missing"));
}
