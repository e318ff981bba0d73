//! A paper of one package in its own workspace, made as the command line makes it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};
use std::{env, fs, thread};

use clap::Parser;
use rand::Rng;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::files::{write_by, write_whole};
use crate::fresh::Code;
use crate::options::Options;
use crate::program::make;
use crate::settings::Settings;
use crate::values::Table;
use crate::{Figure, Interval, Result, Run, Streams, student_quantile};

#[derive(Deserialize)]
struct Parameters {
    points: u64,
    shape: Option<Shape>,
}

#[derive(Deserialize)]
struct Shape {
    bits: u64,
}

#[derive(Serialize)]
struct Row {
    point: u64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

/// A third of the points have no row, and every second of the others is simulated.
fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows =
        run.rows([p.shape.as_ref().map_or(0, |shape| shape.bits)], |point| Ok(Row { point, simulated: None }))?;
    rows.extend(run.flat_rows(0..p.points, |point| {
        let uniform = |mut random: rand::rngs::ChaCha8Rng| Ok(random.next_u64() as f64);
        let simulated = (point % 2 == 1).then(|| run.mean(&point, 3, uniform)).transpose()?;
        Ok(if point % 3 == 2 { vec![] } else { vec![Row { point, simulated }] })
    })?);
    Ok(rows)
}

const FILES: [(&str, &str); 8] = [
    ("Cargo.toml", "[workspace.dependencies]\nbloomlab-x = { path = \"crates/x\" }"),
    (
        "Cargo.lock",
        "[[package]]\nname = \"libm\"\nversion = \"0.2.16\"\n[[package]]\nname = \"other\"\nversion = \"1.0\"\n",
    ),
    ("crates/x/Cargo.toml", "[dependencies]\nlibm.workspace = true"),
    ("crates/x/src/lib.rs", "// x"),
    ("experiments/a/Cargo.toml", "[dependencies]\nbloomlab-x.workspace = true"),
    ("experiments/a/src/rate.rs", "use crate::shared;"),
    ("experiments/a/src/fill/law.rs", "// another figure"),
    ("experiments/a/rate.toml", "title = \"t\"\nseed = 1\n[parameters]\npoints = 20"),
];

fn workspace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    FILES.iter().for_each(|(path, text)| write_whole(&folder.path().join(path), text.as_bytes()).unwrap());
    folder
}

/// The number of failed figures, or why the options are refused.
fn run(root: &Path, options: &str) -> Result<usize> {
    let root = root.to_str().unwrap();
    let options = options.replace("OUT", &format!("{root}/out"));
    let options = Options::try_parse_from(["a", "--root", root].into_iter().chain(options.split_whitespace()))?;
    make("a", &[Figure::new("rate", "rate", compute)], &options, SystemTime::now())
}

#[test]
fn rows_keep_the_order_of_their_points_and_a_second_run_does_nothing() {
    let workspace = workspace();
    let (root, csv) = (workspace.path(), workspace.path().join("data/a/rate.csv"));
    assert_eq!(run(root, "").unwrap(), 0);
    let text = fs::read_to_string(&csv).unwrap();
    let points: Vec<&str> = text.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(points[..7], ["point", "0", "0", "1", "3", "4", "6"]);
    assert!(text.starts_with("point,simulated,lower,upper\n0,,,\n0,,,\n1,"), "{text}");
    let written = fs::metadata(&csv).unwrap().modified().unwrap();
    assert_eq!((run(root, "").unwrap(), run(root, "--verify").unwrap()), (0, 0));
    assert_eq!(fs::metadata(&csv).unwrap().modified().unwrap(), written);
    fs::write(&csv, text.replace("\n4,", "\n5,")).unwrap();
    assert_eq!(run(root, "--verify").unwrap(), 1);
    assert_eq!(run(root, "").unwrap(), 0);
    assert_eq!(fs::read_to_string(&csv).unwrap(), text);
    assert!(fs::read_to_string(root.join("data/a/rate.json")).unwrap().contains("\"libm\": \"0.2.16\""));
}

/// The process that the next test kills.
#[test]
#[ignore = "makes the figure of the workspace that the environment names"]
fn a_run_to_be_killed() {
    run(Path::new(&env::var_os("WORKSPACE").unwrap()), "").unwrap();
}

#[test]
fn a_killed_run_leaves_old_files_or_whole_ones() {
    let workspace = workspace();
    let root = workspace.path();
    let files = || ["rate.csv", "rate.json"].map(|name| fs::read(root.join("data/a").join(name)).unwrap());
    let ask = |points: u32| {
        fs::write(root.join("experiments/a/rate.toml"), format!("seed = 1\n[parameters]\npoints = {points}")).unwrap();
    };
    let make = |points| {
        ask(points);
        assert_eq!(run(root, "").unwrap(), 0);
        files()
    };
    let whole = [make(2000), make(2001)];
    let begin = |points| {
        ask(points);
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "tests::a_run_to_be_killed", "--ignored"]).env("WORKSPACE", root);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let start = Instant::now();
    assert!(begin(2000).wait().unwrap().success() && files() == whole[0]);
    let duration = start.elapsed();
    let mut killed = 0;
    for i in 1..=20 {
        let mut process = begin(2000 + i % 2);
        thread::sleep(duration * i / 20);
        process.kill().unwrap();
        killed += u32::from(!process.wait().unwrap().success());
        for (at, file) in files().iter().enumerate() {
            assert!(whole.iter().any(|files| files[at] == *file), "half a file after {i}/20 of a run");
        }
    }
    assert!(killed > 0, "no run was killed");
    assert_eq!(make(2001), whole[1]);
    assert_eq!(fs::read_dir(root.join("data/a")).unwrap().count(), 2, "unfinished files are swept");
}

#[test]
fn parts_join_to_the_same_bytes_or_are_refused() {
    let workspace = workspace();
    let (root, data) = (workspace.path(), workspace.path().join("out/data/a"));
    assert_eq!(run(root, "").unwrap(), 0);
    let part = |part: &str| assert_eq!(run(root, &format!("--output OUT --part {part}")).unwrap(), 0);
    let join = || run(root, "--output OUT --join").unwrap();
    part("1/3");
    part("3/3");
    assert_eq!(join(), 1, "part 2 is missing");
    fs::copy(data.join("rate.part-1-of-3.csv"), data.join("rate.part-2-of-3.csv")).unwrap();
    assert_eq!(join(), 1, "part 1 is doubled");
    fs::write(root.join("experiments/a/rate.toml"), "seed = 2\n[parameters]\npoints = 20").unwrap();
    part("2/3");
    assert_eq!(join(), 1, "part 2 has another seed");
    fs::write(root.join("experiments/a/rate.toml"), FILES[7].1).unwrap();
    part("2/3");
    assert_eq!(join(), 0);
    for file in ["rate.csv", "rate.json"] {
        assert_eq!(fs::read(data.join(file)).unwrap(), fs::read(root.join("data/a").join(file)).unwrap());
    }
    assert!(run(root, "--output OUT --part 4/3").is_err() && run(root, "--part 1/3").is_err());
}

#[test]
fn other_parameters_are_written_elsewhere_or_not_at_all() {
    let workspace = workspace();
    let (root, file) = (workspace.path(), workspace.path().join("changes.toml"));
    let made = |changes: &str| {
        fs::write(&file, changes).unwrap();
        run(root, &format!("rate --parameters {} --output OUT", file.display())).unwrap() == 0
    };
    let refused =
        ["laod = 1", "[parameters]\npionts = 2", "[parameters]\npoints = 1\nshape = { bits = 1, hashes = 2 }"];
    let mistyped = ["seed = -1", "[parameters]\npoints = nan", "[parameters]\npoints = \"all\""];
    assert!(refused.into_iter().chain(mistyped).all(|changes| !made(changes)) && !root.join("out").exists());
    // there is no program `report` next to the tests that could draw it
    assert!(!made("[parameters]\npoints = 2\nshape = { bits = 7 }") && !root.join("out").exists());
    assert!(run(root, "rate --output OUT").unwrap() == 0 && root.join("out/data/a/rate.csv").is_file());
    assert!(!root.join("data").exists());
    assert!(run(root, &format!("rate --parameters {} --output {}", file.display(), root.display())).is_err());
    let page = root.join("experiments/a/rate.toml");
    fs::write(&page, "[parameters]\npoints = 2\nshape = { bits = 1, hashes = 2 }").unwrap();
    let why = Settings::read(&page, None).unwrap().parameters::<Parameters>().err().unwrap().to_string();
    assert!(why.contains("rate.toml: parameters: unknown key `shape.hashes`"), "{why}");
}

#[test]
fn the_code_of_a_figure_is_not_that_of_another() {
    let workspace = workspace();
    let root = workspace.path();
    let hash = || Code::read(root, "a", SystemTime::now()).unwrap().hash("rate", &["rate", "fill"]).unwrap();
    let mut last = hash();
    let mut changes = |path: &str, text: &str| {
        fs::write(root.join(path), text).unwrap();
        std::mem::replace(&mut last, hash()) != hash()
    };
    assert!(!changes("experiments/a/src/fill/law.rs", "// new") && !changes("experiments/a/src/main.rs", "// new"));
    assert!(!changes("Cargo.lock", &FILES[1].1.replace("1.0", "1.1")));
    assert!(changes("Cargo.lock", &FILES[1].1.replace("0.2.16", "0.2.17")));
    assert!(changes("crates/x/src/lib.rs", "// new") && changes("experiments/a/src/shared.rs", "// new"));
    assert!(changes("experiments/a/src/rate.rs", "use crate::fill::law;"));
    assert!(changes("experiments/a/src/fill/law.rs", "// a module that this figure uses"));
    fs::write(root.join("experiments/a/src/rate.rs"), "include_str!(\"x.csv\")").unwrap();
    assert!(Code::read(root, "a", SystemTime::now()).is_err());
}

#[test]
fn cells_have_one_form_and_no_cell_hides_a_nan() {
    #[derive(Default, Serialize)]
    struct Mixed {
        #[serde(rename = "a,b")]
        group: Option<(u64, bool)>,
        float: f64,
        count: Option<u64>,
        text: &'static str,
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Default, Serialize)]
    struct Inner {
        inner: Option<f64>,
    }
    let row = |float, text| Mixed { float, text, ..Mixed::default() };
    let mut rows = [1.0, 1e-5, 1e-6, 1e16, -0.0].map(|float| row(float, "4"));
    rows[0] =
        Mixed { group: Some((1, true)), count: Some(u64::MAX / 2), inner: Inner { inner: Some(0.5) }, ..row(1.0, "") };
    (rows[1].text, rows[2].text) = ("a, \"b\"", "NaN");
    let lines =
        ["a,b,float,count,text,inner", "1,true,1.0,9223372036854775807,\"\",0.5", ",,0.00001,,\"a, \"\"b\"\"\","];
    let more = [",,1e-6,,NaN,", ",,1e+16,,4,", ",,-0.0,,4,\n"];
    assert_eq!(Table::of(&rows).unwrap().csv().unwrap(), [&lines[..], &more].concat().join("\n").into_bytes());
    let refused = |row: Mixed, part: &str| {
        let why = Table::of(&[Mixed::default(), row]).unwrap_err().to_string();
        assert!(why.contains("row 2") && why.contains(part), "{why}");
    };
    refused(row(f64::NAN, ""), "column float = NaN");
    refused(Mixed { inner: Inner { inner: Some(f64::INFINITY) }, ..Mixed::default() }, "column inner = inf");
    refused(Mixed { count: Some(u64::MAX), ..Mixed::default() }, "column count: 18446744073709551615");
    refused(row(0.0, "two\nlines"), "column text");
    assert!(Table::of::<Mixed>(&[]).unwrap().csv().is_err());
}

#[test]
fn a_file_that_cannot_be_written_whole_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/table.csv");
    write_whole(&path, b"old").unwrap();
    let failed = write_by(&path, |file| {
        std::io::Write::write_all(file, b"ne")?;
        Err(std::io::Error::other("the disk is full"))
    });
    assert!(failed.unwrap_err().to_string().contains("table.csv: the disk is full"));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

/// A change of the first number changes every simulation. The quantiles are those of tables (Abramowitz, Stegun, table 26.10).
#[test]
fn streams_and_intervals_are_pinned() {
    let mut random = Streams::new("pinned", 1).generator(&"point", 2).unwrap();
    assert_eq!(random.next_u64(), 7_174_976_352_291_086_538);
    for (degrees, quantile) in [(1, 63.657), (2, 9.925), (19, 2.861), (120, 2.617)] {
        assert!((student_quantile(degrees, 0.99).unwrap() - quantile).abs() < 6e-4);
    }
    assert!(student_quantile(0, 0.99).is_err() && Streams::new("a", 1).mean(&1, 1, |_| Ok(1.0)).is_err());
}

#[test]
fn a_damaged_manifest_is_named() {
    let workspace = workspace();
    for file in ["Cargo.toml", "crates/x/Cargo.toml", "experiments/a/Cargo.toml"] {
        let path = workspace.path().join(file);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, "[").unwrap();
        let refused = run(workspace.path(), "rate").unwrap_err().to_string();
        assert!(refused.contains(&path.display().to_string()), "{refused}");
        fs::write(&path, whole).unwrap();
    }
}
