//! What every figure of the paper uses, and what its figures share.

pub(crate) use bloomlab_formulas::*;
pub(crate) use bloomlab_numbers::*;
pub(crate) use bloomlab_schemes::*;
pub(crate) use bloomlab_simulation::*;
pub(crate) use bloomlab_workbench::figure::*;

pub(crate) use crate::blocks::*;
pub(crate) use crate::looks;
