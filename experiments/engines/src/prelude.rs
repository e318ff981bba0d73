//! What every figure uses: numbers, models, pictures, the workbench, and the measured filters.

pub(crate) use bloomlab_formulas::*;
pub(crate) use bloomlab_libraries::*;
pub(crate) use bloomlab_numbers::*;
pub(crate) use bloomlab_schemes::*;
pub(crate) use bloomlab_simulation::*;
pub(crate) use bloomlab_workbench::figure::*;
pub(crate) use bloomlab_workbench::{ALLOWED, Kept, deciding};

pub(crate) use crate::measured;
