//! `bloomlab combine`, and `fpr --fold`.

use crate::run::{failure, json, stdout};

#[test]
fn union_and_intersection_have_their_rates() {
    let answer = json("combine -m 9586 -k 7 --items 1000 --items 1000 --common 100");
    let rows = answer["results"].as_array().unwrap();
    assert_eq!((&rows[0]["set"], &rows[1]["set"]), (&"or".into(), &"and".into()));
    let rate = |row: usize| rows[row]["rate"]["value"].as_f64().unwrap();
    assert!((rate(1) / 1.574_497_847_892_5e-4 - 1.0).abs() < 1e-12);
    let union = json("fpr -m 9586 -k 7 -n 1900 -f exact -a f64");
    assert!((rate(0) / union["results"][0]["rate"]["value"].as_f64().unwrap() - 1.0).abs() < 1e-11);
    assert!(answer["common"]["estimate"].is_null());
    let seen = json("combine -m 9586 -k 7 --bits-set 4980 --bits-set 4901 --bits-set-or 7200");
    let estimate = seen["common"]["estimate"]["value"].as_f64().unwrap();
    // −(m/k) ln(z_A z_B/(m z_or)), the factor 1 + 1/(2m) aside
    let logarithm = (4606.0_f64 * 4685.0 / (9586.0 * 2386.0)).ln();
    assert!((estimate / (-9586.0 / 7.0 * logarithm) - 1.0).abs() < 1e-4, "{estimate}");
    assert_eq!(seen["results"][1]["mean_bits_set"]["value"], 2681.0);
}

#[test]
fn folded_filters_have_the_rates_of_every_outcome() {
    let rate = |arguments: &str| json(arguments)["results"][0]["rate"]["decimal"].clone();
    assert_eq!(rate("fpr -m 6 -n 2 -k 3 --scheme double-odd --fold 2 -a rational -d 9"), "0.909465021"); // 221/243
    assert_eq!(rate("fpr -m 6 -n 2 -k 2 --scheme double-nonzero --fold 2 -a rational -d 9"), "0.715555556"); // 161/225
    assert_eq!(rate("fpr -m 6 -n 2 -k 2 -w --fold 2 -a rational -d 9"), "0.715555556");
    assert_eq!(rate("fpr -m 4096 -n 100 -k 5 --fold 4"), rate("fpr -m 1024 -n 100 -k 5"));
    let blocks = "--scheme blocked-double --block-bits 256";
    assert_eq!(
        rate(&format!("fpr -m 4096 -n 100 -k 5 {blocks} --fold 4")),
        rate(&format!("fpr -m 1024 -n 100 -k 5 {blocks}"))
    );
    assert!(stdout("fpr -m 64 -n 5 -k 3 -w --fold 1").contains("exact"));
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (arguments, reason) in [
        (
            "combine -m 64 -k 3 --items 5 --common 1",
            "--items 5 is out of domain: needs two numbers, one for each filter",
        ),
        ("combine -m 64 -k 3 --items 5 --items 4 --common 5", "--common 5 is out of domain: needs 0 ≤ common ≤ 4"),
        (
            "combine -m 64 -k 3 --bits-set 5 --bits-set 4 --bits-set-or 10",
            "--bits-set-or 10 is out of domain: needs 5 ≤",
        ),
        ("combine -m 64 -k 3 --bits-set 65 --bits-set 4 --bits-set-or 60", "--bits-set 65 is out of domain"),
        ("fpr -m 64 -n 5 -k 3 --fold 3", "--fold 3 is out of domain: needs a divisor of bits = 64"),
        ("fpr -m 64 -n 5 -k 3 --fold 0", "--fold 0 is out of domain"),
    ] {
        let (code, _, error) = failure(arguments);
        assert!(code == 2 && error.contains(reason), "{arguments}: {code} {error}");
    }
    let (code, _, error) = failure("fpr -m 64 -n 5 -k 4 --scheme partitioned --fold 2");
    assert!(code == 2 && error.contains("--fold does not go with --scheme partitioned: needs --scheme of"), "{error}");
}
