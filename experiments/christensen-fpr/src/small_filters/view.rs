//! One row for each formula: what it gives over what was counted, for every filter that holds an item.

use super::compared::{BLOOM, BLOOM_CLEAR, CLASSIC, CLEAR, CLOSED, EXACT, RATE, STIRLING, WRONG_SIGN};
use super::*;
use bloomlab_occupancy::Sampling::{self, WithReplacement, WithoutReplacement};

/// A formula for a quantity: how its row of the picture is named, and its look.
type Compared = (&'static str, Sampling, &'static str, &'static str, Look);

/// From the top.
const COMPARED: [Compared; 8] = [
    ("exact, eq. 17", WithReplacement, RATE, EXACT, looks::EXACT),
    ("closed form, eq. 18", WithReplacement, RATE, CLOSED, looks::EXACT),
    ("Bose et al., eq. 20", WithReplacement, RATE, STIRLING, looks::EXACT),
    ("eq. 20 with another sign", WithReplacement, RATE, WRONG_SIGN, looks::CLOSED),
    ("classic, eq. 1", WithReplacement, RATE, CLASSIC, looks::CLASSIC),
    ("Bloom 1970, eq. 19", WithReplacement, RATE, BLOOM, looks::BLOOM),
    ("eq. 19, distinct positions", WithoutReplacement, RATE, BLOOM, looks::BLOOM),
    ("clear bits of eq. 19, distinct", WithoutReplacement, CLEAR, BLOOM_CLEAR, looks::BLOOM),
];
/// How much of a row its markers take.
const SPREAD: f64 = 0.6;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let wrong_sign = filters(rows, WithReplacement, RATE, WRONG_SIGN);
    let ratio = |row: &&Row| row.value / row.enumerated;
    let (lowest, highest) = (smallest(wrong_sign.clone(), ratio)?, largest(wrong_sign, ratio)?);
    let mut facts = Facts::new()
        .count("filters", filters(rows, WithReplacement, RATE, EXACT).len() as u64)
        .count("with_bloom", filters(rows, WithReplacement, RATE, BLOOM).len() as u64)
        .number("lowest", lowest.value, 5)
        .number("highest", highest.value, 5);
    for (i, (_, sampling, quantity, formula, _)) in COMPARED.into_iter().enumerate() {
        let right = share(filters(rows, sampling, quantity, formula), |row| row.is_equal())?;
        let text = match right.having {
            0 => format!("right in none of {}", right.of),
            all if right.is_all() => format!("right in all {all}"),
            _ => format!("right in {right}"),
        };
        facts = facts.text(&format!("right_in_{i}"), text);
    }
    Ok(facts)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let ticks = [(-1.0, "−1"), (0.0, "0"), (1.0, "1"), (2.0, "2"), (3.0, "3")];
    let facts = facts(rows)?;
    let right = |i| Ok(Note::text((5.2, row_at(i)), (-8.0, 0.0), facts.fill(&format!("{{right_in_{i}}}"))?));
    let panel = Panel::new(
        Axis::new("formula / enumerated value", Scale::Linear).limited(-1.2, 5.2).ticked(ticks),
        Axis::rows(COMPARED.map(|compared| compared.0)),
        COMPARED.iter().enumerate().map(|(i, compared)| series(rows, compared, row_at(i))),
    )
    .reference(Reference::vertical(1.0, ""))
    .notes((0..COMPARED.len()).map(right).collect::<Result<Vec<_>>>()?);
    Ok(LineFigure::single(panel).draw()?)
}

fn filters<'a>(rows: &'a [Row], sampling: Sampling, quantity: &str, formula: &str) -> Vec<&'a Row> {
    select(rows, sampling, quantity, formula).into_iter().filter(|row| row.items > 0).collect()
}

/// The higher in its row a marker stands, the larger the enumerated value is.
fn series(rows: &[Row], &(name, sampling, quantity, formula, look): &Compared, place: f64) -> Series {
    let drawn = filters(rows, sampling, quantity, formula).into_iter().filter(|row| row.enumerated > 0.0);
    let point = |row: &Row| Point::new(row.value / row.enumerated, place + SPREAD * (row.enumerated - 0.5));
    Series::new(name, Mark::Markers, drawn.map(point)).look(look).unlisted()
}
