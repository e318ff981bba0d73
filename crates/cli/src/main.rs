//! `bloomlab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bloomlab_cli::main()
}
