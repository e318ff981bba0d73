//! A subject of the shell, measured and compared.

use std::time::{Duration, Instant};

use super::*;
use measuring::table::Line;
use subjects::Trial;

/// A filter of 64 bits whose units have `most` positives and none by turns, and whose present keys are missed `missed` times.
fn mock(most: u64, missed: u64) -> Subject {
    let trial = format!(
        r#"{{"items": 10, "bits": 64, "hashes": 2, "reported": 0.25, "given_bits": null, "unit": "filter", "units": 20, "asked": 100, "positives": {}, "positives_squared": {}, "missed": {missed}, "detail": "a mock"}}"#,
        10 * most,
        10 * most * most
    );
    Subject::shell(&format!(
        r#"while read -r word rest; do case $word in
             describe) echo "mock 1.0" ;;
             cases) echo '[{{"case": "small", "items": 10, "target": 0.1, "setting": "p=0.1", "quick": true}}, {{"case": "broken", "items": 10, "target": null, "setting": ""}}]' ;;
             trial) case $rest in broken*) echo "error: no filter was written" ;; *) echo '{trial}' ;; esac ;;
           esac; done"#
    ))
}

fn work_of(subject: &Subject) -> Vec<Work> {
    let mut running = subject.start().unwrap();
    let (engine, version) = running.describe().unwrap();
    let cases = subjects::cases(&mut running).unwrap().into_iter();
    cases.map(|case| Work { subject: subject.clone(), row: Row::empty(&engine, &version, &case), case }).collect()
}

fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("engines-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("measured.csv")
}

#[test]
fn a_run_fills_the_table_and_goes_on_where_it_stopped() {
    let path = file("run");
    let all = work_of(&mock(20, 0));
    let end = Instant::now() + Duration::from_secs(60);
    let schedule = Mutex::new(Schedule::new(all.iter().cloned(), end));
    let (tried, added) = (AtomicU64::new(0), AtomicU64::new(0));
    work(&schedule, &path, (&tried, &added));
    let (tried, added) = (tried.into_inner(), added.into_inner());
    assert!(added > 0 && tried > added, "{added} of {tried}: the broken case adds none");
    // half of the units have 20, the others none: ±5 % take (2.576/0.05)² = 2654 units, and the plan aims at ±4.5 %
    let rows: Vec<Row> = table::read(&path).unwrap();
    assert_eq!(rows.len(), 1, "what cannot be measured has no row");
    let [row] = rows.as_slice() else { panic!() };
    assert!((row.counts.rate() - 0.1).abs() < 1e-12 && row.counts.half_width() < 0.005);
    assert!((2654..4500).contains(&row.counts.units), "{}", row.counts.units);
    assert_eq!((row.bits, row.reported, row.given_bits, row.measured.len()), (Some(64), Some(0.25), None, 10));
    // the case that failed is the only one that is left
    let again =
        all.iter().map(|work| Work { row: known(work, &all, &rows).unwrap_or(&work.row).clone(), ..work.clone() });
    assert_eq!(Schedule::new(again, end).left().map(|work| work.case.case.as_str()).collect::<Vec<_>>(), ["broken"]);
    let end = || Instant::now() + Duration::from_secs(20);
    assert_eq!(quick::compare(&all, &rows, 0, end()), (1, vec![]));
    for (subject, why) in [(mock(40, 0), "0.2 now, 0.1 in the table"), (mock(20, 1), "missed")] {
        let (_, contradictions) = quick::compare(&work_of(&subject), &rows, 0, end());
        assert!(contradictions.len() == 1 && contradictions[0].contains(why), "{contradictions:?}");
    }
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn an_older_version_does_not_replace_a_newer_one() {
    let found = |version: &str| Row { version: version.to_owned(), ..work_of(&mock(20, 0))[0].row.clone() };
    for (here, there, stays) in [
        ("15.18 (Debian 15.18-0+deb12u1)", "15.20 (Debian 15.20-0+deb12u1)", true),
        ("15.20", "15.18", false),
        ("9.8.4", "9.10.0", true),
        ("1.0", "1.0", false),
    ] {
        let mut all = work_of(&mock(20, 0));
        all.iter_mut().for_each(|work| work.row.version = here.to_owned());
        leave_newer(&mut all, &[found(there)]);
        assert_eq!(all.is_empty(), stays, "{here}, {there}");
        leave_newer(&mut all, &[Row { engine: "another".to_owned(), ..found("99") }]);
        assert_eq!(all.is_empty(), stays);
    }
}

#[test]
fn answers_that_do_not_fit_are_refused() {
    let said = |answer: &str| {
        let subject = Subject::shell(&format!("read line; echo '{answer}'"));
        let case = Case { case: "a".to_owned(), items: 1, target: None, setting: String::new(), quick: false };
        subjects::trial(&mut subject.start().unwrap(), &case, 0).map(|_| ()).unwrap_err()
    };
    assert_eq!(said("error: the index was not used"), "the index was not used");
    assert!(said("{}").starts_with("trial: missing field"));
    let counts = |units: u64, positives: u64, squares: u64| {
        format!(
            r#"{{"items": 1, "unit": "query", "units": {units}, "asked": 10, "positives": {positives}, "positives_squared": {squares}, "missed": 0}}"#
        )
    };
    assert!(said(&counts(0, 0, 0)).contains("nothing was asked"));
    // 4 of two units: squares from 8 to 40
    assert!(said(&counts(2, 4, 7)).contains("do not fit") && said(&counts(2, 4, 41)).contains("do not fit"));
}

#[test]
fn trials_of_another_filter_are_not_added() {
    let case = Case { case: "a".to_owned(), items: 10, target: None, setting: String::new(), quick: false };
    let mut row = Row::empty("mock", "1", &case);
    let trial = Trial {
        items: 10,
        bits: Some(64),
        hashes: None,
        reported: Some(0.5),
        given_bits: None,
        unit: "filter".to_owned(),
        units: 2,
        asked: 10,
        positives: 4,
        positives_squared: 8,
        missed: 0,
        detail: String::new(),
    };
    row.add(&trial).unwrap();
    row.add(&Trial { reported: Some(0.25), ..trial.clone() }).unwrap();
    assert_eq!((row.trials, row.counts.units, row.counts.squares, row.reported), (2, 4, 16, Some(0.375)));
    assert!(row.add(&Trial { bits: Some(128), ..trial }).unwrap_err().contains("needs a case of its own"));
    assert_eq!(Row::read(&row.write()), Some(row));
}

#[test]
fn a_name_that_no_subject_has_is_refused_with_those_that_there_are() {
    let subjects = || vec![mock(20, 0)];
    let name = subjects()[0].name.clone();
    assert_eq!(subjects::wanted(subjects(), Some(&name)).unwrap().len(), 1);
    assert_eq!(subjects::wanted(subjects(), None).unwrap().len(), 1);
    let why = subjects::wanted(subjects(), Some("lvldb")).unwrap_err();
    assert_eq!(why, format!("--only lvldb: no subject has this name; there are {name}"));
}

#[test]
fn a_folder_lists_its_subjects_or_has_one_for_each_file() {
    let folder = file("subjects").parent().unwrap().to_owned();
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.join(name), text).unwrap();
    };
    write("jvm/StreamLib.java", "");
    write("jvm/protocol.java", "");
    write("python/git.py", "");
    write("python/parquet.py", "");
    write("python/requirements-git.txt", "");
    write("node/bip37.mjs", "");
    write("node/subjects.txt", "# name and command\nbfilter sh -c pwd\n");
    let names = |subjects: &[Subject]| subjects.iter().map(|subject| subject.name.clone()).collect::<Vec<_>>();
    let found = subjects::all(&folder);
    assert_eq!(names(&found), ["git", "stream-lib", "bfilter"]);
    assert_eq!(found[2].start().unwrap().ask("").unwrap(), folder.canonicalize().unwrap().display().to_string());
    std::fs::remove_dir_all(folder).unwrap();
}
