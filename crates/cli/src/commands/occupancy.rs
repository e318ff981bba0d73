//! `bloomlab occupancy`: how many bins the balls occupy.

use bloomlab::{AtMost, Certified, Error, Occupancy};
use serde::Serialize;

use super::shared::Digits;
use crate::answer::{Answer, Field, Row, failed};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// P(N, M, K): the probability that N balls thrown into M bins occupy exactly K of them
///
/// With --fullest, the probability that some bin holds C balls or more, as counters that overflow: certified if N · C ≤ 2^19, else between
/// bounds.
///
/// With --quantile, the least number of bins that at most are occupied with this probability; with --at-most, that probability of a number, as
/// that of set bits: the kind is approximate above 2^30 multiplications.
///
/// Without --occupied, prints the mean and the variance of the number of occupied bins, and its probabilities around the
/// mode. All values are certified.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab occupancy --balls 700k --bins 2^20
  bloomlab occupancy -N 7000 -M 10k --fullest 16
  bloomlab occupancy -N 7M -M 10M --quantile 0.999
  bloomlab occupancy -N 7M -M 10M --at-most 5_036_000
  bloomlab occupancy -N 20 -M 32 -K 15 --digits 40 --format json")]
pub struct Options {
    /// Balls, N
    #[arg(short = 'N', long, value_name = "N", value_parser = parse_size)]
    balls: u64,

    /// Bins, M
    #[arg(short = 'M', long, value_name = "M", value_parser = parse_size)]
    bins: u64,

    /// Occupied bins, K
    #[arg(short = 'K', long, value_name = "K", value_parser = parse_size)]
    occupied: Option<u64>,

    /// Balls that the fullest bin holds at least, C
    #[arg(long, value_name = "C", value_parser = parse_size, conflicts_with = "occupied")]
    fullest: Option<u64>,

    /// Probability with which at most the printed number of bins is occupied, Q
    #[arg(long, value_name = "Q", conflicts_with_all = ["occupied", "fullest", "at_most"])]
    quantile: Option<f64>,

    /// Bins that are occupied at most, K
    #[arg(long, value_name = "K", value_parser = parse_size, conflicts_with_all = ["occupied", "fullest"])]
    at_most: Option<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (question, digits) = (Occupancy::new(self.balls, self.bins)?, self.digits.digits);
        if let Some(occupied) = self.occupied {
            let probability = question.certified_probability(occupied, digits);
            return Ok(Answer::new("occupancy", self, vec![self.row(occupied, probability)]));
        }
        if let Some(least) = self.fullest {
            return Ok(Answer::new("occupancy", self, vec![fullest(question, least, digits)]));
        }
        let at_most = self.quantile.map(|quantile| question.quantile(quantile));
        if let Some(found) = at_most.or(self.at_most.map(|occupied| question.at_most(occupied))) {
            return Ok(Answer::new("occupancy", self, vec![at_most_row(found?, digits)]));
        }
        let of = |occupied| (occupied, question.certified_probability(occupied, digits));
        let rows: Vec<_> = question.around_mode()?.map(of).collect();
        let number = |value: Result<Certified, Error>| match value {
            Ok(value) => Num::bracketed(&value.enclosure, digits).field(),
            Err(why) => Field::Missing(CommandError::from(why).to_string().into()),
        };
        // how much of the distribution the rows are
        let shown = rows.iter().filter_map(|(_, probability)| probability.as_ref().ok()).map(Certified::to_f64).sum();
        let beside = vec![
            ("mean", number(question.certified_mean(digits))),
            ("variance", number(question.certified_variance(digits))),
            ("shown_probability", Num::double(shown, digits).in_brief()),
        ];
        let rows = rows.into_iter().map(|(occupied, probability)| self.row(occupied, probability)).collect();
        Ok(Answer::new("occupancy", self, rows).beside(beside))
    }

    fn row(&self, occupied: u64, probability: Result<Certified, Error>) -> Row {
        let name = ("occupied", Field::Count(occupied));
        match probability {
            Ok(value) => vec![name, ("probability", Num::bracketed(&value.enclosure, self.digits.digits).field())],
            Err(why) => failed(vec![name], CommandError::from(why)),
        }
    }
}

fn at_most_row(found: AtMost, digits: usize) -> Row {
    let number = |value| Num::double(value, digits).in_brief();
    let kind = Field::text(if found.is_exact { "exact" } else { "approximate" });
    let occupied = ("at_most", Field::Count(found.occupied));
    vec![occupied, ("probability", number(found.probability)), ("above", number(found.above)), ("kind", kind)]
}

fn fullest(question: Occupancy, least: u64, digits: usize) -> Row {
    let mut row = vec![("fullest", Field::Count(least))];
    if let Ok(value) = question.certified_fullest(least, digits) {
        row.extend([("probability", Num::bracketed(&value.enclosure, digits).field()), ("kind", Field::text("exact"))]);
    } else {
        let (lower, upper) = question.fullest_between(least);
        let number = |value| Num::double(value, digits).in_brief();
        row.extend([("lower", number(lower)), ("upper", number(upper)), ("kind", Field::text("bounds"))]);
    }
    row
}
