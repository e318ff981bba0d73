//! What the command line asks for.

use measuring::shard;

/// Seconds of a whole run, and of a quick one.
const SECONDS: u64 = 2280;
const QUICK_SECONDS: u64 = 120;

/// What the command line asks for.
pub struct Options {
    /// Whether the table is only compared with.
    pub quick: bool,
    /// The time of the run.
    pub seconds: u64,
    /// Which of how many parts, from 0.
    pub shard: (usize, usize),
    /// Which items a quick run takes.
    pub seed: u64,
    /// The one subject that runs.
    pub only: Option<String>,
}

impl Options {
    /// The options of the words.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut options = Self { quick: false, seconds: 0, shard: (0, 1), seed: 0, only: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => options.quick = true,
                "--seconds" => {
                    let seconds = words.next().and_then(|word| word.parse().ok()).filter(|seconds| *seconds > 0);
                    options.seconds = seconds.ok_or("--seconds: a number of seconds above 0")?;
                }
                "--seed" => {
                    let seed = words.next().and_then(|word| word.parse().ok()).filter(|seed| *seed < 1000);
                    options.seed = seed.ok_or("--seed: a number below 1000")?;
                }
                "--only" => options.only = Some(words.next().ok_or("--only: a subject")?.clone()),
                "--shard" => {
                    options.shard = words.next().and_then(|word| shard(word)).ok_or("--shard: I/N, 1 ≤ I ≤ N")?
                }
                other => {
                    return Err(format!(
                        "{other}: there are --seconds N, --shard I/N, --only SUBJECT, --quick and --seed N"
                    ));
                }
            }
        }
        let usual = if options.quick { QUICK_SECONDS } else { SECONDS };
        Ok(Self { seconds: if options.seconds == 0 { usual } else { options.seconds }, ..options })
    }
}
