//! How many times the messages of two phases one phase holds, in filters of three sizes and in infinitely many bits.

use super::*;

/// A rate that few filters have to keep.
const STRICT: f64 = 1e-5;

/// A rate that many filters keep.
const USUAL: f64 = 0.01;

/// The lowest rate that is drawn.
const DRAWN_FROM: f64 = 1e-20;

/// The largest ratio of the messages of one phase to those of two at which the two are close.
const CLOSE: f64 = 1.1;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let bits = most_bits(rows);
    let targets = |is_finite: bool| extent(of_bits(rows, is_finite).map(|row| row.target));
    let ((lowest, highest), (limit_lowest, limit_highest)) = (targets(true)?, targets(false)?);
    let more = |target: f64| Ok::<_, AnyError>(at(rows, bits, target)?.ratio_to_both - 1.0);
    let (one_per_bit, two_per_bit) = at(rows, None, USUAL)?.per_bit.ok_or("no limit at the usual rate")?;
    Ok(Facts::new()
        .count("most_bits", bits.unwrap_or(0))
        .number("strict_rate", STRICT, 1)
        .percent("strict", more(STRICT)?, 2)
        .number("usual_rate", USUAL, 1)
        .percent("usual", more(USUAL)?, 2)
        .number("lowest_rate", lowest, 1)
        .percent("lowest", more(lowest)?, 1)
        .number("highest_rate", highest, 1)
        .percent("highest", more(highest)?, 3)
        .percent("tenth", CLOSE - 1.0, 1)
        .number("close", crossing(rows)?, 1)
        .number("limit_highest", limit_highest, 1)
        .number("limit_lowest", limit_lowest, 1)
        .number("drawn_from", DRAWN_FROM, 1)
        .number("one_per_bit", one_per_bit, 2)
        .number("two_per_bit", two_per_bit, 2))
}

/// The rows of finite filters, or those of infinitely many bits.
fn of_bits(rows: &[Row], is_finite: bool) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.bits.is_some() == is_finite)
}

fn at(rows: &[Row], bits: Option<u64>, target: f64) -> Result<&Row> {
    let row = rows.iter().find(|row| row.bits == bits && row.target == target);
    Ok(row.ok_or_else(|| format!("no rate of {target}"))?)
}

fn most_bits(rows: &[Row]) -> Option<u64> {
    rows.iter().filter_map(|row| row.bits).max()
}

/// The rate at which the ratio in infinitely many bits falls to that of close capacities, between two rows.
fn crossing(rows: &[Row]) -> Result<f64> {
    let mut pairs = of_bits(rows, false).tuple_windows();
    let found = pairs.find(|(_, after): &(&Row, &Row)| after.ratio_to_both <= CLOSE);
    let (before, after) = found.ok_or("they never come close")?;
    let way = (before.ratio_to_both - CLOSE) / (before.ratio_to_both - after.ratio_to_both);
    Ok(before.target * libm::pow(after.target / before.target, way))
}

fn is_decade(rate: f64) -> bool {
    let exponent = libm::log10(rate);
    (exponent - libm::round(exponent)).abs() < 1e-6
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let (fewest, most) = rows.iter().filter_map(|row| row.bits).minmax().into_option().ok_or("no sizes")?;
    let points = |bits: Option<u64>| {
        let of = rows.iter().filter(move |row| row.bits == bits && row.target >= DRAWN_FROM);
        of.map(|row| Point::new(row.target, row.ratio_to_both))
    };
    let line = |bits| points(bits).sorted_by(|a, b| a.x.total_cmp(&b.x));
    let rings = points(Some(most)).filter(|point| is_decade(point.x));
    let (small, large) = (Look::step(0, 3), Look::step(4, 5).marked(Marker::Ring));
    let name = format!("*M* = {}", grouped(&fewest.to_string()));
    let curves = [
        Series::new(name.as_str(), Mark::Line, line(Some(fewest))).look(small),
        Series::new("*M* = ∞", Mark::Line, line(None)).look(Look::new(things::LIMIT)),
        Series::new("", Mark::Markers, rings).look(large),
    ];
    let facts = facts(rows)?;
    let strict = (STRICT, at(rows, Some(most), STRICT)?.ratio_to_both);
    let close = (crossing(rows)?, CLOSE);
    let panel = Panel::new(
        Axis::new("average false-positive rate", Scale::Log10).limited(DRAWN_FROM, 0.5).ticked(
            [-20, -15, -10, -5, -1].map(|exponent| (libm::pow(10.0, f64::from(exponent)), power(10, exponent))),
        ),
        Axis::new("messages: one phase / two phases", Scale::Linear).limited(0.9, 2.2),
        curves,
    )
    .reference(Reference::horizontal(1.0, "equal").named_below())
    .note(Note::arrow(strict, (-30.0, -70.0), facts.fill("{strict} more\nat {strict_rate}")?))
    .note(Note::arrow(close, (20.0, -70.0), facts.fill("*M* = ∞: below {tenth}\nmore under {close}")?));
    let named = |bits, rate: f64, down, text: &str, colour| -> Result<Note> {
        let named = (rate, at(rows, Some(bits), rate)?.ratio_to_both);
        Ok(Note::text(named, (0.0, down), text).coloured(colour))
    };
    let panel = panel
        .note(named(fewest, 1e-7, 22.0, &name, small.colour())?)
        .note(named(most, 1e-12, -36.0, &facts.fill("*M* = {most_bits} (rings)")?, large.colour())?)
        .note(named(most, 1e-12, -20.0, "*M* = ∞ (line)", things::LIMIT)?);
    Ok(LineFigure::single(panel).without_legend().draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let finite = of_bits(rows, true).collect_vec();
    let asked = finite.iter().copied().filter(|row| !row.is_between).collect_vec();
    // a step leads to the next rate of the lines too
    let all = of_bits(rows, true).sorted_by(|a, b| a.bits.cmp(&b.bits).then(a.target.total_cmp(&b.target)));
    let all = all.collect_vec();
    let decisions = [close(&asked, &finite)?, overhead(&all)?, one_phase(&all)?];
    let decisions = decisions.into_iter().map(|decision| decision.tested_on(&finite));
    decisions.chain([title(rows)]).collect()
}

/// Whether one phase holds more in the largest filter at the strict rate, and the lead in infinitely many bits falls below a
/// tenth once.
fn title(rows: &[Row]) -> Result<Decision> {
    let strict = at(rows, most_bits(rows), STRICT)?;
    let crossing = crossing(rows)?;
    let crosses_once = of_bits(rows, false).all(|row| (row.ratio_to_both > CLOSE) == (row.target > crossing));
    Ok(Decision::title()
        .measured_as("share that one phase holds more", strict.ratio_to_both - 1.0)
        .tested_on([strict])?
        .decide(
            strict.ratio_to_both > 1.0 && crosses_once,
            "two phases hold as many, or the ratio crosses 1.1 more than once",
        ))
}

/// R09. The range is that of all rates, those of the lines among them.
fn close(rows: &[&Row], all: &[&Row]) -> Result<Decision> {
    let lowest = smallest(rows, |row| row.target)?.value;
    let farthest = largest(rows.iter().filter(|row| row.target == lowest), |row| row.ratio_to_both)?.value;
    let close = Range::found("rate", all.iter().map(|row| (row.target, row.ratio_to_both <= CLOSE)));
    let targets = rows.iter().map(|row| row.target).sorted_by(f64::total_cmp).dedup();
    let words = targets.step_by(4).map(|target| {
        let at = rows.iter().filter(|row| row.target == target);
        let (low, high) = extent(at.map(|row| row.ratio_to_both))?;
        Ok(format!("{low:.2} to {high:.2} at {target:e}"))
    });
    let words = words.collect::<Result<Vec<_>>>()?;
    Ok(Decision::new("R09")
        .measured(farthest)
        .threshold(format!("close: one phase holds at most {CLOSE} times the messages"))
        .decide_within(close, "it is not, at the lowest rates")
        .remark(format!("the ratio over the sizes is {}", words.join(", "))))
}

/// R10.
fn overhead(rows: &[&Row]) -> Result<Decision> {
    let steps = rows.iter().tuple_windows().filter(|(strict, loose)| strict.bits == loose.bits);
    let shrinks =
        |strict: &Row, loose: &Row| strict.target < loose.target && strict.ratio_to_both < loose.ratio_to_both;
    let decision = Decision::new("R10").threshold("falls: at every step");
    in_long_cycles(decision, "steps", steps.map(|(strict, loose)| (*strict, shrinks(strict, loose))).collect())
}

/// R34.
fn one_phase(rows: &[&Row]) -> Result<Decision> {
    in_long_cycles(Decision::new("R34"), "rates", rows.iter().map(|row| (*row, row.ratio_to_both > 1.0)).collect())
}

/// Where few messages fit, what fits hangs on σ being a whole number: a claim may fail in cycles shorter than some length,
/// found on the smallest filter alone, and must hold in all that are longer.
fn in_long_cycles(decision: Decision, what: &str, points: Vec<(&Row, bool)>) -> Result<Decision> {
    let length = |row: &Row| row.cycles.map_or(f64::NAN, |(_, messages, ..)| messages);
    let all = share(&points, |(_, holds)| *holds)?;
    let fewest = points.iter().filter_map(|(row, _)| row.bits).min().unwrap_or(0);
    let of_smallest = points.iter().filter(|(row, _)| row.bits == Some(fewest));
    let failing = share(of_smallest.clone(), |(_, holds)| !holds)?;
    // shorter than any cycle if none fails
    let too_short = of_smallest.filter(|(_, holds)| !holds).map(|(row, _)| length(row));
    let bound = too_short.fold(f64::NEG_INFINITY, f64::max).ceil();
    // none is longer where the longest fails
    let beyond = share(points.iter().filter(|(row, _)| length(row) > bound), |(_, holds)| *holds).ok();
    let range = Range::of("messages per cycle", points.iter().map(|(row, _)| (length(row), length(row) > bound)));
    let other = beyond
        .as_ref()
        .and_then(|beyond| beyond.lacking)
        .map(|(row, _)| format!("not at M = {} and a rate of {:e}", row.bits.unwrap_or(0), row.target));
    Ok(decision.measured(all.value()).range(range).decide_if(
        all.is_all(),
        beyond.is_some_and(|beyond| beyond.is_all()),
        format!(
            "a cycle of one phase has more than {bound:.0} messages: below, at M = {fewest}, what fits hangs on σ being a \
             whole number, and it fails at {failing} {what}"
        ),
        other.unwrap_or_default(),
    ))
}
