//! Whether the formulas are those of the filter in the text.

use bloomlab_workbench::{AnyError, Decision};

use super::{BY_BITS, DROPPING, FORGETTING, KEEPING, Row};

/// A formula that is off by no more than this describes the filter, but for the product of two dependent chances.
const EXACT: f64 = 1e-3;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let of = |ending: &str| -> Vec<&Row> {
        let is_of = |row: &&Row| row.bound == BY_BITS && row.ending == ending && row.retention == FORGETTING;
        rows.iter().filter(is_of).collect()
    };
    let (formula, text) = (of(DROPPING), of(KEEPING));
    let error = |(formula, text): (&&Row, &&Row)| 1.0 - formula.product_form / text.rate;
    let errors = || formula.iter().zip(&text).map(error);
    let most = errors().fold(0.0, f64::max);
    let own = formula.iter().map(|row| row.product_form / row.rate - 1.0).fold(0.0, f64::max);
    let last = formula.last().zip(text.last()).ok_or("no filters")?;
    let least = 1.0 - last.0.product_form / last.1.rate;
    Ok(vec![
        Decision::new("R61")
            .measured(most)
            .threshold(format!("the same filter: rates within {EXACT}"))
            .tested_on(text.iter().copied())?
            .decide(
                most <= EXACT,
                format!(
                    "in the text the frozen filter remains as the message that filled it left it; in eq. 24–26 it has σ − k + 1 to σ \
                     bits, as before that message. Eq. 26 is {:.1} % too low for the filter of the text at {} bits, and {:.2} % at {}",
                    100.0 * most, formula[0].bits, 100.0 * least, last.0.bits
                ),
            )
            .remark(format!("for the filter that drops that message eq. 26 is off by at most {:.2} %", 100.0 * own)),
    ])
}
