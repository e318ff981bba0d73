//! The address, what people type, and how the page looks.

use std::collections::BTreeMap;

use serde_json::json;

use super::open;
use super::shown::{ask, numbers, settle, text};
use crate::chromium::Tab;
use crate::opened::{complaints, show, workspace};

/// The state of the fields in the address, both ways, by keyboard.
#[test]
fn the_address_holds_the_question() {
    let mut tab = Tab::open();
    let page = workspace().join("figures/calculator.html");
    open(&mut tab, &page);
    ask(&mut tab, "items=2^20&bits=2 MiB&hashes=7");
    assert_eq!(numbers(&text(&mut tab, "sizes"))[..2], [1_048_576.0, 16_777_216.0]);
    tab.evaluate("document.getElementById('bits').focus(); document.getElementById('bits').select()");
    tab.call("Input.insertText", json!({ "text": "8,388,608" }));
    settle(&mut tab);
    assert_eq!(numbers(&text(&mut tab, "sizes"))[..2], [1_048_576.0, 8_388_608.0]);
    assert_eq!(tab.evaluate("location.hash"), "#items=2%5E20&bits=8%2C388%2C608&hashes=7&scheme=independent");
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(tab.evaluate("document.activeElement.id").as_str().unwrap_or_default().to_owned());
        tab.press("Tab", 9, "");
    }
    assert_eq!(order, ["bits", "hashes", "rate", "scheme", "library"]);
    // as other calculators have it: a p above 1 is 1 in p
    for (asked, shown) in [("n=4000&p=1.0E-7&m=&k=", [4000.0, 134_191.0]), ("n=20&p=1000", [20.0, 291.0])] {
        tab.load("about:blank");
        tab.load(&format!("file://{}?{asked}", page.display()));
        settle(&mut tab);
        let sizes = numbers(&text(&mut tab, "sizes"));
        assert_eq!(sizes[0], shown[0], "{asked}");
        assert!((sizes[1] / shown[1] - 1.0).abs() < 1e-3, "{asked}: {sizes:?}");
        assert_eq!(tab.evaluate("location.search"), "");
    }
}

/// Numbers as people write them; nothing that could be bits or bytes.
#[test]
fn numbers_are_read_as_people_write_them() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    for (field, number, value) in [
        ("items", "1.001k", 1001.0),
        ("items", "16.1k", 16_100.0),
        ("items", "1,048,576", 1_048_576.0),
        ("items", "1_000_000", 1e6),
        ("items", "10 million", 1e7),
        ("items", "16Ki", 16_384.0),
        ("bits", "2^53", 9_007_199_254_740_992.0),
        ("bits", "1 MiB", 8_388_608.0),
        ("bits", "1MB", 8e6),
        ("bits", "64 Kibit", 65_536.0),
        ("bits", "1.5 KiB", 12_288.0),
        ("rate", "0,01", 0.01),
        ("rate", "1 %", 0.01),
        ("rate", "0,1%", 0.001),
        ("rate", "1 in 1000", 0.001),
        ("rate", "1/1_000_000", 1e-6),
        ("rate", "1e-6", 1e-6),
    ] {
        let read = tab.evaluate(&format!("number('{field}', '{number}')"));
        assert_eq!(read.as_f64(), Some(value), "{field} {number}");
    }
}

/// What is wrong stands at its field, in words; the last answer stays, in grey.
#[test]
fn errors_stand_at_their_field() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let domains = BTreeMap::from([
        ("items=x&bits=9", ("items", "Items: x is not a whole number")),
        ("items=1.5&bits=9", ("items", "1.5 is not a whole number")),
        ("items=1,5&bits=9", ("items", "1,5 is not a whole number")),
        ("items=10.000&bits=99", ("items", "Items: 10.000 could be 10 or 10000.")),
        (
            "items=9&rate=1e-400",
            ("rate", "1e-400 is not a number from 1e-15 to 0.999; the command computes lower rates."),
        ),
        ("items=9&bits=64Ki", ("bits", "64Ki could be bits or bytes. Write 64Kibit or 64KiB.")),
        ("items=9&bits=64M", ("bits", "64M could be bits or bytes. Write 64Mbit or 64MB.")),
        ("items=9&rate=1Ki", ("rate", "is not a rate such as 0.01")),
        ("items=9&bits=99&hashes=70", ("hashes", "70 is not a number from 1 to 64")),
        ("items=9&bits=1000&scheme=blocked-512", ("bits", "1,000 is not a multiple of 512, as 512 and 1,024 are.")),
        ("items=9&rate=0.1&scheme=cuckoo", ("scheme", "cuckoo is not one of independent, double")),
        ("items=9&rate=0.1&library=cuckoo", ("library", "cuckoo is not one of abloom, bloom")),
    ]);
    for (fragment, (field, words)) in domains {
        ask(&mut tab, "items=1e6&rate=0.01");
        ask(&mut tab, fragment);
        let invalid = tab.evaluate("[...document.querySelectorAll('[aria-invalid]')].map((field) => field.id).join()");
        assert_eq!(invalid, field);
        let error = text(&mut tab, "error");
        assert!(error.contains(words), "{fragment}: {error}");
        assert_eq!(tab.evaluate("document.querySelector('#results.stale').checkVisibility()"), true);
        let place = tab.evaluate(&format!("document.querySelector('#error').parentElement.contains({field})"));
        let copied = tab.evaluate("[...document.querySelectorAll('[data-copy]')].every((button) => button.disabled)");
        assert!(place == true && copied == true, "{fragment}: at its field {place}, no copies {copied}");
        assert_eq!(text(&mut tab, "answer-title"), "The previous answer");
        let kept = tab.evaluate(
            "[...new URLSearchParams(location.hash.slice(1)).entries()].map((pair) => pair.join('=')).join('&')",
        );
        assert!(kept.as_str().is_some_and(|kept| kept.contains(fragment)), "{fragment}: {kept}");
    }
}

/// Typing passes through much that is incomplete: nothing vanishes and nothing is called wrong before the field is left.
#[test]
fn nothing_vanishes_while_one_types() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    ask(&mut tab, "items=1e6&rate=0.01");
    let height = "document.getElementById('results').getBoundingClientRect().height";
    let before = tab.evaluate(height).as_f64().unwrap();
    for (field, typed) in
        [("rate", "0.001"), ("rate", "1 in 500"), ("items", "2^20"), ("items", "3 million"), ("items", "1e7")]
    {
        tab.evaluate(&format!(
            "document.getElementById('{field}').focus(); document.getElementById('{field}').select()"
        ));
        tab.press("Delete", 46, "");
        for character in typed.chars() {
            tab.call("Input.insertText", json!({ "text": character.to_string() }));
            settle(&mut tab);
            assert_eq!(text(&mut tab, "error"), "", "{typed}");
            let now = tab.evaluate(height).as_f64().unwrap();
            assert!(now > 0.8 * before, "{typed}, after {character}: {now} pixels, not {before}");
        }
        assert_eq!(tab.evaluate("document.querySelectorAll('.stale, [aria-invalid]').length"), 0, "{typed}");
    }
    tab.evaluate("document.getElementById('items').select()");
    tab.call("Input.insertText", json!({ "text": "1e" }));
    assert_eq!(
        (text(&mut tab, "error"), tab.evaluate("document.querySelectorAll('.stale').length")),
        (String::new(), json!(1))
    );
    tab.press("Tab", 9, "");
    settle(&mut tab);
    assert!(text(&mut tab, "error").contains("1e is not a whole number"));
}

/// Landmarks, names, contrast, size of texts and width, as the gallery's.
#[test]
fn the_page_is_seen_and_used_as_the_gallery() {
    let mut tab = Tab::open();
    let url = format!("file://{}", workspace().join("figures/calculator.html").display());
    // no search here
    let audit = include_str!("../../../gallery/tests/browser/audit.js").replace("\"[role=search]\", ", "");
    for width in [1280, 380] {
        for theme in ["light", "dark"] {
            for fragment in [
                "#items=1e6&rate=0.01",
                "#items=1e15&rate=1e-3&scheme=blocked-512",
                "#items=1e7&rate=1e-6&library=bloom",
                "#items=x",
            ] {
                show(&mut tab, &format!("{url}{fragment}"), width, theme);
                let found: Vec<String> = serde_json::from_value(tab.evaluate(&audit)).unwrap();
                assert!(found.is_empty(), "{width} {theme} {fragment}: {found:#?}");
                let needed = tab.evaluate("document.scrollingElement.scrollWidth").as_u64().unwrap_or(u64::MAX);
                assert!(needed <= u64::from(width), "{width} {theme} {fragment}: {needed} pixels wide");
                let said = complaints(&mut tab);
                assert!(said.is_empty(), "{said:#?}");
            }
        }
    }
    let unlabelled =
        tab.evaluate("[...document.querySelectorAll('input, select')].filter((field) => !field.labels.length).length");
    assert_eq!(unlabelled, 0);
    assert_eq!(tab.evaluate("document.querySelectorAll('[aria-live=polite] #exact').length"), 1);
    for link in ["index.html", "../README.md"] {
        assert!(workspace().join("figures").join(link).exists(), "{link}");
    }
}
