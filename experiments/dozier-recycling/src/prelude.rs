//! What every figure of the paper uses: numbers, models, simulations, pictures, the workbench, and what the figures share.

pub(crate) use bloomlab_exact::*;
pub(crate) use bloomlab_numbers::*;
pub(crate) use bloomlab_occupancy::*;
pub(crate) use bloomlab_recycling::*;
pub(crate) use bloomlab_simulation::*;
pub(crate) use bloomlab_workbench::figure::*;

pub(crate) use crate::catalogue::Kind;
pub(crate) use crate::enumerated::*;
pub(crate) use crate::filling::Filling;
pub(crate) use crate::measures::*;
pub(crate) use crate::simulated::*;
pub(crate) use crate::{looks, simulated};
