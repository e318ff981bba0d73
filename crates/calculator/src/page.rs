//! The page, filled in.

use std::fs::File;
use std::path::Path;

use askama::Template;
use bloomlab::{Engine, Library, Measurement, Measurements, Setting};
use bloomlab_tables::Result;
use serde_json::{Value, json};

/// The parts of the script, in order.
const SCRIPT: [&str; 9] = [
    include_str!("../templates/theme.js"),
    include_str!("../templates/numbers.js"),
    include_str!("../templates/rates.js"),
    include_str!("../templates/double.js"),
    include_str!("../templates/filters.js"),
    include_str!("../templates/libraries.js"),
    include_str!("../templates/engines.js"),
    include_str!("../templates/answers.js"),
    concat!(include_str!("../templates/words.js"), include_str!("../templates/page.js")),
];
const STYLE: &str = include_str!("../templates/calculator.css");

/// Digits of a measured rate.
const DIGITS: usize = 4;

/// The languages of libraries that are not of Rust.
const LANGUAGES: [(&str, &str); 14] = [
    ("abloom", "Python"),
    ("bloom-filter2", "Python"),
    ("boost-bloom", "C++"),
    ("boost-bloom-multiblock", "C++"),
    ("guava", "Java"),
    ("libbloom", "C"),
    ("parquet-java", "Java"),
    ("pybloom-live", "Python"),
    ("pybloom-live-scalable", "Python"),
    ("pybloomfiltermmap3", "Python"),
    ("pyprobables", "Python"),
    ("pyprobables-expanding", "Python"),
    ("rbloom", "Python"),
    ("spark", "Java"),
];

#[derive(Template)]
#[template(path = "calculator.html")]
struct Page {
    style: &'static str,
    script: String,
    libraries: Value,
}

/// The page, with the measurements of a workspace.
pub fn html(root: &Path) -> Result<String> {
    let table = |name| File::open(root.join(name)).map_err(|error| format!("{name}: {error}"));
    let measured = Measurements::read(table("data/library-audit/promises.csv")?, table("data/engines/promises.csv")?)?;
    let of = |name| measured.of(name).map(row).collect();
    let libraries = Library::all().iter().map(|library| {
        let setting = if library.takes_target() { "rate" } else { "nothing" };
        described(library.name, library.version, language(library.name), setting, of(library.name))
    });
    let engines = Engine::all().iter().map(|engine| {
        let setting = match engine.setting {
            Setting::Rate => "rate",
            Setting::BitsPerKey => "bits",
            Setting::Nothing => "nothing",
        };
        described(engine.name, engine.version, "Engines", setting, of(engine.name))
    });
    let page = Page { style: STYLE.trim_end(), script: SCRIPT.concat(), libraries: libraries.chain(engines).collect() };
    Ok(page.render()?)
}

/// Items, rate asked for, bits, rate and the ends of its interval.
fn row(row: &Measurement) -> Value {
    let short = |rate: f64| -> f64 { format!("{rate:.*e}", DIGITS - 1).parse().unwrap_or(rate) };
    json!([row.items, row.target, row.bits, short(row.rate), short(row.lower), short(row.upper)])
}

fn described(name: &str, version: &str, language: &str, setting: &str, measured: Value) -> Value {
    json!({ "name": name, "version": version, "language": language, "setting": setting, "measured": measured })
}

fn language(library: &str) -> &'static str {
    LANGUAGES.iter().find(|(name, _)| *name == library).map_or("Rust", |(_, language)| language)
}
