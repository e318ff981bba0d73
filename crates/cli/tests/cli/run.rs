//! Runs the program.

use std::process::{Command, Output};

use serde_json::Value;

/// Runs `bloomlab` with arguments separated by spaces.
pub fn bloomlab(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bloomlab")).args(arguments.split_whitespace()).output().unwrap()
}

/// Its stdout, when it succeeds.
pub fn stdout(arguments: &str) -> String {
    let output = bloomlab(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments}");
    String::from_utf8(output.stdout).unwrap()
}

/// Its JSON, when it succeeds.
pub fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout(&format!("{arguments} --format json"))).unwrap()
}
