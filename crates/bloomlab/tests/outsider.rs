//! The program in the README, built and run as an outsider would: in a folder outside the workspace, without the feature
//! `exact`, and without a C compiler.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The first block of code of a given language in a text.
fn block<'a>(text: &'a str, language: &str) -> &'a str {
    let after = text.split_once(&format!("```{language}\n")).expect("a block of code").1;
    after.split_once("```").expect("the end of the block").0
}

#[test]
fn the_program_of_the_readme_builds_and_prints_what_it_says() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(here.join("README.md")).unwrap();
    let page = fs::read_to_string(here.join("../../docs/rust.md")).unwrap();
    for language in ["rust", "text"] {
        assert_eq!(block(&page, language), block(&readme, language), "docs/rust.md shows another");
    }
    let outside = tempfile::tempdir().unwrap();
    let manifest = format!(
        "[package]\nname = \"outsider\"\nedition = \"2024\"\n\n[dependencies]\nbloomlab = {{ path = {:?} }}\n\n[workspace]\n",
        here.display().to_string()
    );
    fs::create_dir(outside.path().join("src")).unwrap();
    fs::write(outside.path().join("Cargo.toml"), manifest).unwrap();
    fs::write(outside.path().join("src/main.rs"), block(&readme, "rust")).unwrap();
    // the versions of the workspace, which are at hand
    fs::copy(here.join("../../Cargo.lock"), outside.path().join("Cargo.lock")).unwrap();

    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline"])
        .current_dir(outside.path())
        .env("CARGO_TARGET_DIR", outside.path().join("target"))
        .env("CC", "no-c-compiler")
        // as little work as the program needs
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), block(&readme, "text"), "{stderr}");
}
