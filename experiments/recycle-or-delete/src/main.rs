//! Recycle or delete? Filters that are to know the last W messages of a stream, in the same memory: those of Dozier,
//! Salamatian, Rubenstein, those of Kwon, Shankar, Pontarelli, Reviriego, and their rivals.

mod residue;
mod winners;

bloomlab_tables::program!(residue, winners);
