//! The calculator in a real browser: its answers against the library, and what a person does with the page.

mod answers;
#[path = "../../../report/tests/browser/chromium.rs"]
mod chromium;
mod known;
mod reading;

use std::path::Path;
use std::process::Command;

use chromium::Tab;
use tempfile::TempDir;

/// The page as the program makes it from the committed tables, in a folder of its own.
struct Page(TempDir);

impl Page {
    fn make() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["data", "experiments"] {
            let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name).canonicalize().unwrap();
            std::os::unix::fs::symlink(there, folder.path().join(name)).unwrap();
        }
        let calculator = |more: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_calculator"));
            command.arg("--root").arg(folder.path()).args(more).output().unwrap()
        };
        let written = calculator(&[]);
        assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
        assert!(calculator(&["--verify"]).status.success());
        Self(folder)
    }

    /// Its address, with a question.
    fn asked(&self, question: &str) -> String {
        format!("file://{}/figures/calculator.html{question}", self.0.path().display())
    }
}

/// A browser with the page, asked a question.
fn opened(page: &Page, question: &str) -> Tab {
    let mut tab = Tab::open();
    tab.show(&page.asked(question), 1280, "light");
    tab
}

#[test]
fn another_page_on_disk_fails_the_comparison() {
    let page = Page::make();
    std::fs::write(page.0.path().join("figures/calculator.html"), "<!DOCTYPE html>\n<html>\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_calculator"));
    let output = command.arg("--root").arg(page.0.path()).arg("--verify").output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2 of figures/calculator.html"));
}
