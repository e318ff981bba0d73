//! `data/SHA256SUMS`: the content hash of every table and picture of a figure, as its provenance has it, for `sha256sum -c`.

use bloomlab_workbench::{WorkbenchError, Workspace};

/// Where the list lies in the workspace.
pub const SUMS: &str = "data/SHA256SUMS";

/// The list, in the order of the files' names.
///
/// # Errors
/// Provenance that is damaged or cannot be read.
pub(crate) fn sums(workspace: &Workspace) -> Result<String, WorkbenchError> {
    let mut outputs = Vec::new();
    for paper in workspace.papers()? {
        for figure in workspace.figures(&paper)? {
            outputs.extend(workspace.provenance(&paper, &figure)?.into_iter().flat_map(|made| made.outputs));
        }
    }
    outputs.sort();
    Ok(outputs.iter().map(|(file, hash)| format!("{hash}  {file}\n")).collect())
}
