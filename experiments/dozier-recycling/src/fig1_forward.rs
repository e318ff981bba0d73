//! The forward transitions, as a diagram of the whole transition matrix of a small filter.

use bloomlab_exact::Rationals;
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Arrow, Picture, StateDiagram, Tone};
use bloomlab_recycling::{SigmaBounded, published_transition_matrix, transitions};
use bloomlab_workbench::{AnyError, Context, Figure};
use serde::{Deserialize, Serialize};

use crate::small_filter::SmallFilter;

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    from: u64,
    to: u64,
    probability: f64,
    /// The probability as a fraction.
    exact: String,
}

pub(crate) struct Forward;

impl Figure for Forward {
    type Parameters = SmallFilter;
    type Row = Row;

    fn compute(p: &SmallFilter, _: &Context) -> Result<Vec<Row>, AnyError> {
        let a = Rationals;
        let filter = SigmaBounded::new(Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?, p.sigma)?;
        let mut rows = Vec::new();
        for (from, published) in (0..).zip(published_transition_matrix(&a, filter)) {
            let forward = transitions(&a, filter.shape(), from);
            for (to, probability) in (from..=p.sigma).zip(&forward) {
                // no message leads from the empty filter back to state 0, so the matrix can be compared there as well
                if published[to as usize] != *probability {
                    return Err(format!("the published matrix differs at ({from}, {to})").into());
                }
                if *probability != a.zero() {
                    let (probability, exact) = (probability.to_f64(), probability.to_string());
                    rows.push(Row { from, to, probability, exact });
                }
            }
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let last = rows.iter().map(|row| row.to).max().unwrap_or(0);
        let arrow = |row: &Row| Arrow {
            from: row.from as usize,
            to: row.to as usize,
            label: row.exact.clone(),
            tone: Tone::Dark,
        };
        let states = (0..=last).map(|state| state.to_string()).collect();
        Ok(StateDiagram { states, arrows: rows.iter().map(arrow).collect(), legend: Vec::new() }.draw()?)
    }
}
