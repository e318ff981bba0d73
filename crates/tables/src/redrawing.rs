//! A figure with other parameters: its table, and what its page says of that.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::files::{cannot, entries, write_whole};
use crate::{Result, ensure};

/// Has the program `report` draw and decide a table below a draft of the folder `output`, and puts everything there if nothing fails.
pub(crate) fn redraw(root: &Path, figure: &str, table: (&[u8], &[u8]), output: &Path) -> Result<()> {
    let draft = tempfile::tempdir()?;
    let csv = draft.path().join(format!("data/{figure}.csv"));
    write_whole(&csv, table.0)?;
    write_whole(&csv.with_extension("json"), table.1)?;
    let report = env::current_exe()?.with_file_name("report");
    let mut command = Command::new(&report);
    command.arg("redraw").arg(figure).arg("--folder").arg(draft.path()).arg("--root").arg(root);
    let status = command.status().map_err(cannot("run", &report))?;
    ensure!(status.success(), "its page cannot show these parameters; nothing was written");
    publish(draft.path(), output)
}

/// Writes the files below a folder below another.
fn publish(from: &Path, to: &Path) -> Result<()> {
    for path in entries(from)? {
        let place = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            publish(&path, &place)?;
        } else {
            write_whole(&place, &fs::read(&path).map_err(cannot("read", &path))?)?;
        }
    }
    Ok(())
}
