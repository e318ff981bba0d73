//! All two-phase filters, and messages that return after random distances.

use serde_json::Value;

use crate::run::{failure, json};

fn value(arguments: &str, name: &str) -> f64 {
    let answer: Value = json(arguments);
    answer["results"][0][name]["value"].as_f64().unwrap_or_else(|| panic!("{name} in {answer}"))
}

fn close(value: f64, expected: f64, relative: f64) {
    assert!((value / expected - 1.0).abs() < relative, "{value} for {expected}");
}

const KINDS: [&str; 4] = ["", "--retaining", "--keeping", "--keeping --retaining"];

#[test]
fn every_two_phase_filter_has_its_rate() {
    let bounds = [
        ("--sigma 250", [0.0370913801901, 0.0371878466238, 0.0389662772660, 0.0390443763108]),
        ("--messages 60", [0.0217140182046, 0.0217770927124, 0.0228652630984, 0.0229204484391]),
    ];
    for (bound, rates) in bounds {
        for (kind, rate) in KINDS.into_iter().zip(rates) {
            let filter = format!("recycling rate -m 1000 -k 5 --phases 2 {bound} {kind}");
            close(value(&filter, "rate"), rate, 1e-11);
            assert!(value(&filter, "published_rate") > rate && value(&filter, "messages_per_cycle") > 59.0);
        }
    }
    for kind in KINDS {
        let small = format!("recycling rate -m 20 -k 2 --phases 2 --messages 3 {kind}");
        close(value(&small, "rate"), value(&format!("{small} -a rational"), "rate"), 1e-13);
    }
    let retaining = "recycling rate -m 1000 -k 5 --messages 100 --retaining";
    assert!(value(retaining, "rate") > value("recycling rate -m 1000 -k 5 --messages 100", "rate"));
}

#[test]
fn every_two_phase_filter_forgets_as_it_should() {
    let sigma = [0.42889344, 0.43524165, 0.42805666, 0.43439872];
    for (kind, rate) in KINDS.into_iter().zip(sigma) {
        let filter = format!("recycling forgetting -m 1000 -k 5 -s 250 --phases 2 {kind}");
        close(value(&format!("{filter} --distance 100"), "false_negative_rate"), rate, 2e-8);
    }
    let at = |flags: &str| value(&format!("recycling forgetting -m 1000 -k 5 {flags}"), "false_negative_rate");
    close(at("--messages 100 --distance 50"), 0.50900376, 2e-8);
    assert_eq!(at("--messages 60 --phases 2 --keeping --distance 59"), 0.0);
    let certified = at("-s 590 --distance 50 --distance 3 -a certified");
    assert!((certified / at("-s 590 --distance 50") - 1.0).abs() < 1e-12);
    let asked = json("recycling forgetting -m 200 -k 3 -s 20 --distance 5 --distance 1k");
    assert_eq!(asked["inputs"]["distance"], serde_json::json!([5, 1000]));
    assert_eq!(
        json("recycling forgetting -m 200 -k 3 --messages 10 --phases 2")["results"].as_array().unwrap().len(),
        21
    );
}

#[test]
fn returning_messages_are_taken_for_new() {
    let two = "-m 1000 -k 5 -s 189 --phases 2";
    for (filter, reuse, rate) in [
        ("-m 1000 -k 5 -s 539", "geometric:20", 0.1348584339),
        ("-m 1000 -k 5 -s 539 --retaining", "uniform:40", 0.126140395),
        ("-m 2^23 -k 7 -s 2^22", "geometric:83064.92120032341", 0.099995994700813),
        (two, "uniform:40", 0.02075716962),
        (&format!("{two} --keeping"), "power:3", 8.90654685e-5),
        (&format!("{two} --retaining"), "geometric:20", 0.03807470086),
    ] {
        let question = format!("recycling false-negatives {filter} --reuse {reuse}");
        close(value(&question, "false_negative_rate"), rate, 1e-9);
    }
}

#[test]
fn what_is_out_of_domain_or_too_large_is_refused() {
    for (arguments, expected, complaint) in [
        ("recycling rate -m 100 -k 2 -s 20 --keeping", 2, "--keeping does not go with --phases 1: needs --phases 2"),
        ("recycling rate -m 100 -k 3 -s 2 --phases 2 --retaining", 2, "--sigma 2 is out of domain"),
        ("recycling rate -m 100 -k 3 --messages 1 --phases 2 --retaining", 2, "--messages 1 is out of domain"),
        ("recycling false-negatives -m 100 -k 3 -s 20 --reuse zipf:1", 2, "--reuse zipf:1 is out of domain"),
        ("recycling false-negatives -m 100 -k 3 -s 20 --reuse power:1", 2, "--reuse 1 is out of domain: needs 1 < exp"),
        ("recycling rate -m 2^40 -k 5 -s 2^38 --phases 2 --keeping", 1, "try a smaller --hashes or --bits"),
        ("recycling forgetting -m 2^20 -k 5 -s 2^18 --phases 2 --keeping", 1, "too large"),
        (
            "recycling false-negatives -m 2^30 -k 5 -s 2^28 --reuse geometric:1e6",
            1,
            "a smaller --bits, --hashes or --reuse",
        ),
    ] {
        let (status, out, complained) = failure(arguments);
        assert_eq!((status, out.as_str()), (expected, ""), "{arguments}: {complained}");
        assert!(complained.contains(complaint), "{arguments}: {complained}");
    }
}
