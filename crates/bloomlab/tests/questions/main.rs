//! The public questions, their answers and their refusals.

mod balls_in_bins;
mod certified_balls;
mod certified_sizes;
mod deletable;
mod deletable_numbers;
mod filter;
mod observed;
mod sizes;
mod stored;
