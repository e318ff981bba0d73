//! The committed table of worst errors.

use std::fs;

use serde::{Deserialize, Serialize};

use crate::worst::{Claim, Ledger};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/reference/double_accuracy.json");

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The command that makes it.
    recipe: String,
    pub seed: u64,
    pub sets: u64,
    pub claims: Vec<Claim>,
}

impl Table {
    pub fn new(effort: u64, seed: u64, sets: u64, ledger: &Ledger) -> Self {
        let recipe = format!("make crosscheck EFFORT={effort}");
        Self { recipe, seed, sets, claims: ledger.claims().cloned().collect() }
    }

    pub fn committed() -> Self {
        serde_json::from_str(&fs::read_to_string(PATH).unwrap()).unwrap()
    }

    /// As it is committed.
    pub fn text(&self) -> String {
        format!("{}\n", serde_json::to_string_pretty(self).unwrap())
    }

    pub fn write(&self) {
        fs::write(PATH, self.text()).unwrap();
    }

    pub fn claim(&self, name: &str) -> &Claim {
        self.claims.iter().find(|claim| claim.claim == name).unwrap_or_else(|| panic!("{name} is not in {PATH}"))
    }
}
