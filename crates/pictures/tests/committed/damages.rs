//! Damages to a picture, each of which must be noticed, and as what it is.

use bloomlab_pictures::{Axis, Colour, LineFigure, Look, Mark, Note, Panel, Point, Reference, Region, Scale, Series};

use crate::checks::faults;

/// A small picture that has one of everything.
fn picture() -> String {
    let line = |name: &str, colour, slope: f64| {
        let points = (1..=9).map(f64::from).map(|x| Point::new(x, slope * x));
        Series::new(name, Mark::Line, points).look(Look::new(colour))
    };
    let simulated = Series::new("", Mark::MarkersOnPrevious, [Point { x: 2.0, y: 4.0, interval: Some((3.0, 5.0)) }]);
    let panel = |title: &str| {
        Panel::new(
            Axis::new("size *m*", Scale::Linear),
            Axis::new("rate *f*_{a}", Scale::Log10),
            [line("blue", Colour::Blue, 1.0), line("green", Colour::Green, 2.0), simulated.clone()],
        )
        .titled(title)
        .reference(Reference::horizontal(3.0, "limit"))
        .region(Region::above(16.0, "far"))
        .note(Note::arrow((4.0, 4.0), (20.0, 40.0), "here"))
    };
    let figure = LineFigure::new([panel("(a) one"), panel("(b) two")]);
    figure.draw().unwrap().titled("Two lines").unwrap().captioned("One is steeper.").into_svg()
}

/// What is done to the picture, and as what it must be noticed: kind of fault, text, text in its place.
const DAMAGES: [(&str, &str, &str); 26] = [
    ("unreadable", "</desc>", ""),
    ("unreadable", "<circle", "<ellipse"),
    ("unnamed", "<title>Two lines</title>", "<title> </title>"),
    ("unnamed", "<title>Two lines</title>", ""),
    ("unnamed", "<desc>One is steeper.", "<desc></desc><desc>"),
    ("raw", ">blue<", ">blue_2<"),
    ("raw", ">blue<", ">10^2<"),
    ("small", "font-size=\"12\" fill=\"#222222\">blue", "font-size=\"10\" fill=\"#222222\">blue"),
    ("small", "font-size=\"9.8\"", "font-size=\"8\""),
    ("wide", "viewBox=\"0 -24 720", "viewBox=\"0 -24 721"),
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
    ("contrast", "<polyline fill=\"none\" stroke=\"#0f66c8\"", "<polyline fill=\"none\" stroke=\"#56b4e9\""),
    ("contrast", "fill=\"#eeeeee\"", "fill=\"#888888\""),
    ("contrast", "fill=\"#222222\">blue", "fill=\"#808080\">blue"),
    ("alike", "#0f66c8", "#0d5d3d"),
    ("alike", "#0f66c8", "#800040"),
    ("alike", "#0f66c8", "#984040"),
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
