//! Two thousand questions for the calculator, and those that it must refuse.

use bloomlab_libraries::Library;
use serde_json::{Value, json};

/// What is filled in on the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    pub items: Option<u64>,
    pub bits: Option<u64>,
    pub hashes: Option<u64>,
    pub rate: Option<f64>,
    pub scheme: &'static str,
    pub library: Option<&'static str>,
}

impl Question {
    pub fn json(&self) -> Value {
        json!({
            "items": self.items, "bits": self.bits, "hashes": self.hashes, "rate": self.rate,
            "scheme": self.scheme, "library": self.library.unwrap_or_default(),
        })
    }

    /// The fragment of the page's address.
    pub fn fragment(&self) -> String {
        let counts = [("items", self.items), ("bits", self.bits), ("hashes", self.hashes)];
        let counts = counts.into_iter().filter_map(|(name, value)| Some(format!("{name}={}&", value?)));
        let rate = self.rate.map(|rate| format!("rate={rate}&")).unwrap_or_default();
        let end = match self.library {
            Some(library) => format!("library={library}"),
            None => format!("scheme={}", self.scheme),
        };
        format!("{}{rate}{end}", counts.collect::<String>())
    }
}

/// The schemes with the number of questions for each, the most hash functions and the binary logarithm of the most bits.
const SCHEMES: [(&str, usize, u64, f64); 12] = [
    ("independent", 620, 40, 53.0),
    ("double", 100, 8, 52.0),
    ("double-nonzero", 60, 8, 52.0),
    ("double-odd", 60, 8, 52.0),
    ("double-unit", 100, 10, 40.0),
    ("km-partition", 120, 10, 52.0),
    ("partitioned", 200, 40, 53.0),
    ("blocked-64", 80, 16, 53.0),
    ("blocked-256", 80, 16, 53.0),
    ("blocked-512", 120, 24, 53.0),
    ("split-block-32", 120, 16, 53.0),
    ("split-block-64", 120, 16, 53.0),
];

/// The same for walks within a line.
const IN_LINES: [&str; 3] = ["blocked-double-512", "blocked-double-nonzero-512", "blocked-double-odd-512"];

/// Questions for each library that is offered.
const OF_LIBRARY: usize = 10;

/// The generator of the questions: SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Uniform on [0, 1).
    fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }
}

/// The questions, always the same.
pub fn questions() -> Vec<Question> {
    let mut random = Random(15);
    let mut questions = Vec::new();
    for (scheme, count, most_hashes, most_log) in SCHEMES {
        for index in 0..count {
            questions.push(of_scheme(&mut random, scheme, index, most_hashes, most_log));
        }
    }
    questions.extend(EDGES.map(edge));
    for library in Library::all() {
        let least_log = f64::log2(library.fewest_items as f64);
        for _ in 0..OF_LIBRARY {
            let items = random.between(least_log, 30.0).exp2() as u64;
            let rate = rounded(random.between(f64::ln(1e-12), f64::ln(0.4)).exp());
            let (items, library) = (Some(items), Some(library.name));
            questions.push(Question { items, rate: Some(rate), library, scheme: "independent", ..Question::default() });
        }
    }
    for scheme in IN_LINES {
        questions.extend((0..32).map(|index| of_scheme(&mut random, scheme, index, 14, 53.0)));
    }
    questions.extend(MORE_EDGES.map(edge));
    questions
}

fn edge((items, bits, hashes, scheme): (u64, u64, u64, &'static str)) -> Question {
    let (items, bits, hashes) = (Some(items), Some(bits), Some(hashes));
    Question { items, bits, hashes, scheme, ..Question::default() }
}

/// The ends of the domains, and numbers of bits with many divisors.
const EDGES: [(u64, u64, u64, &str); 36] = [
    (1, 1, 1, "independent"),
    (1, 1, 64, "independent"),
    (1, 64, 64, "independent"),
    (1, 1 << 53, 1, "independent"),
    (1, 1 << 53, 18, "independent"),
    (1 << 52, 1 << 53, 1, "independent"),
    (1 << 52, 1 << 53, 64, "independent"),
    (1 << 52, 1, 1, "independent"),
    (1, 1, 1, "double"),
    (1, 1, 10, "double"),
    (3, 2, 3, "double"),
    (1, 7, 10, "double"),
    (60, 1009, 10, "double"),
    (60, 840, 10, "double"),
    (400, 5040, 9, "double"),
    (1 << 48, 1 << 52, 10, "double"),
    (1, 2, 2, "double-nonzero"),
    (60, 1024, 9, "double-nonzero"),
    (1, 2, 10, "double-odd"),
    (60, 1024, 10, "double-odd"),
    (1 << 49, (1 << 52) - 2, 4, "double-odd"),
    (1, 1, 10, "double-unit"),
    (1 << 36, 1 << 40, 10, "double-unit"),
    (1 << 36, (1 << 40) - 87, 10, "double-unit"),
    (1, 10, 10, "km-partition"),
    (1000, 2520 * 10, 10, "km-partition"),
    (1, 1, 1, "partitioned"),
    (1, 64, 64, "partitioned"),
    (1 << 52, 1 << 53, 64, "partitioned"),
    (1 << 40, (1 << 53) - 1, 7, "partitioned"),
    (1, 64, 64, "blocked-64"),
    (1 << 46, 1 << 53, 64, "blocked-256"),
    (1 << 52, 512, 1, "blocked-512"),
    (1, 32, 1, "split-block-32"),
    (1 << 48, 1 << 53, 64, "split-block-64"),
    (1 << 52, 64, 1, "split-block-64"),
];

/// Walks within a line, and as many hash functions as are computed for some numbers of bits alone.
const MORE_EDGES: [(u64, u64, u64, &str); 8] = [
    (9, 1024, 14, "double"),
    (70_000, 1_000_003, 13, "double-nonzero"),
    (1_000_000, 19_170_176, 13, "double"),
    (1 << 36, 1 << 40, 12, "double-odd"),
    (1 << 30, (1 << 40) - 87, 14, "double-unit"),
    (1, 512, 14, "blocked-double-512"),
    (1 << 47, 1 << 53, 14, "blocked-double-nonzero-512"),
    (1 << 52, 512, 1, "blocked-double-odd-512"),
];

/// Three digits, as people write rates.
fn rounded(rate: f64) -> f64 {
    format!("{rate:.2e}").parse().unwrap()
}

fn of_scheme(random: &mut Random, scheme: &'static str, index: usize, most_hashes: u64, most_log: f64) -> Question {
    let split: u64 = scheme.strip_prefix("split-block-").map_or(0, |bits| bits.parse().unwrap());
    let is_in_lines = scheme.starts_with("blocked-double");
    let block = scheme.strip_prefix("blocked-").and_then(|rest| rest.rsplit('-').next());
    let block: u64 = block.map_or(0, |bits| bits.parse().unwrap());
    let hashes = random.between(1.0, most_hashes as f64 + 1.0) as u64;
    let unit = match scheme {
        "double-odd" => 2,
        "km-partition" => hashes,
        _ if split > 0 => split * hashes,
        _ if block > 0 => block,
        _ => 1,
    };
    let least = if matches!(scheme, "partitioned" | "double-nonzero") { hashes.max(2) } else { unit };
    let log = random.between((least as f64).log2(), most_log);
    // small filters as often as all others
    let log = if index.is_multiple_of(2) { log } else { log.min(random.between((least as f64).log2(), 14.0)) };
    let bits = ((log.exp2() as u64) / unit).max(1) * unit;
    let bits = bits.max(least);
    let load = random.between(f64::ln(0.02), f64::ln(4.0)).exp();
    let items = ((load * bits as f64 / hashes as f64) as u64).clamp(1, 1 << 51);
    // the certified search over all k takes its time in blocks
    let least_rate = if most_hashes < 11 || is_in_lines {
        3e-3
    } else if block > 0 {
        1e-4
    } else {
        1e-9
    };
    let rate = rounded(random.between(f64::ln(least_rate), f64::ln(0.5)).exp());
    let walks = most_hashes < 11;
    // what two items have at least, so that one is kept
    let k = hashes.min(8) as f64;
    let of_two =
        (2.0 * (1.0 - (-2.0 * k / bits as f64).exp()).powf(k)).max((split * 8).max(block) as f64 * 4.0 / bits as f64);
    let given = Question { scheme, ..Question::default() };
    match index % 8 {
        0 | 1 | 2 => Question { items: Some(items), bits: Some(bits), hashes: Some(hashes), ..given },
        3 => Question { items: Some(items.min(1 << 36)), rate: Some(rate), ..given },
        4 if !walks => Question { items: Some(items.min(1 << 20)), rate: Some(rate), hashes: Some(hashes), ..given },
        5 if of_two < 0.5 && bits > 300 && (scheme != "km-partition" || hashes <= 8) => {
            // every other time the hash functions are the calculator's to choose
            let chosen = split > 0 || index % 16 == 5;
            let hashes = Some(hashes.min(8)).filter(|_| !chosen);
            let bits = bits.next_multiple_of((8 * split).max(1));
            Question { bits: Some(bits), rate: Some(rate.max(rounded(of_two))), hashes, ..given }
        }
        // at most 40 bits an item: certified rates of many hash functions take their time
        6 if unit <= 2 || scheme == "km-partition" => {
            Question { items: Some(items.max(bits / 40)), bits: Some(bits), ..given }
        }
        7 => Question { items: Some(items.min(1 << 40)), hashes: Some(hashes), ..given },
        _ => Question { items: Some(items), bits: Some(bits), hashes: Some(hashes), rate: Some(rate), ..given },
    }
}

/// What is refused, with the field that is named and words of the message.
pub fn refused() -> Vec<(Question, &'static str, &'static str)> {
    let independent = Question { scheme: "independent", ..Question::default() };
    let of = |items, bits, hashes, scheme| Question {
        items: Some(items),
        bits: Some(bits),
        hashes: Some(hashes),
        scheme,
        ..independent
    };
    let library = |library, items, rate| Question { items, rate, library: Some(library), ..independent };
    vec![
        (independent, "items", "Items: fill in items or bits, and one more field."),
        (Question { hashes: Some(7), rate: Some(0.01), ..independent }, "items", "fill in items or bits"),
        (
            Question { items: Some(9), ..independent },
            "rate",
            "Rate: fill in a rate, bits or hash functions beside the items",
        ),
        (
            Question { bits: Some(9), ..independent },
            "items",
            "Items: fill in items, a rate or hash functions beside the bits.",
        ),
        (
            Question { bits: Some(10_000), ..independent },
            "items",
            "From 274 items on, the textbook formula is right to 1 %",
        ),
        (Question { bits: Some(1 << 20), ..independent }, "items", "From 16,384 items on"),
        (of(0, 9, 1, "independent"), "items", "Items: 0 is not a number from 1 to 2^52."),
        (of((1 << 52) + 1, 9, 1, "independent"), "items", "from 1 to 2^52"),
        (of(1, 0, 1, "independent"), "bits", "Bits: 0 is not a number from 1 to 2^53."),
        (of(1, (1 << 53) + 2, 1, "independent"), "bits", "from 1 to 2^53"),
        (of(1, 9, 0, "independent"), "hashes", "Hash functions: 0 is not a number from 1 to 64."),
        (of(1, 9, 65, "independent"), "hashes", "from 1 to 64"),
        (of(1, 1 << 53, 64, "independent"), "bits", "the rate is below 1e-300. Fewer bits, or more items, suffice."),
        (
            of(9, 720_720, 13, "double"),
            "hashes",
            "13 is not a number from 1 to 10, the most that this page computes for these bits. The command computes more: \
             bloomlab fpr --bits 720720 --items 9 --hashes 13 --scheme double",
        ),
        (of(9, 1024, 21, "double"), "hashes", "21 is not a number from 1 to 10"),
        (of(9, (1 << 52) + 2, 2, "double"), "bits", "from 1 to 2^52"),
        (of(9, 1, 2, "double-nonzero"), "bits", "from 2 to 2^52"),
        (of(9, 1025, 2, "double-odd"), "bits", "1,025 is not a multiple of 2, as 1,024 and 1,026 are"),
        (of(9, (1 << 40) + 1, 2, "double-unit"), "bits", "from 1 to 2^40"),
        (of(9, 1024, 7, "km-partition"), "bits", "a multiple of 7, as 1,022 and 1,029 are"),
        (of(9, 3, 4, "partitioned"), "bits", "from 4 to 2^53"),
        (of(9, 1000, 4, "blocked-64"), "bits", "a multiple of 64"),
        (of(9, 1024, 7, "split-block-32"), "bits", "a multiple of 224"),
        (Question { bits: Some(8), rate: Some(1e-12), ..independent }, "bits", "8 do not hold one item at this rate"),
        (Question { items: Some(1 << 51), rate: Some(1e-9), ..independent }, "items", "A larger rate suffices."),
        (Question { items: Some(9), rate: Some(1.0), ..independent }, "rate", "1 is not a number from 1e-15 to 0.999"),
        (Question { items: Some(9), rate: Some(1e-16), ..independent }, "rate", "from 1e-15"),
        (library("fastbloom", None, Some(0.01)), "items", "Items: fill in a number from 1 to 2^40 − 1"),
        (library("fastbloom", Some(1 << 40), Some(0.1)), "items", "from 1 to 2^40 − 1"),
        (library("fastbloom", Some(9), None), "rate", "Rate: fill in a number from 1e-15 to 0.5"),
        (library("fastbloom", Some(9), Some(0.6)), "rate", "from 1e-15 to 0.5"),
        (library("libbloom", Some(999), Some(0.1)), "items", "from 1000 to 2^40 − 1"),
        (library("rocksdb", Some(9), None), "rate", "Rate: fill in a number"),
        (library("rocksdb", Some(9), Some(1e-15)), "rate", "at most 100 bits per key"),
        (
            Question { bits: Some(901), ..library("rocksdb", Some(9), None) },
            "bits",
            "901 is not a number from 9 to 100 per item, 900",
        ),
        (library("pebble", Some(9), Some(1e-5)), "rate", "at most 21 bits per key"),
        (
            Question { bits: Some(190), ..library("rocksdb-legacy", Some(9), None) },
            "bits",
            "from 9 to 21 per item, 189",
        ),
        (library("nothing", Some(9), Some(0.1)), "library", "abloom, bloom,"),
        (
            Question { scheme: "enhanced", items: Some(9), rate: Some(0.1), ..Question::default() },
            "scheme",
            "independent, double,",
        ),
    ]
}

/// Questions that are beyond the page: some are the command's, some nobody's.
pub fn out_of_reach() -> Vec<Question> {
    let mut asked = Vec::new();
    let schemes = ["double", "double-nonzero", "double-odd", "double-unit", "km-partition"];
    for scheme in schemes {
        for (bits, hashes) in
            [(720_720, 11), (720_720, 12), (1_441_440, 12), (55_440, 13), (1700, 17), (1 << 20, 20), (40, 7), (1, 20)]
        {
            let (items, bits) = (Some((bits / 20).max(1)), Some(bits));
            asked.push(Question { items, bits, hashes: Some(hashes), scheme, ..Question::default() });
        }
    }
    asked
}

/// Questions that ask the most of a page.
pub fn most_expensive() -> Vec<Question> {
    let mut asked = Vec::new();
    for scheme in ["double", "double-nonzero", "double-odd"] {
        for bits in [840, 5040, 55_440, 720_720, 1_000_000, 720_720_000, 1 << 40] {
            for hashes in 8..=10 {
                let items = Some(bits / 15);
                asked.push(Question { items, bits: Some(bits), hashes: Some(hashes), scheme, ..Question::default() });
            }
        }
    }
    for scheme in ["blocked-64", "blocked-256", "blocked-512"] {
        for rate in [1e-6, 1e-9, 1e-12] {
            for items in [100, 1_000_000] {
                asked.push(Question { items: Some(items), rate: Some(rate), scheme, ..Question::default() });
            }
            asked.push(Question { bits: Some(1 << 32), rate: Some(rate), scheme, ..Question::default() });
        }
    }
    asked
}
