//! Normal quantile plots: the residuals of all filters in order, and those of the published deletability of the DlBF.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::claims::is_far;
use super::residuals::FEW;
use super::{FAR, Quantity, Row};
use crate::looks::name;

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
        .number("few", FEW, 2)
        .count("every", EVERY as u64))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let of_dlbf = |row: &&Row| row.filter.starts_with("DlBF") && row.quantity == Quantity::Deletability;
    let exact = quantiles(rows.iter().map(|row| row.exact_score), Look::new(Colour::Blue))?;
    let published = rows.iter().filter(of_dlbf).filter_map(|row| row.published_score);
    let published = quantiles(published, Look::new(Colour::Vermilion).marked(Marker::Cross))?;
    let y = || Axis::new("standardised residual", Scale::Linear);
    let panel = |y: Axis, series: Series| {
        let diagonal = [-1.0, 1.0].map(|side| Point::new(side * REACH, side * REACH));
        Panel::new(Axis::new("quantile of the normal distribution", Scale::Linear).limited(-REACH, REACH), y, [series])
            .reference(Reference::curve(diagonal, ""))
    };
    let bounds = |panel: Panel| {
        [(FAR, "{bound}"), (-FAR, "−{bound}")].into_iter().try_fold(panel, |panel, (bound, text)| {
            Ok::<_, AnyError>(panel.reference(Reference::horizontal(bound, facts(rows)?.fill(text)?).named_at(0.0)))
        })
    };
    let panels = [
        bounds(panel(y().limited(-5.0, 5.0), exact))?.titled("(a) Residuals of the exact models are normal"),
        panel(y(), published).titled(format!("(b) Those of the {} as published are not", name("DlBF"))),
    ];
    Ok(LineFigure::new(panels).plot_height(300.0).draw()?)
}

/// How far the quantiles reach.
const REACH: f64 = 4.2;
/// All residuals that are this far out are drawn, and every so many in between.
const EVERY: usize = 25;

/// Residuals in order, over what as many standard normal numbers would be.
fn quantiles(scores: impl Iterator<Item = f64>, look: Look) -> Result<Series> {
    let normal = Normal::new(0.0, 1.0)?;
    let scores = scores.sorted_by(f64::total_cmp).collect_vec();
    let points = scores.iter().enumerate().map(|(i, score)| {
        let expected = normal.inverse_cdf((i as f64 + 0.5) / scores.len() as f64);
        (i, Point::new(expected, *score))
    });
    let drawn = points.filter(|(i, point)| point.x.abs() > 2.0 || i % EVERY == 0).map(|(_, point)| point);
    Ok(Series::new("", Mark::Markers, drawn.collect_vec()).look(look))
}
