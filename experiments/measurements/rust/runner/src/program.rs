//! A program that answers lines: one line of its output for each of its input.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a program may take to end once its input has ended: it stops what it started.
const END: Duration = Duration::from_secs(15);

/// A running program.
pub struct Running {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// The last line of its errors, once they have ended.
    said: Option<JoinHandle<Option<String>>>,
    /// The longest that an answer may take.
    limit: Duration,
}

impl Running {
    /// Starts the program with its arguments in a folder, by which its path is; the reason if it cannot.
    pub fn start(folder: &Path, command: &[String], limit: Duration) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("no program".to_owned()) };
        let path = if program.contains('/') { folder.join(program) } else { PathBuf::from(program) };
        let mut child = Command::new(path)
            .args(arguments)
            .current_dir(folder)
            .env("PYTHONHASHSEED", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|why| format!("{program}: {why}"))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("{program}: no pipes"));
        };
        let (send, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        let said = thread::spawn(move || {
            let lines = BufReader::new(errors).lines().map_while(Result::ok);
            lines.filter(|line| !line.trim().is_empty()).last()
        });
        Ok(Self { child, input: Some(input), output: lines, said: Some(said), limit })
    }

    /// Its answer to a line.
    pub fn ask(&mut self, line: &str) -> Result<String, String> {
        let asked = self.input.as_mut().map_or(Ok(()), |input| writeln!(input, "{line}").and_then(|()| input.flush()));
        match self.output.recv_timeout(self.limit) {
            Ok(answer) if !answer.is_empty() => Ok(answer.trim_end().to_owned()),
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.child.kill();
                Err(format!("{line}: no answer within {} s", self.limit.as_secs()))
            }
            _ => {
                // its output has ended, and so have its errors
                let said = self.said.take().and_then(|said| said.join().ok()).flatten();
                let why = asked.err().map_or_else(|| "no answer".to_owned(), |why| why.to_string());
                Err(format!("{line}: {}", said.unwrap_or(why)))
            }
        }
    }

    /// The name and the version that it answers to `describe`.
    pub fn describe(&mut self) -> Result<(String, String), String> {
        let answer = self.ask("describe")?;
        let (name, version) = answer.split_once(' ').ok_or(format!("not a name and a version: {answer}"))?;
        Ok((name.to_owned(), version.to_owned()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // a program that has answered everything waits for input, and ends with it
        drop(self.input.take());
        let from = Instant::now();
        while from.elapsed() < END && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
pub mod tests {
    use super::{Duration, Instant, Running};

    /// A program of the shell.
    pub fn shell(program: &str) -> Running {
        let command = ["sh", "-c", program].map(str::to_owned);
        Running::start("/".as_ref(), &command, Duration::from_millis(500)).unwrap()
    }

    #[test]
    fn a_program_that_ends_says_why() {
        let why = |program| shell(program).describe().unwrap_err();
        assert_eq!(why("read line; echo first >&2; echo no such library >&2; echo >&2"), "describe: no such library");
        assert_eq!(why("read line"), "describe: no answer");
        assert_eq!(why("read line; echo name"), "not a name and a version: name");
    }

    #[test]
    fn a_program_that_hangs_is_left() {
        let from = Instant::now();
        assert_eq!(shell("exec sleep 60").ask("trial").unwrap_err(), "trial: no answer within 0 s");
        assert!(from.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn the_end_of_its_input_lets_a_program_clean_up() {
        let file = std::env::temp_dir().join(format!("measuring-cleaned-{}", std::process::id()));
        let program = format!("read line; echo a 1; read line; sleep 0.2; echo cleaned > {}", file.display());
        assert_eq!(shell(&program).describe().unwrap(), ("a".to_owned(), "1".to_owned()));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "cleaned\n");
        std::fs::remove_file(&file).unwrap();
    }
}
