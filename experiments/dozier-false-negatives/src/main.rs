//! The figure on Dozier, Salamatian, Rubenstein, *Analysis of false negative rates for recycling Bloom filters (yes, they happen!)* (2024).

mod returns;

bloomlab_tables::program!(returns);
