//! What every figure of the paper uses: numbers, models, pictures, the workbench, and the looks that the figures share.

pub(crate) use bloomlab_exact::*;
pub(crate) use bloomlab_formulas::*;
pub(crate) use bloomlab_numbers::*;
pub(crate) use bloomlab_occupancy::*;
pub(crate) use bloomlab_workbench::figure::*;

pub(crate) use crate::certified::*;
pub(crate) use crate::grid::*;
pub(crate) use crate::looks;
