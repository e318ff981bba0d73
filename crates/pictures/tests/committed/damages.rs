//! Damages to a picture, each of which must be noticed, and as what it is.

use bloomlab_pictures::{
    Along, Axis, Colour, Corner, Figure, Look, Mark, Note, PAGE, Panel, Point, Pointer, Region, Rule, Scale, Series,
};

use crate::checks::faults;

/// A small picture that has one of everything.
fn picture() -> String {
    let series = |name: &str, colour, mark, points: Vec<Point>| Series {
        name: name.to_owned(),
        look: Look::new(colour),
        mark,
        points,
        is_across: false,
    };
    let line = |slope: f64| (1..=9).map(f64::from).map(|x| Point::new(x, slope * x)).collect();
    let simulated = vec![Point { x: 2.0, y: 4.0, interval: Some((3.0, 5.0)) }];
    let panel = |title: &str| Panel {
        title: title.to_owned(),
        x: Axis { label: "size *m*".to_owned(), ..Axis::default() },
        y: Axis { label: "rate *f*_{a}".to_owned(), scale: Scale::Log10, ..Axis::default() },
        series: vec![
            series("blue", Colour::Blue, Mark::Line, line(1.0)),
            series("green", Colour::Green, Mark::Line, line(2.0)),
            series("green", Colour::Green, Mark::Markers, simulated.clone()),
        ],
        rules: vec![Rule { along: Along::Y(3.0), name: "limit".to_owned(), at: 1.0, is_below: false }],
        regions: vec![Region {
            x: (f64::NEG_INFINITY, f64::INFINITY),
            y: (16.0, f64::INFINITY),
            name: "far".to_owned(),
            corner: Corner::default(),
        }],
        notes: vec![Note {
            at: (4.0, 4.0),
            offset: (20.0, 40.0),
            text: "here".to_owned(),
            pointer: Pointer::Arrow,
            colour: Colour::Ink,
        }],
        ..Panel::default()
    };
    let figure = Figure { width: PAGE, panels: vec![panel("(a) one"), panel("(b) two")], ..Figure::default() };
    let picture = figure.draw().unwrap().titled("Two lines").unwrap().subtitled("and their scope").unwrap();
    picture.captioned("One is steeper.").into_svg()
}

/// The kind of fault, a text, and the text in its place.
const DAMAGES: [(&str, &str, &str); 23] = [
    ("unreadable", "</desc>", ""),
    ("unreadable", "<circle", "<ellipse"),
    ("unnamed", "<title>Two lines</title>", "<title> </title>"),
    ("unnamed", "<title>Two lines</title>", ""),
    ("unnamed", "<desc>One is steeper.", "<desc></desc><desc>"),
    ("raw", ">blue<", ">blue_2<"),
    ("raw", ">blue<", ">10^2<"),
    ("small", "font-size=\"12\" fill=\"#222222\">blue", "font-size=\"10\" fill=\"#222222\">blue"),
    ("small", "font-size=\"10.1\"", "font-size=\"8\""),
    ("wide", "viewBox=\"0 -40 720", "viewBox=\"0 -40 721"),
    ("overlap", ">blue<", ">a much longer name that reaches the next<"),
    ("overlap", ">(a) one<", ">(a) a title that reaches all the way to that of the panel beside it, and on<"),
    ("outside", "translate(", "translate(-"),
    ("outside", "<circle cx=\"", "<circle cx=\"9"),
    ("outside", ">(b) two<", ">(b) a title that reaches all the way beyond the edge of the paper<"),
    ("twice", ">blue<", ">green<"),
    ("long", "class=\"series\"", "class=\"entry\""),
    ("unnamed", "class=\"headline\"", "class=\"line\""),
    ("empty", "class=\"panel\"", "class=\"plot\""),
    ("empty", "class=\"series\"", "class=\"nothing\""),
    ("contrast", "<polyline fill=\"none\" stroke=\"#0c58b2\"", "<polyline fill=\"none\" stroke=\"#56b4e9\""),
    ("contrast", "fill=\"#eeeeee\"", "fill=\"#888888\""),
    ("contrast", "fill=\"#222222\">blue", "fill=\"#808080\">blue"),
];

#[test]
fn an_undamaged_picture_has_no_fault() {
    assert_eq!(faults(&picture()), Vec::<String>::new());
}

#[test]
fn every_damage_is_noticed() {
    let whole = picture();
    for (kind, text, other) in DAMAGES {
        assert!(whole.contains(text), "nothing to damage: {text}");
        let found = faults(&whole.replace(text, other));
        let is_noticed = found.iter().any(|fault| fault.starts_with(kind));
        assert!(is_noticed, "{text} → {other} should be {kind}, and is {found:?}");
    }
}
