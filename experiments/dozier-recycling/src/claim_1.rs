//! The authors' unproved claim: the probability that a cycle goes on does not rise with its length.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Double, Number};
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{SigmaBounded, continuation, continuation_limit};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::verdicts::largest;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// Curves: M, k, σ, with replacement.
    curves: Vec<[u64; 3]>,
    /// The last i of the curves.
    last: usize,
    /// The grid, in exact rationals: every M up to this, k, σ < M, with and without replacement.
    grid_bits: u64,
    grid_hashes: u64,
    /// The last i of the grid.
    grid_last: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        let curves = vec![[1000, 5, 539], [1000, 3, 400], [100, 4, 60]];
        Self { curves, last: 1000, grid_bits: 12, grid_hashes: 4, grid_last: 24 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// curve, or grid.
    part: String,
    bits: u64,
    hashes: u64,
    sigma: u64,
    positions: String,
    /// Of the grid: that of the smallest step, or the last one where all are 0.
    i: u64,
    /// E\[γ_i\].
    continuation: f64,
    /// ρ(σ), what it falls to.
    limit: f64,
    /// Of the grid: the smallest E\[γ_i\] − E\[γ_{i+1}\], exactly.
    smallest_step: Option<f64>,
    /// Of the grid: steps that are exactly 0, of how many, and how many rise.
    equal_steps: Option<u64>,
    rising_steps: Option<u64>,
    steps: Option<u64>,
}

/// The least probability of a cycle whose continuation is shown.
const SMALLEST: f64 = 1e-280;

pub(crate) struct Claim1;

impl Figure for Claim1 {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let mut rows = Vec::new();
        for &[bits, hashes, sigma] in &p.curves {
            let filter = SigmaBounded::new(Shape::new(bits, hashes, Sampling::WithReplacement)?, sigma)?;
            let limit = continuation_limit(&Double, filter).ok_or("no message fits")?;
            // beyond, the probability of so long a cycle is no normal double, and its ratios mean nothing
            let mut runs_on = 1.0;
            let curve = continuation(&Double, filter).take(p.last).take_while(|gamma| {
                runs_on *= gamma;
                runs_on > SMALLEST
            });
            for (i, gamma) in (2..).zip(curve) {
                rows.push(row("curve", filter, i, gamma, limit));
            }
        }
        let mut grid = Vec::new();
        for positions in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
            for bits in 1..=p.grid_bits {
                for hashes in 1..=p.grid_hashes {
                    if positions == Sampling::WithoutReplacement && hashes > bits {
                        continue;
                    }
                    let shape = Shape::new(bits, hashes, positions)?;
                    grid.extend((0..bits).map(|sigma| SigmaBounded::new(shape, sigma)));
                }
            }
        }
        context.progress.expect(grid.len() as u64);
        let steps = grid.into_par_iter().map(|filter| {
            let row = smallest_step(filter?, p.grid_last);
            context.progress.advance();
            Ok(row)
        });
        rows.extend(steps.collect::<Result<Vec<_>, AnyError>>()?.into_iter().flatten());
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut curves: Vec<Series> = Vec::new();
        let mut limits: Vec<Series> = Vec::new();
        for row in rows.iter().filter(|row| row.part == "curve") {
            let name = format!("M = {}, k = {}, σ = {}", row.bits, row.hashes, row.sigma);
            let at = |y| Point::new(row.i as f64, y);
            match curves.iter().position(|series| series.name == name) {
                Some(i) => {
                    curves[i].points.push(at(row.continuation));
                    limits[i].points.push(at(row.limit));
                }
                None => {
                    curves.push(Series { name, mark: Mark::Line, points: vec![at(row.continuation)] });
                    let name = format!("its limit, {:.3}", row.limit);
                    limits.push(Series { name, mark: Mark::Line, points: vec![at(row.limit)] });
                }
            }
        }
        let grid = |positions: &str, k: u64| Series {
            name: format!("k = {k}, {positions}"),
            mark: Mark::Markers,
            points: rows
                .iter()
                .filter(|row| row.part == "grid" && row.positions == positions && row.hashes == k)
                .filter_map(|row| row.smallest_step.filter(|step| *step > 0.0).map(|step| (row, step)))
                .map(|(row, step)| Point::new(row.sigma as f64 / row.bits as f64, step))
                .collect(),
        };
        let grids: Vec<_> = ["with replacement", "without replacement"]
            .into_iter()
            .flat_map(|positions| [2, 3, 4].map(|k| grid(positions, k)))
            .filter(|series| !series.points.is_empty())
            .collect();
        let panels = vec![
            Panel {
                title: Some("(a) The chance falls to a limit".to_owned()),
                x: Axis::new("i, messages of a cycle", Scale::Linear),
                y: Axis::new("E[γ_i], chance that the i-th interval follows", Scale::Linear),
                series: curves.into_iter().zip(limits).flat_map(|(curve, limit)| [curve, limit]).collect(),
            },
            Panel {
                title: Some("(b) The smallest step down of every small filter".to_owned()),
                x: Axis::new("σ/M", Scale::Linear),
                y: Axis::new("smallest E[γ_i] − E[γ_{i+1}], where not 0", Scale::Log10),
                series: grids,
            },
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let grid: Vec<&Row> = rows.iter().filter(|row| row.part == "grid").collect();
        let rising: u64 = grid.iter().filter_map(|row| row.rising_steps).sum();
        let steps: u64 = grid.iter().filter_map(|row| row.steps).sum();
        let unproved = Decision::new("R44")
            .measured(rising as f64 / steps as f64)
            .decide(
                rising == 0 && steps > 0 && grid.iter().all(|row| row.smallest_step.is_some_and(|step| step >= 0.0)),
            )
            .because(format!("{rising} of {steps} steps rise; the documentation of the library sketches a proof"));

        let (mut filter, mut reached) = (None, 1.0);
        let (mut most, mut most_usual) = (Vec::<f64>::new(), Vec::<f64>::new());
        for row in rows.iter().filter(|row| row.part == "curve") {
            let this = (row.bits, row.hashes, row.sigma);
            if filter.replace(this) != Some(this) {
                reached = 1.0;
                most.push(1.0);
                most_usual.push(1.0);
            }
            reached *= row.continuation;
            let factors = [(true, &mut most), (reached >= 0.5, &mut most_usual)];
            for factor in factors.into_iter().filter(|(counts, _)| *counts).filter_map(|(_, list)| list.last_mut()) {
                *factor = factor.max(1.0 / row.continuation);
            }
        }
        let limits = largest(rows.iter().filter(|row| row.part == "curve").map(|row| 1.0 / row.limit));
        let usual = largest(most_usual.iter().copied());
        let factor = Decision::new("R45")
        .measured(limits)
        .decide_if(
            limits <= 2.0 && most.iter().all(|factor| *factor <= 2.0),
            !most_usual.is_empty() && usual <= 2.0,
            format!(
                "only messages are counted that at least every second cycle comes to: there 1/γ_j is at most {usual:.2}; \
                 beyond it grows to {}, towards 1/ρ(σ)",
                most.iter().map(|factor| format!("{factor:.1}")).collect::<Vec<_>>().join(", ")
            ),
        );
        Ok(vec![unproved, factor])
    }
}

fn row(part: &str, filter: SigmaBounded, i: u64, continuation: f64, limit: f64) -> Row {
    let shape = filter.shape();
    Row {
        part: part.to_owned(),
        bits: shape.bits(),
        hashes: shape.hashes(),
        sigma: filter.sigma(),
        positions: match shape.sampling() {
            Sampling::WithReplacement => "with replacement",
            Sampling::WithoutReplacement => "without replacement",
        }
        .to_owned(),
        i,
        continuation,
        limit,
        smallest_step: None,
        equal_steps: None,
        rising_steps: None,
        steps: None,
    }
}

/// `None` where no message fits, so that there is no second interval.
fn smallest_step(filter: SigmaBounded, last: usize) -> Option<Row> {
    let a = Rationals;
    let limit = continuation_limit(&a, filter)?;
    let gammas: Vec<Rational> = continuation(&a, filter).take(last).collect();
    let steps: Vec<Rational> = gammas.windows(2).map(|pair| pair[0].clone() - &pair[1]).collect();
    let (i, smallest) =
        (2..).zip(&steps).min_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal))?;
    let zero = Rational::new(0, 1);
    Some(Row {
        smallest_step: Some(smallest.to_f64()),
        equal_steps: Some(steps.iter().filter(|step| **step == zero).count() as u64),
        rising_steps: Some(steps.iter().filter(|step| **step < zero).count() as u64),
        steps: Some(steps.len() as u64),
        ..row("grid", filter, i, gammas[(i - 2) as usize].to_f64(), limit.to_f64())
    })
}
