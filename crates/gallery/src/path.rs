//! Lines and polygons as paths, which take half as many bytes.

/// A picture with each run of lines, or of polygons, that look alike as one path. What is translucent stays as it is, because
/// shapes that overlap would look otherwise.
pub(crate) fn as_paths(body: &str) -> String {
    let mut html = String::with_capacity(body.len());
    let mut run: Option<Run> = None;
    for element in body.split_inclusive('>') {
        let Some((look, points, is_closed)) = shape(element) else {
            html.extend(run.take().map(Run::finish));
            html += element;
            continue;
        };
        let mut same = match run.take() {
            Some(run) if run.look == look && run.is_closed == is_closed => run,
            other => {
                html.extend(other.map(Run::finish));
                Run { look, is_closed, path: String::new(), pen: (0, 0) }
            }
        };
        same.add(&points);
        run = Some(same);
    }
    html.extend(run.map(Run::finish));
    html
}

/// Shapes of one look.
struct Run<'a> {
    look: &'a str,
    is_closed: bool,
    path: String,
    /// Where the pen stands, in tenths.
    pen: (i64, i64),
}

impl Run<'_> {
    fn add(&mut self, points: &[(i64, i64)]) {
        let start = points[0];
        for (i, &(x, y)) in points.iter().enumerate() {
            for (axis, step) in [x - self.pen.0, y - self.pen.1].into_iter().enumerate() {
                let number = (step as f64 / 10.0).to_string();
                let mark = if (i, axis) == (0, 0) {
                    "m"
                } else if number.starts_with('-') {
                    ""
                } else {
                    " "
                };
                self.path.extend([mark, &number]);
            }
            self.pen = (x, y);
        }
        if self.is_closed {
            self.path.push('z');
            self.pen = start;
        }
    }

    fn finish(self) -> String {
        format!("<path{} d=\"{}\"/>", self.look, self.path)
    }
}

/// The attributes of a line or a polygon, its points in tenths, and whether it is closed.
type Shape<'a> = (&'a str, Vec<(i64, i64)>, bool);

/// The shape of an element; `None` if it is another element or has to stay as it is.
fn shape(element: &str) -> Option<Shape<'_>> {
    let is_closed = element.starts_with("<polygon ");
    let rest = element.strip_prefix("<polyline").or_else(|| element.strip_prefix("<polygon"))?;
    let (look, points) = rest.strip_suffix("\"/>")?.split_once(" points=\"")?;
    if look.contains("opacity") || (is_closed && !look.contains(" fill=")) {
        return None;
    }
    let point = |text: &str| text.split_once(',').and_then(|(x, y)| Some((tenths(x)?, tenths(y)?)));
    let points: Vec<_> = points.split(' ').map(point).collect::<Option<_>>()?;
    (!points.is_empty()).then_some((look, points, is_closed))
}

/// A number of at most one decimal.
fn tenths(text: &str) -> Option<i64> {
    let tenths = (text.parse::<f64>().ok()? * 10.0).round() as i64;
    ((tenths as f64 / 10.0).to_string() == text).then_some(tenths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_one_path() {
        let lines = "<g><polyline stroke=\"a\" points=\"1.5,2 3,4\"/><polyline stroke=\"a\" points=\"1,4 0,4\"/></g>";
        assert_eq!(as_paths(lines), "<g><path stroke=\"a\" d=\"m1.5 2 1.5 2m-2 0-1 0\"/></g>");
        let polygons = "<polygon fill=\"a\" points=\"1,1 2,1 2,2\"/><polygon fill=\"a\" points=\"3,1 4,1 4,2\"/>";
        assert_eq!(as_paths(polygons), "<path fill=\"a\" d=\"m1 1 1 0 0 1zm2 0 1 0 0 1z\"/>");
        let others =
            "<polygon fill=\"a\" points=\"1,1 2,1\"/><polyline fill=\"a\" points=\"1,1 2,1\"/><circle r=\"1\"/>";
        assert_eq!(
            as_paths(others),
            "<path fill=\"a\" d=\"m1 1 1 0z\"/><path fill=\"a\" d=\"m1 1 1 0\"/><circle r=\"1\"/>"
        );
        for kept in [
            "<polyline fill-opacity=\"0.5\" points=\"1,1 2,2\"/>",
            "<polyline points=\"1.25,1 2,2\"/>",
            "<polygon points=\"1,1\"/>",
        ] {
            assert_eq!(as_paths(kept), kept);
        }
    }
}
