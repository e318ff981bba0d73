//! Seconds against shards, computed and measured, beside a fair division of the work.

use bloomlab_pictures::{
    Axis, Colour, Dash, Legend, LineFigure, Look, Mark, Marker, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let (first, last) = rows.first().zip(rows.last()).ok_or("no rows")?;
    let computed = rows.iter().map(|row| Point::new(row.shards as f64, row.seconds));
    let measured = rows.iter().filter_map(|row| Some(Point::new(row.shards as f64, row.measured_seconds?)));
    let fair = [first, last].map(|row| Point::new(row.shards as f64, first.seconds / row.shards as f64));
    let processors = rows.iter().find_map(|row| row.processors).ok_or("nothing was measured")?;
    let series = [
        Series::new("computed: a processor for each shard", Mark::Line, computed).look(Look::new(Colour::Blue)),
        Series::new(format!("measured: {processors} processors for all"), Mark::Markers, measured)
            .look(Look::new(Colour::Vermilion).marked(Marker::Square)),
        Series::new("fair division of one shard’s time", Mark::Line, fair)
            .look(Look::new(Colour::Ink).dashed(Dash::Dotted)),
    ];
    let ticks = (0..).map(|power| 1_u64 << power).take_while(|&shards| shards <= last.shards);
    let x = Axis::new("shards", Scale::Log10).ticked(ticks.map(|shards| (shards as f64, shards.to_string())));
    let y = Axis::new("seconds until the figure is drawn", Scale::Log10);
    let y = y.ticked([0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0].map(|seconds| (seconds, seconds.to_string())));
    let panel = Panel::new(x, y, series);
    let least = rows.iter().map(|row| row.seconds).fold(f64::INFINITY, f64::min);
    let floor = Reference::horizontal(least, "").named_below();
    let said = format!("{least:.1} s: the longest job\nand the merge");
    let panel = panel.reference(floor).note(Note::text((1.0, least), (6.0, -26.0), said));
    Ok(LineFigure::single(panel).wide().legend(Legend::Above).draw()?)
}
