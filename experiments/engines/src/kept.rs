//! Whether a promise is kept: by the measured interval, or across it by an exact rate.

use bloomlab_libraries::Cover;
use bloomlab_workbench::figure::*;

/// What is allowed above the promise.
pub(crate) const ALLOWED: f64 = 1.05;

/// What a row says about the promise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kept {
    Yes,
    No,
    Open,
}

/// The ratio to the promise that decides: the measured one, or the exact one where the interval lies on both sides of what is allowed.
pub(crate) fn deciding(ratio: Interval, computed: Option<(f64, Cover)>) -> Option<f64> {
    match ratio.upper <= ALLOWED || ratio.lower > ALLOWED {
        true => Some(ratio.value),
        false => computed.filter(|(_, cover)| *cover == Cover::Exact).map(|(ratio, _)| ratio),
    }
}

pub(crate) fn kept(ratio: Interval, computed: Option<(f64, Cover)>) -> Kept {
    match deciding(ratio, computed) {
        None => Kept::Open,
        Some(ratio) if ratio <= ALLOWED => Kept::Yes,
        Some(_) => Kept::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_rate_decides_where_the_interval_does_not() {
        let ratio = |lower: f64, value: f64, upper: f64| Interval { value, lower, upper };
        assert_eq!(kept(ratio(0.9, 1.0, 1.04), None), Kept::Yes);
        assert_eq!(kept(ratio(1.06, 1.1, 1.2), Some((1.0, Cover::Exact))), Kept::No);
        let open = ratio(0.9, 1.0, 1.1);
        assert_eq!(kept(open, Some((1.2, Cover::Nearest))), Kept::Open);
        assert_eq!(
            (kept(open, Some((1.2, Cover::Exact))), kept(open, Some((1.0, Cover::Exact)))),
            (Kept::No, Kept::Yes)
        );
    }
}
