//! `bloomlab size` for a number of items that is not known.

use bloomlab::{Error, Parameter, UncertainItems, UncertainSize, UncertainSizing};

use super::Options;
use crate::answer::{Answer, Field, Inputs, Row};
use crate::error::CommandError;
use crate::flag::Flag;
use crate::num::Num;

impl Options {
    /// The sizes that keep the target in the mean, at worst, and with the confidence asked for.
    pub(super) fn uncertain(&self, items: UncertainItems, text: &str) -> Result<Answer, CommandError> {
        self.only_with_a_number(text)?;
        let target = self.target.parse().map_err(|_| self.out_of_domain(super::DECIMAL))?;
        let sizing = UncertainSizing::of(items, target).map_err(|why| self.by_text(why))?.under(self.scheme.scheme()?);
        let sizing = sizing.map_err(|why| self.scheme.refused(Flag::Items, why))?;
        let mut rows = vec![self.row("mean".to_owned(), &sizing.in_the_mean()?)];
        if let Some(confidence) = self.confidence {
            let found = sizing.with_confidence(confidence).map_err(|why| by_flag(confidence, why))?;
            rows.push(self.row(format!("confidence:{confidence}"), &found));
        }
        if items.most().is_some() {
            rows.push(self.row("worst".to_owned(), &sizing.at_worst()?));
        }
        Ok(Answer::new("size", Inputs::of(self), rows))
    }

    fn row(&self, keeps: String, size: &UncertainSize) -> Row {
        let number = |value| Field::Brief(Num::double(value, self.digits.get()));
        Row::new([
            ("keeps", Field::Text(keeps)),
            ("bits", Field::Count(size.bits)),
            ("hashes", Field::Count(size.hashes)),
            ("items", size.items.map_or(Field::Undefined, Field::Count)),
            ("rate", number(size.rate)),
            ("mean_rate", number(size.mean_rate)),
            ("worst_rate", size.worst_rate.map_or(Field::Undefined, number)),
            ("arithmetic", Field::Text("f64".to_owned())),
        ])
    }

    /// Refuses what asks for one number of items.
    fn only_with_a_number(&self, text: &str) -> Result<(), CommandError> {
        let given = [
            (Flag::PowerOfTwo, self.power_of_two),
            (Flag::Growth, self.growth.is_some()),
            (Flag::Like, self.like.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => Err(CommandError::Contradiction {
                flag,
                other: Flag::Items,
                value: text.to_owned(),
                needed: "as one number",
            }),
            None => Ok(()),
        }
    }
}

/// The confidence has a flag of its own here.
fn by_flag(confidence: f64, error: Error) -> CommandError {
    match error {
        Error::OutOfDomain(why) if why.parameter() == Parameter::Confidence => CommandError::Text {
            flag: Flag::Confidence,
            text: confidence.to_string(),
            domain: why.domain().to_owned().into(),
        },
        error => error.into(),
    }
}
