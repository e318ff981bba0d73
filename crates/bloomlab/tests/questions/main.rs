//! The public questions, their answers and their refusals.

mod balls_in_bins;
mod certified_balls;
mod certified_sizes;
mod compare_items;
mod compare_window;
mod deletable_numbers;
mod observed;
mod recycling;
mod refusals;
mod several;
mod sizes;
mod stored;
