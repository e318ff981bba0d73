//! The committed table of worst errors.

use std::fmt;
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

    pub fn write(&self) {
        fs::write(PATH, format!("{}\n", serde_json::to_string_pretty(self).unwrap())).unwrap();
    }

    pub fn claim(&self, name: &str) -> &Claim {
        self.claims.iter().find(|claim| claim.claim == name).unwrap_or_else(|| panic!("{name} is not in {PATH}"))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} random sets from seed {}", self.sets, self.seed)?;
        writeln!(f, "{:<34} {:>9} {:>9} {:>9} {:>9} {:>6}  at", "claim", "tested", "error", "2^-52", "bound", "share")?;
        for Claim { claim, tested, relative_error, epsilons, bound, share, set, at } in &self.claims {
            writeln!(
                f,
                "{claim:<34} {tested:>9} {relative_error:>9.1e} {epsilons:>9.1} {bound:>9.1e} {share:>6.3}  set {set}: {at}"
            )?;
        }
        Ok(())
    }
}
