//! The papers' statements, equation by equation and lemma by lemma: true, or false with the smallest counterexample.

mod arrivals;
mod check;
mod cycles;
mod inequality;
mod printed;
mod rates;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let p = Parameters { bits: 4, hashes: 2, last: 5, catalogue: 4, leak: "0.001".to_owned() };
        let parts = [printed::rows(&p), cycles::rows(&p), arrivals::rows(&p), rates::rows(&p)];
        parts.into_iter().flat_map(|rows| rows.unwrap()).chain(inequality::rows()).collect()
    }

    /// Statement, status, the first case that fails, and both sides there.
    const EXPECTED: [(&str, &str, &str, &str); 34] = [
        ("(4) to (8), (11) to (13)", "false: ≤", "M = 1, k = 1, σ = 0, i = 0", "0 1"),
        ("(9)", "true", "", ""),
        ("(10)", "false: ≤", "M = 2, k = 1, σ = 1, i = 1", "1/2 1"),
        ("(14)", "false: ≤", "M = 2, k = 1, σ = 1, distinct, i = 1", "1/2 1"),
        ("(16)", "false: ≥", "M = 3, k = 2, σ = 2, i = 1", "5/22 5/27"),
        ("(19), report", "true", "", ""),
        ("(19), camera-ready", "false", "M = 2, k = 1, σ = 1", "3/4 1/3"),
        ("(21)", "false: ≥", "M = 3, k = 1, σ = 2, b = 1", "1/3 0"),
        ("(20), (22), (23)", "false: ≤", "M = 1, k = 1, σ = 0", "0 1"),
        ("Lemma 1, *h*", "true", "", ""),
        ("Lemma 1, *f*", "true", "", ""),
        ("Claim 1", "true", "", ""),
        ("Lemma 3, Corollary 1", "true", "", ""),
        ("Lemma 4", "false: ≤", "M = 2, k = 1, σ = 1, i = 3", "1/4 3/8"),
        ("Lemma 6", "false: ≤", "M = 2, k = 1, σ = 1, i = 3, j = 4", "1/3 1/2"),
        ("Corollary 2", "false: ≤", "M = 2, k = 1, σ = 1, i = 3, j = 4", "1/4 3/8"),
        ("Lemma 2", "false", "popularities as [1, 1, 1], i = 1, j = 2", "1/2 1"),
        ("Lemma 2, *j* ≠ *i* + 1", "true", "", ""),
        ("Lemma 7", "false", "M = 2, k = 1, σ = 1, 4 equal messages, i = 2", "3/2 3/2"),
        ("Lemma 7, with ≥", "false", "M = 2, k = 2, σ = 1, 4 equal messages, i = 2", "19/16 5/4"),
        ("(27), (29), (32)", "true", "", ""),
        ("(28) to (31), (34), (35), Lemma 5", "true", "", ""),
        ("(33), (39)", "false: ≤", "M = 2, k = 1, σ = 1, 2 equal messages, leak 0.001", "0.333333 0.444444"),
        ("(36)", "false: ≤", "M = 2, k = 1, σ = 1, 2 equal messages, leak 0.001", "0.499252 0.500790"),
        ("(37)", "true", "", ""),
        ("(38)", "true", "", ""),
        ("(40)", "false", "M = 2, k = 1, σ = 1, 2 equal messages, leak 0.001", "0.499252 0.250645"),
        ("(40), times *H*", "true", "", ""),
        ("Theorem 1", "false", "M = 2, k = 1, σ = 1, 4 equal messages, leak 0.001", ""),
        ("section A, its beginning", "false", "M = 2, k = 1, σ = 1, 2 equal messages, leak 0.001", ""),
        ("Lemma 8", "true", "", ""),
        ("Lemma 8, its proof", "false", "H = [1, 1], A = [2, 1], F = [2, 1]", "3/2 5/3"),
        ("(41)", "true", "", ""),
        ("Lemma 9", "true", "", ""),
    ];

    #[test]
    fn every_statement_has_its_status_and_smallest_counterexample() {
        let rows = rows();
        for ((statement, status, case, sides), row) in EXPECTED.into_iter().zip(&rows) {
            assert_eq!((row.statement.as_str(), row.status.as_str()), (statement, status));
            assert_eq!(row.counterexample.as_deref().unwrap_or_default(), case, "{statement}");
            let found = row.sides.as_ref().map(|(left, right)| format!("{left} {right}")).unwrap_or_default();
            assert!(sides.is_empty() || found == sides, "{statement}: {found}");
            assert!(row.cases > 10, "{statement}");
        }
        let rest: Vec<&Row> = rows.iter().skip(EXPECTED.len()).collect();
        assert!(rest.len() == 2 && rest.iter().all(|row| row.status == "true"));
    }
}
