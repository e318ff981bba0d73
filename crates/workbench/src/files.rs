//! Files that are written whole or not at all, and their content hashes.

use std::fs;
use std::io::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::WorkbenchError;

/// Names of unfinished files begin with this; what a killed run leaves behind is swept by the next.
const UNFINISHED: &str = ".unfinished-";

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

/// Writes `bytes` to `path` through a temporary file beside it and a rename. A file that already has this content is
/// left alone.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WorkbenchError> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(WorkbenchError::file("create the folder", folder))?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // the file is for everyone to read, as any other; the umask still applies
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file =
        builder.prefix(UNFINISHED).tempfile_in(folder).map_err(WorkbenchError::file("write into", folder))?;
    file.write_all(bytes).map_err(WorkbenchError::file("write", path))?;
    file.as_file().sync_all().map_err(WorkbenchError::file("write", path))?;
    file.persist(path).map_err(|error| WorkbenchError::file("write", path)(error.error))?;
    Ok(())
}

/// Removes what a killed run left unfinished in `folder`; a folder that does not exist is clean.
pub(crate) fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED)) {
        // another run's file that vanishes meanwhile is as good as removed
        let _ = fs::remove_file(entry.path());
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
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn files_are_replaced_whole_and_leftovers_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/file.txt");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        fs::write(folder.path().join(".unfinished-x"), b"half").unwrap();
        sweep(folder.path());
        assert!(!folder.path().join(".unfinished-x").exists());
        assert_eq!(hash_of(&folder.path().join("absent")).unwrap(), None);
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

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let blocker = folder.path().join("blocker");
        fs::write(&blocker, b"a file where a folder is needed").unwrap();
        let error = write_whole(&blocker.join("table.csv"), b"x").unwrap_err();
        assert!(error.to_string().contains("blocker"), "{error}");
    }
}
