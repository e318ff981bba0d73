//! Figures after Kirsch, Mitzenmacher, *Less hashing, same performance: building a better Bloom filter* (2008), and Dillinger,
//! Manolios, *Bloom filters in probabilistic verification* (2004): what it costs to derive k positions from two hashes.

mod excess;
mod fig1_small;
mod finite_hash;
mod safe_size;
mod variant;

bloomlab_tables::program!(excess, fig1_small, finite_hash, safe_size);
