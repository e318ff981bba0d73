//! An answer as a table, as JSON or as CSV.

use std::io::{self, Write};

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

use crate::answer::{Answer, Cell};

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// To be read.
    Table,
    /// One object.
    Json,
    /// A line for every result.
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

/// Names are headings; why a result failed stands in a last column; quantities beside the results are lines below.
fn write_table(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let columns = answer.columns();
    let any_failed = answer.rows.iter().any(|row| row.failed.is_some());
    let mut table = Table::new();
    // a rule below the headings and nothing else
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(TableStyle::new().header_separator(rule));
    let headings = columns.iter().map(|name| heading(name));
    table.set_header(headings.chain(any_failed.then(String::new)));
    for row in &answer.rows {
        let cells = columns.iter().map(|name| table_cell(row.get(name)));
        let why = row.failed.as_ref().map(|why| format!("failed: {why}")).unwrap_or_default();
        table.add_row(cells.chain(any_failed.then(|| comfy_table::Cell::new(why))));
    }
    writeln!(out, "{}", table.trim_fmt())?;
    for (name, cell) in &answer.beside {
        writeln!(out, "{}: {}", heading(name), table_text(cell))?;
    }
    Ok(())
}

fn heading(name: &str) -> String {
    name.replace('_', " ")
}

fn table_cell(cell: Option<&Cell>) -> comfy_table::Cell {
    let text = cell.map(table_text).unwrap_or_default();
    let is_text = matches!(cell, Some(Cell::Text(_)) | None);
    comfy_table::Cell::new(text).set_alignment(if is_text { CellAlignment::Left } else { CellAlignment::Right })
}

fn table_text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => count.to_string(),
        Cell::Num(num) => num.text(),
        Cell::Brief(num) => num.brief().to_owned(),
        Cell::Failed(why) => format!("failed: {why}"),
        Cell::Undefined => "undefined".to_owned(),
    }
}

/// A number `x` has the columns `x`, `x_decimal`, `x_lower`, `x_upper`; a last column says why a result failed.
/// Quantities beside the results are columns too, the same in every line.
fn write_csv(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let mut answer = answer.clone();
    for row in &mut answer.rows {
        row.fields.extend(answer.beside.iter().cloned());
    }
    let columns = answer.columns();
    let is_number = |name: &str| {
        let mut cells = answer.rows.iter().filter_map(|row| row.get(name));
        cells.any(|cell| matches!(cell, Cell::Num(_) | Cell::Brief(_) | Cell::Failed(_) | Cell::Undefined))
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

fn texts(cell: Option<&Cell>, is_number: bool) -> Vec<String> {
    match cell {
        Some(Cell::Num(num) | Cell::Brief(num)) => num.columns().to_vec(),
        Some(Cell::Text(text)) => vec![text.clone()],
        Some(Cell::Count(count)) => vec![count.to_string()],
        Some(Cell::Failed(_) | Cell::Undefined) | None => vec![String::new(); if is_number { 4 } else { 1 }],
    }
}
