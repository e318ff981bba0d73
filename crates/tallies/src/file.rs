//! The bytes of a tally: a checksum, the run and job it belongs to, and its contents, a line each.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{DamagedFile, Run, StoreError, digest, hexadecimal};

/// The second line of a file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub run: Run,
    /// The key of the job, in hexadecimal.
    pub job: String,
}

impl Header {
    pub(crate) fn new(run: &Run, key: &[u8; 32]) -> Self {
        Self { run: run.clone(), job: hexadecimal(key) }
    }

    /// In what its run differs from `run`.
    pub(crate) fn differs(&self, run: &Run) -> Vec<String> {
        let names = run.keys().chain(self.run.keys().filter(|name| !run.contains_key(*name)));
        let value = |of: &Run, name: &str| of.get(name).map_or("nothing", |value| value.as_str()).to_owned();
        names
            .filter(|name| self.run.get(*name) != run.get(*name))
            .map(|name| format!("{name} = {} instead of {}", value(&self.run, name), value(run, name)))
            .collect()
    }
}

/// The bytes of a tally; refuses one that would not be read back as it is.
pub(crate) fn bytes<T: Serialize + DeserializeOwned>(header: &Header, tally: &T) -> Result<Vec<u8>, StoreError> {
    let payload = serde_json::to_vec(tally)?;
    let read: T = serde_json::from_slice(&payload)?;
    if serde_json::to_vec(&read)? != payload {
        return Err(StoreError::ReadsBackAsAnother);
    }
    let body = [serde_json::to_vec(header)?, payload].join(&b'\n');
    Ok([checksum(&body).as_bytes(), &body[..]].join(&b'\n'))
}

/// The header of a tally and its contents, if the checksum is theirs.
pub(crate) fn parse(bytes: &[u8]) -> Result<(Header, &[u8]), DamagedFile> {
    let (stated, body) = split(bytes).ok_or(DamagedFile::NoChecksum)?;
    if stated != checksum(body).as_bytes() {
        return Err(DamagedFile::WrongChecksum);
    }
    let (header, payload) = split(body).ok_or_else(|| DamagedFile::Unreadable("it has no contents".to_owned()))?;
    Ok((serde_json::from_slice(header).map_err(unreadable)?, payload))
}

/// The tally of a job of a run.
pub(crate) fn tally<T: DeserializeOwned>(header: &Header, bytes: &[u8]) -> Result<T, DamagedFile> {
    let (found, payload) = parse(bytes)?;
    if found != *header {
        return Err(DamagedFile::OtherJob);
    }
    serde_json::from_slice(payload).map_err(unreadable)
}

fn checksum(body: &[u8]) -> String {
    hexadecimal(&digest(&[b"tally", body]))
}

/// What stands before and after the first end of a line.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

fn unreadable(error: serde_json::Error) -> DamagedFile {
    DamagedFile::Unreadable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(code: &str, job: u8) -> Header {
        let run = [("code", code), ("figure", "rate")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        Header::new(&run.into(), &[job; 32])
    }

    #[test]
    fn every_truncation_and_every_flipped_byte_is_an_error() {
        let header = header("ab", 7);
        let value = vec![(1_u64, 0.1_f64), (u64::MAX, 5e-324), (0, 1.0 / 3.0)];
        let whole = bytes(&header, &value).unwrap();
        let read = |bytes: &[u8]| tally::<Vec<(u64, f64)>>(&header, bytes);
        assert_eq!(read(&whole), Ok(value));
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "cut to {length}");
        }
        for place in 0..whole.len() {
            for flip in 1..=255_u8 {
                let mut damaged = whole.clone();
                damaged[place] ^= flip;
                assert!(read(&damaged).is_err(), "byte {place} flipped by {flip}");
            }
        }
        assert_eq!(read(&[&whole[..], b" "].concat()), Err(DamagedFile::WrongChecksum));
    }

    #[test]
    fn another_job_or_run_is_told_apart() {
        let (ours, other) = (header("ab", 7), header("cd", 7));
        let whole = bytes(&other, &1_u64).unwrap();
        assert_eq!(tally::<u64>(&ours, &whole), Err(DamagedFile::OtherJob));
        assert_eq!(tally::<u64>(&header("cd", 8), &whole), Err(DamagedFile::OtherJob));
        assert!(matches!(tally::<String>(&other, &whole), Err(DamagedFile::Unreadable(_))));
        assert_eq!(parse(&whole).unwrap().0.differs(&ours.run), ["code = cd instead of ab"]);
        assert_eq!(other.differs(&Run::new()), ["code = cd instead of nothing", "figure = rate instead of nothing"]);
    }

    #[test]
    fn what_would_not_read_back_is_refused() {
        assert!(matches!(bytes(&header("ab", 7), &f64::NAN), Err(StoreError::Unrepresentable(_))));
    }
}
