//! The entities of the graph, each under one identifier.

use std::collections::BTreeMap;

use bloomlab_workbench::Workspace;
use serde_json::{Map, Value, json};

use super::size;
use crate::GalleryError;

/// The graph while it is made: the root and its description first, the others by identifier.
pub(super) struct Entities<'a> {
    workspace: &'a Workspace,
    licences: Value,
    first: Vec<Value>,
    others: BTreeMap<String, Value>,
    files: usize,
}

impl<'a> Entities<'a> {
    pub(super) fn new(workspace: &'a Workspace, licences: &[String]) -> Self {
        Self { workspace, licences: references(licences), first: Vec::new(), others: BTreeMap::new(), files: 0 }
    }

    /// The licences of every file.
    pub(super) fn licences(&self) -> Value {
        self.licences.clone()
    }

    pub(super) fn files(&self) -> usize {
        self.files
    }

    /// Adds an entity before all others.
    pub(super) fn add_first(&mut self, id: &str, fields: Value) {
        self.first.insert(0, identified(id, fields));
    }

    /// Adds an entity; what has this identifier already is replaced.
    pub(super) fn add(&mut self, id: &str, fields: Value) {
        self.others.insert(id.to_owned(), identified(id, fields));
    }

    /// Adds a file of the workspace and gives its identifier, which is its name.
    pub(super) fn file(&mut self, name: &str, title: &str, sha256: Option<&str>) -> Result<String, GalleryError> {
        let mut fields = json!({
            "@type": "File", "name": title, "encodingFormat": media_type(name),
            "contentSize": size(self.workspace, name)?.to_string(), "license": self.licences,
        });
        if let (Some(sha256), Some(fields)) = (sha256, fields.as_object_mut()) {
            fields.insert("sha256".to_owned(), json!(sha256));
        }
        self.files += 1;
        self.add(name, fields);
        Ok(name.to_owned())
    }

    /// The same for a file that has a description.
    pub(super) fn described_file(
        &mut self,
        name: &str,
        title: &str,
        description: &str,
        sha256: &str,
    ) -> Result<String, GalleryError> {
        let id = self.file(name, title, Some(sha256))?;
        if let Some(fields) = self.others.get_mut(&id).and_then(Value::as_object_mut) {
            fields.insert("description".to_owned(), json!(description));
        }
        Ok(id)
    }

    pub(super) fn into_graph(self) -> Vec<Value> {
        self.first.into_iter().chain(self.others.into_values()).collect()
    }
}

fn identified(id: &str, fields: Value) -> Value {
    let mut entity = Map::from_iter([("@id".to_owned(), json!(id))]);
    if let Value::Object(fields) = fields {
        entity.extend(fields);
    }
    Value::Object(entity)
}

/// A reference to an entity.
pub(super) fn reference(id: &str) -> Value {
    json!({"@id": id})
}

/// References to several entities.
pub(super) fn references(ids: &[String]) -> Value {
    ids.iter().map(|id| reference(id)).collect()
}

/// What a file of this name holds.
fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("csv") => "text/csv",
        Some("json") => "application/json",
        Some("md") => "text/markdown",
        Some("svg") => "image/svg+xml",
        Some("toml") => "application/toml",
        Some("cff") => "application/yaml",
        Some("html") => "text/html",
        _ => "application/octet-stream",
    }
}
