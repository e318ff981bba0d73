//! f_σ¹ against σ, model and simulation.

use report::{AnyError, Context, Figure, Picture};
use serde::{Deserialize, Serialize};
use simulation::Phases;

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Row};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Parameters(sigma_bounded::Parameters);

impl Default for Parameters {
    fn default() -> Self {
        Self(sigma_bounded::Parameters {
            bits: 1000,
            hashes: vec![3, 5, 8],
            sigma_from: 100,
            sigma_to: 900,
            sigma_step: 50,
            catalogue: 1000,
            epochs: 7,
            arrivals: 100_000,
            warm_up: 10_000,
            least_false_positives: 30.0,
        })
    }
}

pub(crate) struct OnePhase;

impl Figure for OnePhase {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        sigma_bounded::compute(&p.0, Phases::One, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let described = ("(b) Fresh positions for every new message", Kind::Fresh);
        sigma_bounded::draw(rows, "recycling threshold σ (bits of 1000)", described)
    }
}
