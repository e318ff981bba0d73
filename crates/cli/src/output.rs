//! An answer as a table, as JSON or as CSV.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ColumnConstraint, LineStyle, Table, TableStyle, Width};
use serde_json::Value;

use crate::answer::{Answer, Field, Row, columns};

/// How many characters of a sentence stand in a line of a table.
const PROSE_WIDTH: u16 = 40;

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
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(self, answer: &Answer, mut out: impl Write) -> io::Result<()> {
        match self {
            Format::Table => write_table(answer, &mut out),
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
fn write_table(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let is_structured = |row: &Row| row.fields.iter().any(|(_, cell)| matches!(cell, Field::Structure(_)));
    if answer.rows.iter().any(is_structured) {
        write_records(&answer.rows, out)?;
    } else {
        write_rows(&answer.rows, out)?;
    }
    for (name, cell) in &answer.beside {
        match cell {
            Field::Rows(rows) => {
                writeln!(out)?;
                write_rows(rows, out)?;
            }
            cell => writeln!(out, "{}: {}", heading(name), table_text(cell))?,
        }
    }
    Ok(())
}

/// Names are headings; why a row failed stands in a last column.
fn write_rows(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let columns = columns(rows);
    let any_failed = rows.iter().any(|row| row.failed.is_some());
    let mut table = Table::new();
    // a rule below the headings and nothing else
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(TableStyle::new().header_separator(rule));
    let headings = columns.iter().map(|name| heading(name));
    table.set_header(headings.chain(any_failed.then(String::new)));
    for row in rows {
        let cells = columns.iter().map(|name| table_cell(row.get(name)));
        let why = row.failed.as_ref().map(|why| format!("failed: {why}")).unwrap_or_default();
        table.add_row(cells.chain(any_failed.then(|| comfy_table::Cell::new(why))));
    }
    for (i, name) in columns.iter().enumerate() {
        if rows.iter().any(|row| matches!(row.get(name), Some(Field::Prose(_))))
            && let Some(column) = table.column_mut(i)
        {
            column.set_constraint(ColumnConstraint::UpperBoundary(Width::Fixed(PROSE_WIDTH)));
        }
    }
    writeln!(out, "{}", table.trim_fmt())
}

/// A field a line, for rows that have fields of several lines.
fn write_records(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    for row in rows {
        let width = row.fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, cell) in &row.fields {
            let mut label = heading(name);
            for line in table_text(cell).lines() {
                writeln!(out, "{label:width$}  {line}")?;
                label.clear();
            }
        }
    }
    Ok(())
}

fn heading(name: &str) -> String {
    name.replace('_', " ")
}

fn table_cell(cell: Option<&Field>) -> comfy_table::Cell {
    let text = cell.map(table_text).unwrap_or_default();
    let is_text = matches!(cell, Some(Field::Text(_) | Field::Prose(_) | Field::Settings(_) | Field::Flag(_)) | None);
    comfy_table::Cell::new(text).set_alignment(if is_text { CellAlignment::Left } else { CellAlignment::Right })
}

fn table_text(cell: &Field) -> String {
    match cell {
        Field::Text(text) | Field::Prose(text) => text.clone(),
        Field::Structure(value) => lines(value),
        Field::Settings(value) => lines(value).trim_end().replace('\n', ", "),
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

/// A number `x` has the columns `x`, `x_decimal`, `x_lower`, `x_upper`; a last column says why a result failed.
/// Quantities beside the results are columns too, the same in every line; further tables are not.
fn write_csv(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let mut answer = answer.clone();
    for row in &mut answer.rows {
        let quantities = answer.beside.iter().filter(|(_, cell)| !matches!(cell, Field::Rows(_)));
        row.fields.extend(quantities.cloned());
    }
    let columns = columns(&answer.rows);
    let is_number = |name: &str| {
        let cells = || answer.rows.iter().filter_map(|row| row.get(name));
        cells().any(|cell| {
            matches!(cell, Field::Num(_) | Field::Brief(_) | Field::Failed(_) | Field::Undefined | Field::Unknown)
        }) && !cells().any(|cell| matches!(cell, Field::Measured(_)))
    };
    let mut writer = csv::Writer::from_writer(out);
    let header = columns.iter().flat_map(|name| names(name, is_number(name)));
    writer.write_record(header.chain(["failed".to_owned()]))?;
    for row in &answer.rows {
        let fields = columns.iter().flat_map(|name| texts(row.get(name), is_number(name)));
        writer.write_record(fields.chain([row.failed.clone().unwrap_or_default()]))?;
    }
    writer.flush()
}

fn names(name: &str, is_number: bool) -> Vec<String> {
    if is_number {
        ["", "_decimal", "_lower", "_upper"].map(|suffix| format!("{name}{suffix}")).to_vec()
    } else {
        vec![name.to_owned()]
    }
}

fn texts(cell: Option<&Field>, is_number: bool) -> Vec<String> {
    match cell {
        Some(Field::Num(num) | Field::Brief(num)) => num.columns().to_vec(),
        Some(Field::Text(text) | Field::Prose(text)) => vec![text.clone()],
        Some(Field::Structure(value) | Field::Settings(value)) => vec![value.to_string()],
        Some(Field::Flag(value)) => vec![value.to_string()],
        Some(Field::Count(count)) => vec![count.to_string()],
        Some(Field::Measured(value)) => vec![value.to_string()],
        Some(Field::Failed(_) | Field::Undefined | Field::Unknown | Field::Rows(_)) | None => {
            vec![String::new(); if is_number { 4 } else { 1 }]
        }
    }
}
