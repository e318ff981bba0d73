//! A statement of two sides, seen in one case after the other.

use std::cmp::Ordering;

use bloomlab_exact::{Rational, Rationals};

use super::Row;

pub(super) const A: Rationals = Rationals;

/// The sign between the two sides of a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Equal,
    AtLeast,
    AtMost,
    Greater,
}

/// Doubles this close, relatively, count as equal: sums cut off where nothing is left.
const CLOSE: f64 = 1e-9;

/// What was seen of one statement.
pub(super) struct Check {
    row: Row,
    sign: Sign,
    less: u64,
    greater: u64,
}

impl Check {
    /// A statement of a part: `main text`, or `appendix` of the report.
    fn new(part: &str, statement: &str, says: &str, sign: Sign) -> Self {
        let [part, statement, says] = [part, statement, says].map(str::to_owned);
        Self { row: Row { part, statement, says, ..Row::default() }, sign, less: 0, greater: 0 }
    }

    pub(super) fn main_text(statement: &str, says: &str, sign: Sign) -> Self {
        Self::new("main text", statement, says, sign)
    }

    pub(super) fn appendix(statement: &str, says: &str, sign: Sign) -> Self {
        Self::new("appendix", statement, says, sign)
    }

    /// Both sides of a case, exact.
    pub(super) fn exact(&mut self, case: impl FnOnce() -> String, left: &Rational, right: &Rational) {
        let order = left.partial_cmp(right).unwrap_or(Ordering::Equal);
        self.see(case, order, || (left.to_string(), right.to_string()));
    }

    /// Both sides of a case, sums over all intervals of a cycle.
    pub(super) fn sums(&mut self, case: impl FnOnce() -> String, left: f64, right: f64) {
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
            if self.row.counterexample.is_none() {
                self.row.counterexample = Some(case());
                self.row.sides = Some(sides());
            }
        }
    }

    pub(super) fn row(self) -> Row {
        let status = match (self.row.failing, self.sign, self.less, self.greater) {
            (0, ..) => "true",
            (_, Sign::Equal, _, 0) => "false: ≤",
            (_, Sign::Equal, 0, _) => "false: ≥",
            _ => "false",
        };
        Row { status: status.to_owned(), ..self.row }
    }
}
