//! f_σ¹ against σ, model and simulation.

mod view;

use bloomlab_occupancy::Phases;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::sigma_bounded::{self, Parameters, Row};

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    sigma_bounded::compute(p, Phases::One, context)
}
