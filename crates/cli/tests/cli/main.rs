//! The program, from outside: its output and its exit status.

mod audit;
mod behaviour;
mod documents;
mod golden;
mod readme;
mod run;
mod vocabulary;
