//! The figures of AUTHOR, *TITLE* (YEAR).

mod rate;

bloomlab_tables::program!(rate);
