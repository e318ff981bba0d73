//! `size --like` against the audit: a rate that is called exact lies where it was measured, and any other stands beside the measurement.

use bloomlab_cli::measured::Measured;

use crate::run::json;

/// The margin of the audit's claims.
const MARGIN: f64 = 0.05;

/// Half of the time all positions of bloom are even: 3.5 times the rate of independent positions.
#[test]
fn independent_positions_that_stand_in_are_not_called_exact() {
    let like = &json("size -n 1000 -p 0.001 --like bloom")["results"][0]["like"];
    let names = ["rate_if_independent", "rate_in_large_filters", "measured_rate", "measured_times_target"];
    let found = names.map(|name| like[name].as_f64());
    assert_eq!(found, [0.001, 0.003_54, 0.003_545, 3.545].map(Some));
    assert!(like["rate"].is_null(), "{like}");
    // 20 hash functions are summed, 24 are not
    let exact = |target: &str| {
        let answer = json(&format!("size -n 1000 -p {target} --like boost-bloom"));
        !answer["results"][0]["like"]["rate"].is_null()
    };
    assert_eq!(["1e-6", "1e-7"].map(exact), [true, false]);
}

#[test]
fn no_answer_contradicts_a_measurement() {
    let (mut exact, mut limits, mut beside) = (0, 0, 0);
    let agrees = |rate: f64, row: &Measured| rate * (1.0 + MARGIN) >= row.lower && rate * (1.0 - MARGIN) <= row.upper;
    for row in Measured::all() {
        let answer = json(&format!("size -n {} -p {} --like {}", row.items, row.target, row.library));
        let like = &answer["results"][0]["like"];
        if let Some(rate) = like["rate"]["value"].as_f64() {
            exact += 1;
            assert!(agrees(rate, &row), "{rate}: {row:?}");
        } else {
            beside += 1;
            if let Some(limit) = like["rate_in_large_filters"].as_f64() {
                limits += 1;
                assert!(agrees(limit, &row), "{limit}: {row:?}");
            }
            let at = (like["measured_at_items"].as_u64(), like["measured_at_target"].as_f64());
            assert_eq!(at, (Some(row.items), Some(row.target)), "{row:?}");
            let measured = like["measured_rate"].as_f64().unwrap();
            assert!((measured - row.rate).abs() <= 6e-4 * row.rate, "{like}: {row:?}");
        }
    }
    println!(
        "{exact} rates agree with the measurement, {beside} stand beside it, {limits} of them with a limit that agrees"
    );
    assert_eq!((exact + beside, limits), (438, 12));
}

/// 10 bits per key have the target by the nearest distribution, and measured 1.45 %.
#[test]
fn an_engine_that_misses_the_target_names_the_bits_that_were_measured_to_keep_it() {
    let like = |items: u64| json(&format!("size -n {items} -p 0.01 --like leveldb"))["results"][0]["like"].clone();
    let (large, small) = (like(100_000), like(10_000));
    assert_eq!((&large["bits_per_key"], &large["bits_per_key_measured_to_keep"]), (&10.into(), &12.into()), "{large}");
    assert!(small["bits_per_key_measured_to_keep"].is_null(), "{small}");
}
