//! Residuals: how far simulations lie from the papers' formulas, in halves of their intervals.
//! Whether the simulation confirms f_σ¹ and f_σ².

use super::*;

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let kinds = [(Kind::Unique, "no repeats"), (Kind::Fresh, "fresh"), (Kind::Fixed, "fixed hashes")];
    let phases = [(1, "One phase", "*σ* (bits of 1000)"), (2, "Two phases", "*σ* of each (bits of 500)")];
    let panels = iproduct!(phases, kinds).zip('a'..).map(|(((phases, name, sigma), (kind, arrivals)), letter)| {
        let residuals: Vec<Point> = compared(rows, phases, kind).filter_map(residual).collect();
        let missed = residuals.iter().filter(|point| point.y.abs() > 1.0).count();
        let title = format!("({letter}) {name}, {arrivals}:\n{missed} of {} intervals miss", residuals.len());
        let panel = panel(rows, phases, kind, sigma).titled(title);
        let meaning = Note::text((500.0, 1.8), (0.0, 0.0), "shaded: contains the formula");
        match letter {
            'a' => panel.note(meaning),
            _ => panel,
        }
    });
    Ok(LineFigure::new(panels).columns(3).sharing_y().plot_height(210.0).draw()?)
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
    Panel::new(x, y, series.collect_vec())
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

/// How many 99 % intervals contain the papers' formula.
fn hits<'a>(rows: impl Iterator<Item = &'a Row>) -> Result<Share<&'a Row>> {
    contained(rows, |row| (row.published_model, row.simulated()))
}

fn misses<R>(hits: &Share<R>) -> usize {
    hits.of - hits.having
}

/// Whether a right model may miss as many.
fn agrees<R>(hits: &Share<R>) -> Result<bool> {
    by_chance(misses(hits), hits.of)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let few = smallest(compared(rows, 2, Kind::Fixed), |row| row.hashes as f64)?.row.hashes;
    let (one, two) = (hits(with_catalogue(rows, 1))?, hits(with_catalogue(rows, 2))?);
    let unique = hits(compared(rows, 2, Kind::Unique))?;
    Ok(Facts::new()
        .count("missed", misses(&two) as u64)
        .count("points", two.of as u64)
        .count("missed_one", misses(&one) as u64)
        .count("points_one", one.of as u64)
        .count("missed_unique", misses(&unique) as u64)
        .count("points_unique", unique.of as u64)
        .count("few", few)
        .count("from", FROM)
        .percent("low", low(rows, few)?, 1))
}

/// By which share two phases with fixed hash functions and the fewest of them lie below the model at high thresholds, in the mean.
fn low(rows: &[Row], few: u64) -> Result<f64> {
    let repeating = compared(rows, 2, Kind::Fixed).filter(|row| row.hashes == few && row.sigma >= FROM);
    let below: Vec<f64> = repeating.map(|row| 1.0 - row.rate / row.model).collect();
    if below.is_empty() {
        Err("no threshold so high".into())
    } else {
        Ok(below.iter().sum::<f64>() / below.len() as f64)
    }
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![one_phase(rows)?, two_phases(rows)?, title(rows)?, guaranteed(rows)?])
}

/// One phase agrees, and two phases agree without repeats only, with which intervals lie below the model.
fn title(rows: &[Row]) -> Result<Decision> {
    let (one, two) = (hits(with_catalogue(rows, 1))?, hits(with_catalogue(rows, 2))?);
    let few = compared(rows, 2, Kind::Fixed).map(|row| row.hashes).min();
    let mut repeating = with_catalogue(rows, 2).filter(|row| Some(row.hashes) == few && row.sigma >= FROM);
    let are_below = repeating.all(|row| row.simulated().is_some_and(|interval| interval.upper < row.model));
    let unique = hits(compared(rows, 2, Kind::Unique))?;
    Ok(Decision::title()
        .measured_as("share of the intervals of two phases that miss", misses(&two) as f64 / two.of as f64)
        .tested_on(with_catalogue(rows, 1).chain(with_catalogue(rows, 2)))?
        .decide(
            misses(&one) == 0 && !agrees(&two)? && agrees(&unique)? && are_below,
            "one phase misses as well, two phases miss without repeats, or one interval with them is not below the model",
        ))
}

fn lies_within(id: &'static str, rows: &[Row], phases: u64) -> Result<Decision> {
    let all = hits(with_catalogue(rows, phases))?;
    Decision::new(id)
        .measured(misses(&all) as f64 / all.of as f64)
        .threshold(format!("lies within: a right model would miss as many with a chance of at least {ALPHA}"))
        .tested_on(with_catalogue(rows, phases))
}

/// R31.
fn one_phase(rows: &[Row]) -> Result<Decision> {
    let (fresh, fixed) = (hits(compared(rows, 1, Kind::Fresh))?, hits(compared(rows, 1, Kind::Fixed))?);
    let found = format!(
        "{} of {} with fresh positions, {} of {} with fixed hash functions",
        misses(&fresh),
        fresh.of,
        misses(&fixed),
        fixed.of
    );
    let holds = agrees(&fresh)? && agrees(&fixed)?;
    let lies = lies_within("R31", rows, 1)?.decide(holds, found.clone());
    Ok(if holds { lies.remark(found) } else { lies })
}

/// R32.
fn two_phases(rows: &[Row]) -> Result<Decision> {
    let [fresh, fixed, unique] = [Kind::Fresh, Kind::Fixed, Kind::Unique].map(|kind| hits(compared(rows, 2, kind)));
    let (fresh, fixed, unique) = (fresh?, fixed?, unique?);
    // the rates below the first miss with fresh positions, which fixed hash functions then test
    let models = || compared(rows, 2, Kind::Fresh).map(|row| row.model);
    let is_missed = |row: &&Row| row.simulated().is_some_and(|interval| !interval.contains(row.published_model));
    let first_miss =
        compared(rows, 2, Kind::Fresh).filter(is_missed).map(|row| row.model).fold(f64::INFINITY, f64::min);
    let bound = largest(models().filter(|model| *model < first_miss), |model| *model)?.value;
    let range = Range::of("f_σ²", models().map(|model| (model, model <= bound)));
    let tested = hits(compared(rows, 2, Kind::Fixed).filter(|row| row.model <= bound))?;
    Ok(lies_within("R32", rows, 2)?
        .range(range)
        .decide_if(
            agrees(&fresh)? && agrees(&fixed)?,
            agrees(&tested)?,
            format!(
                "f_σ² is at most {bound:.3}, below the first miss with fresh positions; fixed hash functions miss {} of {} there",
                misses(&tested),
                tested.of
            ),
            format!("fixed hash functions miss {} of {} intervals up to {bound:.3}", misses(&tested), tested.of),
        )
        .remark(format!(
            "{} of {} intervals miss with fresh positions, {} of {} with fixed hash functions: what comes back while the frozen filter \
             holds it is no message that is new; of messages that never come back {} of {} miss",
            misses(&fresh),
            fresh.of,
            misses(&fixed),
            fixed.of,
            misses(&unique),
            unique.of
        )))
}

/// R56. A first request that is taken for a repeat is a request too few.
fn guaranteed(rows: &[Row]) -> Result<Decision> {
    let never = share(compared(rows, 2, Kind::Unique), |row| row.rate <= 0.0)?;
    let most = largest(compared(rows, 2, Kind::Unique), |row| row.rate)?;
    Ok(Decision::new("R56")
        .measured(most.value)
        .tested_on(compared(rows, 2, Kind::Unique))?
        .in_share(never, 1.0, |row| format!("k = {}, σ = {}", row.hashes, row.sigma))
        .remark("a first request is taken for a second one with probability f_σ²"))
}
