//! `bloomlab completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::error::Error;

/// A script that completes bloomlab's commands and flags in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab completions bash > ~/.local/share/bash-completion/completions/bloomlab")]
pub struct Options {
    /// The shell
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(["bash", "zsh", "fish"]))]
    shell: String,
}

impl Options {
    /// The script.
    ///
    /// # Errors
    /// When the shell is unknown.
    pub fn run(&self) -> Result<String, Error> {
        let shell: Shell = self.shell.parse().map_err(Error::Domain)?;
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut crate::Cli::command(), "bloomlab", &mut script);
        String::from_utf8(script).map_err(|error| Error::Failed(error.to_string()))
    }
}
