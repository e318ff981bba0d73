//! The errors of eq. 2 and eq. 3 against the number of cells, and from how many on they are fine.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::claims::{A_FEW_HUNDRED, at_light_load, fine_from, largest_error};
use super::{FINE, Quantity, Row};
use crate::comparison::in_64ths;

/// From how many cells on eq. 3 is fine at the light load, and how far it is off at a few hundred.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let light = at_light_load(rows);
    let at = |quantity| largest_error(rows, quantity, A_FEW_HUNDRED);
    let lightest = light.first().ok_or("no rows")?;
    Ok(Facts::new()
        .text("light", in_64ths(lightest.items, lightest.bits))
        .percent("fine", FINE, 1)
        .count("cells", fine_from(light, Quantity::Rate))
        .count("cells_heavy", fine_from(&rows[light.len()..], Quantity::Rate))
        .count("few", A_FEW_HUNDRED)
        .percent("law", at(Quantity::Distribution), 1)
        .percent("rate", at(Quantity::Rate), 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let light = at_light_load(rows);
    let heavy = &rows[light.len()..];
    let equations = [("eq. 2", Quantity::Stuck, Colour::Vermilion), ("eq. 3", Quantity::Rate, Colour::Blue)];
    let series = [(light, Dash::Solid), (heavy, Dash::Dashed)].into_iter().flat_map(|(rows, dash)| {
        let load = rows.first().map_or(0, |row| row.bits / row.items);
        equations.map(|(name, quantity, colour)| {
            let errors = rows.iter().filter(|row| row.quantity == quantity);
            let look = Look::new(colour).dashed(dash);
            let look = if quantity == Quantity::Rate { look.heavy() } else { look };
            let points = errors.map(|row| Point::new(row.cells as f64, row.error));
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
