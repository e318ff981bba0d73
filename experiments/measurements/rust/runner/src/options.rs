//! The options of the command line.

/// The options of the command line.
#[derive(Default)]
pub struct Options {
    pub quick: bool,
    /// The time of the run, in seconds; nought for the usual.
    pub seconds: u64,
    pub only: Option<String>,
    /// The folder of which the subjects are only listed, with what they need.
    pub list: Option<String>,
}

impl Options {
    /// The options of the words.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word}: a value is missing"));
            match word.as_str() {
                "--quick" => options.quick = true,
                "--seconds" => options.seconds = value()?.parse().map_err(|why| format!("--seconds: {why}"))?,
                "--only" => options.only = Some(value()?),
                "--list" => options.list = Some(value()?),
                other => return Err(format!("{other}: there are --quick, --only NAME, --seconds N and --list FOLDER")),
            }
        }
        Ok(options)
    }
}
