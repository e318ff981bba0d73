//! Which filter remembers a window in the least memory, and what those without a guarantee forget.

use super::*;
use crate::looks::look;

/// The six of the title, which keep the window.
const SIZED: [&str; 6] =
    ["time-aware-timers", "time-aware-flags", "rolling", "two-phases-keeping", "age-partitioned", "ring"];
const FORGETTING: [&str; 3] = ["stable", "one-phase", DROPPING];
const DROPPING: &str = "two-phases-dropping";

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.is_drawn && row.filter == filter);
    let last = |filter| Ok::<_, AnyError>(of(filter).next_back().ok_or_else(|| format!("no {filter}"))?);
    let (least, most) = (smallest(of(DROPPING), messages)?, largest(of(DROPPING), messages)?);
    let first = rows.iter().find(|row| row.is_drawn).ok_or("nothing is drawn")?;
    Ok(Facts::new()
        .count("keeping_to", last("two-phases-keeping")?.window)
        .count("least_window", first.window)
        .count("most_window", last("ring")?.window)
        // rounded down, as it is said to be the least
        .number("times", (100.0 * least_saving(rows)?.value).floor() / 100.0, 3)
        .percent("rate", first.target, 1)
        .number("ring", last("ring")?.bits_per_message, 3)
        .number("age_partitioned", last("age-partitioned")?.bits_per_message, 3)
        .number("two_phases", last("two-phases-keeping")?.bits_per_message, 3)
        .number("rolling", last("rolling")?.bits_per_message, 3)
        .percent("rolling_rate", last("rolling")?.rate, 2)
        // rounded down, as it is said to be the least
        .number("less", (100.0 * least_of_two(rows.iter().filter(|row| row.is_drawn))?).floor() / 100.0, 3)
        .number("forgotten_least", least.value, 2)
        .number("forgotten_most", most.value, 2)
        .percent("one_phase", last("one-phase")?.false_negative_rate, 2)
        .percent("stable", last("stable")?.false_negative_rate, 2))
}

/// How many of the last W messages are no longer held.
fn messages(row: &&Row) -> f64 {
    row.false_negative_rate * row.window as f64
}

/// The least ratio of a rolling filter's bits to those of the ring of two full filters with its window and worst rate.
fn least_of_two<'a>(rows: impl Iterator<Item = &'a Row>) -> Result<f64> {
    Ok(smallest(rows.filter_map(|row| Some(row.bits_per_message / row.ring_of_two?)), |ratio| *ratio)?.value)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let (window, times) = least_saving(rows)?.row;
    let of_ring = rows.iter().find(|row| row.is_drawn && row.filter == "ring" && row.window as f64 == window);
    let ring = of_ring.ok_or("no ring where it saves least")?.bits_per_message;
    let bar = [1.0, times].map(|factor| Point::new(window, factor * ring));
    let bar = Series::new("", Mark::Line, bar).look(Look::new(Colour::Ink).heavy()).unlisted();
    let memory = panel(rows, &SIZED, "bits per message", |row| row.bits_per_message, Some(bar))
        .titled("(a) A ring takes the fewest bits")
        .note(Note::text((window, times.sqrt() * ring), (-6.0, 0.0), facts.fill("≥ {times} times")?));
    let lost = panel(rows, &FORGETTING, "messages lost", |row| messages(&row), None)
        .titled(facts.fill("(b) Two phases lose at most {forgotten_most} messages")?);
    Ok(LineFigure::new([memory, lost]).plot_height(320.0).draw()?)
}

fn panel(rows: &[Row], filters: &[&str], y: &str, value: fn(&Row) -> f64, bar: Option<Series>) -> Panel {
    let series = filters.iter().map(|filter| {
        let drawn = rows.iter().filter(|row| row.is_drawn && row.filter == *filter);
        let points = drawn.map(|row| Point::new(row.window as f64, value(row)));
        let (name, look) = look(filter);
        Series::new(name, Mark::Line, points).look(look)
    });
    let (x, y) = (Axis::new("window *W* in messages", Scale::Log10), Axis::new(y, Scale::Log10));
    Panel::new(x, y, series.chain(bar)).labelled()
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let points: Vec<&[Row]> = rows.chunk_by(|a, b| (a.window, a.target) == (b.window, b.target)).collect();
    let ages = ratios(&points, DROPPING, |rows| bits(rows, "age-partitioned"))?;
    let fewer = Range::of("W", ages.iter().map(|(window, ratio)| (*window, *ratio < 1.0)));
    let timers = ratios(&points, "time-aware-flags", |rows| bits(rows, "time-aware-timers"))?;
    let least = least_saving(rows)?;
    let title =
        Decision::title().measured_as("fewest bits of another filter over the ring's, at the rate drawn", least.value);
    let of_two = least_of_two(rows.iter())?;
    let of = |filters: &'static [&str]| rows.iter().filter(|row| filters.contains(&&*row.filter));
    Ok(vec![
        above_one("F09", &savings(&points)?)?.tested_on(of(&SIZED))?,
        Decision::new("F10")
            .measured(share(&ages, |(_, ratio)| *ratio < 1.0)?.value())
            .tested_on(of(&["age-partitioned", DROPPING]))?
            .decide_within(fewer, "at no range of windows"),
        above_one("F11", &timers)?.tested_on(of(&["time-aware-flags", "time-aware-timers"]))?,
        forgets_more(rows, "F12", "one-phase")?,
        forgets_more(rows, "F13", "stable")?,
        Decision::new("F23")
            .tested_on(of(&["rolling"]))?
            .measured(of_two)
            .decide(of_two > 1.0, format!("{of_two:.3} times somewhere")),
        title
            .tested_on(of(&SIZED).filter(|row| row.is_drawn))?
            .decide(least.value > 1.0, format!("not at W = {}", least.row.0)),
    ])
}

fn bits(rows: &[Row], filter: &str) -> Result<f64> {
    let found = rows.iter().find(|row| row.filter == filter).map(|row| row.bits_per_message);
    found.ok_or_else(|| format!("no {filter}").into())
}

/// Of each window and target the fewest bits of another filter that keeps the window, over the ring's.
fn savings(points: &[&[Row]]) -> Result<Vec<(f64, f64)>> {
    ratios(points, "ring", |rows| {
        let others = |row: &&Row| row.filter != "ring" && SIZED.contains(&&*row.filter);
        Ok(smallest(rows.iter().filter(others), |row| row.bits_per_message)?.value)
    })
}

/// Of each window and target some bits over those of a filter.
fn ratios(points: &[&[Row]], filter: &str, other: fn(&[Row]) -> Result<f64>) -> Result<Vec<(f64, f64)>> {
    points.iter().map(|rows| Ok((rows[0].window as f64, other(rows)? / bits(rows, filter)?))).collect()
}

/// The least of them at the rate that is drawn.
fn least_saving(rows: &[Row]) -> Result<Extreme<(f64, f64)>> {
    let points = rows.chunk_by(|a, b| (a.window, a.target) == (b.window, b.target));
    smallest(savings(&points.filter(|rows| rows[0].is_drawn).collect_vec())?, |(_, ratio)| *ratio)
}

/// The claim that a ratio is above 1 for all windows.
fn above_one(id: &'static str, ratios: &[(f64, f64)]) -> Result<Decision> {
    let range = Range::of("W", ratios.iter().map(|(window, ratio)| (*window, *ratio > 1.0)));
    let decision = Decision::new(id).measured(smallest(ratios, |(_, ratio)| *ratio)?.value);
    Ok(decision.decide_within(range, "at no range of windows"))
}

fn forgets_more(rows: &[Row], id: &'static str, filter: &str) -> Result<Decision> {
    let of = |filter| rows.iter().filter(move |row| row.filter == filter);
    let ratios = of(DROPPING).zip(of(filter)).map(|(two, other)| other.false_negative_rate / two.false_negative_rate);
    let (least, most) = ratios.minmax().into_option().ok_or("no two phases")?;
    Ok(Decision::new(id)
        .measured(least)
        .tested_on(of(DROPPING).chain(of(filter)))?
        .decide(least > 1.0, format!("{least:.3} times somewhere"))
        .remark(format!("up to {most:.0} times, as the window grows")))
}
