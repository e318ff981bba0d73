//! A subject of the shell, measured and compared.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::full::turns;
use crate::options::Options;
use crate::quick::{check, compare};
use crate::row::Row;
use crate::subjects::Subject;
use crate::table::Table;
use crate::tally::Tally;
use crate::{Work, cases, known};

/// A filter of 64 bits whose units have `most` positives and none by turns, and whose present keys are missed `missed` times; a case
/// that cannot be measured next to it.
fn mock(folder: &Path, most: u64, missed: u64) -> Vec<Work> {
    let counts = format!(r#""positives": {}, "positives_squared": {}"#, 10 * most, 10 * most * most);
    let program = format!(
        r#"#!/bin/sh
           while read -r word rest; do case $word in
             describe) echo "mock 1.0" ;;
             cases) echo '[{{"case": "small", "items": 10, "target": 0.1, "setting": "p=0.1", "quick": true}}, {{"case": "broken", "items": 10, "target": null, "setting": ""}}]' ;;
             trial) case $rest in broken*) echo "error: no filter was written" ;;
               *) echo '{{"items": 10, "bits": 64, "reported": 0.25, "unit": "filter", "units": 20, "asked": 100, {counts}, "missed": {missed}}}' ;; esac ;;
           esac; done"#
    );
    let path = folder.join("target/c/mock");
    std::fs::write(&path, program).unwrap();
    std::fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    cases(&[Subject::mock(folder)])
}

#[test]
fn a_run_fills_the_table_and_goes_on_where_it_stopped() {
    let root = std::env::temp_dir().join(format!("measure-run-{}", std::process::id()));
    let here = root.join("experiments/measurements");
    std::fs::create_dir_all(here.join("target/c")).unwrap();
    std::fs::create_dir_all(root.join("data/engines")).unwrap();
    let all = mock(&here, 20, 0);
    let end = || Instant::now() + Duration::from_secs(20);
    let left = turns(&here, all.iter().cloned(), end()).unwrap();
    assert_eq!(left.iter().map(|work| work.case.case.as_str()).collect::<Vec<_>>(), ["broken"]);
    // half of the units have 20, the others none: ±5 % take (2.576/0.05)² = 2654 units, and the plan aims at ±4.6 %
    let rows = Table::Engines.read(&here).unwrap();
    let [row] = rows.as_slice() else { panic!("what cannot be measured has no row: {rows:?}") };
    assert!((row.tally.rate() - 0.1).abs() < 1e-12 && row.tally.half_width() < 0.005);
    assert!((2654..4500).contains(&row.tally.units), "{}", row.tally.units);
    assert_eq!((row.tally.bits, row.reported.as_str(), row.measured.len()), (Some(64), "0.25", 10));
    // the case that failed is the only one to do, and fails again
    let again = |work: &Work| Work { row: known(work, &all, &rows).unwrap_or(&work.row).clone(), ..work.clone() };
    assert_eq!(turns(&here, all.iter().map(again), end()).unwrap_err(), "no trial succeeded");
    let same = compare(&all, &rows, end());
    assert_eq!((same.cases, same.subjects.len(), same.contradictions), (1, 1, vec![]));
    assert_eq!(check(&all, &[], 1, &Options::default()).unwrap_err(), "nothing was compared");
    for (most, missed, why) in [(40, 0, "0.2 now, 0.1 in the table"), (20, 1, "missed")] {
        let contradictions = compare(&mock(&here, most, missed), &rows, end()).contradictions;
        assert!(contradictions.len() == 1 && contradictions[0].contains(why), "{contradictions:?}");
    }
    // another version replaces all
    Table::Engines.put(&here, &Row { version: "2.0".to_owned(), ..row.clone() }).unwrap();
    assert_eq!(Table::Engines.read(&here).unwrap().len(), 1);
    std::fs::remove_dir_all(root).unwrap();
}

#[test]
fn trials_of_another_filter_are_not_added() {
    let mut row = Row { table: Table::Engines, ..Row::default() };
    let tally = Tally { units: 2, asked: 10, positives: 4, positives_squared: 8, ..Tally::default() };
    let trial = |bits, reported| Tally { bits: Some(bits), reported: Some(reported), ..tally.clone() };
    row.add(trial(64, 0.5)).unwrap();
    row.add(trial(64, 0.25)).unwrap();
    assert_eq!((row.trials, row.tally.units, row.tally.positives_squared, row.reported.as_str()), (2, 4, 16, "0.375"));
    assert!(row.add(trial(128, 0.5)).unwrap_err().contains("needs a case of its own"));
}
