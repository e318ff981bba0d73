//! What stands on the page: its texts and its plot.

use bloomlab::HashingScheme;
use serde_json::{Value, json};

use super::certified::{Distribution, scheme, textbook, walks};
use super::questions::Question;
use super::{ACCURACY, answers, open, questions};
use crate::chromium::Tab;
use crate::opened::workspace;

/// Half a unit of the last of four digits, and of three.
const FOUR_DIGITS: f64 = 5.1e-4;
const THREE_DIGITS: f64 = 5.1e-3;

/// The numbers in a text; signs and grouping commas are read.
pub fn numbers(text: &str) -> Vec<f64> {
    let part = |character: char| character.is_ascii_digit() || ".,-+e".contains(character);
    let words = text.split(|character| !part(character)).map(|word| word.replace(',', ""));
    words.filter_map(|word| word.trim_end_matches(['.', '-', 'e']).parse().ok()).collect()
}

#[test]
fn numbers_are_read_from_texts() {
    assert_eq!(numbers("1,010 items, 9.5e-7 times; 1e6."), [1010.0, 9.5e-7, 1e6]);
}

/// Waits until the page has done what takes several frames.
pub fn settle(tab: &mut Tab) {
    tab.evaluate(
        "new Promise((done) => {
            const look = () => document.getElementById('results').hasAttribute('aria-busy') ? setTimeout(look, 5) : done();
            setTimeout(look, 5);
        })",
    );
}

/// Asks by the address, and waits for the answer.
pub fn ask(tab: &mut Tab, fragment: &str) {
    tab.evaluate(&format!("location.hash = {}; new Promise((done) => setTimeout(done, 20))", json!(fragment)));
    settle(tab);
}

pub fn text(tab: &mut Tab, id: &str) -> String {
    let text = tab.evaluate(&format!("document.getElementById({}).textContent", json!(id)));
    text.as_str().unwrap_or_default().replace('\u{a0}', " ")
}

fn assert_shows(tab: &mut Tab, id: &str, expected: &[f64], accuracy: f64) {
    let shown = text(tab, id);
    let found = numbers(&shown);
    let near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= accuracy * expected.abs();
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{id}: {shown}, not {expected:?}");
}

/// A rate as the page writes it: per cent, and below a millionth as it is.
fn in_per_cent(rate: f64) -> f64 {
    if rate >= 1e-6 { 100.0 * rate } else { rate }
}

/// The texts are the answers, for a question of each kind.
#[test]
fn the_page_shows_what_it_computes() {
    let asked: Vec<_> = questions().into_iter().step_by(37).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let answers = answers(&mut tab, &asked);
    for (asked, answer) in asked.iter().zip(answers) {
        ask(&mut tab, &asked.fragment());
        assert_eq!(text(&mut tab, "error"), "", "{asked:?}");
        let answer = shown(&mut tab, asked, answer);
        assert_page_shows(&mut tab, asked, &answer);
    }
}

/// The answer that the page shows: of schemes whose rate rises and falls, the smallest filter rather than a first guess.
fn shown(tab: &mut Tab, asked: &Question, answer: Value) -> Value {
    let is_found = asked.library.is_none() && walks(scheme(asked.scheme)) && asked.bits.is_none();
    let least = &answer["smallest"];
    if !is_found || !least.is_object() {
        return answer;
    }
    let filter = |name: &str| least[name].as_u64().or(least[name].as_f64().map(|value| value as u64));
    let better = Question { bits: filter("bits"), hashes: filter("hashes"), ..*asked };
    let smallest = least.clone();
    let mut better = answers(tab, &[better]).remove(0);
    assert!(better["rate"].as_f64() <= asked.rate, "the headline misses the target: {better}");
    better["smallest"] = smallest;
    better
}

fn assert_page_shows(tab: &mut Tab, asked: &Question, answer: &Value) {
    let number = |value: &Value| value.as_f64();
    let is_exact = answer["exact"] == true;
    let accuracy = if is_exact { FOUR_DIGITS } else { THREE_DIGITS };
    let (items, bits) = (number(&answer["items"]).unwrap(), number(&answer["bits"]).unwrap());
    let sizes = numbers(&text(tab, "sizes"));
    assert_eq!(sizes[..2], [items, bits], "{asked:?}");
    assert!((sizes[3] / (bits / items) - 1.0).abs() < FOUR_DIGITS, "{asked:?}: {sizes:?}");
    assert_eq!(sizes.get(4).copied(), number(&answer["hashes"]), "{asked:?}");
    let rate = number(&answer["rate"]).unwrap();
    assert_shows(tab, "exact", &[in_per_cent(rate), 1.0, 1.0 / rate], accuracy);
    let promised = number(&answer["textbook"]);
    assert_shows(tab, "textbook", &promised.map(in_per_cent).into_iter().collect::<Vec<_>>(), FOUR_DIGITS);
    if let Some(measured) = answer["measured"].as_array() {
        let [items, target, rate, lower, upper] = [0, 1, 2, 3, 4].map(|i| number(&measured[i]).unwrap());
        let times: Vec<f64> = Some(rate / target).filter(|_| rate > 0.0).into_iter().collect();
        assert_shows(tab, "measured", &times, THREE_DIGITS);
        let found = times.iter().flat_map(|_| [in_per_cent(rate), in_per_cent(target)]);
        let found: Vec<f64> = found.chain([items, 99.0, lower / target, upper / target]).collect();
        assert_shows(tab, "interval", &found, THREE_DIGITS);
    }
    if is_exact {
        let all: Vec<f64> =
            [Some(rate), promised, promised.map(|promised| rate / promised)].into_iter().flatten().collect();
        assert_shows(tab, "digits", &all, 2.0 * ACCURACY);
    } else {
        assert!(text(tab, "law").contains("not computed") && text(tab, "digits").is_empty());
        let (label, verdict) = match answer["limit"] == true {
            true => ("In the limit of large filters", "bloom delivers about "),
            false => ("If positions were independent", "Measured at "),
        };
        assert_eq!(text(tab, "rate-label"), label);
        assert!(text(tab, "verdict").starts_with(verdict), "{asked:?}");
    }
    if let Some(bits) = number(&answer["smallest"]["bits"]) {
        let found = numbers(&text(tab, "smallest"));
        let least = number(&answer["smallest"]["rate"]).map(in_per_cent).unwrap();
        assert!(found[0] == bits && found[2..3] == [number(&answer["smallest"]["hashes"]).unwrap()], "{found:?}");
        assert!((found[found.len() - 1] / least - 1.0).abs() < FOUR_DIGITS, "{found:?}: {least}");
    }
    assert_growth(tab, answer, rate, accuracy);
    let drawn = tab.evaluate("document.querySelector('#plot polyline:last-of-type').getAttribute('points')");
    assert!(drawn.as_str().is_some_and(|points| points.contains(' ')), "{asked:?}: {drawn}");
}

/// The rows of a few items more; of rows for the same items the last.
fn assert_growth(tab: &mut Tab, answer: &Value, rate: f64, accuracy: f64) {
    let rows = answer["growth"].as_array().unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    let kept =
        rows.iter().enumerate().filter(|(i, row)| rows.get(i + 1).is_none_or(|next| next["items"] != row["items"]));
    let cells = |(_, row): (usize, &Value)| {
        let later = number(&row["rate"]);
        [number(&row["percent"]), number(&row["items"]), in_per_cent(later), later / rate]
    };
    let expected: Vec<f64> = kept.flat_map(cells).collect();
    let shown = tab.evaluate("[...document.querySelectorAll('#growth tr > *')].map((cell) => cell.textContent)");
    let shown: Vec<String> = serde_json::from_value(shown).unwrap();
    let found: Vec<f64> = shown.iter().map(|cell| numbers(cell)[0]).collect();
    let near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= accuracy * expected;
    assert!(found.len() == expected.len() && found.iter().zip(&expected).all(near), "{shown:?}, not {expected:?}");
}

/// The sentence above the answer.
#[test]
fn the_verdict_comes_first() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    for (address, verdict) in [
        ("items=1e6&rate=0.01", "The textbook formula is fine here: 0.000065 % too low."),
        ("items=1&bits=32&hashes=22", "The rate is 5.91 times that of the textbook formula."),
        ("items=102&bits=1024&hashes=7&scheme=double", "The textbook formula is 14 % too low here."),
        ("items=1e6&bits=8e6&rate=1%25", "This filter delivers 2.16 times the rate you asked for."),
        (
            "items=1e5&rate=1e-6&scheme=double",
            "This is the best filter with at most 10 hash functions; with more, fewer bits suffice (the command tries 20).",
        ),
        ("items=1000&bits=97", "This filter is full: it reports nearly everything."),
        ("items=1e7&bits=1 MiB", "This filter is too full: it reports 69.6 % of absent items."),
        ("items=1e6&rate=0.03&library=spark", "spark delivers the rate you asked for: 0.013 % above."),
        ("items=1e6&rate=0.01&library=parquet", "parquet delivers a rate 9.67 times lower than you asked for."),
        (
            "items=1e6&rate=0.01&library=cuckoofilter",
            "cuckoofilter takes no rate, and delivers 2.96 times the rate you asked for.",
        ),
        (
            "items=1e6&rate=0.01&library=guava",
            "Measured at 1,000,000 items and 1 %, guava delivers 1.01 times the rate asked for.",
        ),
        ("items=1e6&bits=1e7&library=rocksdb", "rocksdb with 10 bits per item delivers about 0.97 %."),
        (
            "items=1e6&rate=1%25&library=rocksdb",
            "rocksdb with 10 bits per item delivers about 0.966 times the rate you asked for.",
        ),
        (
            "items=1e5&bits=1e6&library=leveldb",
            "Measured at 100,000 items in 1,000,000 bits, leveldb has a rate of 1.45 %.",
        ),
        ("items=1000&rate=1e-6&library=clickhouse", "clickhouse delivers 109 times the rate you asked for."),
        ("items=1e7&rate=1e-6&library=bloom", "bloom delivers about 3,715 times the rate you asked for."),
    ] {
        ask(&mut tab, address);
        assert_eq!(text(&mut tab, "verdict"), verdict);
    }
    ask(&mut tab, "items=102&bits=1024&hashes=7&scheme=double");
    assert_eq!(text(&mut tab, "independent"), "0.8110 %; the scheme costs 16 %");
}

/// The points of both curves, read off the picture by its own scales.
#[test]
fn the_plot_shows_the_rates() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let (bits, items, hashes) = (16_384, 1500, 7);
    ask(&mut tab, &format!("items={items}&bits={bits}&hashes={hashes}&scheme=double-odd"));
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
    let exact = Distribution::of_scheme(HashingScheme::DoubleOdd, bits, hashes);
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

/// The values at the points of each curve, and what shorter hashes add.
#[test]
fn curves_have_values_and_hashes_a_width() {
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    ask(&mut tab, "items=1500&bits=16384&hashes=7&scheme=double-odd");
    let rate = |bits, items, hashes| Distribution::of_scheme(HashingScheme::DoubleOdd, bits, hashes).rate(items);
    for (axis, held) in [("items", [16_384, 0, 7]), ("bits", [0, 1500, 7]), ("hashes", [16_384, 1500, 0])] {
        tab.evaluate(&format!("byId('axis').value = '{axis}'; byId('axis').dispatchEvent(new Event('change'))"));
        settle(&mut tab);
        let mut seen = Vec::new();
        for key in ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"] {
            tab.evaluate(&format!("byId('plot').dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}' }}))"));
            let shown = text(&mut tab, "plot-value");
            let found = numbers(&shown);
            let at = found[0] as u64;
            let [bits, items, hashes] =
                held.map(|value| if value == 0 || (axis == "items" && value == 0) { at } else { value });
            let expected = [in_per_cent(rate(bits, items, hashes)), in_per_cent(textbook(bits, items, hashes))];
            let near =
                found[1..].iter().zip(expected).all(|(found, expected)| (found / expected - 1.0).abs() < FOUR_DIGITS);
            assert!(found.len() == 3 && near, "{axis}: {shown}, not {expected:?}");
            seen.push(at);
        }
        assert!(seen[0] > seen[4] && seen[0] == seen[2], "{axis}: {seen:?}");
        let across = tab.evaluate(
            "byId('plot').dispatchEvent(new PointerEvent('pointermove', { clientX: byId('plot').getBoundingClientRect().left + 60 })); \
             byId('plot-value').textContent",
        );
        let first = numbers(across.as_str().unwrap())[0];
        assert!(first < seen[4] as f64, "{axis}: {first}, {seen:?}");
    }
    ask(&mut tab, "items=1e6&bits=2^24&hashes=12");
    let filter = bloomlab::Filter::new(1 << 24, 12).unwrap();
    let [of_32, plain] = [filter.hash_bits(32).unwrap().holding(1_000_000), filter.holding(1_000_000)]
        .map(|filter| filter.unwrap().rate().unwrap());
    let shown = numbers(&text(&mut tab, "hashed"));
    let expected = [32.0, 100.0 * of_32, 100.0 * (of_32 / plain - 1.0)];
    assert!(
        shown.len() == 3 && shown.iter().zip(expected).all(|(found, expected)| (found / expected - 1.0).abs() < 0.02),
        "{shown:?}, not {expected:?}"
    );
    assert!((shown[1] / expected[1] - 1.0).abs() < FOUR_DIGITS);
    ask(&mut tab, "items=1e3&bits=2^14&hashes=7");
    assert_eq!(tab.evaluate("byId('hashed').checkVisibility()"), false);
}
