//! From how many cells on the formulas of the paper are good enough.

use bloomlab_workbench::Decision;

use super::{FINE, IN_A_CELL, LAW, LITERAL, RATE, Row, STUCK};

/// More than a few hundred positions: the number of cells that `claims.toml` names.
const A_FEW_HUNDRED: u64 = 256;
pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    vec![law(rows), literal(rows)]
}

fn of<'a>(rows: &'a [Row], quantity: &'static str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.quantity == quantity)
}

/// The largest error with `cells` cells or more.
fn largest(rows: &[Row], quantity: &'static str, cells: u64) -> f64 {
    of(rows, quantity).filter(|row| row.cells >= cells).map(|row| row.error).fold(0.0, f64::max)
}

/// The number of cells from which on every error is fine.
fn fine_from(rows: &[Row], quantity: &'static str) -> u64 {
    let last = of(rows, quantity).filter(|row| row.error > FINE).map(|row| row.cells).max();
    of(rows, quantity).map(|row| row.cells).filter(|&cells| Some(cells) > last).min().unwrap_or(0)
}

fn law(rows: &[Row]) -> Decision {
    let there = |quantity| largest(rows, quantity, A_FEW_HUNDRED);
    Decision::new("D12")
        .measured(there(LAW))
        .decide(there(LAW) <= FINE, String::new())
        .remark(format!(
            "p₀ is within {:.2} % there and p₃ within {:.1} %; but eq. 3, which is built on it, is {:.1} % off at {A_FEW_HUNDRED} \
             cells and within 1 % from {} on, eq. 2's non-deletable share {:.1} % and from {}",
            100.0 * there(IN_A_CELL[0]),
            100.0 * there(IN_A_CELL[3]),
            100.0 * there(RATE),
            fine_from(rows, RATE),
            100.0 * there(STUCK),
            fine_from(rows, STUCK)
        ))
}

fn literal(rows: &[Row]) -> Decision {
    let most_cells = rows.iter().map(|row| row.cells).max().unwrap_or(0);
    let excess = largest(rows, LITERAL, A_FEW_HUNDRED);
    let excess_at_most = largest(rows, LITERAL, most_cells);
    Decision::new("D26").measured(excess).decide_if(
        excess <= f64::EPSILON,
        excess_at_most <= FINE,
        format!(
            "a cell that two positions of one item share is written once: written twice it saturates by itself, {:.1} % more \
             items cannot be deleted at {A_FEW_HUNDRED} cells, {:.4} % more at {most_cells}",
            100.0 * excess,
            100.0 * excess_at_most
        ), String::new())
}

#[cfg(test)]
mod tests {
    use bloomlab_deletable::{Parameters, published};
    use bloomlab_numbers::Double;
    use bloomlab_occupancy::DeletableKind;
    use bloomlab_workbench::Verdict;

    use super::super::formulas;
    use super::*;

    #[test]
    fn the_verdict_on_eq_1_falls_with_it() {
        let verdict = |off: f64| {
            let p = Parameters::new(DeletableKind::Dfp, 1024, 16, 0, 4).unwrap();
            let rows = formulas::rows(&p, |i| off * published::items_in_a_cell(&Double, &p, i)).unwrap();
            decide(&rows)[0].verdict.unwrap()
        };
        assert_eq!((verdict(1.0), verdict(0.97)), (Verdict::Holds, Verdict::DoesNotHold));
    }
}
