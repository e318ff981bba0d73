//! The strips; what a cell answers to a query, and whether the worked example comes out as it is printed.

use super::*;

/// The states, each with its meaning and the kind of its cell.
const STATES: [(&str, &str, usize); 4] = [
    ("00", "empty", 0),
    ("01", "one item, fingerprint 01", 1),
    ("10", "one item, fingerprint 10", 3),
    ("11", "saturated: more than one", 2),
];

pub(crate) fn facts(_: &[Row]) -> Result<Facts> {
    Ok(Facts::new())
}

fn state(row: &Row) -> &str {
    row.state.trim_start_matches('\'')
}

/// The strips, with the meaning of the states below.
pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let cell = |state: &str, touched| {
        let known = STATES.iter().find(|known| known.0 == state);
        let kind = known.ok_or_else(|| format!("{state} is not the state of a cell"))?.2;
        Ok::<_, AnyError>(Cell { text: state.to_owned(), kind, touched })
    };
    let strip = |step: &[Row]| {
        let (first, rest) = step[0].operation.split_at(1);
        let cells = step.iter().map(|row| cell(state(row), row.touched)).collect::<Result<_>>()?;
        Ok(CellStrip { title: first.to_uppercase() + rest, cells })
    };
    let strips = rows.chunk_by(|a, b| a.step == b.step).map(strip).collect::<Result<_>>()?;
    let legend = STATES.iter().map(|(state, meaning, _)| Ok((cell(state, false)?, (*meaning).to_owned())));
    Ok(CellFigure { strips, legend: legend.collect::<Result<_>>()? }.draw()?)
}

/// Figure 1 begins with an empty filter, Figure 2 with a filled one.
pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let is_empty = rows.iter().filter(|row| row.step == 0).all(|row| state(row) == "00");
    Ok(vec![if is_empty { answers(rows) } else { as_printed(rows) }])
}

fn answers(rows: &[Row]) -> Decision {
    let matches = |row: &Row| u64::from(row.matches_01) + u64::from(row.matches_10);
    let of = |of: &str| rows.iter().filter(|row| state(row) == of).map(matches).collect_vec();
    let (single, saturated) = ([of("01"), of("10")].concat(), of("11"));
    // each of the four states is there
    let as_said = [("00", 0), ("01", 1), ("10", 1), ("11", 2)].into_iter().all(|(state, expected)| {
        let cells = of(state);
        !cells.is_empty() && cells.iter().all(|&count| count == expected)
    });
    Decision::new("D13")
        .measured(single.iter().sum::<u64>() as f64 / (2 * single.len()).max(1) as f64)
        .decide(as_said, "a state is not among the cells, or a cell of it matches another number of fingerprints")
        .remark(format!(
            "{} cells of one item, {} saturated; cell by cell: a query compares its one fingerprint in all its cells, so that two \
             cells of the same item match together, which eq. 3 leaves out",
            single.len(),
            saturated.len()
        ))
}

/// The cells as the paper prints them: at first, after the insertion, after the deletion, and so after the refused one.
const PRINTED: [&str; 4] = [
    "00 10 01 11 00 00 01 01 11 11 01 10",
    "01 10 01 11 00 00 01 01 11 11 11 10",
    "01 10 00 11 00 00 00 00 11 11 11 10",
    "01 10 00 11 00 00 00 00 11 11 11 10",
];

fn as_printed(rows: &[Row]) -> Decision {
    let printed = PRINTED.iter().flat_map(|strip| strip.split(' ')).collect_vec();
    let (wrong, cells) = (zip(rows, &printed).filter(|(row, cell)| state(row) != **cell).count(), printed.len());
    Decision::new("D14")
        .measured(wrong as f64)
        .decide(wrong == 0 && rows.len() == cells, format!("{wrong} of {cells} cells are not the printed ones"))
        .remark(format!("{cells} cells compared; the removal of the third item is refused and changes nothing"))
}
