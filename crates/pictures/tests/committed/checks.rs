//! The faults that a picture can have.

use std::collections::BTreeSet;

use crate::contrast;
use crate::drawing::{Area, Drawing, Shape, Text};

/// Points of type in a pixel of a picture whose 720 pixels are 180 mm.
const POINTS: f64 = 180.0 / 25.4 * 72.0 / 720.0;
/// The widths of pictures for a page and for a column.
const WIDTHS: [f64; 2] = [720.0, 352.0];
/// The smallest type, of letters on the line and of scripts.
const LETTERS: f64 = 7.5;
const SCRIPTS: f64 = 6.35;

/// The faults of a picture; each begins with the kind of fault.
pub fn faults(svg: &str) -> Vec<String> {
    let drawing = match Drawing::parse(svg) {
        Ok(drawing) => drawing,
        Err(why) => return vec![format!("unreadable: {why}")],
    };
    let mut faults = Vec::new();
    names(&drawing, &mut faults);
    sizes(&drawing, &mut faults);
    places(&drawing, &mut faults);
    legend(&drawing, &mut faults);
    panels(&drawing, &mut faults);
    contrast::check(&drawing, &mut faults);
    faults
}

fn names(drawing: &Drawing, faults: &mut Vec<String>) {
    for (what, text) in [("title", &drawing.title), ("desc", &drawing.description)] {
        if text.trim().is_empty() {
            faults.push(format!("unnamed: the picture has no {what}"));
        }
        if text.contains(['_', '^', '*', '{', '}']) {
            faults.push(format!("raw: {what}"));
        }
    }
    for text in &drawing.texts {
        if text.letters.contains(['_', '^', '*', '{', '}']) {
            faults.push(format!("raw: {:?}", text.letters));
        }
    }
}

fn sizes(drawing: &Drawing, faults: &mut Vec<String>) {
    if !WIDTHS.contains(&drawing.size.0) {
        faults.push(format!("wide: {} pixels", drawing.size.0));
    }
    for text in &drawing.texts {
        let (size, script) = (POINTS * text.size, text.script.map(|script| POINTS * script));
        if size < LETTERS || script.is_some_and(|script| script < SCRIPTS) {
            faults.push(format!("small: {:?} has {size:.1} points, its scripts {script:.1?}", text.letters));
        }
    }
}

/// The depth by which two areas overlap.
fn overlap(a: Area, b: Area) -> f64 {
    (a[2].min(b[2]) - a[0].max(b[0])).min(a[3].min(b[3]) - a[1].max(b[1]))
}

fn places(drawing: &Drawing, faults: &mut Vec<String>) {
    const SLACK: f64 = 0.5;
    let is_outside = |area: Area| {
        area[0] < -SLACK
            || area[1] < drawing.top - SLACK
            || area[2] > drawing.size.0 + SLACK
            || area[3] > drawing.top + drawing.size.1 + SLACK
    };
    for (i, text) in drawing.texts.iter().enumerate() {
        if is_outside(text.area) {
            faults.push(format!("outside: the text {:?} at {:.0?}", text.letters, text.area));
        }
        let hidden = |other: &&Text| overlap(text.area, other.area) > SLACK;
        faults.extend(drawing.texts[..i].iter().filter(hidden).map(|other| {
            format!("overlap: {:?} and {:?} by {:.1}", other.letters, text.letters, overlap(text.area, other.area))
        }));
    }
    for shape in drawing.shapes.iter().filter(|shape| is_outside(shape.area())) {
        faults.push(format!("outside: a shape ({}) at {:.0?}", shape.classes.join(" ").trim(), shape.area()));
    }
}

/// The most entries of a legend.
const ENTRIES: usize = 3;

fn legend(drawing: &Drawing, faults: &mut Vec<String>) {
    let entries = drawing.groups_of("entry").len();
    if entries > ENTRIES {
        faults.push(format!("long: a legend of {entries} entries, more than {ENTRIES}"));
    }
    if drawing.groups_of("headline").is_empty() {
        faults.push("unnamed: the finding is not seen".to_owned());
    }
    let mut names = BTreeSet::new();
    for text in drawing.texts.iter().filter(|text| text.classes.iter().any(|class| class == "entry")) {
        if !names.insert(&text.letters) {
            faults.push(format!("twice: {:?} in the legend", text.letters));
        }
    }
}

fn panels(drawing: &Drawing, faults: &mut Vec<String>) {
    let panels = drawing.groups_of("panel");
    if panels.is_empty() {
        faults.push("empty: no panel".to_owned());
    }
    for panel in panels {
        let has_data = |shape: &Shape| {
            drawing.is_in(shape.group, panel) && ["series", "cells", "arrow"].iter().any(|class| shape.is(class))
        };
        if !drawing.shapes.iter().any(has_data) {
            faults.push("empty: a panel without data".to_owned());
        }
    }
}
