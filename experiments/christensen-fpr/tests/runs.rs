//! What a user may do to `make figures`: kill it, give it threads, ask for nonsense.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const PAPER: &str = "christensen-fpr";
const FIGURES: [&str; 10] = [
    "best-k",
    "fig1-algorithm",
    "fig2-relative-error",
    "holder-chain",
    "icarus",
    "sizing-penalty",
    "small-filters",
    "small-systems",
    "stability",
    "two-experiments",
];
/// What makes the new workspace's figures quick.
const SMALLER: [(&str, &str, &str); 9] = [
    ("best-k", "most_bits_per_item = 32", "most_bits_per_item = 8"),
    ("fig1-algorithm", "most_balls = 64", "most_balls = 8"),
    ("holder-chain", "log2_bits_to = 10", "log2_bits_to = 5"),
    ("icarus", "most_hashes = 8", "most_hashes = 3"),
    ("small-filters", "most_bits = 5", "most_bits = 2"),
    ("small-systems", "epochs = 1000", "epochs = 4"),
    ("stability", "large_bits = [256, 512, 1024, 2048, 4096]", "large_bits = []"),
    ("two-experiments", "filters = 200000", "filters = 5000"),
    ("two-experiments", "log2_bits_to = 10", "log2_bits_to = 6"),
];

/// A workspace with nothing in it but the claims and the settings of the figures, some of them smaller than the committed
/// ones.
fn workspace() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("experiments").join(PAPER);
    fs::create_dir_all(&folder).unwrap();
    for stem in FIGURES.into_iter().chain(["claims"]) {
        let name = format!("{stem}.toml");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name), folder.join(name)).unwrap();
    }
    for (figure, from, to) in SMALLER {
        edit(&folder.join(format!("{figure}.toml")), from, to);
    }
    root
}

fn command(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_christensen-fpr"));
    command.args(["--root", root.to_str().unwrap()]).args(arguments);
    command
}

fn run(root: &Path, arguments: &[&str]) -> Output {
    command(root, arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Every file below `data` and `figures`, with its content.
fn products(root: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in ["data", "figures"] {
        for entry in fs::read_dir(root.join(folder).join(PAPER)).into_iter().flatten().flatten() {
            files.push((entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
        }
    }
    files.sort();
    files
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from} is not in {}", path.display());
    fs::write(path, text.replace(from, to)).unwrap();
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let (one, two) = (workspace(), workspace());
    for (root, threads) in [(&one, "1"), (&two, "2")] {
        assert!(command(root.path(), &[]).env("RAYON_NUM_THREADS", threads).status().unwrap().success());
    }
    assert!(!products(one.path()).is_empty());
    assert_eq!(products(one.path()), products(two.path()));
}

#[test]
fn nonsense_is_named_and_the_other_figures_are_made() {
    for (from, to, complaint) in [
        ("log2_bits_to = 16", "log2_bits_to = 16\nlog2_bit = 3", "log2_bit"),
        ("log2_bits_to = 16", "log2_bits_to = nan", "parameters.log2_bits_to = NaN is not a finite number"),
        ("log2_bits_to = 16", "log2_bits_to = 99", "log2_bits_to 99: needs from ≤ to ≤ 62"),
        ("bits_per_item = [4, 8, 16, 32]", "bits_per_item = [0]", "bits_per_item 0 is out of range: needs at least 2"),
        ("title =", "titel =", "titel"),
    ] {
        let root = workspace();
        edit(&root.path().join("experiments/christensen-fpr/fig2-relative-error.toml"), from, to);
        let output = run(root.path(), &[]);
        assert_eq!(output.status.code(), Some(1));
        let complained = stderr(&output);
        assert!(
            complained.contains("error: christensen-fpr/fig2-relative-error: ") && complained.contains(complaint),
            "{complained}"
        );
        // table, provenance and picture of each, but of holder-chain no picture
        assert_eq!(products(root.path()).len(), 3 * (FIGURES.len() - 1) - 1, "the other figures are whole");
    }
    let root = workspace();
    assert_eq!(run(root.path(), &["fig9"]).status.code(), Some(2));
    let nowhere = tempfile::tempdir().unwrap();
    let output = run(nowhere.path(), &[]);
    assert!(output.status.code() == Some(1) && stderr(&output).contains("experiments"), "{}", stderr(&output));
}

#[test]
fn an_output_folder_that_cannot_be_written_is_named() {
    let root = workspace();
    fs::create_dir(root.path().join("figures")).unwrap();
    fs::write(root.path().join("figures/christensen-fpr"), "a file where a folder is needed").unwrap();
    let output = run(root.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("figures/christensen-fpr"), "{}", stderr(&output));
    // the tables that were computed are there, and stay when the obstacle goes
    fs::remove_file(root.path().join("figures/christensen-fpr")).unwrap();
    let again = run(root.path(), &[]);
    assert!(
        again.status.success() && stderr(&again).matches("table is up to date").count() == FIGURES.len(),
        "{}",
        stderr(&again)
    );
}

#[test]
fn a_run_killed_at_any_moment_leaves_no_torn_file() {
    let whole = workspace();
    assert!(run(whole.path(), &[]).status.success());
    let whole = products(whole.path());
    for milliseconds in [1, 3, 6, 10, 20, 40, 70, 100, 150, 200] {
        let root = workspace();
        let mut child = command(root.path(), &[]).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        for (name, content) in products(root.path()).iter().filter(|(name, _)| !name.starts_with(".unfinished-")) {
            let (_, expected) = whole.iter().find(|(other, _)| other == name).unwrap();
            assert_eq!(content, expected, "{name} after {milliseconds} ms");
        }
        assert!(run(root.path(), &[]).status.success());
        assert_eq!(products(root.path()), whole, "completed after {milliseconds} ms");
    }
}
