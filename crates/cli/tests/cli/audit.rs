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

/// Names are read in any case; git is sampled from five paths on; no byte and no position are not printed as one bit.
#[test]
fn names_are_those_that_users_type() {
    let like = |question: &str| json(question)["results"][0]["like"].clone();
    assert_eq!(like("size -n 1000 -p 0.01 --like Guava")["library"], "guava 33.6.0-jre");
    assert_eq!(like("size -n 1000 -p 0.01 --like valkey")["library"], "bloomfilter 3.0.2");
    assert_eq!(like("size -n 1000 -p 0.01 --like redis")["bits"], 11_072);
    assert_eq!(like("size -n 25 -p 0.003 --like npm-bloom-filters")["bits"], 303);
    assert_eq!(like("size -n 23 -p 0.004 --like npm-bloomfilter")["hashes"], 8);
    let sampled = like("size -n 5 -p 0.01 --like git")["rate_sampled"].as_f64().unwrap();
    assert!((sampled / 0.0178 - 1.0).abs() < 0.04, "{sampled}");
    for (question, bits) in [("size -n 1 -p 0.5 --like bip37", 0), ("size -n 1000000 -p 1e-6 --like bip37", 288_000)] {
        assert_eq!((&like(question)["bits"], &like(question)["hashes"]), (&bits.into(), &0.into()));
    }
}
