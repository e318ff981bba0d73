//! From how many cells on the formulas of the paper are good enough.

use bloomlab_workbench::figure::*;

use super::{FINE, IN_A_CELL, Quantity, Row};

/// More than a few hundred positions: the number of cells that `claims.toml` names.
pub(super) const A_FEW_HUNDRED: u64 = 256;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![title(at_light_load(rows))?, distribution(rows), literal(rows)])
}

/// The rows of the lightest load, with which the table begins.
pub(super) fn at_light_load(rows: &[Row]) -> &[Row] {
    rows.chunk_by(|a, b| a.items * b.bits == b.items * a.bits).next().unwrap_or(rows)
}

/// Eq. 3 is fine from a number of cells on that is far above a few hundred.
fn title(rows: &[Row]) -> Result<Decision> {
    let from = fine_from(rows, Quantity::Rate);
    let title = Decision::title().measured_as("cells from which eq. 3 is fine", from as f64).tested_on(rows)?;
    let before = of(rows, Quantity::Rate).filter(|row| row.cells < from).all(|row| row.error > FINE);
    Ok(title.decide(from > A_FEW_HUNDRED && before, "it is fine with fewer cells, or not with most"))
}

fn of(rows: &[Row], quantity: Quantity) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.quantity == quantity)
}

/// The largest error with `cells` cells or more.
pub(super) fn largest_error(rows: &[Row], quantity: Quantity, cells: u64) -> f64 {
    of(rows, quantity).filter(|row| row.cells >= cells).map(|row| row.error).fold(0.0, f64::max)
}

/// The number of cells from which on every error is fine.
pub(super) fn fine_from(rows: &[Row], quantity: Quantity) -> u64 {
    let last = of(rows, quantity).filter(|row| row.error > FINE).map(|row| row.cells).max();
    of(rows, quantity).map(|row| row.cells).filter(|&cells| Some(cells) > last).min().unwrap_or(0)
}

/// D12. The distribution as a whole, the numbers of items that the cells' states distinguish, and what the paper builds on them.
fn distribution(rows: &[Row]) -> Decision {
    let there = |quantity| 100.0 * largest_error(rows, quantity, A_FEW_HUNDRED);
    let built_on = [Quantity::Distribution, Quantity::Rate, Quantity::Stuck].into_iter().chain(IN_A_CELL);
    let errors = built_on.flat_map(|quantity| of(rows, quantity)).map(|row| (row.cells as f64, row.error <= FINE));
    let range = Range::found("cells", errors).filter(|range| range.holds.is_some_and(|(_, to)| to == range.tested.1));
    Decision::new("D12")
        .measured(largest_error(rows, Quantity::Rate, A_FEW_HUNDRED))
        .threshold(format!(
            "a few hundred: {A_FEW_HUNDRED} cells; as good as: eq. 1, its p₀ … p₃, eq. 2 and eq. 3 within {:.0} % of the exact values",
            100.0 * FINE
        ))
        .decide_within(range, "no number of cells is enough")
        .remark(format!(
            "at {A_FEW_HUNDRED} cells the distribution is within {:.2} % in total variation and p₀ within {:.2} %; but p₂ is {:.0} % off and p₃ \
             {:.0} %, eq. 3 {:.0} % (1 % from {} cells on), eq. 2's non-deletable share {:.0} % (from {} on)",
            there(Quantity::Distribution),
            there(IN_A_CELL[0]),
            there(IN_A_CELL[2]),
            there(IN_A_CELL[3]),
            there(Quantity::Rate),
            fine_from(rows, Quantity::Rate),
            there(Quantity::Stuck),
            fine_from(rows, Quantity::Stuck)
        ))
}

/// D26. Eq. 2 counts items, and so is for cells that are written once an item.
fn literal(rows: &[Row]) -> Decision {
    let most_cells = rows.iter().map(|row| row.cells).max().unwrap_or(0);
    let excess = largest_error(rows, Quantity::Literal, A_FEW_HUNDRED);
    let [written_twice, written_once] =
        [Quantity::Literal, Quantity::Stuck].map(|quantity| largest_error(rows, quantity, most_cells));
    Decision::new("D26").measured(excess).decide_if(
        excess <= f64::EPSILON,
        written_once <= FINE,
        format!(
            "a cell that two positions of one item share is written once, which eq. 2 describes within {:.4} % at {most_cells} cells; written \
             twice it saturates by itself: {:.1} % more items cannot be deleted at {A_FEW_HUNDRED} cells, {:.4} % more at {most_cells}",
            100.0 * written_once,
            100.0 * excess,
            100.0 * written_twice
        ),
        format!("written once, eq. 2 is {:.1} % off at {most_cells} cells", 100.0 * written_once),
    )
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
            let of_size = |exponent: u32| {
                let p = Parameters::new(DeletableKind::Dfp, 2 << exponent, (2 << exponent) / 64, 0, 4).unwrap();
                formulas::rows(&p, |i| off * published::items_in_a_cell(&Double, &p, i)).unwrap()
            };
            let rows: Vec<Row> = (8..=16).flat_map(of_size).collect();
            distribution(&rows).verdict.unwrap()
        };
        assert_eq!((verdict(1.0), verdict(0.97)), (Verdict::HoldsOnlyIf, Verdict::DoesNotHold));
    }
}
