//! The chance that a cycle goes on, E\[γ_i\]: whether it ever rises, and how small it becomes.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let steps = Steps::of(rows)?;
    let curves = curves(rows);
    let (least, most) = extent(curves.iter().map(|curve| 1.0 / curve[0].limit))?;
    let mut facts = Facts::new();
    for (i, curve) in curves.iter().enumerate() {
        facts = facts.number(&format!("factor_{i}"), 1.0 / curve[0].limit, 3);
    }
    Ok(facts
        .count("steps", steps.all)
        .count("equal", steps.equal)
        .count("filters", steps.filters.len() as u64)
        .number("least_factor", least, 2)
        .number("most_factor", most, 2))
}

/// The curves, each of one filter.
fn curves(rows: &[Row]) -> Vec<Vec<&Row>> {
    let chunks = rows.iter().filter(|row| row.part == CURVE).chunk_by(|row| (row.bits, row.hashes, row.sigma));
    chunks.into_iter().map(|(_, curve)| curve.collect()).collect()
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
    let curves = curves(rows);
    let colours = [Colour::Blue, Colour::Vermilion, Colour::Purple];
    let series = zip(&curves, colours).map(|(curve, colour)| {
        let points = curve.iter().map(|row| Point::new(row.i as f64, row.continuation));
        Series::new("", Mark::Line, points).look(Look::new(colour))
    });
    let x = Axis::new("messages *i* of a cycle", Scale::Linear).limited(0.0, 1000.0);
    let y = Axis::new("chance E[*γ*_{*i*}] of an *i*-th after *i* − 1", Scale::Log10).limited(0.036, 1.1);
    let meaning = "dashed: 1/*H* = *ρ*(*σ*), the chance that\na message sets no bit of a full filter";
    let mut panel =
        Panel::new(x, y, series).note(Note::text((1000.0, 0.75), (-8.0, 0.0), meaning).coloured(Colour::Grey));
    for (i, (curve, colour)) in zip(&curves, colours).enumerate() {
        let last = curve[curve.len() - 1];
        let (bits, k, sigma) = (grouped(&last.bits.to_string()), last.hashes, last.sigma);
        let name = format!("*M* = {bits}, *k* = {k}, *σ* = {sigma}: *ρ*(*σ*) = 1/{{factor_{i}}}");
        let name = Note::text((last.i as f64, last.limit), (-8.0, -11.0), facts.fill(&name)?);
        panel = panel.reference(Reference::horizontal(last.limit, "")).note(name.coloured(colour));
    }
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
        curve.is_sorted_by(|row, next| next.continuation <= row.continuation * (1.0 + ROUNDING))
            && curve.iter().all(|row| row.continuation >= row.limit * (1.0 - ROUNDING))
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
    let (bits, hashes, sigma) = (worst.bits, worst.hashes, worst.sigma);
    let usual = largest(curves.iter().flat_map(|curve| usual(curve)), |row| 1.0 / row.continuation)?.value;
    Ok(Decision::new("R45")
        .measured(limit)
        .threshold(format!("small: at most {SMALL}"))
        .tested_on(curves.iter().flatten())?
        .decide(limit <= SMALL, format!("at M = {bits}, k = {hashes}, σ = {sigma} it is {limit:.1}"))
        .remark(format!(
            "for messages that at least every second cycle comes to, 1/γ_j is at most {usual:.2}; beyond it grows towards 1/ρ(σ)"
        )))
}

/// The messages of a filter to which at least every second cycle comes.
fn usual<'a>(curve: &'a [&Row]) -> impl Iterator<Item = &'a Row> {
    let mut reached = 1.0;
    curve.iter().copied().take_while(move |row| {
        reached *= row.continuation;
        reached >= 0.5
    })
}
