//! Axes.

use bloomlab_pictures::{Axis, Scale, power, tick_label};
use toml::Value as Setting;

use super::value::number;
use crate::page;
use crate::query::{Scope, Tables};
use crate::words::filled;
use crate::{Error, Result};

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
    if let Some(ticks) = &axis.ticks {
        let mut all = Vec::new();
        for tick in ticks {
            let pair = tick.as_array().map(Vec::as_slice);
            let (at, name) = match pair {
                Some([at, name]) => (at, Some(name.as_str().ok_or_else(|| Error::new("ticks", format!("{name} is no text")))?)),
                _ => (tick, None),
            };
            let at = value("ticks", at)?;
            all.push((at, name.map(|name| filled(name, tables, scope)).transpose()?));
        }
        let least = all.iter().map(|(at, _)| *at).fold(f64::INFINITY, f64::min);
        let most = all.iter().map(|(at, _)| *at).fold(0.0, f64::max);
        // one notation for all ticks of an axis
        let are_powers = scale == Scale::Log10 && !axis.percent && (least < 1e-4 || most > 1e5);
        let label = |(at, name): (f64, Option<String>)| {
            let exponent = libm::round(libm::log10(at));
            let own = if are_powers && at == libm::pow(10.0, exponent) { power(10, exponent as i32) } else { tick_label(at, axis.percent) };
            (at, name.unwrap_or(own))
        };
        drawn = drawn.ticked(all.into_iter().map(label));
    }
    Ok(drawn)
}
