//! What every figure of the paper uses, and what its figures share.

pub(crate) use bloomlab_deletable::*;
pub(crate) use bloomlab_filters::*;
pub(crate) use bloomlab_numbers::*;
pub(crate) use bloomlab_occupancy::*;
pub(crate) use bloomlab_simulation::*;
pub(crate) use bloomlab_workbench::figure::*;

pub(crate) use crate::comparison::*;
pub(crate) use crate::filters;
pub(crate) use crate::looks::{look, name};
pub(crate) use crate::measured::*;
pub(crate) use crate::panels::*;
pub(crate) use crate::sweep::*;
pub(crate) use crate::trials::*;
