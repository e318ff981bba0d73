//! What the page opens with: a finding in one sentence, and a small picture of its numbers.

use bloomlab_workbench::figure::AnyError;

use crate::GalleryError;
use crate::chapters::{FINDINGS, Finding};
use crate::page::FigureSection;

/// A finding, with bars that show its numbers at a glance; they lead to its figure.
pub(super) struct FindingItem {
    pub sentence: String,
    pub anchor: String,
    /// What the bars measure.
    pub unit: String,
    pub bars: Vec<Bar>,
}

/// One bar of a finding.
pub(super) struct Bar {
    pub label: String,
    pub value: String,
    /// Its length as a share of the longest.
    pub share: f64,
}

impl FindingItem {
    /// Every number from the facts of the figure.
    ///
    /// # Errors
    /// A name that is no fact, and a bar whose value is no number.
    pub(super) fn new(finding: &Finding, figure: &FigureSection) -> Result<Self, GalleryError> {
        let (anchor, facts) = (figure.anchor.clone(), figure.facts());
        let no_fact = |why: String| GalleryError::NoSuchFact { file: FINDINGS, figure: anchor.clone(), why };
        let filled = |text: &str| facts.fill(text).map_err(|why: AnyError| no_fact(why.to_string()));
        let mut bars = Vec::new();
        for [label, value] in &finding.bars {
            let (label, value) = (filled(label)?, filled(value)?);
            let share = number(&value).ok_or_else(|| no_fact(format!("{value} is no number that a bar can show")))?;
            bars.push(Bar { label, value, share });
        }
        let longest = bars.iter().map(|bar| bar.share).fold(f64::MIN_POSITIVE, f64::max);
        for bar in &mut bars {
            bar.share /= longest;
        }
        Ok(Self { sentence: filled(&finding.sentence)?, unit: filled(&finding.unit)?, bars, anchor })
    }
}

/// The number that a fact says, such as `17,681` or `1.2 %`.
fn number(fact: &str) -> Option<f64> {
    let digits = fact.strip_suffix(" %").unwrap_or(fact).replace(',', "");
    digits.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_numbers() {
        for (fact, value) in [("17,681", Some(17_681.0)), ("1.2 %", Some(1.2)), ("10^{−9}", None), ("-1", None)] {
            assert_eq!(number(fact), value);
        }
    }
}
