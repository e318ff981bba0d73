//! Rates against age, with the same and with the best k: how long a deletable filter is better than one that forgets.

use super::*;
use crate::looks::look;
use crate::rival::{DROPPING, ONE_PHASE, ORACLE, RING, TWO_PHASES};

/// What is drawn of the rates.
const DRAWN: [&str; 5] = [ORACLE, TWO_PHASES, RING, "QBF", "D-FP"];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let last = |rows: &mut dyn Iterator<Item = &Row>| -> Result<f64> {
        Ok(largest(rows.filter_map(|row| row.age), |age| *age)?.value)
    };
    let steady = best(rows, Part::SameHashes, |row| row.age.is_none() && row.filter != ORACLE)?.value;
    let mut deleting = modelled(rows, Part::SameHashes).filter(|row| row.false_positive_rate < steady);
    let two_phases = of_two_phases(rows)?;
    let mut dfp = of(rows, "D-FP", Source::Model).filter(|row| row.false_positive_rate < two_phases);
    let kept = denied_by(rows, TWO_PHASES).find(|row| row.false_negative_rate == 0.0).ok_or("it always misses")?;
    Ok(Facts::new()
        .percent("share", ring_to_deleting(rows)?, 2)
        .number("until", last(&mut deleting)?, 2)
        .number("dfp_until", last(&mut dfp)?, 2)
        .percent("apart", farthest(rows)?, 1)
        .text("sigma", kept.choice.trim_start_matches("σ = ")))
}

/// All models of a part.
fn modelled(rows: &[Row], part: Part) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.part == part && row.series == Source::Model)
}

fn best(rows: &[Row], part: Part, is_of: impl Fn(&Row) -> bool) -> Result<Extreme<&Row>> {
    smallest(modelled(rows, part).filter(|row| is_of(row)), |row| row.false_positive_rate)
}

/// With its best k: the rate of the ring, and of the best filter that deletes, at any age.
fn ring_and_deleting(rows: &[Row]) -> Result<(f64, &Row)> {
    let ring = best(rows, Part::BestHashes, |row| row.filter == RING)?.value;
    Ok((ring, best(rows, Part::BestHashes, |row| row.age.is_some())?.row))
}

fn ring_to_deleting(rows: &[Row]) -> Result<f64> {
    ring_and_deleting(rows).map(|(ring, deleting)| ring / deleting.false_positive_rate)
}

/// The rate of two phases with the same k.
fn of_two_phases(rows: &[Row]) -> Result<f64> {
    Ok(of(rows, TWO_PHASES, Source::Model).next().ok_or("no two phases")?.false_positive_rate)
}

/// With the same k; and with the best, and a bar from the ring to the best filter that deletes.
pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let (last, facts) = (largest(rows.iter().filter_map(|row| row.age), |age| *age)?.value, facts(rows)?);
    let (ring, deleting) = ring_and_deleting(rows)?;
    let (age, deleting) = (deleting.age.ok_or("no age")?, deleting.false_positive_rate);
    let bar = Series::new("", Mark::Line, [ring, deleting].map(|rate| Point::new(age, rate)));
    let panels = [
        rates(rows, Part::SameHashes, last, None)
            .titled(facts.fill("(a) With the same *k* deleting is best for {until} windows")?),
        rates(rows, Part::BestHashes, last, Some(bar.look(Look::new(Colour::Ink))))
            .titled("(b) With *k* best over the windows a ring is best")
            .note(Note::text((age, (ring * deleting).sqrt()), (6.0, 0.0), facts.fill("{share}")?)),
    ];
    Ok(LineFigure::new(panels).plot_height(250.0).draw()?)
}

fn rates(rows: &[Row], part: Part, last: f64, bar: Option<Series>) -> Panel {
    let series = DRAWN.into_iter().flat_map(|filter| {
        let of = |series: Source| {
            let rows = rows.iter().filter(move |row| row.part == part && row.filter == filter && row.series == series);
            let points = rows.flat_map(|row| match (row.simulated(), row.age) {
                (Some(interval), Some(age)) => vec![interval.at(age)],
                (None, Some(age)) => vec![Point::new(age, row.false_positive_rate)],
                _ => [1.0, last].map(|age| Point::new(age, row.false_positive_rate)).to_vec(),
            });
            points.collect::<Vec<_>>()
        };
        let (name, look) = look(filter);
        Series::model(name, look, of(Source::Model), of(Source::Simulated))
    });
    let series = series.filter(|series| !series.points().is_empty()).chain(bar);
    let x = Axis::new("windows since it was empty", Scale::Linear).including(1.0);
    Panel::new(x, Axis::new("false-positive rate", Scale::Log10).limited(3e-4, 1.0), series).labelled()
}

fn denied_by<'a>(rows: &'a [Row], filter: &'a str) -> impl DoubleEndedIterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.part == Part::Denied && row.filter == filter)
}

/// The filters whose cells saturate.
const SATURATING: [&str; 4] = ["D-FP", "TBF (packed)", "QBF", "DlBF (4)"];
/// The mean field may be so far off.
const NEAR: f64 = 0.03;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let share = ring_to_deleting(rows)?;
    let title = Decision::title().measured_as("rate of the ring over that of the best filter that deletes", share);
    let title = title.decide(share < 1.0, format!("{share:.3} times at some age"));
    Ok(vec![young(rows)?, never_stationary(rows)?, near_simulation(rows)?, always_denies(rows)?, title])
}

fn of<'a>(rows: &'a [Row], filter: &'a str, series: Source) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.part == Part::SameHashes && row.filter == filter && row.series == series)
}

/// Found on the model, tested on the simulation.
fn young(rows: &[Row]) -> Result<Decision> {
    let steady = of_two_phases(rows)?;
    let points = |series| {
        let rows = of(rows, "D-FP", series);
        rows.filter_map(|row| Some((row.age?, row.false_positive_rate < steady))).collect::<Vec<_>>()
    };
    let range = Range::of("windows since it was empty", points(Source::Model));
    let range = range.and_then(|range| range.confirmed_by(points(Source::Simulated)));
    Ok(Decision::new("S01")
        .measured(steady)
        .tested_on(of(rows, "D-FP", Source::Model))?
        .decide_within(range, "at no age has it fewer, or the simulation refutes the range"))
}

fn never_stationary(rows: &[Row]) -> Result<Decision> {
    let steps = SATURATING.into_iter().flat_map(|filter| of(rows, filter, Source::Simulated).tuple_windows());
    let least = smallest(steps, |(before, after)| after.false_positive_rate / before.false_positive_rate)?.value;
    let tested = rows.iter().filter(|row| row.series == Source::Simulated && SATURATING.contains(&&*row.filter));
    Ok(Decision::new("S02")
        .measured(least)
        .tested_on(tested)?
        .decide(least > 1.0, format!("from one age to the next a rate is {least:.3} times itself")))
}

fn near_simulation(rows: &[Row]) -> Result<Decision> {
    let farthest = farthest(rows)?;
    Ok(Decision::new("S03")
        .measured(farthest)
        .tested_on(rows.iter().filter(|row| row.series == Source::Simulated))?
        .threshold(format!("near: within {NEAR}, as far as 99 % intervals show"))
        .decide(farthest <= NEAR, format!("somewhere they differ by {:.1} % and more", 100.0 * farthest)))
}

/// By how much a model differs at least from the rates that the interval of its simulation allows.
fn farthest(rows: &[Row]) -> Result<f64> {
    let off = |simulated: &&Row| {
        let model = of(rows, &simulated.filter, Source::Model).find(|model| model.age == simulated.age);
        model.zip(simulated.simulated()).map_or(f64::NAN, |(model, interval)| {
            let model = model.false_positive_rate;
            (model.max(interval.lower).min(interval.upper) / model - 1.0).abs()
        })
    };
    Ok(largest(rows.iter().filter(|row| row.series == Source::Simulated), off)?.value)
}

fn always_denies(rows: &[Row]) -> Result<Decision> {
    let forgetful = || denied_by(rows, ONE_PHASE).chain(denied_by(rows, DROPPING));
    let least = smallest(forgetful(), |row| row.false_negative_rate)?.value;
    Ok(Decision::new("S04").measured(least).tested_on(forgetful())?.decide(least > 0.0, "at a high σ it misses none"))
}
