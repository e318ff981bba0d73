//! `bloomlab test`: bounds for tests that count false positives.

use crate::run::{failure, json, stdout};

#[test]
fn the_answer_has_its_fields() {
    let answer = json("test -m 9586 -n 1000 -k 7 --queries 100k --ratio 2");
    let row = &answer["results"][0];
    assert_eq!((&row["upper"], &row["lower"], &row["kind"]), (&1260.into(), &serde_json::Value::Null, &"exact".into()));
    assert_eq!((&row["binomial_upper"], &row["least_queries"]), (&1158.into(), &8133.into()));
    let value = |name: &str| row[name]["value"].as_f64().unwrap();
    assert!((value("alpha") / 9.752_330_089_7e-7 - 1.0).abs() < 1e-9);
    assert!((value("standard_deviation").powi(2) / 2_533.527_116_97 - 1.0).abs() < 1e-9);
    assert!((value("binomial_alpha") - 1.6e-3).abs() < 1e-4 && (value("least_ratio") - 1.40).abs() < 0.005);
    assert!(value("power") > 0.9999 && (value("expected") - 1000.0).abs() < 10.0);
    assert_eq!(answer["inputs"]["queries"], 100_000);
    assert_eq!(answer["inputs"]["alpha"], 1e-6);
    assert!(json("test --static 8 --queries 9")["results"][0].get("power").is_none());
}

#[test]
fn a_line_can_be_pasted_into_a_test_of_each_language() {
    let shown = stdout("test --static 8 --queries 1M");
    for line in [
        "rust: assert!(positives < 4207); // a correct filter fails with probability ",
        "python: assert positives < 4207  # a correct filter fails with probability ",
        "java: assertTrue(positives < 4207); // ",
        "cpp: assert(positives < 4207); // ",
        "go: if positives >= 4207 { t.Errorf(\"%d false positives\", positives) } // ",
    ] {
        assert!(shown.lines().any(|shown| shown.starts_with(line)), "{line}: {shown}");
    }
    let both = json("test --static 8 --queries 1M --two-sided");
    let (lower, upper) = (&both["results"][0]["lower"], both["results"][0]["upper"].as_u64().unwrap());
    let line = format!("assert {lower} <= positives < {}  # ", upper + 1);
    assert!(both["python"].as_str().unwrap().starts_with(&line), "{both}");
}

#[test]
fn what_is_not_computed_is_refused_by_its_flag() {
    for (flags, status, reason) in [
        ("--filters 1001", 2, "--filters 1001 is out of domain: needs 1 ≤ filters ≤ queries = 1000"),
        (
            "--scheme km-partition",
            2,
            "--bits 1024 is out of domain: needs a multiple of hashes = 7, for slices of equal size",
        ),
        (
            "--block-bits 64 --scheme double",
            2,
            "--block-bits does not go with --scheme double: needs --scheme blocked, or a walk in blocks",
        ),
        ("--alpha 1e-13", 2, "--alpha 1e-13 is out of domain: needs 1e-12 ≤ alpha ≤ 0.5"),
        ("--ratio 1", 2, "--ratio 1 is out of domain: needs 1 < ratio ≤ 1e300"),
        ("--queries 2^40", 2, "--queries 1099511627776 is out of domain: needs 1 ≤ queries ≤ 1000000000000"),
        ("--power 1", 2, "--power 1 is out of domain: needs 0.5 ≤ power ≤ 0.999999"),
    ] {
        let queries = if flags.starts_with("--queries") { "" } else { "--queries 1000" };
        let (code, _, error) = failure(&format!("test -m 1024 -n 100 -k 7 {queries} {flags}"));
        assert_eq!((code, error.trim_end()), (status, format!("error: {reason}").as_str()));
    }
    let (code, _, error) = failure("test -m 2^40 -n 2^36 -k 7 --queries 1000 --scheme partitioned");
    assert!(code == 1 && error.contains("too large") && error.contains("--bits or --items"), "{error}");
    let (code, _, error) = failure("test --static 0 --queries 1000");
    assert!(
        code == 2 && error.contains("--static 0 is out of domain: needs fingerprints of 1 to 1000 bits"),
        "{error}"
    );
}

/// Parts of an answer that take too long, or that are not known, leave the others.
#[test]
fn what_is_missing_leaves_the_rest() {
    let answer = json("test -m 9586 -n 1000 -k 7 --scheme partitioned --queries 1M --ratio 1.01 --filters 10");
    let (row, why) = (&answer["results"][0], answer["least_queries"].as_str().unwrap());
    assert!(row["least_queries"].is_null() && row["upper"].as_u64() > Some(10_000), "{row}");
    assert!(why.starts_with("too large: ") && why.ends_with("try a larger --ratio or --filters"), "{why}");
    let distinct = &json("test -m 2^40 -n 2^36 -k 7 --queries 100k --without-replacement")["results"][0];
    assert_eq!((&distinct["kind"], &distinct["standard_deviation"]), (&"bound".into(), &serde_json::Value::Null));
    let walks = &json("test -m 2^27 -n 14M -k 7 --scheme double --queries 100k")["results"];
    assert!(walks[0]["standard_deviation"].is_object() && walks[1]["standard_deviation"].is_null(), "{walks}");
}

#[test]
fn every_scheme_says_of_which_kind_its_answer_is() {
    let rows = |flags: &str| json(&format!("test {flags}"))["results"].as_array().unwrap().clone();
    for (flags, kind, comment) in [
        ("-m 9586 -n 1000 -k 7 --filters 10", "exact", "probability "),
        ("-m 2^20 -n 100k -k 8 --scheme split-block", "exact", "probability "),
        ("-m 51200 -n 5120 -k 6 --scheme blocked", "exact", "probability "),
        ("-m 9586 -n 1000 -k 7 --scheme partitioned", "bound", "probability at most "),
        ("-m 9586 -n 1000 -k 7 --scheme double", "approximate", "probability about "),
        ("-m 51200 -n 5120 -k 6 --scheme blocked-double", "approximate", "probability about "),
        ("-m 9586 -n 1000 -k 7 --scheme double --filters 10k", "exact", "probability "),
    ] {
        let found = rows(&format!("{flags} --queries 10k"));
        assert_eq!((found.len(), &found[0]["kind"]), (1, &kind.into()), "{flags}");
        let shown = stdout(&format!("test {flags} --queries 10k"));
        let rust = shown.lines().find(|line| line.starts_with("rust: ")).unwrap();
        assert!(rust.contains(comment), "{rust}");
        assert!(kind != "exact" || !rust.contains("probability a"), "{rust}");
    }
    // the tail of blocks that other software has
    let row = &rows("-m 51200 -n 5120 -k 6 --scheme blocked --queries 10k --alpha 3.1e-5")[0];
    assert_eq!(row["upper"], 139);
    assert!((row["alpha"]["value"].as_f64().unwrap() / 3.051_373_99e-5 - 1.0).abs() < 1e-7, "{row}");
    let found = rows("-m 2^27 -n 14M -k 7 --scheme double --queries 100k");
    assert_eq!((&found[0]["kind"], &found[1]["kind"]), (&"approximate".into(), &"bound".into()));
    assert!(found[0]["upper"].as_u64() < found[1]["upper"].as_u64());
}
