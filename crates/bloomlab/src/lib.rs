//! The false-positive rates of Bloom filters.
