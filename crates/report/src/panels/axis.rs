//! Axes.

use bloomlab_pictures::{Axis, Scale, power, tick_label};
use toml::Value as Setting;

use super::value::number;
use crate::looks::name_of;
use crate::page;
use crate::query::{Scope, Tables, Value};
use crate::words::filled;
use crate::{Error, Result};

/// The most names of an axis of cells that has no ticks.
const MOST: usize = 8;

/// The scale of a name.
pub fn scale(axis: &page::Axis) -> Result<Scale> {
    match axis.scale.as_deref() {
        None | Some("linear") => Ok(Scale::Linear),
        Some("log") => Ok(Scale::Log10),
        Some("log2") => Ok(Scale::Log2),
        Some(other) => Err(Error::new("scale", format!("{other} is none: log, log2"))),
    }
}

/// An axis of numbers.
pub fn axis(axis: &page::Axis, tables: &Tables, scope: &Scope) -> Result<Axis> {
    let scale = scale(axis)?;
    let value = |key: &str, setting: &Setting| {
        let value = number(setting, tables, scope).map_err(|error| error.within(key))?;
        let fits = scale == Scale::Linear || value > 0.0;
        fits.then_some(value).ok_or_else(|| Error::new(key, format!("{value} has no place on a logarithmic axis")))
    };
    let mut drawn = Axis::new(filled(&axis.label, tables, scope)?, scale);
    for setting in &axis.include {
        drawn = drawn.including(value("include", setting)?);
    }
    if let Some([low, high]) = &axis.range {
        drawn = drawn.limited(value("range", low)?, value("range", high)?);
    }
    if axis.percent {
        drawn = drawn.percent();
    }
    match &axis.ticks {
        Some(ticks) => Ok(drawn.ticked(self::ticks(ticks, axis, tables, scope)?)),
        None => Ok(drawn),
    }
}

/// An axis of cells, of which the ticks name some.
pub fn cells(axis: &page::Axis, values: &[Value], tables: &Tables, scope: &Scope) -> Result<Axis> {
    let drawn = Axis::new(filled(&axis.label, tables, scope)?, Scale::Linear).limited(-0.5, values.len() as f64 - 0.5);
    let Some(ticks) = &axis.ticks else {
        let step = values.len().div_ceil(MOST);
        return Ok(drawn.ticked(values.iter().enumerate().step_by(step).map(|(i, value)| (i as f64, shown(value, axis)))));
    };
    let named = self::ticks(ticks, axis, tables, scope)?;
    let at = |(value, name)| {
        let at = values.iter().position(|known| known.number() == Some(value));
        at.map(|at| (at as f64, name)).ok_or_else(|| Error::new("ticks", format!("no cells at {value}")))
    };
    Ok(drawn.ticked(named.into_iter().map(at).collect::<Result<Vec<_>>>()?))
}

fn shown(value: &Value, axis: &page::Axis) -> String {
    value.number().map_or_else(|| name_of(value), |number| tick_label(number, axis.percent))
}

/// The ticks of an axis with their names.
fn ticks(ticks: &[Setting], axis: &page::Axis, tables: &Tables, scope: &Scope) -> Result<Vec<(f64, String)>> {
    let mut all = Vec::new();
    for tick in ticks {
        let (at, name) = match tick.as_array().map(Vec::as_slice) {
            Some([at, name]) => (at, Some(name.as_str().ok_or_else(|| Error::new("ticks", format!("{name} is no text")))?)),
            _ => (tick, None),
        };
        let at = number(at, tables, scope).map_err(|error| error.within("ticks"))?;
        all.push((at, name.map(|name| filled(name, tables, scope)).transpose()?));
    }
    let least = all.iter().map(|(at, _)| *at).fold(f64::INFINITY, f64::min);
    let most = all.iter().map(|(at, _)| *at).fold(0.0, f64::max);
    // one notation for all ticks of an axis
    let are_powers = least > 0.0 && !axis.percent && (least < 1e-4 || most > 1e5);
    let label = |(at, name): (f64, Option<String>)| {
        let exponent = libm::round(libm::log10(at));
        let is_power = are_powers && at == libm::pow(10.0, exponent);
        let own = if is_power { power(10, exponent as i32) } else { tick_label(at, axis.percent) };
        (at, name.unwrap_or(own))
    };
    Ok(all.into_iter().map(label).collect())
}
