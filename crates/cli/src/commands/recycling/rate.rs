//! `bloomlab recycling rate`.

use bloomlab_crosscheck::{Arithmetic, AverageOf, Limits, Model, What, evaluate};
use bloomlab_numbers::Double;
use bloomlab_recycling::{
    NBounded, Shape, n_bounded_rate, one_phase_rate, retaining_rate, two_phase_rate, worst_case_rate,
};
use serde_json::json;

use super::{Kind, failed, told};
use crate::answer::{Answer, Cell, Row};
use crate::digits::Digits;
use crate::error::Error;
use crate::num::Num;
use crate::size_argument::parse_size;

/// Below it a double has lost digits, or is 0 where the value is not.
const LEAST: f64 = 1e-290;

/// What has exponents enough for the smallest rates.
const WIDE: Arithmetic = Arithmetic::Mpfr(128);

/// The average false-positive rate of a recycling filter, and its new messages per cycle
///
/// rate is exact for the filter as built, published_rate what the papers' formula gives. With --messages: the exact
/// rate of a filter recycled after N bit-setting messages, and the papers' bounds.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("limit").args(["sigma", "messages"]).required(true)))]
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
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size)]
    sigma: Option<u64>,

    /// Recycle after so many bit-setting messages
    #[arg(short = 'N', long, value_name = "N", value_parser = parse_size, conflicts_with = "retaining")]
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
        let fields = match self.doubles(model)? {
            // beyond what a double can hold, unless it is 0
            Some(fields) if fields.iter().any(|(_, value)| *value < LEAST) => self.evaluated(model, WIDE)?,
            Some(fields) => fields.into_iter().map(|(name, value)| (name, self.cell(value))).collect(),
            None => self.evaluated(model, self.arithmetic)?,
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
        match (self.sigma, self.messages, self.kind.phases) {
            (None, Some(messages), 1) => {
                let shape = Shape::new(self.bits, self.hashes, self.kind.positions()).map_err(told)?;
                Ok(Model::NBounded(NBounded::new(shape, messages).map_err(told)?))
            }
            (None, _, _) => {
                Err(Error::Domain("--messages with --phases 2 is not modelled: needs --phases 1".to_owned()))
            }
            (Some(sigma), _, _) => self.kind.model(self.bits, self.hashes, sigma, self.retaining),
        }
    }

    /// In doubles, filters of any size by the route that suits it.
    fn doubles(&self, model: Model) -> Result<Option<Vec<(&'static str, f64)>>, Error> {
        if self.arithmetic != Arithmetic::F64 {
            return Ok(None);
        }
        let point = match model {
            Model::OnePhase(filter) => one_phase_rate(filter).map_err(told)?.0,
            Model::TwoPhase(filters) => two_phase_rate(filters).map_err(told)?.0,
            Model::NBounded(filter) => {
                let rates = n_bounded_rate(filter).map_err(told)?.0;
                let f_w = worst_case_rate(&Double, filter.shape(), filter.messages());
                return Ok(Some(vec![("exact", rates.exact), ("f_o", rates.f_o), ("f_a", rates.f_a), ("f_w", f_w)]));
            }
            Model::Retaining(filter) => retaining_rate(filter).map_err(told)?.0,
        };
        Ok(Some(vec![
            ("rate", point.rate),
            ("published_rate", point.published_rate),
            ("messages_per_cycle", point.messages_per_cycle),
        ]))
    }

    fn cell(&self, value: f64) -> Cell {
        Cell::Num(Num::double(value, self.digits.get()))
    }

    fn evaluated(&self, model: Model, arithmetic: Arithmetic) -> Result<Vec<(&'static str, Cell)>, Error> {
        let asked: &[(&'static str, What)] = match model {
            Model::NBounded(_) => {
                &[("exact", What::Rate), ("f_o", What::Optimistic), ("f_a", What::Attainable), ("f_w", What::Worst)]
            }
            _ => {
                &[("rate", What::Rate), ("published_rate", What::PublishedRate), ("messages_per_cycle", What::Messages)]
            }
        };
        let digits = self.digits.get();
        let one = |&(name, what): &(&'static str, What)| {
            let value = evaluate(&AverageOf(model, what), arithmetic, digits, Limits::default()).map_err(failed)?;
            Ok((name, Cell::Num(Num::of(&value, digits))))
        };
        asked.iter().map(one).collect()
    }
}
