//! An answer as a table, as JSON or as CSV.

use std::io::{self, Write};

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde_json::Value;

use crate::answer::{Answer, Field, Row, columns};
use crate::num::Num;

/// The fewest columns that a table is made for.
const LEAST_COLUMNS: usize = 40;
/// How many characters of a sentence stand in a line of a table: at most, and at least where the table is too wide.
const PROSE_WIDTH: usize = 40;
const LEAST_PROSE_WIDTH: usize = 20;
/// The blanks between two columns.
const GAP: usize = 3;
/// So many results are written field by field where a table is too wide.
const FEW_ROWS: usize = 5;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// An aligned table.
    Table,
    /// One JSON object.
    Json,
    /// A header, and one line per result.
    Csv,
}

impl Format {
    /// Writes the answer.
    pub fn write(self, answer: &Answer, mut out: impl Write) -> io::Result<()> {
        match self {
            Format::Table => write_table(answer, columns_shown(answer.command), &mut out),
            Format::Json => {
                serde_json::to_writer_pretty(&mut out, &answer.json())?;
                writeln!(out)
            }
            Format::Csv => write_csv(answer, &mut out),
        }?;
        out.flush()
    }
}

/// The results; below them what stands beside them, a quantity a line.
fn write_table(answer: &Answer, most: usize, out: &mut impl Write) -> io::Result<()> {
    let is_structured = |row: &Row| row.fields.iter().any(|(_, cell)| matches!(cell, Field::Structure(_)));
    if answer.rows.iter().any(is_structured) {
        write_records(&answer.rows, most, out)?;
    } else {
        write_rows(&answer.rows, most, out)?;
    }
    for (name, cell) in &answer.beside {
        match cell {
            Field::Rows(rows) => {
                writeln!(out)?;
                write_rows(rows, most, out)?;
            }
            cell => writeln!(out, "{}: {}", heading(name), table_text(cell))?,
        }
    }
    Ok(())
}

/// Names are headings; why a row failed stands in a last column. Where that is too wide it stands below the table; sentences and settings
/// are broken. A table that still does not fit is written field by field if it is short; of a long one columns are left out, the
/// last ones first.
fn write_rows(rows: &[Row], most: usize, out: &mut impl Write) -> io::Result<()> {
    let mut shown: Vec<_> = columns(rows).into_iter().map(|name| Column::new(name, rows)).collect();
    let reason = |why: &String, long: bool| if long { format!("failed: {why}") } else { "failed".to_owned() };
    let failed = |row: &Row, long: bool| row.failed.as_ref().map_or_else(String::new, |why| reason(why, long));
    let failures = |long| Column::of(String::new(), rows.iter().map(|row| failed(row, long)).collect(), false);
    let any_failed = rows.iter().any(|row| row.failed.is_some());
    let is_wide = any_failed && width(&shown) + failures(true).width + GAP > most;
    if any_failed {
        shown.insert(0, failures(!is_wide));
    }
    let Some(left_out) = fit(&mut shown, most, rows.len() > FEW_ROWS) else { return write_records(rows, most, out) };
    if any_failed {
        shown.rotate_left(1);
    }
    writeln!(out, "{}", table(&shown, rows.len()).trim_fmt())?;
    for row in rows.iter().filter(|row| is_wide && row.failed.is_some()) {
        let names: Vec<_> = row.fields.iter().map(|(_, field)| table_text(field)).collect();
        writeln!(out, "{}: {}", names.join(" "), failed(row, true))?;
    }
    if left_out.is_empty() {
        return Ok(());
    }
    writeln!(out, "left out: {} (--format json has them)", left_out.join(", "))
}

fn table(columns: &[Column], rows: usize) -> Table {
    let mut table = Table::new();
    // a rule below the headings and nothing else
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(TableStyle::new().header_separator(rule));
    table.set_header(columns.iter().map(|column| column.heading.clone()));
    for i in 0..rows {
        let cell = |column: &Column| comfy_table::Cell::new(column.text(i)).set_alignment(column.alignments[i]);
        table.add_row(columns.iter().map(cell));
    }
    table
}

/// A column of a table.
struct Column {
    heading: String,
    cells: Vec<String>,
    alignments: Vec<CellAlignment>,
    width: usize,
    /// Whether its lines may be broken.
    is_prose: bool,
}

impl Column {
    fn new(name: &str, rows: &[Row]) -> Self {
        let fields: Vec<_> = rows.iter().map(|row| row.get(name)).collect();
        let cells = fields.iter().map(|field| field.map(table_text).unwrap_or_default()).collect();
        let is_prose = fields.iter().any(|field| matches!(field, Some(Field::Prose(_) | Field::Settings(_))));
        let alignments = fields.into_iter().map(alignment).collect();
        Self { alignments, ..Self::of(heading(name), cells, is_prose) }
    }

    fn of(heading: String, cells: Vec<String>, is_prose: bool) -> Self {
        let width = widest(cells.iter().chain([&heading]));
        let alignments = vec![CellAlignment::Left; cells.len()];
        Self { heading, cells, alignments, width, is_prose }
    }

    /// Breaks the heading of a column of numbers.
    fn break_heading(&mut self) {
        let below = widest(&self.cells);
        self.heading = wrapped(&self.heading, below).join("\n");
        self.width = below.max(widest([&self.heading]));
    }

    /// A cell in lines as wide as the column; a setting stays on its line.
    fn text(&self, row: usize) -> String {
        if !self.is_prose {
            return self.cells[row].clone();
        }
        wrapped(&self.cells[row].replace(" = ", "\u{a0}=\u{a0}"), self.width).join("\n").replace('\u{a0}', " ")
    }
}

/// The characters of the longest line.
fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts.into_iter().flat_map(|text| text.lines()).map(|line| line.chars().count()).max().unwrap_or_default()
}

/// Lines of whole words of at most `most` characters, where no word is longer.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= most) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Breaks headings, takes out the last columns but the first two, and narrows prose, until the table has at most `most` columns of
/// characters: the headings of those that were taken out. `None` where columns must be taken out that may not.
fn fit(columns: &mut Vec<Column>, most: usize, may_leave_out: bool) -> Option<Vec<String>> {
    for column in columns.iter_mut().filter(|column| column.is_prose) {
        column.width = column.width.min(PROSE_WIDTH);
    }
    if width(columns) > most {
        columns.iter_mut().filter(|column| !column.is_prose).for_each(Column::break_heading);
    }
    let narrowest = |column: &Column| if column.is_prose { column.width.min(LEAST_PROSE_WIDTH) } else { column.width };
    let mut left_out = Vec::new();
    while columns.len() > 2
        && columns.iter().map(|column| narrowest(column) + GAP).sum::<usize>().saturating_sub(1) > most
    {
        if !may_leave_out {
            return None;
        }
        left_out.extend(columns.pop().map(|column| column.heading.replace('\n', " ")));
    }
    while let excess @ 1.. = width(columns).saturating_sub(most) {
        let widest = columns.iter_mut().filter(|column| column.is_prose).max_by_key(|column| column.width);
        let Some(widest) = widest.filter(|widest| widest.width > LEAST_PROSE_WIDTH) else { break };
        widest.width -= excess.min(widest.width - LEAST_PROSE_WIDTH);
    }
    left_out.reverse();
    Some(left_out)
}

/// The columns of characters that a table takes.
fn width(columns: &[Column]) -> usize {
    columns.iter().map(|column| column.width + GAP).sum::<usize>().saturating_sub(1)
}

/// The columns of the terminal that shows stdout; without one 100, but all that lists for other programs have.
fn columns_shown(command: &str) -> usize {
    let lists = ["crosscheck"];
    let most = if lists.iter().any(|list| command.starts_with(list)) { usize::MAX } else { 100 };
    let shown = terminal_size::terminal_size_of(io::stdout());
    shown.map_or(most, |(width, _)| usize::from(width.0).max(LEAST_COLUMNS))
}

/// A field a line, a blank line between rows.
fn write_records(rows: &[Row], most: usize, out: &mut impl Write) -> io::Result<()> {
    for (i, row) in rows.iter().enumerate() {
        write!(out, "{}", if i > 0 { "\n" } else { "" })?;
        let failed = row.failed.clone().map(|why| ("failed", Field::Prose(why)));
        let width = row.fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, cell) in row.fields.iter().chain(&failed) {
            let mut label = heading(name);
            let most = most.saturating_sub(width + 2).max(LEAST_PROSE_WIDTH);
            for line in table_text(cell).lines().flat_map(|line| wrapped(line, most)) {
                writeln!(out, "{label:width$}  {line}")?;
                label.clear();
            }
        }
    }
    Ok(())
}

/// The words of a name; f_o, f_a and f_w are symbols of the papers.
fn heading(name: &str) -> String {
    if name.starts_with("f_") { name.to_owned() } else { name.replace('_', " ") }
}

/// Numbers stand at the right.
fn alignment(cell: Option<&Field>) -> CellAlignment {
    match cell {
        Some(Field::Text(_) | Field::Prose(_) | Field::Settings(_) | Field::Flag(_)) | None => CellAlignment::Left,
        Some(_) => CellAlignment::Right,
    }
}

fn table_text(cell: &Field) -> String {
    match cell {
        Field::Text(text) | Field::Prose(text) => text.clone(),
        Field::Structure(value) => lines(value),
        Field::Settings(settings) => {
            let texts: Vec<_> = settings.iter().map(|(name, cell)| format!("{name} = {}", table_text(cell))).collect();
            texts.join(", ")
        }
        Field::Flag(value) => if *value { "yes" } else { "no" }.to_owned(),
        Field::Rows(rows) => format!("{} rows", rows.len()),
        Field::Count(count) => count.to_string(),
        Field::Num(num) => num.text(),
        Field::Brief(num) => num.brief().to_owned(),
        Field::Measured(value) if (0.1..1e4).contains(value) => format!("{value:.1}"),
        Field::Measured(value) => format!("{value:.0e}"),
        Field::Failed(why) => format!("failed: {why}"),
        Field::Undefined => "undefined".to_owned(),
        Field::Unknown => "unknown".to_owned(),
    }
}

/// A name and its value a line, or an item a line; of a number its decimal.
fn lines(value: &Value) -> String {
    let text = |value: &Value| {
        let plain = value.get("decimal").unwrap_or(value);
        plain.as_str().map_or_else(|| plain.to_string(), str::to_owned)
    };
    match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| format!("{name} = {}\n", text(value))).collect(),
        Value::Array(items) => items.iter().map(|item| text(item) + "\n").collect(),
        other => text(other),
    }
}

/// A number `x` has the columns `x` and `x_decimal`, and `x_lower` and `x_upper` where any has bounds; a last column says why a result
/// failed. Quantities beside the results are columns too, the same in every line; further tables are not.
fn write_csv(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let mut answer = answer.clone();
    for row in &mut answer.rows {
        let quantities = answer.beside.iter().filter(|(_, cell)| !matches!(cell, Field::Rows(_)));
        row.fields.extend(quantities.cloned());
    }
    let columns: Vec<_> = columns(&answer.rows).into_iter().map(|name| (name, suffixes(name, &answer.rows))).collect();
    let mut writer = csv::Writer::from_writer(out);
    let header =
        columns.iter().flat_map(|(name, suffixes)| suffixes.iter().map(move |suffix| format!("{name}{suffix}")));
    writer.write_record(header.chain(["failed".to_owned()]))?;
    for row in &answer.rows {
        let fields = columns.iter().flat_map(|(name, suffixes)| {
            let mut texts = row.get(name).map(texts).unwrap_or_default();
            texts.resize(suffixes.len(), String::new());
            texts
        });
        writer.write_record(fields.chain([row.failed.clone().unwrap_or_default()]))?;
    }
    writer.flush()
}

/// What follows the name in the columns of a field.
fn suffixes(name: &str, rows: &[Row]) -> &'static [&'static str] {
    let mut numbers = rows.iter().filter_map(|row| match row.get(name) {
        Some(Field::Num(num) | Field::Brief(num)) => Some(num),
        _ => None,
    });
    match numbers.next() {
        Some(first) if first.has_bounds() || numbers.any(Num::has_bounds) => &["", "_decimal", "_lower", "_upper"],
        Some(_) => &["", "_decimal"],
        None => &[""],
    }
}

fn texts(cell: &Field) -> Vec<String> {
    match cell {
        Field::Num(num) | Field::Brief(num) => num.columns().to_vec(),
        Field::Structure(value) => vec![lines(value).trim_end().replace('\n', ", ")],
        Field::Flag(value) => vec![value.to_string()],
        Field::Measured(value) => vec![value.to_string()],
        Field::Failed(_) | Field::Undefined | Field::Unknown | Field::Rows(_) => Vec::new(),
        cell => vec![table_text(cell)],
    }
}

#[cfg(test)]
mod tests;
