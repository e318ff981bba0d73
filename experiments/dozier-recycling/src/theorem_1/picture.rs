//! Where repeats are falsely recognised more often than first arrivals, and where Theorem 1 fails.

use bloomlab_pictures::{
    Axis, Colour, Corner, LineFigure, Look, Mark, Marker, Note, Panel, Picture, Point, Reference, Region, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{FURTHER, Row, SIMULATED};

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let drawn = rows.iter().filter(|row| row.series != FURTHER);
    let (small, large): (Vec<&Row>, Vec<&Row>) = drawn.partition(|row| row.is_small());
    let (small_name, large_name) = (filter(&small)?, filter(&large)?);
    let panels = [count_each(&large)?.titled(large_name), over_factor(&small)?.titled(small_name)];
    Ok(LineFigure::new(panels).plot_height(250.0).draw()?)
}

fn filter(rows: &[&Row]) -> Result<String, AnyError> {
    let first = rows.first().ok_or("no filter")?;
    let size = if first.is_small() { "(b) A counterexample:" } else { "(a)" };
    let name = first.filter.replace("M =", "*M* =").replace("k =", "*k* =").replace("σ =", "*σ* =");
    Ok(format!("{size} {name}"))
}

/// F_r/F_n of the large filter.
fn count_each(rows: &[&Row]) -> Result<Panel, AnyError> {
    let ticks = [0.8, 1.0, 1.2, 1.4, 5.0, 20.0, 50.0].map(|x| (x, x.to_string()));
    let x = axis(Scale::Broken { at: 1.4, share: 0.75 }).limited(0.77, 55.0).ticked(ticks);
    let y = Axis::new("*F*_r/*F*_n: all arrivals / first arrivals", Scale::Linear).including(0.2).including(2.95);
    let mut panel = Panel::new(x, y, curves(rows, |_| 1.0))
        .region(Region::above(1.0, "count-instance is\nnot the largest").named_in(Corner::TopRight))
        .reference(Reference::horizontal(1.0, ""));
    for leak in leaks(rows).into_iter().skip(1) {
        let exact = rows.iter().filter(|row| row.leak == leak && row.series != SIMULATED);
        let peak = exact.max_by(|a, b| a.ratio.total_cmp(&b.ratio)).ok_or("no peak")?;
        let at = (peak.catalogue_over_cycle, peak.ratio);
        panel = panel.note(Note::text(at, (-10.0, -4.0), format!("{:.2}", peak.ratio)).coloured(look(leak).0));
    }
    Ok(panel)
}

/// F_r/(H F_n) of the small filter, and the counterexample.
fn over_factor(rows: &[&Row]) -> Result<Panel, AnyError> {
    let y = Axis::new("*F*_r/(*H* *F*_n)", Scale::Log10);
    let marked = rows.iter().find(|row| row.is_counterexample && row.series != SIMULATED);
    let marked = marked.ok_or("no counterexample")?;
    let at = (marked.catalogue_over_cycle, marked.ratio / marked.theorem_1_factor);
    let text = format!(
        "{} messages:\n*F*_r/*F*_n = {:.2}\n> *H* = {}",
        marked.catalogue, marked.ratio, marked.theorem_1_factor
    );
    let region = Region::above(1.0, "Theorem 1 fails").named_in(Corner::TopRight);
    Ok(Panel::new(axis(Scale::Log10), y, curves(rows, |row| row.theorem_1_factor))
        .region(region)
        .reference(Reference::horizontal(1.0, "*F*_n = *F*_r/*H*").named_below())
        .note(Note::ring(at, (8.0, 135.0), text)))
}

fn axis(scale: Scale) -> Axis {
    Axis::new("messages in the catalogue / new messages per cycle", scale)
}

/// For each leak a line through all that is exact, in a unit of each row, and what is simulated upon it.
fn curves(rows: &[&Row], unit: impl Fn(&Row) -> f64) -> Vec<Series> {
    let mut series = Vec::new();
    for leak in leaks(rows) {
        let (colour, marker) = look(leak);
        let name = format!("leak 10^{{{}}}", libm::round(libm::log10(leak))).replace('-', "−");
        let of = || rows.iter().filter(|row| row.leak == leak);
        let mut line: Vec<Point> = of()
            .filter(|row| row.series != SIMULATED)
            .map(|row| Point::new(row.catalogue_over_cycle, row.ratio / unit(row)))
            .collect();
        line.sort_by(|a, b| a.x.total_cmp(&b.x));
        series.push(Series::new(name.clone(), Mark::Line, line).look(Look::new(colour).marked(marker)));
        let simulated: Vec<Point> =
            of().filter_map(|row| Some(row.simulated()?.over(unit(row)).at(row.catalogue_over_cycle))).collect();
        if !simulated.is_empty() {
            series.push(Series::new(name, Mark::MarkersOnPrevious, simulated));
        }
    }
    series
}

/// From the largest down.
fn leaks(rows: &[&Row]) -> Vec<f64> {
    let mut leaks: Vec<f64> = rows.iter().map(|row| row.leak).collect();
    leaks.sort_by(|a, b| b.total_cmp(a));
    leaks.dedup();
    leaks
}

fn look(leak: f64) -> (Colour, Marker) {
    match leak {
        leak if leak > 1e-4 => (Colour::Blue, Marker::Circle),
        leak if leak > 1e-7 => (Colour::Vermilion, Marker::Square),
        _ => (Colour::Green, Marker::Triangle),
    }
}
