//! The rate over the promise, and the memory over that of one filter, against the stages.
//! Which variant keeps its promise, what stages do to their own targets, and whether simulated filters have the rate.

use super::*;

/// The promise that is drawn.
const DRAWN: f64 = 0.01;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (least, most) = whole_ends(rows)?;
    let (least, most) = (least.over_promise, most.over_promise);
    let half_full = drawn(rows).find(|row| row.half_full).ok_or("no half full slices")?;
    let published = |r| drawn(rows).filter(move |row| row.first_target == First::Published && row.tightening == r);
    let pairs = published(0.5).zip(published(0.9));
    let stages = rows.iter().map(|row| row.stages).max();
    let kept = || [0.5, 0.9].into_iter().flat_map(published).filter(|row| Some(row.stages) == stages);
    let cheaper =
        pairs.filter(|(strong, weak)| weak.over_one_filter < strong.over_one_filter).map(|(row, _)| row.stages);
    Ok(Facts::new()
        .number("least", least, 2)
        .number("most", most, 2)
        .percent("promise", DRAWN, 1)
        .number("cheap", smallest(kept(), |row| row.over_one_filter)?.value, 2)
        .number("costly", largest(kept(), |row| row.over_one_filter)?.value, 2)
        .number("half_full", half_full.tightening, 2)
        .count("cheaper", cheaper.min().ok_or("a weak tightening is nowhere cheaper")?))
}

/// The rows of the promise that is drawn.
fn drawn(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.promise == DRAWN)
}

/// The least and the most of the rates over the promise after all stages, where the first target is the promise.
fn whole_ends(rows: &[Row]) -> Result<(&Row, &Row)> {
    let stages = rows.iter().map(|row| row.stages).max();
    let ends = || drawn(rows).filter(|row| row.first_target == First::Whole && Some(row.stages) == stages);
    Ok((smallest(ends(), |row| row.over_promise)?.row, largest(ends(), |row| row.over_promise)?.row))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    // Pr with r = ½ is P(1 − r)
    let twice = |row: &Row| row.first_target == First::Tightened && row.tightening == 0.5;
    let drawn: Vec<&Row> = drawn(rows).filter(|row| !twice(row)).collect();
    let x = || Axis::new("full stages", Scale::Linear);
    let at = |row: &Row, y: f64| Point::new(row.stages as f64, y);
    let over = variants(&drawn).flat_map(|rows| {
        let exact = rows.iter().map(|row| at(row, row.over_promise));
        let found = rows.iter().filter_map(|row| Some(row.simulated?.over(row.promise).at(row.stages as f64)));
        let (name, look) = named(rows[0]);
        Series::model(name, look, exact, found)
    });
    let memory = variants(&drawn).map(|rows| {
        let points = rows.iter().map(|row| at(row, row.over_one_filter));
        let (name, look) = named(rows[0]);
        Series::new(name, Mark::Line, points).look(look)
    });
    let y = Axis::new("exact rate / promised rate", Scale::Log2).including(0.5).including(32.0);
    let mut rates = Panel::new(x(), y, over)
        .titled("(a) A first target of *P* breaks the promise")
        .labelled()
        .reference(Reference::horizontal(1.0, ""))
        .region(Region::below(1.0, "kept").named_in(Corner::BottomRight));
    let (facts, (least, most)) = (facts(rows)?, whole_ends(rows)?);
    for (row, text) in [(least, "{least} times"), (most, "{most} times")] {
        let at = (row.stages as f64, row.over_promise);
        rates = rates.note(Note::text(at, (-6.0, -13.0), facts.fill(text)?));
    }
    let memory = Panel::new(x(), Axis::new("bits / bits of one filter", Scale::Linear).including(1.0), memory)
        .titled(facts.fill("(b) Keeping it costs {cheap} to {costly} times the bits")?)
        .labelled();
    Ok(LineFigure::new([rates, memory]).plot_height(320.0).draw()?)
}

/// The rows of each variant.
fn variants<'a>(rows: &'a [&'a Row]) -> impl Iterator<Item = &'a [&'a Row]> {
    rows.chunk_by(|a, b| a.stages < b.stages)
}

/// The name of a variant, and its look.
fn named(row: &Row) -> (String, Look) {
    let (orange, r) = (Look::new(Colour::Vermilion), (100.0 * row.tightening).round() / 100.0);
    match row.first_target {
        First::Published if r < 0.7 => (format!("*P*(1 − *r*), {r}"), Look::new(Colour::Blue).heavy()),
        First::Published => {
            (format!("*P*(1 − *r*), {r}"), Look::new(Colour::Blue).dashed(Dash::Dashed).marked(Marker::Ring))
        }
        First::Tightened => (format!("*Pr*, {r}"), Look::new(Colour::Green).marked(Marker::Triangle)),
        First::Whole if row.half_full => {
            ("*P*, half full".to_owned(), orange.dashed(Dash::Dashed).marked(Marker::Diamond))
        }
        First::Whole if r < 0.7 => (format!("*P*, {r}"), orange.dashed(Dash::Dotted).marked(Marker::Square)),
        First::Whole if r < 1.0 => (format!("*P*, {r}"), orange.marked(Marker::Wedge)),
        First::Whole => ("*P*, equal".to_owned(), Look::new(Colour::Ink).dashed(Dash::DashDot).marked(Marker::Cross)),
    }
}

/// Rate over promise, at most.
const KEPT: f64 = 1.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let ends = whole_ends(rows)?;
    let (least, most) = (ends.0.over_promise, ends.1.over_promise);
    let title = Decision::title().measured_as("highest rate over the promise after all stages", most);
    let of = |first| rows.iter().filter(move |row| row.first_target == first);
    let decision = |id, first, most| Decision::new(id).measured(most).tested_on(of(first));
    let promised = |row: &Row| row.promised / row.promise;
    let (published, real) =
        (highest(of(First::Published), promised)?, highest(of(First::Published), |row| row.over_promise)?);
    // stages miss their own targets a little: the whole filter may miss the promise
    let alone = rows.iter().filter(|row| row.stages == 1 && !row.half_full);
    let alone = highest(alone, |row| row.rate / row.promised)?;
    let tightened = highest(of(First::Tightened), promised)?;
    let half = highest(of(First::Tightened).filter(|row| row.tightening <= 0.5), promised)?;
    let whole = highest(of(First::Whole), |row| row.over_promise)?;
    let second = smallest(of(First::Whole).filter(|row| row.stages > 1), |row| row.over_promise)?.value;
    let below_one = highest(of(First::Whole).filter(|row| row.tightening < 1.0), |row| row.over_promise)?;
    let simulated = contained(rows, |row| (row.rate, row.simulated))?;
    Ok(vec![
        title.tested_on([ends.0, ends.1])?.decide(
            least > KEPT && of(First::Whole).all(|row| row.tightening >= 0.5),
            format!("one ends at {least:.3} times the promise, or r is below ½"),
        ),
        decision("G01", First::Published, published)?
            .decide(published <= KEPT, format!("it reaches {published:.3} times the promise")),
        decision("G02", First::Published, real)?
            .decide(real <= KEPT, format!("it reaches {real:.4} times the promise"))
            .remark(format!(
                "a stage by itself reaches {alone:.4} times its target: its bits presume a whole log2 1/p"
            )),
        decision("G03", First::Tightened, tightened)?.decide_if(
            tightened <= KEPT,
            half <= KEPT,
            "r ≤ ½, where r ≤ 1 − r",
            format!("with r = ½ it reaches {half:.3} times the promise"),
        ),
        decision("G04", First::Whole, whole)?
            .decide(whole <= KEPT, format!("it is missed from the second stage on ({second:.2} times at least)"))
            .remark(format!("{below_one:.2} times at most with r < 1")),
        half_full(rows)?,
        Decision::new("G06").tested_on(rows.iter().filter(|row| row.simulated.is_some()))?.in_intervals(simulated),
    ])
}

fn highest<'a>(rows: impl IntoIterator<Item = &'a Row>, value: impl Fn(&Row) -> f64) -> Result<f64> {
    Ok(largest(rows, |row| value(row))?.value)
}

/// A stage's own rate and target are those that it adds to the stages before it.
fn half_full(rows: &[Row]) -> Result<Decision> {
    let half_full = || rows.iter().filter(|row| row.half_full);
    let stage = |before: Option<&Row>, row: &Row| {
        let (rate, promised) = before.map_or((0.0, 0.0), |before| (before.rate, before.promised));
        (row.rate - rate) / (1.0 - rate) / ((row.promised - promised) / (1.0 - promised))
    };
    let before = |row: &Row| half_full().find(|other| other.promise == row.promise && other.stages + 1 == row.stages);
    let most = highest(half_full(), |row| stage(before(row), row))?;
    Ok(Decision::new("G05")
        .measured(most)
        .tested_on(half_full())?
        .decide(most <= 1.0, format!("one reaches {most:.4} times that")))
}
