//! f_σ¹ against σ, model and simulation.

mod claims;

use bloomlab_occupancy::Phases;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Drawn, Parameters, Row};

pub(crate) struct OnePhase;

impl Figure for OnePhase {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        sigma_bounded::compute(p, Phases::One, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        sigma_bounded::draw(
            rows,
            &Drawn {
                threshold: "threshold *σ* (bits of 1000)",
                described: ("(b) Fresh positions for every new message", Kind::Fresh),
                finding: None,
            },
        )
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}
