//! An SVG picture of ours, read back: texts with their boxes, strokes and fills in the order of drawing.

use bloomlab_pictures::text_width;
use roxmltree::{Document, Node};

/// Left, top, right, bottom.
pub type Area = [f64; 4];
pub type Place = (f64, f64);
pub type Rgb = [u8; 3];

pub struct Drawing {
    pub size: (f64, f64),
    /// Where the picture begins: the headline is above 0.
    pub top: f64,
    pub title: String,
    pub description: String,
    pub texts: Vec<Text>,
    /// In the order of drawing.
    pub shapes: Vec<Shape>,
    pub groups: Vec<Group>,
}

pub struct Text {
    pub letters: String,
    /// Of the letters on the line, and of the smallest script.
    pub size: f64,
    pub script: Option<f64>,
    pub area: Area,
    pub fill: Rgb,
    pub has_halo: bool,
    /// The number of shapes drawn before.
    pub after: usize,
    pub classes: Vec<String>,
}

pub struct Shape {
    /// Corners, or points of a circle.
    pub points: Vec<Place>,
    /// The colour of the stroke, and its width.
    pub stroke: Option<(Rgb, f64)>,
    /// The colour of the inside, and how much of it covers what lies below.
    pub fill: Option<(Rgb, f64)>,
    pub classes: Vec<String>,
    /// The innermost group.
    pub group: usize,
}

/// An element `g`.
pub struct Group {
    pub class: String,
    pub parent: Option<usize>,
}

impl Drawing {
    pub fn parse(svg: &str) -> Result<Self, String> {
        let document = Document::parse(svg).map_err(|error| error.to_string())?;
        let root = document.root_element();
        let view: Vec<f64> = numbers(root.attribute("viewBox").unwrap_or_default());
        let [0.0, top, width, height] = view[..] else { return Err(format!("the view box is {view:?}")) };
        let child = |name: &str| {
            root.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text()).unwrap_or_default()
        };
        let mut drawing = Self {
            size: (width, height),
            top,
            title: child("title").to_owned(),
            description: child("desc").to_owned(),
            texts: Vec::new(),
            shapes: Vec::new(),
            groups: vec![Group { class: String::new(), parent: None }],
        };
        drawing.read(root, 0)?;
        Ok(drawing)
    }

    fn read(&mut self, node: Node, group: usize) -> Result<(), String> {
        let mut has_halo = false;
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "title" | "desc" => {}
                // it goes before the letters that it surrounds
                "text" if child.attribute("class") == Some("halo") => has_halo = true,
                "g" => {
                    let class = child.attribute("class").unwrap_or_default().to_owned();
                    self.groups.push(Group { class, parent: Some(group) });
                    self.read(child, self.groups.len() - 1)?;
                }
                "text" => {
                    let text = Text::read(child, self.shapes.len(), self.classes(group))?;
                    self.texts.push(Text { has_halo: std::mem::take(&mut has_halo), ..text });
                }
                name => {
                    let shape = Shape::read(child, name, self.classes(group), group)?;
                    self.shapes.push(shape);
                }
            }
        }
        Ok(())
    }

    /// The classes around a group, and its own.
    fn classes(&self, group: usize) -> Vec<String> {
        let around = std::iter::successors(Some(group), |group| self.groups[*group].parent);
        around.flat_map(|group| self.groups[group].class.split(' ')).map(str::to_owned).collect()
    }

    /// True if a group is in another, or is it.
    pub fn is_in(&self, inner: usize, outer: usize) -> bool {
        std::iter::successors(Some(inner), |group| self.groups[*group].parent).any(|group| group == outer)
    }

    /// The groups of a class.
    pub fn groups_of(&self, class: &str) -> Vec<usize> {
        (0..self.groups.len()).filter(|group| self.groups[*group].class == class).collect()
    }
}

impl Text {
    fn read(node: Node, after: usize, classes: Vec<String>) -> Result<Self, String> {
        let size = number(node, "font-size")?;
        let mut letters = String::new();
        let (mut pen, mut drop) = (0.0_f64, 0.0_f64);
        let (mut width, mut top, mut bottom) = (0.0_f64, f64::INFINITY, f64::NEG_INFINITY);
        let mut script: Option<f64> = None;
        for run in node.children() {
            let text = if run.is_text() { run.text() } else { run.children().next().and_then(|inner| inner.text()) };
            let text = text.unwrap_or_default();
            let shift = |name| run.attribute(name).map_or(Ok(0.0), |_| number(run, name));
            pen += shift("dx")?;
            drop += shift("dy")?;
            let own = run.attribute("font-size").map_or(Ok(size), |_| number(run, "font-size"))?;
            if own != size {
                script = Some(script.map_or(own, |least| least.min(own)));
            }
            pen += text_width(text, own).map_err(|error| error.to_string())?;
            width = width.max(pen);
            top = top.min(drop - HIGH * own);
            let depth = if text.chars().any(|letter| DEEP.contains(letter)) { LOW } else { 0.02 };
            bottom = bottom.max(drop + depth * own);
            letters += text;
        }
        let left = match node.attribute("text-anchor") {
            Some("middle") => -width / 2.0,
            Some("end") => -width,
            _ => 0.0,
        };
        let area = match node.attribute("transform") {
            // reading upwards: what is right in the text is up in the picture
            Some(transform) => {
                let places = numbers(&transform.replace(['(', ')'], " "));
                let [x, y, -90.0] = places[..] else { return Err(format!("a text has the transform {transform}")) };
                [x + top, y - left - width, x + bottom, y - left]
            }
            None => {
                let (x, y) = (number(node, "x")?, number(node, "y")?);
                [x + left, y + top, x + left + width, y + bottom]
            }
        };
        let fill = colour(node.attribute("fill").unwrap_or_default()).ok_or("a text has no colour")?;
        Ok(Self { letters, size, script, area, fill, has_halo: false, after, classes })
    }
}

/// The reach of letters above the line and below it, in units of their size.
const HIGH: f64 = 0.73;
const LOW: f64 = 0.21;
const DEEP: &str = "gjpqy,;()[]{}|Qβγζημξρφχψ";

impl Shape {
    fn read(node: Node, name: &str, classes: Vec<String>, group: usize) -> Result<Self, String> {
        let points = match name {
            "polyline" | "polygon" => {
                let all = numbers(&node.attribute("points").unwrap_or_default().replace(',', " "));
                all.chunks(2).map(|pair| (pair[0], pair[1])).collect()
            }
            "circle" => {
                let (x, y, r) = (number(node, "cx")?, number(node, "cy")?, number(node, "r")?);
                (0..16)
                    .map(|i| f64::from(i) / 16.0 * std::f64::consts::TAU)
                    .map(|a| (x + r * a.cos(), y + r * a.sin()))
                    .collect()
            }
            other => return Err(format!("a picture has no element {other}")),
        };
        let opacity = node.attribute("fill-opacity").map_or(Ok(1.0), |_| number(node, "fill-opacity"))?;
        let fill = node.attribute("fill").and_then(colour).map(|colour| (colour, opacity));
        let stroke = match node.attribute("stroke").and_then(colour) {
            Some(colour) => Some((colour, number(node, "stroke-width")?)),
            None => None,
        };
        Ok(Self { points, stroke, fill, classes, group })
    }

    pub fn is(&self, class: &str) -> bool {
        self.classes.iter().any(|own| own == class)
    }

    /// Its outermost places, strokes included.
    pub fn area(&self) -> Area {
        let half = self.stroke.map_or(0.0, |(_, width)| width / 2.0);
        self.points.iter().fold([f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY], |area, (x, y)| {
            [area[0].min(x - half), area[1].min(y - half), area[2].max(x + half), area[3].max(y + half)]
        })
    }

    /// True of a place inside.
    pub fn holds(&self, (x, y): Place) -> bool {
        let mut is_inside = false;
        for (i, &(ax, ay)) in self.points.iter().enumerate() {
            let (bx, by) = self.points[(i + 1) % self.points.len()];
            if (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax) {
                is_inside = !is_inside;
            }
        }
        is_inside
    }
}

fn number(node: Node, name: &str) -> Result<f64, String> {
    let text = node.attribute(name).ok_or_else(|| format!("an element {} has no {name}", node.tag_name().name()))?;
    text.parse().map_err(|_| format!("{name} is {text}"))
}

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn colour(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let channel = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([channel(0)?, channel(2)?, channel(4)?])
}
