//! bloomlab
