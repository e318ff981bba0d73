//! f_σ² against σ, model and simulation.

use bloomlab_occupancy::Phases;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::catalogue::Kind;
use crate::sigma_bounded::{self, Parameters, Row};
use crate::verdicts::by_chance;

pub(crate) struct TwoPhases;

impl Figure for TwoPhases {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        sigma_bounded::compute(p, Phases::Two, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let described = ("(b) Messages that never repeat", Kind::Unique);
        sigma_bounded::draw(rows, "recycling threshold σ of each filter (bits of 500)", described)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let (fresh, fresh_points) = sigma_bounded::misses(rows, Kind::Fresh);
        let (fixed, fixed_points) = sigma_bounded::misses(rows, Kind::Fixed);
        let (unique, unique_points) = sigma_bounded::misses(rows, Kind::Unique);
        let share = (fresh + fixed) as f64 / (fresh_points + fixed_points) as f64;
        let condition = format!(
            "messages do not come back while the frozen filter holds them: then {unique} of {unique_points} miss; \
             from a catalogue {fresh} of {fresh_points} do with fresh positions, {fixed} of {fixed_points} with fixed \
             hash functions"
        );
        let holds = by_chance(fresh, fresh_points)? && by_chance(fixed, fixed_points)?;
        let holds_without_repeats = by_chance(unique, unique_points)?;
        Ok(vec![Decision::new("R32").measured(share).decide_if(holds, holds_without_repeats, condition, String::new())])
    }
}
