//! Finished epochs, kept on disk.

use std::{
    fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::{SimulationError, stream::digest};

/// A directory of finished epochs, one file each, named by a key of everything that determines the epoch.
///
/// A file is written beside its place and renamed into it, so that it is there whole or not at all; it carries the
/// SHA-256 of its key and contents, so that what is damaged all the same is noticed.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

/// What the store has for a key.
pub(crate) enum Entry<T> {
    Missing,
    Found(T),
    Damaged { path: PathBuf, reason: DamagedFile },
}

/// What is wrong with a file of the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DamagedFile {
    /// It ends before its checksum does.
    #[error("it has no checksum")]
    NoChecksum,
    /// Its contents are not those that were written.
    #[error("its checksum does not match its contents")]
    WrongChecksum,
    /// Its contents are no result of this kind, as the JSON parser says.
    #[error("{0}")]
    Unreadable(String),
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Store {
    /// The store in a directory, which is created if need be.
    ///
    /// # Errors
    /// [`SimulationError::Store`] if it cannot be created.
    pub fn open(directory: impl Into<PathBuf>) -> Result<Store, SimulationError> {
        let directory = directory.into();
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        Ok(Store { directory })
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    fn path(&self, key: &[u8; 32]) -> PathBuf {
        self.directory.join(format!("{}.json", hexadecimal(key)))
    }

    pub(crate) fn read<T: DeserializeOwned>(&self, key: &[u8; 32]) -> Result<Entry<T>, SimulationError> {
        let path = self.path(key);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Entry::Missing),
            Err(error) => return Err(at(&path)(error)),
        };
        Ok(match parse(key, &bytes) {
            Ok(value) => Entry::Found(value),
            Err(reason) => Entry::Damaged { path, reason },
        })
    }

    /// Writes a value whole or not at all; refuses one that would not be read back as it is.
    pub(crate) fn write<T: Serialize + DeserializeOwned>(
        &self,
        key: &[u8; 32],
        value: &T,
    ) -> Result<(), SimulationError> {
        let payload = serde_json::to_vec(value)?;
        let read: T = serde_json::from_slice(&payload)?;
        if serde_json::to_vec(&read)? != payload {
            return Err(SimulationError::ReadsBackAsAnother);
        }
        let path = self.path(key);
        let mut file = tempfile::NamedTempFile::new_in(&self.directory).map_err(at(&self.directory))?;
        let mut contents = checksum(key, &payload).into_bytes();
        contents.push(b'\n');
        contents.extend(payload);
        file.write_all(&contents).map_err(at(file.path()))?;
        file.persist(&path).map_err(|error| at(&path)(error.error))?;
        Ok(())
    }
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> SimulationError + use<> {
    let path = path.to_owned();
    |source| SimulationError::Store { path, source }
}

fn checksum(key: &[u8; 32], payload: &[u8]) -> String {
    hexadecimal(&digest(&[b"contents", key, payload]))
}

fn parse<T: DeserializeOwned>(key: &[u8; 32], bytes: &[u8]) -> Result<T, DamagedFile> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(DamagedFile::NoChecksum)?;
    let payload = &bytes[end + 1..];
    if bytes[..end] != *checksum(key, payload).as_bytes() {
        return Err(DamagedFile::WrongChecksum);
    }
    serde_json::from_slice(payload).map_err(|error| DamagedFile::Unreadable(error.to_string()))
}
