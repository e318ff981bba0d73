//! Files: read with an error that names them, written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::{AnyError, Result};

/// Names of unfinished files begin with this.
const UNFINISHED: &str = ".unfinished-";

/// An error that says what could not be done with which file.
pub(crate) fn cannot<'a>(action: &'a str, path: &'a Path) -> impl FnOnce(io::Error) -> AnyError + 'a {
    move |error| format!("cannot {action} {}: {error}", path.display()).into()
}

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(cannot("read", path))
}

/// The files and folders of a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(cannot("read", folder))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The SHA-256 of `bytes` in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes `bytes` to `path`, and makes the folder if there is none. A file with this content is left alone.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        Ok(())
    } else {
        write_by(path, |file| file.write_all(bytes))
    }
}

/// Writes a temporary file in the same folder, and renames it: after an error or a kill, `path` is as it was.
pub(crate) fn write_by(path: &Path, write: impl FnOnce(&mut fs::File) -> io::Result<()>) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(cannot("create the folder", folder))?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // readable for everyone, like any other file; the umask still applies
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(UNFINISHED).tempfile_in(folder).map_err(cannot("write into", folder))?;
    write(file.as_file_mut()).map_err(cannot("write", path))?;
    file.as_file().sync_all().map_err(cannot("write", path))?;
    file.persist(path).map_err(|error| cannot("write", path)(error.error))?;
    Ok(())
}

/// Removes the unfinished files of killed processes from a folder.
pub(crate) fn sweep(folder: &Path) {
    for path in entries(folder).unwrap_or_default() {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED)) {
            // it may vanish meanwhile
            let _ = fs::remove_file(path);
        }
    }
}
