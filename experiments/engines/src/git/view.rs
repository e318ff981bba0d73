//! The rate against the number of changed paths, computed and measured, and the mean of a real history.

use super::*;

/// By how much a rate may differ that is said to be the textbook's.
const CLOSE: f64 = 0.05;
fn model(rows: &[Row]) -> impl Iterator<Item = (u64, &Row)> + Clone {
    rows.iter().filter_map(|row| Some((row.paths?, row)))
}

fn history(rows: &[Row]) -> Result<&Row> {
    Ok(rows.iter().find(|row| row.kind == "history").ok_or("no row of the history")?)
}

fn is_exact(row: &Row) -> bool {
    row.law == <&str>::from(Cover::Exact)
}

/// What was measured where another scheme stands for git's.
fn beside(rows: &[Row]) -> impl Iterator<Item = (u64, &Row, Interval)> + Clone {
    model(rows).filter(|(_, row)| !is_exact(row)).filter_map(|(paths, row)| Some((paths, row, row.measured?)))
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (history, first) = (history(rows)?, model(rows).next().ok_or("no row of one path")?.1);
    let over = |rate: f64, row: &Row| row.computed / rate - 1.0;
    let off = largest(beside(rows), |(_, row, rate)| over(rate.value, row).abs())?.row;
    let again = model(rows).skip(computed_first(rows)).filter(|(_, row)| is_exact(row));
    let again: Vec<String> = again.map(|(paths, _)| paths.to_string()).collect();
    let (most, _, last) = beside(rows).last().ok_or("no measurement beside another scheme")?;
    Ok(Facts::new()
        .percent("classic", history.classic, 2)
        .percent("one", first.computed, 2)
        .percent("history", history.measured.map_or(history.computed, |rate| rate.value), 2)
        .percent("history_computed", history.computed, 2)
        .count("filters", history.filters.unwrap_or_default())
        .number("times", first.computed / first.classic, 2)
        .percent("close", CLOSE, 1)
        .count("off_paths", off.0)
        .text("again", again.join(" and "))
        .percent("off", over(off.2.value, off.1), 2)
        .count("most", most)
        .percent("last_lower", last.lower, 3)
        .percent("last_upper", last.upper, 3))
}

/// How many numbers of paths, from one on, have exact rates.
fn computed_first(rows: &[Row]) -> usize {
    model(rows).take_while(|(_, row)| is_exact(row)).count()
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let point = |(paths, row): (u64, &Row)| Point::new(paths as f64, row.computed);
    let computed = model(rows).take(computed_first(rows)).map(point);
    let nearest = model(rows).skip(computed_first(rows).saturating_sub(1)).map(point);
    let nearest = Series::new("", Mark::Line, nearest).look(Look::new(Colour::Grey).dashed(Dash::Dotted)).unlisted();
    let measured = model(rows).filter_map(|(paths, row)| Some(row.measured?.at(paths as f64)));
    let series = Series::model(
        "computed; measured, 99 % intervals over queries and filters",
        Look::new(Colour::Blue),
        computed,
        measured,
    );
    let (x, y) =
        (Axis::new("changed paths of a commit *n*", Scale::Log10), Axis::new("false-positive rate", Scale::Log10));
    // above the first sizes some are powers of two
    let again = model(rows).skip(computed_first(rows)).filter(|(_, row)| is_exact(row)).map(point);
    let again = Series::new("", Mark::Markers, again).look(Look::new(Colour::Blue).marked(Marker::Cross)).unlisted();
    let (history, last) = (history(rows)?, model(rows).last().ok_or("no row")?.0 as f64);
    let rate = history.measured.map_or(history.computed, |rate| rate.value);
    let y = y.limited(0.006, 0.06).ticked([(0.01, "1 %"), (0.02, "2 %"), (0.04, "4 %")]);
    let panel =
        Panel::new(x.limited(0.9, 1.1 * last), y, [nearest, again].into_iter().chain(series).collect::<Vec<_>>())
            .reference(
                Reference::horizontal(history.classic, facts.fill("ten bits, seven hash functions: {classic}")?)
                    .named_below(),
            )
            .reference(Reference::horizontal(rate, facts.fill("mean over a real history: {history}")?))
            .note(Note::ring(
                (1.0, model(rows).next().map_or(0.0, |(_, row)| row.computed)),
                (14.0, -10.0),
                facts.fill("one path: {one}")?,
            ))
            .note(Note::text((3.0, 0.047), (10.0, 0.0), "computed: exact").coloured(Colour::Blue))
            .note(
                Note::text((24.0, 0.0156), (6.0, -4.0), "computed as if sums did not wrap; ×: exact")
                    .coloured(Colour::Grey),
            );
    let middle = model(rows).filter(|(paths, row)| row.measured.is_some() && (20..last as u64).contains(paths)).last();
    let panel = match middle.and_then(|(paths, row)| Some((paths as f64, row.measured?.value))) {
        Some(at) => panel.note(Note::text(at, (-9.0, 4.0), "measured").coloured(Colour::Blue)),
        None => panel,
    };
    Ok(LineFigure::single(panel).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let history = history(rows)?;
    // by the computed rate where it is exact, elsewhere by the measured interval
    let decided = || model(rows).filter(|(_, row)| is_exact(row) || row.measured.is_some());
    let is_close = |rate: f64, row: &Row| (rate / row.classic - 1.0).abs() <= CLOSE;
    let points = decided().map(|(paths, row)| {
        let ends = row.measured.filter(|_| !is_exact(row)).map_or([row.computed; 2], |rate| [rate.lower, rate.upper]);
        (paths as f64, ends.iter().all(|rate| is_close(*rate, row)))
    });
    let first = largest(model(rows), |(_, row)| row.computed / row.classic)?;
    let range = Range::of("n", points.clone()).or_else(|| {
        // above the last number of paths that is off
        let last = points.clone().filter(|(_, good)| !good).map(|(paths, _)| paths).fold(0.0, f64::max);
        Range::of("n", points.map(|(paths, good)| (paths, good && paths > last)))
    });
    let textbook = Decision::new("E01")
        .measured(first.value)
        .threshold(format!("is: within {} %, the 99 % interval where no exact rate is known", 100.0 * CLOSE))
        .tested_on(decided().map(|(_, row)| row))?
        .decide_within(range, format!("{:.2} times at n = {}", first.value, first.row.0));
    let exact = model(rows).filter(|(_, row)| is_exact(row) && row.measured.is_some());
    let other = share(beside(rows), |(_, row, rate)| rate.contains(row.computed))?;
    let agrees = Decision::new("E15")
        .threshold("has: each 99 % interval over queries and filters contains it")
        .tested_on(exact.clone().map(|(_, row)| row))?
        .remark(format!("where another scheme stands for the source, {} of {} contain it", other.having, other.of));
    let contained = contained(exact, |(_, row)| (row.computed, row.measured))?;
    let agrees = agrees.in_share(contained, 1.0, |(paths, _)| format!("n = {paths}"));
    let rate = history.measured.ok_or("the history was not measured")?;
    let real = Decision::new("E02").threshold("is: the 99 % interval contains it, or they differ by at most 5 %");
    let real = real.measured(rate.value / history.computed).decide(
        rate.contains(history.computed) || (rate.value / history.computed - 1.0).abs() <= CLOSE,
        format!("measured {:.4}, computed {:.4}", rate.value, history.computed),
    );
    let above = model(rows).next().map_or(0.0, |(_, row)| row.computed / row.classic);
    Ok(vec![
        textbook,
        agrees,
        real,
        Decision::title().measured_as("rate of one path over the textbook's", above).decide(above > 2.0, "it is not"),
    ])
}
