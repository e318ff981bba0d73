//! The frame of every subject in Rust: it answers lines of standard input with lines of standard output, as `README.md` of the measurements
//! says.

use std::hash::{BuildHasher, DefaultHasher, Hasher};
use std::io::{BufRead, Write};

use serde_json::{Value, json};

/// One kind of filter: a line of the table to be measured.
#[derive(Clone)]
pub struct Case {
    /// Without spaces and commas.
    pub name: String,
    /// Items that the filter is made for.
    pub items: u64,
    /// The rate asked for; nought where bits of an item are.
    pub target: f64,
    /// Bits of an item; nought where a rate is asked for.
    pub bits: u32,
    /// The setting in the engine's own words.
    pub setting: String,
}

/// The statements of a filter about itself, as far as it makes them.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    /// Bits allocated.
    pub bits: Option<u64>,
    /// Positions of an item, or bits of its fingerprint.
    pub hashes: Option<u64>,
    /// The rate that it reports itself.
    pub reported: Option<f64>,
    /// Items that it refused.
    pub refused: usize,
}

impl Shape {
    /// Bits and hashes.
    pub fn of(bits: impl TryInto<u64>, hashes: impl TryInto<u64>) -> Self {
        Self { bits: bits.try_into().ok(), hashes: hashes.try_into().ok(), ..Self::default() }
    }

    /// Adds the rate that it reports itself.
    pub fn reporting(self, rate: f64) -> Self {
        Self { reported: Some(rate), ..self }
    }
}

/// Serves a library, of which the runner chooses the cases: `make` gives a filter, its hash functions drawn by a seed where they can be.
pub fn library<F, A>(
    name: &str,
    make: impl Fn(&Case, u64) -> F,
    insert: impl Fn(&mut F, &u64) -> A,
    contains: impl Fn(&F, u64) -> bool,
    shape: impl Fn(&Case, &F) -> Shape,
) {
    let build = |case: &Case, seed, items: &[u64]| {
        let mut filter = make(case, seed);
        items.iter().for_each(|item| _ = insert(&mut filter, item));
        filter
    };
    Subject { name, cases: Vec::new(), build: &build, contains: &contains, shape: &shape }.serve();
}

/// Serves an engine with its cases, or with those of the runner: `build` gives the filter of some items.
pub fn engine<F>(
    name: &str,
    cases: Vec<Case>,
    build: impl Fn(&Case, &[u64]) -> F,
    contains: impl Fn(&F, u64) -> bool,
    shape: impl Fn(&F) -> Shape,
) {
    let build = |case: &Case, _, items: &[u64]| build(case, items);
    Subject { name, cases, build: &build, contains: &contains, shape: &|_, filter| shape(filter) }.serve();
}

struct Subject<'a, F> {
    name: &'a str,
    cases: Vec<Case>,
    build: &'a dyn Fn(&Case, u64, &[u64]) -> F,
    contains: &'a dyn Fn(&F, u64) -> bool,
    shape: &'a dyn Fn(&Case, &F) -> Shape,
}

impl Case {
    /// A case with a rate or bits.
    pub fn new(name: &str, items: u64, target: f64, bits: u32, setting: &str) -> Self {
        Self { name: name.into(), items, target, bits, setting: setting.into() }
    }

    /// Items asked of a filter, and filters in a trial: filters where they differ much, items where they differ little.
    fn plan(&self) -> (u64, u64) {
        let expected = if self.bits == 0 { self.target } else { 0.62_f64.powi(self.bits as i32) };
        let asked = (self.items as f64 / expected.sqrt()).clamp(1000.0, 1e6) as u64;
        (asked, (4_000_000 / (2 * self.items + asked)).clamp(1, 4000))
    }

    fn json(&self) -> Value {
        let Self { name, items, target, bits, setting } = self;
        let quick = [10, 100, 1000].contains(items) && (*bits > 0 || [0.01, 1e-4].contains(target));
        let target = (*bits == 0).then_some(target);
        json!({"case": name, "items": items, "target": target, "setting": setting, "quick": quick})
    }
}

/// Bits per item 6 … 20 at two sizes, and ten bits from ten items to ten million.
pub fn by_bits(setting: &str) -> Vec<Case> {
    let case = |items, bits: u32| {
        Case::new(&format!("bits={bits}"), items, 0.0, bits, &setting.replace("{}", &bits.to_string()))
    };
    let mut cases: Vec<Case> = (1..=7).map(|power| case(10u64.pow(power), 10)).collect();
    for items in [10_000, 100_000] {
        cases.extend([6, 8, 12, 14, 16, 20].map(|bits| case(items, bits)));
    }
    cases
}

/// Four rates at sizes from ten items to a million.
pub fn by_rate(setting: &str) -> Vec<Case> {
    let sizes = |target| (1..=6).map(move |power| Case::new("by-rate", 10u64.pow(power), target, 0, setting));
    [0.1, 0.01, 1e-3, 1e-4].into_iter().flat_map(sizes).collect()
}

impl<F> Subject<'_, F> {
    /// Answers until the input ends.
    fn serve(&self) {
        let mut output = std::io::stdout().lock();
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let answer = self.answer(&line).unwrap_or_else(|| format!("error: no case of the line '{line}'"));
            writeln!(output, "{answer}").and_then(|()| output.flush()).expect("standard output");
        }
    }

    fn answer(&self, line: &str) -> Option<String> {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["describe"] => Some(format!("{} {}", self.name, version(self.name))),
            ["cases"] => Some(self.cases.iter().map(Case::json).collect::<Value>().to_string()),
            ["trial", name, items, target, seed] => {
                let (items, target): (u64, f64) = (items.parse().ok()?, target.parse().unwrap_or(0.0));
                let is_asked = |case: &&Case| case.name == *name && case.items == items && case.target == target;
                let (case, seed) = (self.cases.iter().find(is_asked)?, seed.parse::<u64>().ok()?);
                let (asked, units) = case.plan();
                let unit = |unit| mix(mix(seed) ^ unit);
                let seeds: Vec<_> = (0..units).map(unit).map(|seed| (seed, seed)).collect();
                Some(self.trial(case, items, asked, &seeds))
            }
            // one filter, for which the runner says how many items are put in, and how many questions asked
            ["trial", inserted, items, target, seed, asked] => {
                let case = Case::new(inserted, items.parse().ok()?, target.parse().ok()?, 0, "");
                let seed = seed.parse().ok()?;
                Some(self.trial(&case, inserted.parse().ok()?, asked.parse().ok()?, &[(seed, mix(seed))]))
            }
            _ => None,
        }
    }

    /// A filter for each pair of seeds, its own and that of its items.
    fn trial(&self, case: &Case, inserted: u64, asked: u64, seeds: &[(u64, u64)]) -> String {
        let (mut positives, mut squared, mut missed, mut shapes) = (0, 0, 0, Vec::new());
        for &(seed, from) in seeds {
            let items: Vec<u64> = (0..inserted).map(|i| mix(from.wrapping_add(i))).collect();
            let filter = (self.build)(case, seed, &items);
            missed += items.iter().filter(|&&item| !(self.contains)(&filter, item)).count();
            let strangers = (inserted..inserted + asked).map(|i| mix(from.wrapping_add(i)));
            let found = strangers.filter(|&item| (self.contains)(&filter, item)).count() as u64;
            positives += found;
            squared += found * found;
            shapes.push((self.shape)(case, &filter));
        }
        let Shape { bits, hashes, reported, refused } = shapes[0];
        if shapes.iter().any(|shape| (shape.bits, shape.hashes) != (bits, hashes)) {
            return "error: filters of one case differ in size".into();
        }
        let answer = json!({
            "items": case.items, "bits": bits, "hashes": hashes, "reported": reported, "given_bits": null, "unit": "filter",
            "units": seeds.len(), "asked": asked, "positives": positives, "positives_squared": squared, "missed": missed,
            "refused": refused,
        });
        answer.to_string()
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64-bit numbers.
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// 32 bytes of a seed, for libraries that take that many.
pub fn bytes(seed: u64) -> [u8; 32] {
    let words = [mix(seed), mix(seed ^ 1 << 63), mix(!seed), mix(seed.rotate_left(32))];
    let mut bytes = [0; 32];
    bytes.chunks_mut(8).zip(words).for_each(|(chunk, word)| chunk.copy_from_slice(&word.to_le_bytes()));
    bytes
}

/// SipHash-1-3 after a seed: what `RandomState` gives, and repeatable.
#[derive(Clone, PartialEq, Eq)]
pub struct Seeded(pub u64);

impl BuildHasher for Seeded {
    type Hasher = DefaultHasher;

    fn build_hasher(&self) -> DefaultHasher {
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(self.0);
        hasher
    }
}

/// The version in the lock file.
fn version(package: &str) -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let named = format!("name = \"{package}\"\nversion = \"");
    let from = lock.find(&named).map(|at| &lock[at + named.len()..]).expect("a locked package");
    from.split('"').next().expect("a version")
}
