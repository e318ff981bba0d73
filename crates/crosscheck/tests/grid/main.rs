//! Every route against every other on a grid of parameter sets: enclosures of the same quantity must intersect, rationals
//! be equal, and double precision be as accurate as the documentation of each crate says (its `accuracy` module).
//!
//! `make test` runs a small grid, `make crosscheck` the whole one with a summary.

mod blocked_filters;
mod broken;
mod deletable_filters;
mod ledger;
mod occupancy;
mod published_values;
mod recycling_filters;
mod routes;
mod simulated_variants;
mod single_filters;

use indicatif::{ProgressBar, ProgressDrawTarget};
use ledger::Ledger;
use rayon::prelude::*;

/// One parameter set: it is checked into a ledger of its own.
type Set = Box<dyn Fn(&mut Ledger) + Send + Sync>;

/// The small grid has one set of parameters out of this many.
const SMALL: usize = 37;

fn all_sets() -> Vec<Set> {
    let mut sets = single_filters::sets();
    sets.extend(blocked_filters::sets());
    sets.extend(occupancy::sets());
    sets.extend(recycling_filters::sets());
    sets.extend(deletable_filters::sets());
    sets
}

/// The ledgers of all sets, joined in their order, whatever order they were finished in.
fn check(sets: &[Set], progress: &ProgressBar) -> Ledger {
    let one = |set: &Set| {
        let mut ledger = Ledger::default();
        set(&mut ledger);
        ledger.sets = 1;
        progress.inc(1);
        ledger
    };
    let ledgers: Vec<_> = sets.par_iter().with_max_len(1).map(one).collect();
    progress.finish_and_clear();
    ledgers.into_iter().fold(Ledger::default(), Ledger::joined)
}

#[test]
fn routes_agree_on_a_small_grid() {
    let sets: Vec<_> = all_sets().into_iter().step_by(SMALL).collect();
    let ledger = check(&sets, &ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()));
    assert!(ledger.sets > 100 && ledger.comparisons > 2 * ledger.sets, "{ledger}");
    assert!(ledger.failures.is_empty(), "{ledger}");
}

#[test]
#[ignore = "minutes: make crosscheck"]
fn routes_agree_on_the_whole_grid() {
    let sets = all_sets();
    let ledger = check(&sets, &ProgressBar::new(sets.len() as u64));
    println!("{ledger}");
    assert!(ledger.failures.is_empty(), "routes disagree");
    assert_eq!(ledger.claims(), ledger::CLAIMS.len(), "a claim was never put to the test");
}
