//! Formulas in arithmetics: how many digits they get right, or why none.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use bloomlab::crosscheck::{ArithmeticKind, Failure, Outcome, single_filter};
use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::Double;
use bloomlab_tables::{Result, ensure};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Significant digits that the references have beyond those of the arithmetics.
const DIGITS: usize = 17;

const CANCELLATION: &str = "cancellation";
const OVERFLOW: &str = "overflow";
const TOO_LARGE: &str = "too large";
/// The reason if m/n asks for less than one item.
pub(crate) const OUT_OF_DOMAIN: &str = "out of domain";

/// Formulas in arithmetics.
#[derive(Clone, Deserialize)]
pub(crate) struct Evaluations {
    #[serde(deserialize_with = "named")]
    pub formulas: Vec<Formula>,
    #[serde(deserialize_with = "named")]
    pub arithmetics: Vec<ArithmeticKind>,
    /// An evaluation is too large if the estimate of its time, from the sizes alone, is longer.
    pub most_seconds: f64,
    /// Formulas that are also evaluated at several m near each size.
    pub sampled: Sampled,
}

/// Formulas in arithmetics in which their digits depend on those of m.
#[derive(Clone, Deserialize)]
pub(crate) struct Sampled {
    #[serde(deserialize_with = "named")]
    formulas: Vec<Formula>,
    #[serde(deserialize_with = "named")]
    arithmetics: Vec<ArithmeticKind>,
    pub bits_per_item: Vec<u64>,
}

/// Reads names.
pub(crate) fn named<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(names: D) -> Result<Vec<T>, D::Error> {
    let names = Vec::<String>::deserialize(names)?;
    names.iter().map(|name| name.parse().map_err(D::Error::custom)).collect()
}

impl Evaluations {
    pub(crate) fn check(&self) -> Result<()> {
        let seconds = self.most_seconds;
        ensure!(seconds > 0.0 && seconds <= 600.0, "most_seconds {seconds}: needs a number above 0, at most 600");
        Ok(())
    }

    /// Formula by formula, each in every arithmetic.
    pub(crate) fn outcomes(&self, load: Load) -> Vec<Outcome> {
        self.evaluated(load, &self.formulas, &self.arithmetics)
    }

    /// The same for what is sampled.
    pub(crate) fn sampled_outcomes(&self, load: Load) -> Vec<Outcome> {
        self.evaluated(load, &self.sampled.formulas, &self.sampled.arithmetics)
    }

    /// An evaluation that is too large times out and is not begun.
    fn evaluated(&self, load: Load, formulas: &[Formula], arithmetics: &[ArithmeticKind]) -> Vec<Outcome> {
        let of_formula = |&formula: &Formula| {
            let is_small = |arithmetic: &&ArithmeticKind| seconds(formula, **arithmetic, load) <= self.most_seconds;
            let small: Vec<_> = arithmetics.iter().filter(is_small).copied().collect();
            let mut found = single_filter(load, &[formula], &small, DIGITS, Duration::MAX).into_iter().peekable();
            let outcome = |&arithmetic: &ArithmeticKind| {
                found.next_if(|outcome| outcome.arithmetic == arithmetic).unwrap_or(Outcome {
                    formula: formula.name(),
                    arithmetic,
                    seconds: 0.0,
                    result: Err(Failure::TimedOut),
                })
            };
            arithmetics.iter().map(outcome).collect::<Vec<_>>()
        };
        formulas.iter().flat_map(of_formula).collect()
    }
}

/// The estimated time of an evaluation, from the sizes alone: 10 ns for a step in double precision; in MPFR 250 ns and more with the bits.
fn seconds(formula: Formula, arithmetic: ArithmeticKind, load: Load) -> f64 {
    let nanoseconds = match arithmetic {
        ArithmeticKind::Mpfr(bits) => 250.0 + 0.05 * libm::pow(f64::from(bits), 1.45),
        _ => 10.0,
    };
    formula.steps(&Double, load) * nanoseconds * 1e-9
}

/// Correct digits, rounded down to a hundredth, or the reason why there are none.
pub(crate) type Digits = (Option<f64>, Option<&'static str>);

pub(crate) fn digits_or_reason(outcome: &Outcome) -> Digits {
    match &outcome.result {
        Ok(checked) => (checked.correct_digits.map(|digits| (digits * 100.0).floor() / 100.0), None),
        Err(failure) => (None, Some(reason(failure))),
    }
}

/// The kind of a failure, without its numbers.
fn reason(failure: &Failure) -> &'static str {
    match failure {
        Failure::NoDigit(_) => CANCELLATION,
        Failure::Overflow => OVERFLOW,
        Failure::Underflow(_) => "underflow",
        Failure::TimedOut => TOO_LARGE,
        Failure::LostDigits(_) => "not in double precision",
        Failure::NotCertified(_) => "not certified",
        _ => OUT_OF_DOMAIN,
    }
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::Rationals;
    use bloomlab_formulas::inclusion_exclusion;
    use bloomlab_numbers::{Arithmetic as _, NaiveDouble, Number};
    use serde::de::{IntoDeserializer, value};

    use super::*;

    impl Evaluations {
        /// Formulas in one arithmetic, which are also the sampled ones, at 16 bits an item.
        pub(crate) fn of(formulas: &[Formula], arithmetic: ArithmeticKind) -> Self {
            let (formulas, arithmetics) = (formulas.to_vec(), vec![arithmetic]);
            let sampled =
                Sampled { formulas: formulas.clone(), arithmetics: arithmetics.clone(), bits_per_item: vec![16] };
            Self { formulas, arithmetics, most_seconds: 1.0, sampled }
        }
    }

    /// Every formula of the atlas in f64, against exact rationals rather than enclosures.
    #[test]
    fn digits_are_those_that_rationals_count() {
        let formulas = [Formula::ChristensenClosed, Formula::BoseStirling, Formula::InclusionExclusion];
        let evaluations = Evaluations::of(&formulas, ArithmeticKind::F64Naive);
        let (mut with_digits, mut lost) = (0, 0);
        for (bits, items, hashes) in
            [(12, 2, 4), (20, 3, 5), (32, 4, 6), (48, 4, 8), (60, 1, 40), (72, 9, 6), (96, 12, 6)]
        {
            let load = Load::new(bits, items, hashes).unwrap();
            let truth = inclusion_exclusion::rate(&Rationals, load);
            for (formula, outcome) in formulas.iter().zip(evaluations.outcomes(load)) {
                let value = formula.rate(&NaiveDouble, load).unwrap();
                // the double as a rational, from its integer mantissa and a power of two
                let exponent = libm::log2(value.abs()).floor() as i32 - 52;
                let mantissa = (value.abs() / f64::powi(2.0, exponent)) as u64;
                let power = Rationals.integer(2).pow(exponent.unsigned_abs().into());
                let scaled = Rationals.integer(mantissa);
                let rational = if exponent < 0 { scaled / power } else { scaled * power };
                let rational = if value < 0.0 { Rationals.zero() - rational } else { rational };
                let error = ((rational - &truth) / &truth).to_f64().abs();
                let expected = (-libm::log10(error)).min(f64::from(f64::MANTISSA_DIGITS) * std::f64::consts::LOG10_2);
                match digits_or_reason(&outcome) {
                    (Some(digits), None) => {
                        with_digits += 1;
                        assert!(
                            (-1e-6..0.01 + 1e-6).contains(&(expected - digits)),
                            "{formula} {bits}: {digits} {expected}"
                        );
                    }
                    (None, Some(reason)) => {
                        lost += 1;
                        assert!(reason == CANCELLATION && expected <= 0.0, "{formula} {bits}: {reason}, {expected}");
                    }
                    other => panic!("{formula} {bits}: {other:?}"),
                }
            }
        }
        assert!(with_digits >= 10 && lost >= 4, "{with_digits} with digits, {lost} without");
    }

    #[test]
    fn every_kind_of_failure_is_named_and_nonsense_is_refused() {
        let found = |formula, (bits, items, hashes)| {
            let evaluations = Evaluations::of(&[formula], ArithmeticKind::F64);
            digits_or_reason(&evaluations.outcomes(Load::new(bits, items, hashes).unwrap())[0]).1.unwrap()
        };
        let eq_18 = Formula::ChristensenClosed;
        let reasons = [
            found(eq_18, (100, 12, 6)),
            found(eq_18, (200, 25, 6)),
            found(eq_18, (1 << 20, 1 << 17, 6)),
            found(Formula::Bloom1970, (4, 1, 5)),
        ];
        assert_eq!(reasons, [CANCELLATION, OVERFLOW, TOO_LARGE, OUT_OF_DOMAIN]);
        let names = |name: &'static str| IntoDeserializer::<value::Error>::into_deserializer(vec![name]);
        assert!(named::<Formula, _>(names("eq-18")).is_err() && named::<ArithmeticKind, _>(names("f32")).is_err());
        assert!(Evaluations { most_seconds: 0.0, ..Evaluations::of(&[], ArithmeticKind::F64) }.check().is_err());
    }
}
