//! A figure whose types are forgotten: what the workbench does with it, from settings and tables alone.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::facts::Facts;
use crate::figure::{Context, Decision, Drawing, Figure, Result};
use crate::rows::{Table, Written};
use crate::scope::Scope;
use crate::settings::Settings;

/// A figure of any parameters and rows.
pub(crate) trait AnyFigure: Sync {
    /// The figure's name.
    fn name(&self) -> &'static str;
    /// The parameters, with the defaults of those that the settings leave out, or why they are refused.
    fn parameters(&self, settings: &Settings) -> Result<serde_json::Value, String>;
    /// The rows, with the types of their columns.
    fn compute(&self, settings: &Settings, context: &Context) -> Result<Written>;
    /// What is shown of a table, and the numbers that words may use.
    fn draw(&self, table: &Table) -> Result<(Drawing, Facts)>;
    /// The numbers of a table that words may use.
    fn facts(&self, table: &Table) -> Result<Facts>;
    /// What a table decides, and on what.
    fn claims(&self, table: &Table) -> Result<Vec<Decision>>;
    /// The rows of a table, as they would be written.
    fn rewritten(&self, table: &Table) -> Result<Written>;
}

impl<P: Serialize + DeserializeOwned, R: Serialize + DeserializeOwned> AnyFigure for Figure<P, R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn parameters(&self, settings: &Settings) -> Result<serde_json::Value, String> {
        serde_json::to_value(settings.parameters::<P>()?).map_err(|error| error.to_string())
    }

    fn compute(&self, settings: &Settings, context: &Context) -> Result<Written> {
        let rows = (self.compute)(&settings.parameters()?, context);
        context.progress.finish();
        Ok(Written::from_rows(&rows?)?)
    }

    fn draw(&self, table: &Table) -> Result<(Drawing, Facts)> {
        let rows: Vec<R> = table.rows()?;
        Ok(((self.draw)(&rows)?, (self.facts)(&rows)?))
    }

    fn facts(&self, table: &Table) -> Result<Facts> {
        (self.facts)(&table.rows()?)
    }

    fn claims(&self, table: &Table) -> Result<Vec<Decision>> {
        let rows: Vec<R> = table.rows()?;
        let decisions = (self.claims)(&rows).map_err(|error| format!("claims of {}: {error}", self.name))?;
        let is_whole = |decision: &Decision| decision.scope.is_none();
        Ok(if decisions.iter().any(is_whole) { Scope::of(&rows)?.of_all(decisions) } else { decisions })
    }

    fn rewritten(&self, table: &Table) -> Result<Written> {
        Ok(Written::from_rows(&table.rows::<R>()?)?)
    }
}
