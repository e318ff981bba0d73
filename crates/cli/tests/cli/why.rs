//! `bloomlab why`, and items that are not known.

use serde_json::Value;

use crate::run::{failure, json, stdout};

fn number(row: &Value, name: &str) -> f64 {
    row[name]["value"].as_f64().unwrap()
}

#[test]
fn causes_are_ranked() {
    let answer = json("why -m 6e9 -n 500M -k 8 --positives 1794 --queries 100k --causes 3");
    let rows = answer["results"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["cause"]), (3, &"positions-of-32-bits".into()));
    assert!((number(&rows[0], "predicted_rate") / 0.01818 - 1.0).abs() < 1e-3);
    let score = |row: &Value| number(row, "log_likelihood") - number(row, "penalty");
    assert!(rows.windows(2).all(|pair| score(&pair[0]) >= score(&pair[1])));
    assert!(rows.iter().all(|row| row["distinguish"].as_str().is_some_and(|text| !text.is_empty())));
    assert_eq!(answer["inputs"]["positives"], 1794);
    let all = json("why -m 6e9 -n 500M -k 8 --positives 1794 --queries 100k --causes 100 --like guava");
    let causes: Vec<_> = all["results"].as_array().unwrap().iter().map(|row| row["cause"].as_str().unwrap()).collect();
    for cause in ["as-promised", "luck", "one-hash-function", "scheme:split-block:32", "more-items", "library:guava"] {
        assert!(causes.contains(&cause), "{cause}");
    }
    let table = stdout("why -m 4096000000 -n 100M -k 4 --positives 2658 --queries 100k");
    assert!(table.contains("none-of-these"), "{table}");
}

#[test]
fn a_scheme_that_is_stated_is_promised() {
    let sliced = "why -m 10Gi -n 100M -k 10 --scheme partitioned --positives 23242 --queries 1M";
    assert_eq!(json(sliced)["results"][0]["cause"], "hash-of-32-bits");
    let double = json("why -m 1024 -n 102 -k 7 --scheme double --positives 9417 --queries 1M --filters 1M");
    assert_eq!(double["results"][0]["cause"], "exact-rate");
}

#[test]
fn sizes_of_items_that_are_not_known() {
    let answer = json("size --items 1e6..5e6 --target 0.01 --confidence 0.95");
    let rows = answer["results"].as_array().unwrap();
    let keeps: Vec<_> = rows.iter().map(|row| row["keeps"].as_str().unwrap()).collect();
    assert_eq!(keeps, ["mean", "confidence:0.95", "worst"]);
    assert_eq!(rows[1]["items"], 4_800_000);
    assert_eq!(answer["inputs"]["items"], "1e6..5e6");
    // the worst case is one number of items, certified elsewhere
    let known = json("size --items 5e6 --target 0.01");
    assert_eq!((&rows[2]["bits"], &rows[2]["hashes"]), (&known["results"][0]["bits"], &known["results"][0]["hashes"]));
    assert!(number(&rows[0], "mean_rate") <= 0.01 && number(&rows[0], "worst_rate") > 0.01);
    let bits = rows[0]["bits"].as_u64().unwrap();
    let rates = json(&format!("fpr --bits {bits} --items 1e6..5e6 --hashes {}", rows[0]["hashes"]));
    let found = &rates["results"];
    assert!((number(&found[0], "rate") / number(&rows[0], "mean_rate") - 1.0).abs() < 1e-8);
    assert!((number(&found[1], "rate") / number(&rows[0], "worst_rate") - 1.0).abs() < 1e-8);
    let walks = json("size --items 1k..2k --target 0.01 --scheme blocked-double");
    let (walks, k) = (&walks["results"][0], &walks["results"][0]["hashes"]);
    let rate = json(&format!("fpr --bits {} --items 1k..2k --hashes {k} --scheme blocked-double", walks["bits"]));
    assert!((number(&rate["results"][0], "rate") / number(walks, "mean_rate") - 1.0).abs() < 1e-7, "{walks} {rate}");
    let normal = json("size --items lognormal:1M,0.5 --target 0.01");
    assert_eq!(normal["results"].as_array().unwrap().len(), 1);
    assert!(normal["results"][0]["worst_rate"].is_null());
}

#[test]
fn nonsense_is_refused_by_name_and_value() {
    for (arguments, reason) in [
        ("why -m 64 -n 5 -k 3 --positives 3 --queries 2", "--positives 3 is out of domain: needs 0 ≤ positives ≤ 2"),
        ("why -m 64 -n 5 -k 3 --positives 0 --queries 0", "--queries 0 is out of domain"),
        ("why -m 64 -n 5 -k 3 --positives -1 --queries 9", "invalid value '-1' for '--positives"),
        ("why -m 1 -n 5 -k 3 --positives 1 --queries 9", "--bits 1 is out of domain"),
        ("why -m 64 -n 5 -k 3 --positives 1 --queries 9 --filters 10", "--filters 10 is out of domain"),
        ("why -m 64 -n 5 -k 3 --positives 1 --queries 9 --alpha 1", "--alpha 1 is out of domain"),
        ("why -m 64 -n 5 -k 3 --positives 1 --queries 9 --like guava --scheme double", "cannot be used with"),
        ("size --items 5..4 --target 0.1", "items = 5 is out of domain: needs at most 4, the upper end of the range"),
        ("size --items 1..4 --target 0.1 --growth 20", "--growth does not go with --items 1..4"),
        ("size --items 1..4 --target 0.1 --like guava", "--like does not go with --items 1..4"),
        ("size --items 1..4 --target 0.1 --power-of-two", "--power-of-two does not go with --items 1..4"),
        ("size --items 1..4 --target 0.1 --confidence 1", "--confidence 1 is out of domain: needs 0 < confidence < 1"),
        ("size --items 4 --target 0.1 --confidence 0.9", "--confidence does not go with --items 4"),
        ("size --items lognormal:1e6,9 --target 0.1", "needs 0 < sigma ≤ 4"),
        ("fpr -m 64 -k 3 --items 1..4 --formula classic", "--formula does not go with --items 1..4"),
        ("fpr -m 64 -k 3 --items 1..4 --arithmetic rational", "--arithmetic does not go with --items 1..4"),
        ("fpr -m 64 -k 3 --items 1..4 --hash-bits 32", "--hash-bits does not go with --items 1..4"),
        (
            "size --items 1..4 --target 0.1 --scheme enhanced",
            "--items does not go with --scheme enhanced: needs --scheme other",
        ),
        (
            "fpr -m 60 -n 3 -k 3 --scheme partitioned --fold 2",
            "--fold does not go with --scheme partitioned: needs --scheme of",
        ),
        ("why -m 64 -n 0 -k 3 --positives 1 --queries 9", "--items 0 is out of domain: needs 1 ≤ items"),
        (
            "why -m 64 -n 5 -k 3 --positives 1 --queries 9 --causes 0",
            "invalid value '0' for '--causes <N>': 0 is not in 1..=100",
        ),
    ] {
        let (code, _, error) = failure(arguments);
        assert!(code == 2 && error.contains(reason), "{arguments}: {code} {error}");
    }
    for (arguments, reason) in [
        ("size --items lognormal:1M,2.3 --target 1e-12 --scheme blocked", "too large"),
        ("why -m 2^18 -n 2^14 -k 11 --scheme enhanced --positives 500 --queries 1M", "too large"),
    ] {
        let (code, _, error) = failure(arguments);
        assert!(code == 1 && error.contains(reason), "{arguments}: {code} {error}");
    }
}
