//! What every subject in Rust does: it answers lines of standard input with lines of standard output.
//!
//! `describe` is answered by the engine's name and version, `cases` by a list in JSON, `trial CASE ITEMS TARGET SEED` by one trial in
//! JSON, or by `error: …`. A trial builds filters of ITEMS distinct keys each and asks each filter for absent keys.

use std::io::{BufRead, Write};

/// One line of the table to be measured.
pub struct Case {
    /// Without spaces and commas.
    pub name: String,
    /// Keys in a filter.
    pub items: u64,
    /// The rate asked for, where the engine takes one.
    pub target: Option<f64>,
    /// The setting in the engine's own words.
    pub setting: String,
    /// Bits of a key, or nought where a rate is asked for.
    pub bits: u32,
}

/// A filter that an engine built.
pub trait Filter: Sized {
    /// The engine, as its package is called.
    const NAME: &'static str;
    /// What is to be measured.
    fn cases() -> Vec<Case>;
    /// The filter of these keys.
    fn build(case: &Case, keys: &[u64]) -> Self;
    /// Whether the filter reports the key.
    fn contains(&self, key: u64) -> bool;
    /// Bits and positions of a key, read off the engine's bytes.
    fn shape(&self) -> (u64, Option<u64>);
}

/// Bits per key 6 … 20 at two sizes, and ten bits from ten keys to ten million.
pub fn by_bits(setting: &str) -> Vec<Case> {
    let case = |items, bits: u32| Case {
        name: format!("bits={bits}"),
        items,
        target: None,
        setting: setting.replace("{}", &bits.to_string()),
        bits,
    };
    let mut cases: Vec<Case> = (1..=7).map(|power| case(10u64.pow(power), 10)).collect();
    for items in [10_000, 100_000] {
        cases.extend([6, 8, 12, 14, 16, 20].map(|bits| case(items, bits)));
    }
    cases
}

/// Four rates at sizes from ten keys to a million.
pub fn by_rate(setting: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for target in [0.1, 0.01, 1e-3, 1e-4] {
        for power in 1..=6 {
            let items = 10u64.pow(power);
            cases.push(Case { name: "by-rate".into(), items, target: Some(target), setting: setting.into(), bits: 0 });
        }
    }
    cases
}

impl Case {
    /// A rate of the right size, to plan by.
    fn expected(&self) -> f64 {
        self.target.unwrap_or_else(|| 0.62_f64.powi(self.bits.try_into().unwrap_or(20)))
    }

    /// Absent keys asked of a filter, and filters in a trial: filters where they differ much, keys where they differ little.
    fn plan(&self) -> (u64, u64) {
        let asked = (self.items as f64 / self.expected().sqrt()).clamp(1000.0, 1e6) as u64;
        (asked, (4_000_000 / (2 * self.items + asked)).clamp(1, 4000))
    }

    /// Two sizes and two targets, so that a comparison of all engines takes minutes.
    fn is_quick(&self) -> bool {
        [10, 100, 1000].contains(&self.items) && self.target.is_none_or(|rate| [0.01, 1e-4].contains(&rate))
    }

    fn json(&self) -> String {
        let target = self.target.map_or("null".into(), |rate| rate.to_string());
        format!(
            r#"{{"case": "{}", "items": {}, "target": {target}, "setting": "{}", "quick": {}}}"#,
            self.name,
            self.items,
            self.setting,
            self.is_quick()
        )
    }
}

/// Answers until the input ends.
pub fn serve<F: Filter>(lock: &str) {
    let cases = F::cases();
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            ["describe"] => format!("{} {}", F::NAME, version(lock, F::NAME)),
            ["cases"] => format!("[{}]", cases.iter().map(Case::json).collect::<Vec<_>>().join(", ")),
            ["trial", name, items, target, seed] => {
                let target = target.parse::<f64>().ok();
                let asked =
                    |case: &&Case| case.name == *name && case.items.to_string() == *items && case.target == target;
                match (cases.iter().find(asked), seed.parse()) {
                    (Some(case), Ok(seed)) => trial::<F>(case, seed),
                    _ => format!("error: no case of the line '{line}'"),
                }
            }
            _ => format!("error: the line '{line}' is none of the protocol"),
        };
        writeln!(output, "{answer}").and_then(|()| output.flush()).expect("standard output");
    }
}

fn trial<F: Filter>(case: &Case, seed: u64) -> String {
    let (asked, units) = case.plan();
    let (mut positives, mut squared, mut missed, mut shapes) = (0u64, 0u64, 0usize, Vec::new());
    for unit in 0..units {
        let seed = mix(mix(seed) ^ unit);
        let keys: Vec<u64> = (0..case.items).map(|i| item(seed, i)).collect();
        let filter = F::build(case, &keys);
        missed += keys.iter().take(1_000_000).filter(|&&key| !filter.contains(key)).count();
        let found = (case.items..case.items + asked).filter(|&i| filter.contains(item(seed, i))).count() as u64;
        positives += found;
        squared += found * found;
        shapes.push(filter.shape());
    }
    if shapes.iter().any(|shape| *shape != shapes[0]) {
        return "error: filters of one case differ in size".into();
    }
    let (bits, hashes) = shapes[0];
    format!(
        r#"{{"items": {}, "bits": {bits}, "hashes": {}, "reported": null, "given_bits": null, "unit": "filter", "units": {units}, "asked": {asked}, "positives": {positives}, "positives_squared": {squared}, "missed": {missed}, "detail": ""}}"#,
        case.items,
        hashes.map_or("null".into(), |k| k.to_string()),
    )
}

/// The i-th key of a seed: a bijection of i, so that keys are distinct and absent ones lie among those present.
fn item(seed: u64, i: u64) -> u64 {
    mix(seed.wrapping_add(i))
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64-bit numbers.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The version in the lock file.
fn version<'a>(lock: &'a str, package: &str) -> &'a str {
    let named = format!("name = \"{package}\"\nversion = \"");
    let from = lock.find(&named).map(|at| &lock[at + named.len()..]).expect("a locked package");
    from.split('"').next().expect("a version")
}
