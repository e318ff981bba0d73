use std::fs;

use super::*;
use crate::making::{Job, Work, run};
use crate::trial::{FILL, RATE, Trial};

fn make(trial: &Trial) {
    let (build, root) = (trial.build(), trial.root());
    let job = |name| Job { build, name, root, output: root, parameters: None, work: Work::Make };
    run(&RATE, &job("rate")).unwrap();
    run(&FILL, &job("fill")).unwrap();
}

/// The states of `fill` and `rate`.
fn states(trial: &Trial) -> [FigureState; 2] {
    let listed = trial.workspace().list(None, None).unwrap();
    assert_eq!(listed.iter().map(|figure| figure.figure.as_str()).collect::<Vec<_>>(), ["fill", "rate"]);
    [listed[0].state, listed[1].state]
}

#[test]
fn a_state_is_that_of_the_files() {
    use FigureState::{Fresh, Missing, Stale};
    let trial = Trial::new();
    assert_eq!(states(&trial), [Missing, Missing]);
    make(&trial);
    assert_eq!(states(&trial), [Fresh, Fresh]);
    let rate = |state: FigureState| {
        assert_eq!(states(&trial), [Fresh, state]);
        make(&trial);
        assert_eq!(states(&trial), [Fresh, Fresh]);
    };
    trial.set("rate", 4, 1);
    rate(Stale);
    trial.put("experiments/tiny/src/rate.rs", b"// a comment");
    rate(Fresh);
    trial.put("experiments/tiny/src/rate.rs", b"fn changed() {}");
    assert_eq!(states(&trial), [Stale, Stale]);
    make(&trial);
    for name in ["data/tiny/rate.csv", "figures/tiny/rate.svg", "data/tiny/rate.provenance.json"] {
        trial.put(name, b"{");
        rate(Stale);
        fs::remove_file(trial.path(name)).unwrap();
        rate(Missing);
    }
    trial.put("experiments/tiny/src/rate/claims.rs", b"fn verdicts() {}");
    rate(Fresh);
    trial.put("experiments/tiny/src/shared.rs", b"fn new() {}");
    assert_eq!(states(&trial), [Stale, Stale]);
    make(&trial);
    trial.put("Cargo.lock", b"[[package]]\nname = \"plotters\"\nversion = \"0.3.8\"\nsource = \"registry\"\n");
    assert_eq!(states(&trial), [Stale, Stale]);
}

#[test]
fn figures_are_chosen_by_paper_and_name() {
    let trial = Trial::new();
    let names = |paper, figure| -> Vec<_> {
        let listed = trial.workspace().list(paper, figure).unwrap();
        listed.into_iter().map(|figure| format!("{}/{}", figure.paper, figure.figure)).collect()
    };
    assert_eq!(names(Some("tiny"), None), ["tiny/fill", "tiny/rate"]);
    assert_eq!(names(None, Some("rate")), ["tiny/rate"]);
    assert_eq!(names(Some("huge"), Some("rate")), [""; 0]);
    let rate = &trial.workspace().list(None, Some("rate")).unwrap()[0];
    assert_eq!((&*rate.title, &*rate.command), ("t", "make figures FIGURE=tiny/rate"));
    assert_eq!((&*rate.table, &*rate.svg), ("data/tiny/rate.csv", "figures/tiny/rate.svg"));
}

#[test]
fn what_cannot_be_listed_is_named() {
    let trial = Trial::new();
    trial.put("experiments/tiny/rate.toml", b"title = 5");
    let why = |trial: &Trial| trial.workspace().list(None, None).unwrap_err().to_string();
    assert!(why(&trial).contains("experiments/tiny/rate.toml"));
}
