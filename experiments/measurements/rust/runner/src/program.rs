//! A program that answers lines: one line of its output for each of its input.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};

/// A running program.
pub struct Running {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    /// The last line of its errors, once they have ended.
    said: Option<JoinHandle<Option<String>>>,
}

impl Running {
    /// Starts the program with its arguments in a folder, for at most `seconds` seconds; the reason if it cannot.
    pub fn start<'a>(folder: &Path, command: impl Iterator<Item = &'a str>, seconds: u64) -> Result<Self, String> {
        let mut child = Command::new("timeout")
            .args(["--kill-after=15", &seconds.to_string()])
            .args(command)
            .current_dir(folder)
            .env("PYTHONHASHSEED", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|why| format!("timeout: {why}"))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("no pipes".to_owned());
        };
        let said = thread::spawn(move || {
            let lines = BufReader::new(errors).lines().map_while(Result::ok);
            lines.filter(|line| !line.trim().is_empty()).last()
        });
        Ok(Self { child, input: Some(input), output: BufReader::new(output).lines(), said: Some(said) })
    }

    /// Its answer to a line.
    pub fn ask(&mut self, line: &str) -> Result<String, String> {
        // a program that has ended says why
        _ = self.input.as_mut().map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        match self.output.next() {
            Some(Ok(answer)) if !answer.is_empty() => Ok(answer.trim_end().to_owned()),
            _ => {
                let said = self.said.take().and_then(|said| said.join().ok()).flatten();
                Err(format!("{line}: {}", said.as_deref().unwrap_or("no answer")))
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
        // a program that has answered everything waits for input, ends with it, and stops what it started
        drop(self.input.take());
        _ = self.child.wait();
    }
}

#[cfg(test)]
pub mod tests {
    use super::Running;

    /// A program of the shell.
    pub fn shell(program: &str) -> Running {
        Running::start("/".as_ref(), ["sh", "-c", program].into_iter(), 1).unwrap()
    }

    #[test]
    fn a_program_that_ends_or_hangs_says_why() {
        let why = |program| shell(program).describe().unwrap_err();
        assert_eq!(why("read line; echo first >&2; echo no such library >&2; echo >&2"), "describe: no such library");
        assert_eq!(why("read line"), "describe: no answer");
        assert_eq!(why("exec sleep 60"), "describe: no answer");
        assert_eq!(why("read line; echo name"), "not a name and a version: name");
    }
}
