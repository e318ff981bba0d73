//! Line figures as they are drawn.

use bloomlab_pictures::{Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Point, Scale, Series, Undrawable};

fn axis(name: &str) -> Axis {
    Axis::new(name, Scale::Linear)
}

fn series(name: &str, mark: Mark) -> Series {
    Series::new(name, mark, (0..5).map(|i| Point::new(f64::from(i), f64::from(i * i))))
}

fn panel(names: &[&str]) -> Panel {
    Panel::new(axis("x"), axis("y"), names.iter().map(|name| series(name, Mark::Line)))
}

fn svg(figure: LineFigure) -> String {
    figure.draw().unwrap().into_svg()
}

fn entries(svg: &str) -> usize {
    svg.matches("<g class=\"entry\">").count()
}

/// What is drawn of the i-th series.
fn drawn(svg: &str, i: usize) -> &str {
    svg.split("<g class=\"series\">").nth(i + 1).unwrap()
}

#[test]
fn panels_share_one_legend_and_a_name_has_one_look() {
    let svg = svg(LineFigure::new([panel(&["a", "b"]), panel(&["b", "a"])]));
    assert_eq!(entries(&svg), 2);
    let colour = |i| drawn(&svg, i).split("stroke=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!([colour(0), colour(1)], [colour(3), colour(2)]);
    assert_ne!(colour(0), colour(1));

    let blue = |look| Panel::new(axis("x"), axis("y"), [series("a", Mark::Line).look(look)]);
    let two = LineFigure::new([blue(Look::new(Colour::Blue)), blue(Look::new(Colour::Green))]);
    assert_eq!(two.draw().unwrap_err(), Undrawable::TwoLooks { name: "a".to_owned() });
}

#[test]
fn measurements_share_look_and_entry_of_the_line_before() {
    let look = Look::new(Colour::Purple).dashed(Dash::Dotted);
    let all = [series("a", Mark::Line).look(look), series("", Mark::MarkersOnPrevious), series("b", Mark::Markers)];
    let svg = svg(LineFigure::single(Panel::new(axis("x"), axis("y"), all)));
    assert_eq!(entries(&svg), 2);
    assert_eq!(drawn(&svg, 1).split("<g").nth(1).unwrap().matches("<circle").count(), 5, "no marker is left out");
    assert_eq!(svg.matches("fill=\"#944985\"").count(), 5 + 1, "and one in the legend");
    assert_eq!(svg.matches("stroke=\"#944985\" stroke-width=\"1.6\" stroke-dasharray=\"1.6 2.4\"").count(), 2);
}

#[test]
fn a_staircase_keeps_the_height_and_limits_cut_off() {
    let steps = |y: Axis| {
        let steps = Series::new("", Mark::Steps, [Point::new(0.0, 0.0), Point::new(1.0, 1.0)]);
        let svg = svg(LineFigure::single(Panel::new(axis("x").limited(0.0, 1.0), y, [steps])));
        drawn(&svg, 0).split("points=\"").nth(1).unwrap().split('"').next().unwrap().split(' ').count()
    };
    assert_eq!(steps(axis("y")), 3);
    assert_eq!(steps(axis("y").limited(0.5, 1.0)), 2, "only the riser is left");
}

#[test]
fn names_at_line_ends_and_hidden_legends_have_no_entries() {
    let both = || LineFigure::new([panel(&["one", "two"])]);
    assert_eq!(entries(&svg(both())), 2);
    assert_eq!(entries(&svg(both().without_legend())), 0);
    let labelled = svg(both().labelled());
    assert_eq!(entries(&labelled), 0);
    assert_eq!(labelled.matches(">one</text>").count(), 2, "the letters and the halo beneath them");
    let keyed = LineFigure::single(Panel::new(axis("x"), axis("y"), [series("a", Mark::Line).unlisted()]));
    let keyed = keyed.key(Look::new(Colour::Ink), Mark::Line, "p").key(Look::new(Colour::Ink), Mark::Markers, "q");
    assert_eq!(entries(&svg(keyed)), 2);
}

#[test]
fn shared_axes_are_labelled_once_in_a_row_and_a_column() {
    let four = || LineFigure::new((0..4).map(|_| panel(&["a"])));
    let labels = |figure| {
        let svg = svg(figure);
        (svg.matches(">x</text>").count(), svg.matches(">y</text>").count())
    };
    assert_eq!(labels(four()), (4, 4));
    assert_eq!(labels(four().sharing_x()), (2, 4));
    assert_eq!(labels(four().sharing_x().sharing_y()), (2, 2));
}

#[test]
fn three_panels_are_a_row_or_two_above_a_wide_one() {
    let three = || LineFigure::new((0..3).map(|_| panel(&["a", "b"])));
    let height = |svg: &str| svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse::<u32>().unwrap();
    let (row, grid) = (svg(three()), svg(three().columns(2)));
    assert!(row.starts_with("<svg width=\"720\"") && grid.starts_with("<svg width=\"720\""));
    assert!(height(&grid) > 400 && height(&row) < 300);
    let right_end = |i| -> f64 {
        let points = drawn(&grid, i).split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        points.rsplit(' ').next().unwrap().split(',').next().unwrap().parse().unwrap()
    };
    assert!(right_end(0) < 360.0 && right_end(4) > 600.0);
}

#[test]
fn a_picture_says_what_it_shows_and_is_always_the_same() {
    let figure = || LineFigure::single(panel(&["*f*_{a} & co"]).titled("(a) rates"));
    let named = || figure().draw().unwrap().titled("Rates of *f*_a").unwrap().captioned("Low < high.").into_svg();
    assert!(named().contains("<title>Rates of fa</title>"));
    assert!(named().contains("<desc>Low &lt; high. (a) rates: y (linear) against x (linear): fa &amp; co.</desc>"));
    assert_eq!(named(), named());
    assert!(svg(figure()).contains("<title>(a) rates: y"), "the description names what has no name");
}

#[test]
fn the_finding_is_the_first_line_and_all_pictures_have_one_width() {
    let svg = LineFigure::single(panel(&["a"])).draw().unwrap().titled("A *rate* of 2^8").unwrap().into_svg();
    let headline = svg.split("<g class=\"headline\">").nth(1).unwrap().split("</g>").next().unwrap();
    assert!(headline.contains("font-weight=\"bold\"") && headline.contains(">rate</tspan>"), "{headline}");
    assert!(svg.contains("viewBox=\"0 -24 720 "), "above what is drawn");
    assert!(LineFigure::single(panel(&["a"])).draw().unwrap().titled("f_").is_err());
}

#[test]
fn a_legend_of_four_is_refused() {
    let four = || LineFigure::single(panel(&["a", "b", "c", "d"]));
    let entries = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    assert_eq!(four().draw().unwrap_err(), Undrawable::LongLegend { entries });
    assert!(four().labelled().draw().is_ok() && four().without_legend().draw().is_ok());
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    assert_eq!(LineFigure::new([]).draw().unwrap_err(), Undrawable::Empty("panels"));
    let empty = Panel::new(axis("x"), axis("y"), [Series::new("a", Mark::Line, [])]);
    assert!(matches!(LineFigure::single(empty).draw(), Err(Undrawable::NoValues { .. })));
    let raw = panel(&["a", "f_"]);
    assert!(matches!(LineFigure::single(raw).draw(), Err(Undrawable::Markup { .. })));
}

#[test]
fn notes_stand_as_if_added_one_by_one() {
    let note = |y: f64| Note::text((1.0, y), (10.0, 0.0), format!("here {y}"));
    let one_by_one = panel(&["a"]).note(note(3.0)).note(note(9.0));
    let at_once = panel(&["a"]).notes([note(3.0), note(9.0)]);
    assert_eq!(svg(LineFigure::single(at_once)), svg(LineFigure::single(one_by_one)));
}
