//! `bloomlab observe`: what set bits tell.

use std::fs;

use tempfile::{TempDir, tempdir};

use crate::run::{failure, json};

/// The name of a file with this content.
fn file(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn value(row: &serde_json::Value, name: &str) -> f64 {
    row[name]["value"].as_f64().unwrap()
}

#[test]
fn set_bits_tell_the_items_and_the_rate() {
    let answer = json("observe -m 9586 -k 7 --bits-set 4793 --level 0.999999");
    let row = &answer["results"][0];
    assert_eq!((&row["items_lower"], &row["kind"]), (&913.into(), &"exact".into()));
    assert!((value(row, "rate") - 1.0 / 128.0).abs() < 1e-15 && (value(row, "items") - 949.1).abs() < 0.1);
    // that of −(m/k) ln(1 − s/m), 1/(2k), less n/(2m)
    assert!((value(row, "bias") - (1.0 / 14.0 - 949.2 / 19_172.0)).abs() < 1e-4, "{row}");
    assert!((value(row, "standard_deviation") / (0.554 * 9586.0_f64.sqrt() / 7.0) - 1.0).abs() < 0.01, "{row}");
    let full = json("observe -m 64 -k 4 --bits-set 64");
    let full = &full["results"][0];
    assert!(full["items_upper"].is_null() && full["items"].is_null() && value(full, "rate") == 1.0, "{full}");
    let large = json("observe -m 2^40 -k 7 --bits-set 2^39 --level 0.9");
    assert!(
        large["results"][0]["items_upper"].as_u64().unwrap() > large["results"][0]["items_lower"].as_u64().unwrap()
    );
}

/// The eight words of two blocks of 8·4 bits, and what (fill)^8 makes of them.
#[test]
fn fills_tell_the_rate_of_blocks_words_and_slices() {
    let folder = tempdir().unwrap();
    let words = file(&folder, "words", "1\n2\n3\n4\n4\n3\n2\n1\n0\n1\n1\n1\n1\n1\n1\n4\n");
    let answer = json(&format!("observe -m 64 -k 8 --scheme split-block --word-bits 4 --fills {words}"));
    let row = &answer["results"][0];
    assert_eq!((&row["bits_set"], &row["kind"]), (&30.into(), &"bound".into()));
    assert!((value(row, "rate") - 0.5 * 576.0 / 65_536.0).abs() < 1e-15);
    assert!((value(row, "naive_rate") - (30.0_f64 / 64.0).powi(8)).abs() < 1e-15);
    let slices = file(&folder, "slices", "3\n2\n1\n");
    let row = &json(&format!("observe -m 8 -k 3 --scheme partitioned --fills {slices}"))["results"][0];
    assert!((value(row, "rate") - 1.0 * 2.0 / 3.0 / 2.0).abs() < 1e-15, "{row}");
    // the same from the bits themselves: 111, 011, 01
    let bits = file(&folder, "bits", [0b0101_1111]);
    let raw = &json(&format!("observe -m 8 -k 3 --scheme partitioned --raw {bits}"))["results"][0];
    assert_eq!(raw, row);
}

#[test]
fn bits_tell_the_rate_of_double_hashing() {
    let folder = tempdir().unwrap();
    let known = |bits: u8| {
        let file = file(&folder, &format!("four-{bits}"), [bits]);
        value(&json(&format!("observe -m 4 -k 3 --scheme double --raw {file}"))["results"][0], "rate")
    };
    assert_eq!((known(0b0011), known(0b0101)), (2.0 / 16.0, 4.0 / 16.0));
    let answer = json("observe -m 4096 -k 7 --scheme double --bits-set 2048");
    assert_eq!(answer["rate needs"], "--raw, the bits themselves");
    let row = &answer["results"][0];
    assert!(row["rate"].is_null() && value(row, "rate_lower") == 0.0 && value(row, "rate_upper") == 0.25);
    let lines = &json("observe -m 4096 -k 7 --scheme blocked-double --bits-set 4000")["results"][0];
    assert!(value(lines, "rate_lower") > 0.8 && value(lines, "rate_upper") == 4000.0 / 4096.0);
}

#[test]
fn damaged_files_are_refused_by_line_and_value() {
    let folder = tempdir().unwrap();
    let file = |name: &str, content: &str| file(&folder, name, content);
    let words = |name: &str| format!("observe -m 64 -k 2 --scheme split-block --fills {name}");
    for (arguments, reason) in [
        (words(&file("negative", "3\n-5\n")), "--fills, line 2: -5 is out of domain: needs a whole number from 0 on"),
        (words(&file("blank", "3\n\n")), "--fills, line 2: \"\" is out of domain"),
        (words(&file("empty", "")), "--fills 0 is out of domain: needs as many fills as parts of bits = 64: 2"),
        (words(&file("many", "33\n0\n")), "--fills 33 is out of domain: needs 0 ≤ fill ≤ 32 in fill 1"),
        (
            format!("observe -m 17 -k 2 --raw {}", file("short", "ab")),
            "--raw 2 is out of domain: needs 3 bytes for bits = 17",
        ),
        (
            format!("observe -m 17 -k 2 --raw {}", file("beyond", "\0\0\u{2}")),
            "--raw 2 is out of domain: needs no bit set in the last byte beyond bits = 17",
        ),
        ("observe -m 64 -k 2 --bits-set 65".to_owned(), "--bits-set 65 is out of domain"),
        ("observe -m 64 -k 2 --bits-set 5 --level 1".to_owned(), "--level 1 is out of domain: needs 0.5 ≤ level"),
        ("observe -m 64 -k 5 -w --bits-set 3".to_owned(), "--bits-set 3 is out of domain: needs a number of set bits"),
    ] {
        let (code, _, error) = failure(&arguments);
        assert!(code == 2 && error.contains(reason), "{arguments}: {code} {error}");
    }
    for (content, shown) in
        [(&b"1\n\xff\xfe\n"[..], "line 2: "), (&[b'7'; 500], "line 1: \"7777"), (b"1\n2\n3\n4\n", "3 is")]
    {
        let (code, _, error) = failure(&words(&self::file(&folder, "bytes", content)));
        assert!(code == 2 && error.contains(shown), "{error}");
    }
    // files without an end, and files that take seconds
    for arguments in [
        "observe -m 64 -k 2 --scheme split-block --fills /dev/zero",
        "observe -m 64 -k 2 --raw /dev/zero",
        "observe -m 2^40 -k 2 --raw /dev/zero",
        "observe -m 2^60 -k 2 --scheme split-block --fills /dev/zero",
    ] {
        let (code, _, error) = failure(arguments);
        let is_large = error.starts_with("error: too large: takes about ") && error.contains("try a smaller --bits");
        assert!(if arguments.contains('^') { code == 1 && is_large } else { code == 2 }, "{code} {error}");
    }
    let (code, _, error) = failure("observe -m 64 -k 2 --raw /absent/file");
    assert!(code == 1 && error.starts_with("error: --raw /absent/file: "), "{error}");
    let (code, _, error) = failure(&format!("observe -m 64 -k 2 --scheme double --fills {}", file("one", "1\n")));
    let needed = "--fills does not go with --scheme double: needs --scheme blocked, split-block or partitioned";
    assert!(code == 2 && error.contains(needed), "{error}");
}

/// Every walk of a small filter, strangers of a large one.
#[test]
fn bits_tell_the_rate_of_every_walk() {
    let folder = tempdir().unwrap();
    let mut state = 1_u32;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(1 << 17)
    .collect();
    for (scheme, bits) in [("enhanced", 4096), ("km-partition", 4096), ("triple", 128), ("double", 1 << 14)] {
        let raw = file(&folder, scheme, &bytes[..bits / 8]);
        let row = &json(&format!("observe -m {bits} -k 4 --scheme {scheme} --raw {raw}"))["results"][0];
        assert!(row.get("label").is_none() && (value(row, "rate") - 0.0625).abs() < 0.02, "{scheme}: {row}");
        assert!(value(row, "items") > 1.0);
    }
    let raw = file(&folder, "large", &bytes);
    let row = &json(&format!("observe -m 2^20 -k 4 --scheme double --raw {raw}"))["results"][0];
    let [rate, lower, upper] = ["rate", "rate_lower", "rate_upper"].map(|name| value(row, name));
    assert!(row["label"] == "measured" && lower < rate && rate < upper && upper - lower < 0.002, "{row}");
    assert!(lower < 0.0628 && 0.0622 < upper, "{row}");
}

#[test]
fn a_number_of_hash_functions_above_the_bits_is_answered_or_refused_at_once() {
    let (code, _, error) = failure("observe -m 2^30 -k 2147483648 --bits-set 2^20");
    assert!(code == 2 && error.contains("--bits-set 1048576 is out of domain"), "{error}");
}
