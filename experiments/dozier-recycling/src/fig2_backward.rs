//! The backward transitions, where a message overflows: retaining and non-retaining.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::{Sampling, Shape, distinct};
use bloomlab_pictures::*;
use bloomlab_recycling::{SigmaBounded, published_transition_matrix, transitions};
use bloomlab_workbench::figure::*;

use crate::enumerated::positions_name;
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
    positions: String,
}

pub(crate) fn compute(p: &SmallFilter, _: &Context) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for positions in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        let filter = SigmaBounded::new(Shape::new(p.bits, p.hashes, positions)?, p.sigma)?;
        rows.extend(backward(filter)?);
    }
    Ok(rows)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let last = rows.iter().map(|row| row.from).max().unwrap_or(0);
    let diagram = |title: &str, positions: Sampling| {
        let of = rows.iter().filter(|row| row.positions == positions_name(positions));
        let states = (0..=last).map(|state| state.to_string()).collect();
        let legend = vec![
            (Tone::Dark, NON_RETAINING.to_owned()),
            (Tone::Light, RETAINING.to_owned()),
            (Tone::Wrong, "by eq. 10 of the papers, but impossible".to_owned()),
        ];
        (title.to_owned(), StateDiagram { states, arrows: of.map(arrow).collect(), legend })
    };
    let diagrams = [
        diagram("(a) Distinct positions, the paper's figure", Sampling::WithoutReplacement),
        diagram("(b) Positions that may coincide", Sampling::WithReplacement),
    ];
    Ok(StateDiagram::draw_below_each_other(&diagrams)?)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let retaining = || rows.iter().filter(|row| row.variant == RETAINING);
    let impossible = retaining().find(|row| row.probability == 0.0).ok_or("no impossible arrow")?;
    let wrong = || retaining().filter(|row| row.probability > 0.0 && row.exact != row.published);
    let first = wrong().next().ok_or("no wrong arrow")?;
    Ok(Facts::new()
        .text("impossible", impossible.published.as_str())
        .text("rule", first.published.as_str())
        .text("exact", first.exact.as_str())
        .count("wrong", wrong().count() as u64))
}

pub(crate) fn claims(_: &[Row]) -> Result<Vec<Decision>> {
    Ok(Vec::new())
}

fn arrow(row: &Row) -> Arrow {
    let is_possible = row.probability > 0.0;
    let tone = match &*row.variant {
        _ if !is_possible => Tone::Wrong,
        RETAINING => Tone::Light,
        _ => Tone::Dark,
    };
    let label = if is_possible { row.exact.clone() } else { row.published.clone() };
    Arrow { from: row.from as usize, to: row.to as usize, label, tone }
}

/// The transitions beyond the threshold, with the papers' beside them.
fn backward(filter: SigmaBounded) -> Result<Vec<Row>> {
    let (a, shape, sigma) = (Rationals, filter.shape(), filter.sigma());
    let published = published_transition_matrix(&a, filter);
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
                positions: positions_name(shape.sampling()).to_owned(),
            });
        }
    };
    for from in (sigma + 1).saturating_sub(shape.hashes())..=sigma {
        let room = sigma - from;
        let beyond = |row: Vec<Rational>| a.sum(row.into_iter().skip(room as usize + 1));
        let overflow = beyond(transitions(&a, shape, from));
        push(NON_RETAINING, from, 0, overflow, published[from as usize][0].clone());
        for to in 1..=shape.hashes().min(sigma) {
            // of `to` distinct positions more hit clear bits than there is room for
            let distinct_message = Shape::new(shape.bits(), to, Sampling::WithoutReplacement)?;
            let overflow = beyond(transitions(&a, distinct_message, from));
            let product = published[from as usize][0].clone() * &published[0][to as usize];
            push(RETAINING, from, to, distinct[to as usize].clone() * overflow, product);
        }
    }
    Ok(rows)
}
