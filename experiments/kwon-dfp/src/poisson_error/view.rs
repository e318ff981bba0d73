//! The errors of the formulas against the number of cells, and from how many on they are good enough.

use super::*;

/// From how many cells on eq. 3 is fine at the light load, and how far it is off at a few hundred.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (light, heavy) = light_and_heavy(rows);
    let at = |quantity| largest_error(rows, quantity, A_FEW_HUNDRED);
    let lightest = light.first().ok_or("no rows")?;
    Ok(Facts::new()
        .text("light", in_64ths(lightest.items, lightest.bits))
        .percent("fine", FINE, 1)
        .count("cells", fine_from(light, Quantity::Rate))
        .count("cells_heavy", fine_from(heavy, Quantity::Rate))
        .count("few", A_FEW_HUNDRED)
        .percent("law", at(Quantity::Distribution), 2)
        .percent("rate", at(Quantity::Rate), 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let (light, heavy) = light_and_heavy(rows);
    let equations = [("eq. 2", Quantity::Stuck, Colour::Vermilion), ("eq. 3", Quantity::Rate, Colour::Blue)];
    let series = [(light, Dash::Solid), (heavy, Dash::Dashed)].into_iter().flat_map(|(rows, dash)| {
        let load = rows.first().map_or(0, |row| row.bits / row.items);
        equations.map(|(name, quantity, colour)| {
            let look = Look::new(colour).dashed(dash);
            let look = if quantity == Quantity::Rate { look.heavy() } else { look };
            let points = of(rows, quantity).map(|row| Point::new(row.cells as f64, row.error));
            Series::new(format!("{name}, *n* = *m*/{load}"), Mark::Line, points).look(look)
        })
    });
    let facts = facts(rows)?;
    let ticks = [64, 256, 1024, 4096, 16_384, 65_536].map(|cells: u64| (cells as f64, grouped(&cells.to_string())));
    let x = Axis::new("cells *C* = *m*/2", Scale::Log2).ticked(ticks);
    let y = Axis::new("relative error of the formula", Scale::Log10).percent();
    let ring = |cells: u64, offset, text: &str| -> Result<Note> {
        Ok(Note::arrow((cells as f64, FINE), offset, facts.fill(text)?).coloured(Colour::Blue))
    };
    let panel = Panel::new(x, y, series)
        .labelled()
        .reference(Reference::horizontal(FINE, ""))
        .reference(Reference::vertical(A_FEW_HUNDRED as f64, "the paper’s “few hundred”").named_at(0.02))
        .note(ring(fine_from(light, Quantity::Rate), (30.0, -50.0), "{cells} cells")?)
        .note(ring(fine_from(heavy, Quantity::Rate), (-70.0, 80.0), "{cells_heavy} cells")?);
    Ok(LineFigure::single(panel).plot_height(320.0).draw()?)
}

/// More than a few hundred positions: the number of cells that `claims.toml` names.
const A_FEW_HUNDRED: u64 = 256;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    // eq. 3 is fine from a number of cells on that is far above a few hundred
    let (light, _) = light_and_heavy(rows);
    let from = fine_from(light, Quantity::Rate);
    let title = Decision::title().measured_as("cells from which eq. 3 is fine", from as f64).tested_on(light)?;
    let before = of(light, Quantity::Rate).filter(|row| row.cells < from).all(|row| row.error > FINE);
    let title = title.decide(from > A_FEW_HUNDRED && before, "it is fine with fewer cells, or not with most");
    Ok(vec![title, distribution(rows), literal(rows)])
}

/// The rows of the lightest load, with which the table begins, and the others.
fn light_and_heavy(rows: &[Row]) -> (&[Row], &[Row]) {
    rows.split_at(rows.chunk_by(|a, b| a.items * b.bits == b.items * a.bits).next().map_or(0, <[Row]>::len))
}

fn of(rows: &[Row], quantity: Quantity) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.quantity == quantity)
}

/// The largest error with `cells` cells or more.
fn largest_error(rows: &[Row], quantity: Quantity, cells: u64) -> f64 {
    of(rows, quantity).filter(|row| row.cells >= cells).map(|row| row.error).fold(0.0, f64::max)
}

/// The number of cells from which on every error is fine.
fn fine_from(rows: &[Row], quantity: Quantity) -> u64 {
    let last = of(rows, quantity).filter(|row| row.error > FINE).map(|row| row.cells).max();
    of(rows, quantity).map(|row| row.cells).filter(|&cells| Some(cells) > last).min().unwrap_or(0)
}

/// D12. The distribution as a whole, the numbers of items that the cells' states distinguish, and what the paper builds on them.
fn distribution(rows: &[Row]) -> Decision {
    let there = |quantity| 100.0 * largest_error(rows, quantity, A_FEW_HUNDRED);
    let errors = rows.iter().filter(|row| row.quantity != Quantity::Literal);
    let range = Range::found("cells", errors.map(|row| (row.cells as f64, row.error <= FINE)));
    let range = range.filter(|range| range.holds.is_some_and(|(_, to)| to == range.tested.1));
    let [total, p0, p2, p3, rate, stuck] =
        [Quantity::Distribution, Quantity::None, Quantity::Two, Quantity::Three, Quantity::Rate, Quantity::Stuck]
            .map(there);
    let [rate_from, stuck_from] = [Quantity::Rate, Quantity::Stuck].map(|quantity| fine_from(rows, quantity));
    Decision::new("D12")
        .measured(largest_error(rows, Quantity::Rate, A_FEW_HUNDRED))
        .threshold(format!(
            "a few hundred: {A_FEW_HUNDRED} cells; as good as: eq. 1, its p₀ … p₃, eq. 2 and eq. 3 within {:.0} % of the exact values",
            100.0 * FINE
        ))
        .decide_within(range, "no number of cells is enough")
        .remark(format!(
            "at {A_FEW_HUNDRED} cells the distribution is within {total:.2} % in total variation and p₀ within {p0:.2} %; but p₂ is {p2:.0} % off and p₃ \
             {p3:.0} %, eq. 3 {rate:.0} % (1 % from {rate_from} cells on), eq. 2's non-deletable share {stuck:.0} % (from {stuck_from} on)"
        ))
}

/// D26. Eq. 2 counts items, and so is for cells that are written once an item.
fn literal(rows: &[Row]) -> Decision {
    let (rows, _) = light_and_heavy(rows);
    let load = rows.first().map(|row| in_64ths(row.items, row.bits)).unwrap_or_default();
    let most_cells = rows.iter().map(|row| row.cells).max().unwrap_or(0);
    let excess = largest_error(rows, Quantity::Literal, A_FEW_HUNDRED);
    let [written_twice, written_once] =
        [Quantity::Literal, Quantity::Stuck].map(|quantity| largest_error(rows, quantity, most_cells));
    Decision::new("D26").measured(excess).decide_if(
        excess <= f64::EPSILON,
        written_once <= FINE,
        format!(
            "at n = {load}, a cell that two positions of one item share is written once, which eq. 2 describes within {:.4} % at {most_cells} cells; written \
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
