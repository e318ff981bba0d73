//! Filters compared (ours): the alternatives to a Bloom filter that papers name, each sized for the same job by its exact
//! rate, and what clearing bits on purpose trades.

mod bits_per_item;
mod bits_per_message;
mod clearing;
mod deployed;

bloomlab_tables::program!(bits_per_item, bits_per_message, clearing, deployed);
