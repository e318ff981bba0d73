//! What the runners of the libraries and of the engines share: programs that answer lines, a schedule, intervals, a table on disk.

pub mod counts;
pub mod program;
pub mod schedule;
pub mod table;

use std::time::SystemTime;

/// `I/N` as the part, counted from 0, and the number of parts.
pub fn shard(word: &str) -> Option<(usize, usize)> {
    let (part, of) = word.split_once('/')?;
    let (part, of): (usize, usize) = (part.parse().ok()?, of.parse().ok()?);
    (1..=of).contains(&part).then(|| (part - 1, of))
}

/// The day, in UTC, as year-month-day.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // days to a date of the Gregorian calendar, with years that begin in March and eras of 400 years
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    format!("{}-{month:02}-{day:02}", era * 400 + year + u64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::shard;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!((shard("1/1"), shard("2/3")), (Some((0, 1)), Some((1, 3))));
        assert_eq!((shard("0/3"), shard("4/3"), shard("2"), shard("a/b")), (None, None, None, None));
    }
}
