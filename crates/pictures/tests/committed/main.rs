//! Looks at every committed picture as a reader would, for texts that are too small, hidden, outside or pale.

mod drawing;

use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::Document;

use drawing::{Area, Place, Rgb, Shape, Text, numbers, read};

/// Points of type in a pixel.
const POINTS: f64 = 180.0 / 25.4 * 72.0 / 720.0;
/// The smallest type, of letters on the line and of scripts.
const SMALLEST: [f64; 2] = [7.5, 6.35];
/// The least contrast of strokes and markers, and of letters (WCAG 2.2, 1.4.11 and 1.4.3).
const STROKE: f64 = 3.0;
const LETTERS: f64 = 4.5;
/// The ground, and the frames of coloured cells, which stand out from the paper around them.
const GROUND: [&str; 8] = ["headline", "paper", "grid", "region", "band", "cells", "patch", "frame"];
const WHITE: Rgb = [255; 3];

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_committed_picture_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../figures");
    let mut pictures: Vec<PathBuf> = entries(&folder).iter().flat_map(|paper| entries(paper)).collect();
    pictures.retain(|path| path.extension().is_some_and(|extension| extension == "svg"));
    assert!(!pictures.is_empty(), "no pictures in {}", folder.display());
    let mut found = Vec::new();
    for path in &pictures {
        let faults =
            faults(&fs::read_to_string(path).unwrap()).unwrap_or_else(|why| vec![format!("unreadable: {why}")]);
        found.extend(faults.into_iter().map(|fault| format!("{}: {fault}", path.display())));
    }
    assert!(found.is_empty(), "{} faults in {} pictures:\n{}", found.len(), pictures.len(), found.join("\n"));
}

fn faults(svg: &str) -> Result<Vec<String>, String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let root = document.root_element();
    let view = numbers(root.attribute("viewBox").unwrap_or_default());
    let [0.0, top, width, height] = view[..] else { return Err(format!("the view box is {view:?}")) };
    let (texts, shapes) = read(root)?;
    let mut faults = Vec::new();
    for name in ["title", "desc"] {
        let text = root.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
        if text.is_none_or(|text| text.trim().is_empty()) {
            faults.push(format!("the picture has no {name}"));
        }
    }
    if !["headline", "panel"].into_iter().all(|class| shapes.iter().any(|shape| shape.is(&[class]))) {
        faults.push("no headline, or no panel".to_owned());
    }
    places(&texts, &shapes, [0.0, top, width, top + height], &mut faults);
    contrasts(&texts, &shapes, &mut faults);
    Ok(faults)
}

fn places(texts: &[Text], shapes: &[Shape], paper: Area, faults: &mut Vec<String>) {
    const SLACK: f64 = 1.0;
    let overlap = |a: Area, b: Area| (a[2].min(b[2]) - a[0].max(b[0])).min(a[3].min(b[3]) - a[1].max(b[1]));
    let is_outside = |area: Area| (0..2).any(|i| area[i] < paper[i] - SLACK || area[i + 2] > paper[i + 2] + SLACK);
    for (i, text) in texts.iter().enumerate() {
        if text.sizes.iter().zip(SMALLEST).any(|(size, least)| POINTS * size < least) {
            faults.push(format!("small: {:?} has {:?} pixels", text.letters, text.sizes));
        }
        if text.letters.contains(['_', '^', '*', '{', '}']) {
            faults.push(format!("raw: {:?}", text.letters));
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
