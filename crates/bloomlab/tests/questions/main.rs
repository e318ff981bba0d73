//! The public questions, their answers and their refusals.

mod balls_in_bins;
mod compare_items;
mod compare_window;
mod published;
mod recycling;
mod refusals;
mod several;
mod sizes;
mod stored;
