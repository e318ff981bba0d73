//! Files that are written whole or not at all, and the folders they lie in.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Names of unfinished files begin with this.
const UNFINISHED: &str = ".unfinished-";

/// A file or folder that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct FileError {
    /// What was tried.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl FileError {
    /// Wraps what the system said with what was tried on which path.
    pub fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self { action, path, source }
    }
}

/// Writes `bytes` to `path` through a temporary file beside it and a rename, and makes the folder where there is none. A file that
/// has this content is left alone: `false`.
///
/// # Errors
/// [`FileError`] names the file or the folder; what was at `path` is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<bool, FileError> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(false);
    }
    let file = unfinished(path, bytes)?;
    file.as_file().sync_all().map_err(FileError::of("write", path))?;
    finish(file, path)?;
    Ok(true)
}

/// [`write_whole`] for a file that carries a checksum: it is not forced to the disk, which takes longer than most tallies.
pub(crate) fn write_checked(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    finish(unfinished(path, bytes)?, path)
}

fn unfinished(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, FileError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(FileError::of("create the folder", folder))?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // the file is for everyone to read, as any other; the umask still applies
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(UNFINISHED).tempfile_in(folder).map_err(FileError::of("write into", folder))?;
    file.write_all(bytes).map_err(FileError::of("write", path))?;
    Ok(file)
}

fn finish(file: NamedTempFile, path: &Path) -> Result<(), FileError> {
    file.persist(path).map_err(|error| FileError::of("write", path)(error.error))?;
    Ok(())
}

/// Whether a file is one that a killed process left unfinished.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED))
}

/// Removes what a killed process left unfinished in `folder`; a folder that does not exist is clean.
pub fn sweep(folder: &Path) {
    for path in entries(folder).unwrap_or_default().iter().filter(|path| is_unfinished(path)) {
        // another process's file that vanishes meanwhile is as good as removed
        let _ = fs::remove_file(path);
    }
}

/// The files and folders of a folder, in the order of their names.
///
/// # Errors
/// [`FileError`] names the folder.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = fs::read_dir(folder).map_err(FileError::of("read", folder))?;
    let paths: io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(FileError::of("read", folder))?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole_and_leftovers_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/file.txt");
        assert!(write_whole(&path, b"one").unwrap() && write_whole(&path, b"two").unwrap());
        assert!(!write_whole(&path, b"two").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(entries(path.parent().unwrap()).unwrap(), [path]);
        fs::write(folder.path().join(".unfinished-x"), b"half").unwrap();
        sweep(folder.path());
        assert_eq!(entries(folder.path()).unwrap(), [folder.path().join("deep")]);
        sweep(&folder.path().join("absent"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let blocker = folder.path().join("blocker");
        fs::write(&blocker, b"a file where a folder is needed").unwrap();
        let error = write_whole(&blocker.join("table.csv"), b"x").unwrap_err();
        assert!(error.to_string().contains("blocker"), "{error}");
        assert!(entries(&folder.path().join("absent")).unwrap_err().to_string().contains("absent"));
    }
}
