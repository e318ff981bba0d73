//! `size --like` against the audit: a rate that is called exact lies where it was measured, and any other stands next to the measurement.

use bloomlab::{Library, Measurement, Measurements};

use crate::readme::read;
use crate::run::json;

/// The margin of the audit's claims.
const MARGIN: f64 = 0.05;

#[test]
fn no_answer_contradicts_a_measurement() {
    let (mut exact, mut limits, mut beside) = (0, 0, 0);
    let table = |name: &str| read(&format!("data/{name}/promises.csv"));
    let all = Measurements::read(table("library-audit").as_bytes(), table("engines").as_bytes()).unwrap();
    let rows = Library::all().iter().flat_map(|library| all.of(library.name).map(|row| (library.name, row)));
    let agrees =
        |rate: f64, row: &Measurement| rate * (1.0 + MARGIN) >= row.lower && rate * (1.0 - MARGIN) <= row.upper;
    for (name, row) in rows {
        let target = row.target.unwrap();
        let answer = json(&format!("size -n {} -p {target} --like {name}", row.items));
        let like = &answer["results"][0]["like"];
        if let Some(rate) = like["rate"]["value"].as_f64() {
            exact += 1;
            assert!(agrees(rate, row), "{rate}: {row:?}");
        } else {
            beside += 1;
            if let Some(limit) = like["rate_in_large_filters"].as_f64() {
                limits += 1;
                assert!(agrees(limit, row), "{limit}: {row:?}");
            }
            let at = (like["measured_at_items"].as_u64(), like["measured_at_target"].as_f64());
            assert_eq!(at, (Some(row.items), Some(target)), "{row:?}");
            let measured = like["measured_rate"].as_f64().unwrap();
            assert!((measured - row.rate).abs() <= 6e-4 * row.rate, "{like}: {row:?}");
        }
    }
    println!(
        "{exact} rates agree with the measurement, {beside} stand next to it, {limits} of them with a limit that agrees"
    );
    assert_eq!((exact + beside, limits), (438, 12));
}
