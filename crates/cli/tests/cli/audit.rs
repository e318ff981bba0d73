//! `size --like` says what the library says, whose answers are held against every measurement where they are made.

use bloomlab::{Product, Setting};

use crate::run::json;

/// A law that is exact, one that is sampled and one that only stands next to a measurement; of a library and of an engine.
#[test]
fn the_command_has_the_answer_of_the_library() {
    for (name, rate) in [
        ("spark", "rate"),
        ("guava", "rate_sampled"),
        ("fastbloom", "rate_if_independent"),
        ("slatedb", "rate"),
        ("leveldb", "rate_sampled"),
        ("rocksdb", "rate_of_nearest"),
    ] {
        let product: Product = name.parse().unwrap();
        let built = product.filter_for(1000, 0.01).unwrap();
        let like = json(&format!("size -n 1000 -p 0.01 --like {name}"))["results"][0]["like"].clone();
        let shown = like[rate].as_f64().or(like[rate]["value"].as_f64()).unwrap();
        assert!((shown / built.rate - 1.0).abs() < 5e-3, "{built:?}: {like}");
        assert_eq!((&like["bits"], &like["bits_per_key"]), (&built.bits.into(), &built.bits_per_key.into()), "{like}");
        let is_measured = !["rate", "rate_of_nearest"].contains(&rate);
        assert_eq!(like["measured_at_items"].as_u64(), is_measured.then_some(1000), "{like}");
        assert_eq!(product.setting == Setting::BitsPerKey, built.bits_per_key.is_some());
    }
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
