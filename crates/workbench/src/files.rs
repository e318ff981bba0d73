//! Content hashes of files, and folders of other code.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::WorkbenchError;

/// The SHA-256 of `bytes` in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The content hash of a file, `None` when it does not exist.
pub(crate) fn hash_of(path: &Path) -> Result<Option<String>, WorkbenchError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(sha256(&bytes))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(WorkbenchError::file("read", path)(error)),
    }
}

/// Removes every folder in `parent` but the one of the name given; a parent that does not exist has none.
pub(crate) fn remove_all_but(parent: &Path, name: &str) -> Result<(), WorkbenchError> {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.path().is_dir() && entry.file_name() != name {
            fs::remove_dir_all(entry.path()).map_err(WorkbenchError::file("remove", &entry.path()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_sha_256() {
        assert_eq!(hash_of(Path::new("absent")).unwrap(), None);
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn what_older_code_stored_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["old/deep", "new"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        remove_all_but(folder.path(), "new").unwrap();
        assert!(folder.path().join("new").is_dir() && !folder.path().join("old").exists());
        remove_all_but(&folder.path().join("absent"), "new").unwrap();
    }
}
