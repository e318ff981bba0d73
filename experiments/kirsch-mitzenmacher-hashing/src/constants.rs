//! A, what each scheme costs in units of 1/m, against the number of hash functions.

mod claims;
mod draw;

use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::variant::{Bits, Name, Variant};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// The least and the largest k.
    hashes: (u64, u64),
    /// The schemes, with the kind of m.
    variants: Vec<(Name, Bits)>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    scheme: Name,
    kind: Bits,
    hashes: u64,
    /// A in half full filters: k/ln 2 bits an item.
    constant: f64,
}

impl Row {
    fn variant(&self) -> Variant {
        Variant { scheme: self.scheme, bits: self.kind }
    }
}

pub(crate) struct Constants;

impl Figure for Constants {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let (least, most) = p.hashes;
        let points = p.variants.iter().flat_map(|&variant| (least..=most).map(move |hashes| (variant, hashes)));
        context.rows(points.collect::<Vec<_>>(), |((scheme, kind), hashes)| {
            let half_full = hashes as f64 / std::f64::consts::LN_2;
            let constant = Variant { scheme, bits: kind }.constant(hashes, half_full)?;
            Ok(Row { scheme, kind, hashes, constant })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}
