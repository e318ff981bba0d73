//! What every figure uses: numbers, models, routes, pictures, the workbench, and what the figures share.

pub(crate) use bloomlab_crosscheck::*;
pub(crate) use bloomlab_evaluation::*;
pub(crate) use bloomlab_exact::*;
pub(crate) use bloomlab_formulas::*;
pub(crate) use bloomlab_numbers::*;
pub(crate) use bloomlab_workbench::figure::*;

pub(crate) use crate::evaluated::*;
pub(crate) use crate::extremes::on_extreme;
pub(crate) use crate::grid::*;
pub(crate) use crate::looks;
pub(crate) use crate::sampled::*;
