//! The backward transitions, where a message overflows: retaining and non-retaining.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::{Sampling, Shape, distinct};
use bloomlab_pictures::{Arrow, Picture, StateDiagram, Tone};
use bloomlab_recycling::{SigmaBounded, published_transition_matrix, transitions};
use bloomlab_workbench::{AnyError, Context, Figure};
use serde::{Deserialize, Serialize};

use crate::small_filter::SmallFilter;

const RETAINING: &str = "retaining";
const NON_RETAINING: &str = "non-retaining";

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    variant: String,
    from: u64,
    to: u64,
    probability: f64,
    /// The probability as a fraction.
    exact: String,
    /// The papers' probability: their column for state 0, and for the retaining filter their eq. 10.
    published: String,
}

pub(crate) struct Backward;

impl Figure for Backward {
    type Parameters = SmallFilter;
    type Row = Row;

    fn compute(p: &SmallFilter, _: &Context) -> Result<Vec<Row>, AnyError> {
        let a = Rationals;
        let shape = Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?;
        let published = published_transition_matrix(&a, SigmaBounded::new(shape, p.sigma)?);
        let distinct = distinct::positions(&a, shape);
        let mut rows = Vec::new();
        let mut push = |variant: &str, from, to, probability: Rational, published: Rational| {
            if probability != a.zero() || published != a.zero() {
                rows.push(Row {
                    variant: variant.to_owned(),
                    from,
                    to,
                    probability: probability.to_f64(),
                    exact: probability.to_string(),
                    published: published.to_string(),
                });
            }
        };
        for from in (p.sigma + 1).saturating_sub(p.hashes)..=p.sigma {
            let room = p.sigma - from;
            let beyond = |row: Vec<Rational>| row.into_iter().skip(room as usize + 1).fold(a.zero(), |sum, t| sum + t);
            let overflow = beyond(transitions(&a, shape, from));
            push(NON_RETAINING, from, 0, overflow, published[from as usize][0].clone());
            for to in 1..=p.hashes.min(p.sigma) {
                // of `to` distinct positions more hit clear bits than there is room for
                let distinct_message = Shape::new(p.bits, to, Sampling::WithoutReplacement)?;
                let overflow = beyond(transitions(&a, distinct_message, from));
                let product = published[from as usize][0].clone() * &published[0][to as usize];
                push(RETAINING, from, to, distinct[to as usize].clone() * overflow, product);
            }
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let tone = |row: &Row| if row.variant == RETAINING { Tone::Light } else { Tone::Dark };
        let arrows = rows.iter().filter(|row| row.probability > 0.0).map(|row| Arrow {
            from: row.from as usize,
            to: row.to as usize,
            label: row.exact.clone(),
            tone: tone(row),
        });
        let last = rows.iter().map(|row| row.from).max().unwrap_or(0);
        let states = (0..=last).map(|state| state.to_string()).collect();
        let legend = vec![(Tone::Light, RETAINING.to_owned()), (Tone::Dark, NON_RETAINING.to_owned())];
        Ok(StateDiagram { states, arrows: arrows.collect(), legend }.draw()?)
    }
}
