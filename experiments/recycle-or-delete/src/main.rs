//! Recycle or delete? Filters that are to know the last W messages of a stream, in the same memory: those of Dozier,
//! Salamatian, Rubenstein, those of Kwon, Shankar, Pontarelli, Reviriego, and their rivals.

mod looks;
mod residue;
mod rival;
mod stream;
mod winners;

bloomlab_workbench::paper!();
