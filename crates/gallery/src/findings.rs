//! The findings that the page opens with: `experiments/findings.toml`.

use bloomlab_workbench::{WorkbenchError, Workspace};
use serde::Deserialize;

/// Where the findings lie in the workspace.
pub(crate) const FINDINGS: &str = "experiments/findings.toml";

/// What a stranger should see first: a sentence with its picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finding {
    /// Paper and figure, with a slash between them.
    pub figure: String,
    /// What was found.
    pub sentence: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Findings {
    finding: Vec<Finding>,
}

/// The findings in their order; none when there is no such file.
pub(crate) fn read(workspace: &Workspace) -> Result<Vec<Finding>, WorkbenchError> {
    let path = workspace.path(FINDINGS);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let damaged = |error: toml::de::Error| WorkbenchError::Settings { path, message: error.to_string() };
    let found: Findings = toml::from_str(&workspace.read(FINDINGS)?).map_err(damaged)?;
    Ok(found.finding)
}
