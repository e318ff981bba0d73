//! Axes, and the numbers of a page that may be queries.

use bloomlab_pictures::{Axis, Scale, power, tick_label};
use toml::Value as Setting;

use super::drawing::Drawing;
use super::each;
use crate::page;
use crate::query::{Scope, Tables};
use crate::{Error, Result};

/// A number, or the answer to a query on the rows of a panel.
pub fn number(value: &Setting, tables: &Tables, scope: &Scope) -> Result<f64> {
    match value {
        Setting::Integer(number) => Ok(*number as f64),
        Setting::Float(number) => Ok(*number),
        Setting::String(query) if is_constant(query) => tables.number(&format!("select ({query}) as answer"), scope),
        Setting::String(query) => tables.number(query, scope),
        other => Err(Error::new(other, "is neither a number nor a query")),
    }
}

/// True if a query names numbers, `$name` and operators, and no column.
fn is_constant(query: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$');
    let mut words = query.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty());
    words.all(|word| word.starts_with('$') || word.starts_with(|letter: char| letter.is_ascii_digit()))
}

impl Drawing<'_> {
    /// A number with the key that has it.
    pub fn number(&self, key: &str, value: &Setting) -> Result<f64> {
        number(value, self.tables, &self.scope).map_err(|error| error.within(key))
    }

    /// The axis of x (0) or y (1).
    pub fn axis(&self, i: usize) -> Result<Axis> {
        let of = [&self.panel.x, &self.panel.y][i];
        let scale = of.scale;
        let value = |key: &'static str| {
            move |setting: &Setting| {
                let value = self.number(key, setting)?;
                let refuse = || Error::new(key, format!("{value} has no place on a {scale} axis"));
                scale.holds(value).then_some(value).ok_or_else(refuse)
            }
        };
        let mut axis = Axis { label: self.words(&of.label)?, scale, percent: of.percent, ..Axis::default() };
        axis.include = of.include.iter().map(value("include")).collect::<Result<_>>()?;
        if let Some([low, high]) = &of.range {
            axis.limits = Some((value("range")(low)?, value("range")(high)?));
        }
        axis.ticks = of.ticks.as_ref().map(|ticks| self.ticks(ticks, of)).transpose()?;
        let Some(known) = &self.categories[i] else { return Ok(axis) };
        axis.limits = Some((-0.5, known.len() as f64 - 0.5));
        axis.scale = Scale::Linear;
        let place = |(value, name): (f64, String)| {
            let at = known.iter().position(|known| known.0.number() == Some(value));
            at.map(|at| (at as f64, name)).ok_or_else(|| Error::new("ticks", format!("no cells at {value}")))
        };
        axis.ticks = Some(match axis.ticks {
            Some(ticks) => ticks.into_iter().map(place).collect::<Result<_>>()?,
            None => known.iter().enumerate().map(|(at, (_, name))| (at as f64, name.clone())).collect(),
        });
        Ok(axis)
    }

    /// Ticks with their names, in one notation.
    fn ticks(&self, ticks: &[Setting], axis: &page::Axis) -> Result<Vec<(f64, String)>> {
        let named = each("ticks", ticks, |tick| match tick.as_array().map(Vec::as_slice) {
            Some([at, Setting::String(name)]) => Ok((self.number("value", at)?, Some(self.words(name)?))),
            _ => Ok((self.number("value", tick)?, None)),
        })?;
        let is_far = |(at, _): &(f64, _)| *at > 1e5 || (0.0..1e-4).contains(at) && *at > 0.0;
        let are_powers = !axis.percent && named.iter().any(is_far);
        let label = |at: f64| {
            let exponent = libm::round(libm::log10(at));
            let is_power = are_powers && at == libm::pow(10.0, exponent);
            if is_power { power(10, exponent as i32) } else { tick_label(at, axis.percent) }
        };
        Ok(named.into_iter().map(|(at, name)| (at, name.unwrap_or_else(|| label(at)))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::is_constant;

    #[test]
    fn constants_name_no_column() {
        assert!(["$small", "1 + $small_1", "(2.5 - 1e3) * $a"].into_iter().all(is_constant));
        assert!(["max(a)", "a where b", "$a + b"].into_iter().all(|query| !is_constant(query)));
    }
}
