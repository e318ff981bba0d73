//! `crosscheck`: what is right, what fails and why, and how long that takes.

use std::time::Instant;

use serde_json::Value;

use crate::run::{bloomlab, json};

const ARITHMETICS: [&str; 7] = ["f64-naive", "f64", "mpfr:64", "mpfr:113", "mpfr:256", "rational", "certified"];

fn rows(answer: &Value) -> &Vec<Value> {
    answer["results"].as_array().unwrap()
}

fn row<'a>(answer: &'a Value, formula: &str, arithmetic: &str) -> &'a Value {
    rows(answer).iter().find(|row| row["formula"] == formula && row["arithmetic"] == arithmetic).unwrap()
}

fn number(row: &Value, field: &str) -> f64 {
    row[field]["value"].as_f64().unwrap_or_else(|| panic!("{field} of {row}"))
}

#[test]
fn every_formula_stands_in_every_arithmetic() {
    let answer = json("crosscheck -m 32 -n 4 -k 5");
    assert_eq!(answer["command"], "crosscheck");
    assert_eq!(rows(&answer).len(), 11 * ARITHMETICS.len());
    for (row, arithmetic) in rows(&answer).iter().zip(ARITHMETICS.into_iter().cycle()) {
        assert_eq!(row["arithmetic"], arithmetic);
        let keys: Vec<_> = row.as_object().unwrap().keys().map(String::as_str).collect();
        if row.get("failed").is_some() {
            assert_eq!(keys, ["formula", "arithmetic", "failed"]);
            assert_eq!((&row["formula"], arithmetic), (&Value::from("classic-limit"), "rational"));
            continue;
        }
        let fields = ["rate", "relative_error", "model_error", "correct_digits", "seconds"];
        assert_eq!(keys, [&["formula", "arithmetic"][..], &fields].concat());
        let digits = row["correct_digits"].as_f64().unwrap();
        let least = if arithmetic.starts_with("f64") { 1.0 } else { 10.0 };
        assert!(digits > least && row["seconds"].as_f64().unwrap() >= 0.0, "{row}");
        let most = match arithmetic {
            "f64" | "f64-naive" => 15.96,
            "mpfr:64" => 19.27,
            "mpfr:113" => 34.02,
            "mpfr:256" => 77.07,
            _ => 1000.0,
        };
        assert!(digits <= most, "{row}");
    }
}

#[test]
fn the_two_errors_are_told_apart() {
    let answer = json("crosscheck -m 32 -n 4 -k 5 -d 30");
    // the formula is off, whatever the arithmetic: 0.0229468…/0.0252218… − 1
    for arithmetic in ARITHMETICS {
        let classic = row(&answer, "classic", arithmetic);
        assert!((number(classic, "model_error") + 0.090_198).abs() < 1e-6, "{classic}");
        assert!((number(classic, "relative_error") + 0.090_198).abs() < 1e-6, "{classic}");
        let table = row(&answer, "christensen-table", arithmetic);
        assert!(number(table, "model_error") < -0.5, "{table}");
        assert_eq!(number(row(&answer, "coverage", arithmetic), "model_error"), 0.0);
    }
    let classic = row(&answer, "classic", "rational");
    assert!(classic["correct_digits"].as_f64().unwrap() > 100.0, "an exact value of a wrong formula: {classic}");
    // and eq. 18 is right, and the arithmetic off
    let closed = row(&answer, "christensen-closed", "f64");
    let (error, digits) = (number(closed, "relative_error").abs(), closed["correct_digits"].as_f64().unwrap());
    assert!(error > 1e-12 && (digits + error.log10()).abs() < 1e-3, "{closed}");
    // 0.025221852307293577724463569094…, from the exact rational
    let exact = row(&answer, "exact", "rational");
    assert_eq!(exact["rate"]["decimal"], "0.0252218523072935777244635690943");
    let certified = row(&answer, "bose-stirling", "certified");
    assert_eq!(certified["rate"]["decimal"], exact["rate"]["decimal"]);
    assert!(certified["rate"]["lower"].is_string() && certified["rate"]["upper"].is_string());
}

#[test]
fn failures_are_honest() {
    let failed = |answer: &Value, formula: &str, arithmetic: &str| {
        row(answer, formula, arithmetic)["failed"].as_str().unwrap_or("no failure").to_owned()
    };
    let answer = json("crosscheck -m 128 -n 10 -k 6");
    assert!(
        failed(&answer, "christensen-closed", "f64").starts_with("cancellation: not one digit is right, it gives ")
    );
    assert_eq!(failed(&json("crosscheck -m 200 -n 10 -k 6"), "christensen-closed", "f64"), "overflow");
    let answer = json("crosscheck -m 2^60 -n 1 -k 40");
    // (40/2^60)^40, about: not a double, and no cancellation
    assert!(failed(&answer, "exact", "f64").starts_with("underflow: the value is about 4.1e-659"), "{answer}");
    assert_eq!(failed(&answer, "classic", "f64-naive"), "underflow: the value is about 4.1e-659");
    assert!(failed(&answer, "christensen-closed", "mpfr:64").starts_with("too large: takes about "));
    assert!(failed(&answer, "christensen-closed", "rational").starts_with("too large: takes about "));
    let answer = json("crosscheck -m 2^61 -n 1 -k 1");
    assert!(failed(&answer, "classic", "f64-naive").starts_with("cancellation: "), "1 − (1 − 2^-61) in doubles");
    assert_eq!(row(&answer, "classic", "f64")["correct_digits"].as_f64().unwrap(), 53.0 * std::f64::consts::LOG10_2);
    let answer = json("crosscheck -m 8 -n 1 -k 3 --without-replacement");
    let why = "out of domain: christensen-closed has no form without replacement";
    assert_eq!(failed(&answer, "christensen-closed", "certified"), why);
    let why = "--hashes 9 is out of domain: needs 1 ≤ hashes ≤ bits = 8";
    assert_eq!(failed(&json("crosscheck -m 8 -n 1 -k 9"), "bloom-1970", "f64"), why);
    let why = "--items 0 is out of domain: needs 1 ≤ items in the table algorithm";
    assert_eq!(failed(&json("crosscheck -m 8 -n 0 -k 2"), "christensen-table", "f64"), why);
}

#[test]
fn what_no_route_can_do_in_the_time_is_told_within_a_second() {
    for sizes in ["-m 9223372036854775807 -n 2^22 -k 2^40", "-m 2^62 -n 2^20 -k 2^20", "-m 2^40 -n 2^30 -k 10000"] {
        // the best of three, since other tests run beside
        let run = || {
            let started = Instant::now();
            let output = bloomlab(&format!("crosscheck {sizes} --format json"));
            (started.elapsed().as_secs_f64(), output)
        };
        let (seconds, output) =
            [run(), run(), run()].into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        for formula in ["exact", "christensen-recursion", "christensen-closed", "inclusion-exclusion"] {
            let failed = row(&answer, formula, "certified")["failed"].as_str().unwrap();
            assert!(failed.starts_with("too large: takes about "), "{sizes} {formula}: {failed}");
        }
        assert!(seconds < 1.0, "{sizes}: {seconds} s");
    }
    // more time, more routes: 20 ms are not enough for eq. 18 in rationals, ten seconds are
    for (seconds, is_refused) in [(0.02, true), (10.0, false)] {
        let answer = json(&format!("crosscheck -m 128 -n 10 -k 6 --seconds {seconds}"));
        assert_eq!(row(&answer, "christensen-closed", "rational").get("failed").is_some(), is_refused);
    }
}

/// The answer without its times.
fn timeless(arguments: &str) -> Value {
    let mut answer = json(arguments);
    for row in answer["results"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().remove("seconds");
    }
    answer
}

#[test]
fn nothing_but_the_seconds_varies() {
    for arguments in [
        "crosscheck -m 20 -n 3 -k 3",
        "crosscheck recycling -m 20 -k 2 -s 9",
        "crosscheck deletable --filter qbf -m 64 -n 5 -k 2",
    ] {
        assert_eq!(timeless(arguments), timeless(arguments));
    }
}

#[test]
fn recycling_filters_have_their_routes() {
    let answer = json("crosscheck recycling -m 60 -k 3 -s 30");
    let exact = &row(&answer, "visits", "rational")["rate"]["decimal"];
    for formula in ["published", "chain-solve"] {
        assert_eq!(&row(&answer, formula, "rational")["rate"]["decimal"], exact);
        assert_eq!(&row(&answer, formula, "certified")["rate"]["decimal"], exact);
    }
    assert!(row(&answer, "sweep", "f64")["correct_digits"].as_f64().unwrap() > 13.0);
    // cycles this short remember their start
    let unsettled = row(&answer, "closed-form", "f64")["failed"].as_str().unwrap();
    assert!(unsettled.starts_with("--sigma 30 is out of domain: needs sigma large enough"), "{unsettled}");
    let settled = json("crosscheck recycling -m 10000 -k 3 -s 5000");
    assert!(number(row(&settled, "closed-form", "f64"), "relative_error").abs() < 1e-12, "{settled}");
    let simulated = rows(&answer).last().unwrap();
    assert_eq!((&simulated["formula"], &simulated["arithmetic"]), (&"simulation".into(), &"99 % interval".into()));
    let truth = number(row(&answer, "visits", "f64"), "rate");
    let (lower, upper) = (number(simulated, "interval_lower"), number(simulated, "interval_upper"));
    // three times the half width of a 99 % interval: about 8.6 standard errors of 20 epochs, α < 1e-6; seed 1
    let half_width = (upper - lower) / 2.0;
    assert!((number(simulated, "rate") - truth).abs() < 3.0 * half_width && half_width < 0.02 * truth, "{simulated}");

    let answer = json("crosscheck recycling -m 60 -k 3 -s 20 --phases 2");
    let published = row(&answer, "published", "certified");
    assert!(number(published, "model_error").abs() > 1e-4, "with replacement the papers' formula is off: {published}");
    let answer = json("crosscheck recycling -m 60 -k 3 -s 20 --retaining --without-replacement");
    assert_eq!(number(row(&answer, "published", "certified"), "model_error"), 0.0);
    assert!(rows(&answer).iter().all(|row| row["formula"] != "sweep"));
    let answer = json("crosscheck recycling -m 60 -k 3 --messages 10");
    for bound in ["f_o", "f_a"] {
        assert!(number(row(&answer, bound, "certified"), "model_error") < 0.0, "{bound} is a lower bound");
    }
    assert!(number(row(&answer, "f_w", "certified"), "model_error") > 0.0);
    let answer = json("crosscheck recycling -m 60 -k 3 -s 20 --phases 2 --keeping --seconds 0.2");
    let simulated = rows(&answer).last().unwrap();
    assert!(number(simulated, "relative_error").abs() < 0.03, "{simulated}");
    let answer = json("crosscheck recycling -m 2^40 -k 5 -s 2^39");
    assert!(number(row(&answer, "closed-form", "f64"), "rate") > 0.0);
    assert!(row(&answer, "visits", "f64")["failed"].as_str().unwrap().starts_with("too large: takes about "));
}

/// Every cycle of these filters clears them, which takes far longer than its messages.
#[test]
fn large_recycling_filters_of_short_cycles_are_not_simulated() {
    for sizes in ["--bits 536870912 --hashes 10 --sigma 17", "--bits 2^32 --hashes 1 --sigma 16Ki"] {
        let answer = json(&format!("crosscheck recycling {sizes}"));
        let simulated = rows(&answer).last().unwrap();
        assert_eq!(simulated["formula"], "simulation");
        assert!(simulated["failed"].as_str().unwrap().starts_with("too large: takes about "), "{simulated}");
        assert!(number(row(&answer, "sweep", "f64"), "rate") > 0.0);
    }
}

#[test]
fn deletable_filters_have_their_routes() {
    let answer = json("crosscheck deletable --filter dfp -m 512 -n 8 -k 4 --deleted 3");
    let of =
        |quantity: &str| -> Vec<&Value> { rows(&answer).iter().filter(|row| row["quantity"] == quantity).collect() };
    for quantity in ["deletability", "rate", "rate_after_deletions"] {
        let find = |formula: &str, arithmetic: &str| {
            let mut rows = of(quantity).into_iter();
            rows.find(|row| row["formula"] == formula && row["arithmetic"] == arithmetic).unwrap().clone()
        };
        let exact = find("finite", "certified");
        assert_eq!(find("stable", "certified")["value"]["decimal"], exact["value"]["decimal"], "{quantity}");
        assert!(find("finite", "f64")["correct_digits"].as_f64().unwrap() > 13.0);
        let model_error = number(&find("poisson", "mpfr:113"), "model_error");
        assert!(model_error < -1e-9, "{quantity}: too low, by {model_error}");
        let simulated = find("simulation", "99 % interval");
        let half_width = (number(&simulated, "interval_upper") - number(&simulated, "interval_lower")) / 2.0;
        let distance = (number(&simulated, "value") - number(&exact, "value")).abs();
        // as for recycling filters; seed 1
        assert!(distance < 3.0 * half_width, "{quantity}: {simulated}");
    }
    assert!(of("rate_after_deletions").iter().all(|row| row["formula"] != "published"));
    let dlbf = json("crosscheck deletable --filter dlbf --region-bits 4 -m 512 -n 20 -k 3");
    let published = row(&dlbf, "published", "f64");
    let model_error = number(published, "model_error");
    assert!(model_error > 0.0, "the published formula is too high: {published}");
    // the same two values, as another command has them
    let answer = json("deletable --filter dlbf --region-bits 4 -m 512 -n 20 -k 3");
    let value = |field| number(&rows(&answer)[0], field);
    let expected = value("published_deletability") / value("deletability") - 1.0;
    assert!((model_error / expected - 1.0).abs() < 1e-10, "{model_error} {expected}");
}

/// Where the certified value is not affordable its columns are empty, and every line has as many as the first.
#[test]
fn csv_has_the_same_columns_when_nothing_is_known_of_the_truth() {
    let output = bloomlab("crosscheck -m 2^40 -n 2 -k 300 --seconds 0.05 --format csv");
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let digits = reader.headers().unwrap().iter().position(|name| name == "correct_digits").unwrap();
    let records: Vec<_> = reader.records().collect::<Result<_, _>>().unwrap();
    let known = |known: bool| records.iter().filter(|record| record[digits].is_empty() != known).count();
    assert!(known(true) > 0 && known(false) > 0, "{records:?}");
}
