//! `recycling`, `deletable` and `figures`: field names, values known from elsewhere, arithmetics that agree.

use serde_json::Value;

use crate::run::{failure, json, stdout};

fn first(arguments: &str) -> Value {
    json(arguments)["results"][0].clone()
}

fn value(row: &Value, name: &str) -> f64 {
    row[name]["value"].as_f64().unwrap_or_else(|| panic!("{name} in {row}"))
}

/// The number of a row lies between the bounds that another row has for it.
fn lies_within(row: &Value, bounds: &Value, name: &str) {
    let bound = |which: &str| bounds[name][which].as_str().unwrap().parse::<f64>().unwrap();
    let (low, high, slack) = (bound("lower"), bound("upper"), 1e-12 * bound("upper"));
    assert!((low - slack..=high + slack).contains(&value(row, name)), "{name}: {row} {bounds}");
}

#[test]
fn a_recycling_filter_has_the_rate_of_its_chain_in_every_arithmetic() {
    // M = 5, k = 3, σ = 4, distinct positions: 5/29 new messages are taken for known, 29/9 come in a cycle
    let exact = first("recycling rate -m 5 -k 3 -s 4 -w -a rational");
    assert_eq!(exact["rate"]["decimal"], "0.17241379310344828");
    assert_eq!(exact["messages_per_cycle"]["decimal"], "3.2222222222222222");
    for variant in ["", "--phases 2", "--without-replacement", "--retaining"] {
        let double = first(&format!("recycling rate -m 400 -k 4 -s 120 {variant}"));
        let certified = first(&format!("recycling rate -m 400 -k 4 -s 120 {variant} -a certified"));
        for name in ["rate", "published_rate", "messages_per_cycle"] {
            lies_within(&double, &certified, name);
        }
        let differs = value(&double, "rate") != value(&double, "published_rate");
        assert_eq!(differs, ["--phases 2", "--retaining"].contains(&variant), "{variant}");
    }
}

#[test]
fn the_largest_filters_take_no_time() {
    let row = first("recycling rate -m 2^40 -k 8 -s 2^39");
    // −ln(1 − σ/M)/k messages a bit in the limit of large filters
    let limit = -(0.5_f64.ln()) / 8.0;
    assert!((value(&row, "messages_per_cycle") / 2f64.powi(40) / limit - 1.0).abs() < 1e-9);
    let retaining = first("recycling rate -m 2^40 -k 8 -s 2^39 --retaining");
    assert!((value(&retaining, "rate") / value(&row, "rate") - 1.0).abs() < 1e-10);
}

#[test]
fn message_limits_come_with_their_bounds_in_order() {
    let row = first("recycling rate -m 1000 -k 5 --messages 100");
    let [f_o, f_a, rate, f_w] = ["f_o", "f_a", "rate", "f_w"].map(|name| value(&row, name));
    assert!(f_o < f_a && f_a < rate && rate < f_w, "{row}");
    // rate = R/(N + R), and N = 100
    assert!((value(&row, "messages_per_cycle") * (1.0 - rate) / 100.0 - 1.0).abs() < 1e-12, "{row}");
    assert_eq!(row["exact"], row["rate"]);
    let certified = first("recycling rate -m 1000 -k 5 --messages 100 -a certified");
    for name in ["rate", "messages_per_cycle", "f_o", "f_a", "f_w"] {
        lies_within(&row, &certified, name);
    }
}

#[test]
fn plans_keep_the_target_and_say_what_the_simpler_policies_lose() {
    let answer = json("recycling plan -m 1000 -p 0.01");
    let rows = answer["results"].as_array().unwrap();
    let policies: Vec<_> = rows.iter().map(|row| row["policy"].as_str().unwrap()).collect();
    assert_eq!(policies, ["sigma-bounded", "n-bounded", "worst-case"]);
    assert_eq!((rows[0]["hashes"].as_u64(), rows[0]["sigma"].as_u64()), (Some(6), Some(606)));
    assert_eq!(rows[2]["messages_limit"].as_u64(), Some(104));
    for row in rows {
        assert!(value(row, "rate") <= 0.01, "{row}");
    }
    assert!((value(&rows[0], "messages_per_cycle") - 155.9456).abs() < 1e-3);
    assert!((value(&rows[2], "loss") - 0.332).abs() < 1e-3);
    let two = json("recycling plan -m 1000 -p 0.01 --phases 2");
    assert!(two["results"][0]["sigma"].is_u64() && two["results"].as_array().unwrap().len() == 1, "{two}");
    assert_eq!((&two["not_modelled"], &two["inputs"]["target"]), (&"n-bounded, worst-case".into(), &"0.01".into()));
}

#[test]
fn the_plan_of_the_largest_filter_is_that_of_its_rates() {
    // 2^63 − 1 bits: what is planned is what rate then says, for either policy
    for target in ["0.01", "1e-10"] {
        let answer = json(&format!("recycling plan -m 9223372036854775807 -p {target}"));
        let [sigma, messages] = [&answer["results"][0], &answer["results"][1]];
        let (k, limit) = (sigma["hashes"].as_u64().unwrap(), sigma["sigma"].as_u64().unwrap());
        let rate = first(&format!("recycling rate -m 9223372036854775807 -k {k} -s {limit}"));
        assert!((value(&rate, "rate") / value(sigma, "rate") - 1.0).abs() < 1e-10, "{rate} {sigma}");
        let (k, limit) = (messages["hashes"].as_u64().unwrap(), messages["messages_limit"].as_u64().unwrap());
        let rate = first(&format!("recycling rate -m 9223372036854775807 -k {k} --messages {limit}"));
        assert!((value(&rate, "rate") / value(messages, "rate") - 1.0).abs() < 1e-10, "{rate} {messages}");
        assert!(value(&rate, "f_o") < value(&rate, "f_a") && value(&rate, "f_a") < value(&rate, "rate"), "{rate}");
    }
}

#[test]
fn rates_below_the_range_of_doubles_have_right_decimals() {
    // a message of 64 positions in 2^40 bits fits and the next does not: (64/2^40)^64, times 1/2
    let row = first("recycling rate -m 2^40 -k 64 -s 64 --digits 4");
    assert_eq!(value(&row, "rate"), 0.0);
    let decimal = row["rate"]["decimal"].as_str().unwrap();
    let exponent: f64 = decimal.split_once('e').unwrap().1.parse().unwrap();
    assert_eq!(exponent, (64.0 * (64.0 / 2f64.powi(40)).log10() - 2f64.log10()).floor(), "{decimal}");
    let nothing = first("recycling rate -m 1000 -k 5 -s 0");
    assert_eq!((value(&nothing, "rate"), nothing["rate"]["decimal"].as_str()), (0.0, Some("0")));
}

#[test]
fn forgetting_is_rarer_with_two_phases() {
    let rate = |flags: &str| first(&format!("recycling forgetting -m 1000 -k 5 --distance 50 {flags}"));
    let (one, two) = (rate("-s 590"), rate("-s 250 --phases 2"));
    assert_eq!(one["distance"], 50);
    assert!((value(&one, "false_negative_rate") - 0.2848).abs() < 1e-4, "{one}");
    assert!((value(&two, "false_negative_rate") - 0.0141).abs() < 1e-4, "{two}");
    assert_eq!(json("recycling forgetting -m 1000 -k 5 -s 590")["results"].as_array().unwrap().len(), 21);
}

#[test]
fn what_takes_too_long_is_refused_with_what_would_do() {
    // a convolution over eight million messages
    let (status, out, complained) = failure("recycling forgetting -m 650670634666 -k 2 -s 2 --distance 8172881");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(complained.contains("too large") && complained.contains("a smaller --distance"), "{complained}");
    // 1000² transitions for each of 110 states, whatever the distance
    let (status, _, complained) = failure("recycling forgetting -m 200 -k 1k -s 110 --distance 5");
    assert!(status == 1 && complained.contains("try a smaller --hashes or --distance"), "{complained}");
    // neither a sweep nor an extrapolation
    let (status, _, complained) = failure("recycling rate -m 2^62 -k 1000 -s 2^61");
    assert!(status == 1 && complained.contains("try a smaller --hashes or --bits"), "{complained}");
}

#[test]
fn a_plan_for_a_low_rate_is_answered_within_its_budget() {
    // each sweep asks for few of the averages that it passes
    let row = first("recycling plan -m 2097150 -p 1.7e-27 --phases 2");
    assert_eq!((row["hashes"].as_u64(), row["sigma"].as_u64()), (Some(89), Some(524_516)));
    assert!((value(&row, "messages_per_cycle") / 8_172.128_145 - 1.0).abs() < 1e-9, "{row}");
}

#[test]
fn deletable_filters_agree_between_arithmetics() {
    for filter in ["dfp", "tbf", "tbf-packed", "qbf", "dlbf --region-bits 4"] {
        let sizes = format!("deletable --filter {filter} -m 2^14 -n 900 -k 3 --deleted 200");
        let (double, certified) = (first(&sizes), first(&format!("{sizes} -a certified")));
        assert_eq!(double["cells"], certified["cells"]);
        for name in ["deletability", "rate", "rate_after_deletions"] {
            // 1e-9: a DlBF after deletions has only an alternating sum in doubles
            let relative = value(&double, name) / value(&certified, name) - 1.0;
            assert!(relative.abs() < 1e-9, "{filter} {name}: {relative:e}");
        }
        assert!(value(&double, "rate_after_deletions") < value(&double, "rate"));
        assert_eq!(double["published_deletability"].is_object(), filter.starts_with("dlbf"));
    }
    let packed = first("deletable --filter tbf-packed -m 80 -n 5 -k 2");
    assert_eq!(packed["cells"], 50, "five ternary cells in each of ten bytes");
}

/// Sizes at which the sums over regions once left the range of a double, or cancelled: an answer, or an error that says
/// what to do.
#[test]
fn deletable_filters_at_extreme_sizes() {
    for (arguments, deletability) in [
        ("deletable --filter dlbf --region-bits 64 -m 2^18 -n 2^12 -k 8", 0.998),
        ("deletable --filter dlbf --region-bits 1024 -m 2^20 -n 2^12 -k 5", 0.9997),
        ("deletable --filter dlbf --region-bits 8 -m 2^18 -n 2^12 -k 24", 0.99999),
        ("deletable --filter qbf -m 2^18 -n 2^17 -k 32 --deleted 2^17", 0.0),
        ("deletable --filter tbf -m 2^10 -n 1100 -k 16", 0.0),
        ("deletable --filter dfp -m 2^10 -n 2^57 -k 32", 0.0),
        ("deletable --filter dlbf --region-bits 4 -m 2^10 -n 2^58 -k 4 --deleted 2^58", 0.0),
        ("deletable --filter tbf -m 9223372036854775807 -n 9223372036854775807 -k 1", 0.135),
    ] {
        let row = first(arguments);
        assert!((value(&row, "deletability") - deletability).abs() < 1e-3, "{arguments}: {row}");
        assert!((0.0..=1.0).contains(&value(&row, "rate")), "{arguments}: {row}");
        assert!((0.0..=1.0).contains(&value(&row, "rate_after_deletions")), "{arguments}: {row}");
    }
    let (status, _, complained) =
        failure("deletable --filter dlbf --region-bits 8 -m 2^40 -n 2^30 -k 8 --deleted 2^28");
    assert!(
        status == 1
            && complained.contains("error: rate_after_deletions: with 8 hash functions double precision gives ")
            && complained.contains("; try --arithmetic certified"),
        "{complained}"
    );
    // what is deleted before anything saturates leaves nothing
    for filter in ["dfp", "tbf", "tbf-packed", "qbf", "dlbf --region-bits 4"] {
        for arithmetic in ["f64", "mpfr:100", "rational", "enclosure:100", "certified"] {
            let row = first(&format!("deletable --filter {filter} -m 40 -n 0 -k 2 --deleted 1 -a {arithmetic}"));
            assert_eq!(row["rate_after_deletions"]["decimal"], "0", "{filter} {arithmetic}");
        }
    }
    // the Poisson form gives 3.6993e-10
    let certified = first("deletable --filter dlbf --region-bits 8 -m 2^40 -n 2^30 -k 4 --deleted 2^28 -a certified");
    assert!((value(&certified, "rate_after_deletions") / 3.699_287e-10 - 1.0).abs() < 1e-6, "{certified}");
}

#[test]
fn sizes_out_of_domain_are_named() {
    for (arguments, complaint) in [
        (
            "recycling rate -m 10 -k 5 -s 10",
            "--sigma 10 is out of domain: needs 0 ≤ sigma ≤ 9, the bits of a filter less 1",
        ),
        (
            "recycling rate -m 10 -k 5 -s 5 --phases 2",
            "--sigma 5 is out of domain: needs 0 ≤ sigma ≤ 4, the bits of a filter less 1",
        ),
        ("recycling rate -m 10 -k 5 -s 4 --retaining", "--sigma 4 is out of domain: needs sigma ≥ hashes = 5"),
        (
            "recycling rate -m 11 -k 5 -s 4 --phases 2",
            "--bits 11 is out of domain: needs an even number ≥ 2, which two",
        ),
        (
            "recycling rate -m 10 -k 11 -s 4 -w",
            "--hashes 11 is out of domain: needs 1 ≤ hashes ≤ bits = 10 without replacement",
        ),
        ("recycling rate -m 10 -k 1025 -s 4", "--hashes 1025 is out of domain: needs 1 ≤ hashes ≤ 1024"),
        ("recycling rate -m 0 -k 1 -s 0", "--bits 0 is out of domain"),
        ("recycling rate -m 1000 -k 5 --messages 0", "--messages 0 is out of domain: needs 1 ≤ messages"),
        (
            "recycling rate -m 1000 -k 5 --messages 201",
            "⌊(bits − 1)/hashes⌋ + 1 = 200; beyond that a cycle may never end",
        ),
        ("recycling plan -m 11 -p 0.1 --phases 2", "--bits 11 is out of domain: needs an even number ≥ 2, which two"),
        (
            "recycling forgetting -m 10 -k 5 -s 10",
            "--sigma 10 is out of domain: needs 0 ≤ sigma ≤ 9, the bits of a filter less 1",
        ),
        ("recycling rate -m 1000 -k 5", "<--sigma <S>|--messages <N>>"),
        ("recycling rate -m 1000 -k 5 -s 5 --messages 5", "cannot be used with"),
        ("recycling plan -m 1000 -p 1", "--target 1 is out of domain: needs 0 < target < 1"),
        ("recycling plan -m 1000 -p nan", "--target nan is out of domain"),
        ("deletable --filter dlbf -m 100 -n 5 -k 2", "--filter dlbf needs --region-bits"),
        (
            "deletable --filter qbf --region-bits 4 -m 100 -n 5 -k 2",
            "--region-bits does not go with --filter qbf: needs --filter dlbf",
        ),
        ("deletable --filter dfp -m 1 -n 5 -k 2", "--bits 1 is out of domain: needs 2 ≤ bits ≤ 2^63 − 1 for D-FP"),
        (
            "deletable --filter dlbf -m 9 --region-bits 9 -n 5 -k 2",
            "--bits 9 is out of domain: needs 10 ≤ bits ≤ 2^63 − 1 for DlBF (9)",
        ),
        (
            "deletable --filter dlbf -m 9 --region-bits 0 -n 5 -k 2",
            "--region-bits 0 is out of domain: needs 1 ≤ region-bits ≤ 1024",
        ),
        ("deletable --filter dfp -m 100 -n 5 -k 33", "--hashes 33 is out of domain: needs 1 ≤ hashes ≤ 32"),
        ("deletable --filter dfp -m 100 -n 5 -k 0", "--hashes 0 is out of domain"),
        ("recycling plan -m 1000 -p 0.1 -k 0", "--hashes 0 is out of domain: needs 1 ≤ hashes ≤ 1024"),
        ("recycling plan -m 1000 -p 0.1 -k 1025", "--hashes 1025 is out of domain: needs 1 ≤ hashes ≤ 1024"),
        ("deletable --filter dfp -m 100 -n 0 -k 2", "--items 0 is out of domain: needs 1 ≤ items + deleted"),
        (
            "deletable --filter dfp -m 100 -n 2^62 --deleted 7 -k 2",
            "--items 4611686018427387904 is out of domain: needs hashes · (items + deleted) = 2 · (",
        ),
        ("figures nothing-of-this-name", "no figure `nothing-of-this-name` in this workspace"),
    ] {
        let (status, out, complained) = failure(arguments);
        assert!(status == 2 && out.is_empty() && complained.contains(complaint), "{arguments}: {status} {complained}");
    }
    let (status, _, complained) = failure("recycling rate -m 2^40 -k 5 -s 2^39 -a mpfr:100");
    assert!(status == 1 && complained.contains("too large: takes about"), "{complained}");
}

#[test]
fn an_enclosure_that_settles_nothing_is_no_answer() {
    for command in ["rate", "forgetting --distance 50"] {
        let (status, out, complained) = failure(&format!("recycling {command} -m 1000 -k 5 -s 590 -a enclosure:3"));
        assert!(status == 1 && out.is_empty() && complained.contains("no digit is certain"), "{complained}");
    }
}

/// Extrapolation resolves ten digits or so, and no policy beats the best by less.
#[test]
fn no_policy_takes_more_messages_than_the_best() {
    let answer = json("recycling plan -m 2^62 -p 0.5");
    let messages: Vec<f64> =
        answer["results"].as_array().unwrap().iter().map(|row| value(row, "messages_per_cycle")).collect();
    assert!(messages.len() == 3 && messages.iter().all(|other| *other <= messages[0]), "{messages:?}");
}

#[test]
fn what_takes_too_long_names_what_to_try() {
    for (arguments, instead) in [
        ("deletable --filter dlbf --region-bits 1024 -m 2^30 -n 2^10 -k 16", "try --hashes 9"),
        ("deletable --filter qbf -m 2^18 -n 2^14 -k 28 --deleted 2^14 -a certified", "try --arithmetic f64"),
        ("recycling rate -m 2^20 -k 200 -s 2^18 --retaining", "try a smaller --hashes or --bits"),
        ("recycling plan -m 2^17 -p 1e-90", "try a smaller --bits or a larger --target"),
    ] {
        let (status, out, complained) = failure(arguments);
        assert!(status == 1 && out.is_empty() && complained.contains(instead), "{arguments}: {status} {complained}");
    }
    assert_eq!(first("deletable --filter dlbf --region-bits 1024 -m 2^30 -n 2^10 -k 9")["deletability"]["value"], 1.0);
}

#[test]
fn figures_are_listed_with_their_state() {
    // the tests run within the workspace
    let answer = json("figures christensen-fpr/fig2-relative-error");
    let row = &answer["results"][0];
    assert_eq!((row["paper"].as_str(), row["figure"].as_str()), (Some("christensen-fpr"), Some("fig2-relative-error")));
    assert_eq!(row["command"], "make figures FIGURE=christensen-fpr/fig2-relative-error");
    assert!(["fresh", "stale", "missing"].contains(&row["state"].as_str().unwrap()), "{row}");
    // other programs read the list: all columns in a pipe
    assert!(stdout("figures").lines().next().is_some_and(|names| names.contains("state") && names.contains("command")));
    let settings = std::fs::read_dir("../../experiments/christensen-fpr").unwrap().flatten();
    let names = settings.filter_map(|entry| entry.file_name().into_string().ok());
    let figures =
        names.filter(|name| name.ends_with(".toml") && !["Cargo.toml", "claims.toml"].contains(&name.as_str()));
    assert_eq!(json("figures christensen-fpr")["results"].as_array().unwrap().len(), figures.count());
}
