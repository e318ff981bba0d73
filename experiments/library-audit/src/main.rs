//! The filters that people run: what libraries promise, what their own schemes must give, and what they do.

mod domain;
mod promises;

bloomlab_tables::program!(domain, promises);
