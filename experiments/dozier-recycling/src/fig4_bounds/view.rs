//! The exact rate with its simulation, below the worst case, and how little the bounds lie below it: a colour for each k, a
//! dash for each bound.

use super::*;
use crate::looks::{F_A_DASH, F_O_DASH, F_W};

/// The N at which the bounds of all k are compared.
const EARLY: u64 = 100;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let last = last(rows)?;
    let (least, most) = extent(over_n(rows).filter(|row| row.messages == EARLY).flat_map(shortfalls))?;
    let miss = largest(over_n(rows).flat_map(shortfalls), |miss| *miss)?.value;
    let (o_least, o_most) = extent(remaining(rows, |row| row.f_o_shortfall))?;
    let (a_least, a_most) = extent(remaining(rows, |row| row.f_a_shortfall))?;
    Ok(Facts::new()
        .count("last", last.messages)
        .percent("o_below", last.f_o_shortfall, 2)
        .percent("a_below", last.f_a_shortfall, 2)
        .count("early", EARLY)
        .percent("least", least, 2)
        .percent("most", most, 2)
        .percent("miss", miss, 2)
        .number("o_least", o_least, 2)
        .number("o_most", o_most, 2)
        .number("a_least", a_least, 2)
        .number("a_most", a_most, 2))
}

/// The size at which both bounds are named.
const NAMED_AT: u64 = 16_384;

fn over_n(rows: &[Row]) -> impl DoubleEndedIterator<Item = &Row> {
    rows.iter().filter(|row| row.series == OVER_N)
}

/// Those of the drawn filter: from the smallest N that is simulated on.
fn with_worst_case(rows: &[Row]) -> impl DoubleEndedIterator<Item = &Row> {
    over_n(rows).filter(|row| row.f_w.is_some())
}

/// The drawn filter with the largest N.
fn last(rows: &[Row]) -> Result<&Row> {
    Ok(with_worst_case(rows).next_back().ok_or("no worst case")?)
}

fn shortfalls(row: &Row) -> [f64; 2] {
    [row.f_o_shortfall, row.f_a_shortfall]
}

/// What a bound misses at the largest M, less the part that falls like 1/M, over the average rate: for each k.
fn remaining(rows: &[Row], miss: fn(&Row) -> f64) -> impl Iterator<Item = f64> {
    let last = rows.iter().map(|row| row.bits).max().unwrap_or(0);
    let at = move |bits: u64| rows.iter().filter(move |row| row.series == OVER_M && row.bits == bits);
    at(last).zip(at(last / 2)).map(move |(row, half)| (2.0 * miss(row) - miss(half)) / row.exact)
}

fn simulated(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.series == Kind::Fresh.name())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn = simulated(rows).next().ok_or("nothing is simulated")?;
    let load = rows.iter().rfind(|row| row.series == OVER_M).ok_or("no filter over whose M the bounds are drawn")?;
    let load = (load.messages * load.hashes) as f64 / load.bits as f64;
    let panels = [
        rates(rows, drawn.hashes)?.titled(format!("(a) The worst case lies far above (*k* = {})", drawn.hashes)),
        below(rows)?.titled("(b) The bounds fall below the exact rate"),
        over_memory(rows)?
            .titled(format!("(c) In larger filters the gap shrinks, but not to zero (*kN*/*M* = {load:.1})")),
    ];
    Ok(LineFigure::new(panels).columns(2).plot_height(200.0).draw()?)
}

fn messages() -> Axis {
    Axis::new("messages *N* that set bits", Scale::Linear)
}

/// The worst case, and the exact rate with its simulation.
fn rates(rows: &[Row], k: u64) -> Result<Panel> {
    let worst = with_worst_case(rows).filter_map(|row| Some(Point::new(row.messages as f64, row.f_w?)));
    let exact = with_worst_case(rows).map(|row| Point::new(row.messages as f64, row.exact));
    let markers = simulated(rows).filter_map(|row| Some(row.simulated()?.at(row.messages as f64)));
    let [exact, markers] = Series::model("", looks::hashes(k), exact, markers);
    let series = [Series::new("", Mark::Line, worst).look(F_W), exact, markers];
    let middle = with_worst_case(rows).find(|row| row.messages == EARLY).ok_or("no such N")?;
    let at = |rate| (EARLY as f64, rate);
    Ok(Panel::new(messages(), Axis::new("average false-positive rate", Scale::Log10), series)
        .note(Note::text(at(middle.f_w.unwrap_or(middle.exact)), (-8.0, -10.0), "*f*_w, worst case"))
        .note(Note::text(at(middle.exact), (10.0, 14.0), "exact, *f*_a, *f*_o").coloured(looks::hashes(k).colour())))
}

/// Both bounds for each k, as a value of their shortfall.
fn bounds<'a>(rows: &[&'a Row], x: fn(&Row) -> f64, y: fn(f64) -> f64) -> Vec<Series> {
    let hashes = rows.iter().map(|row| row.hashes).sorted().dedup();
    let both = |k: u64| {
        let look = looks::hashes(k);
        let line = |name: String, dash: Dash, shortfall: fn(&Row) -> f64| {
            let of = rows.iter().filter(|row| row.hashes == k).map(|row| Point::new(x(row), y(shortfall(row))));
            Series::new(name, Mark::Line, of.sorted_by(|a, b| a.x.total_cmp(&b.x))).look(look.dashed(dash))
        };
        [
            line(format!("*k* = {k}"), F_A_DASH, |row| row.f_a_shortfall),
            line(String::new(), F_O_DASH, |row| row.f_o_shortfall).unlisted(),
        ]
    };
    hashes.flat_map(both).collect()
}

/// Relative to the exact rate, against N.
fn below(rows: &[Row]) -> Result<Panel> {
    let drawn = with_worst_case(rows).collect_vec();
    let mut series = bounds(&drawn, |row| row.messages as f64, |shortfall| -shortfall);
    let markers = simulated(rows).filter_map(|row| {
        let over = row.simulated()?.over(row.exact);
        let interval = Some((over.lower - 1.0, over.upper - 1.0));
        Some(Point { x: row.messages as f64, y: over.value - 1.0, interval })
    });
    let look = simulated(rows).next().map_or(looks::hashes(0), |row| looks::hashes(row.hashes));
    series.push(Series::new("", Mark::Markers, markers).look(look));
    let (last, facts) = (last(rows)?, facts(rows)?);
    let end = |shortfall: f64| (last.messages as f64, -shortfall);
    let y = Axis::new("rate / exact rate − 1", Scale::Linear).limited(-0.15, 0.15).percent();
    let series = series.into_iter().map(Series::unlisted);
    Ok(Panel::new(messages().limited(30.0, last.messages as f64 + 12.0), y, series)
        .reference(Reference::horizontal(0.0, ""))
        .note(Note::ring(end(last.f_a_shortfall), (-14.0, -56.0), facts.fill("*f*_a: {a_below} below")?))
        .note(Note::ring(end(last.f_o_shortfall), (-24.0, 14.0), facts.fill("*f*_o: {o_below} below")?)))
}

/// The share that is missed, against M.
fn over_memory(rows: &[Row]) -> Result<Panel> {
    let over = rows.iter().filter(|row| [OVER_M, BETWEEN].contains(&&*row.series)).collect_vec();
    let (low, high) = extent(over.iter().map(|row| row.bits as f64))?;
    let falls = [low, high].map(|bits| Point::new(bits, 0.7 / bits));
    let x = Axis::new("memory *M* (bits)", Scale::Log2);
    let y = Axis::new("share of the exact rate left out", Scale::Log10).percent();
    let fewest = over.iter().min_by_key(|row| (row.hashes, row.bits.abs_diff(NAMED_AT))).ok_or("no bounds")?;
    let named = (fewest.bits as f64, fewest.f_o_shortfall);
    Ok(Panel::new(x, y, bounds(&over, |row| row.bits as f64, |shortfall| shortfall))
        .note(Note::text(named, (0.0, -12.0), "dotted: *f*_o, dashed: *f*_a").coloured(Colour::Grey))
        .reference(Reference::curve(falls))
        .note(Note::text((512.0, 0.7 / 512.0), (-10.0, 12.0), "∝ 1/*M*").coloured(Colour::Grey))
        .labelled())
}

/// f_a is tight where it misses no more of the exact rate than this.
const TIGHT: f64 = 0.05;

/// The highest rate of practice.
const PRACTICE: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![average(rows)?, tight(rows)?, title(rows)?, below_means(rows)?])
}

/// The order f_o ≤ f_a ≤ exact, at every N and every M.
fn title(rows: &[Row]) -> Result<Decision> {
    let ordered = share(rows, |row| row.f_o_shortfall >= row.f_a_shortfall && row.f_a_shortfall > 0.0)?;
    Ok(Decision::title()
        .measured_as("share of the exact rate that f_o misses at the largest N", last(rows)?.f_o_shortfall)
        .in_share(ordered, 1.0, |row| name(row)))
}

fn name(row: &Row) -> String {
    format!("M = {}, k = {}, N = {}", row.bits, row.hashes, row.messages)
}

/// R13.
fn average(rows: &[Row]) -> Result<Decision> {
    let exact: Vec<(&Row, f64)> = rows.iter().filter_map(|row| Some((row, row.f_w?))).collect();
    let worst = |row: &Row| {
        let filter = |row: &Row| (row.bits, row.hashes, row.messages);
        exact.iter().find(|(other, _)| filter(other) == filter(row)).map(|(_, worst)| *worst)
    };
    let below = share(&exact, |(row, worst)| row.exact < *worst)?;
    let simulated = rows.iter().filter_map(|row| Some((row.simulated()?, worst(row)?)));
    let simulated = share(simulated, |(rate, worst)| rate.upper < *worst)?;
    Ok(Decision::new("R13")
        .measured(largest(&exact, |(row, worst)| row.exact / worst)?.value)
        .tested_on(exact.iter().map(|(row, _)| row))?
        .decide(
            below.is_all() && simulated.is_all(),
            format!("{below} exact rates are below it, and {simulated} simulated intervals"),
        )
        .remark(format!("as are {simulated} simulated 99 % intervals")))
}

/// R20.
fn tight(rows: &[Row]) -> Result<Decision> {
    let bounds = || rows.iter().filter(|row| [OVER_N, OVER_M, BETWEEN].contains(&&*row.series));
    let used = || bounds().filter(|row| row.exact <= PRACTICE);
    let at = over_n(rows).find(|row| row.hashes == 5 && row.messages == EARLY).ok_or("no point with k = 5, N = 100")?;
    let widest = largest(used(), |row| row.f_a_shortfall)?;
    let (most, filter) = (100.0 * widest.value, name(widest.row));
    let is_tight = |row: &Row| (0.0..=TIGHT).contains(&row.f_a_shortfall);
    let any = 100.0 * largest(bounds().filter(|row| row.series != BETWEEN), |row| row.f_a_shortfall)?.value;
    Ok(Decision::new("R20")
        .measured(at.f_a_shortfall)
        .threshold(format!("tight: within {:.0} % of the exact rate; practice: rates up to {PRACTICE}", 100.0 * TIGHT))
        .tested_on(used())?
        .decide_within(
            Range::found("M", used().map(|row| (row.bits as f64, is_tight(row)))),
            format!("it misses {most:.1} % at {filter}"),
        )
        .remark(format!(
            "up to a rate of {PRACTICE} at most {most:.1} % are missed (at {filter}); at any rate up to {any:.0} %"
        )))
}

/// R52.
fn below_means(rows: &[Row]) -> Result<Decision> {
    let simulated: Vec<(&Row, Interval)> = rows.iter().filter_map(|row| Some((row, row.simulated()?))).collect();
    let below = share(&simulated, |(row, rate)| row.f_o.max(row.f_a) < rate.value)?;
    let beyond = share(&simulated, |(row, rate)| row.f_o.max(row.f_a) > rate.upper)?.having;
    let (above, points) = (below.of - below.having, below.of);
    Ok(Decision::new("R52")
        .tested_on(simulated.iter().map(|(row, _)| row))?
        .in_share(below, 1.0, |(row, _)| format!("N = {}, {}", row.messages, row.series))
        .remark(format!(
            "one of the two is above the mean at {above} of {points} points, by noise, and above the 99 % interval at {beyond}"
        )))
}
