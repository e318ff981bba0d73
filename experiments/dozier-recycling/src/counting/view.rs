//! The three ways of counting over the model's rate, for each popularity: which gives more, and which the model describes.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let first = rows.first().ok_or("no rows")?;
    let least = |counting| smallest(of(rows, counting), |row| row.rate / row.model);
    Ok(Facts::new()
        .percent("rate", first.model, 1)
        .number("cycle", first.catalogue as f64 / first.catalogue_over_cycle, 3)
        .number("least_each", least("count-each")?.value, 2)
        .number("least_first", least("count-first")?.value, 2))
}

fn of<'a>(rows: &'a [Row], counting: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| row.counting == counting).collect()
}

/// How many intervals miss the model.
fn misses<'a>(rows: &[&'a Row]) -> Result<Share<&'a Row>> {
    share(rows.iter().copied(), |row| !row.simulated().contains(row.model))
}

/// Whether the model may be that of count-instance, and of neither other counting.
fn title(instances: &[&Row], each: &[&Row], first: &[&Row]) -> Result<Decision> {
    let missed = misses(instances)?;
    let is_theirs = by_chance(&misses(each)?)? || by_chance(&misses(first)?)?;
    Ok(Decision::title()
        .measured_as("share of 99 % intervals of count-instance that contain the model", 1.0 - missed.value())
        .decide(
            by_chance(&missed)? && !is_theirs,
            format!("{missed} intervals of count-instance miss the model, or another counting has its rate"),
        ))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let exponents = rows.iter().map(|row| row.zipf_exponent).dedup().collect_vec();
    let panel = |counting: &str, mark: Mark| {
        let series = exponents.iter().enumerate().map(|(i, &exponent)| {
            let of = of(rows, counting).into_iter().filter(|row| row.zipf_exponent == exponent);
            let points = of.map(|row| row.simulated().over(row.model).at(row.catalogue_over_cycle));
            let name = if exponent == 0.0 { "uniform".to_owned() } else { format!("Zipf {exponent}") };
            Series::new(name, mark, points).look(Look::step(i, exponents.len()))
        });
        let ticks = [1, 10, 100].map(|ratio| (f64::from(ratio), ratio.to_string()));
        let x = Axis::new("catalogue / messages a cycle", Scale::Log10).ticked(ticks);
        let y = Axis::new("simulated rate / model", Scale::Linear).including(0.0).including(1.1);
        Panel::new(x, y, series).reference(Reference::horizontal(1.0, ""))
    };
    let less = |counting, title| panel(counting, Mark::Joined).titled(title).labelled();
    let panels = [
        panel("count-instance", Mark::Markers).titled("(a) Count-instance:\nequal"),
        less("count-each", "(b) Count-each: less if uneven\nor the catalogue is small"),
        less("count-first", "(c) Count-first: least if uneven\nor the catalogue is small"),
    ];
    Ok(LineFigure::new(panels).sharing_y().without_legend().plot_height(220.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let [instances, each, first] = ["count-instance", "count-each", "count-first"].map(|counting| of(rows, counting));
    ensure!(each.len() == instances.len() && first.len() == instances.len(), "a counting is missing");
    Ok(vec![
        title(&instances, &each, &first)?,
        smaller(&first, &each)?,
        independent(&instances, &each)?,
        penalty(&instances, &each)?,
        bound(&instances)?,
    ])
}

/// R15.
fn smaller(first: &[&Row], each: &[&Row]) -> Result<Decision> {
    let ordered = share(zip(first, each), |(first, each)| first.rate < each.rate)?;
    Ok(Decision::new("R15")
        .in_share(ordered, 1.0, |(row, _)| format!("exponent {}, {} messages", row.zipf_exponent, row.catalogue))
        .remark("in any filter it is never more: each message counts once there, and as often as it arrives here"))
}

/// R16.
fn independent(instances: &[&Row], each: &[&Row]) -> Result<Decision> {
    let (missed, moved) = (misses(instances)?, misses(each)?);
    let smallest = smallest(instances, |row| row.catalogue_over_cycle)?.value;
    Ok(Decision::new("R16")
        .measured(missed.value())
        .threshold(format!("does not depend: a right model would miss as many 99 % intervals with a chance of at least {ALPHA}"))
        .decide(
            by_chance(&missed)? && !by_chance(&moved)?,
            format!("{missed} intervals of count-instance miss the one model, and {moved} of count-each"),
        )
        .remark(format!(
            "{moved} intervals of count-each miss that model, uniform to Zipf; catalogues have at least {smallest:.1} cycles: a smaller one may be \
             exhausted within a cycle, which then never ends and has no more first arrivals"
        )))
}

/// R41.
fn penalty(instances: &[&Row], each: &[&Row]) -> Result<Decision> {
    let apart = share(zip(instances, each), |(instance, each)| {
        let (instance, each) = (instance.simulated(), each.simulated());
        instance.lower > each.upper || instance.upper < each.lower
    })?;
    let (low, high) = extent(zip(instances, each).map(|(instance, each)| instance.rate / each.rate))?;
    Ok(Decision::new("R41")
        .measured(1.0 - apart.value())
        .threshold(format!("measures: a right count would miss as many 99 % intervals with a chance of at least {ALPHA}"))
        .decide(
            by_chance(&apart)?,
            format!("drops per arrival are count-each, as the camera-ready says; count-instance is {low:.2} to {high:.2} times as large"),
        ))
}

/// R47.
fn bound(instances: &[&Row]) -> Result<Decision> {
    let above = share(instances, |row| row.simulated().lower > row.model)?;
    let below = share(instances, |row| row.simulated().upper < row.model)?;
    let is_bound = by_chance(&above)?;
    Ok(Decision::new("R47")
        .measured(above.value())
        .threshold(format!("upper bound: a right one would have as many 99 % intervals above it with a chance of at least {ALPHA}"))
        .decide_if(
            is_bound && by_chance(&below)? && by_chance(&misses(instances)?)?,
            is_bound,
            format!("it is no more than a bound: {below} intervals lie below it"),
            format!("{above} intervals lie above it"),
        )
        .remark(format!(
            "it is the rate itself, and so a bound: {above} intervals lie above it and {} below; the reason that the footnote promises is not \
             in the report, and is not tested",
            below.having
        )))
}
