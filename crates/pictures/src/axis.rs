//! Axes: linear and logarithmic scales, their ticks and labels.

use std::fmt;

use crate::Undrawable;

/// How values map to lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios, ticks at powers of 10.
    Log10,
    /// Equal steps for equal ratios, ticks at powers of 2.
    Log2,
}

/// An axis: what it measures, in which unit, on which scale.
#[derive(Clone, Debug)]
pub struct Axis {
    pub(crate) label: String,
    pub(crate) scale: Scale,
    pub(crate) include: Vec<f64>,
}

impl Axis {
    /// An axis that spans its data. The label names quantity and unit.
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale, include: Vec::new() }
    }

    /// The axis shall reach `value` as well.
    #[must_use]
    pub fn including(mut self, value: f64) -> Self {
        self.include.push(value);
        self
    }
}

/// A tick: where, and its label (minor ticks have none).
pub(crate) struct Tick {
    pub value: f64,
    pub label: Option<String>,
}

/// An axis with its range: from values to 0 … 1.
pub(crate) struct Range {
    scale: Scale,
    low: f64,
    high: f64,
    pub ticks: Vec<Tick>,
}

impl Range {
    /// The range of `values` with a little room, and some `wanted` labelled ticks.
    pub(crate) fn new(axis: &Axis, values: impl Iterator<Item = f64>, wanted: usize) -> Result<Self, Undrawable> {
        let scale = axis.scale;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.chain(axis.include.iter().copied()) {
            if !value.is_finite() || (scale != Scale::Linear && value <= 0.0) {
                return Err(Undrawable::OffScale { axis: axis.label.clone(), value, scale });
            }
            let position = scale.position(value);
            (low, high) = (low.min(position), high.max(position));
        }
        if low > high {
            return Err(Undrawable::NoValues { axis: axis.label.clone() });
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let room = 0.03 * (high - low);
        // a range that begins at 0 shall not show what lies below
        let low = if scale == Scale::Linear && low == 0.0 { 0.0 } else { low - room };
        let high = high + room;
        let ticks = match scale {
            Scale::Linear => linear_ticks(low, high, wanted),
            Scale::Log10 => power_ticks(low, high, wanted, 10),
            Scale::Log2 => power_ticks(low, high, wanted, 2),
        };
        Ok(Self { scale, low, high, ticks })
    }

    pub(crate) fn position(&self, value: f64) -> f64 {
        (self.scale.position(value) - self.low) / (self.high - self.low)
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Scale::Linear => "linear",
            Scale::Log10 | Scale::Log2 => "logarithmic",
        })
    }
}

impl Scale {
    fn position(self, value: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Log10 => libm::log10(value),
            Scale::Log2 => libm::log2(value),
        }
    }
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten.
fn linear_ticks(low: f64, high: f64, wanted: usize) -> Vec<Tick> {
    let raw = (high - low) / wanted as f64;
    let exponent = libm::floor(libm::log10(raw)) as i32;
    let steps = [(1, exponent), (2, exponent), (5, exponent), (1, exponent + 1)];
    let size = |(digit, exponent): (i32, i32)| f64::from(digit) * libm::pow(10.0, f64::from(exponent));
    let (digit, exponent) = *steps.iter().find(|step| size(**step) >= raw * 0.999).unwrap_or(&steps[3]);
    let step = size((digit, exponent));
    let decimals = (-exponent).max(0) as usize;
    let (first, last) = (libm::ceil(low / step - 1e-9) as i64, libm::floor(high / step + 1e-9) as i64);
    (first..=last)
        .map(|i| i as f64 * step)
        .map(|value| Tick { value, label: Some(grouped(&format!("{value:.decimals$}")).replace('-', "−")) })
        .collect()
}

/// Thin spaces between groups of three digits, from five digits on.
fn grouped(number: &str) -> String {
    let whole = number.split('.').next().unwrap_or_default().trim_start_matches('-').len();
    if number.contains('.') || whole < 5 {
        return number.to_owned();
    }
    let sign = number.len() - whole;
    let group = |(i, digit): (usize, char)| {
        let space = i > sign && (number.len() - i).is_multiple_of(3);
        if space { format!("\u{2009}{digit}") } else { digit.to_string() }
    };
    number.chars().enumerate().map(group).collect()
}

/// Ticks at powers of `base`, labelled as powers; where fewer than two lie in the range, at 1, 2 and 5 times them.
fn power_ticks(low: f64, high: f64, wanted: usize, base: i32) -> Vec<Tick> {
    let (first, last) = (libm::ceil(low - 1e-9) as i32, libm::floor(high + 1e-9) as i32);
    let value = |exponent: i32| libm::pow(f64::from(base), f64::from(exponent));
    let step = ((last - first) / wanted as i32 + 1).max(1);
    let mut ticks = Vec::new();
    for exponent in first - 1..=last {
        if exponent >= first {
            let labelled = exponent.rem_euclid(step) == 0;
            ticks.push(Tick { value: value(exponent), label: labelled.then(|| power(base, exponent)) });
        }
        for digit in 2..base.min(10) {
            let position = f64::from(exponent) + libm::log10(f64::from(digit));
            if step == 1 && (low..=high).contains(&position) {
                let labelled = last - first < 1 && (digit == 2 || digit == 5);
                let label = labelled.then(|| match exponent {
                    0 => digit.to_string(),
                    _ => format!("{digit}·{}", power(base, exponent)),
                });
                ticks.push(Tick { value: f64::from(digit) * value(exponent), label });
            }
        }
    }
    ticks
}

/// The power of a base as text, such as 10⁻³.
pub fn power(base: i32, exponent: i32) -> String {
    let superscript = |character| match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + (digit as u32 - '0' as u32)).unwrap_or(digit),
    };
    match exponent {
        0 => "1".to_owned(),
        1 => base.to_string(),
        _ => format!("{base}{}", exponent.to_string().chars().map(superscript).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        let range = Range::new(axis, values.iter().copied(), 6).unwrap();
        range.ticks.into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_numbers_and_powers() {
        assert_eq!(labels(&Axis::new("x", Scale::Linear), &[0.0, 1.0]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&Axis::new("x", Scale::Linear), &[0.0, 50_000.0])[1], "10\u{2009}000");
        assert_eq!(labels(&Axis::new("x", Scale::Log10), &[1e-4, 1e-1]), ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹"]);
        assert_eq!(labels(&Axis::new("m", Scale::Log2), &[32.0, 65536.0]), ["2⁶", "2⁸", "2¹⁰", "2¹²", "2¹⁴", "2¹⁶"]);
        assert_eq!(labels(&Axis::new("x", Scale::Log10), &[0.2, 0.9]), ["2·10⁻¹", "5·10⁻¹"]);
        assert_eq!(labels(&Axis::new("x", Scale::Log10), &[0.7, 6.0]), ["1", "2", "5"]);
    }

    #[test]
    fn what_a_log_axis_cannot_hold_is_refused() {
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Range::new(&Axis::new("x", Scale::Log10), [1.0, value].into_iter(), 6).is_err());
        }
        assert!(Range::new(&Axis::new("x", Scale::Linear), [f64::NAN].into_iter(), 6).is_err());
        assert!(Range::new(&Axis::new("x", Scale::Linear), [].into_iter(), 6).is_err());
    }
}
