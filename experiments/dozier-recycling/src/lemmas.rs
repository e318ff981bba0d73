//! The papers' statements, equation by equation and lemma by lemma: true, or false with the smallest counterexample.

mod arrivals;
mod check;
mod cycles;
mod inequality;
mod printed;
mod rates;
#[cfg(test)]
#[path = "../tests/lemmas/mathematics.rs"]
mod tests;

use bloomlab_tables::{Result, Run, ensure};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// Every filter up to this M and k, every σ < M.
    bits: u64,
    hashes: u64,
    /// i and j of the lemmas up to this.
    last: usize,
    /// U, the messages of uniform catalogues, up to this.
    catalogue: u64,
    /// Of Theorem 1: the probability that an arrival never repeats.
    leak: String,
}

/// One statement, over all its cases.
#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// `main text`, or `appendix` of the report.
    part: String,
    statement: String,
    says: String,
    /// `true`; `false`, and with `≤` or `≥` in place of its sign where that holds in every case.
    status: String,
    cases: u64,
    failing: u64,
    /// The first case that fails, in the order of M, k, σ.
    counterexample: Option<String>,
    /// Both sides there, as fractions where they are exact.
    #[serde(rename = "left,right")]
    sides: Option<(String, String)>,
}

/// Statements of one kind.
type Part = fn(&Parameters) -> Result<Vec<Row>>;

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let is_small = p.bits <= 6 && p.hashes <= 3 && p.last <= 8 && (3..=6).contains(&p.catalogue);
    ensure!(is_small, "needs bits ≤ 6, hashes ≤ 3, last ≤ 8, catalogue from 3 to 6");
    let parts: [Part; 5] = [printed::rows, cycles::rows, arrivals::rows, rates::rows, |_| Ok(inequality::rows())];
    run.flat_rows(parts, |part| part(p))
}
