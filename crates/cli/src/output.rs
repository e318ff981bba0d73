//! An answer as a table, as JSON or as CSV.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::answer::{Answer, CONCLUSION, FAILED, Field, Row, get};

/// The fewest columns of characters that a table is made for.
const LEAST_COLUMNS: usize = 40;
/// The characters of a text in a line of a table: at most, and at least if the table is too wide.
const TEXT_WIDTH: usize = 40;
const LEAST_TEXT_WIDTH: usize = 20;
/// The blanks between two columns.
const GAP: usize = 3;
/// So many results are written field by field if a table is too wide.
const FEW_ROWS: usize = 5;

/// The form of an answer.
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

/// The names of the fields of all rows in the order of their first appearance, without [`FAILED`].
fn names<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (name, _) in rows.into_iter().flatten() {
        if *name != FAILED && !names.contains(name) {
            names.push(*name);
        }
    }
    names
}

/// The columns of characters of the terminal that shows stdout; without one 100, but all for what lists for other programs.
fn columns_shown(command: &str) -> usize {
    let most = if command.starts_with("crosscheck") { usize::MAX } else { 100 };
    let shown = terminal_size::terminal_size_of(io::stdout());
    shown.map_or(most, |(width, _)| usize::from(width.0).max(LEAST_COLUMNS))
}

/// The conclusion, the results, and what else stands next to them, a quantity a line.
fn write_table(answer: &Answer, most: usize, out: &mut impl Write) -> io::Result<()> {
    if let Some(conclusion) = get(&answer.beside, CONCLUSION) {
        writeln!(out, "{}\n", text(conclusion))?;
    }
    let has_list = |row: &Row| row.iter().any(|(_, field)| matches!(field, Field::List(_)));
    match &answer.rows[..] {
        [row] if has_list(row) => write_records(&answer.rows, most, out)?,
        rows => write_rows(rows, most, out)?,
    }
    let mut further = answer.beside.iter().filter(|(name, _)| *name != CONCLUSION);
    further.try_for_each(|(name, field)| writeln!(out, "{}: {}", heading(name), text(field)))
}

/// Names are headings; why a row failed stands in a last column, or below the table if that is too wide. Texts are broken. A table that
/// still does not fit is written field by field if it is short; of a long one columns are left out, the last ones first.
fn write_rows(rows: &[Row], most: usize, out: &mut impl Write) -> io::Result<()> {
    let mut shown: Vec<_> = names(rows).into_iter().map(|name| Column::new(name, rows)).collect();
    let why = |row: &Row| get(row, FAILED).map(|why| format!("failed: {}", text(why)));
    let any_failed = rows.iter().any(|row| why(row).is_some());
    let mut failures = Column::of(String::new(), rows.iter().map(|row| why(row).unwrap_or_default()).collect());
    let is_wide = any_failed && width(&shown) + failures.width + GAP > most;
    if is_wide {
        let short = |row: &Row| why(row).map_or("", |_| FAILED).to_owned();
        failures = Column::of(String::new(), rows.iter().map(short).collect());
    }
    if any_failed {
        shown.insert(0, failures);
    }
    let Some(left_out) = fit(&mut shown, most, rows.len() > FEW_ROWS) else { return write_records(rows, most, out) };
    if any_failed {
        shown.rotate_left(1);
    }
    shown.iter_mut().filter(|column| column.breaks).for_each(Column::break_cells);
    write_line(&shown, |column| (column.heading.clone(), false), out)?;
    writeln!(out, "{}", "─".repeat(width(&shown)))?;
    for i in 0..rows.len() {
        write_line(&shown, |column| (column.cells[i].clone(), column.is_right[i]), out)?;
    }
    for row in rows.iter().filter(|_| is_wide) {
        if let Some(why) = why(row) {
            let named = row.iter().filter(|(name, _)| *name != FAILED).map(|(_, field)| text(field));
            writeln!(out, "{}: {why}", named.collect::<Vec<_>>().join(" "))?;
        }
    }
    if left_out.is_empty() {
        return Ok(());
    }
    writeln!(out, "left out: {} (--format json has them)", left_out.join(", "))
}

/// The cells of a line of a table, each in as many lines as it has, at the right of its column or at the left.
fn write_line(columns: &[Column], cell: impl Fn(&Column) -> (String, bool), out: &mut impl Write) -> io::Result<()> {
    let cells: Vec<_> = columns.iter().map(&cell).collect();
    let height = cells.iter().map(|(text, _)| text.lines().count()).max().unwrap_or_default();
    for line in 0..height {
        let mut written = String::new();
        for (column, (text, is_right)) in columns.iter().zip(&cells) {
            let (text, width) = (text.lines().nth(line).unwrap_or_default(), column.width);
            written += &if *is_right { format!(" {text:>width$}  ") } else { format!(" {text:<width$}  ") };
        }
        writeln!(out, "{}", written.trim_end())?;
    }
    Ok(())
}

/// A column of a table.
struct Column {
    heading: String,
    cells: Vec<String>,
    is_right: Vec<bool>,
    width: usize,
    /// True if its lines may be broken.
    breaks: bool,
}

impl Column {
    fn new(name: &str, rows: &[Row]) -> Self {
        let fields: Vec<_> = rows.iter().map(|row| get(row, name)).collect();
        let cells = fields.iter().map(|field| field.map(text).unwrap_or_default()).collect();
        let is_text = |field: &Option<&Field>| matches!(field, Some(Field::Text(_) | Field::List(_)));
        let breaks = fields.iter().any(is_text);
        let is_right = fields.iter().map(|field| !is_text(field) && !matches!(field, Some(Field::Flag(_)) | None));
        Self { is_right: is_right.collect(), breaks, ..Self::of(heading(name), cells) }
    }

    fn of(heading: String, cells: Vec<String>) -> Self {
        let width = widest(cells.iter().chain([&heading]));
        Self { heading, is_right: vec![false; cells.len()], cells, width, breaks: false }
    }

    /// Breaks its cells into lines as wide as the column; a setting stays on its line.
    fn break_cells(&mut self) {
        for cell in &mut self.cells {
            *cell = wrapped(&cell.replace(" = ", "\u{a0}=\u{a0}"), self.width).join("\n").replace('\u{a0}', " ");
        }
        self.width = widest(self.cells.iter().chain([&self.heading]));
    }

    fn least_width(&self) -> usize {
        if self.breaks { self.width.min(LEAST_TEXT_WIDTH) } else { self.width }
    }
}

/// The characters of the longest line.
fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts.into_iter().flat_map(|text| text.lines()).map(|line| line.chars().count()).max().unwrap_or_default()
}

/// Lines of whole words of at most `most` characters, if no word is longer.
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

/// Breaks headings, takes out the last columns but the first two, and narrows texts, until the table has at most `most` columns of
/// characters: the headings of those that were taken out. `None` if columns must be taken out that may not.
fn fit(columns: &mut Vec<Column>, most: usize, may_leave_out: bool) -> Option<Vec<String>> {
    for column in columns.iter_mut().filter(|column| column.breaks) {
        column.width = column.width.min(TEXT_WIDTH);
    }
    if width(columns) > most {
        for column in columns.iter_mut().filter(|column| !column.breaks) {
            let below = widest(&column.cells);
            column.heading = wrapped(&column.heading, below).join("\n");
            column.width = below.max(widest([&column.heading]));
        }
    }
    let mut left_out = Vec::new();
    while columns.len() > 2 && total(columns.iter().map(Column::least_width)) > most {
        if !may_leave_out {
            return None;
        }
        left_out.extend(columns.pop().map(|column| column.heading.replace('\n', " ")));
    }
    while let excess @ 1.. = width(columns).saturating_sub(most) {
        let widest = columns.iter_mut().filter(|column| column.breaks).max_by_key(|column| column.width);
        let Some(widest) = widest.filter(|widest| widest.width > LEAST_TEXT_WIDTH) else { break };
        widest.width -= excess.min(widest.width - LEAST_TEXT_WIDTH);
    }
    left_out.reverse();
    Some(left_out)
}

/// The columns of characters that a table takes.
fn width(columns: &[Column]) -> usize {
    total(columns.iter().map(|column| column.width))
}

fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + GAP).sum::<usize>().saturating_sub(1)
}

/// A field a line, a blank line between rows.
fn write_records(rows: &[Row], most: usize, out: &mut impl Write) -> io::Result<()> {
    for (i, row) in rows.iter().enumerate() {
        write!(out, "{}", if i > 0 { "\n" } else { "" })?;
        let width = row.iter().filter(|(name, _)| *name != FAILED).map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, field) in row {
            let mut label = heading(name);
            let most = most.saturating_sub(width + 2).max(LEAST_TEXT_WIDTH);
            let texts = match field {
                Field::List(settings) => settings.iter().map(|(name, field)| setting(name, field)).collect(),
                field => vec![text(field)],
            };
            for line in texts.iter().flat_map(|text| wrapped(text, most)) {
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

fn setting(name: &str, field: &Field) -> String {
    format!("{name} = {}", text(field))
}

/// As a table has it.
fn text(field: &Field) -> String {
    match field {
        Field::Text(text) => text.clone(),
        Field::Count(count) => count.to_string(),
        Field::Number(number) => number.text().to_owned(),
        Field::Flag(value) => if *value { "yes" } else { "no" }.to_owned(),
        Field::List(fields) => fields.iter().map(|(name, field)| setting(name, field)).collect::<Vec<_>>().join(", "),
        Field::Missing(Cow::Borrowed(why)) => (*why).to_owned(),
        Field::Missing(Cow::Owned(why)) => format!("failed: {why}"),
    }
}

/// A number `x` has the columns `x` and `x_decimal`, and `x_lower` and `x_upper` if any has bounds; a last column says why a result
/// failed. Quantities that belong to all results are columns too, the same in every line.
fn write_csv(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    let rows: Vec<Row> = answer.rows.iter().map(|row| [row.clone(), answer.beside.clone()].concat()).collect();
    let cells = |row: &Row, name: &str| match get(row, name) {
        Some(Field::Number(number)) => number.columns(),
        Some(Field::Flag(value)) => vec![("", value.to_string())],
        Some(Field::Missing(_)) | None => Vec::new(),
        Some(field) => vec![("", text(field))],
    };
    let mut columns = Vec::new();
    for name in names(&rows).into_iter().chain([FAILED]) {
        let longest = rows.iter().map(|row| cells(row, name)).max_by_key(Vec::len).unwrap_or_default();
        let suffixes =
            if longest.is_empty() { vec![""] } else { longest.into_iter().map(|(suffix, _)| suffix).collect() };
        columns.push((name, suffixes));
    }
    let mut writer = csv::Writer::from_writer(out);
    let header =
        columns.iter().flat_map(|(name, suffixes)| suffixes.iter().map(move |suffix| format!("{name}{suffix}")));
    writer.write_record(header)?;
    for row in &rows {
        writer.write_record(columns.iter().flat_map(|(name, suffixes)| {
            let mut texts: Vec<_> = cells(row, name).into_iter().map(|(_, text)| text).collect();
            texts.resize(suffixes.len(), String::new());
            texts
        }))?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::failed;

    fn shown(most: usize, count: usize) -> String {
        let row = |name: &str| {
            let sentence = Field::text("a sentence of some thirty letters");
            vec![("name", Field::text(name)), ("sentence", sentence), ("measured_count", Field::Count(12_345))]
        };
        let mut rows = vec![row("first"); count];
        rows.push(failed(row("second"), "it is too large for this test"));
        let mut text = Vec::new();
        write_table(&Answer::new("test", &(), rows), most, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_table_fits_its_terminal_or_says_what_it_leaves_out() {
        let wide = shown(usize::MAX, 1);
        assert!(
            wide.contains("some thirty letters            12345   failed: it is too large for this test"),
            "{wide}"
        );
        for most in [58, 70, 80] {
            let narrow = shown(most, 9);
            let table: Vec<_> = narrow.lines().filter(|line| !line.contains(": ")).collect();
            assert!(table.iter().all(|line| line.chars().count() <= most), "{narrow}");
            assert!(narrow.contains("12345: failed: it is too large for this test"), "{narrow}");
            assert!(!narrow.contains("left out"), "{narrow}");
        }
        let records = shown(40, 1);
        let failed = "failed          it is too large for this\n                test";
        assert!(records.contains("measured count  12345\n\n") && records.contains(failed), "{records}");
        let least = shown(40, 9);
        assert!(least.contains("left out: measured count (--format json has them)"), "{least}");
        assert!(least.lines().next().is_some_and(|heading| !heading.contains("measured")), "{least}");
    }
}
