//! `fpr --scheme`, `--hash-bits` and `size --scheme`, `--power-of-two`, `--growth`.

use crate::run::{failure, json};
use bloomlab::HashingScheme;
use serde_json::Value;

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn rate(arguments: &str) -> String {
    json(arguments)["results"][0]["rate"]["decimal"].as_str().unwrap().to_owned()
}

#[test]
fn the_exact_rate_under_a_scheme_stands_beside_independent_positions() {
    let answer = json("fpr -m 1024 -n 102 -k 7 --scheme double --digits 20");
    assert_eq!(answer["inputs"]["scheme"], "double");
    let rows = answer["results"].as_array().unwrap();
    let formulas: Vec<_> = rows.iter().map(|row| row["formula"].as_str().unwrap()).collect();
    assert_eq!(formulas, ["exact", "independent", "classic"]);
    assert_eq!(keys(&rows[0]), ["formula", "scheme", "arithmetic", "rate", "excess"]);
    assert_eq!(keys(&rows[0]["rate"]), ["value", "decimal", "lower", "upper"]);
    assert_eq!(rows[0]["rate"]["decimal"], "0.0094166307317961482784");
    assert_eq!(rows[1]["rate"]["decimal"], "0.0081096792076145040032");
    let excess = |row: usize| rows[row]["excess"]["value"].as_f64().unwrap();
    assert!((excess(0) - 0.1612).abs() < 1e-4 && excess(1) == 0.0 && excess(2) < 0.0);
}

#[test]
fn every_scheme_can_be_asked_for() {
    for scheme in HashingScheme::ALL {
        let bits = if scheme == HashingScheme::Triple { 64 } else { 4096 };
        let answer = json(&format!("fpr -m {bits} -n 20 -k 4 --scheme {} -d 6", scheme.name()));
        assert_eq!(answer["results"][0]["scheme"], scheme.name());
        assert!(answer["results"][0]["rate"]["value"].as_f64().unwrap() > 0.0, "{answer}");
        let double = json(&format!("fpr -m {bits} -n 20 -k 4 --scheme {} -a f64", scheme.name()));
        let value = |answer: &Value| answer["results"][0]["rate"]["value"].as_f64().unwrap();
        assert!((value(&double) / value(&answer) - 1.0).abs() < 1e-5);
    }
    assert_eq!(rate("fpr -m 12 -n 2 -k 3 --scheme km-partition -a rational -d 9"), "0.144531250"); // 37/256
    assert_eq!(rate("fpr -m 6 -n 2 -k 2 --scheme blocked --block-bits 3 -a rational -d 5"), "0.33642"); // 109/324
    assert_eq!(rate("fpr -m 8 -n 2 -k 2 --scheme split-block --word-bits 2 -a rational -d 5"), "0.26562"); // 17/64
}

#[test]
fn a_finite_hash_adds_the_items_that_share_it() {
    let number = |arguments: &str, name: &str| json(arguments)["results"][0]["rate"][name].clone();
    // m = 2, n = 3, k = 3, four values: 3907/4096, all tables of four walks enumerated
    assert_eq!(rate("fpr -m 2 -n 3 -k 3 --scheme double --hash-bits 2 -a rational -d 8"), "0.95385742");
    let short = number("fpr -m 1e7 -n 1e6 -k 7 --hash-bits 32", "value").as_f64().unwrap();
    let none = number("fpr -m 1e7 -n 1e6 -k 7 --scheme independent", "value").as_f64().unwrap();
    assert!(((short - none) / 2.328e-4 - 1.0).abs() < 0.03, "{short} {none}");
    let bound = |name| number("fpr -m 1e7 -n 1e6 -k 7 --hash-bits 64", name).as_str().unwrap().parse::<f64>().unwrap();
    assert!(bound("lower") < bound("upper") && bound("upper") / bound("lower") - 1.0 < 1e-12);
}

#[test]
fn sizes_under_a_scheme() {
    let answer = json("size -n 1000 -p 0.01 --scheme double --growth 20");
    let row = &answer["results"][0];
    assert_eq!(keys(row), ["bits", "hashes", "rate", "rate_after_growth"]);
    let value = |name: &str| row[name]["value"].as_f64().unwrap();
    assert!(value("rate") <= 0.01 && value("rate_after_growth") > 0.01);
    let bits = row["bits"].as_u64().unwrap();
    let independent = json("size -n 1000 -p 0.01")["results"][0]["bits"].as_u64().unwrap();
    assert!(bits > independent && bits < independent + 100, "{bits} {independent}");
    let power = json("size -n 1e6 -p 0.01 --scheme split-block --power-of-two");
    assert!(power["results"][0]["bits"].as_u64().unwrap().is_power_of_two());
    let plain = json("size -n 20 -p 0.001 --growth 50");
    assert_eq!(plain["inputs"]["growth"], 50);
    let grown = rate("fpr -m 291 -n 30 -k 10 -f exact");
    assert_eq!(plain["results"][0]["rate_after_growth"]["decimal"], grown);
}

#[test]
fn errors_name_the_flag_the_value_and_the_domain() {
    let why = |arguments: &str, status: i32| {
        let (code, stdout, stderr) = failure(arguments);
        assert_eq!((code, stdout.as_str()), (status, ""), "{arguments}: {stderr}");
        stderr
    };
    let refused = [
        ("fpr -m 1024 -n 9 -k 21 --scheme double", "--hashes 21 is out of domain: needs 1 ≤ hashes ≤ 20"),
        ("fpr -m 129 -n 9 -k 7 --scheme triple", "--bits 129 is out of domain: needs 1 ≤ bits ≤ 128"),
        ("fpr -m 63 -n 9 -k 7 --scheme double-odd", "--bits 63 is out of domain: needs an even number"),
        ("fpr -m 64 -n 9 -k 7 --scheme km-partition", "--bits 64 is out of domain: needs a multiple of hashes = 7"),
        ("fpr -m 1000 -n 9 -k 7 --scheme blocked", "--block-bits 512 is out of domain: needs a divisor of bits = 1000"),
        (
            "fpr -m 64 -n 9 -k 7 --scheme double --word-bits 8",
            "--word-bits does not go with --scheme double: needs --scheme split-block",
        ),
        ("fpr -m 64 -n 9 -k 7 --scheme double -f classic", "cannot be used with"),
        ("fpr -m 64 -n 9 -k 7 --hash-bits 300", "needs 1 ≤ hash-bits ≤ 256"),
        (
            "size -n 1000 -p 0.01 --scheme triple",
            "--items 1000 is out of domain: needs few enough items for a filter in the domain of triple",
        ),
        ("size -n 1000 -p 2 --scheme double", "--target 2 is out of domain"),
        ("size -n 20 -p 0.01 --growth -5", "needs a whole number from 0 to 1000000"),
    ];
    for (arguments, start) in refused {
        let message = why(arguments, 2);
        assert!(message.contains(start), "{arguments}: {message}");
    }
}

#[test]
fn what_a_library_allocates_stands_beside_the_smallest_filter() {
    // fastbloom-rs rounds up to words and walks with two hashes: 1.61 times the target at 1000 items and 1e-4
    let answer = json("size -n 1000 -p 1e-4 --like fastbloom-rs -d 6");
    let row = &answer["results"][0];
    assert_eq!(keys(row), ["bits", "hashes", "rate", "classic_bits", "classic_hashes", "classic_true_rate", "like"]);
    assert_eq!(keys(&row["like"]), ["library", "bits", "hashes", "rate"]);
    assert_eq!((&row["like"]["bits"], &row["like"]["hashes"]), (&19_200.into(), &14.into()));
    let rate = |answer: &Value| answer["results"][0]["like"]["rate"]["value"].as_f64().unwrap();
    let exact = json("fpr -m 19200 -n 1000 -k 14 --scheme double")["results"][0]["rate"]["value"].as_f64().unwrap();
    assert!((rate(&answer) / exact - 1.0).abs() < 1e-6, "{answer}");
    let split = json("size -n 1000 -p 0.01 --scheme split-block --like parquet");
    assert_eq!(split["inputs"]["like"], "parquet");
    assert_eq!(split["results"][0]["like"]["bits"], 16_384);
    assert!(failure("size -n 1000 -p 0.01 --like nothing").2.contains("nothing"));
    assert!(failure("size -n 1000 -p 0.9 --like parquet").2.contains("0.5"));
}

fn assert_sizes<const COUNT: usize>(expected: [(&str, u64, u64); COUNT]) {
    for (arguments, bits, hashes) in expected {
        let found = &json(arguments)["results"][0];
        assert_eq!((&found["bits"], &found["hashes"]), (&bits.into(), &hashes.into()), "{arguments}");
    }
}

/// One item in m bits has the rate 1/m with one function.
#[test]
fn a_rate_that_is_the_target_keeps_it() {
    assert_sizes([
        ("size -n 1 -p 0.5 --scheme double-unit", 2, 1),
        ("size -n 1 -p 0.1 --scheme double", 6, 2),
        ("size -n 1 -p 0.01 --scheme km-partition", 20, 2),
    ]);
}

/// Independent positions and slices have no limit to their hash functions. Of those that allow as few bits, the lowest rate counts,
/// which in blocks takes hundreds of bits to decide.
#[test]
fn many_functions_are_found_where_they_are_the_best() {
    assert_sizes([
        ("size -n 1 -p 1e-12 --scheme independent", 65, 35),
        ("size -n 1 -p 1e-12 --scheme partitioned", 76, 25),
        ("size -n 1e6 -p 1e-75 --scheme partitioned", 359_439_851, 249),
        ("size -n 3 -p 1e-75 --power-of-two", 2048, 425),
        ("size -n 1 -p 1e-77", 411, 221),
        ("size -n 25 -p 1e-77 --power-of-two", 16_384, 448),
        ("size -n 1e12 -p 1e-15 --power-of-two", 1 << 47, 98),
        ("size -n 1e12 -p 1e-15 --power-of-two --scheme partitioned", 1 << 47, 98),
        ("size -n 1e6 -p 1e-75 --power-of-two --scheme partitioned", 1 << 29, 372),
        ("size -n 0 -p 0.1 --power-of-two", 1, 1),
        ("size -n 1 -p 0.01 --scheme blocked", 512, 64),
        ("size -n 60 -p 0.01 --scheme blocked --block-bits 65536", 65_536, 64),
    ]);
}

#[test]
fn closed_forms_are_not_refused_for_many_functions() {
    let [slices, blocks, words] = ["partitioned", "blocked", "split-block"].map(|scheme| {
        let found = json(&format!("fpr --bits 20480 --items 100 --hashes 64 --scheme {scheme}"));
        found["results"][0]["rate"]["value"].as_f64().unwrap()
    });
    // 64 slices of 320 bits
    let expected = (1.0 - (319.0_f64 / 320.0).powi(100)).powi(64);
    assert!((slices / expected - 1.0).abs() < 1e-12, "{slices} for {expected}");
    // 40 blocks of 512 bits crowd more than 10 of 2048
    assert!(blocks > words && words > slices, "{blocks} {words} {slices}");
}
