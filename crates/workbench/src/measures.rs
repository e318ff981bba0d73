//! Measures: what most claims ask of a table, each with the row that decides.

use std::fmt::{self, Display, Formatter};

use crate::figure::{Interval, Result};

/// An error that says why, unless a condition holds.
///
/// # Errors
/// The condition does not hold.
pub fn ensure(holds: bool, otherwise: impl Into<String>) -> Result<()> {
    if holds { Ok(()) } else { Err(otherwise.into().into()) }
}

/// A value, and the row that has it.
#[derive(Clone, Copy, Debug)]
pub struct Extreme<R> {
    /// The value.
    pub value: f64,
    /// Its row.
    pub row: R,
}

/// The largest value among some rows.
///
/// # Errors
/// No rows, or a value that is no number.
pub fn largest<R>(rows: impl IntoIterator<Item = R>, value: impl Fn(&R) -> f64) -> Result<Extreme<R>> {
    let valued = rows.into_iter().map(|row| Extreme { value: value(&row), row });
    let found = valued.reduce(|a, b| if b.value > a.value || b.value.is_nan() { b } else { a }).ok_or("no rows")?;
    if found.value.is_nan() { Err("a value is no number".into()) } else { Ok(found) }
}

/// The smallest value among some rows.
///
/// # Errors
/// As [`largest`].
pub fn smallest<R>(rows: impl IntoIterator<Item = R>, value: impl Fn(&R) -> f64) -> Result<Extreme<R>> {
    let found = largest(rows, |row| -value(row))?;
    Ok(Extreme { value: -found.value, ..found })
}

/// How many of some rows have a property.
#[derive(Clone, Copy, Debug)]
pub struct Share<R> {
    /// How many have it.
    pub having: usize,
    /// How many there are.
    pub of: usize,
    /// The first that lacks it.
    pub lacking: Option<R>,
}

impl<R> Share<R> {
    /// From 0 to 1.
    pub fn value(&self) -> f64 {
        self.having as f64 / self.of as f64
    }

    /// Whether all of them have it.
    pub fn is_all(&self) -> bool {
        self.having == self.of
    }
}

/// Such as `3 of 7`.
impl<R> Display for Share<R> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{} of {}", self.having, self.of)
    }
}

/// How many of some rows have a property.
///
/// # Errors
/// No rows.
pub fn share<R>(rows: impl IntoIterator<Item = R>, has: impl Fn(&R) -> bool) -> Result<Share<R>> {
    let mut share = Share { having: 0, of: 0, lacking: None };
    for row in rows {
        share.of += 1;
        match has(&row) {
            true => share.having += 1,
            false => share.lacking = share.lacking.or(Some(row)),
        }
    }
    if share.of == 0 { Err("no rows".into()) } else { Ok(share) }
}

/// How many of the 99 % intervals contain the value beside them; rows without an interval do not count.
///
/// # Errors
/// No interval.
pub fn contained<R>(
    rows: impl IntoIterator<Item = R>,
    pair: impl Fn(&R) -> (f64, Option<Interval>),
) -> Result<Share<R>> {
    let with_interval = rows.into_iter().filter_map(|row| {
        let (value, interval) = pair(&row);
        Some((row, interval?.contains(value)))
    });
    let found = share(with_interval, |(_, contains)| *contains)?;
    Ok(Share { having: found.having, of: found.of, lacking: found.lacking.map(|(row, _)| row) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_and_shares_name_their_rows() {
        let rows = [3.0, 1.0, 2.0];
        let (high, low) = (largest(&rows, |x| **x).unwrap(), smallest(&rows, |x| **x).unwrap());
        assert_eq!(((high.value, *high.row), (low.value, *low.row)), ((3.0, 3.0), (1.0, 1.0)));
        let found = share(&rows, |x| **x > 1.5).unwrap();
        assert_eq!((found.having, found.of, found.lacking), (2, 3, Some(&1.0)));
        assert_eq!((found.to_string(), found.is_all()), ("2 of 3".to_owned(), false));
        assert!(share(&rows, |x| **x > 0.5).unwrap().is_all());
        assert_eq!(largest(&[0.0; 0], |x| **x).unwrap_err().to_string(), "no rows");
        for rows in [[f64::NAN, 1.0, 2.0], [1.0, f64::NAN, 2.0], [1.0, 2.0, f64::NAN]] {
            assert_eq!(largest(&rows, |x| **x).unwrap_err().to_string(), "a value is no number");
        }
    }

    #[test]
    fn what_does_not_hold_is_an_error() {
        assert!(ensure(true, "never").is_ok());
        assert_eq!(ensure(false, "k = 0").unwrap_err().to_string(), "k = 0");
    }

    #[test]
    fn intervals_contain_or_not() {
        let interval = |lower, upper| Some(Interval { value: 0.5 * (lower + upper), lower, upper });
        let rows = [(1.0, interval(0.0, 2.0)), (3.0, interval(0.0, 2.0)), (9.0, None)];
        let found = contained(rows, |row| *row).unwrap();
        assert_eq!((found.having, found.of, found.lacking.map(|row| row.0)), (1, 2, Some(3.0)));
    }
}
