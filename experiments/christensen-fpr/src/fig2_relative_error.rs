//! Figure 2: the relative error of the classic formula, and beside it those of its limit and of Bloom's own formula.

mod claims;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// m/n.
    bits_per_item: Vec<u64>,
    /// k where it is the same for every m/n.
    fixed_hashes: u64,
    /// The sizes that the paper names as small, and the m/n between those above that the claims on them ask for as well.
    small_bits: Vec<u64>,
    small_bits_per_item: Vec<u64>,
}

/// How k was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Choice {
    /// (m/n) ln 2, rounded.
    #[serde(rename = "best")]
    Best,
    /// One k for every m/n.
    #[serde(rename = "fixed")]
    Fixed,
    /// The best, at the m/n that are not drawn.
    #[serde(rename = "best, between")]
    Between,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    choice: Choice,
    bits_per_item: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    /// By eq. 1.
    classic_rate: f64,
    /// (exact − formula)/exact: negative where the formula is too high.
    relative_error: f64,
    /// The formula whose error it is.
    formula: String,
    /// By that formula.
    rate: f64,
}

impl Row {
    /// How many times eq. 1 the rate is.
    fn factor(&self) -> f64 {
        self.exact_rate / self.classic_rate
    }
}

const CLASSIC: &str = "classic";
const LIMIT: &str = "classic-limit";
const BLOOM: &str = "bloom-1970";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    context.rows(points(p)?, |point| row(point, enclosure))
}

/// A formula, a choice of k, m/n, and the filter.
type Place = (Formula, Choice, u64, Load);

fn points(p: &Parameters) -> Result<Vec<Place>> {
    let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
    let series = [
        (Formula::Classic, Choice::Best),
        (Formula::Classic, Choice::Fixed),
        (Formula::Bloom1970, Choice::Best),
        (Formula::ClassicLimit, Choice::Best),
    ];
    let point = |((formula, choice), &bits_per_item, &bits): ((Formula, Choice), &u64, &u64)| {
        let best = usual_filter(bits, bits_per_item)?;
        let fixed = Load::new(bits, best.items(), p.fixed_hashes)?;
        Ok((formula, choice, bits_per_item, if choice == Choice::Fixed { fixed } else { best }))
    };
    let between = [Formula::Classic, Formula::Bloom1970].map(|formula| (formula, Choice::Between));
    let between = iproduct!(between, &p.small_bits_per_item, &p.small_bits);
    iproduct!(series, &p.bits_per_item, &sizes).chain(between).map(point).collect()
}

/// One point; `rate` gives that of the formula whose error is measured.
fn row(
    (formula, choice, bits_per_item, load): Place,
    rate: impl Fn(&Enclosures, Formula, Load) -> Enclosure,
) -> Result<Row> {
    Ok(Row {
        choice,
        bits_per_item,
        bits: load.bits(),
        items: load.items(),
        hashes: load.hashes(),
        exact_rate: exact_rate(load)?,
        classic_rate: double(|a| rate(a, Formula::Classic, load))?,
        relative_error: double(|a| a.one() - rate(a, formula, load) / inclusion_exclusion::rate(a, load))?,
        formula: formula.name().to_owned(),
        rate: double(|a| rate(a, formula, load))?,
    })
}
