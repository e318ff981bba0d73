//! f_σ² against σ, model and simulation.

mod claims;

use bloomlab_occupancy::Phases;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Drawn, Parameters, Row};

pub(crate) struct TwoPhases;

impl Figure for TwoPhases {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        sigma_bounded::compute(p, Phases::Two, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        sigma_bounded::draw(
            rows,
            &Drawn {
                threshold: "threshold *σ* of each filter (bits of 500)",
                described: ("(b) Messages that never repeat", Kind::Unique),
                finding: Some((385.0, -0.065, "*k* = 3 runs\n2 to 3 % low")),
            },
        )
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}
