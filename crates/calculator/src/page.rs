//! The page, filled in.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File};
use std::path::Path;

use askama::Template;
use bloomlab::{Family, Measurement, Measurements, Product, Setting};
use bloomlab_tables::Result;
use serde_json::{Value, json};
use toml::Table;

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

/// The libraries with their languages, in the workspace.
const SUBJECTS: &str = "experiments/measurements/subjects.toml";

#[derive(Template)]
#[template(path = "calculator.html")]
struct Page {
    style: &'static str,
    script: String,
    libraries: Value,
    groups: Groups,
}

/// The list of engines, then that of each language, with names and versions.
type Groups = Vec<(String, Vec<(&'static str, &'static str)>)>;

/// The page, with the measurements and the languages of a workspace.
pub fn html(root: &Path) -> Result<String> {
    let table = |name| File::open(root.join(name)).map_err(|error| format!("{name}: {error}"));
    let measured = Measurements::read(table("data/library-audit/promises.csv")?, table("data/engines/promises.csv")?)?;
    let libraries = Product::all().map(|product| {
        let setting = match product.setting {
            Setting::Rate => "rate",
            Setting::BitsPerKey => "bits",
            Setting::Nothing => "nothing",
        };
        let measured: Vec<Value> = measured.of(product).map(row).collect();
        json!({ "name": product.name, "setting": setting, "measured": measured })
    });
    let libraries = libraries.collect();
    let page = Page { style: STYLE.trim_end(), script: SCRIPT.concat(), libraries, groups: groups(root)? };
    Ok(page.render()?)
}

/// Items, rate asked for, bits, rate and the ends of its interval.
fn row(row: &Measurement) -> Value {
    let short = |rate: f64| -> f64 { format!("{rate:.*e}", DIGITS - 1).parse().unwrap_or(rate) };
    json!([row.items, row.target, row.bits, short(row.rate), short(row.lower), short(row.upper)])
}

fn groups(root: &Path) -> Result<Groups> {
    let fault = |error: &dyn Display| format!("{SUBJECTS}: {error}");
    let text = fs::read_to_string(root.join(SUBJECTS)).map_err(|error| fault(&error))?;
    let subjects: Table = text.parse().map_err(|error| fault(&error))?;
    let mut languages: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for library in Product::of(Family::Library) {
        let subject = subjects.get("libraries").and_then(|libraries| libraries.get(library.name));
        let language = subject.and_then(|subject| subject.get("language")?.as_str());
        let language = language.ok_or_else(|| fault(&format!("no language of {}", library.name)))?;
        languages.entry(language.to_owned()).or_default().push((library.name, library.version));
    }
    let engines = Product::of(Family::Engine).iter().map(|engine| (engine.name, engine.version)).collect();
    Ok([("Engines".to_owned(), engines)].into_iter().chain(languages).collect())
}
