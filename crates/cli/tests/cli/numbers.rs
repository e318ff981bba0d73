//! The numbers of `fpr`, `occupancy` and `size`: values, digits, brackets, fields.

use std::time::Instant;

use crate::run::{failure, json, stdout};
use bloomlab::Rational;
use serde_json::Value;

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn rational(text: &Value) -> Rational {
    Rational::from_decimal(text.as_str().unwrap()).unwrap()
}

fn formulas(answer: &Value) -> Vec<&str> {
    answer["results"].as_array().unwrap().iter().map(|row| row["formula"].as_str().unwrap()).collect()
}

fn row<'a>(answer: &'a Value, formula: &str) -> &'a Value {
    answer["results"].as_array().unwrap().iter().find(|row| row["formula"] == formula).unwrap()
}

#[test]
fn fpr_gives_the_exact_rate_and_the_approximations() {
    let started = Instant::now();
    let answer = json("fpr -m 2^40 -n 2^36 -k 11 --digits 20");
    assert!(started.elapsed().as_millis() < 500, "{:?}", started.elapsed());
    assert_eq!(keys(&answer), ["command", "inputs", "results"]);
    assert_eq!(answer["command"], "fpr");
    assert_eq!(answer["inputs"]["bits"], 1_u64 << 40);
    assert_eq!(formulas(&answer), ["exact", "classic", "classic-limit", "bloom-1970"]);
    let exact = &answer["results"][0];
    assert_eq!(keys(exact), ["formula", "arithmetic", "rate", "relative_error"]);
    assert_eq!(keys(&exact["rate"]), ["value", "decimal", "lower", "upper"]);
    assert_eq!(exact["arithmetic"], "certified");
    // mpmath: 0.00045871073082329390244…
    assert_eq!(exact["rate"]["decimal"], "0.00045871073082329390244");
    assert_eq!(exact["relative_error"]["value"], 0.0);
    let classic = row(&answer, "classic");
    assert_eq!(classic["arithmetic"], "f64");
    assert_eq!(keys(&classic["rate"]), ["value", "decimal"]);
    assert!((classic["relative_error"]["value"].as_f64().unwrap() + 1.541e-11).abs() < 1e-14);
    assert_eq!(keys(&classic["relative_error"]), ["value", "decimal"]);
}

#[test]
fn bounds_bracket_and_have_the_digits_asked_for() {
    for (arithmetic, digits) in [("certified", 5), ("certified", 30), ("enclosure:40", 9), ("enclosure:200", 17)] {
        let answer = json(&format!("fpr -m 3 -n 2 -k 2 -f exact -f classic -a {arithmetic} -d {digits}"));
        let exact = json("fpr -m 3 -n 2 -k 2 -f exact -f classic -a rational -d 60");
        for (shown, truth) in answer["results"].as_array().unwrap().iter().zip(exact["results"].as_array().unwrap()) {
            let rate = &shown["rate"];
            let truth = rational(&truth["rate"]["decimal"]);
            assert!(rational(&rate["lower"]) <= truth && truth <= rational(&rate["upper"]), "{shown}");
            let significant = rate["lower"].as_str().unwrap().trim_start_matches(['0', '.']).len();
            assert_eq!(significant, digits, "{shown}");
        }
    }
}

#[test]
fn what_no_double_holds_has_its_decimal() {
    let answer = json("fpr -m 2^50 -n 1 -k 40 --digits 10");
    let rate = &row(&answer, "exact")["rate"];
    assert_eq!((&rate["value"], &rate["decimal"]), (&Value::from(0.0), &Value::from("1.052951397e-538")));
    assert!(rate["lower"].as_str().unwrap().ends_with("e-538") && rate["upper"].as_str().unwrap().ends_with("e-538"));
    let failed = |answer: &Value, formula| row(answer, formula)["failed"].clone();
    assert_eq!(failed(&answer, "classic"), "underflow: the value is about 1.1e-538");
    let (status, out, error) = failure("fpr -m 340749834906917 -n 1 -k 40 -f exact -a f64 -o json");
    assert_eq!((status, error.as_str()), (1, "error: fpr: none of the results could be computed\n"));
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(failed(&answer, "exact"), "underflow: the value is about 6.1e-518");
    // mpmath: 1.195756759847304505…e-317, subnormal
    let rate = &json("fpr -m 2^40 -n 1 -k 30")["results"][0]["rate"];
    assert_eq!(rate["decimal"], "1.1957567598473045e-317");
    assert!((rate["value"].as_f64().unwrap() - 1.195756759847e-317).abs() < 1e-323);
}

#[test]
fn every_formula_can_be_asked_for_in_every_arithmetic() {
    for arithmetic in ["f64", "mpfr:200", "rational", "enclosure:300", "certified"] {
        let answer = json(&format!("fpr -m 20 -n 3 -k 3 --formula all --arithmetic {arithmetic}"));
        assert_eq!(answer["results"].as_array().unwrap().len(), 11);
        for row in answer["results"].as_array().unwrap() {
            let formula = row["formula"].as_str().unwrap();
            assert_eq!(row["arithmetic"], arithmetic);
            if arithmetic == "rational" && formula == "classic-limit" {
                assert!(row["failed"].as_str().unwrap().starts_with("out of domain: "), "{row}");
                continue;
            }
            let error = row["relative_error"]["value"].as_f64().unwrap();
            match formula {
                "classic" | "classic-limit" => assert!((-0.2..-0.01).contains(&error), "{row}"),
                "bloom-1970" => assert!((0.01..0.2).contains(&error), "{row}"),
                "christensen-table" => assert!(error.abs() > 0.1, "{row}"),
                // an alternating sum, in doubles
                _ => assert!(error.abs() < 1e-8, "{row}"),
            }
        }
    }
    let overflow = json("fpr -m 171 -n 20 -k 3 -f christensen-closed -f exact --arithmetic f64");
    assert_eq!(keys(&overflow["results"][0]), ["formula", "arithmetic", "failed"]);
    assert_eq!(overflow["results"][0]["failed"], "overflow");
}

#[test]
fn without_replacement_has_its_own_formulas() {
    // m = 3, n = 1, k = 2: one query of C(3, 2)
    let answer = json("fpr -m 3 -n 1 -k 2 --without-replacement --formula all -a rational -d 5");
    for formula in ["exact", "inclusion-exclusion", "coverage"] {
        assert_eq!(row(&answer, formula)["rate"]["decimal"], "0.33333", "{formula}");
    }
    assert_eq!(row(&answer, "bloom-1970")["rate"]["decimal"], "0.44444");
    for formula in ["christensen-recursion", "christensen-table", "christensen-closed", "bose-stirling"] {
        let failed = row(&answer, formula)["failed"].as_str().unwrap();
        assert_eq!(failed, format!("out of domain: {formula} has no form without replacement"));
    }
}

#[test]
fn bits_seen_to_be_set_take_the_place_of_items() {
    let decimal = |arguments| json(arguments)["results"][0]["rate"]["decimal"].clone();
    assert_eq!(decimal("fpr -m 8 --bits-set 4 -k 3 -d 3"), "0.125");
    assert_eq!(decimal("fpr -m 8 --bits-set 4 -k 3 -d 3 --without-replacement"), "0.0714"); // C(4, 3)/C(8, 3) = 1/14
    assert_eq!(row(&json("fpr -m 8 --bits-set 4 -k 3"), "observed-fill")["arithmetic"], "certified");
}

#[test]
fn no_items_no_false_positives() {
    for row in json("fpr -m 8 -n 0 -k 3")["results"].as_array().unwrap() {
        assert_eq!((&row["rate"]["decimal"], &row["relative_error"]["value"]), (&Value::from("0"), &Value::from(0.0)));
    }
}

#[test]
fn what_would_run_for_minutes_is_refused_at_once() {
    let started = Instant::now();
    let (status, out, _) = failure("fpr -m 2^30 -n 2^26 -k 7 -a rational -f exact -f classic -o json");
    let answer: Value = serde_json::from_str(&out).unwrap();
    for row in answer["results"].as_array().unwrap() {
        assert!(row["failed"].as_str().unwrap().starts_with("too large: takes "), "{row}");
    }
    assert_eq!(status, 1, "nothing could be computed");
    // one row fails, others do not
    let answer = json("fpr -m 2^20 -n 2^17 -k 7 --formula all");
    for formula in ["christensen-recursion", "christensen-table", "christensen-closed", "bose-stirling"] {
        assert!(row(&answer, formula)["failed"].as_str().unwrap().starts_with("too large: takes "), "{formula}");
    }
    // the approximations remain, but the exact rate was asked for
    let (status, out, error) = failure("fpr -m 2^20 -n 2^17 -k 2^40 -o json");
    assert_eq!((status, error.as_str()), (1, "error: fpr: no exact rate could be computed\n"));
    assert!(row(&serde_json::from_str(&out).unwrap(), "classic")["rate"]["value"].is_number(), "{out}");
    let (status, out, error) = failure("size -n 1 -p 1e-78");
    let domain = "--target 1e-78 is out of domain: needs 2^-256 ≤ target < 1, since two items share a hash of 256 bits";
    assert!(status == 2 && out.is_empty() && error.contains(domain), "{error}");
    let (status, out, error) = failure("occupancy -N 2^62 -M 2^62 -d 10000");
    assert!(status == 1 && out.is_empty() && error.contains("; try --digits "), "{error}");
    let (status, _, error) = failure("size -n 1000 -p 1e-9 --scheme enhanced --power-of-two");
    assert!(status == 1 && error.contains("; try a larger --target"), "{error}");
    // exponents end at 10^-323228496
    let (status, out, _) = failure("occupancy -N 2^40 -M 40 -K 20");
    assert!(status == 1 && out.contains("failed: below 3.3e-323228486"), "{out}");
    assert!(started.elapsed().as_secs_f64() < 3.0, "{:?}", started.elapsed());
}

#[test]
fn occupancy_of_one_value_and_around_the_mode() {
    // 5!/5^5
    let answer = json("occupancy --balls 5 --bins 5 --occupied 5");
    assert_eq!(keys(&answer), ["command", "inputs", "results"]);
    assert_eq!(answer["results"][0]["occupied"], 5);
    assert_eq!(answer["results"][0]["probability"]["decimal"], "0.038400000000000000");
    let beyond = json("occupancy --balls 5 --bins 7 --occupied 6");
    assert_eq!(beyond["results"][0]["probability"]["decimal"], "0");

    let answer = json("occupancy --balls 5 --bins 5");
    assert_eq!(keys(&answer), ["command", "inputs", "mean", "variance", "shown_probability", "results"]);
    assert_eq!(answer["mean"]["decimal"], "3.3616000000000000");
    assert_eq!(answer["variance"]["decimal"], "0.50924544000000000");
    assert_eq!(answer["results"].as_array().unwrap().len(), 5);

    let answer = json("occupancy --balls 2^62 --bins 2^62 -d 8");
    let rows = answer["results"].as_array().unwrap();
    assert_eq!(rows.len(), 41);
    let probability = |row: &Value| row["probability"]["value"].as_f64().unwrap();
    let occupied = |i: usize| rows[i]["occupied"].as_u64().unwrap();
    assert!((0..41).all(|i| occupied(i) == occupied(0) + i as u64));
    assert!((0..41).all(|i| probability(&rows[i]) <= probability(&rows[20])));
    assert_eq!(json("occupancy -N 0 -M 9")["results"][0]["probability"]["decimal"], "1.0000000000000000");
    assert_eq!(json("occupancy -N 1 -M 9")["variance"]["decimal"], "0");
}

#[test]
fn many_balls_in_few_bins() {
    let answer = json("occupancy --balls 2^40 --bins 1024 --occupied 1024");
    assert_eq!(answer["results"][0]["probability"]["value"], 1.0);
    // two bins, 2000 balls: both are occupied but for 2 of 2^2000 outcomes
    let answer = json("occupancy --balls 2000 --bins 2 --occupied 1 -d 10");
    assert_eq!(answer["results"][0]["probability"]["decimal"], "1.741961963e-602");
    // the variance of 1024 bins under 2^40 balls is below what MPFR holds: said as in the rows, and the rest is given
    let answer = json("occupancy --balls 2^40 --bins 1024");
    assert!(answer["variance"]["failed"].as_str().unwrap().starts_with("below "), "{answer}");
    assert_eq!(answer["mean"]["value"], 1024.0);
    // small questions have small answers, however many balls there are for a bin
    for (arguments, rows) in [("-N 100 -M 1", 1), ("-N 200 -M 2", 2), ("-N 65536 -M 255", 21), ("-N 1e6 -M 100", 21)] {
        let answer = json(&format!("occupancy {arguments}"));
        assert_eq!(answer["results"].as_array().unwrap().len(), rows, "{arguments}");
        assert!((answer["shown_probability"]["value"].as_f64().unwrap() - 1.0).abs() < 1e-12, "{arguments}");
    }
}

#[test]
fn size_gives_the_fewest_bits_and_the_classic_choice() {
    let answer = json("size --items 1e6 --target 0.01");
    let fields = ["bits", "hashes", "rate", "classic_bits", "classic_hashes", "classic_true_rate"];
    let result = &answer["results"][0];
    assert_eq!(keys(result), fields);
    assert!(result["rate"]["value"].as_f64().unwrap() <= 0.01);
    assert!(result["classic_true_rate"]["value"].as_f64().unwrap() > 0.01);
    // one bit less is not enough, whatever k
    let fewer = result["bits"].as_u64().unwrap() - 1;
    for hashes in 1..=14 {
        let rate = json(&format!("fpr -m {fewer} -n 1e6 -k {hashes} -f exact"))["results"][0]["rate"]["value"].clone();
        assert!(rate.as_f64().unwrap() > 0.01, "{hashes}");
    }
    // of k = 1, 2, 3, which all do with 3 bits, k = 1 and 2 tie at 1/3 and the smaller is taken
    let tie = &json("size -n 1 -p 0.49")["results"][0];
    assert_eq!((&tie["bits"], &tie["hashes"]), (&Value::from(3), &Value::from(1)));
    assert_eq!(json("size -n 0 -p 0.1")["results"][0]["bits"], 1);
    let started = Instant::now();
    assert_eq!(json("size -n 1e11 -p 1e-9")["results"][0]["bits"], 4_313_291_801_593_u64);
    assert!(started.elapsed().as_secs_f64() < 1.0, "{:?}", started.elapsed());
}

#[test]
fn double_hashing_of_many_items_is_labelled_approximate() {
    let result = &json("size -n 1e6 -p 1e-6 --scheme double")["results"][0];
    assert_eq!((&result["arithmetic"], &result["label"]), (&Value::from("f64"), &Value::from("approximate")));
    assert!(result["largest_error"]["value"].as_f64().unwrap() < 1e-3, "{result}");
    assert_eq!(json("size -n 1e6 -p 1e-3 --scheme double")["results"][0]["label"], Value::Null);
}

#[test]
fn numbers_may_be_written_in_several_ways() {
    let plain = stdout("fpr -m 16384 -n 1000 -k 7");
    for same in ["fpr --bits 2^14 --items 1e3 --hashes 7", "fpr -m 16Ki -n 1k -k 7"] {
        assert_eq!(stdout(same), plain);
    }
}
