//! By how many hops eq. 1 errs, for some k.

use super::*;

/// k of the lines.
const HASHES: [u64; 4] = [1, 2, 4, 8];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let expected = expected(rows);
    let (least, most) = (smallest(&expected, |row| row.excess())?, largest(&expected, |row| row.excess())?);
    let best = best(&expected, |row| row.exact);
    let first = rows.iter().find(|row| row.hops.is_some()).ok_or("no path")?;
    let path = best.iter().find(|row| row.bits == first.bits).ok_or("no expected hops of the path")?;
    let last = best.last().ok_or("no filter")?;
    Ok(Facts::new()
        .number("least", least.value, 2)
        .number("most", most.value, 2)
        .count("smallest", least.row.bits)
        .count("largest", last.bits)
        .count("path_bits", path.bits)
        .number("exact_hops", path.exact, 3)
        .number("classic_hops", path.classic, 3)
        .percent("excess", path.excess() / path.exact, 2)
        .percent("last_excess", last.excess() / last.exact, 1))
}

/// The rows of expected hops.
fn expected(rows: &[Row]) -> Vec<&Row> {
    rows.iter().filter(|row| row.hops.is_none()).collect()
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let (expected, facts) = (expected(rows), facts(rows)?);
    let (least, most) = (smallest(&expected, |row| row.excess())?, largest(&expected, |row| row.excess())?);
    let at = |row: &Row| (row.bits as f64, row.excess());
    let line = |(i, hashes): (usize, u64)| {
        let of = expected.iter().filter(|row| row.hashes == hashes);
        let points = of.map(|row| Point::new(row.bits as f64, row.excess()));
        Series::new(format!("*k* = {hashes}"), Mark::Joined, points).look(looks::step(i))
    };
    let panel = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log2),
        Axis::new("expected hops: eq. 1 − exact", Scale::Linear).limited(0.24, 0.46),
        HASHES.into_iter().enumerate().map(line),
    )
    .labelled()
    .note(Note::ring(at(least.row), (14.0, 8.0), facts.fill("{least} hops too many")?))
    .note(Note::ring(at(most.row), (-14.0, -14.0), facts.fill("{most} hops too many")?));
    Ok(LineFigure::single(panel).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let expected = expected(rows);
    let (best, classic_best) = (best(&expected, |row| row.exact), best(&expected, |row| row.classic));
    let (first, last) = best.first().zip(best.last()).ok_or("no filter")?;
    let (least, most) = (smallest(&best, |row| row.excess())?.value, largest(&best, |row| row.excess())?.value);
    let same = share(zip(&best, &classic_best), |(best, classic)| best.hashes == classic.hashes)?;
    let too_many = expected.iter().all(|row| row.excess() > 0.0);
    let relative = |row: &Row| 100.0 * row.excess() / row.exact;
    let lowest = smallest(&expected, |row| row.excess())?;
    let otherwise = format!("not at m = {}, k = {}", lowest.row.bits, lowest.row.hashes);
    Ok(vec![
        Decision::title()
            .measured_as("fewest hops too many by eq. 1", lowest.value)
            .tested_on(&expected)?
            .decide(too_many, otherwise.clone()),
        Decision::new("C27")
            .measured(first.excess() / first.exact)
            .tested_on(&expected)?
            .threshold("wrong: eq. 1 gives more hops than there are, at every size and k")
            .range(Range::of("m", expected.iter().map(|row| (row.bits as f64, row.excess() > 0.0))))
            .decide(too_many, otherwise)
            .remark(format!(
                "at the best k of each size eq. 1 gives {least:.2} to {most:.2} hops too many, {:.1} % at m = {} and {:.2} % at m = {}; it finds the best k at {same} sizes",
                relative(first), first.bits, relative(last), last.bits
            )),
    ])
}

/// For each m, the smallest first, the row of the k with the most hops.
fn best<'a>(expected: &[&'a Row], hops: fn(&Row) -> f64) -> Vec<&'a Row> {
    let sizes = expected.iter().map(|row| row.bits).sorted_unstable().dedup();
    let of = |bits| expected.iter().copied().filter(move |row| row.bits == bits);
    sizes.filter_map(|bits| of(bits).max_by(|a, b| hops(a).total_cmp(&hops(b)))).collect()
}
