//! The figures of AUTHOR, *TITLE* (YEAR).

mod rate;

report::paper! {
    rate::Rate,
}
