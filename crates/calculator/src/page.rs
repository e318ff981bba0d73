//! The page, filled in.

use askama::Template;
use bloomlab::{Cover, Engine, Library, Setting};
use bloomlab_gallery::{STYLE, THEME};
use serde_json::{Value, json};

use crate::{Measured, MeasuredEngine};

/// Digits of a measured rate.
const DIGITS: usize = 4;

/// The group of the engines.
const ENGINES: &str = "Engines";

/// Languages, each with its libraries; all others are of Rust.
const LANGUAGES: [(&str, &[&str]); 4] = [
    ("C", &["libbloom"]),
    ("C++", &["boost-bloom", "boost-bloom-multiblock"]),
    ("Java", &["guava", "parquet-java", "spark"]),
    (
        "Python",
        &[
            "abloom",
            "bloom-filter2",
            "pybloom-live",
            "pybloom-live-scalable",
            "pybloomfiltermmap3",
            "pyprobables",
            "pyprobables-expanding",
            "rbloom",
        ],
    ),
];

/// An engine that takes bits per key, has not been measured, and is described by the page alone: what is built.
const UNMEASURED: (&str, &str) = ("pebble", "table filter");

#[derive(Template)]
#[template(path = "calculator.html")]
struct Page {
    style: &'static str,
    own_style: &'static str,
    theme: &'static str,
    script: &'static str,
    libraries: Value,
}

/// The page.
///
/// # Errors
/// A template that cannot be filled in.
pub(crate) fn html() -> Result<String, askama::Error> {
    let page = Page {
        style: STYLE.trim(),
        own_style: include_str!("../templates/calculator.css").trim(),
        theme: THEME.trim(),
        script: concat!(
            include_str!("../templates/rates.js"),
            include_str!("../templates/double.js"),
            include_str!("../templates/libraries.js"),
            include_str!("../templates/engines.js"),
            include_str!("../templates/answers.js"),
            include_str!("../templates/numbers.js"),
            include_str!("../templates/words.js"),
            include_str!("../templates/page.js"),
        )
        .trim(),
        libraries: libraries(),
    };
    page.render()
}

/// A library: whether it takes a target, whether the distribution of its positions is computed, and its measurements, each as items,
/// target, rate and the ends of the interval.
fn described(library: &Library) -> Value {
    let measured = Measured::all().filter(|row| row.library == library.name);
    let measured: Value = measured
        .map(|row| json!([row.items, row.target, short(row.rate), short(row.lower), short(row.upper)]))
        .collect();
    json!({
        "name": library.name,
        "version": library.version,
        "language": language(library.name),
        "takesTarget": library.takes_target(),
        "exact": library.cover == Cover::Exact,
        "measured": measured,
    })
}

/// An engine, with the same: its measurements have bits in the place of a target.
fn engine(engine: &Engine) -> Value {
    let measured = MeasuredEngine::of(engine.name);
    let measured: Value =
        measured.map(|row| json!([row.items, row.bits, short(row.rate), short(row.lower), short(row.upper)])).collect();
    json!({
        "name": engine.name,
        "version": engine.version,
        "language": ENGINES,
        "takesTarget": engine.setting == Setting::Rate,
        "takesBits": engine.setting == Setting::BitsPerKey,
        "exact": engine.cover == Cover::Exact,
        "measured": measured,
    })
}

/// All that the page builds.
fn libraries() -> Value {
    let (name, version) = UNMEASURED;
    let unmeasured = json!({
        "name": name, "version": version, "language": ENGINES, "takesTarget": false, "takesBits": true, "exact": false, "measured": [],
    });
    Library::all().iter().map(described).chain(Engine::all().iter().map(engine)).chain([unmeasured]).collect()
}

fn language(library: &str) -> &'static str {
    let is_of = |(_, libraries): &&(&str, &[&str])| libraries.contains(&library);
    LANGUAGES.iter().find(is_of).map_or("Rust", |(language, _)| language)
}

/// A few digits.
fn short(rate: f64) -> f64 {
    format!("{rate:.*e}", DIGITS - 1).parse().unwrap_or(rate)
}
