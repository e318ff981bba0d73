//! Marks for cells that have no value: strokes on paper, which no colour can be taken for.

use plotters::style::RGBColor;

use crate::Undrawable;
use crate::draw::canvas::{Canvas, Pen};
use crate::layout::Area;

const STROKE: RGBColor = RGBColor(0x55, 0x55, 0x55);
const WIDTH: f64 = 0.8;

/// The least distance of marks, from top to bottom.
const DISTANCE: f64 = 9.0;

/// Marks `cells` neighbouring cells of one row, which fill the rectangle, as missing for a reason.
pub(crate) fn draw(canvas: &Canvas, kind: usize, cells: usize, area: Area) -> Result<(), Undrawable> {
    let (left, top, right, bottom) = area;
    let width = (right - left) / cells as f64;
    let pen = Pen::solid(STROKE, WIDTH);
    let rows = ((bottom - top) / DISTANCE).floor().max(1.0);
    let height = (bottom - top) / rows;
    for row in 0..rows as usize {
        let low = bottom - height * row as f64;
        let (middle, high) = (low - height / 2.0, low - height);
        let mut columns = (0..cells).map(|i| left + width * i as f64);
        let stroke = |from: f64, to: f64| canvas.line(&[(from, low), (to, high)], pen);
        match kind {
            // one hatching over all of them: each stroke ends where the neighbour's begins
            0 => columns.try_for_each(|x| stroke(x, x + width)),
            1 => columns.try_for_each(|x| stroke(x, x + width).and(stroke(x + width, x))),
            2 => canvas.line(&[(left, middle), (right, middle)], pen),
            3 => columns.try_for_each(|x| canvas.disc((x + width / 2.0, middle), 1.0, STROKE)),
            _ => Err(Undrawable("only four reasons for missing values have a mark".to_owned())),
        }?;
    }
    Ok(())
}
