//! Every command of the files in `tests/golden`, with its output, its errors and its exit status. `BLESS=1` writes the files again.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::run::bloomlab;

/// The output of a command, with times that vary from run to run as `…`.
fn answer(command: &str) -> String {
    let output = bloomlab(command);
    let mut text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    if let Some(seconds) = text.lines().next().and_then(|header| header.split(',').position(|name| name == "seconds")) {
        let without = |line: &str| {
            let mut cells: Vec<_> = line.split(',').collect();
            if cells.len() > seconds && cells[seconds].parse::<f64>().is_ok() {
                cells[seconds] = "…";
            }
            cells.join(",") + "\n"
        };
        text = text.lines().map(without).collect();
    }
    let status = output.status.code().unwrap();
    if status == 0 { text } else { format!("{text}exit status {status}\n") }
}

#[test]
fn every_command_answers_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut wrong = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let written = fs::read_to_string(&path).unwrap();
        let commands = written.lines().filter_map(|line| line.strip_prefix("$ bloomlab "));
        let blocks: Vec<String> =
            commands.map(|command| format!("$ bloomlab {command}\n{}\n", answer(command))).collect();
        if env::var_os("BLESS").is_some() {
            fs::write(&path, blocks.concat()).unwrap();
            continue;
        }
        for block in blocks.iter().filter(|block| !written.contains(block.as_str())) {
            writeln!(wrong, "{}: now\n{block}", path.file_name().unwrap().to_string_lossy()).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
