//! The filters that people run: what libraries promise, what their own schemes must give, and what they do.

mod bits;
mod causes;
mod libraries;
mod measured;
mod promises;

bloomlab_workbench::paper! {
    promises::Promises,
    causes::Causes,
    bits::Bits,
}
