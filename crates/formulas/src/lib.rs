//! The formulas for one Bloom filter holding n items.
