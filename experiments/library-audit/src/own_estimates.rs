//! What filters say of their own rate, beside the rate that they have.

mod view;

use bloomlab_formulas::{Load, approximation};
use bloomlab_libraries::{Library, Structure};
use bloomlab_numbers::Double;
use bloomlab_schemes::HashingScheme;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::measured::{self, Measured};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// All filters in the table of measurements; `make audit` writes it.
    filters: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    library: String,
    items: u64,
    target: f64,
    /// Whether the positions of an item lie in one block.
    blocks: bool,
    bits_per_item: f64,
    /// What the last filter said.
    reported: f64,
    /// Eq. 1 for its bits and hash functions, where it has positions.
    classic: Option<f64>,
    /// By the library's own scheme, or the nearest one.
    computed: f64,
    #[serde(rename = "measured,lower,upper")]
    measured: Interval,
}

impl Row {
    /// What it said in units of the measured rate.
    fn ratio(&self) -> Interval {
        let over = |rate: f64| self.reported / rate;
        Interval {
            value: over(self.measured.value),
            lower: over(self.measured.upper),
            upper: over(self.measured.lower),
        }
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let rows = context.rows(measured::rows(p.filters)?, row)?;
    Ok(rows.into_iter().flatten().collect())
}

/// Nothing of a filter that says nothing, or of which nothing absent was reported.
fn row(measured: Measured) -> Result<Option<Row>> {
    let (Some(reported), rate) = (measured.reported, measured.rate()?) else { return Ok(None) };
    if rate.lower == 0.0 {
        return Ok(None);
    }
    let structure = measured.subject.parse::<Library>()?.filter(measured.items, measured.target)?;
    let load = |hashes| Load::new(structure.bits(), measured.inserted, hashes);
    let load = structure.hashes().map(load).transpose()?;
    Ok(Some(Row {
        blocks: matches!(structure, Structure::Positions { scheme: HashingScheme::SplitBlock(_), .. }),
        bits_per_item: structure.bits() as f64 / measured.inserted as f64,
        reported,
        classic: load.map(|load| approximation::classic(&Double, load)),
        computed: structure.rate(measured.inserted)?,
        measured: rate,
        library: measured.subject,
        items: measured.items,
        target: measured.target,
    }))
}
