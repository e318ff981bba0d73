//! f_σ² against σ, model and simulation.

use bloomlab_occupancy::Phases;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Row};
use crate::verdicts::by_chance;

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Parameters(sigma_bounded::Parameters);

impl Default for Parameters {
    fn default() -> Self {
        Self(sigma_bounded::Parameters {
            bits: 1000,
            hashes: vec![3, 5, 8],
            sigma_from: 50,
            sigma_to: 450,
            sigma_step: 25,
            catalogue: 1000,
            epochs: 10,
            arrivals: 100_000,
            warm_up: 10_000,
            least_false_positives: 30.0,
        })
    }
}

pub(crate) struct TwoPhases;

impl Figure for TwoPhases {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        sigma_bounded::compute(&p.0, Phases::Two, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let described = ("(b) Messages that never repeat", Kind::Unique);
        sigma_bounded::draw(rows, "recycling threshold σ of each filter (bits of 500)", described)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let [(fresh, points), (fixed, fixed_points), (unique, unique_points)] =
            [Kind::Fresh, Kind::Fixed, Kind::Unique].map(|kind| sigma_bounded::misses(rows, kind));
        let misses = (fresh + fixed) as f64 / (points + fixed_points) as f64;
        Ok(vec![
            Decision::new("R32")
                .measured(misses)
                .decide_if(
                    by_chance(fresh, points)? && by_chance(fixed, fixed_points)?,
                    by_chance(unique, unique_points)?,
                    format!(
                        "messages do not come back while the frozen filter holds them: then {unique} of {unique_points} \
                         miss; from a catalogue {fresh} of {points} do with fresh positions, {fixed} of {fixed_points} with \
                         fixed hash functions"
                    ),
                ),
        ])
    }
}
