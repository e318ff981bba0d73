//! The three ways of counting over the model's rate, for each popularity.
//! Which counting gives more, and which one the model describes.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let first = rows.first().ok_or("no rows")?;
    let of = |counting: &'static str| rows.iter().filter(move |row| row.counting == counting);
    let least = |counting| Ok::<_, AnyError>(smallest(of(counting), |row| row.rate / row.model)?.value);
    Ok(Facts::new()
        .percent("rate", first.model, 1)
        .number("cycle", first.catalogue as f64 / first.catalogue_over_cycle, 3)
        .number("least_each", least("count-each")?, 2)
        .number("least_first", least("count-first")?, 2))
}

/// How many intervals miss the model.
fn misses(rows: &[&Row]) -> usize {
    rows.iter().filter(|row| !row.simulated().contains(row.model)).count()
}

/// Whether the model may be that of count-instance, and of neither other counting.
fn title(instances: &[&Row], others: [&[&Row]; 2]) -> Result<Decision> {
    let (missed, points) = (misses(instances), instances.len());
    let [each, first] = others.map(|rows| by_chance(misses(rows), points));
    Ok(Decision::title()
        .measured_as(
            "share of 99 % intervals of count-instance that contain the model",
            1.0 - missed as f64 / points as f64,
        )
        .decide(
            by_chance(missed, points)? && !each? && !first?,
            format!(
                "{missed} of {points} intervals of count-instance miss the model, or another counting has its rate"
            ),
        ))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let mut exponents: Vec<f64> = rows.iter().map(|row| row.zipf_exponent).collect();
    exponents.dedup();
    let panel = |counting: &str, mark: Mark| {
        let series = exponents.iter().enumerate().map(|(i, &exponent)| {
            let look = Look::step(i, exponents.len());
            let of = rows.iter().filter(|row| row.counting == counting && row.zipf_exponent == exponent);
            let points = of.map(|row| row.simulated().over(row.model).at(row.catalogue_over_cycle));
            let name = if exponent == 0.0 { "uniform".to_owned() } else { format!("Zipf {exponent}") };
            Series::new(name, mark, points).look(look)
        });
        let ticks = [1, 10, 100].map(|ratio| (f64::from(ratio), ratio.to_string()));
        let x = Axis::new("catalogue / messages a cycle", Scale::Log10).ticked(ticks);
        let y = Axis::new("simulated rate / model", Scale::Linear).including(0.0).including(1.1);
        Panel::new(x, y, series.collect::<Vec<_>>()).reference(Reference::horizontal(1.0, ""))
    };
    let panels = [
        panel("count-instance", Mark::Markers).titled("(a) Count-instance:\nequal"),
        panel("count-each", Mark::Joined)
            .titled("(b) Count-each: less if uneven\nor the catalogue is small")
            .labelled(),
        panel("count-first", Mark::Joined)
            .titled("(c) Count-first: least if uneven\nor the catalogue is small")
            .labelled(),
    ];
    Ok(LineFigure::new(panels).sharing_y().without_legend().plot_height(220.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let [instances, each, first] = ["count-instance", "count-each", "count-first"]
        .map(|counting| rows.iter().filter(|row| row.counting == counting).collect::<Vec<_>>());
    if instances.is_empty() || each.len() != instances.len() || first.len() != instances.len() {
        return Err("a counting is missing".into());
    }
    let title = title(&instances, [&each, &first])?;
    Ok(vec![
        title,
        smaller(&first, &each),
        independent(&instances, &each)?,
        penalty(&instances, &each)?,
        bound(&instances)?,
    ])
}

/// R15.
fn smaller(first: &[&Row], each: &[&Row]) -> Decision {
    let ordered = zip(first, each).filter(|(first, each)| first.rate < each.rate).count();
    Decision::new("R15")
        .measured(ordered as f64 / each.len() as f64)
        .decide(ordered == each.len(), format!("it is not less at {} of {} points", each.len() - ordered, each.len()))
        .remark("in any filter it is never more: each message counts once there, and as often as it arrives here")
}

/// R16.
fn independent(instances: &[&Row], each: &[&Row]) -> Result<Decision> {
    let points = instances.len();
    let (missed, moved) = (misses(instances), misses(each));
    let smallest = smallest(instances, |row| row.catalogue_over_cycle)?.value;
    Ok(Decision::new("R16")
        .measured(missed as f64 / points as f64)
        .threshold(format!("does not depend: a right model would miss as many 99 % intervals with a chance of at least {ALPHA}"))
        .decide(
            by_chance(missed, points)? && !by_chance(moved, points)?,
            format!("{missed} of {points} intervals of count-instance miss the one model, and {moved} of count-each"),
        )
        .remark(format!(
            "{moved} of {points} intervals of count-each miss that model, uniform to Zipf; catalogues have at least {smallest:.1} cycles: a smaller one may be \
             exhausted within a cycle, which then never ends and has no more first arrivals"
        )))
}

/// R41.
fn penalty(instances: &[&Row], each: &[&Row]) -> Result<Decision> {
    let is_apart = |(instance, each): &(&&Row, &&Row)| {
        let (instance, each) = (instance.simulated(), each.simulated());
        instance.lower > each.upper || instance.upper < each.lower
    };
    let apart = zip(instances, each).filter(is_apart).count();
    let (low, high) = extent(zip(instances, each).map(|(instance, each)| instance.rate / each.rate))?;
    Ok(Decision::new("R41")
        .measured(1.0 - apart as f64 / each.len() as f64)
        .threshold(format!("measures: a right count would miss as many 99 % intervals with a chance of at least {ALPHA}"))
        .decide(
            by_chance(apart, each.len())?,
            format!("drops per arrival are count-each, as the camera-ready says; count-instance is {low:.2} to {high:.2} times as large"),
        ))
}

/// R47.
fn bound(instances: &[&Row]) -> Result<Decision> {
    let points = instances.len();
    let above = instances.iter().filter(|row| row.simulated().lower > row.model).count();
    let below = instances.iter().filter(|row| row.simulated().upper < row.model).count();
    let is_met = by_chance(below, points)?;
    Ok(Decision::new("R47")
        .measured(above as f64 / points as f64)
        .threshold(format!("upper bound: a right one would have as many 99 % intervals above it with a chance of at least {ALPHA}"))
        .decide_if(
            is_met && by_chance(above, points)? && by_chance(above + below, points)?,
            by_chance(above, points)?,
            format!("it is no more than a bound: {below} of {points} intervals lie below it"),
            format!("{above} of {points} intervals lie above it"),
        )
        .remark(format!(
            "it is the rate itself, and so a bound: {above} of {points} intervals lie above it and {below} below; the reason that the footnote promises is not \
             in the report, and is not tested"
        )))
}
