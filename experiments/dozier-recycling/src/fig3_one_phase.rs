//! f_σ¹ against σ, model and simulation.

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

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let [(fresh, points), (fixed, fixed_points)] =
            [Kind::Fresh, Kind::Fixed].map(|kind| sigma_bounded::misses(rows, kind));
        let misses = (fresh + fixed) as f64 / (points + fixed_points) as f64;
        Ok(vec![
            Decision::new("R31")
                .measured(misses)
                .decide(by_chance(fresh, points)? && by_chance(fixed, fixed_points)?)
                .because(format!(
                    "{fresh} of {points} with fresh positions, {fixed} of {fixed_points} with fixed ones"
                )),
        ])
    }
}
