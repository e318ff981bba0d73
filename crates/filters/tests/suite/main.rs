//! All integration tests of the filters, in one binary.

mod blocked;
mod bloom;
mod deletable;
mod multiset;
mod positions;
mod shortcuts;
mod stored;
