//! `bloomlab recycling false-negatives`.

use bloomlab::recycling::{ForgettingCurve, ReuseLaw};
use serde_json::json;

use super::{Filter, Keeping, Limit};
use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead};
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The share of returning messages that are taken for new
///
/// A message returns after R other new messages. The law of R is geometric:MU with mean MU, uniform:W on 0 to W − 1, or
/// power:ALPHA in proportion to (R + 1)^−ALPHA. The answer is in double precision, to a relative error of 1e-10.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling false-negatives --bits 1000 --hashes 5 --sigma 539 --reuse geometric:20
  bloomlab recycling false-negatives -m 1000 -k 5 --sigma 189 --phases 2 --keeping --reuse power:3")]
pub struct Options {
    #[command(flatten)]
    filter: Filter,

    #[command(flatten)]
    limit: Limit,

    #[command(flatten)]
    keeping: Keeping,

    /// Insert the message that ends a cycle into the cleared filter
    #[arg(long)]
    retaining: bool,

    /// The law of the number of new messages between two arrivals: geometric:MU, uniform:W or power:ALPHA
    #[arg(long, value_name = "LAW")]
    reuse: String,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The share.
    ///
    /// # Errors
    /// Parameters out of domain, or sizes that take too long.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let bound = self.limit.bound("recycling false-negatives")?;
        let variant = self.filter.variant(bound, self.keeping.keeping, self.retaining)?;
        let reuse = self.law()?;
        let smaller = Instead::Less(&[Flag::Bits, Flag::Hashes, Flag::Reuse]);
        let curve = ForgettingCurve::new(variant, reuse, 1.0).map_err(|error| CommandError::refused(error, smaller))?;
        let rate = Num::double(curve.false_negatives(|r| reuse.tail(r)), self.digits.get());
        let mut inputs = self.filter.inputs(self.limit.input());
        inputs.extend([
            ("keeping", json!(self.keeping.keeping)),
            ("retaining", json!(self.retaining)),
            ("reuse", json!(self.reuse)),
            ("digits", json!(self.digits.get())),
        ]);
        let rows = vec![Row::new(vec![("false_negative_rate", Field::Num(rate))])];
        Ok(Answer { command: "recycling false-negatives", inputs, beside: Vec::new(), rows })
    }

    fn law(&self) -> Result<ReuseLaw, CommandError> {
        let domain = "geometric:MU, uniform:W or power:ALPHA";
        let unknown = || CommandError::Text { flag: Flag::Reuse, text: self.reuse.clone(), domain };
        let (law, value) = self.reuse.split_once(':').ok_or_else(unknown)?;
        let real = || value.parse::<f64>().map_err(|_| unknown());
        Ok(match law {
            "geometric" => ReuseLaw::geometric(real()?)?,
            "uniform" => ReuseLaw::uniform(parse_size(value).map_err(|_| unknown())?)?,
            "power" => ReuseLaw::power(real()?)?,
            _ => return Err(unknown()),
        })
    }
}
