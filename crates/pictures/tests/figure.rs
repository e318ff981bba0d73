//! Figures as they are drawn.

use bloomlab_pictures::{
    Axis, Bar, COLUMN, Cell, Colour, Dash, Figure, Fill, Key, Look, Mark, PAGE, Panel, Point, Scale, Series,
};

fn series(name: &str, look: Look, mark: Mark) -> Series {
    let points = (0..5).map(|i| Point::new(f64::from(i), f64::from(i * i))).collect();
    Series { name: name.to_owned(), look, mark, points, is_across: false }
}

fn axis(label: &str) -> Axis {
    Axis { label: label.to_owned(), ..Axis::default() }
}

fn panel(series: Vec<Series>) -> Panel {
    Panel { x: axis("x"), y: axis("y"), series, ..Panel::default() }
}

fn lines(names: &[&str]) -> Panel {
    panel(names.iter().enumerate().map(|(i, name)| series(name, Look::step(i, 5), Mark::Line)).collect())
}

fn figure(panels: Vec<Panel>) -> Figure {
    Figure { width: PAGE, panels, ..Figure::default() }
}

fn svg(figure: Figure) -> String {
    figure.draw().unwrap().into_svg("", None, "").unwrap()
}

fn refused(figure: Figure) -> String {
    figure.draw().unwrap_err().to_string()
}

fn entries(svg: &str) -> usize {
    svg.matches("<g class=\"entry\">").count()
}

/// The elements of the i-th series.
fn drawn(svg: &str, i: usize) -> &str {
    svg.split("<g class=\"series\">").nth(i + 1).unwrap()
}

#[test]
fn a_legend_has_each_name_once_and_a_name_one_colour() {
    assert_eq!(entries(&svg(figure(vec![lines(&["a", "b"]), lines(&["a", "b"])]))), 2);
    let two = vec![lines(&["a", "b"]), lines(&["b", "a"])];
    assert!(refused(figure(two)).contains("two colours"));
    let five = lines(&["a", "b", "c", "d", "e"]);
    assert!(refused(figure(vec![five.clone()])).contains("a legend of 5"));
    let ends = svg(Figure { has_ends: true, ..figure(vec![five]) });
    assert_eq!((entries(&ends), ends.matches(">d</text>").count()), (0, 2), "the letters and the halo beneath them");
    assert_eq!(ends.matches("class=\"leader\"").count(), 5, "names that are moved apart");
    let key = |name: &str| Key { look: Look::new(Colour::Ink), mark: Mark::Line, name: name.to_owned() };
    assert_eq!(entries(&svg(Figure { keys: vec![key("p"), key("q")], ..figure(vec![lines(&[""])]) })), 2);
}

#[test]
fn markers_on_a_line_share_its_entry() {
    let look = Look { dash: Dash::Dotted, ..Look::new(Colour::Purple) };
    let all = vec![series("a", look, Mark::Line), series("a", look, Mark::Markers), series("b", look, Mark::Markers)];
    let svg = svg(figure(vec![panel(all)]));
    assert_eq!(entries(&svg), 2);
    assert_eq!(svg.matches("<circle").count(), 5 + 5 + 2);
    assert_eq!(svg.matches("stroke-dasharray=\"1.6 2.4\"").count(), 2, "the line, and that of the legend");
}

#[test]
fn a_staircase_keeps_the_height_and_a_line_that_leaves_has_an_arrow() {
    let corners = |limits| {
        let mut panel = panel(vec![series("", Look::new(Colour::Blue), Mark::Steps)]);
        panel.series[0].points.truncate(2);
        panel.y.limits = limits;
        let svg = svg(figure(vec![panel]));
        let points = drawn(&svg, 0).split("points=\"").nth(1).unwrap().split('"').next().unwrap().split(' ').count();
        (points, svg.matches("class=\"exit\"").count())
    };
    assert_eq!(corners(None), (3, 0));
    assert_eq!(corners(Some((0.5, 2.0))), (2, 1), "only the riser is left");
}

#[test]
fn missing_values_break_a_line_and_intervals_are_clipped() {
    let mut panel = panel(vec![series("", Look::new(Colour::Blue), Mark::Line)]);
    panel.series[0].points[2].y = f64::NAN;
    assert_eq!(drawn(&svg(figure(vec![panel.clone()])), 0).matches("stroke-width=\"1.6\"").count(), 2);
    panel.y.scale = Scale::Log10;
    panel.series[0].points = vec![Point { x: 1.0, y: 1.0, interval: Some((-1.0, 2.0)) }, Point::new(2.0, 3.0)];
    assert!(figure(vec![panel.clone()]).draw().is_ok());
    panel.series[0].points[0].y = 0.0;
    assert!(refused(figure(vec![panel])).contains("y: 0 has no place"));
}

#[test]
fn shared_axes_are_labelled_once_in_a_row_and_a_column() {
    let four = || figure((0..4).map(|_| lines(&["a"])).collect());
    let labels = |figure| {
        let svg = svg(figure);
        (svg.matches(">x</text>").count(), svg.matches(">y</text>").count())
    };
    assert_eq!(labels(four()), (4, 4));
    assert_eq!(labels(Figure { shares_x: true, ..four() }), (2, 4));
    assert_eq!(labels(Figure { shares_x: true, shares_y: true, ..four() }), (2, 2));
}

#[test]
fn cells_have_the_colours_of_a_bar_or_a_mark() {
    let limits = Some((-0.5, 1.5));
    let cell = |x, fill| Cell { x, y: 0, fill };
    let map = |value| Panel {
        x: Axis { limits, ..axis("x") },
        y: Axis { limits, ..axis("y") },
        cells: vec![cell(0, Fill::Value(value)), cell(1, Fill::Missing(0))],
        ..Panel::default()
    };
    let bar = Bar { label: "digits".to_owned(), classes: vec![0.0, 5.0] };
    let cells = |value| Figure { bar: Some(bar.clone()), kinds: vec!["none".to_owned()], ..figure(vec![map(value)]) };
    assert!(svg(cells(7.0)).contains(">none</text>"), "a mark is explained");
    assert!(refused(cells(-1.0)).contains("no class"));
}

#[test]
fn a_picture_has_words_and_is_always_the_same() {
    let figure =
        |width| Figure { width, ..figure(vec![Panel { title: "(a) rates".to_owned(), ..lines(&["*f*_{a} & co"]) }]) };
    let named = || figure(COLUMN).draw().unwrap().into_svg("A *rate* of *f*_a", None, "Low < high.").unwrap();
    assert!(named().starts_with("<svg width=\"352\"") && named().contains("viewBox=\"0 -24 352 "), "above the panels");
    assert!(named().contains("<title>A rate of fa</title>") && named().contains(">rate</tspan>"));
    assert!(named().contains("<desc>Low &lt; high. (a) rates: y (linear) against x (linear): fa &amp; co.</desc>"));
    assert_eq!(named(), named());
    assert!(figure(PAGE).draw().unwrap().into_svg("f_", None, "").is_err());
}
