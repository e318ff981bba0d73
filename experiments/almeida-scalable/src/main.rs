//! The figure of Almeida, Baquero, Preguiça, Hutchison, *Scalable Bloom filters* (2007), and of the variants that libraries have.

mod growth;

bloomlab_tables::program!(growth);
