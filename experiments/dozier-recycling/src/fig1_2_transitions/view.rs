//! The chain as diagrams for each kind of positions: forwards, and below what an overflow does.

use super::*;

/// An overflow of the filter that forgets the message.
const FORGOTTEN: Look = Look::new(Colour::Blue);
/// What eq. 10 has and should not.
const WRONG: Look = Look::new(Colour::Vermilion).dashed(Dash::Dotted).heavy();

fn is_wrong(row: &Row) -> bool {
    row.exact != row.published
}

/// The arrow that eq. 10 has, and that no message takes.
fn impossible(rows: &[Row]) -> Result<&Row> {
    Ok(rows.iter().find(|row| row.probability == 0.0).ok_or("no impossible arrow")?)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let impossible = impossible(rows)?;
    let wrong = rows.iter().filter(|row| row.probability > 0.0 && is_wrong(row));
    Ok(Facts::new()
        .count("from", impossible.from)
        .count("to", impossible.to)
        .text("impossible", impossible.published.as_str())
        .count("wrong", wrong.count() as u64))
}

/// Eq. 10 errs for a retaining filter whose positions may coincide, and there alone.
pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let coincide = positions_name(Sampling::WithReplacement);
    let elsewhere = rows.iter().filter(|row| row.variant != RETAINING || row.positions != coincide);
    let errs_elsewhere = share(elsewhere, |row| is_wrong(row))?.having > 0;
    let impossible = impossible(rows)?;
    Ok(vec![
        Decision::title().measured_as("arrows that eq. 10 has and no message takes", 1.0).tested_on(rows)?.decide(
            is_wrong(impossible) && !errs_elsewhere,
            "eq. 10 has no such arrow, or another equation errs as well",
        ),
    ])
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let last = rows.iter().map(|row| row.from).max().unwrap_or(0);
    let states = (0..=last).map(|state| state.to_string()).collect_vec();
    let legend = vec![
        (FORGOTTEN, "overflow, forgotten".to_owned()),
        (looks::RETAINING, "overflow, retained".to_owned()),
        (WRONG, "eq. 10: impossible (orange number: wrong)".to_owned()),
    ];
    let (with, without) = (Sampling::WithReplacement, Sampling::WithoutReplacement);
    // forwards, or what an overflow of one state does
    let diagram = |title: &str, overflowing: Option<u64>, positions: Sampling| {
        let is_drawn = |row: &&Row| match overflowing {
            None => row.variant == FORWARD,
            Some(from) => row.variant != FORWARD && row.from == from,
        };
        let of = rows.iter().filter(|row| row.positions == positions_name(positions));
        let arrows = of.filter(is_drawn).map(arrow).collect();
        (title.to_owned(), StateDiagram { states: states.clone(), arrows, legend: legend.clone() })
    };
    let diagrams = [
        diagram("(a) Positions that coincide can set one bit", None, with),
        diagram("(b) Distinct positions never leave one bit set", None, without),
        diagram("(c) Overflow of 4: eq. 10 (orange) errs twice", Some(last - 1), with),
        diagram("(d) Overflow of 4, distinct: eq. 10 is right", Some(last - 1), without),
        diagram("(e) Overflow of 5: eq. 10 (orange) errs twice", Some(last), with),
        diagram("(f) Overflow of 5, distinct: eq. 10 is right", Some(last), without),
    ];
    Ok(StateDiagram::draw_rows(&[&diagrams[..1], &diagrams[1..2], &diagrams[2..4], &diagrams[4..]])?)
}

/// An arrow with its probability, and below it that of eq. 10 where it differs.
fn arrow(row: &Row) -> Arrow {
    let (look, is_there) = match &*row.variant {
        RETAINING if row.probability == 0.0 => (WRONG, false),
        RETAINING => (looks::RETAINING, true),
        NON_RETAINING => (FORGOTTEN, true),
        _ => (Look::new(Colour::Ink), true),
    };
    let exact = is_there.then(|| (row.exact.clone(), Colour::Ink));
    let published = is_wrong(row).then(|| (row.published.clone(), WRONG.colour()));
    Arrow { from: row.from as usize, to: row.to as usize, label: exact.into_iter().chain(published).collect(), look }
}
