//! Figures for Almeida, Baquero, Preguiça, Hutchison, *Scalable Bloom filters* (2007), and for filters that refuse positives.

mod growth;
mod refusing;
mod trials;

bloomlab_workbench::paper!();
