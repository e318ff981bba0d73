//! Which filter remembers a window in the least memory, and what those without a guarantee forget.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::looks::{look, name};

const SIZED: [&str; 6] =
    ["time-aware-timers", "time-aware-flags", "rolling", "two-phases-keeping", "age-partitioned", "ring"];
const FORGETTING: [&str; 3] = ["stable", "one-phase", DROPPING];
const DROPPING: &str = "two-phases-dropping";

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.is_drawn && row.filter == filter);
    let bits = |filter| Ok::<_, AnyError>(largest(of(filter), |row| row.window as f64)?.row.bits_per_message);
    let (least, most) = (smallest(of(DROPPING), messages)?, largest(of(DROPPING), messages)?);
    let share = |filter| Ok::<_, AnyError>(largest(of(filter), |row| row.window as f64)?.row.false_negative_rate);
    let windows = |filter: &'static str| of(filter).map(|row| row.window);
    let longest = windows("two-phases-keeping").max().ok_or("no two phases")?;
    let (shortest, most_messages) = windows("ring").minmax().into_option().ok_or("no ring")?;
    Ok(Facts::new()
        .count("keeping_to", longest)
        .count("least_window", shortest)
        .count("most_window", most_messages)
        // rounded down, as it is said to be the least
        .number("times", (100.0 * least_saving(rows)?.value).floor() / 100.0, 3)
        .percent("rate", rows.iter().find(|row| row.is_drawn).ok_or("nothing is drawn")?.target, 1)
        .number("ring", bits("ring")?, 3)
        .number("age_partitioned", bits("age-partitioned")?, 3)
        .number("two_phases", bits("two-phases-keeping")?, 3)
        .number("rolling", bits("rolling")?, 3)
        .number("less", least_of_two(rows.iter().filter(|row| row.is_drawn))?, 3)
        .number("forgotten_least", least.value, 2)
        .number("forgotten_most", most.value, 2)
        .percent("one_phase", share("one-phase")?, 2)
        .percent("stable", share("stable")?, 2))
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
    let bits = Axis::new("bits per message", Scale::Log10);
    let (window, times) = least_saving(rows)?.row;
    let of_ring = rows.iter().find(|row| row.is_drawn && row.filter == "ring" && row.window as f64 == window);
    let ring = of_ring.ok_or("no ring where it saves least")?.bits_per_message;
    let bar = [1.0, times].map(|factor| Point::new(window, factor * ring));
    let bar = Series::new("", Mark::Line, bar).look(Look::new(Colour::Ink).heavy()).unlisted();
    let said = Note::text((window, times.sqrt() * ring), (-6.0, 0.0), facts(rows)?.fill("{times} times")?);
    let memory = panel(rows, &SIZED, bits, |row| row.bits_per_message, [bar])
        .titled("(a) A ring takes the fewest bits")
        .note(said);
    let held = Axis::new("messages lost", Scale::Log10);
    let lost = panel(rows, &FORGETTING, held, |row| messages(&row), []);
    let title = facts(rows)?.fill("(b) Two phases lose at most {forgotten_most} messages")?;
    Ok(LineFigure::new([memory, lost.titled(title)]).plot_height(320.0).draw()?)
}

fn panel<const N: usize>(
    rows: &[Row],
    filters: &[&str],
    y: Axis,
    value: impl Fn(&Row) -> f64,
    bars: [Series; N],
) -> Panel {
    let series = filters.iter().map(|filter| {
        let drawn = rows.iter().filter(|row| row.is_drawn && row.filter == *filter);
        let points = drawn.map(|row| Point::new(row.window as f64, value(row)));
        Series::new(name(filter), Mark::Line, points).look(look(filter))
    });
    Panel::new(Axis::new("window *W* in messages", Scale::Log10), y, series.chain(bars)).labelled()
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let points: Vec<&[Row]> = rows.chunk_by(|a, b| (a.window, a.target) == (b.window, b.target)).collect();
    Ok(vec![
        ring(&points)?,
        ages(&points)?,
        timers(&points)?,
        forgets_more(rows, "F12", "one-phase")?,
        forgets_more(rows, "F13", "stable")?,
        rolling(rows)?,
        title(rows)?,
    ])
}

fn bits(rows: &[Row], filter: &str) -> Result<f64> {
    let found = rows.iter().find(|row| row.filter == filter).map(|row| row.bits_per_message);
    found.ok_or_else(|| format!("no {filter}").into())
}

/// Of each window and target the fewest bits of another filter, over the ring's.
fn savings(points: &[&[Row]]) -> Result<Vec<(f64, f64)>> {
    ratios(points, "ring", |rows| {
        let others = rows.iter().filter(|row| row.filter != "ring");
        Ok(smallest(others, |row| row.bits_per_message)?.value)
    })
}

/// Of each window and target some bits over those of a filter.
fn ratios(points: &[&[Row]], filter: &str, other: impl Fn(&[Row]) -> Result<f64>) -> Result<Vec<(f64, f64)>> {
    points.iter().map(|rows| Ok((rows[0].window as f64, other(rows)? / bits(rows, filter)?))).collect()
}

/// The least of them at the rate that is drawn.
fn least_saving(rows: &[Row]) -> Result<Extreme<(f64, f64)>> {
    let points = rows.chunk_by(|a, b| (a.window, a.target) == (b.window, b.target));
    let points: Vec<&[Row]> = points.filter(|rows| rows[0].is_drawn).collect();
    smallest(savings(&points)?, |(_, ratio)| *ratio)
}

fn title(rows: &[Row]) -> Result<Decision> {
    let least = least_saving(rows)?;
    let title =
        Decision::title().measured_as("fewest bits of another filter over the ring's, at the rate drawn", least.value);
    Ok(title.decide(least.value > 1.0, format!("not at W = {}", least.row.0)))
}

fn ring(points: &[&[Row]]) -> Result<Decision> {
    above_one("F09", &savings(points)?)
}

fn ages(points: &[&[Row]]) -> Result<Decision> {
    let ratios = ratios(points, "two-phases-dropping", |rows| bits(rows, "age-partitioned"))?;
    let range = Range::of("W", ratios.iter().map(|(window, ratio)| (*window, *ratio < 1.0)));
    let share = share(&ratios, |(_, ratio)| *ratio < 1.0)?.value();
    Ok(Decision::new("F10").measured(share).decide_within(range, "at no range of windows"))
}

fn timers(points: &[&[Row]]) -> Result<Decision> {
    above_one("F11", &ratios(points, "time-aware-flags", |rows| bits(rows, "time-aware-timers"))?)
}

fn rolling(rows: &[Row]) -> Result<Decision> {
    let ratio = least_of_two(rows.iter())?;
    let of_rolling = rows.iter().filter(|row| row.ring_of_two.is_some());
    let decision = Decision::new("F23").tested_on(of_rolling)?.measured(ratio);
    Ok(decision.decide(ratio > 1.0, format!("{ratio:.3} times somewhere")))
}

/// The claim that a ratio is above 1 for all windows.
fn above_one(id: &'static str, ratios: &[(f64, f64)]) -> Result<Decision> {
    let least = smallest(ratios, |(_, ratio)| *ratio)?.value;
    let range = Range::of("W", ratios.iter().map(|(window, ratio)| (*window, *ratio > 1.0)));
    Ok(Decision::new(id).measured(least).decide_within(range, "at no range of windows"))
}

fn forgets_more(rows: &[Row], id: &'static str, filter: &'static str) -> Result<Decision> {
    let share =
        |filter: &'static str| rows.iter().filter(move |row| row.filter == filter).map(|row| row.false_negative_rate);
    let pairs = share("two-phases-dropping").zip(share(filter));
    let (least, most) = pairs.map(|(two, other)| other / two).minmax().into_option().ok_or("no two phases")?;
    let both = rows.iter().filter(|row| [DROPPING, filter].contains(&&*row.filter));
    Ok(Decision::new(id)
        .measured(least)
        .tested_on(both)?
        .decide(least > 1.0, format!("{least:.3} times somewhere"))
        .remark(format!("up to {most:.0} times, as the window grows")))
}
