//! What stands on the page: its texts, its state in the address, and how it looks.

use std::collections::BTreeMap;

use bloomlab::deletable::{DeletableKind, Parameters, finite};
use bloomlab::exact::{Enclosures, certify};
use bloomlab::numbers::{Double, Number};
use bloomlab::recycling::{SigmaBounded, one_phase, plan};
use bloomlab::{HashingScheme, Sampling, Shape};
use serde_json::{Value, json};

use super::certified::{Law, textbook};
use super::{ACCURACY, answers, open, questions};
use crate::checks::{complaints, show, workspace};
use crate::chromium::Tab;

/// Half a unit of the sixth digit, to which counts of messages and rates with more items are shown.
const SIX_DIGITS: f64 = 5.1e-6;

/// The numbers in a text; signs and grouping commas are read.
fn numbers(text: &str) -> Vec<f64> {
    let part = |character: char| character.is_ascii_digit() || ".,-+e".contains(character);
    let words = text.split(|character| !part(character)).map(|word| word.replace(',', ""));
    words.filter_map(|word| word.trim_end_matches(['.', '-', 'e']).parse().ok()).collect()
}

#[test]
fn numbers_are_read_from_texts() {
    assert_eq!(numbers("1,010 items, 9.5e-7 times; 1e6."), [1010.0, 9.5e-7, 1e6]);
}

/// Waits until the page has done what takes several frames.
fn settle(tab: &mut Tab) {
    tab.evaluate(
        "new Promise((done) => {
            const look = () => document.getElementById('results').hasAttribute('aria-busy') ? setTimeout(look, 5) : done();
            setTimeout(look, 5);
        })",
    );
}

fn text(tab: &mut Tab, id: &str) -> String {
    let text = tab.evaluate(&format!("document.getElementById({}).innerText", json!(id)));
    text.as_str().unwrap_or_default().to_owned()
}

fn assert_shows(tab: &mut Tab, id: &str, expected: &[f64], accuracy: f64) {
    let shown = text(tab, id);
    let found = numbers(&shown);
    let near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= accuracy * expected.abs();
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{id}: {shown}, not {expected:?}");
}

/// The texts are the answers, for a question of each kind.
#[test]
fn the_page_shows_what_it_computes() {
    let asked: Vec<_> = questions().into_iter().step_by(37).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let answers = answers(&mut tab, &asked);
    for (asked, answer) in asked.iter().zip(&answers) {
        tab.evaluate(&format!("location.hash = {}; new Promise(requestAnimationFrame)", json!(asked.fragment())));
        settle(&mut tab);
        assert_eq!(text(&mut tab, "error"), "", "{asked:?}");
        let number = |value: &Value| value.as_f64();
        let sizes: Vec<f64> = ["items", "bits", "hashes"].iter().filter_map(|name| number(&answer[*name])).collect();
        assert_shows(&mut tab, "sizes", &sizes, 0.0);
        let rate = number(&answer["rate"]).unwrap();
        assert_shows(&mut tab, "exact", &[rate], ACCURACY);
        if let Some(promised) = number(&answer["textbook"]) {
            assert_shows(&mut tab, "textbook", &[promised], ACCURACY);
            assert_shows(&mut tab, "times", &[rate / promised], 2.0 * ACCURACY);
        }
        if let Some(target) = asked.rate {
            let word = if rate <= target { "keeps" } else { "misses" };
            assert!(text(&mut tab, "kept").contains(word));
            assert_shows(&mut tab, "kept", &[target], ACCURACY);
        }
        if let Some(bits) = number(&answer["smallest"]["bits"]) {
            let least = ["hashes", "rate"].map(|name| number(&answer["smallest"][name]).unwrap());
            assert_shows(&mut tab, "smallest", &[bits, least[0], least[1]], ACCURACY);
        }
        let rows = answer["growth"].as_array().unwrap().iter();
        let cells = |row: &Value| {
            let later = number(&row["rate"]).unwrap();
            [number(&row["percent"]).unwrap(), number(&row["items"]).unwrap(), later, later / rate]
        };
        assert_shows(&mut tab, "growth", &rows.flat_map(cells).collect::<Vec<_>>(), 5.1e-4);
        let drawn = tab.evaluate("document.querySelector('#plot polyline:last-of-type').getAttribute('points')");
        assert!(drawn.as_str().is_some_and(|points| points.contains(' ')), "{asked:?}: {drawn}");
    }
}

/// The bits of a recycling filter up to which enclosures are quick.
const QUICKLY_CERTIFIED: u64 = 1 << 14;

/// The tables of plans: against enclosures, and large recycling filters against their states one by one.
#[test]
fn plans_are_certified() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let plans = tab.evaluate("PLANS");
    let near = |found: &Value, expected: f64| (found.as_f64().unwrap() / expected - 1.0).abs() <= ACCURACY;
    let count = |value: &Value| value.as_u64().unwrap();
    for row in plans["recycling"].as_array().unwrap() {
        let (bits, hashes, sigma) = (count(&row["bits"]), count(&row["hashes"]), count(&row["sigma"]));
        let planned = plan(bits, row["target"].as_f64().unwrap()).unwrap();
        assert_eq!(planned.hashes, hashes, "{row}");
        let filter = SigmaBounded::new(Shape::new(bits, hashes, Sampling::WithReplacement).unwrap(), sigma).unwrap();
        let (rate, messages) = if bits <= QUICKLY_CERTIFIED {
            let average = one_phase(&Enclosures::new(128), filter);
            assert!(average.rate.is_narrower_than(13) && average.messages_per_cycle.is_narrower_than(13));
            (average.rate.to_f64(), average.messages_per_cycle.to_f64())
        } else {
            let average = one_phase(&Double, filter);
            (average.rate, average.messages_per_cycle)
        };
        assert!(near(&row["rate"], rate) && near(&row["messages"], messages), "{row}: {rate} {messages}");
    }
    for row in plans["deletable"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        let kind = match name {
            "D-FP" => DeletableKind::Dfp,
            "TBF" => DeletableKind::TBF,
            "QBF" => DeletableKind::Qbf,
            _ => DeletableKind::Dlbf { region_bits: numbers(name)[0] as u64 },
        };
        let filter =
            Parameters::new(kind, count(&row["bits"]), count(&row["items"]), 0, count(&row["hashes"])).unwrap();
        let deletability = certify(13, |a| finite::deletability(a, &filter)).unwrap().to_f64();
        let rate = certify(13, |a| finite::rate(a, &filter)).unwrap().to_f64();
        assert!(near(&row["deletability"], deletability) && near(&row["rate"], rate), "{row}: {deletability} {rate}");
    }
    // the entries that are shown for a question
    tab.evaluate(
        "location.hash = 'bits=5000&items=312&hashes=4&rate=0.02'; new Promise((done) => setTimeout(done, 50))",
    );
    let row = &plans["recycling"][7];
    let shown = ["bits", "target", "hashes", "sigma", "messages", "rate"].map(|name| row[name].as_f64().unwrap());
    assert_eq!((shown[0], shown[1]), (4096.0, 0.01));
    assert_shows(&mut tab, "recycling", &shown, SIX_DIGITS);
    assert_shows(&mut tab, "deletable-size", &[16_384.0, 262_144.0, 4.0], 0.0);
    assert!(text(&mut tab, "deletable").contains("0.976035189608"));
}

/// The points of both curves, read off the picture by its own scales.
#[test]
fn the_plot_shows_the_rates() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let (bits, items, hashes) = (16_384, 1500, 7);
    tab.evaluate(&format!(
        "location.hash = 'items={items}&bits={bits}&hashes={hashes}&scheme=double-odd'; new Promise((done) => setTimeout(done, 20))"
    ));
    settle(&mut tab);
    let picture = tab.evaluate(
        "(() => {
            const all = (selector) => [...document.querySelectorAll('#plot ' + selector)];
            const heights = all('path[stroke=\"#dddddd\"]').map((path) => Number(path.getAttribute('d').match(/^M\\S+ ([^H]+)H/)[1]));
            const labels = all('text').slice(0, 2).map((text) => Number(text.textContent));
            const points = all('polyline').map((line) => line.getAttribute('points').split(' ').map((pair) => pair.split(',').map(Number)));
            const left = Number(all('path')[0].getAttribute('d').match(/^M(\\S+)/)[1]);
            return { heights, labels, points, left, planned: Number(all('circle')[0].getAttribute('cx')) };
        })()",
    );
    let at = |name: &str, index: usize| picture[name][index].as_f64().unwrap();
    let (left, planned) = (picture["left"].as_f64().unwrap(), picture["planned"].as_f64().unwrap());
    assert_eq!(at("labels", 0), 1.0);
    let decade = (at("heights", 1) - at("heights", 0)) / -at("labels", 1).log10();
    let exact = Law::of_scheme(HashingScheme::DoubleOdd, bits, hashes);
    let curves: [&dyn Fn(u64) -> f64; 2] = [&|items| textbook(bits, items, hashes), &|items| exact.rate(items)];
    for (curve, points) in curves.iter().zip(picture["points"].as_array().unwrap()) {
        let points = points.as_array().unwrap();
        assert!(points.len() > 8, "{points:?}");
        for point in points {
            let (across, down) = (point[0].as_f64().unwrap(), point[1].as_f64().unwrap());
            let held = ((across - left) / (planned - left) * items as f64 / 128.0).round() as u64 * 128;
            let expected = at("heights", 0) - curve(held).log10() * decade;
            assert!((down - expected).abs() < 0.1, "{held} items at {down}, not {expected}");
        }
    }
}

/// The state of the fields in the address, both ways, by keyboard; errors at their field.
#[test]
fn the_address_holds_the_question() {
    let mut tab = Tab::open();
    let page = workspace().join("figures/calculator.html");
    open(&mut tab, &page);
    tab.evaluate("location.hash = 'items=2^20&bits=16Mi&hashes=7'; new Promise((done) => setTimeout(done, 50))");
    assert_shows(&mut tab, "sizes", &[1_048_576.0, 16_777_216.0, 7.0], 0.0);
    tab.evaluate("document.getElementById('bits').focus(); document.getElementById('bits').select()");
    tab.call("Input.insertText", json!({ "text": "8,388,608" }));
    assert_shows(&mut tab, "sizes", &[1_048_576.0, 8_388_608.0, 7.0], 0.0);
    assert_eq!(tab.evaluate("location.hash"), "#items=2%5E20&bits=8%2C388%2C608&hashes=7&scheme=independent");
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(tab.evaluate("document.activeElement.id").as_str().unwrap_or_default().to_owned());
        tab.press("Tab", 9, "");
    }
    assert_eq!(order, ["bits", "hashes", "rate", "scheme", "library"]);
    let read = |tab: &mut Tab, number: &str| tab.evaluate(&format!("number('items', '{number}')"));
    for (number, value) in
        [("1.001k", 1001.0), ("16.1k", 16_100.0), ("1,048,576", 1_048_576.0), ("2^53", 9_007_199_254_740_992.0)]
    {
        assert_eq!(read(&mut tab, number).as_f64(), Some(value), "{number}");
    }
    let domains = BTreeMap::from([
        ("items=x&bits=9", ("items", "items = x is out of domain: needs a whole number")),
        ("items=1.5&bits=9", ("items", "needs a whole number")),
        ("items=1,5&bits=9", ("items", "items = 1,5 is out of domain: needs a whole number")),
        ("items=9&rate=0,01", ("rate", "rate = 0,01 is out of domain: needs a number")),
        ("items=9&rate=1Ki", ("rate", "needs a number such as 0.01")),
        ("items=9&bits=99&hashes=70", ("hashes", "needs 1 ≤ hashes ≤ 64")),
        (
            "items=9&rate=0.1&scheme=cuckoo",
            ("scheme", "scheme = cuckoo is out of domain: needs one of independent, double"),
        ),
        (
            "items=9&rate=0.1&library=cuckoo",
            ("library", "library = cuckoo is out of domain: needs one of abloom, bloom"),
        ),
    ]);
    for (fragment, (field, words)) in domains {
        tab.evaluate(&format!("location.hash = {}; new Promise((done) => setTimeout(done, 50))", json!(fragment)));
        let invalid = tab.evaluate("[...document.querySelectorAll('[aria-invalid]')].map((field) => field.id).join()");
        assert_eq!(invalid, field);
        assert!(text(&mut tab, "error").contains(words), "{fragment}");
        assert_eq!(tab.evaluate("document.getElementById('results').checkVisibility()"), false);
        let kept = tab.evaluate(
            "[...new URLSearchParams(location.hash.slice(1)).entries()].map((pair) => pair.join('=')).join('&')",
        );
        assert!(kept.as_str().is_some_and(|kept| kept.contains(fragment)), "{fragment}: {kept}");
    }
}

/// Landmarks, names, contrast, size of texts and width, as the gallery's.
#[test]
fn the_page_is_seen_and_used_as_the_gallery() {
    let mut tab = Tab::open();
    let url = format!("file://{}", workspace().join("figures/calculator.html").display());
    // no search here
    let audit = include_str!("../audit.js").replace("\"[role=search]\", ", "");
    for width in [1280, 380] {
        for theme in ["light", "dark"] {
            for fragment in ["#items=1e6&rate=0.01", "#items=1e15&rate=1e-3&scheme=blocked-512", "#items=x"] {
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
