//! What the computations cost: operations counted and values held, against M and k.

use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{
    Retaining, SigmaBounded, false_positive_probability, one_phase, published_one_phase, published_recursion,
    published_retaining_by_linear_solve, stationary, transitions,
};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::enumerated::positions_name;
use crate::metered::{Cost, Metering, cost};
use crate::verdicts::{largest, range};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    log2_hashes_to: u32,
    /// σ/M.
    fill: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { log2_bits_from: 6, log2_bits_to: 13, log2_hashes_to: 4, fill: 0.5 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    positions: String,
    route: String,
    bits: u64,
    hashes: u64,
    sigma: u64,
    additions: u64,
    multiplications: u64,
    divisions: u64,
    /// Of all three kinds.
    operations: u64,
    /// The most values held at a time.
    most_held: u64,
}

const TRANSITIONS: &str = "transitions, eq. 4 or 11";
const PUBLISHED: &str = "f_σ¹ by the papers' route";
const SOLVE: &str = "retaining, linear solve";
const POWERS: &str = "eq. 18, each ρ by itself";
const RECURRENCE: &str = "eq. 18, ρ by the recurrence";
const DIAGONAL: &str = "eq. 18, ρ(i) = τ(i, i)";
const SWEEP: &str = "f_σ¹ in one pass, every σ";

pub(crate) struct Operations;

impl Figure for Operations {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let most = 1_u64 << p.log2_hashes_to.min(20);
        let least = (p.fill * f64::from(1_u32 << p.log2_bits_from.min(20))) as u64;
        if !(p.fill > 0.0 && p.fill < 1.0) || p.log2_bits_to > 16 || most > least {
            let (fill, log2, hashes) = (p.fill, p.log2_bits_to, p.log2_hashes_to);
            return Err(format!(
                "fill = {fill}, log2_bits_to = {log2}, log2_hashes_to = {hashes}: needs 0 < fill < 1, at most 2^16 bits, k ≤ σ"
            )
            .into());
        }
        let mut cases = Vec::new();
        for positions in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
            for log2 in p.log2_bits_from..=p.log2_bits_to {
                cases.extend((0..=p.log2_hashes_to).map(|k| (positions, 1_u64 << log2, 1_u64 << k)));
            }
        }
        context.progress.expect(cases.len() as u64);
        let one = |&(positions, bits, hashes): &(Sampling, u64, u64)| -> Result<Vec<Row>, AnyError> {
            let filter = SigmaBounded::new(Shape::new(bits, hashes, positions)?, (p.fill * bits as f64) as u64)?;
            let costs = costs(filter)?;
            context.progress.advance();
            Ok(costs.into_iter().map(|(route, cost)| row(filter, route, cost)).collect())
        };
        let rows: Vec<Vec<Row>> = cases.par_iter().map(one).collect::<Result<_, AnyError>>()?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let with = positions_name(Sampling::WithReplacement);
        let (bits, hashes) = (rows.iter().map(|row| row.bits).max(), rows.iter().map(|row| row.hashes).max());
        let (Some(bits), Some(hashes)) = (bits, hashes) else { return Err("no rows".into()) };
        let panel = |title: String, x: Axis, y: &str, routes: &[&str], at: &dyn Fn(&Row) -> Option<(u64, u64)>| Panel {
            title: Some(title),
            x,
            y: Axis::new(y, Scale::Log10),
            series: routes
                .iter()
                .map(|&route| Series {
                    name: route.to_owned(),
                    mark: Mark::LineAndMarkers,
                    points: rows
                        .iter()
                        .filter(|row| row.positions == with && row.route == route)
                        .filter_map(at)
                        .map(|(x, y)| Point::new(x as f64, y as f64))
                        .collect(),
                })
                .collect(),
        };
        let memory = || Axis::new("memory M (bits)", Scale::Log2);
        let number = || Axis::new("hash functions k", Scale::Log2);
        let counted = "additions, products and quotients";
        let half = hashes / 2;
        let routes = [SOLVE, PUBLISHED, TRANSITIONS, SWEEP, POWERS, DIAGONAL];
        let panels = vec![
            panel(format!("(a) k = {half}, with replacement"), memory(), counted, &routes, &|row| {
                (row.hashes == half).then_some((row.bits, row.operations))
            }),
            panel(format!("(b) M = {bits}, with replacement"), number(), counted, &routes, &|row| {
                (row.bits == bits).then_some((row.hashes, row.operations))
            }),
            panel(
                format!("(c) k = {half}, with replacement"),
                memory(),
                "most values held at a time",
                &[SOLVE, PUBLISHED, TRANSITIONS, SWEEP],
                &|row| (row.hashes == half).then_some((row.bits, row.most_held)),
            ),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let of = |route: &str, positions: Option<Sampling>| -> Vec<&Row> {
            let drawn = |row: &&Row| positions.is_none_or(|positions| row.positions == positions_name(positions));
            rows.iter().filter(|row| row.route == route).filter(drawn).collect()
        };
        let (with, without) = (Some(Sampling::WithReplacement), Some(Sampling::WithoutReplacement));

        let recursion = of(TRANSITIONS, None);
        let growth = exponents(&recursion);
        let printed = |row: &Row| ((row.sigma + row.hashes) * row.hashes) as f64;
        // an evaluation of eq. 4 or 11 away from the edge of the band has one addition
        let (low, high) = range(recursion.iter().map(|row| row.additions as f64 / printed(row)));
        let transitions = Decision::new("R26")
        .measured(high)
        .decide_if(
            high <= 1.0 && growth.at_most(1, 2),
            growth.at_most(1, 2),
            format!(
                "a computation is a row of up to k + 1 values: the additions alone are {low:.2} to {high:.2} times (σ + k)k; \
                 the order is right (exponents at the last doublings {growth})",
            ),
        );

        let (sweep, published) = (of(SWEEP, None), of(TRANSITIONS, None));
        let held = |row: &&Row| row.most_held as f64 / (row.sigma * (row.hashes + 1)) as f64;
        let (leanest, whole) = (largest(sweep.iter().map(held)), range(published.iter().map(held)));
        let memory = Decision::new("R27").measured(leanest).decide(leanest <= 1.0).because(format!(
            "used as they come; all rows kept at once are {:.3} to {:.3} times as many",
            whole.0, whole.1
        ));

        let solve = exponents(&of(SOLVE, None));
        // routes of a filter stand in the same order
        let saved = range(
            of(SOLVE, None).iter().zip(&sweep).map(|(solve, sweep)| solve.operations as f64 / sweep.operations as f64),
        );
        let retaining = Decision::new("R28").measured(solve.hashes).decide(solve.at_most(1, 2)).because(format!(
            "exponents {solve}; the linear system takes {:.1} to {:.1} times the operations of the one pass that does \
                 without",
            saved.0, saved.1
        ));

        let (powers, recurrence) = (exponents(&of(POWERS, with)), exponents(&of(RECURRENCE, without)));
        let diagonal = exponents(&of(DIAGONAL, None));
        let sum = Decision::new("R29")
        .measured(powers.hashes)
        .decide(powers.at_most(1, 1) && recurrence.at_most(1, 0))
        .because(format!(
            "exponents {powers} with and {recurrence} without replacement; as ρ(i) = τ(i, i), O(M) does for both ({diagonal})"
        ));
        Ok(vec![transitions, memory, retaining, sum])
    }
}

/// How operations grow at the last doublings: the largest exponents of M and of k.
struct Exponents {
    bits: f64,
    hashes: f64,
}

impl std::fmt::Display for Exponents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // no minus sign before a rounded 0
        let rounded = |x: f64| libm::round(100.0 * x) / 100.0 + 0.0;
        write!(f, "{:.2} in M, {:.2} in k", rounded(self.bits), rounded(self.hashes))
    }
}

impl Exponents {
    /// Within what the ends of the band add to a polynomial of these degrees.
    fn at_most(&self, bits: u32, hashes: u32) -> bool {
        const ENDS: f64 = 0.02;
        self.bits <= f64::from(bits) + ENDS && self.hashes <= f64::from(hashes) + ENDS
    }
}

fn exponents(rows: &[&Row]) -> Exponents {
    let last = |value: fn(&Row) -> u64| rows.iter().map(|row| value(row)).max().unwrap_or(0);
    let (bits, hashes) = (last(|row| row.bits), last(|row| row.hashes));
    let doubled = |row: &Row, by_bits: bool| {
        let (bits, hashes) = if by_bits { (2 * row.bits, row.hashes) } else { (row.bits, 2 * row.hashes) };
        let after =
            rows.iter().filter(|after| (after.bits, after.hashes, &after.positions) == (bits, hashes, &row.positions));
        after.map(|after| libm::log2(after.operations as f64 / row.operations as f64)).next()
    };
    Exponents {
        bits: largest(rows.iter().filter(|row| 2 * row.bits == bits).filter_map(|row| doubled(row, true))),
        hashes: largest(rows.iter().filter(|row| 2 * row.hashes == hashes).filter_map(|row| doubled(row, false))),
    }
}

fn costs(filter: SigmaBounded) -> Result<Vec<(&'static str, Cost)>, AnyError> {
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let retaining = Retaining::new(filter)?;
    let band = |a: &Metering| (0..=sigma).map(|set| published_recursion(a, shape, set)).collect::<Vec<_>>();
    // what eq. 18 is given
    let law = stationary(&Metering, filter);
    let diagonal: Vec<_> = (0..=sigma).map(|set| transitions(&Metering, shape, set).swap_remove(0)).collect();
    let mut costs = vec![
        (TRANSITIONS, cost(band)),
        (PUBLISHED, cost(|a| published_one_phase(a, filter))),
        (SOLVE, cost(|a| published_retaining_by_linear_solve(a, retaining))),
        (SWEEP, cost(|a| one_phase(a, filter))),
        (
            POWERS,
            cost(|a| {
                let rho = (0..).map(|set| false_positive_probability(a, shape, set));
                law.iter().zip(rho).fold(a.zero(), |sum, (p, rho)| sum + rho * p)
            }),
        ),
        (DIAGONAL, cost(|a| law.iter().zip(&diagonal).fold(a.zero(), |sum, (p, rho)| sum + p.clone() * rho))),
    ];
    if shape.sampling() == Sampling::WithoutReplacement {
        let k = shape.hashes();
        // C(i, k)/C(k, k) upwards, divided by C(M, k)/C(k, k) = C(M, k) at the end
        let by_recurrence = |a: &Metering| {
            let (mut sum, mut ways) = (a.zero(), a.one());
            for (set, p) in (k..).zip(&law[k as usize..]) {
                sum = sum + p.clone() * &ways;
                ways = ways * a.integer(set + 1) / a.integer(set + 1 - k);
            }
            let all = (k..shape.bits()).fold(a.one(), |all, set| all * a.integer(set + 1) / a.integer(set + 1 - k));
            sum / all
        };
        costs.push((RECURRENCE, cost(by_recurrence)));
    }
    Ok(costs)
}

fn row(filter: SigmaBounded, route: &str, cost: Cost) -> Row {
    let shape = filter.shape();
    Row {
        positions: positions_name(shape.sampling()).to_owned(),
        route: route.to_owned(),
        bits: shape.bits(),
        hashes: shape.hashes(),
        sigma: filter.sigma(),
        additions: cost.additions,
        multiplications: cost.multiplications,
        divisions: cost.divisions,
        operations: cost.additions + cost.multiplications + cost.divisions,
        most_held: cost.most_held,
    }
}
