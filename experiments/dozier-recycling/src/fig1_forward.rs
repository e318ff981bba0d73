//! The forward transitions, as a diagram of the whole transition matrix of a small filter.

use bloomlab_exact::Rationals;
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::*;
use bloomlab_recycling::{SigmaBounded, published_transition_matrix, transitions};
use bloomlab_workbench::figure::*;

use crate::enumerated::positions_name;
use crate::small_filter::SmallFilter;

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    from: u64,
    to: u64,
    probability: f64,
    /// The probability as a fraction.
    exact: String,
    positions: String,
}

pub(crate) fn compute(p: &SmallFilter, _: &Context) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for positions in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        let filter = SigmaBounded::new(Shape::new(p.bits, p.hashes, positions)?, p.sigma)?;
        rows.extend(forward(filter)?);
    }
    Ok(rows)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let last = rows.iter().map(|row| row.to).max().unwrap_or(0);
    let diagram = |title: &str, positions: Sampling| {
        let of = rows.iter().filter(|row| row.positions == positions_name(positions));
        let arrows = of.map(|row| Arrow {
            from: row.from as usize,
            to: row.to as usize,
            label: row.exact.clone(),
            tone: Tone::Dark,
        });
        let states = (0..=last).map(|state| state.to_string()).collect();
        (title.to_owned(), StateDiagram { states, arrows: arrows.collect(), legend: Vec::new() })
    };
    let diagrams = [
        diagram("(a) Positions that may coincide", Sampling::WithReplacement),
        diagram("(b) Distinct positions", Sampling::WithoutReplacement),
    ];
    Ok(StateDiagram::draw_below_each_other(&diagrams)?)
}

pub(crate) fn facts(_: &[Row]) -> Result<Facts> {
    Ok(Facts::new())
}

pub(crate) fn claims(_: &[Row]) -> Result<Vec<Decision>> {
    Ok(Vec::new())
}

/// The transitions within the threshold, equal to those published.
fn forward(filter: SigmaBounded) -> Result<Vec<Row>> {
    let (a, sigma) = (Rationals, filter.sigma());
    let mut rows = Vec::new();
    for (from, published) in (0..).zip(published_transition_matrix(&a, filter)) {
        let forward = transitions(&a, filter.shape(), from);
        for (to, probability) in (from..=sigma).zip(&forward) {
            // no message leads from the empty filter back to state 0, so the matrix can be compared there as well
            if published[to as usize] != *probability {
                return Err(format!("the published matrix differs at ({from}, {to})").into());
            }
            if *probability != a.zero() {
                let (probability, exact) = (probability.to_f64(), probability.to_string());
                let positions = positions_name(filter.shape().sampling()).to_owned();
                rows.push(Row { from, to, probability, exact, positions });
            }
        }
    }
    Ok(rows)
}
