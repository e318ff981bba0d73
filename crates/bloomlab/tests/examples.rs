//! Every example runs.

#[cfg(feature = "exact")]
#[path = "../examples/certify_a_rate.rs"]
mod certify_a_rate;
#[path = "../examples/compare_schemes.rs"]
mod compare_schemes;
#[path = "../examples/overfill_a_filter.rs"]
mod overfill_a_filter;
#[path = "../examples/plan_a_recycling_filter.rs"]
mod plan_a_recycling_filter;
#[path = "../examples/size_a_filter.rs"]
mod size_a_filter;

#[test]
fn every_example_runs() {
    size_a_filter::main().unwrap();
    overfill_a_filter::main().unwrap();
    compare_schemes::main().unwrap();
    plan_a_recycling_filter::main().unwrap();
    #[cfg(feature = "exact")]
    certify_a_rate::main().unwrap();
}
