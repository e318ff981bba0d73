//! f_σ¹ against σ, model and simulation.

use bloomlab_occupancy::Phases;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Parameters, Row};
use crate::verdicts::by_chance;

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
        let (fresh, fresh_points) = sigma_bounded::misses(rows, Kind::Fresh);
        let (fixed, fixed_points) = sigma_bounded::misses(rows, Kind::Fixed);
        let share = (fresh + fixed) as f64 / (fresh_points + fixed_points) as f64;
        let why = format!("{fresh} of {fresh_points} with fresh positions, {fixed} of {fixed_points} with fixed ones");
        let holds = by_chance(fresh, fresh_points)? && by_chance(fixed, fixed_points)?;
        Ok(vec![Decision::new("R31").measured(share).decide(holds, String::new()).remark(why)])
    }
}
