//! At which reuse distances two phases forget less than one.

use bloomlab_workbench::{AnyError, Decision};

use super::{MODEL, Row, SIMULATED};
use crate::verdicts::largest;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let (model, simulated) = (pairs(rows, MODEL), pairs(rows, SIMULATED));
    let first = model.iter().find(|pair| pair.forgets_less()).ok_or("two phases never forget less")?;
    let last = model.iter().rfind(|pair| pair.forgets_less()).ok_or("two phases never forget less")?;
    let (from, to) = (first.one.distance, last.one.distance);
    let factor = largest(model.iter().map(|pair| pair.one.false_negative_rate / pair.two.false_negative_rate));
    let within: Vec<&Pair<'_>> = simulated.iter().filter(|pair| (from..=to).contains(&pair.one.distance)).collect();
    let is_significant = !within.is_empty() && within.iter().all(|pair| pair.forgets_significantly_less());
    let fewer = Decision::new("R35").measured(factor).decide_if(
        model.iter().all(Pair::forgets_less) && simulated.iter().all(Pair::forgets_significantly_less),
        is_significant && factor > 2.0,
        format!(
            "the message comes back after {from} to {to} new ones, up to {:.2} of a cycle of one phase (the 99 % \
             intervals are disjoint there); later it is two phases that forget more",
            to as f64 / first.one.messages_per_cycle
        ),
        String::new(),
    );
    Ok(vec![fewer])
}

/// One phase and two at the same reuse distance.
struct Pair<'a> {
    one: &'a Row,
    two: &'a Row,
}

impl Pair<'_> {
    /// Whether two phases forget less.
    fn forgets_less(&self) -> bool {
        self.two.false_negative_rate < self.one.false_negative_rate
    }

    /// Whether the intervals say so.
    fn forgets_significantly_less(&self) -> bool {
        self.two.simulated().zip(self.one.simulated()).is_some_and(|(two, one)| two.upper < one.lower)
    }
}

fn pairs<'a>(rows: &'a [Row], series: &str) -> Vec<Pair<'a>> {
    let of = |phases: u64| rows.iter().filter(move |row| row.phases == phases && row.series == series);
    let pair = |one: &'a Row| Some(Pair { one, two: of(2).find(|two| two.distance == one.distance)? });
    of(1).filter_map(pair).collect()
}
