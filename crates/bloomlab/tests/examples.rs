//! Every example runs.

use std::fs;
use std::path::Path;

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

#[test]
fn every_example_is_run_above() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(here.join("tests/examples.rs")).unwrap();
    let examples = fs::read_dir(here.join("examples")).unwrap().map(|entry| entry.unwrap().path());
    let names: Vec<_> = examples.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(names.len(), 5);
    for name in names {
        assert!(source.contains(&format!("{name}::main()")), "{name} is not run");
    }
}
