//! A panel for each pair of values of two columns.

use super::group::{distinct, scope};
use crate::looks::Looks;
use crate::page::Panel;
use crate::query::Tables;
use crate::sql::literal;
use crate::{Error, Result};

/// The panels with each facet as panels of its own, and the panels in a row.
pub fn facets(panels: Vec<Panel>, tables: &Tables, looks: &Looks) -> Result<(Vec<Panel>, Option<usize>)> {
    let mut all = Vec::new();
    let mut in_a_row = None;
    for (i, panel) in panels.into_iter().enumerate() {
        let Some(facet) = panel.facet.clone() else {
            all.push(panel);
            continue;
        };
        let distinct = |column: &str| distinct(column, tables, [&scope(&panel)]);
        let within = |error: Error| error.within(&format!("panel {}: facet", i + 1));
        let (rows, columns) = (distinct(&facet.rows).map_err(within)?, distinct(&facet.columns).map_err(within)?);
        in_a_row = Some(columns.len());
        for row in &rows {
            for column in &columns {
                let among = format!("({}) = {} and ({}) = {}", facet.rows, literal(row)?, facet.columns, literal(column)?);
                let condition = panel.condition.as_ref().map_or(among.clone(), |own| format!("({own}) and {among}"));
                let title = format!("{}, {}", looks.label(row), looks.label(column));
                all.push(Panel { condition: Some(condition), title: Some(title), facet: None, ..panel.clone() });
            }
        }
    }
    Ok((all, in_a_row))
}
