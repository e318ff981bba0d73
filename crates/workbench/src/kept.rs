//! Whether a promised rate is kept: by the measured interval, or across it by an exact rate.

use crate::Interval;

/// What is allowed above the promise.
pub const ALLOWED: f64 = 1.05;

/// What a measurement says about a promise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kept {
    /// The rate is at most [`ALLOWED`] times the promised one.
    Yes,
    /// It is higher.
    No,
    /// The interval does not decide, and there is no exact rate.
    Open,
}

impl Kept {
    /// From the ratio that decides.
    pub fn by(deciding: Option<f64>) -> Self {
        match deciding {
            None => Self::Open,
            Some(ratio) if ratio <= ALLOWED => Self::Yes,
            Some(_) => Self::No,
        }
    }
}

/// The ratio to the promise that decides: the measured one, or the exact one where the interval lies on both sides of what is allowed.
pub fn deciding(ratio: Interval, exact: Option<f64>) -> Option<f64> {
    if ratio.upper <= ALLOWED || ratio.lower > ALLOWED { Some(ratio.value) } else { exact }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_rate_decides_where_the_interval_does_not() {
        let kept =
            |lower: f64, value: f64, upper: f64, exact| Kept::by(deciding(Interval { value, lower, upper }, exact));
        assert_eq!(kept(0.9, 1.0, 1.04, None), Kept::Yes);
        assert_eq!(kept(1.06, 1.1, 1.2, Some(1.0)), Kept::No);
        let open = |exact| kept(0.9, 1.0, 1.1, exact);
        assert_eq!([open(None), open(Some(1.2)), open(Some(1.0))], [Kept::Open, Kept::No, Kept::Yes]);
    }
}
