//! An SVG picture of ours, read back: texts with their boxes, strokes and fills in the order of drawing.

use bloomlab_pictures::text_width;
use roxmltree::Node;

/// Left, top, right, bottom.
pub type Area = [f64; 4];
pub type Place = (f64, f64);
pub type Rgb = [u8; 3];

pub struct Text {
    pub letters: String,
    /// Of the letters on the line, and of the smallest script.
    pub sizes: [f64; 2],
    pub area: Area,
    pub fill: Rgb,
    pub has_halo: bool,
    /// The number of shapes drawn before.
    pub after: usize,
}

pub struct Shape {
    /// Corners, or points of a circle.
    pub points: Vec<Place>,
    pub stroke: Option<Rgb>,
    /// The colour of the inside, and its opacity.
    pub fill: Option<(Rgb, f64)>,
    /// Those of the groups around it.
    pub classes: Vec<String>,
}

/// The texts and the shapes of an element.
pub fn read(node: Node) -> Result<(Vec<Text>, Vec<Shape>), String> {
    let (mut texts, mut shapes, mut has_halo) = (Vec::new(), Vec::new(), false);
    for child in node.descendants().filter(Node::is_element) {
        match child.tag_name().name() {
            "svg" | "g" | "title" | "desc" | "tspan" => {}
            // it goes before the letters that it surrounds
            "text" if child.attribute("class") == Some("halo") => has_halo = true,
            "text" => texts.push(Text::read(child, shapes.len(), std::mem::take(&mut has_halo))?),
            name => shapes.push(Shape::read(child, name)?),
        }
    }
    Ok((texts, shapes))
}

/// The reach of letters above the line and below it, in units of their size.
const HIGH: f64 = 0.73;
const LOW: f64 = 0.21;
const DEEP: &str = "gjpqy,;()[]{}|Qβγζημξρφχψ";

impl Text {
    fn read(node: Node, after: usize, has_halo: bool) -> Result<Self, String> {
        let size = number(node, "font-size")?;
        let (mut letters, mut script) = (String::new(), size);
        let (mut pen, mut drop) = (0.0_f64, 0.0_f64);
        let (mut width, mut top, mut bottom) = (0.0_f64, f64::INFINITY, f64::NEG_INFINITY);
        for run in node.children() {
            let text = run.descendants().find_map(|inner| inner.text()).unwrap_or_default();
            let of = |name, none| run.attribute(name).map_or(Ok(none), |_| number(run, name));
            let own = of("font-size", size)?;
            pen += of("dx", 0.0)? + text_width(text, own).map_err(|error| error.to_string())?;
            drop += of("dy", 0.0)?;
            (script, width) = (script.min(own), width.max(pen));
            let depth = if text.chars().any(|letter| DEEP.contains(letter)) { LOW } else { 0.02 };
            (top, bottom) = (top.min(drop - HIGH * own), bottom.max(drop + depth * own));
            letters += text;
        }
        let left = match node.attribute("text-anchor") {
            Some("middle") => -width / 2.0,
            Some("end") => -width,
            _ => 0.0,
        };
        let area = match node.attribute("transform") {
            // reading upwards: the right of the text is up in the picture
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
        let fill = node.attribute("fill").and_then(colour).ok_or("a text has no colour")?;
        Ok(Self { letters, sizes: [size, script], area, fill, has_halo, after })
    }
}

impl Shape {
    fn read(node: Node, name: &str) -> Result<Self, String> {
        let points = match name {
            "polyline" | "polygon" => {
                let all = numbers(&node.attribute("points").unwrap_or_default().replace(',', " "));
                all.chunks(2).map(|pair| (pair[0], pair[1])).collect()
            }
            "circle" => {
                let (x, y, r) = (number(node, "cx")?, number(node, "cy")?, number(node, "r")?);
                let angles = (0..16).map(|i| f64::from(i) / 16.0 * std::f64::consts::TAU);
                angles.map(|a| (x + r * a.cos(), y + r * a.sin())).collect()
            }
            other => return Err(format!("a picture has no element {other}")),
        };
        let opacity = node.attribute("fill-opacity").map_or(Ok(1.0), |_| number(node, "fill-opacity"))?;
        let classes = node.ancestors().filter_map(|around| around.attribute("class")).map(str::to_owned).collect();
        let fill = node.attribute("fill").and_then(colour).map(|colour| (colour, opacity));
        Ok(Self { points, stroke: node.attribute("stroke").and_then(colour), fill, classes })
    }

    pub fn is(&self, classes: &[&str]) -> bool {
        self.classes.iter().any(|own| classes.contains(&&**own))
    }

    /// Its outermost places.
    pub fn area(&self) -> Area {
        self.points.iter().fold([f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY], |area, (x, y)| {
            [area[0].min(*x), area[1].min(*y), area[2].max(*x), area[3].max(*y)]
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
    let text = node.attribute(name).unwrap_or_default();
    text.parse().map_err(|_| format!("an element {} has {name} {text:?}", node.tag_name().name()))
}

pub fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn colour(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let channel = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([channel(0)?, channel(2)?, channel(4)?])
}
