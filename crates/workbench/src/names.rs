//! Where the files of a figure lie.

/// Where the files of a figure lie in the workspace.
pub(crate) struct Names {
    pub csv: String,
    parquet: String,
    pub provenance: String,
    pub svg: String,
    pub toml: String,
}

impl Names {
    pub(crate) fn new(paper: &str, figure: &str) -> Self {
        let data = format!("data/{paper}/{figure}");
        Self {
            csv: format!("{data}.csv"),
            parquet: format!("{data}.parquet"),
            provenance: format!("{data}.provenance.json"),
            svg: format!("figures/{paper}/{figure}.svg"),
            toml: format!("experiments/{paper}/{figure}.toml"),
        }
    }

    /// The files that are made; Parquet, PDF and PNG by programs of their own.
    pub(crate) fn written(self) -> [String; 6] {
        let printed = |ending| format!("{}{ending}", self.svg.trim_end_matches("svg"));
        [printed("pdf"), printed("png"), self.csv, self.parquet, self.provenance, self.svg]
    }
}
