//! The costs of keeping and retaining, and the denials that they end.
//! Whether the formulas are those of the filter in the text.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{BY_BITS, DROPPING, FORGETTING, KEEPING, RETAINING, Row};
use crate::looks::{self, TWO_PHASES};

/// The size at which numbers stand.
const SHOWN: u64 = 1000;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let [keeping, retaining] = [(KEEPING, FORGETTING), (DROPPING, RETAINING)].map(|(end, next)| shown(rows, end, next));
    let (keeping, retaining) = (keeping?.relative_difference, retaining?.relative_difference);
    Ok(Facts::new()
        .count("size", SHOWN)
        .percent("cost", keeping, 1)
        .percent("retaining_cost", retaining, 2)
        .number("times", keeping / retaining, 2)
        .percent("denied", shown(rows, DROPPING, FORGETTING)?.denied_at_once, 2))
}

/// The σ-bounded filters of a kind.
fn of_kind<'a>(rows: &'a [Row], ending: &'static str, retention: &'static str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.bound == BY_BITS && row.ending == ending && row.retention == retention)
}

/// The one at whose size numbers stand.
fn shown<'a>(rows: &'a [Row], ending: &'static str, retention: &'static str) -> Result<&'a Row> {
    Ok(of_kind(rows, ending, retention).find(|row| row.bits == SHOWN).ok_or("no filter of this size")?)
}

/// Whether keeping raises the rate, at every size.
fn title(rows: &[Row]) -> Result<Decision> {
    let raises = share(of_kind(rows, KEEPING, FORGETTING), |row| row.relative_difference > 0.0)?;
    Ok(Decision::title()
        .measured_as(
            "relative difference of the rate at the size of the title",
            shown(rows, KEEPING, FORGETTING)?.relative_difference,
        )
        .tested_on(of_kind(rows, KEEPING, FORGETTING))?
        .in_share(raises, 1.0, |row| format!("M = {}", row.bits)))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let of = |ending, retention| of_kind(rows, ending, retention);
    let curve = |ending, retention, name: &str, look: Look, value: fn(&Row) -> f64| {
        let points = of(ending, retention).map(|row| Point::new(row.bits as f64, value(row)));
        Series::new(name, Mark::Line, points).look(look)
    };
    let facts = facts(rows)?;
    let (keeping, retaining) = (shown(rows, KEEPING, FORGETTING)?, shown(rows, DROPPING, RETAINING)?);
    let floor = shown(rows, DROPPING, FORGETTING)?;
    let memory = || Axis::new("memory *M* (bits)", Scale::Log2);
    let difference: fn(&Row) -> f64 = |row| row.relative_difference;
    let costs = Panel::new(
        memory(),
        Axis::new("rate over that of dropping and forgetting, less 1", Scale::Log10).percent(),
        [
            curve(KEEPING, RETAINING, "keeping and retaining", Look::new(Colour::Ink).dashed(Dash::Dotted), difference),
            curve(KEEPING, FORGETTING, "keeping", looks::KEEPING, difference),
            curve(DROPPING, RETAINING, "retaining", looks::RETAINING, difference),
        ],
    )
    .titled("(a) What it costs")
    .note(Note::arrow((SHOWN as f64, keeping.relative_difference), (30.0, -34.0), facts.fill("{cost} at {size} bits")?))
    .note(Note::arrow(
        (SHOWN as f64, retaining.relative_difference),
        (-20.0, 40.0),
        facts.fill("{retaining_cost} at {size} bits")?,
    ));
    let denied: fn(&Row) -> f64 = |row| row.denied_at_once;
    let buys = Panel::new(
        memory(),
        Axis::new("messages denied at once, 1/*L*", Scale::Log10).percent(),
        [curve(DROPPING, FORGETTING, "dropping and forgetting", TWO_PHASES, denied)],
    )
    .titled("(b) What it buys")
    .note(Note::arrow((SHOWN as f64, floor.denied_at_once), (24.0, -36.0), facts.fill("{denied} at {size} bits")?))
    .note(Note::text(
        (64.0, floor.denied_at_once * 0.15),
        (8.0, 0.0),
        "keeping, retaining, or both:\nnone, at any size",
    ));
    Ok(LineFigure::new([costs, buys]).plot_height(260.0).draw()?)
}

/// A formula that is off by no more than this describes the filter, but for the product of two dependent chances.
const EXACT: f64 = 1e-3;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let of = |ending: &str| -> Vec<&Row> {
        let is_of = |row: &&Row| row.bound == BY_BITS && row.ending == ending && row.retention == FORGETTING;
        rows.iter().filter(is_of).collect()
    };
    let (formula, text) = (of(DROPPING), of(KEEPING));
    let error = |(formula, text): (&&Row, &&Row)| 1.0 - formula.product_form / text.rate;
    let errors = || formula.iter().zip(&text).map(error);
    let most = errors().fold(0.0, f64::max);
    let own = formula.iter().map(|row| row.product_form / row.rate - 1.0).fold(0.0, f64::max);
    let last = formula.last().zip(text.last()).ok_or("no filters")?;
    let least = 1.0 - last.0.product_form / last.1.rate;
    Ok(vec![
        title(rows)?,
        Decision::new("R61")
            .measured(most)
            .threshold(format!("the same filter: rates within {EXACT}"))
            .tested_on(text.iter().copied())?
            .decide(
                most <= EXACT,
                format!(
                    "in the text the frozen filter remains as the message that filled it left it; in eq. 24–26 it has σ − k + 1 to σ \
                     bits, as before that message. Eq. 26 is {:.1} % too low for the filter of the text at {} bits, and {:.2} % at {}",
                    100.0 * most, formula[0].bits, 100.0 * least, last.0.bits
                ),
            )
            .remark(format!("for the filter that drops that message eq. 26 is off by at most {:.2} %", 100.0 * own)),
    ])
}
