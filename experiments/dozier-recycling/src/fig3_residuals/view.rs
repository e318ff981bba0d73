//! Residuals: how far simulations lie from the papers' formulas f_σ¹ and f_σ², in halves of their intervals.

use super::*;

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let kinds = [(Kind::Unique, "no repeats"), (Kind::Fresh, "fresh"), (Kind::Fixed, "fixed hashes")];
    let phases = [(1, "One phase", "*σ* (bits of 1000)"), (2, "Two phases", "*σ* of each (bits of 500)")];
    let panels = iproduct!(phases, kinds).zip('a'..).map(|(((phases, name, sigma), (kind, arrivals)), letter)| {
        let missed = misses(compared(rows, phases, kind))?;
        let title = format!("({letter}) {name}, {arrivals}:\n{missed} intervals miss");
        let meaning = (letter == 'a').then(|| Note::text((500.0, 1.8), (0.0, 0.0), "shaded: contains the formula"));
        Ok(panel(rows, phases, kind, sigma).titled(title).notes(meaning))
    });
    Ok(LineFigure::new(panels.collect::<Result<Vec<_>>>()?).columns(3).sharing_y().plot_height(210.0).draw()?)
}

fn panel(rows: &[Row], phases: u64, kind: Kind, sigma: &str) -> Panel {
    let hashes = compared(rows, phases, kind).map(|row| row.hashes).sorted().dedup();
    let series = hashes.map(|k| {
        let points = compared(rows, phases, kind).filter(|row| row.hashes == k).filter_map(residual);
        Series::new(format!("*k* = {k}"), Mark::Markers, points).look(looks::hashes(k))
    });
    let x = Axis::new(format!("threshold {sigma}"), Scale::Linear);
    let (low, high, ticks) =
        if phases == 1 { (-2.3, 2.3, vec![-2, -1, 0, 1, 2]) } else { (-14.0, 4.5, vec![-10, -5, -1, 1]) };
    let y = Axis::new("deviation / half interval", Scale::Linear)
        .limited(low, high)
        .ticked(ticks.into_iter().map(|y: i32| (f64::from(y), y.to_string().replace('-', "−"))));
    Panel::new(x, y, series)
        .region(Region::new((f64::NEG_INFINITY, f64::INFINITY), (-1.0, 1.0), ""))
        .reference(Reference::horizontal(0.0, ""))
}

fn residual(row: &Row) -> Option<Point> {
    let interval = row.simulated()?;
    let half = (interval.upper - interval.lower) / 2.0;
    Some(Point::new(row.sigma as f64, (interval.value - row.published_model) / half))
}

/// The thresholds from which on messages that come back lower the rate of two phases.
const FROM: u64 = 350;

/// The rates with a catalogue, with fresh positions and with fixed hash functions.
fn with_catalogue(rows: &[Row], phases: u64) -> impl Iterator<Item = &Row> {
    compared(rows, phases, Kind::Fresh).chain(compared(rows, phases, Kind::Fixed))
}

/// Whether the 99 % interval misses the papers' formula.
fn is_missed(row: &Row) -> bool {
    row.simulated().is_some_and(|interval| !interval.contains(row.published_model))
}

fn misses<'a>(rows: impl Iterator<Item = &'a Row>) -> Result<Share<&'a Row>> {
    share(rows.filter(|row| row.simulated().is_some()), |row| is_missed(row))
}

/// Two phases with a catalogue and the fewest hash functions, at high thresholds.
fn repeating(rows: &[Row]) -> impl Iterator<Item = &Row> {
    let few = compared(rows, 2, Kind::Fixed).map(|row| row.hashes).min();
    with_catalogue(rows, 2).filter(move |row| Some(row.hashes) == few && row.sigma >= FROM)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (one, two) = (misses(with_catalogue(rows, 1))?, misses(with_catalogue(rows, 2))?);
    let unique = misses(compared(rows, 2, Kind::Unique))?;
    // by which share fixed hash functions lie below the model
    let fixed = repeating(rows).filter(|row| row.series == Kind::Fixed.name());
    let below = fixed.map(|row| 1.0 - row.rate / row.model).collect_vec();
    ensure!(!below.is_empty(), "no threshold so high");
    Ok(Facts::new()
        .count("missed", two.having as u64)
        .count("points", two.of as u64)
        .count("missed_one", one.having as u64)
        .count("points_one", one.of as u64)
        .count("missed_unique", unique.having as u64)
        .count("points_unique", unique.of as u64)
        .count("few", repeating(rows).next().ok_or("no threshold so high")?.hashes)
        .count("from", FROM)
        .percent("low", below.iter().sum::<f64>() / below.len() as f64, 1))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![one_phase(rows)?, two_phases(rows)?, title(rows)?, guaranteed(rows)?])
}

/// One phase agrees, and two phases agree without repeats only, with which intervals lie below the model.
fn title(rows: &[Row]) -> Result<Decision> {
    let (one, two) = (misses(with_catalogue(rows, 1))?, misses(with_catalogue(rows, 2))?);
    let are_below = repeating(rows).all(|row| row.simulated().is_some_and(|interval| interval.upper < row.model));
    let unique = misses(compared(rows, 2, Kind::Unique))?;
    Ok(Decision::title()
        .measured_as("share of the intervals of two phases that miss", two.value())
        .tested_on(with_catalogue(rows, 1).chain(with_catalogue(rows, 2)))?
        .decide(
            one.having == 0 && !by_chance(&two)? && by_chance(&unique)? && are_below,
            "one phase misses as well, two phases miss without repeats, or one interval with them is not below the model",
        ))
}

fn lies_within(id: &'static str, rows: &[Row], phases: u64) -> Result<Decision> {
    Decision::new(id)
        .measured(misses(with_catalogue(rows, phases))?.value())
        .threshold(format!("lies within: a right model would miss as many with a chance of at least {ALPHA}"))
        .tested_on(with_catalogue(rows, phases))
}

/// R31.
fn one_phase(rows: &[Row]) -> Result<Decision> {
    let (fresh, fixed) = (misses(compared(rows, 1, Kind::Fresh))?, misses(compared(rows, 1, Kind::Fixed))?);
    let found = format!("{fresh} with fresh positions, {fixed} with fixed hash functions");
    let holds = by_chance(&fresh)? && by_chance(&fixed)?;
    let lies = lies_within("R31", rows, 1)?.decide(holds, found.clone());
    Ok(if holds { lies.remark(found) } else { lies })
}

/// R32.
fn two_phases(rows: &[Row]) -> Result<Decision> {
    let [fresh, fixed, unique] = [Kind::Fresh, Kind::Fixed, Kind::Unique].map(|kind| misses(compared(rows, 2, kind)));
    let (fresh, fixed, unique) = (fresh?, fixed?, unique?);
    // the rates below the first miss with fresh positions, which fixed hash functions then test
    let models = || compared(rows, 2, Kind::Fresh).map(|row| row.model);
    let missed = compared(rows, 2, Kind::Fresh).filter(|row| is_missed(row));
    let first_miss = missed.map(|row| row.model).fold(f64::INFINITY, f64::min);
    let bound = largest(models().filter(|model| *model < first_miss), |model| *model)?.value;
    let range = Range::of("f_σ²", models().map(|model| (model, model <= bound)));
    let tested = misses(compared(rows, 2, Kind::Fixed).filter(|row| row.model <= bound))?;
    Ok(lies_within("R32", rows, 2)?
        .range(range)
        .decide_if(
            by_chance(&fresh)? && by_chance(&fixed)?,
            by_chance(&tested)?,
            format!("f_σ² is at most {bound:.3}, below the first miss with fresh positions; fixed hash functions miss {tested} there"),
            format!("fixed hash functions miss {tested} intervals up to {bound:.3}"),
        )
        .remark(format!(
            "{fresh} intervals miss with fresh positions, {fixed} with fixed hash functions: what comes back while the frozen filter \
             holds it is no message that is new; of messages that never come back {unique} miss"
        )))
}

/// R56. A first request that is taken for a repeat is a request too few.
fn guaranteed(rows: &[Row]) -> Result<Decision> {
    let never = share(compared(rows, 2, Kind::Unique), |row| row.rate <= 0.0)?;
    Ok(Decision::new("R56")
        .measured(largest(compared(rows, 2, Kind::Unique), |row| row.rate)?.value)
        .tested_on(compared(rows, 2, Kind::Unique))?
        .in_share(never, 1.0, |row| format!("k = {}, σ = {}", row.hashes, row.sigma))
        .remark("a first request is taken for a second one with probability f_σ²"))
}
