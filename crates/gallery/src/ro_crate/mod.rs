//! The RO-Crate of the workspace: every table and picture with what it was made from, as linked data.
//!
//! RO-Crate 1.1: one JSON-LD file at the root describes the files below. Every figure is an action, whose instrument is this
//! software, whose objects are its settings and parameters, and whose results are its table and its picture. What it says
//! comes from the provenance beside the tables, and from `codemeta.json` for the whole.

mod entities;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use bloomlab_tallies::{FileError, entries};
use bloomlab_workbench::{Provenance, WorkbenchError, Workspace};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{CLAIMS, GalleryError, NOTES, OVERVIEW, OVERVIEW_TABLE, PAGE, SUMS, description};
use entities::{Entities, reference, references};

/// Where the crate's metadata lie in the workspace.
pub const METADATA: &str = "ro-crate-metadata.json";

/// Where the description of the software lies.
const SOFTWARE: &str = "codemeta.json";

/// The files that belong to no paper.
const WHOLE: [(&str, &str); 13] = [
    ("README.md", "What bloomlab is, and how it is used"),
    ("ARTIFACT.md", "What is needed, what to run, how long it takes, and what comes out"),
    (NOTES, "What the papers got wrong, and which function computes and which test checks each equation"),
    ("docs/libraries.md", "What the filters of libraries do, and what to do about it"),
    ("docs/engines.md", "What the filters inside engines do, and what to set instead"),
    ("docs/upstream.md", "What engines should change, as reports that are ready to be sent"),
    (SUMS, "The content hash of every table and picture"),
    ("CITATION.cff", "How to cite bloomlab"),
    (SOFTWARE, "The software, described for machines"),
    (PAGE, "Every figure with its table, claims and provenance"),
    (CLAIMS, "Every claim with its verdict and its address on that page"),
    (OVERVIEW, "Every claim with its verdict"),
    (OVERVIEW_TABLE, "Every claim with its verdict"),
];

/// What the crate takes from `codemeta.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Software {
    name: String,
    description: String,
    version: String,
    date_published: String,
    license: Vec<String>,
    author: Vec<Author>,
    keywords: Vec<String>,
}

/// Who wrote the software.
#[derive(Deserialize)]
struct Author {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    name: String,
}

/// The metadata as they were written.
#[derive(Clone, Debug)]
pub struct RoCrate {
    /// Where they lie in the workspace.
    pub metadata: &'static str,
    /// How many figures they describe.
    pub figures: usize,
    /// How many files.
    pub files: usize,
    /// How many entities of any kind.
    pub entities: usize,
}

impl RoCrate {
    /// Writes the metadata of every figure that has been made.
    ///
    /// # Errors
    /// Files that are damaged, missing, or cannot be read or written.
    pub fn write(workspace: &Workspace) -> Result<Self, GalleryError> {
        let path = workspace.path(SOFTWARE);
        let damaged = |error: serde_json::Error| WorkbenchError::Settings { path, message: error.to_string() };
        let software: Software = serde_json::from_str(&workspace.read(SOFTWARE)?).map_err(damaged)?;
        let mut entities = Entities::new(workspace, &software.license);
        let (mut parts, mut actions) = (Vec::new(), Vec::new());
        for (name, title) in WHOLE {
            if workspace.path(name).is_file() {
                parts.push(entities.file(name, title, None)?);
            }
        }
        for paper in workspace.papers()? {
            let before = actions.len();
            let folder = dataset(workspace, &mut entities, &paper, &mut actions)?;
            if actions.len() > before {
                parts.push(folder);
            }
        }
        root(&mut entities, &software, &parts, &actions);
        let (figures, files) = (actions.len(), entities.files());
        let graph = entities.into_graph();
        let count = graph.len();
        let context = json!(["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://schema.org/sha256"}]);
        // JSON values always serialise
        let mut bytes = serde_json::to_vec_pretty(&json!({"@context": context, "@graph": graph})).unwrap_or_default();
        bytes.push(b'\n');
        workspace.write(METADATA, &bytes)?;
        Ok(Self { metadata: METADATA, figures, files, entities: count })
    }
}

/// The crate itself, its software and its licences.
fn root(entities: &mut Entities, software: &Software, parts: &[String], actions: &[String]) {
    let authors: Vec<_> = software.author.iter().map(|author| author.id.clone()).collect();
    entities.add_first(
        "./",
        json!({
            "@type": "Dataset", "name": software.name, "description": software.description, "version": software.version,
            "datePublished": software.date_published, "keywords": software.keywords.join(", "),
            "license": references(&software.license), "author": references(&authors), "hasPart": references(parts),
            "mentions": references(actions),
        }),
    );
    entities.add_first(
        METADATA,
        json!({
            "@type": "CreativeWork", "about": reference("./"),
            "conformsTo": reference("https://w3id.org/ro/crate/1.1"),
        }),
    );
    entities.add(
        INSTRUMENT,
        json!({
            "@type": "SoftwareSourceCode", "name": software.name, "description": software.description,
            "version": software.version, "programmingLanguage": reference("#rust"),
            "license": references(&software.license), "author": references(&authors),
        }),
    );
    entities.add("#rust", json!({"@type": "ComputerLanguage", "name": "Rust"}));
    for licence in &software.license {
        let name = licence.rsplit('/').next().unwrap_or(licence);
        let text = format!("SPDX licence {name}; the user chooses one of the licences.");
        entities.add(licence, json!({"@type": "CreativeWork", "name": name, "description": text}));
    }
    for author in &software.author {
        entities.add(&author.id, json!({"@type": author.kind, "name": author.name}));
    }
}

/// The software that every figure is made with.
const INSTRUMENT: &str = "#bloomlab";

/// The folder of a paper's tables, with an action for each figure.
fn dataset(
    workspace: &Workspace,
    entities: &mut Entities,
    paper: &str,
    actions: &mut Vec<String>,
) -> Result<String, GalleryError> {
    let folder = format!("data/{paper}/");
    let mut parts = BTreeSet::new();
    for figure in workspace.figures(paper)? {
        if let Some(provenance) = workspace.provenance(paper, &figure)? {
            let record = format!("{folder}{figure}.provenance.json");
            parts.insert(entities.file(&record, &format!("Provenance of {paper}/{figure}"), None)?);
            parts.extend(files(entities, &provenance)?);
            actions.push(action(entities, &provenance));
        }
    }
    for name in csv_files(workspace, &folder)?.into_iter().filter(|name| !parts.contains(name)).collect::<Vec<_>>() {
        let is_claims = name.ends_with("/claims.csv");
        let title =
            if is_claims { "Claims that these tables decide" } else { "What was measured, and no figure makes" };
        parts.insert(entities.file(&name, title, None)?);
    }
    let title = description(workspace, paper).unwrap_or_else(|| paper.to_owned());
    if !parts.is_empty() {
        let licences = entities.licences();
        let parts: Vec<_> = parts.into_iter().collect();
        entities.add(
            &folder,
            json!({
                "@type": "Dataset", "name": title, "license": licences, "hasPart": references(&parts),
                "description": format!("Tables, pictures and settings of {paper}."),
            }),
        );
    }
    Ok(folder)
}

/// The files that a figure was made from and those that were made.
fn files(entities: &mut Entities, provenance: &Provenance) -> Result<Vec<String>, GalleryError> {
    let mut found = Vec::new();
    for (name, hash) in &provenance.inputs {
        let title = format!("Settings of {}/{}", provenance.paper, provenance.figure);
        found.push(entities.file(name, &title, Some(hash))?);
    }
    for (name, hash) in &provenance.outputs {
        found.push(entities.described_file(name, &provenance.title, &provenance.caption, hash)?);
    }
    Ok(found)
}

/// How a figure was made.
fn action(entities: &mut Entities, provenance: &Provenance) -> String {
    let id = format!("#{}/{}", provenance.paper, provenance.figure);
    let mut properties = Vec::new();
    let mut property = |name: &str, value: Value| {
        let of_action = format!("{id}/{name}");
        entities.add(&of_action, json!({"@type": "PropertyValue", "name": name, "value": value}));
        properties.push(of_action);
    };
    property("code", json!(provenance.code));
    if let Some(seed) = provenance.seed {
        property("seed", json!(seed.to_string()));
    }
    for (name, value) in provenance.parameters.as_object().into_iter().flatten() {
        let is_plain = value.is_string() || value.is_number() || value.is_boolean();
        property(name, if is_plain { value.clone() } else { json!(value.to_string()) });
    }
    let libraries: Vec<_> = provenance.versions.iter().map(|(name, version)| format!("#{name}-{version}")).collect();
    for (library, (name, version)) in libraries.iter().zip(&provenance.versions) {
        entities.add(library, json!({"@type": "SoftwareApplication", "name": name, "softwareVersion": version}));
    }
    let objects: Vec<_> = provenance.inputs.keys().cloned().chain(properties).collect();
    let results: Vec<_> = provenance.outputs.keys().cloned().collect();
    let instruments: Vec<_> = [INSTRUMENT.to_owned()].into_iter().chain(libraries).collect();
    entities.add(
        &id,
        json!({
            "@type": "CreateAction", "name": provenance.command,
            "description": format!("{} ({})", provenance.title, provenance.source),
            "instrument": references(&instruments), "object": references(&objects), "result": references(&results),
        }),
    );
    id
}

/// The tables in a folder, in order; a folder that does not exist has none.
fn csv_files(workspace: &Workspace, folder: &str) -> Result<Vec<String>, WorkbenchError> {
    let path = workspace.path(folder);
    if !path.is_dir() {
        return Ok(Vec::new());
    }
    let name_of = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let names = entries(&path).map_err(WorkbenchError::from)?;
    let names = names.iter().filter_map(name_of).filter(|name| name.ends_with(".csv"));
    Ok(names.map(|name| format!("{folder}{name}")).collect())
}

/// The size of a file in bytes.
fn size(workspace: &Workspace, name: &str) -> Result<u64, WorkbenchError> {
    let path = workspace.path(name);
    Ok(fs::metadata(&path).map_err(FileError::of("read", &path))?.len())
}
