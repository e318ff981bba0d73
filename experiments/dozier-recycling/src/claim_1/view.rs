//! The chance that a cycle goes on, and what it falls to.
//! Whether E\[γ_i\] ever rises, and how small it becomes.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let steps = Steps::of(rows)?;
    let curves = curves(rows);
    let (least, most) = extent(curves.iter().map(|curve| 1.0 / curve[0].limit))?;
    let factors = curves.iter().enumerate();
    let facts =
        factors.fold(Facts::new(), |facts, (i, curve)| facts.number(&format!("factor_{i}"), 1.0 / curve[0].limit, 3));
    Ok(facts
        .count("steps", steps.all)
        .count("equal", steps.equal)
        .count("filters", steps.filters.len() as u64)
        .number("least_factor", least, 2)
        .number("most_factor", most, 2))
}

/// The curves, each of one filter.
fn curves(rows: &[Row]) -> Vec<Vec<&Row>> {
    let curves: Vec<&Row> = rows.iter().filter(|row| row.part == CURVE).collect();
    let is_same = |a: &&Row, b: &&Row| (a.bits, a.hashes, a.sigma) == (b.bits, b.hashes, b.sigma);
    curves.chunk_by(is_same).map(<[&Row]>::to_vec).collect()
}

/// The steps of the small filters.
struct Steps<'a> {
    filters: Vec<&'a Row>,
    equal: u64,
    rising: u64,
    all: u64,
    smallest: f64,
}

impl<'a> Steps<'a> {
    fn of(rows: &'a [Row]) -> Result<Self> {
        let filters: Vec<&Row> = rows.iter().filter(|row| row.part == GRID).collect();
        let found = filters.iter().map(|row| row.steps).collect::<Option<Vec<_>>>();
        let found = found.ok_or("a filter of the grid has no steps")?;
        Ok(Self {
            filters,
            equal: found.iter().map(|steps| steps.1).sum(),
            rising: found.iter().map(|steps| steps.2).sum(),
            all: found.iter().map(|steps| steps.3).sum(),
            smallest: smallest(&found, |steps| steps.0)?.value,
        })
    }

    fn never_rise(&self) -> bool {
        self.rising == 0 && self.smallest >= 0.0 && self.all > 0
    }
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let (mut series, mut notes, mut limits) = (Vec::new(), Vec::new(), Vec::new());
    let colours = [Colour::Blue, Colour::Vermilion, Colour::Purple];
    for (i, (filter, colour)) in curves(rows).into_iter().zip(colours).enumerate() {
        let (first, last) = filter.first().zip(filter.last()).ok_or("a filter without a curve")?;
        let points = filter.iter().map(|row| Point::new(row.i as f64, row.continuation));
        series.push(Series::new("", Mark::Line, points).look(Look::new(colour)));
        let name = format!(
            "*M* = {}, *k* = {}, *σ* = {}: *ρ*(*σ*) = 1/{}",
            grouped(&first.bits.to_string()),
            first.hashes,
            first.sigma,
            facts.fill(&format!("{{factor_{i}}}"))?
        );
        notes.push(Note::text((last.i as f64, first.limit), (-8.0, -11.0), name).coloured(colour));
        limits.push(Reference::horizontal(first.limit, ""));
    }
    let x = Axis::new("messages *i* of a cycle", Scale::Linear).limited(0.0, 1000.0);
    let y = Axis::new("chance E[*γ*_{*i*}] of an *i*-th after *i* − 1", Scale::Log10).limited(0.036, 1.1);
    let meaning = Note::text(
        (1000.0, 0.75),
        (-8.0, 0.0),
        "dashed: 1/*H* = *ρ*(*σ*), the chance that\na message sets no bit of a full filter",
    );
    let panel =
        limits.into_iter().fold(Panel::new(x, y, series), Panel::reference).note(meaning.coloured(Colour::Grey));
    let panel = notes.into_iter().fold(panel, Panel::note);
    Ok(LineFigure::single(panel).plot_height(260.0).draw()?)
}

/// How far a step in double precision may lie from the exact one.
const ROUNDING: f64 = 1e-12;

/// A small constant is at most this.
const SMALL: f64 = 2.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let steps = Steps::of(rows)?;
    let (all, rising) = (steps.all, steps.rising);
    // steps of curves are in double precision
    let falls = |curve: &Vec<&Row>| {
        let steps = curve.windows(2).all(|pair| pair[1].continuation <= pair[0].continuation * (1.0 + ROUNDING));
        steps && curve.iter().all(|row| row.continuation >= row.limit * (1.0 - ROUNDING))
    };
    let title = Decision::title().measured_as("steps that rise", rising as f64).tested_on(&steps.filters)?.decide(
        steps.never_rise() && curves(rows).iter().all(falls),
        format!("{rising} of {all} steps rise, or one of a curve, or it falls below"),
    );
    let unproved = Decision::new("R44")
        .tested_on(&steps.filters)?
        .measured(rising as f64 / all as f64)
        .decide(steps.never_rise(), format!("{rising} of {all} steps rise"))
        .remark(format!("{rising} of {all} steps rise; the documentation of the library sketches a proof"));
    Ok(vec![unproved, factor(rows)?, title])
}

/// R45.
fn factor(rows: &[Row]) -> Result<Decision> {
    let curves = curves(rows);
    let Extreme { value: limit, row: worst } = largest(curves.iter().flatten(), |row| 1.0 / row.limit)?;
    let usual = curves.iter().map(|curve| usual_factor(curve));
    Ok(Decision::new("R45")
        .measured(limit)
        .threshold(format!("small: at most {SMALL}"))
        .tested_on(curves.iter().flatten())?
        .decide(
            limit <= SMALL,
            format!("at M = {}, k = {}, σ = {} it is {limit:.1}", worst.bits, worst.hashes, worst.sigma),
        )
        .remark(format!(
            "for messages that at least every second cycle comes to, 1/γ_j is at most {:.2}; beyond it grows towards 1/ρ(σ)",
            largest(usual, |factor| *factor)?.value
        )))
}

/// The largest 1/γ_j of a filter where at least every second cycle comes.
fn usual_factor(curve: &[&Row]) -> f64 {
    let mut usual = 1.0_f64;
    let mut reached = 1.0;
    for row in curve {
        reached *= row.continuation;
        if reached >= 0.5 {
            usual = usual.max(1.0 / row.continuation);
        }
    }
    usual
}
