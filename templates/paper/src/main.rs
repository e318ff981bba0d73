//! The figures of AUTHOR, *TITLE* (YEAR).

mod rate;

bloomlab_report::paper! {
    rate::Rate,
}
