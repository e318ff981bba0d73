//! False negatives against the length of a cycle, for three distributions of reuse, and the cycles needed for all six.

use super::*;

/// Smaller rates are not drawn.
const LEAST: f64 = 1e-5;
/// Longer cycles are not drawn.
const LONGEST: f64 = 3e4;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (low, high) = extent(times_as_long(rows))?;
    let (short, long) = extent(distances(rows, KEEPING).into_iter().take(DRAWN))?;
    let first = |filter| distances(rows, filter).first().copied().ok_or("no distribution");
    let mut facts = Facts::new();
    for (i, row) in all_shortest(rows).take(DRAWN * FILTERS.len()).enumerate() {
        facts = facts.count(&format!("needed_{i}"), row.messages_per_cycle as u64);
    }
    for (i, times) in times_as_long(rows).enumerate().skip(DRAWN - 1) {
        facts = facts.number(&format!("times_{i}"), times, 2);
    }
    Ok(facts
        .percent("share", limit(rows)?, 1)
        .count("laws", rows.iter().map(|row| row.law.as_str()).unique().count() as u64)
        .number("low", low, 2)
        .number("high", high, 3)
        .number("short", short, 3)
        .number("long", long, 2)
        .number("dropping", first(DROPPING)?, 2)
        .number("one", first(ONE_PHASE)?, 2)
        .percent("model_off", model_error(rows, &[ONE_PHASE, KEEPING])?, 2)
        .percent("dropping_off", model_error(rows, &[DROPPING])?, 2))
}

/// The shortest cycles with negligible false negatives, in the order of the laws.
fn all_shortest(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.series == SHORTEST)
}

fn shortest<'a>(rows: &'a [Row], filter: &'static str) -> impl Iterator<Item = &'a Row> {
    all_shortest(rows).filter(move |row| row.filter == filter)
}

/// These over the mean distance, or the window.
fn distances(rows: &[Row], filter: &'static str) -> Vec<f64> {
    shortest(rows, filter).filter_map(|row| row.cycle_over_distance).collect()
}

/// For each law, one phase's shortest cycle over that of two phases that keep.
fn times_as_long(rows: &[Row]) -> impl Iterator<Item = f64> {
    let pairs = shortest(rows, ONE_PHASE).zip(shortest(rows, KEEPING));
    pairs.map(|(one, two)| one.messages_per_cycle / two.messages_per_cycle)
}

/// How far the model of processed repeats lies from the simulation, where that finds a share that is not negligible.
fn model_error(rows: &[Row], filters: &[&str]) -> Result<f64> {
    let limit = largest(all_shortest(rows), |row| row.false_negative_rate)?.value;
    let of =
        |series: &'static str| rows.iter().filter(move |row| row.series == series && filters.contains(&&*row.filter));
    // the simulated filters stand in the order of the modelled ones
    let pairs = of(PROCESSED).zip(of(SIMULATED)).filter(|(_, simulated)| simulated.false_negative_rate >= limit);
    let off = pairs.map(|(model, simulated)| model.false_negative_rate / simulated.false_negative_rate - 1.0);
    Ok(largest(off, |off| off.abs())?.value)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let laws: Vec<&str> = rows.iter().map(|row| row.law.as_str()).unique().collect();
    let (limit, negligible) = (limit(rows)?, facts(rows)?.fill("below {share}")?);
    let ticks = [10, 100, 1000, 10_000].map(|length: u32| (f64::from(length), grouped(&length.to_string())));
    let panel = |((letter, law), times): ((char, &&str), f64)| {
        let panel = Panel::new(
            Axis::new("new messages per cycle", Scale::Log10).limited(3.0, LONGEST).ticked(ticks.clone()),
            Axis::new("taken for new", Scale::Log10).limited(LEAST, 1.0).percent(),
            FILTERS.into_iter().flat_map(|(filter, _)| curves(rows, law, filter)),
        )
        .titled(format!("({letter}) {}: {} times as long", title(law), libm::round(times)))
        .region(Region::below(limit, negligible.as_str()).named_in(Corner::BottomRight));
        // the shortest cycles that are long enough, beside their lines
        let needed = all_shortest(rows).filter(|row| row.law == *law).map(|row| {
            let text = grouped(&row.messages_per_cycle.to_string());
            let is_alone = row.filter == ONE_PHASE && 10.0 * row.messages_per_cycle < LONGEST;
            let beside = if is_alone { (4.0, -9.0) } else { (-3.5, 9.0) };
            Note::text((row.messages_per_cycle, limit), beside, text).coloured(look(&row.filter).colour())
        });
        panel.notes(names(letter)).notes(needed)
    };
    let panels = ('a'..).zip(&laws).zip(times_as_long(rows)).take(DRAWN).map(panel).chain([powers(&laws, rows)]);
    Ok(LineFigure::new(panels).plot_height(190.0).without_legend().draw()?)
}

/// The share that can be neglected, of which the rows have what lies just below.
fn limit(rows: &[Row]) -> Result<f64> {
    let below = largest(all_shortest(rows), |row| row.false_negative_rate)?.value;
    Ok(libm::exp10(libm::ceil(libm::log10(below))))
}

/// How many times as long one phase's cycle must be, by the exponent of a power law.
fn powers(laws: &[&str], rows: &[Row]) -> Panel {
    let exponent = |law: &str| law.strip_prefix("power ")?.parse().ok();
    let points = zip(laws, times_as_long(rows)).filter_map(|(law, times)| Some(Point::new(exponent(law)?, times)));
    let points = points.collect_vec();
    let names = points.clone().into_iter().map(|point| {
        let beside = if point.x > 2.9 { (-10.0, -6.0) } else { (10.0, 9.0) };
        Note::text((point.x, point.y), beside, format!("{} times", number(point.y, 2)))
    });
    let x = Axis::new("exponent *α* of the power law", Scale::Linear).limited(1.4, 3.1);
    let y = Axis::new("cycles: one / two that keep", Scale::Log10).limited(3.0, 200.0);
    Panel::new(x, y, [Series::new("", Mark::Joined, points)])
        .titled("(d) Power laws: the heavier the tail, the less")
        .notes(names)
}

/// The names of the lines, beside them.
fn names(letter: char) -> [Note; 3] {
    let name = |filter, at, right: f64, text| Note::text(at, (right, 0.0), text).coloured(look(filter).colour());
    let (one, drop, keep) = match letter {
        'a' => ((215.0, 0.14), (210.0, 1.3e-4), (82.0, 4e-3)),
        'b' => ((300.0, 0.14), (210.0, 1.3e-4), (29.0, 8e-3)),
        _ => ((300.0, 0.014), (210.0, 1.3e-4), (3.0, 6e-5)),
    };
    [
        name(ONE_PHASE, one, 8.0, "one phase"),
        name(DROPPING, drop, 8.0, "two that drop"),
        name(KEEPING, keep, if letter == 'c' { 6.0 } else { -8.0 }, "two that\nkeep"),
    ]
}

/// A law in words.
fn title(law: &str) -> String {
    match law.split_once(' ') {
        Some(("geometric", mean)) => format!("Geometric, mean {mean}"),
        Some(("uniform", window)) => format!("Uniform, window {window}"),
        Some((_, exponent)) => format!("Power law, α = {exponent}"),
        None => law.to_owned(),
    }
}

fn curves(rows: &[Row], law: &str, filter: &str) -> [Series; 3] {
    let of = |series: &'static str| {
        rows.iter().filter(move |row| row.law == law && row.filter == filter && row.series == series)
    };
    let look = look(filter);
    let is_drawn = |row: &&Row| row.false_negative_rate >= LEAST && row.messages_per_cycle <= LONGEST;
    let point = |row: &Row| Point::new(row.messages_per_cycle, row.false_negative_rate);
    // the shortest cycle that is long enough is a point of the line, which ends on the axis
    let exact = of(LARGE).chain(of(SHORTEST)).filter(|row| row.messages_per_cycle <= LONGEST);
    let exact = exact.sorted_by(|a, b| a.messages_per_cycle.total_cmp(&b.messages_per_cycle)).map(point);
    let last = exact.clone().find(|point| point.y < LEAST).map(|point| Point::new(point.x, LEAST));
    let large = exact.take_while(|point| point.y >= LEAST).chain(last).collect_vec();
    let simulated = |row: &Row| Some(around(row.false_negative_rate, row.spread?).at(row.messages_per_cycle));
    let simulated = of(SIMULATED).filter(is_drawn).filter_map(simulated);
    let processed = Series::new("", Mark::Line, of(PROCESSED).filter(is_drawn).map(point));
    let [large, simulated] = Series::model(filter, look, large, simulated);
    [large, simulated, processed.look(look.dashed(Dash::Dotted)).unlisted()]
}

/// Below this share false negatives are negligible.
const NEGLIGIBLE: f64 = 0.001;
/// A cycle of at most this multiple of the mean reuse distance, or of the window, needs no condition.
const WELL_PROVISIONED: f64 = 10.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let least = smallest(times_as_long(rows), |times| *times)?.value;
    let title = Decision::title()
        .measured_as("least cycle of one phase over that of two phases that keep", least)
        .tested_on(shortest(rows, ONE_PHASE).chain(shortest(rows, KEEPING)))?
        .decide(
            least > 1.0 && least.is_finite() && times_as_long(rows).skip(DRAWN - 1).is_sorted_by(|a, b| a > b),
            "one phase needs no longer cycle, or the advantage does not fall with the exponent",
        );
    Ok(vec![negligible(rows)?, title])
}

/// R48, on the filter that the sentence is about: one phase. The cycles that keep false negatives below the limit.
fn negligible(rows: &[Row]) -> Result<Decision> {
    let (low, high) = extent(distances(rows, ONE_PHASE))?;
    let (dropping, keeping) = (extent(distances(rows, DROPPING))?, extent(distances(rows, KEEPING))?);
    Ok(Decision::new("R48")
        .measured(low)
        .threshold(format!("negligible: below {NEGLIGIBLE}"))
        .tested_on(shortest(rows, ONE_PHASE))?
        .decide_if(
            high <= WELL_PROVISIONED,
            shortest(rows, ONE_PHASE).all(|row| row.false_negative_rate < NEGLIGIBLE),
            format!("a cycle of one phase lasts {low:.0} to {high:.0} mean distances 1 + E[R], or windows, by the law of return"),
            "no cycle is long enough",
        )
        .remark(format!(
            "two phases that drop the message that ends a cycle need {:.0} to {:.0} of them, and two that keep it {:.1} to {:.0}; \
             power laws of α ≤ 2 have no mean distance",
            dropping.0, dropping.1, keeping.0, keeping.1
        )))
}
