#![doc = include_str!("../README.md")]
//!
//! The false-positive rate of one Bloom filter of m bits that holds n items under k hash functions.
//!
//! Every formula is written once, over an [`Arithmetic`](bloomlab_numbers::Arithmetic), and takes a validated [`Load`].
//!
//! | module | formula | source |
//! |---|---|---|
//! | [`table`] | P(N, M, K) by the table algorithm: as transcribed, repaired, with kept tables | Christensen et al., Figure 1 |
//! | [`christensen`] | exact rate: eq. 17 over the recursion, eq. 18 in closed form | Christensen et al. |
//! | [`bose`] | exact rate through Stirling numbers | Bose et al.; Christensen et al., eq. 20, 21 |
//! | [`layout`] | a plain or a blocked filter as a query meets it: the two routes below serve all of them | |
//! | [`inclusion_exclusion`] | exact rate in O(k²) steps whatever m and n | Grandi 2018; Burns 2019 |
//! | [`coverage`] | exact rate from positive terms only, O(k³ log kn) steps | ours |
//! | [`blocked`] | blocked filters, plain and split: exact rate, mixture over loads, Poisson mixture | Putze et al. 2009 |
//! | [`overlapping`] | words that begin at every few bits: exact rate, limit | ours |
//! | [`split_block`] | Parquet's split blocks: the fewest for a target, the rule in use | ours |
//! | [`folding`] | halving a split filter: what three estimates of its rate accept | ours |
//! | [`rocksdb`] | an estimate for blocks of a cache line, its choice of k, collisions of hashes | RocksDB |
//! | [`scalable`] | filters that grow by stages: exact rate, bits, variants | Almeida et al. 2007 |
//! | [`refusing`] | filters that insert only what they do not report: exact rate, limit | ours |
//! | [`partitioned`] | one position of an item in each of k slices: exact rate | Bloom 1970 |
//! | [`retouched`] | bits cleared at random: both error rates, exact | Donnet et al. 2006 |
//! | [`static_filters`] | xor and binary fuse filters: exact rate, cells | Graf, Lemire 2020, 2022 |
//! | [`bounds`] | the bits that any filter needs | Carter et al. 1978; Kuszmaul et al. 2025 |
//! | [`approximation`] | classic, limit, Bloom 1970 | Christensen et al., eq. 1, 19 |
//! | [`observed`] | rate of a filter whose set bits were counted | Christensen et al., eq. 2 |
//! | [`counts`] | false positives among queries of one filter: bounds, power, the queries that a test needs | ours |
//! | [`hops`] | hops of a packet with a filter before the first false positive: exact, classic | application in Christensen et al., section 4 |
//! | [`sizing`] | the fewest bits that keep a target rate | |
//! | [`walks`] | positions derived from two hashes: the theorem, its rates, sizes and first order | ours |
//! | [`exact`] | the exact rate by the best of these routes | |

pub mod accuracy;
pub mod approximation;
pub mod blocked;
pub mod bose;
pub mod bounds;
pub mod christensen;
pub mod counts;
pub mod coverage;
pub mod exact;
pub mod folding;
mod formula;
pub mod hops;
pub mod inclusion_exclusion;
pub mod layout;
mod load;
pub mod observed;
pub mod overlapping;
pub mod partitioned;
pub mod refusing;
pub mod retouched;
pub mod rocksdb;
pub mod scalable;
pub mod sizing;
pub mod split_block;
pub mod static_filters;
mod steps;
pub mod table;
pub mod walks;

pub use formula::{Formula, FormulaError, UnknownFormula};
pub use load::Load;
