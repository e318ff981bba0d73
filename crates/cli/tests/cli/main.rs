//! The program, from outside: what it prints and how it ends.

mod advice;
mod audit;
mod behaviour;
mod combine;
mod compare;
mod crosscheck;
mod documents;
mod models;
mod numbers;
mod observe;
mod rate_tests;
mod readme;
mod reports;
mod run;
mod schemes;
mod size_argument;
mod two_phases;
mod vocabulary;
mod why;
