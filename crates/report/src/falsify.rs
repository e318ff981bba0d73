//! Verdicts that no change of the table moves.

use polars::prelude::{Column, DataType, IntoColumn, PolarsResult, Series, SortOptions};

use crate::answers::Answers;
use crate::claims::verdict;
use crate::figure::Figure;
use crate::page::Claim;
use crate::sql::words;
use crate::workspace::Workspace;
use crate::{Error, Result};

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

use Change::{Falling, Negated, Reversed, Rising, Scaled, Scattered};

/// A column: the number of its table, and its own.
type Place = (usize, usize);

/// The ids of the claims whose verdict stays, whatever the tables say.
///
/// Many columns are changed at once, and then one by one those that the claims left over name, and those that views name. Keys of
/// joins keep their order, since rows that no longer match one to one are too many.
pub fn fixed(workspace: &Workspace, figure: &Figure, answers: &Answers) -> Result<Vec<String>> {
    let claims = figure.page.claims.iter().zip(&answers.claims);
    let mut left: Vec<_> = claims.filter(|(claim, _)| claim.untestable.is_none() && claim.proved.is_none()).collect();
    let (frames, parameters) = (figure.frames(workspace)?, figure.computing(workspace)?);
    let shared: Vec<&str> =
        figure.page.views.values().chain(figure.page.lets.values()).filter_map(|query| query.as_str()).collect();
    let has_joins = shared.iter().any(|query| query.contains("join"));
    let column = |(table, at): Place| -> &Column { &frames[table].1.columns()[at] };
    let is_measured = |place| {
        let known = column(place).len() - column(place).null_count();
        *column(place).dtype() == DataType::Float64 && column(place).n_unique().is_ok_and(|values| 2 * values > known)
    };
    let all: Vec<Place> =
        (0..frames.len()).flat_map(|table| (0..frames[table].1.width()).map(move |at| (table, at))).collect();
    let of = |dtype: DataType| all.iter().copied().filter(move |place| *column(*place).dtype() == dtype);
    let measured: Vec<Place> = all.iter().copied().filter(|place| is_measured(*place)).collect();
    let booleans = of(DataType::Boolean).collect();
    let others = of(DataType::Float64).filter(|place| !measured.contains(place)).collect();
    let at_once =
        |changes: &[Change]| changes.iter().map(|change| (*change, measured.clone(), None)).collect::<Vec<_>>();
    let single = |is_in_views| {
        let changes = [Negated, Scaled, Reversed, Scattered, Rising, Falling].into_iter();
        let places = changes.flat_map(|change| all.iter().map(move |place| (change, *place)));
        let kept = places.filter(|(change, place)| {
            [Negated, Scaled, Scattered].contains(change) || !has_joins || measured.contains(place)
        });
        kept.map(|(change, place)| (change, vec![place], Some(is_in_views))).collect::<Vec<_>>()
    };
    let steps = [
        vec![(Negated, all.clone(), None)],
        at_once(&[Reversed]),
        vec![(Scaled, all.clone(), None)],
        single(false),
        at_once(&[Scattered, Negated, Rising, Falling]),
        vec![(Negated, booleans, None), (Scattered, others, None)],
        single(true),
    ];
    for (change, places, is_in_views) in steps.into_iter().flatten() {
        if left.is_empty() {
            break;
        }
        if let Some(is_in_views) = is_in_views {
            let name = column(places[0]).name().as_str();
            let has_name = |query: &str| words(query).any(|word| word == name);
            let is_own = left.iter().any(|(claim, _)| queries(claim).any(has_name));
            if is_own == is_in_views || is_in_views && !shared.iter().any(|query| has_name(query)) {
                continue;
            }
        }
        let mut other = frames.clone();
        for (table, at) in places {
            let column = changed(column((table, at)), change).map_err(|error| Error::new("falsification", error))?;
            other[table].1.replace_column(at, column).map_err(|error| Error::new("falsification", error))?;
        }
        let tables = figure.over(other, &parameters)?;
        // a query without an answer says nothing about the verdict
        left.retain(|(claim, decided)| verdict(claim, &tables).map_or(true, |other| other == decided.verdict));
    }
    Ok(left.into_iter().map(|(claim, _)| claim.id.clone()).collect())
}

fn queries(claim: &Claim) -> impl Iterator<Item = &str> {
    let more = [&claim.only, &claim.corrected].into_iter().flatten().map(|[_, query]| query);
    [&claim.value, &claim.holds].into_iter().flatten().chain(more).map(String::as_str)
}

fn changed(column: &Column, change: Change) -> PolarsResult<Column> {
    let is_number = *column.dtype() == DataType::Float64;
    Ok(match change {
        Negated if *column.dtype() == DataType::Boolean => (!column.bool()?).into_column(),
        Negated if is_number => column * -1.0,
        Scaled if is_number => column * 1e3,
        Scattered if is_number => {
            // the fraction of a multiple of the golden ratio
            let is_scaled = |row: usize| (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1;
            let factors = (0..column.len()).map(|row| if is_scaled(row) { 1e3 } else { 1.0 });
            let factors: Column = Series::from_iter(factors).into_column();
            (column * &factors)?
        }
        Negated | Scaled | Scattered => column.clone(),
        Reversed => column.reverse(),
        Rising => column.sort(SortOptions::default())?,
        Falling => column.sort(SortOptions::default().with_order_descending(true))?,
    })
}
