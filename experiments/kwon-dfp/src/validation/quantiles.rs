//! Normal quantile plots: the residuals of a filter in order, over what as many standard normal numbers would be.

use bloomlab_pictures::{
    Axis, Colour, LineFigure, Look, Mark, Marker, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;
use itertools::Itertools;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{DELETABILITY, FAR, RATE, Row};
use crate::looks::name;

/// A panel for each filter.
pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let filters: Vec<&str> = rows.iter().map(|row| row.filter.as_str()).unique().collect();
    let panels: Vec<Panel> =
        filters.iter().zip('a'..).map(|(filter, letter)| panel(rows, filter, letter)).collect::<Result<_, _>>()?;
    Ok(LineFigure::new(panels).sharing_y().sharing_x().plot_height(210.0).draw()?)
}

fn panel(rows: &[Row], filter: &str, letter: char) -> Result<Panel, AnyError> {
    let normal = Normal::new(0.0, 1.0)?;
    let of = |quantity: &str, score: fn(&Row) -> Option<f64>| -> Vec<f64> {
        let own = rows.iter().filter(|row| row.filter == filter && row.quantity == quantity);
        own.filter_map(score).sorted_by(f64::total_cmp).collect()
    };
    let series = |title: &str, scores: &[f64], look: Look| {
        let expected = |i: usize| normal.inverse_cdf((i as f64 + 0.5) / scores.len() as f64);
        let points = scores.iter().enumerate().map(|(i, score)| Point::new(expected(i), *score));
        Series::new(title, Mark::Markers, points).look(look)
    };
    let [deletability, rate] = [DELETABILITY, RATE].map(|quantity| of(quantity, |row| Some(row.exact_score)));
    let published = of(DELETABILITY, |row| row.published_score);
    let outside = |scores: &[f64]| scores.iter().filter(|score| score.abs() > FAR).count();
    let share = |quantity: &str, scores: &[f64]| format!("{quantity} {} of {}", outside(scores), scores.len());
    let mut said = vec![format!("beyond ± {FAR}:")];
    let mut curves = Vec::new();
    if !deletability.is_empty() {
        said.push(share("deletability", &deletability));
        curves.push(series("deletability, exact", &deletability, Look::new(Colour::Blue)));
    }
    said.push(share("rate", &rate));
    curves.push(series("rate, exact", &rate, Look::new(Colour::Vermilion).marked(Marker::Ring)));
    if filter.starts_with("DlBF") {
        curves
            .insert(0, series("deletability, as published", &published, Look::new(Colour::Wine).marked(Marker::Cross)));
    }
    let x = Axis::new("quantile of a normal law", Scale::Linear).limited(-3.2, 3.2);
    let y = Axis::new("standardised residual", Scale::SymLog { linear_to: 4.0 }).limited(-40.0, 6.0);
    let diagonal = [Point::new(-3.2, -3.2), Point::new(3.2, 3.2)];
    let panel = Panel::new(
        x,
        y.ticked([-30, -10, -4, -2, 0, 2, 4].map(|tick| (f64::from(tick), tick.to_string().replace('-', "−")))),
        curves,
    )
    .titled(format!("({letter}) {}", name(filter)))
    .reference(Reference::curve(diagonal, ""));
    Ok(panel.note(Note::text((-3.2, 6.0), (6.0, 24.0), said.join("\n"))))
}
