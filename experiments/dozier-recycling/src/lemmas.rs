//! The papers' statements, equation by equation and lemma by lemma: true, or false with the smallest counterexample.

mod arrivals;
mod cycles;
mod inequality;
mod printed;
mod rates;
#[cfg(test)]
#[path = "../tests/lemmas/mathematics.rs"]
mod tests;

use std::cmp::Ordering;

use bloomlab_exact::{Rational, Rationals};
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
    part: &'static str,
    statement: &'static str,
    says: &'static str,
    /// `true`; `false`, and with `≤` or `≥` in place of its sign where that holds in every case.
    status: &'static str,
    cases: u64,
    failing: u64,
    /// The first case that fails, in the order of M, k, σ.
    counterexample: Option<String>,
    /// Both sides there, as fractions where they are exact.
    #[serde(rename = "left,right")]
    sides: Option<(String, String)>,
}

/// The statements of one kind.
type Part = fn(&Parameters) -> Result<Vec<Row>>;

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let is_small = p.bits <= 6 && p.hashes <= 3 && p.last <= 8 && (3..=6).contains(&p.catalogue);
    ensure!(is_small, "needs bits ≤ 6, hashes ≤ 3, last ≤ 8, catalogue from 3 to 6");
    let parts: [Part; 5] = [printed::rows, cycles::rows, arrivals::rows, rates::rows, |_| Ok(inequality::rows())];
    run.flat_rows(parts, |part| part(p))
}

const A: Rationals = Rationals;

/// The sign between the two sides of a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Equal,
    AtLeast,
    AtMost,
    Greater,
}

/// Doubles this close, relatively, count as equal: sums cut off where nothing is left.
const CLOSE: f64 = 1e-9;

/// The cases of one statement that were seen.
struct Check {
    row: Row,
    sign: Sign,
    less: u64,
    greater: u64,
}

impl Check {
    fn main_text(statement: &'static str, says: &'static str, sign: Sign) -> Self {
        let row = Row { part: "main text", statement, says, ..Row::default() };
        Self { row, sign, less: 0, greater: 0 }
    }

    fn appendix(statement: &'static str, says: &'static str, sign: Sign) -> Self {
        let check = Self::main_text(statement, says, sign);
        Self { row: Row { part: "appendix", ..check.row }, ..check }
    }

    /// Both sides of a case, exact.
    fn exact(&mut self, case: impl FnOnce() -> String, left: &Rational, right: &Rational) {
        let order = left.partial_cmp(right).unwrap_or(Ordering::Equal);
        self.see(case, order, || (left.to_string(), right.to_string()));
    }

    /// Both sides of a case, sums over all intervals of a cycle.
    fn sums(&mut self, case: impl FnOnce() -> String, left: f64, right: f64) {
        let is_close = (left - right).abs() <= CLOSE * left.abs().max(right.abs());
        let order = if is_close { Ordering::Equal } else { left.total_cmp(&right) };
        self.see(case, order, || (format!("{left:.6}"), format!("{right:.6}")));
    }

    fn see(&mut self, case: impl FnOnce() -> String, order: Ordering, sides: impl FnOnce() -> (String, String)) {
        self.row.cases += 1;
        self.less += u64::from(order.is_lt());
        self.greater += u64::from(order.is_gt());
        let holds = match self.sign {
            Sign::Equal => order.is_eq(),
            Sign::AtLeast => order.is_ge(),
            Sign::AtMost => order.is_le(),
            Sign::Greater => order.is_gt(),
        };
        if !holds {
            self.row.failing += 1;
            self.row.counterexample.get_or_insert_with(case);
            self.row.sides.get_or_insert_with(sides);
        }
    }

    fn row(self) -> Row {
        let status = match (self.row.failing, self.sign, self.less, self.greater) {
            (0, ..) => "true",
            (_, Sign::Equal, _, 0) => "false: ≤",
            (_, Sign::Equal, 0, _) => "false: ≥",
            _ => "false",
        };
        Row { status, ..self.row }
    }
}
