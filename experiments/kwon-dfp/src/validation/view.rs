//! A normal quantile plot: the residuals of one filter in order, over what as many standard normal numbers would be.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::claims::is_far;
use super::residuals::FEW;
use super::{FAR, Quantity, Row};
use crate::looks::name;

/// The filter that is drawn.
const SHOWN: &str = "DlBF (4)";

/// How many residuals are far from zero, of the exact models and of the published deletability of the DlBF.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let far = share(rows, is_far)?;
    let of_dlbf = |row: &&Row| row.filter.starts_with("DlBF") && row.quantity == Quantity::Deletability;
    let published = rows.iter().filter(of_dlbf).filter_map(|row| row.published_score);
    let near = share(published, |score| score.abs() <= FAR)?;
    Ok(Facts::new()
        .count("far", far.having as u64)
        .count("residuals", far.of as u64)
        .number("bound", FAR, 4)
        .number("expected", 0.01 * far.of as f64, 2)
        .count("published_near", near.having as u64)
        .count("published", near.of as u64)
        .number("few", FEW, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let normal = Normal::new(0.0, 1.0)?;
    let series = |title: &str, quantity: Quantity, score: fn(&Row) -> Option<f64>, look: Look| {
        let own = rows.iter().filter(|row| row.filter == SHOWN && row.quantity == quantity);
        let scores = own.filter_map(score).sorted_by(f64::total_cmp).collect_vec();
        let expected = |i: usize| normal.inverse_cdf((i as f64 + 0.5) / scores.len() as f64);
        let points = scores.iter().enumerate().map(|(i, score)| Point::new(expected(i), *score)).collect_vec();
        Series::new(title, Mark::Markers, points).look(look)
    };
    let published = Look::new(Colour::Wine).marked(Marker::Cross);
    let rate = Look::new(Colour::Vermilion).marked(Marker::Ring);
    let curves = [
        series("as published", Quantity::Deletability, |row| row.published_score, published),
        series("rate", Quantity::Rate, |row| Some(row.exact_score), rate),
        series("deletability", Quantity::Deletability, |row| Some(row.exact_score), Look::new(Colour::Blue)),
    ];
    let x = Axis::new("quantile of the normal distribution", Scale::Linear).limited(-3.2, 3.2);
    let y = Axis::new(format!("standardised residual, {}", name(SHOWN)), Scale::Linear);
    let diagonal = [Point::new(-3.2, -3.2), Point::new(3.2, 3.2)];
    let panel = Panel::new(x, y, curves).labelled().reference(Reference::curve(diagonal, ""));
    Ok(LineFigure::single(panel).wide().draw()?)
}
