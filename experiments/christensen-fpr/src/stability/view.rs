//! The error of eq. 18 against m, and that of the recursion.
//! From which size on eq. 18 is useless, and whether the recursion stays accurate.

use super::*;

/// Smaller errors are drawn here: half a unit in the last place of a double, 2^−53.
const LEAST: f64 = 1.110_223_024_625_156_5e-16;

/// Larger errors are not drawn.
const MOST: f64 = 1e6;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (bits, _) = first_overflow(rows, Grows::Bits).ok_or("eq. 18 does not overflow with m")?;
    let (_, items) = first_overflow(rows, Grows::Items).ok_or("eq. 18 does not overflow with n")?;
    Ok(Facts::new()
        .count("lost", first_lost(rows).ok_or("eq. 18 keeps its digits")?)
        .count("overflow", bits)
        .count("overflow_items", items)
        .number("error", largest_error(rows, RECURSION).max(largest_error(rows, TABLE)), 2)
        .number("largest", largest(rows, |row| row.bits as f64)?.value, 4))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let closed = closed(rows, Grows::Bits);
    let recursion = of_route(rows, RECURSION).filter(|row| row.grows == Grows::Bits).collect_vec();
    let (overflow, _) = first_overflow(rows, Grows::Bits).ok_or("eq. 18 does not overflow with m")?;
    let lost = first_lost(rows).ok_or("eq. 18 keeps its digits")?;
    let is_apart = |pair: &[&Row]| pair[1].bits > pair[0].bits + 1;
    let dense = recursion.windows(2).position(is_apart).map_or(recursion.len(), |last| last + 1);
    let (dense, apart) = recursion.split_at(dense);
    let points = |rows: &[&Row]| -> Vec<Point> {
        let error = |row: &&Row| Some(Point::new(row.bits as f64, row.relative_error?.max(LEAST)));
        rows.iter().filter_map(error).filter(|point| point.y <= MOST).collect()
    };
    let panel = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log2),
        Axis::new("relative error in doubles", Scale::Log10).limited(1e-17, MOST),
        [
            Series::new("", Mark::Line, points(dense)).look(looks::RECURSION),
            Series::new("", Mark::Markers, points(apart)).look(looks::RECURSION),
            Series::new("", Mark::Line, points(&closed)).look(looks::CLOSED.heavy()),
        ],
    );
    let panel = panel
        .note(Note::text((4096.0, 1e-13), (-8.0, 0.0), "recursion, repaired tables"))
        .note(Note::text((84.0, 1e4), (10.0, 0.0), "eq. 18").coloured(looks::CLOSED.colour()))
        .region(Region::above(1.0, "no digit is right").named_in(Corner::TopLeft))
        .reference(Reference::vertical(overflow as f64, format!("eq. 18 overflows at {overflow}")).named_at(0.35))
        .note(Note::ring((lost as f64, 1.0), (-18.0, -28.0), facts(rows)?.fill("from *m* = {lost} on")?));
    Ok(LineFigure::single(panel).draw()?)
}

/// The largest relative error of a stable computation in doubles.
const STABLE: f64 = 1e-12;
/// The number of bits up to which a filter is of moderate size.
const MODERATE: u64 = 256;
/// A relative error that leaves no digit to speak of.
const USELESS: f64 = 0.1;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let largest = largest_error(rows, RECURSION);
    let most_bits = of_route(rows, RECURSION).map(|row| row.bits).max().unwrap_or(0);
    let table = largest_error(rows, TABLE);
    let lost = first_lost(rows);
    let title =
        Decision::title().measured_as("fewest bits from which on it has no right digit", lost.unwrap_or(0) as f64);
    let on_rays = || rows.iter().filter(|row| row.grows != Grows::Nothing);
    Ok(vec![
        title.tested_on(on_rays())?.decide(lost.is_some(), "it has a digit at the largest m"),
        instability(rows, largest).tested_on(on_rays())?,
        overflow(rows).tested_on(on_rays())?,
        Decision::new("C09")
            .measured(largest)
            .threshold(format!("stable: within {STABLE:e} of the exact rate"))
            .decide(largest <= STABLE, format!("it is off by {largest:.1e}"))
            .remark(format!("up to m = {most_bits}; the repaired table algorithm: {table:.1e}")),
    ])
}

/// The fewest bits from which on eq. 18 has no right digit, or no value.
fn first_lost(rows: &[Row]) -> Option<u64> {
    let growing = closed(rows, Grows::Bits);
    let lost = growing.iter().rev().take_while(|row| row.relative_error.is_none_or(|error| error > 1.0));
    lost.last().map(|row| row.bits)
}

/// The largest error of a route; without a value it is the largest double.
fn largest_error(rows: &[Row], route: &str) -> f64 {
    of_route(rows, route).map(|row| row.relative_error.unwrap_or(f64::MAX)).fold(0.0, f64::max)
}

fn of_route<'a>(rows: &'a [Row], route: &str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.route == route)
}

fn closed(rows: &[Row], grows: Grows) -> Vec<&Row> {
    of_route(rows, CLOSED).filter(|row| row.grows == grows).collect()
}

/// The smallest filter, by m and then by n, at which eq. 18 has no value.
fn first_overflow(rows: &[Row], grows: Grows) -> Option<(u64, u64)> {
    closed(rows, grows).iter().filter(|row| row.value.is_none()).map(|row| (row.bits, row.items)).min()
}

fn instability(rows: &[Row], error_of_recursion: f64) -> Decision {
    let (growing_bits, growing_items) = (closed(rows, Grows::Bits), closed(rows, Grows::Items));
    let is_useless = |row: &Row| row.relative_error.is_none_or(|error| error > USELESS);
    let first_useless = growing_bits.iter().find(|row| is_useless(row)).map(|row| row.bits);
    let stays_useless = growing_bits.iter().filter(|row| Some(row.bits) >= first_useless).all(|row| is_useless(row));
    let fixed_bits = growing_items.first().map_or(0, |row| row.bits);
    let before = growing_items.iter().filter_map(|row| row.relative_error).fold(0.0, f64::max);
    let overflows_at =
        first_overflow(rows, Grows::Items).map_or("none".to_owned(), |(_, items)| format!("n = {items}"));
    Decision::new("C07")
        .measured(first_useless.map_or(f64::MAX, |bits| bits as f64))
        .threshold(format!("unstable: off by more than {:.0} % or without a value", 100.0 * USELESS))
        .range(Range::of("m", growing_bits.iter().map(|row| (row.bits as f64, is_useless(row)))))
        .decide(
            first_useless.is_some() && stays_useless && error_of_recursion < USELESS,
            format!("it is useful again at a larger m, or as good as the recursion, which is off by {error_of_recursion:.1e}"),
        )
        .remark(format!(
            "m makes it so: at m = {fixed_bits} eq. 18 is within {before:.0e} for every n until it overflows at {overflows_at}"
        ))
}

fn overflow(rows: &[Row]) -> Decision {
    let first = first_overflow(rows, Grows::Bits).map(|(bits, _)| bits);
    let with_value = closed(rows, Grows::Bits).into_iter().filter(|row| row.value.is_some());
    let most = with_value.map(|row| row.bits).max().unwrap_or(0);
    Decision::new("C08")
        .measured(first.map_or(f64::MAX, |bits| bits as f64))
        .threshold(format!("moderate: up to {MODERATE} bits"))
        .decide(first.is_some_and(|bits| bits <= MODERATE), format!("it has a value up to m = {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same recursion with a rate that is 2 % off.
    fn off(a: &NaiveDouble, load: Load) -> f64 {
        1.02 * christensen::by_recursion(a, load)
    }

    #[test]
    fn stability_falls_with_the_recursion() {
        let verdicts = |recursion: fn(&NaiveDouble, Load) -> f64| {
            let loads = [16, 64, 172].map(|bits| Load::new(bits, bits / 8, 6).unwrap());
            let rows = loads.iter().flat_map(|&load| by_every_route(Grows::Bits, load, recursion).unwrap());
            let decisions = claims(&rows.collect::<Vec<Row>>()).unwrap();
            decisions.iter().map(|decision| decision.verdict.unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(christensen::by_recursion), [Verdict::Holds; 4]);
        assert_eq!(verdicts(off), [Verdict::Holds, Verdict::Holds, Verdict::Holds, Verdict::DoesNotHold]);
    }
}
