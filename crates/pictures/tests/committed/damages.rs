//! A damage of each kind to a small picture, which must be noticed as what it is.

use bloomlab_pictures::{Axis, Colour, Figure, Look, Mark, PAGE, Panel, Point, Series};

use crate::checks::faults;

/// The kind of fault, a text of the picture, and the text in its place.
const DAMAGES: [(&str, &str, &str); 12] = [
    ("unreadable", "<circle", "<ellipse"),
    ("unnamed", "<title>Two lines</title>", ""),
    ("unnamed", "class=\"headline\"", "class=\"line\""),
    ("raw", ">blue<", ">blue_2<"),
    ("small", "font-size=\"12\" fill=\"#222222\">blue", "font-size=\"10\" fill=\"#222222\">blue"),
    ("wide", "viewBox=\"0 -24 720", "viewBox=\"0 -24 721"),
    ("overlap", ">blue<", ">a much longer name that reaches the next<"),
    ("outside", "<circle cx=\"", "<circle cx=\"9"),
    ("twice", ">blue<", ">green<"),
    ("long", "class=\"series\"", "class=\"entry\""),
    ("empty", "class=\"series\"", "class=\"nothing\""),
    ("contrast", "<polyline fill=\"none\" stroke=\"#0c58b2\"", "<polyline fill=\"none\" stroke=\"#56b4e9\""),
];

#[test]
fn every_damage_is_noticed() {
    let series = |name: &str, colour, mark, slope: f64| {
        let points = (1..=9).map(f64::from).map(|x| Point::new(x, slope * x)).collect();
        Series { name: name.to_owned(), look: Look::new(colour), mark, points, is_across: false }
    };
    let axis = |label: &str| Axis { label: label.to_owned(), ..Axis::default() };
    let all = vec![
        series("blue", Colour::Blue, Mark::Line, 1.0),
        series("green", Colour::Green, Mark::Line, 2.0),
        series("green", Colour::Green, Mark::Markers, 2.0),
    ];
    let panel = Panel { x: axis("size *m*"), y: axis("rate *f*_{a}"), series: all, ..Panel::default() };
    let figure = Figure { width: PAGE, panels: (0..4).map(|_| panel.clone()).collect(), ..Figure::default() };
    let whole = figure.draw().unwrap().titled("Two lines").unwrap().captioned("One is steeper.").into_svg();
    assert_eq!(faults(&whole), Vec::<String>::new());
    for (kind, text, other) in DAMAGES {
        assert!(whole.contains(text), "nothing to damage: {text}");
        let found = faults(&whole.replace(text, other));
        let is_noticed = found.iter().any(|fault| fault.starts_with(kind));
        assert!(is_noticed, "{text} → {other} should be {kind}, and is {found:?}");
    }
}
