//! Verdicts that no change of the table moves.

use polars::prelude::{Column, DataFrame, DataType, IntoColumn, Series, SortOptions};

use crate::claims::kind;
use crate::figure::Figure;
use crate::workspace::Workspace;
use crate::{Error, Result};

/// A change of a column.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    Negated,
    Scaled,
    Reversed,
    /// Half of the rows, without a pattern, are scaled.
    Scattered,
    Rising,
    Falling,
}

/// The ids of the claims whose verdict stays, whatever the tables say.
pub fn fixed(workspace: &Workspace, figure: &Figure) -> Result<Vec<String>> {
    let tables = figure.open(workspace)?;
    let claims = figure.page.claims.iter().filter(|claim| claim.untestable.is_none() && claim.proved.is_none());
    let mut left = claims.map(|claim| Ok((claim, kind(claim, &tables)?))).collect::<Result<Vec<_>>>()?;
    let frames = figure.frames(workspace)?;
    let has_joins = figure.page.views.values().any(|view| view.as_str().is_some_and(|query| query.contains("join")));
    for changes in changes(&frames, has_joins) {
        if left.is_empty() {
            break;
        }
        let mut other = frames.clone();
        for (table, column, change) in changes {
            other[table].1 = changed(&other[table].1, column, change)?;
        }
        // a query without an answer says nothing about the verdict
        let Ok(tables) = figure.over(workspace, other) else { continue };
        left.retain(|(claim, verdict)| kind(claim, &tables).map_or(true, |other| other == *verdict));
    }
    Ok(left.into_iter().map(|(claim, _)| claim.id.clone()).collect())
}

/// The changes to be tried, each of some columns at once: first many, then one by one. Keys of joins keep their order, since rows that
/// no longer match one to one are too many.
fn changes(frames: &[(String, DataFrame)], has_joins: bool) -> Vec<Vec<(usize, usize, Change)>> {
    let columns =
        || frames.iter().enumerate().flat_map(|(table, (_, frame))| (0..frame.width()).map(move |at| (table, at)));
    let column = |(table, at): (usize, usize)| &frames[table].1.columns()[at];
    let is_measured = |place| {
        let column: &Column = column(place);
        let known = column.len() - column.null_count();
        *column.dtype() == DataType::Float64 && column.n_unique().is_ok_and(|values| 2 * values > known)
    };
    let at_once =
        |change, places: Vec<(usize, usize)>| places.into_iter().map(|(table, at)| (table, at, change)).collect();
    let mut all: Vec<Vec<_>> =
        [Change::Negated, Change::Scaled].map(|change| at_once(change, columns().collect())).into();
    let measured: Vec<_> = columns().filter(|place| is_measured(*place)).collect();
    all.push(at_once(Change::Reversed, measured.clone()));
    for change in [Change::Scattered, Change::Negated, Change::Rising, Change::Falling] {
        all.push(at_once(change, measured.clone()));
    }
    let is_of = |kind: DataType| columns().filter(|place| *column(*place).dtype() == kind).collect::<Vec<_>>();
    all.push(at_once(Change::Negated, is_of(DataType::Boolean)));
    let others = is_of(DataType::Float64).into_iter().filter(|place| !measured.contains(place)).collect();
    all.push(at_once(Change::Scattered, others));
    for place in columns() {
        for change in
            [Change::Negated, Change::Scaled, Change::Reversed, Change::Scattered, Change::Rising, Change::Falling]
        {
            let keeps_keys = [Change::Negated, Change::Scaled, Change::Scattered].contains(&change);
            if keeps_keys || !has_joins || is_measured(place) {
                all.push(at_once(change, vec![place]));
            }
        }
    }
    all
}

fn changed(frame: &DataFrame, at: usize, change: Change) -> Result<DataFrame> {
    let refuse = |error| Error::new("falsification", error);
    let column = &frame.columns()[at];
    let times = |factor: f64| if *column.dtype() == DataType::Float64 { column * factor } else { column.clone() };
    let other = match change {
        Change::Negated if *column.dtype() == DataType::Boolean => (!column.bool().map_err(refuse)?).into_column(),
        Change::Negated => times(-1.0),
        Change::Scaled => times(1e3),
        Change::Reversed => column.reverse(),
        Change::Scattered if *column.dtype() == DataType::Float64 => {
            // the fraction of a multiple of the golden ratio
            let is_scaled = |row: usize| (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1;
            let factors = (0..column.len()).map(|row| if is_scaled(row) { 1e3 } else { 1.0 });
            let factors: Column = Series::from_iter(factors).into_column();
            (column * &factors).map_err(refuse)?
        }
        Change::Scattered => column.clone(),
        Change::Rising => column.sort(SortOptions::default()).map_err(refuse)?,
        Change::Falling => column.sort(SortOptions::default().with_order_descending(true)).map_err(refuse)?,
    };
    let mut frame = frame.clone();
    frame.replace_column(at, other).map_err(refuse)?;
    Ok(frame)
}
