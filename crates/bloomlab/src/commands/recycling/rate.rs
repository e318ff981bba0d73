//! `bloomlab recycling rate`.

use crosscheck::{Arithmetic, AverageOf, Limits, Model, What, evaluate};
use recycling::{NBounded, Retaining, Shape, SigmaBounded, TwoPhase, one_phase_rate, two_phase_rate};
use serde_json::json;

use super::{Kind, failed, told};
use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::Error;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The average false-positive rate of a recycling filter, and its new messages per cycle
///
/// rate is exact for the filter as built, published_rate what the papers' formula gives. With --messages: the exact
/// rate of a filter recycled after N bit-setting messages, and the papers' bounds.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab recycling rate --bits 1000 --hashes 6 --sigma 606
  bloomlab recycling rate -m 2^40 -k 6 --sigma 600G --phases 2
  bloomlab recycling rate -m 1000 -k 5 --messages 100 --arithmetic certified")]
pub struct Options {
    /// Bits in all, M
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Recycle when a message would set more than so many bits of a filter
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size, required_unless_present = "messages")]
    sigma: Option<u64>,

    /// Recycle after so many bit-setting messages
    #[arg(short = 'N', long, value_name = "N", value_parser = parse_size, conflicts_with_all = ["sigma", "retaining"])]
    messages: Option<u64>,

    #[command(flatten)]
    kind: Kind,

    /// The message that overflows is inserted into the cleared filter
    #[arg(short = 'r', long)]
    retaining: bool,

    /// f64, mpfr:BITS, rational, enclosure:BITS or certified
    #[arg(short = 'a', long, default_value = "f64")]
    arithmetic: Arithmetic,

    #[command(flatten)]
    digits: Digits,
}

impl Options {
    /// The averages.
    ///
    /// # Errors
    /// Parameters out of domain, or sizes that take too long.
    pub fn run(&self) -> Result<Answer, Error> {
        let model = self.model()?;
        let fields = match model {
            Model::NBounded(_) => {
                [("exact", What::Rate), ("f_o", What::Optimistic), ("f_a", What::Attainable), ("f_w", What::Worst)]
                    .into_iter()
                    .map(|(name, what)| Ok((name, self.evaluate(model, what)?)))
                    .collect::<Result<Vec<_>, Error>>()?
            }
            _ => self.averages(model)?,
        };
        let mut inputs = vec![("bits", json!(self.bits)), ("hashes", json!(self.hashes))];
        inputs.extend(self.sigma.map(|sigma| ("sigma", json!(sigma))));
        inputs.extend(self.messages.map(|messages| ("messages", json!(messages))));
        inputs.extend([
            ("phases", json!(self.kind.phases)),
            ("without_replacement", json!(self.kind.without_replacement)),
            ("retaining", json!(self.retaining)),
            ("arithmetic", json!(self.arithmetic.to_string())),
            ("digits", json!(self.digits.get())),
        ]);
        Ok(Answer { command: "recycling rate", inputs, beside: Vec::new(), rows: vec![Row::new(fields)] })
    }

    fn model(&self) -> Result<Model, Error> {
        let positions = self.kind.positions();
        let one = || Shape::new(self.bits, self.hashes, positions).map_err(told);
        match (self.sigma, self.messages, self.kind.phases) {
            (None, Some(messages), 1) => Ok(Model::NBounded(NBounded::new(one()?, messages).map_err(told)?)),
            (None, _, _) => {
                Err(Error::Domain("--messages with --phases 2 is not modelled: needs --phases 1".to_owned()))
            }
            (Some(_), _, 2) if self.retaining => {
                Err(Error::Domain("--retaining with --phases 2 is not modelled: needs --phases 1".to_owned()))
            }
            (Some(sigma), _, 2) => {
                Ok(Model::TwoPhase(TwoPhase::new(self.bits, self.hashes, positions, sigma).map_err(told)?))
            }
            (Some(sigma), _, _) => {
                let filter = SigmaBounded::new(one()?, sigma).map_err(told)?;
                if self.retaining {
                    return Ok(Model::Retaining(Retaining::new(filter).map_err(told)?));
                }
                Ok(Model::OnePhase(filter))
            }
        }
    }

    /// In doubles, filters of any size by the route that suits it.
    fn averages(&self, model: Model) -> Result<Vec<(&'static str, Cell)>, Error> {
        let point = match (model, self.arithmetic) {
            (Model::OnePhase(filter), Arithmetic::F64) => Some(one_phase_rate(filter).map_err(told)?.0),
            (Model::TwoPhase(filters), Arithmetic::F64) => Some(two_phase_rate(filters).map_err(told)?.0),
            _ => None,
        };
        if let Some(point) = point {
            let cell = |value| Cell::Num(Num::double(value, self.digits.get()));
            return Ok(vec![
                ("rate", cell(point.rate)),
                ("published_rate", cell(point.published_rate)),
                ("messages_per_cycle", cell(point.messages_per_cycle)),
            ]);
        }
        [("rate", What::Rate), ("published_rate", What::PublishedRate), ("messages_per_cycle", What::Messages)]
            .into_iter()
            .map(|(name, what)| Ok((name, self.evaluate(model, what)?)))
            .collect()
    }

    fn evaluate(&self, model: Model, what: What) -> Result<Cell, Error> {
        let digits = self.digits.get();
        let value = evaluate(&AverageOf(model, what), self.arithmetic, digits, Limits::default()).map_err(failed)?;
        Ok(Cell::Num(Num::of(&value, digits)))
    }
}
