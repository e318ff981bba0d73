//! What a walk costs, and the measured rates over the exact ones.

use super::*;

/// The bits per key of the title, and of the notes.
const MOST: u64 = 20;
const TEN: u64 = 10;
const SIXTEEN: u64 = 16;
/// From here on a walk is best with three probes and more; with fewer the step hardly matters.
const FROM: u64 = 4;

/// The filter with the best number of probes.
fn best(rows: &[Row], probes: Probes, bits_per_key: u64) -> Result<&Row> {
    let found = rows.iter().find(|row| (row.probes, row.bits_per_key, row.is_best) == (probes, bits_per_key, true));
    found.ok_or_else(|| format!("no {probes:?} at {bits_per_key} bits").into())
}

/// The rate over that of independent positions, each at its best number of probes.
fn times(rows: &[Row], probes: Probes, bits_per_key: u64) -> Result<f64> {
    Ok(best(rows, probes, bits_per_key)?.rate / best(rows, Probes::Independent, bits_per_key)?.rate)
}

/// The fewest bits per key from which on the walk's best number of probes stays.
fn settled(rows: &[Row]) -> Result<&Row> {
    let last = best(rows, Probes::AnyStep, MOST)?.hashes;
    let best = rows.iter().filter(|row| row.probes == Probes::AnyStep && row.is_best).rev();
    best.take_while(|row| row.hashes == last).last().ok_or_else(|| "no best number of probes".into())
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (settled, any) = (settled(rows)?, |bits| times(rows, Probes::AnyStep, bits));
    Ok(Facts::new()
        .count("bits", MOST)
        .count("ten_bits", TEN)
        .count("sixteen_bits", SIXTEEN)
        .count("settled_bits", settled.bits_per_key)
        .count("walk_probes", settled.hashes)
        .count("independent_probes", best(rows, Probes::Independent, MOST)?.hashes)
        .number("times", any(MOST)?, 2)
        .number("ten_times", any(TEN)?, 3)
        .number("sixteen_times", any(SIXTEEN)?, 3)
        .number("odd_times", times(rows, Probes::OddStep, MOST)?, 2)
        .number("same_times", best(rows, Probes::AnyStep, MOST)?.over_independent, 2))
}

/// Of measured rates over exact ones.
const TICKS: [(f64, &str); 4] = [(0.99, "0.99"), (0.995, "0.995"), (1.0, "1"), (1.005, "1.005")];

const ANY: Look = Look::new(Colour::Vermilion).heavy();
const ODD: Look = Look::new(Colour::Vermilion).dashed(Dash::Dashed);

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([rates(rows)?, measured(rows)?]).plot_height(300.0).draw()?)
}

fn x_axis(from: f64, beyond: f64) -> Axis {
    Axis::new("bits per key", Scale::Linear).limited(from, MOST as f64 + beyond)
}

fn rates(rows: &[Row]) -> Result<Panel> {
    let line = |probes: Probes| rows.iter().filter(move |row| row.probes == probes && row.is_best);
    let series = [
        (Probes::AnyStep, "any step", ANY),
        (Probes::OddStep, "odd step", ODD),
        (Probes::Independent, "independent", looks::CACHE_LINE),
    ];
    let series = series.into_iter().flat_map(|(probes, name, look)| {
        let exact = line(probes).map(|row| Point::new(row.bits_per_key as f64, row.rate));
        let simulated = line(probes).filter_map(|row| Some(row.simulated?.at(row.bits_per_key as f64)));
        Series::model(name, look, exact, simulated)
    });
    let (walk, alone) = (best(rows, Probes::AnyStep, MOST)?, best(rows, Probes::Independent, MOST)?);
    let bar = Point { x: MOST as f64, y: walk.rate, interval: Some((alone.rate, walk.rate)) };
    let bar = Series::new("", Mark::Markers, [bar]).look(Look::new(Colour::Ink)).unlisted();
    let middle = (MOST as f64, libm::sqrt(walk.rate * alone.rate));
    Ok(Panel::new(
        x_axis(0.0, 5.0),
        Axis::new("rate at the best number of probes", Scale::Log10).percent(),
        series.chain([bar]),
    )
    .titled("(a) A walk gains less and less from more bits")
    .labelled()
    .note(Note::text(middle, (6.0, 0.0), facts(rows)?.fill("{times}\ntimes")?)))
}

fn measured(rows: &[Row]) -> Result<Panel> {
    let points = rows.iter().filter_map(|row| Some(row.measured?.over(row.rate).at(row.bits_per_key as f64)));
    let series = Series::new("Pebble", Mark::Markers, points).look(Look::new(Colour::Ink)).unlisted();
    Ok(Panel::new(
        x_axis(5.0, 1.0),
        Axis::new("measured rate / exact rate", Scale::Linear).limited(0.986, 1.006).ticked(TICKS),
        [series],
    )
    .titled("(b) Pebble measured the exact rate")
    .reference(Reference::horizontal(1.0, "")))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (walk, alone) = (best(rows, Probes::AnyStep, MOST)?, best(rows, Probes::Independent, MOST)?);
    let measured = || rows.iter().filter(|row| row.measured.is_some());
    let within = contained(measured(), |row| (row.rate, row.measured))?;
    let simulated = || rows.iter().filter(|row| row.simulated.is_some());
    let ten = times(rows, Probes::AnyStep, TEN)?;
    let over_any =
        |bits: u64| Ok((bits, best(rows, Probes::OddStep, bits)?.rate / best(rows, Probes::AnyStep, bits)?.rate));
    let odds = (FROM..=MOST).map(over_any).collect::<Result<Vec<(u64, f64)>>>()?;
    let worst = largest(&odds, |(_, ratio)| *ratio)?;
    let settled = settled(rows)?;
    let odd = times(rows, Probes::OddStep, MOST)?;
    Ok(vec![
        Decision::title()
            .measured_as("rate of the walk over that of independent positions", walk.rate / alone.rate)
            .decide(walk.rate > alone.rate, "it has not")
            .remark(format!(
                "odd steps {odd:.2} times, any step with {} probes for both {:.2}",
                walk.hashes, walk.over_independent
            )),
        Decision::new("B17")
            .tested_on(measured())?
            .measured(within.value())
            .threshold("all")
            .decide(within.having == within.of, format!("{} of {}", within.having, within.of)),
        Decision::new("B18")
            .tested_on(simulated())?
            .in_intervals(contained(simulated(), |row| (row.rate, row.simulated))?)
            .remark(format!("{} intervals", simulated().count())),
        Decision::new("B19")
            .measured(ten)
            .threshold("similar: within a tenth")
            .decide(ten <= 1.1, format!("{ten:.3} times, each at its best number of probes")),
        Decision::new("B20").at_most(worst, 1.0, |(bits, _)| format!("at {bits} bits per key")),
        Decision::new("B21")
            .measured(settled.hashes as f64)
            .decide(settled.bits_per_key <= TEN && settled.hashes < alone.hashes, "it grows"),
    ])
}
