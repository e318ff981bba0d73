//! Marks: series, cells and texts from the rows of a panel.

use bloomlab_pictures::{Cell, Colour, Fill, Look, Mark, Note, Panel, Point, Pointer, Scale, Series};

use super::drawing::Drawing;
use crate::looks::name_of;
use crate::page;
use crate::query::Value;
use crate::{Error, Result};

/// A row of the table, as a mark draws it.
struct Datum {
    group: Option<usize>,
    x: f64,
    y: Option<f64>,
    /// The text, or the value of a cell.
    what: Value,
    /// The ends of the interval, or the reason why a cell has no value.
    more: Vec<Value>,
}

impl page::Mark {
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
    pub fn mark(&self, mark: &page::Mark, drawn: &mut Panel, kinds: &mut Vec<String>) -> Result<()> {
        let (kind, expression) = mark.kind()?;
        let data = self.data(mark, kind, expression).map_err(|error| error.within(kind))?;
        let own = mark.look.as_deref().map(|name| self.looks.get(name)).transpose()?;
        match kind {
            "text" => drawn.notes.extend(data.iter().filter_map(|datum| self.text(mark, own.map(|own| own.1), datum))),
            "cell" => {
                for datum in &data {
                    drawn.cells.extend(self.cell(datum, kinds)?);
                }
            }
            "rule" => {
                // one through all points; in a panel of rows one for each
                let mut rows: Vec<Option<f64>> = data.iter().map(|datum| datum.y).collect();
                rows.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
                rows.dedup();
                let look = own.map_or(Look::new(Colour::Grey), |own| own.1);
                let kind = if self.categories[1].is_some() { "line" } else { kind };
                for row in if self.categories[1].is_some() { rows } else { vec![None] } {
                    let mine = data.iter().filter(|datum| row.is_none() || datum.y == row);
                    drawn.series.extend(series(kind, mark, (String::new(), look), mine));
                }
            }
            _ => {
                let count = self.groups.len();
                for group in if self.panel.by.is_some() { (0..count).map(Some).collect() } else { vec![None] } {
                    let mine = data.iter().filter(|datum| datum.group == group);
                    drawn.series.extend(series(kind, mark, self.named(mark, own, group)?, mine));
                }
            }
        }
        Ok(())
    }

    fn named(&self, mark: &page::Mark, own: Option<(&str, Look)>, group: Option<usize>) -> Result<(String, Look)> {
        let group = group.map(|at| (&*self.groups[at].name, self.groups[at].look));
        let (name, mut look) = own.or(group).ok_or_else(|| Error::new("as", "a mark without `by` needs a look"))?;
        look.dash = mark.dash.unwrap_or(look.dash);
        Ok((mark.name.as_deref().map_or(Ok(name.to_owned()), |name| self.words(name))?, look))
    }

    /// The rows of a mark, ordered by x.
    fn data(&self, mark: &page::Mark, kind: &str, expression: &str) -> Result<Vec<Datum>> {
        let (height, what) = if matches!(kind, "text" | "cell") { (self.up()?, expression) } else { (expression, "1") };
        let across = mark.x.as_deref().map_or_else(|| self.across(), Ok)?;
        let mut expressions = vec![across, height, what];
        expressions.extend(self.panel.by.as_deref());
        expressions.extend(mark.interval.iter().flatten().map(String::as_str));
        if let ("cell", Some(fill)) = (kind, &self.panel.fill) {
            expressions.extend(fill.missing.as_deref());
        }
        let scales = [&self.panel.x, &self.panel.y].map(|axis| if axis.cells { Scale::Linear } else { axis.scale });
        let mut all = Vec::new();
        for mut row in self.tables.rows(&expressions, &self.scope.among(mark.condition.as_deref()))? {
            let (Some(x), y) = (self.place(0, &row[0])?, self.place(1, &row[1])?) else { continue };
            for ((scale, value), expression) in scales.iter().zip([Some(x), y]).zip(&expressions) {
                if let Some(value) = value.filter(|value| !scale.holds(*value)) {
                    return Err(Error::new(expression, format!("{value} has no place on a {scale} axis")));
                }
            }
            let mut more = row.split_off(3);
            let by = if self.panel.by.is_some() { Some(more.remove(0)) } else { None };
            let group = by.and_then(|by| self.groups.iter().position(|group| group.value == by));
            all.push(Datum { group, x, y, what: row.remove(2), more });
        }
        all.sort_by(|a, b| a.x.total_cmp(&b.x));
        Ok(all)
    }

    fn text(&self, mark: &page::Mark, own: Option<Look>, datum: &Datum) -> Option<Note> {
        let look = own.or(datum.group.map(|at| self.groups[at].look));
        let [dx, dy] = mark.offset.unwrap_or([8.0, 0.0]);
        let (colour, text) = (look.map_or(Colour::Ink, |look| look.colour), name_of(&datum.what));
        Some(Note { at: (datum.x, datum.y?), offset: (dx, dy), text, pointer: Pointer::None, colour })
    }

    /// A cell with its value, or with the reason why it has none; a cell without either is not drawn.
    fn cell(&self, datum: &Datum, kinds: &mut Vec<String>) -> Result<Option<Cell>> {
        if self.panel.fill.is_none() || self.categories.iter().any(Option::is_none) {
            return Err(Error::new("cell", "needs `fill`, and `cells` of x and y"));
        }
        let fill = match (datum.what.number(), datum.more.first()) {
            (Some(value), _) => Fill::Value(value),
            (None, None | Some(Value::Missing)) => return Ok(None),
            (None, Some(why)) => {
                let name = self.looks.get(&name_of(why))?.0;
                if !kinds.iter().any(|kind| kind == name) {
                    kinds.push(name.to_owned());
                }
                Fill::Missing(kinds.iter().position(|kind| kind == name).unwrap_or(0))
            }
        };
        Ok(datum.y.map(|y| Cell { x: datum.x as usize, y: y as usize, fill }))
    }
}

/// The series of some rows, if there are any.
fn series<'a>(
    kind: &str,
    mark: &page::Mark,
    (name, look): (String, Look),
    data: impl Iterator<Item = &'a Datum>,
) -> Option<Series> {
    let style = match kind {
        "line" => Mark::Line,
        "rule" => Mark::Span,
        "joined" => Mark::Joined,
        "steps" => Mark::Steps,
        _ => Mark::Markers,
    };
    let point = |datum: &Datum| {
        let ends = if let [low, high] = &datum.more[..] { low.number().zip(high.number()) } else { None };
        let y = datum.y.or(mark.gaps.then_some(f64::NAN))?;
        Some(Point { x: datum.x, y, interval: ends })
    };
    let points: Vec<Point> = data.filter_map(point).collect();
    let is_empty = points.iter().all(|point| point.y.is_nan());
    (!is_empty).then_some(Series { name, look, mark: style, points, is_across: kind == "dots" })
}
