//! Marks: series of points from the rows of a panel.

use bloomlab_pictures::{Colour, Look, Mark, Note, Point, Series};

use super::group::Group;
use super::rows::Rows;
use crate::looks::{Looks, dash};
use crate::page;
use crate::query::{Scope, Tables, Value};
use crate::words::filled;
use crate::{Error, Result};

/// A panel that is being drawn.
pub struct Drawing<'a> {
    pub tables: &'a Tables,
    pub looks: &'a Looks,
    pub panel: &'a page::Panel,
    pub scope: Scope,
    pub groups: Vec<Group>,
    pub rows: Option<Rows>,
    /// The values of x and y of cells.
    pub cells: Option<[Vec<Value>; 2]>,
    /// Names are at the ends of lines.
    pub has_ends: bool,
    /// The names that have a line, each with its look.
    pub listed: Vec<(String, Look)>,
}

/// A row of the table, as a mark draws it.
struct Datum {
    group: Option<usize>,
    x: f64,
    y: Option<f64>,
    interval: Option<(f64, f64)>,
    text: String,
}

impl page::Mark {
    /// The kind of the mark, and its expression.
    pub fn kind(&self) -> Result<(&'static str, &str)> {
        let all = [
            ("line", &self.line),
            ("points", &self.points),
            ("joined", &self.joined),
            ("steps", &self.steps),
            ("dots", &self.dots),
            ("text", &self.text),
            ("cell", &self.cell),
            ("rule", &self.rule),
        ];
        let mut given = all.into_iter().filter_map(|(kind, expression)| Some((kind, expression.as_deref()?)));
        match (given.next(), given.next()) {
            (Some(mark), None) => Ok(mark),
            _ => Err(Error::new("mark", "is one of line, points, joined, steps, dots, text, cell, rule")),
        }
    }
}

impl Drawing<'_> {
    /// The expression of x.
    pub fn across<'b>(&'b self, own: Option<&'b str>) -> Result<&'b str> {
        own.or(self.panel.x.of.as_deref()).ok_or_else(|| Error::new("x.of", "is needed"))
    }

    /// The expression of y: that of the axis, or the first mark's.
    pub fn up(&self) -> Result<&str> {
        let first = self.panel.marks.iter().filter_map(|mark| mark.kind().ok()).find(|(kind, _)| *kind != "text");
        let own = self.panel.y.of.as_deref().or(first.map(|(_, expression)| expression));
        own.ok_or_else(|| Error::new("y.of", "is needed"))
    }

    /// The place of values of x and y: numbers, rows or cells.
    pub fn place(&self, x: &Value, y: &Value) -> Result<(Option<f64>, Option<f64>)> {
        let index = |values: &[Value], value: &Value| values.iter().position(|known| known == value).map(|at| at as f64);
        match (&self.rows, &self.cells) {
            (Some(rows), _) => Ok((x.number(), x.number().map(|x| rows.place(x, y)).transpose()?)),
            (None, Some([across, up])) => Ok((index(across, x), index(up, y))),
            (None, None) => Ok((x.number(), y.number())),
        }
    }

    /// The series of a mark; the notes of a text.
    pub fn draw(&mut self, mark: &page::Mark) -> Result<(Vec<Series>, Vec<Note>)> {
        let (kind, expression) = mark.kind()?;
        let data = self.data(mark, kind, expression).map_err(|error| error.within(kind))?;
        if kind == "text" {
            return Ok((Vec::new(), self.texts(mark, &data)?));
        }
        let own = mark.look.as_deref().map(|name| self.looks.get(name)).transpose()?;
        let own = own.map(|(label, look)| (label.to_owned(), look));
        if kind == "rule" {
            return Ok((self.rules(&data, own.map_or(Look::new(Colour::Ink), |known| known.1)), Vec::new()));
        }
        let mut all = Vec::new();
        for group in if self.panel.by.is_some() { (0..self.groups.len()).map(Some).collect() } else { vec![None] } {
            let (name, look) = match (group.map(|at| &self.groups[at]), &own) {
                (_, Some((label, look))) => (label.clone(), *look),
                (Some(group), None) => (group.name.clone(), group.look),
                (None, None) => return Err(Error::new("as", "a mark without `by` needs a look")),
            };
            let name = match &mark.name {
                Some(name) => filled(name, self.tables, &self.scope)?,
                None => name,
            };
            let look = mark.dash.as_deref().map_or(Ok(look), |name| dash(name).map(|dash| look.dashed(dash)))?;
            let mine: Vec<&Datum> = data.iter().filter(|datum| datum.group == group).collect();
            all.extend(self.curves(kind, mark, name, look, &mine));
        }
        Ok((all, Vec::new()))
    }

    /// The rows of a mark, ordered by x.
    fn data(&self, mark: &page::Mark, kind: &str, expression: &str) -> Result<Vec<Datum>> {
        let height = if kind == "text" { self.up()? } else { expression };
        let mut expressions = vec![self.across(mark.x.as_deref())?, height, if kind == "text" { expression } else { "1" }];
        expressions.extend(self.panel.by.as_deref());
        expressions.extend(mark.interval.iter().flatten().map(String::as_str));
        let is_log = |axis: &page::Axis| axis.scale.as_deref().is_some_and(|scale| scale.starts_with("log"));
        let mut all = Vec::new();
        for mut row in self.tables.rows(&expressions, &self.scope.among(mark.condition.as_deref()))? {
            let (Some(x), y) = self.place(&row[0], &row[1])? else { continue };
            for (axis, name, value) in [(&self.panel.x, expressions[0], Some(x)), (&self.panel.y, height, y)] {
                if let Some(value) = value.filter(|value| is_log(axis) && *value <= 0.0) {
                    return Err(Error::new(name, format!("{value} has no place on a logarithmic axis")));
                }
            }
            let ends = &row[if self.panel.by.is_some() { 4 } else { 3 }..];
            let interval = if let [low, high] = ends { low.number().zip(high.number()) } else { None };
            let group = self.panel.by.as_ref().and_then(|_| self.groups.iter().position(|group| group.value == row[3]));
            let text = if let Value::Text(text) = row.remove(2) { text } else { String::new() };
            all.push(Datum { group, x, y, interval, text });
        }
        all.sort_by(|a, b| a.x.total_cmp(&b.x));
        Ok(all)
    }

    fn curves(&mut self, kind: &str, mark: &page::Mark, name: String, look: Look, data: &[&Datum]) -> Vec<Series> {
        let style = match kind {
            "line" => Mark::Line,
            "joined" => Mark::Joined,
            "steps" => Mark::Steps,
            _ => Mark::Markers,
        };
        // a row has its interval along x
        let is_row = kind == "dots";
        let pieces = data.split(|datum| mark.gaps && datum.y.is_none()).map(|piece| {
            let point = |datum: &&Datum| Some(Point { x: datum.x, y: datum.y?, interval: datum.interval.filter(|_| !is_row) });
            piece.iter().filter_map(point).collect::<Vec<_>>()
        });
        let pieces: Vec<_> = pieces.filter(|points| !points.is_empty()).collect();
        let mut all: Vec<Series> = Vec::new();
        if is_row {
            for (datum, (low, high)) in data.iter().filter_map(|datum| Some((datum, datum.interval?))) {
                let ends = [low, high].into_iter().zip(datum.y).map(|(x, y)| Point::new(x, y));
                all.push(Series::new("", Mark::Line, ends).look(look).unlisted());
            }
        }
        let count = pieces.len();
        for (i, points) in pieces.into_iter().enumerate() {
            let mut series = Series::new(name.clone(), style, points).look(look).leaving();
            if !self.has_ends && (i + 1 < count || !self.lists(&name, look)) {
                series = series.unlisted();
            }
            all.push(series);
        }
        all
    }

    /// The series, of which one of each name is listed: that which reaches farthest.
    pub fn named_at_ends(series: Vec<Series>) -> Vec<Series> {
        let end = |series: &Series| series.points().last().map_or(f64::NEG_INFINITY, |point| point.x);
        let ends: Vec<(String, f64)> = series.iter().map(|series| (series.name().to_owned(), end(series))).collect();
        let is_farthest = |i: usize| {
            let same = ends.iter().enumerate().filter(|(_, other)| other.0 == ends[i].0);
            same.fold(None, |best: Option<(usize, f64)>, (at, other)| match best {
                Some(best) if best.1 >= other.1 => Some(best),
                _ => Some((at, other.1)),
            })
        };
        let listed = |(i, series): (usize, Series)| {
            if is_farthest(i).is_some_and(|best| best.0 == i) { series } else { series.unlisted() }
        };
        series.into_iter().enumerate().map(listed).collect()
    }

    /// True of the first series of a name, and of markers on a line that the legend has.
    fn lists(&mut self, name: &str, look: Look) -> bool {
        match self.listed.iter().find(|known| known.0 == name) {
            Some(known) => known.1 == look,
            None => {
                self.listed.push((name.to_owned(), look));
                true
            }
        }
    }

    /// A thin line through the points; in a panel of rows one for each row.
    fn rules(&self, data: &[Datum], look: Look) -> Vec<Series> {
        let points: Vec<Point> = data.iter().filter_map(|datum| Some(Point::new(datum.x, datum.y?))).collect();
        let mut heights: Vec<f64> = points.iter().map(|point| libm::round(point.y)).collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup();
        let line = |points: Vec<Point>| Series::new("", Mark::Line, points).look(look).unlisted();
        match self.rows {
            None => vec![line(points)],
            Some(_) => {
                let of = |height: &f64| points.iter().copied().filter(|point| libm::round(point.y) == *height).collect();
                heights.iter().map(|height| line(of(height))).collect()
            }
        }
    }

    fn texts(&self, mark: &page::Mark, data: &[Datum]) -> Result<Vec<Note>> {
        let own = mark.look.as_deref().map(|name| self.looks.get(name)).transpose()?.map(|known| known.1);
        let [dx, dy] = mark.offset.unwrap_or([8.0, 0.0]);
        let note = |datum: &Datum| {
            let look = own.or(datum.group.map(|at| self.groups[at].look));
            let colour = look.map_or(Colour::Ink, Look::colour);
            Some(Note::text((datum.x, datum.y?), (dx, dy), datum.text.clone()).coloured(colour))
        };
        Ok(data.iter().filter_map(note).collect())
    }
}
