//! The crate of a small workspace: what it says, and that nothing it refers to is missing.

use std::collections::BTreeSet;

use bloomlab_workbench::Workspace;
use serde_json::{Value, json};

use super::{METADATA, RoCrate};

const CODEMETA: &str = r##"{"name": "lab", "description": "A lab", "version": "1.0.0", "datePublished": "2026-01-02",
    "license": ["https://spdx.org/licenses/MIT"], "author": [{"type": "Organization", "id": "#us", "name": "Us"}],
    "keywords": ["filter", "rate"]}"##;

/// A workspace with one figure, and a table that no figure makes.
fn workspace() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let provenance = json!({
        "paper": "bloom-hash", "figure": "rate", "title": "The rate", "source": "figure 1", "caption": "It falls.",
        "assumptions": [], "parameters": {"m": [1, 2], "k": 3}, "seed": 7, "code": "c0de", "versions": {"libm": "0.2"},
        "inputs": {"experiments/bloom-hash/rate.toml": "ab"}, "outputs": {"data/bloom-hash/rate.csv": "cd"},
        "command": "make figures FIGURE=bloom-hash/rate",
    });
    std::fs::create_dir(folder.path().join("experiments")).unwrap();
    let workspace = Workspace::find(Some(folder.path())).unwrap();
    for (name, text) in [
        ("codemeta.json", CODEMETA),
        ("experiments/bloom-hash/Cargo.toml", "[package]\ndescription = \"The figures of Bloom\"\n"),
        ("experiments/bloom-hash/rate.toml", "title = \"t\"\n"),
        ("data/bloom-hash/rate.csv", "m\n1\n"),
        ("data/bloom-hash/measured.csv", "m\n1\n2\n"),
        ("data/bloom-hash/rate.provenance.json", &provenance.to_string()),
    ] {
        workspace.write(name, text.as_bytes()).unwrap();
    }
    (folder, workspace)
}

/// Every identifier that a value refers to.
fn referred(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => match fields.get("@id") {
            Some(Value::String(id)) if fields.len() == 1 => {
                found.insert(id.clone());
            }
            _ => fields.values().for_each(|value| referred(value, found)),
        },
        Value::Array(items) => items.iter().for_each(|item| referred(item, found)),
        _ => {}
    }
}

#[test]
fn the_crate_tells_of_every_table_what_it_was_made_from() {
    let (_folder, workspace) = workspace();
    let written = RoCrate::write(&workspace).unwrap();
    assert_eq!((written.figures, written.files), (1, 5));
    let text = workspace.read(METADATA).unwrap();
    let metadata: Value = serde_json::from_str(&text).unwrap();
    let graph = metadata["@graph"].as_array().unwrap();
    assert_eq!(graph.len(), written.entities);
    let entity = |id: &str| graph.iter().find(|entity| entity["@id"] == id).unwrap_or_else(|| panic!("{id} in {text}"));

    assert_eq!((&graph[0]["@id"], &graph[1]["@id"]), (&json!(METADATA), &json!("./")));
    assert_eq!(graph[0]["conformsTo"], json!({"@id": "https://w3id.org/ro/crate/1.1"}));
    assert_eq!(graph[1]["datePublished"], "2026-01-02");
    let table = entity("data/bloom-hash/rate.csv");
    assert_eq!((&table["sha256"], &table["contentSize"]), (&json!("cd"), &json!("4")));
    assert_eq!(table["license"], json!([{"@id": "https://spdx.org/licenses/MIT"}]));
    assert_eq!(entity("data/bloom-hash/measured.csv")["contentSize"], "6");
    let action = entity("#bloom-hash/rate");
    assert_eq!(action["result"], json!([{"@id": "data/bloom-hash/rate.csv"}]));
    assert_eq!(action["object"][0], json!({"@id": "experiments/bloom-hash/rate.toml"}));
    assert_eq!(entity("#bloom-hash/rate/code")["value"], "c0de");
    assert_eq!(entity("#bloom-hash/rate/m")["value"], "[1,2]");
    assert_eq!(entity("#bloom-hash/rate/k")["value"], 3);
    assert_eq!(entity("#libm-0.2")["softwareVersion"], "0.2");

    let known: BTreeSet<_> = graph.iter().map(|entity| entity["@id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(known.len(), graph.len(), "an identifier stands twice");
    let mut needed = BTreeSet::new();
    graph.iter().for_each(|entity| {
        entity
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| *name != "@id")
            .for_each(|(_, value)| referred(value, &mut needed));
    });
    needed.remove("https://w3id.org/ro/crate/1.1");
    assert_eq!(needed.difference(&known).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn a_table_that_is_gone_is_named() {
    let (folder, workspace) = workspace();
    std::fs::remove_file(folder.path().join("data/bloom-hash/rate.csv")).unwrap();
    let why = RoCrate::write(&workspace).unwrap_err().to_string();
    assert!(why.contains("data/bloom-hash/rate.csv"), "{why}");
}
