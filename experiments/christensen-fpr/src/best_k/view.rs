//! The choices of k for one item, and what the classic choice costs for several n.
//! Whether the classic k is next to (m/n) ln 2, and whether it is the best.

use super::*;

/// The largest n that is drawn.
const MOST_ITEMS: u64 = 8;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = largest(rows, |row| row.loss())?;
    let most = largest(drawn(rows).filter(|row| row.items == MOST_ITEMS), |row| row.loss())?;
    Ok(Facts::new()
        .percent("loss", worst.value - 1.0, 2)
        .count("worst_bits_per_item", worst.row.bits_per_item)
        .count("exact_best", worst.row.exact_best)
        .count("classic_best", worst.row.classic_best)
        .count("most_drawn", MOST_ITEMS)
        .percent("loss_of_most", most.value - 1.0, 2))
}

fn drawn(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.items <= MOST_ITEMS)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([choices(rows)?, costs(rows)?]).labelled().draw()?)
}

fn axis() -> Axis {
    Axis::new("bits per item *m*/*n*", Scale::Linear).including(0.0)
}

fn choices(rows: &[Row]) -> Result<Panel> {
    let one_item = || rows.iter().filter(|row| row.items == 1);
    let worst = largest(one_item(), |row| row.loss())?.row;
    let best = |name: &str, k: fn(&Row) -> u64| {
        Series::new(name, Mark::Markers, one_item().map(|row| Point::new(row.bits_per_item as f64, k(row) as f64)))
    };
    let real = one_item().map(|row| Point::new(row.bits_per_item as f64, row.real_best()));
    let panel = Panel::new(
        axis(),
        Axis::new("best *k* for one item", Scale::Linear).including(0.0),
        [
            best("eq. 1", |row| row.classic_best).look(looks::CLASSIC),
            best("exact", |row| row.exact_best).look(looks::EXACT),
        ],
    );
    let text = facts(rows)?.fill("best is *k* = {exact_best},\nnot {classic_best}")?;
    Ok(panel
        .titled("(a) Eq. 1 follows (*m*/*n*) ln 2, the best *k* does not")
        .reference(Reference::curve(real))
        .note(Note::arrow((worst.bits_per_item as f64, worst.exact_best as f64), (-10.0, 92.0), text)))
}

fn costs(rows: &[Row]) -> Result<Panel> {
    let worst = largest(drawn(rows), |row| row.loss())?.row;
    let name = |row: &&Row| format!("*n* = {}", row.items);
    let point = |row: &Row| Point::new(row.bits_per_item as f64, row.loss() - 1.0);
    let lines = Series::by_name(drawn(rows), name, Mark::Joined, |row| Some(point(row))).into_iter().enumerate();
    let (at, facts) = (point(worst), facts(rows)?);
    let text = facts.fill("{loss} more\nfalse positives")?;
    let panel = Panel::new(
        axis(),
        Axis::new("exact rate above the lowest", Scale::Linear).percent().limited(-0.01, 0.48),
        lines.map(|(i, line)| line.look(looks::step(i))),
    );
    Ok(panel.titled(facts.fill("(b) For *n* = 1 it costs most at *m*/*n* = {worst_bits_per_item}")?).note(Note::ring(
        (at.x, at.y),
        (-40.0, 8.0),
        text,
    )))
}

/// The ratio of a rate to the lowest from which on the loss is noticeable.
const COSTLY: f64 = 1.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let worst = largest(rows, |row| row.loss())?;
    let title = Decision::title().measured_as("largest exact rate at the classic k over the lowest", worst.value);
    let otherwise = format!("the largest loss is {:.3}, for n = {}", worst.value, worst.row.items);
    Ok(vec![title.decide(worst.value > 1.0 && worst.row.items == 1, otherwise), nearness(rows)?, loss(rows)?])
}

fn nearness(rows: &[Row]) -> Result<Decision> {
    let near = |hashes: fn(&Row) -> u64| share(rows, |row| is_near(row, hashes(row))).map(|near| near.value());
    let (classic, limit) = (near(|row| row.classic_best)?, near(|row| row.limit_best)?);
    let exact = near(|row| row.exact_best)?;
    Ok(Decision::new("C04")
        .measured(classic)
        .decide_if(
            classic == 1.0 && limit == 1.0,
            limit == 1.0,
            format!("the limit (1 − e^(−kn/m))^k is minimised ({limit:.3}), not eq. 1"),
            format!("the share is {classic:.3}, and {limit:.3} for the limit (1 − e^(−kn/m))^k"),
        )
        .remark(format!(
            "and so is that of its limit ({limit:.3}); the k of the lowest exact rate is in a share of {exact:.3} only"
        )))
}

/// Whether k is one of the two integers next to (m/n) ln 2.
fn is_near(row: &Row, hashes: u64) -> bool {
    let below = row.real_best() as u64;
    [below, below + 1].contains(&hashes)
}

fn loss(rows: &[Row]) -> Result<Decision> {
    let wrong = share(rows, |row| row.loss() > 1.0)?;
    let largest = largest(rows, |row| row.loss())?.value;
    let costly = rows.iter().filter(|row| row.loss() > COSTLY).map(|row| row.items).max().unwrap_or(0);
    Ok(Decision::new("C05")
        .measured(largest)
        .threshold("wrong: its exact rate is above the lowest one")
        .decide(largest > 1.0, "no classic k has a higher rate than the best k")
        .remark(format!(
            "wrong in {wrong} filters; more than {:.0} % is lost only up to n = {costly}",
            100.0 * (COSTLY - 1.0)
        )))
}
