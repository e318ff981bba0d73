//! Two panels: filters that only grow or never change, and filters from which items can be deleted.
//! Who needs how much, and where the order changes.

use super::*;
use crate::looks::look;

const GROWING: [&str; 5] = ["split-block", "blocked", "bloom", "xor", FUSE];
const DELETING: [&str; 6] = ["qbf", "dfp", "bloom", "cuckoo", "quotient-rank-select", "dynamic-bound"];
/// Bits of a block of a blocked filter.
const BLOCK: u64 = 512;
const FUSE: &str = "binary-fuse-4";
/// The highest target of the title.
const LOW: f64 = 0.1;
/// The title's share of more bits.
const NEAR: f64 = 0.03;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let targets = targets(rows);
    let over = |filter: &'static str| rows.iter().filter(move |row| row.filter == filter);
    let least = |filter| Ok::<_, AnyError>(smallest(over(filter), |row| row.over_static_bound)?.value);
    let most = |filter| Ok::<_, AnyError>(largest(over(filter), |row| row.over_static_bound)?.value);
    let below = |filter| {
        let ratios = ratios(&targets, &[filter], "bloom")?;
        from(ratios.into_iter().map(|(target, ratio)| (target, ratio < 1.0)))
    };
    let low = || over(FUSE).filter(|row| row.target <= LOW);
    Ok(Facts::new()
        .number("low", LOW, 1)
        .percent("near", NEAR, 1)
        .count("kinds", kinds(rows) as u64)
        .number(
            "fuse_from",
            from(targets.iter().map(|rows| (rows[0].target, is_smallest(rows, |row| !row.deletable))))?,
            2,
        )
        .number("quotient_steps", first_smaller(&targets)?, 2)
        .percent("less", 1.0 - 1.0 / most_over(&targets)?.value, 2)
        .number("fuse_least", smallest(low(), |row| row.over_static_bound)?.value, 3)
        .number("fuse_most", largest(low(), |row| row.over_static_bound)?.value, 3)
        .number("xor_least", least("xor")?, 3)
        .number("cuckoo_from", below("cuckoo")?, 2)
        .number("quotient_from", below("quotient-rank-select")?, 2)
        .count("block", BLOCK)
        .number("split", most("split-block")?, 2)
        .number("fp_cbf", least("fp-cbf")?, 2)
        .number("cbf", least("counting")?, 2))
}

/// How many kinds of filters are compared.
fn kinds(rows: &[Row]) -> usize {
    filters(rows).map(|row| &row.filter).unique().count()
}

/// The highest target from which on, down to the lowest, something is so at every target.
fn from(targets: impl Iterator<Item = (f64, bool)>) -> Result<f64> {
    let so = targets.sorted_by(|a, b| a.0.total_cmp(&b.0)).take_while(|(_, is_so)| *is_so);
    Ok(so.last().ok_or("not at the lowest target")?.0)
}

/// Whether the binary fuse filter of arity four is smaller than every other filter of a target, of those that are compared.
fn is_smallest(rows: &[Row], is_compared: fn(&Row) -> bool) -> bool {
    let fuse = bits(rows, &[FUSE]).unwrap_or(f64::NAN);
    filters(rows).filter(|row| row.filter != FUSE && is_compared(row)).all(|row| fuse < row.bits_per_item)
}

/// The low target at which the bits of a binary fuse filter are most over those of the smallest filter, with this ratio.
fn most_over<'a>(targets: &[&'a [Row]]) -> Result<Extreme<(&'a Row, f64)>> {
    let over = |rows: &&'a [Row]| {
        let least = smallest(filters(rows), |row| row.bits_per_item)?;
        Ok::<_, AnyError>((least.row, bits(rows, &[FUSE])? / least.value))
    };
    let low = targets.iter().filter(|rows| rows[0].target <= LOW).map(over).collect::<Result<Vec<_>>>()?;
    largest(low, |(_, ratio)| *ratio)
}

/// The highest of the low targets at which another filter is smaller than a binary fuse filter.
fn first_smaller(targets: &[&[Row]]) -> Result<f64> {
    let others = targets.iter().map(|rows| (rows[0].target, is_smallest(rows, |_| true)));
    Ok(largest(others.filter(|(target, is)| *target <= LOW && !is), |(target, _)| *target)?.value)
}

/// The rows of each target.
fn targets(rows: &[Row]) -> Vec<&[Row]> {
    rows.chunk_by(|a, b| a.target == b.target).collect()
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let of_fuse = || rows.iter().filter(|row| row.filter == FUSE && row.target <= LOW);
    let least = smallest(of_fuse(), |row| row.over_static_bound)?.row;
    let most = largest(of_fuse(), |row| row.over_static_bound)?.row;
    let at = |row: &Row| (1.0 / row.target, row.over_static_bound);
    let growing = panel(rows, &GROWING)
        .note(Note::arrow(at(least), (10.0, 32.0), facts.fill("{fuse_least}")?))
        .note(Note::arrow(at(most), (26.0, -58.0), facts.fill("{fuse_most}")?));
    let growing = growing.titled(facts.fill("(a) No deletions: fuse smallest from {fuse_from} down")?);
    let deleting = panel(rows, &DELETING).titled("(b) Deleting: quotient, cuckoo pass Bloom");
    let off = facts.fill("off the axis: FP-CBF {fp_cbf}, CBF {cbf}")?;
    let deleting = deleting.note(Note::text((3e3, 3.1), (0.0, 0.0), off));
    Ok(LineFigure::new([growing, deleting]).sharing_y().plot_height(320.0).draw()?)
}

/// Lower rates stand at the right, where the lines are apart.
fn panel(rows: &[Row], filters: &[&str]) -> Panel {
    let series = filters.iter().map(|filter| {
        let of = rows.iter().filter(|row| row.filter == *filter);
        let points = of.map(|row| Point::new(1.0 / row.target, row.over_static_bound));
        let (name, look) = look(filter);
        Series::new(name, Mark::Line, points).look(look)
    });
    let rates = (1..=6).map(|power| {
        (libm::pow(10.0, f64::from(power)), if power == 1 { "0.1".to_owned() } else { self::power(10, -power) })
    });
    let y = Axis::new("bits per item / log_2(1/*P*)", Scale::Linear).limited(0.8, 3.35);
    let panel = Panel::new(Axis::new("false-positive rate *P*", Scale::Log10).ticked(rates), y, series).labelled();
    panel.reference(Reference::horizontal(1.0, "static bound").named_below())
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let targets = &targets(rows);
    let less = |id, filter, other| {
        // the other's bits are taken as multiples of the static bound
        let ratio = |rows: &&[Row]| {
            let multiple = smallest(rows.iter().filter(|row| row.filter == other), |row| row.over_static_bound)?.value;
            Ok((rows[0].target, bits(rows, &[filter])? / (multiple * -libm::log2(rows[0].target))))
        };
        let ratios = targets.iter().map(ratio).collect::<Result<Vec<_>>>()?;
        let decision = compared(targets, id, &[filter, other], &ratios, |ratio| ratio < 1.0)?;
        let (target, ratio) = ratios.last().ok_or("no target")?;
        let share = share(&ratios, |(_, ratio)| *ratio < 1.0)?.value();
        Ok::<_, AnyError>(decision.measured(share).remark(format!("{ratio:.3} times the bits at {target:.0e}")))
    };
    let of_blocks = ratios(targets, &["blocked"], "bloom")?;
    let blocks = compared(targets, "F06", &["blocked", "bloom"], &of_blocks, |ratio| ratio <= 1.1)?;
    let of_cells = ratios(targets, &["counting", "qbf"], "cuckoo")?;
    let cells = compared(targets, "F08", &["counting", "qbf", "cuckoo"], &of_cells, |ratio| ratio > 1.0)?;
    let more = |filter| ratios(targets, &[filter], "bloom");
    let (counting, quotient) = (more("counting")?, more("quotient")?);
    let both =
        zip(&counting, &quotient).map(|(counting, quotient)| (counting.0, counting.1.min(quotient.1))).collect_vec();
    let takes_more = |(_, ratio): &(f64, f64)| *ratio > 1.0;
    let edge = both.iter().filter(|point| !takes_more(point)).map(|(target, _)| *target).fold(0.0, f64::max);
    let (above, below): (Vec<_>, Vec<_>) = both.iter().partition(|(target, _)| *target > edge);
    let below_too = share(&below, |point| takes_more(point))?;
    let space = Decision::new("R50")
        .tested_on(rows.iter().filter(|row| ["counting", "quotient", "bloom"].contains(&&*row.filter)))?
        .measured(share(&both, |point| takes_more(point))?.value())
        .decide_if(
            below.is_empty(),
            !above.is_empty(),
            format!(
                "P above {}, at {} targets; from there down a quotient filter takes more at {} of {}",
                number(edge, 2),
                above.len(),
                below_too.having,
                below_too.of
            ),
            "at no target",
        )
        .remark(format!(
            "counting filters take at least {} times the bits at every target, quotient filters {} times at the lowest",
            number(smallest(&counting, |(_, ratio)| *ratio)?.value, 3),
            number(smallest(&quotient, |(target, _)| *target)?.row.1, 3)
        ));
    let is_smallest = |rows: &&[Row]| is_smallest(rows, |row| !row.deletable);
    let of_static = found(targets.iter().map(|rows| (rows[0].target, is_smallest(rows))).collect());
    let over = most_over(targets)?;
    let title = Decision::title().measured_as("most bits over those of the smallest filter", over.value);
    Ok(vec![
        bounds(rows)?,
        bloom(targets)?,
        space,
        less("F03", "cuckoo", "bloom")?,
        less("F04", "quotient-rank-select", "bloom")?,
        less("F05", "cuckoo", "split-block")?,
        blocks.measured(largest(of_blocks, |(_, ratio)| *ratio)?.value),
        Decision::new("F07")
            .tested_on(filters(rows).filter(|row| !row.deletable))?
            .measured(share(targets.iter().copied(), is_smallest)?.value())
            .decide_within(of_static, "at no range of targets"),
        cells.measured(smallest(of_cells, |(_, ratio)| *ratio)?.value),
        title
            .tested_on(filters(rows).filter(|row| row.target <= LOW))?
            .at_most(over, 1.0 + NEAR, |(row, _)| format!("{} at a target of {:.2e}", row.filter, row.target)),
    ])
}

/// The rows of filters, without those of bounds.
fn filters(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(|row| !row.filter.ends_with("bound"))
}

/// The bits of the smallest of some filters.
fn bits(rows: &[Row], filters: &[&str]) -> Result<f64> {
    let of = rows.iter().filter(|row| filters.contains(&&*row.filter));
    Ok(smallest(of, |row| row.bits_per_item).map_err(|_| format!("no {filters:?}"))?.value)
}

/// Of each target these bits over those of another filter.
fn ratios(targets: &[&[Row]], filters: &[&str], other: &str) -> Result<Vec<(f64, f64)>> {
    targets.iter().map(|rows| Ok((rows[0].target, bits(rows, filters)? / bits(rows, &[other])?))).collect()
}

/// The targets at which something is so; where it is so only between steps as well, those from the lowest on without a gap.
fn found(points: Vec<(f64, bool)>) -> Option<Range> {
    let whole = Range::found("the target", points.iter().copied());
    whole.or_else(|| {
        let end = from(points.iter().copied()).ok()?;
        Range::found("the target", points.into_iter().map(|(target, _)| (target, target <= end)))
    })
}

/// The targets at which a ratio of the bits of some filters has a property.
fn compared(
    targets: &[&[Row]],
    id: &'static str,
    filters: &[&str],
    ratios: &[(f64, f64)],
    is: fn(f64) -> bool,
) -> Result<Decision> {
    let range = found(ratios.iter().map(|(target, ratio)| (*target, is(*ratio))).collect());
    let of = targets.iter().flat_map(|rows| rows.iter()).filter(|row| filters.contains(&&*row.filter));
    Ok(Decision::new(id).tested_on(of)?.decide_within(range, "at no range of targets"))
}

fn bounds(rows: &[Row]) -> Result<Decision> {
    let name = |row: &&Row| format!("a target of {:.1e}, by {}", row.target, row.filter);
    let least = smallest(filters(rows), |row| row.over_static_bound)?;
    Ok(Decision::new("F01").tested_on(filters(rows))?.at_least(least, 1.0, name))
}

fn bloom(targets: &[&[Row]]) -> Result<Decision> {
    let ratios = ratios(targets, &["bloom"], "static-bound")?;
    let least = smallest(&ratios, |(_, ratio)| *ratio)?.value;
    let most = largest(&ratios, |(_, ratio)| *ratio)?.value;
    Ok(Decision::new("F02")
        .measured(least)
        .tested_on(targets.iter().flat_map(|rows| rows.iter()).filter(|row| row.filter == "bloom"))?
        .decide(least >= std::f64::consts::LOG2_E, "at some rate a Bloom filter takes less")
        .remark(format!("up to {most:.4} times, where log2(1/P) is far from a whole number of hash functions")))
}
