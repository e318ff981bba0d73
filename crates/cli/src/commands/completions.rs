//! `bloomlab completions`.

use clap_complete::Shell;

/// Prints a script that completes bloomlab's commands and flags in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab completions bash > ~/.local/share/bash-completion/completions/bloomlab")]
pub struct Options {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Options {
    /// The script.
    pub fn run(&self) -> String {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::command(), "bloomlab", &mut script);
        // what clap_complete writes is a text
        String::from_utf8_lossy(&script).into_owned()
    }
}
