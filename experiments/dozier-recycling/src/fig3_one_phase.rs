//! f_σ¹ against σ, model and simulation.

mod claims;

use bloomlab_occupancy::Phases;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Parameters, Row};

pub(crate) struct OnePhase;

impl Figure for OnePhase {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        sigma_bounded::compute(p, Phases::One, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let described = ("(b) Fresh positions for every new message", Kind::Fresh);
        sigma_bounded::draw(rows, "recycling threshold σ (bits of 1000)", described)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}
