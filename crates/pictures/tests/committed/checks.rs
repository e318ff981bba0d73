//! The faults that a picture can have.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use crate::drawing::{Area, Place, Rgb, Shape, Text, numbers, read};

/// Points of type in a pixel.
const POINTS: f64 = 180.0 / 25.4 * 72.0 / 720.0;
/// The widths of pictures for a page and for a column.
const WIDTHS: [f64; 2] = [720.0, 352.0];
/// The smallest type, of letters on the line and of scripts.
const SMALLEST: [f64; 2] = [7.5, 6.35];
/// The most entries of a legend.
const ENTRIES: usize = 3;
/// The least contrast of strokes and markers, and of letters (WCAG 2.2, 1.4.11 and 1.4.3).
const STROKE: f64 = 3.0;
const LETTERS: f64 = 4.5;
/// The ground, and the frames of coloured cells, which stand out from the paper around them.
const GROUND: [&str; 8] = ["headline", "paper", "grid", "region", "band", "cells", "patch", "frame"];
const WHITE: Rgb = [255; 3];

/// The faults of a picture; each begins with the kind of fault.
pub fn faults(svg: &str) -> Vec<String> {
    found(svg).unwrap_or_else(|why| vec![format!("unreadable: {why}")])
}

fn found(svg: &str) -> Result<Vec<String>, String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let root = document.root_element();
    let view = numbers(root.attribute("viewBox").unwrap_or_default());
    let [0.0, top, width, height] = view[..] else { return Err(format!("the view box is {view:?}")) };
    let (texts, shapes) = read(root)?;
    let mut faults = Vec::new();
    names(root, &texts, &mut faults);
    if !WIDTHS.contains(&width) {
        faults.push(format!("wide: {width} pixels"));
    }
    places(&texts, &shapes, [0.0, top, width, top + height], &mut faults);
    contrasts(&texts, &shapes, &mut faults);
    Ok(faults)
}

fn names(root: Node, texts: &[Text], faults: &mut Vec<String>) {
    let of = |class| root.descendants().filter(move |node| node.attribute("class") == Some(class));
    for name in ["title", "desc"] {
        let text =
            root.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text()).unwrap_or_default();
        if text.trim().is_empty() {
            faults.push(format!("unnamed: the picture has no {name}"));
        }
    }
    if of("headline").next().is_none() {
        faults.push("unnamed: the finding is not seen".to_owned());
    }
    for text in texts.iter().filter(|text| text.letters.contains(['_', '^', '*', '{', '}'])) {
        faults.push(format!("raw: {:?}", text.letters));
    }
    if of("entry").count() > ENTRIES {
        faults.push("long: a legend of more than three entries".to_owned());
    }
    let mut names = BTreeSet::new();
    for text in of("entry").flat_map(|entry| entry.descendants().filter(|node| node.has_tag_name("text"))) {
        if !names.insert(text.descendants().filter_map(|run| run.text()).collect::<String>()) {
            faults.push(format!("twice: {:?} in the legend", names.last()));
        }
    }
    let has_data = |panel: Node| {
        let mut parts = panel.descendants().filter_map(|node| node.attribute("class"));
        parts.any(|class| ["series", "cells", "arrow"].contains(&class))
    };
    if of("panel").next().is_none() || !of("panel").all(has_data) {
        faults.push("empty: a picture or a panel without data".to_owned());
    }
}

fn places(texts: &[Text], shapes: &[Shape], paper: Area, faults: &mut Vec<String>) {
    const SLACK: f64 = 1.0;
    let overlap = |a: Area, b: Area| (a[2].min(b[2]) - a[0].max(b[0])).min(a[3].min(b[3]) - a[1].max(b[1]));
    let is_outside = |area: Area| {
        area[0] < paper[0] - SLACK
            || area[1] < paper[1] - SLACK
            || area[2] > paper[2] + SLACK
            || area[3] > paper[3] + SLACK
    };
    for (i, text) in texts.iter().enumerate() {
        if text.sizes.iter().zip(SMALLEST).any(|(size, least)| POINTS * size < least) {
            faults.push(format!("small: {:?} has {:?} pixels", text.letters, text.sizes));
        }
        if is_outside(text.area) {
            faults.push(format!("outside: the text {:?} at {:.0?}", text.letters, text.area));
        }
        let hidden = |other: &&Text| overlap(text.area, other.area) > 0.5;
        let pair = |other: &Text| format!("overlap: {:?} and {:?}", other.letters, text.letters);
        faults.extend(texts[..i].iter().filter(hidden).map(pair));
    }
    for shape in shapes.iter().filter(|shape| is_outside(shape.area())) {
        faults.push(format!("outside: a shape ({}) at {:.0?}", shape.classes.join(" "), shape.area()));
    }
}

/// Contrast as WCAG 2.2 defines it, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let linear = |channel: u8| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |[r, g, b]: Rgb| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The colour of a place under some shapes.
fn ground(shapes: &[Shape], place: Place) -> Rgb {
    let mut seen = WHITE;
    for shape in shapes.iter().filter(|shape| !shape.is(&["exit"]) && shape.holds(place)) {
        let is_marker = shape.classes.iter().any(|class| class.starts_with("marker"));
        if let Some((colour, opacity)) = shape.fill.filter(|_| !is_marker) {
            let mix = |i: usize| opacity * f64::from(colour[i]) + (1.0 - opacity) * f64::from(seen[i]);
            seen = [0, 1, 2].map(|i| mix(i).round() as u8);
        }
    }
    seen
}

fn contrasts(texts: &[Text], shapes: &[Shape], faults: &mut Vec<String>) {
    for (i, shape) in shapes.iter().enumerate().filter(|(_, shape)| !shape.is(&GROUND)) {
        let step = shape.points.len().div_ceil(12).max(1);
        let middles = shape.points.windows(2).step_by(step);
        let middles = middles.map(|pair| ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0));
        let grounds: Vec<Rgb> = middles.map(|place| ground(&shapes[..i], place)).collect();
        for colour in [shape.stroke, shape.fill.map(|(colour, _)| colour)].into_iter().flatten() {
            let least = grounds.iter().map(|ground| contrast(colour, *ground)).fold(21.0, f64::min);
            if least < STROKE {
                faults.push(format!("contrast: a shape ({}) of {colour:?} has {least:.1}", shape.classes.join(" ")));
            }
        }
    }
    for text in texts {
        let [left, top, right, bottom] = text.area;
        let places = [0.1, 0.5, 0.9].map(|share| (left + share * (right - left), (top + bottom) / 2.0));
        let paper = |place| if text.has_halo { WHITE } else { ground(&shapes[..text.after], place) };
        let least = places.into_iter().map(|place| contrast(text.fill, paper(place))).fold(21.0, f64::min);
        if least < LETTERS {
            faults.push(format!("contrast: the text {:?} has {least:.1}", text.letters));
        }
    }
}
