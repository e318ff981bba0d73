use std::thread;
use std::time::Duration;

use clap::Parser;

use super::*;
use crate::Decision;
use crate::testing::{claims_that_nothing_moves, tables_that_would_change};
use crate::trial::{FILL, RATE, Row, Trial, claims, computed};

fn paper(trial: &Trial) -> Paper {
    Paper::new(trial.build()).figure(RATE).figure(FILL)
}

/// The number of figures and claims that failed.
fn failed(trial: &Trial, arguments: &[&str]) -> usize {
    let root = trial.root().to_str().unwrap();
    let options = Options::parse_from(["tiny", "--root", root].iter().chain(arguments));
    paper(trial).make(&options, options.work().unwrap()).unwrap()
}

const CLAIMS: &str = "data/tiny/claims.csv";

#[test]
fn a_paper_is_made_verified_and_made_no_more() {
    let trial = Trial::new();
    assert_eq!((failed(&trial, &[]), computed()), (0, 2));
    let files = trial.made();
    assert_eq!(files.len(), 9, "table, picture, provenance and record of each figure, and the claims");
    let claims = String::from_utf8(trial.bytes(CLAIMS)).unwrap();
    assert!(claims.contains("\nT1,p,s,rate,rate,0.5,holds,,,\"n = 1, 2, 3\",at least 1/4,,,,,,\n"), "{claims}");
    assert!(claims.contains("\nrate,ours,t,rate,the first rate,0.5,holds,"), "{claims}");
    assert_eq!((failed(&trial, &[]), computed()), (0, 2));
    assert_eq!((failed(&trial, &["--force", "fill"]), computed()), (0, 3));
    assert_eq!(failed(&trial, &["--verify"]), 0);
    assert_eq!(trial.made(), files);
}

#[test]
fn tables_on_disk_are_drawn_elsewhere_with_nothing_computed() {
    let trial = Trial::new();
    assert_eq!((failed(&trial, &[]), computed()), (0, 2));
    // a parameter that would be computed
    trial.set("rate", 4, 1);
    let files = trial.made();
    let folder = trial.path("drawn");
    assert_eq!((failed(&trial, &["--draw", folder.to_str().unwrap(), "rate"]), computed()), (0, 2));
    assert_eq!(trial.made(), files);
    assert_eq!(trial.bytes("drawn/figures/tiny/rate.svg"), trial.bytes("figures/tiny/rate.svg"));
    assert!(!trial.path("drawn/figures/tiny/fill.svg").exists());
}

#[test]
fn a_figure_that_fails_does_not_keep_the_other_from_being_made() {
    let trial = Trial::new();
    trial.set("rate", 0, 1);
    assert_eq!(failed(&trial, &[]), 1);
    assert!(trial.path("data/tiny/fill.csv").is_file() && trial.path("figures/tiny/fill.svg").is_file());
    assert!(!trial.path("data/tiny/rate.csv").exists() && !trial.path(CLAIMS).exists());
    assert_eq!(failed(&trial, &["fill"]), 0, "claims wait without failing");
    trial.set("rate", 1, 1);
    assert_eq!(failed(&trial, &["rate"]), 0);
    assert!(trial.path(CLAIMS).is_file());
}

#[test]
fn claims_follow_their_tables() {
    let trial = Trial::new();
    assert_eq!(failed(&trial, &[]), 0);
    // now the first rate is 1/5, and the committed claims are those of 1/2
    let committed = trial.bytes(CLAIMS);
    trial.set("rate", 3, 4);
    assert_eq!(failed(&trial, &[]), 0);
    let claims = String::from_utf8(trial.bytes(CLAIMS)).unwrap();
    assert!(
        claims.contains("\nT1,p,s,rate,rate,0.2,does not hold,,rate 0.2,\"n = 1, 2, 3\",at least 1/4,,,,,,\n"),
        "{claims}"
    );
    trial.put(CLAIMS, &committed);
    assert_eq!(failed(&trial, &["--verify"]), 1);
    // a claim that no figure decides
    trial.put("experiments/tiny/claims.toml", b"[T2]\nplace = \"p\"\nstatement = \"s\"\n");
    assert_eq!(failed(&trial, &[]), 1);
    assert_eq!(trial.bytes(CLAIMS), committed);
}

#[test]
fn a_run_waits_for_another() {
    let trial = Trial::new();
    trial.put(".cache/lock", b"");
    let lock = File::open(trial.path(".cache/lock")).unwrap();
    lock.lock().unwrap();
    thread::scope(|scope| {
        let run = scope.spawn(|| failed(&trial, &[]));
        thread::sleep(Duration::from_millis(300));
        assert!(!run.is_finished() && trial.made().is_empty(), "it must not begin");
        lock.unlock().unwrap();
        assert_eq!(run.join().unwrap(), 0);
    });
    assert_eq!(trial.made().len(), 9);
}

#[test]
fn what_a_killed_run_left_is_swept() {
    let trial = Trial::new();
    let names = ["data/tiny/.unfinished-a", "figures/tiny/.unfinished-b", ".cache/tiny/.unfinished-c"];
    for name in names {
        trial.put(name, b"half");
    }
    assert_eq!(failed(&trial, &[]), 0);
    assert!(names.iter().all(|name| !trial.path(name).exists()));
}

#[test]
fn tables_are_what_their_rows_write_and_move_the_verdicts() {
    let trial = Trial::new();
    assert_eq!(failed(&trial, &[]), 0);
    let changed = || tables_that_would_change(&paper(&trial), trial.root()).unwrap();
    assert_eq!(changed(), [""; 0]);
    assert_eq!(claims_that_nothing_moves(&paper(&trial), trial.root()).unwrap(), [""; 0]);
    trial.put("data/tiny/rate.csv", b"items,rate\n1,0.50\n2,0.25\n3,0.125\n");
    assert_eq!(changed(), ["rate"]);
    trial.put("data/tiny/rate.csv", b"items,rate\n1,0.125\n2,0.25\n3,0.125\n");
    assert_eq!(changed(), ["claims"]);
}

/// Decides by a condition that no table can refute.
fn stubborn(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let conditional = |claim: Decision| {
        if claim.id == TITLE {
            return claim;
        }
        let holds = claim.value > Some(0.5);
        claim.decide_if(holds, true, "the moon is full", "")
    };
    Ok(claims(rows)?.into_iter().map(conditional).collect())
}

#[test]
fn a_condition_that_nothing_moves_is_named() {
    let trial = Trial::new();
    let paper = Paper::new(trial.build()).figure(Figure { claims: stubborn, ..RATE }).figure(FILL);
    let options = Options::parse_from(["tiny", "--root", trial.root().to_str().unwrap()]);
    assert_eq!(paper.make(&options, Work::Make).unwrap(), 0);
    assert_eq!(claims_that_nothing_moves(&paper, trial.root()).unwrap(), ["T1, its condition"]);
}

/// Decides its title twice.
fn twice(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let decisions = claims(rows)?;
    Ok([decisions.clone(), decisions.into_iter().filter(|claim| claim.id == TITLE).collect()].concat())
}

#[test]
fn a_title_is_decided_once() {
    let trial = Trial::new();
    let paper = Paper::new(trial.build()).figure(Figure { claims: twice, ..RATE }).figure(FILL);
    let options = Options::parse_from(["tiny", "--root", trial.root().to_str().unwrap()]);
    assert_eq!(paper.make(&options, Work::Make).unwrap(), 1);
    let why = paper.claims(trial.root()).unwrap_err().to_string();
    assert_eq!(why, "rate has more than one decision on its title");
}
