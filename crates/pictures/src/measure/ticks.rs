//! Ticks: one rule for all axes. Linear axes have multiples of 1, 2 or 5 times a power of ten, four or more. Logarithmic ones of at most
//! two decades have 0.2, 0.5, 1, 2, 5; longer ones have powers of ten, written out from 0.0001 to 100,000. Powers of two are
//! numbers up to 65,536, and powers on axes that reach farther.

use crate::Scale;

/// The labelled ticks from which a reader can tell values between them.
const ENOUGH: i64 = 4;

/// A tick: where, and its label (minor ticks have none).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub value: f64,
    pub label: Option<String>,
}

/// The ticks of a scale between two ends, given as the scale places them.
pub(crate) fn ticks(scale: Scale, (low, high): (f64, f64), wanted: usize, percent: bool) -> Vec<Tick> {
    match scale {
        Scale::Linear => linear(low, high, wanted, percent),
        Scale::Log10 => decades(low, high, wanted, percent),
        Scale::Log2 => doublings(low, high, wanted, percent),
    }
}

/// The power of a base as marked-up text, such as 10^{−3}.
pub fn power(base: i32, exponent: i32) -> String {
    format!("{base}^{{{}}}", exponent.to_string().replace('-', "−"))
}

/// A number as the label of a tick.
pub fn tick_label(value: f64, percent: bool) -> String {
    written(value, percent).unwrap_or_default()
}

fn named(text: String, percent: bool) -> Option<String> {
    let text = text.replace('-', "−");
    Some(if percent { format!("{text}\u{2009}%") } else { text })
}

/// A number as short as it can be written, between a hundred thousandth and a million.
fn written(value: f64, percent: bool) -> Option<String> {
    let value = if percent { 100.0 * value } else { value };
    // nine digits, so that 0.3 is not 0.30000000000000004
    let digits = 8 - libm::floor(libm::log10(value.abs().max(1e-300))) as i32;
    let text = format!("{value:.*}", digits.clamp(0, 300) as usize);
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    named(if value == 0.0 { "0".to_owned() } else { grouped(short) }, percent)
}

/// A decimal with commas between the groups of three digits of its whole part, if that has five digits or more.
pub fn grouped(decimal: &str) -> String {
    let (sign, number) = decimal.strip_prefix('-').map_or(("", decimal), |number| ("-", number));
    let whole = number.find('.').unwrap_or(number.len());
    let mut all = sign.to_owned();
    for (at, digit) in number.char_indices() {
        if whole > 4 && at > 0 && at < whole && (whole - at).is_multiple_of(3) {
            all.push(',');
        }
        all.push(digit);
    }
    all
}

fn linear(low: f64, high: f64, wanted: usize, percent: bool) -> Vec<Tick> {
    let raw = (high - low) / wanted as f64;
    let exponent = libm::floor(libm::log10(raw)) as i32;
    let steps = [(1, exponent + 1), (5, exponent), (2, exponent), (1, exponent), (5, exponent - 1), (2, exponent - 1)];
    let size = |(digit, exponent): (i32, i32)| f64::from(digit) * libm::pow(10.0, f64::from(exponent));
    let ends = |step: f64| (libm::ceil(low / step - 1e-9) as i64, libm::floor(high / step + 1e-9) as i64);
    // the least step that is long enough, or the longest with as many ticks as a reader needs
    let least = steps.iter().rposition(|step| size(*step) >= raw * 0.999).unwrap_or(0);
    let has_enough = |step: &(i32, i32)| ends(size(*step)).1 - ends(size(*step)).0 + 1 >= ENOUGH.min(wanted as i64);
    let (digit, exponent) = *steps[least..].iter().find(|step| has_enough(step)).unwrap_or(&steps[5]);
    let step = size((digit, exponent));
    let decimals = (-exponent - if percent { 2 } else { 0 }).max(0) as usize;
    let (first, last) = ends(step);
    let label = |value: f64| {
        let shown = if percent { 100.0 * value } else { value };
        named(if value == 0.0 { "0".to_owned() } else { grouped(&format!("{shown:.decimals$}")) }, percent)
    };
    (first..=last).map(|i| i as f64 * step).map(|value| Tick { value, label: label(value) }).collect()
}

fn decades(low: f64, high: f64, wanted: usize, percent: bool) -> Vec<Tick> {
    let (first, last) = (libm::ceil(low - 1e-9) as i32, libm::floor(high + 1e-9) as i32);
    let value = |digit: i32, exponent: i32| f64::from(digit) * libm::pow(10.0, f64::from(exponent));
    let step = ((last - first) / wanted as i32 + 1).max(1);
    let is_short = high - low <= 2.0;
    // per cent from 0.0001 to 10,000, numbers from 0.0001 to 100,000
    let is_usual = if percent { first >= -6 && last <= 2 } else { first >= -4 && last <= 5 };
    let mut ticks = Vec::new();
    for exponent in first - 1..=last {
        for digit in 1..10 {
            let position = f64::from(exponent) + libm::log10(f64::from(digit));
            if position < low - 1e-9 || position > high + 1e-9 || (digit > 1 && step > 1) {
                continue;
            }
            let is_labelled =
                if is_short { [1, 2, 5].contains(&digit) } else { digit == 1 && exponent.rem_euclid(step) == 0 };
            let label = is_labelled.then(|| match digit {
                _ if is_short && (-5..6).contains(&exponent) => written(value(digit, exponent), percent),
                1 => decade(exponent, percent, is_usual),
                _ => decade(exponent, percent, is_usual).map(|power| format!("{digit}·{power}")),
            });
            ticks.push(Tick { value: value(digit, exponent), label: label.flatten() });
        }
    }
    ticks
}

/// A power of ten; as a number on an axis of usual numbers, and near 1 on any other.
fn decade(exponent: i32, percent: bool, is_usual: bool) -> Option<String> {
    match percent {
        true if is_usual => written(libm::pow(10.0, f64::from(exponent)), true),
        true => named(power(10, exponent + 2), true),
        false if is_usual || (-1..=1).contains(&exponent) => written(libm::pow(10.0, f64::from(exponent)), false),
        false => Some(power(10, exponent)),
    }
}

/// Powers of two: numbers on an axis whose numbers have at most five digits, powers on any other.
fn doublings(low: f64, high: f64, wanted: usize, percent: bool) -> Vec<Tick> {
    let (first, last) = (libm::ceil(low - 1e-9) as i32, libm::floor(high + 1e-9) as i32);
    let step = ((last - first) / wanted as i32 + 1).max(1);
    let is_usual = first >= -3 && last <= 16;
    let tick = |exponent: i32| {
        let value = libm::exp2(f64::from(exponent));
        let label = if is_usual { written(value, percent) } else { Some(power(2, exponent)) };
        Tick { value, label: if exponent.rem_euclid(step) == 0 { label } else { None } }
    };
    (first..=last).map(tick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, low: f64, high: f64, percent: bool) -> Vec<String> {
        let ends = (scale.position(low), scale.position(high));
        ticks(scale, ends, 6, percent).into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn whole_numbers_of_five_digits_are_grouped() {
        let cases = ["1234567", "-10718", "0.01562", "1024", "65536.25"];
        assert_eq!(cases.map(grouped), ["1,234,567", "-10,718", "0.01562", "1024", "65,536.25"]);
    }

    #[test]
    fn linear_ticks_are_round_numbers() {
        assert_eq!(labels(Scale::Linear, 0.0, 1.0, false), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(Scale::Linear, -1.0, 1.0, false), ["−1.0", "−0.5", "0", "0.5", "1.0"]);
        assert_eq!(labels(Scale::Linear, 0.0, 50_000.0, false)[1], "10,000");
        assert_eq!(labels(Scale::Linear, 0.0, 13.0, false), ["0", "2", "4", "6", "8", "10", "12"], "not 0, 5, 10");
        assert_eq!(labels(Scale::Linear, 0.0, 0.1, true)[1], "2\u{2009}%");
    }

    #[test]
    fn logarithmic_ticks_are_digits_within_two_decades_and_powers_beyond() {
        assert_eq!(labels(Scale::Log10, 0.2, 9.0, false), ["0.2", "0.5", "1", "2", "5"]);
        assert_eq!(labels(Scale::Log10, 2e-7, 9e-7, false), ["2·10^{−7}", "5·10^{−7}"]);
        assert_eq!(labels(Scale::Log10, 1e-2, 1e1, false), ["0.01", "0.1", "1", "10"]);
        assert_eq!(labels(Scale::Log10, 1e-8, 1e2, false), ["10^{−8}", "10^{−6}", "10^{−4}", "10^{−2}", "1", "10^{2}"]);
        assert_eq!(
            labels(Scale::Log10, 1e-4, 1.0, true),
            ["0.01\u{2009}%", "0.1\u{2009}%", "1\u{2009}%", "10\u{2009}%", "100\u{2009}%"]
        );
        assert_eq!(labels(Scale::Log2, 32.0, 65536.0, false), ["64", "256", "1024", "4096", "16,384", "65,536"]);
        assert_eq!(
            labels(Scale::Log2, 64.0, 131_072.0, false),
            ["2^{6}", "2^{8}", "2^{10}", "2^{12}", "2^{14}", "2^{16}"]
        );
        assert_eq!(labels(Scale::Log2, 0.25, 8.0, false), ["0.25", "0.5", "1", "2", "4", "8"]);
    }
}
