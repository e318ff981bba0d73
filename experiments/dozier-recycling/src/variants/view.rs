//! What each variant changes, with its sign: one phase, two phases, and the denials that keeping or retaining ends.

use super::*;
use std::collections::BTreeMap;

/// The papers' size from which on the distinction of positions is said to have an unnoticeable impact.
const SAID: f64 = 1000.0;
/// The size at which numbers of two phases stand.
const SHOWN: u64 = 1000;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let one_phase = drawn(rows)?;
    let distinct = distinct_alone(&one_phase);
    let (one_size, most) = at_said(&distinct, |row| Some(row.relative_difference))?;
    let (_, fewer) = at_said(&distinct, |row| row.messages_relative_difference)?;
    let all = rows.iter().filter(|row| row.phases == 1).collect_vec();
    let (_, most_anywhere) = at_said(&distinct_alone(&all), |row| Some(row.relative_difference))?;
    let (keeping, retaining) = (shown(rows, KEEPING)?.relative_difference, shown(rows, RETAINING)?.relative_difference);
    let denied = shown(rows, DROPPING)?.denied_at_once.ok_or("nothing is asked")?;
    Ok(Facts::new()
        .count("shown", one_phase.first().ok_or("no rows")?.hashes)
        .count("said", SAID as u64)
        .count("one_size", one_size)
        .percent("most", most.abs(), 2)
        .percent("fewer", fewer.abs(), 2)
        .percent("most_anywhere", most_anywhere.abs(), 2)
        .count("size", SHOWN)
        .percent("cost", keeping, 1)
        .percent("retaining_cost", retaining, 2)
        .number("times", keeping / retaining, 2)
        .percent("denied", denied, 2))
}

/// The rows of one phase that are drawn, of the first σ/M and one k.
fn drawn(rows: &[Row]) -> Result<Vec<&Row>> {
    let fill = rows.first().and_then(|row| row.fill).ok_or("no one phase")?;
    let of_fill = || rows.iter().filter(|row| row.fill == Some(fill));
    let hashes = of_fill().map(|row| row.hashes).dedup().collect_vec();
    let k = hashes[hashes.len() / 2];
    Ok(of_fill().filter(|row| row.hashes == k).collect())
}

/// Those with distinct positions that forget the message which ends a cycle.
fn distinct_alone<'a>(rows: &[&'a Row]) -> Vec<&'a Row> {
    of(rows, Sampling::WithoutReplacement, Retention::NonRetaining).collect()
}

fn of<'a>(rows: &[&'a Row], positions: Sampling, reset: Retention) -> impl Iterator<Item = &'a Row> {
    let is_of = move |row: &&Row| row.positions == positions_name(positions) && row.retention == Some(reset);
    rows.iter().copied().filter(is_of)
}

/// The smallest size that the papers mean, and the largest difference there.
fn at_said(drawn: &[&Row], difference: fn(&Row) -> Option<f64>) -> Result<(u64, f64)> {
    let bits = drawn.iter().map(|row| row.bits).filter(|bits| *bits as f64 >= SAID).min();
    let here = drawn.iter().filter(|row| Some(row.bits) == bits);
    let found = largest(here.filter_map(|row| Some((row.bits, difference(row)?))), |(_, found)| found.abs())?;
    Ok(found.row)
}

/// What two phases do with the message that ends a cycle: in the frozen filter, and in the next cycle.
type Kind = (Ending, Retention);
const DROPPING: Kind = (Ending::Dropping, Retention::NonRetaining);
const KEEPING: Kind = (Ending::Keeping, Retention::NonRetaining);
const RETAINING: Kind = (Ending::Dropping, Retention::Retaining);

/// The σ-bounded filters of a kind.
fn two_phases(rows: &[Row], (ending, next): Kind) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.sigma.is_some() && row.ending == Some(ending) && row.retention == Some(next))
}

/// The one at whose size numbers stand.
fn shown(rows: &[Row], kind: Kind) -> Result<&Row> {
    Ok(two_phases(rows, kind).find(|row| row.bits == SHOWN).ok_or("no filter of this size")?)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let panels = [
        two(rows)?.titled("(a) Two phases: keeping costs"),
        denied(rows)?.titled("(b) Two phases: dropping\nmisses returns"),
        one_phase(rows)?.titled("(c) One phase: distinct\npositions save"),
    ];
    Ok(LineFigure::new(panels).plot_height(240.0).draw()?)
}

fn memory() -> Axis {
    let ticks = [100, SHOWN, 10_000].map(|bits| (bits as f64, grouped(&bits.to_string())));
    Axis::new("memory *M* (bits)", Scale::Log10).limited(50.0, 20_000.0).ticked(ticks)
}

fn line<'a>(rows: impl Iterator<Item = &'a Row>, look: Look, value: fn(&Row) -> Option<f64>) -> Series {
    Series::new("", Mark::Line, rows.filter_map(|row| Some(Point::new(row.bits as f64, value(row)?)))).look(look)
}

/// A share, in the same range in all panels.
fn share_of(what: &str) -> Axis {
    Axis::new(what, Scale::Log10).percent().limited(1e-4, 1.5)
}

/// The size of a difference; its sign stands in the name of the line.
const SIZE: fn(&Row) -> Option<f64> = |row| Some(row.relative_difference.abs());

fn one_phase(rows: &[Row]) -> Result<Panel> {
    let drawn = drawn(rows)?;
    let (retaining, distinct) = (looks::RETAINING, Look::new(Colour::Blue));
    let lines = [
        line(of(&drawn, Sampling::WithReplacement, Retention::Retaining), retaining, SIZE),
        line(distinct_alone(&drawn).into_iter(), distinct, SIZE),
    ];
    let names = [
        looks::beside(&lines[0], 2, (-10.0, 26.0), "retaining\n(rise)", retaining)?,
        looks::beside(&lines[1], 3, (10.0, -22.0), "distinct\n(fall)", distinct)?,
    ];
    Ok(Panel::new(memory(), share_of("change of the rate"), lines).notes(names))
}

fn two(rows: &[Row]) -> Result<Panel> {
    let lines = [
        line(two_phases(rows, KEEPING), looks::KEEPING, SIZE),
        line(two_phases(rows, RETAINING), looks::RETAINING, SIZE),
    ];
    let facts = facts(rows)?;
    let ring = |kind, offset: (f64, f64), text: &str, look: Look| -> Result<Note> {
        let at = (SHOWN as f64, shown(rows, kind)?.relative_difference);
        Ok(Note::ring(at, offset, facts.fill(text)?).coloured(look.colour()))
    };
    Ok(Panel::new(memory(), share_of("change of the rate"), lines)
        .note(ring(KEEPING, (12.0, -24.0), "keeping:\n{cost}", looks::KEEPING)?)
        .note(ring(RETAINING, (-12.0, 24.0), "retaining:\n{retaining_cost}", looks::RETAINING)?))
}

fn denied(rows: &[Row]) -> Result<Panel> {
    let at = (SHOWN as f64, shown(rows, DROPPING)?.denied_at_once.ok_or("nothing is asked")?);
    let line = line(two_phases(rows, DROPPING), looks::TWO_PHASES, |row| row.denied_at_once);
    let text = facts(rows)?.fill("dropping:\n{denied}")?;
    Ok(Panel::new(memory(), share_of("messages missed"), [line])
        .note(Note::ring(at, (12.0, -24.0), text).coloured(looks::TWO_PHASES.colour()))
        .note(Note::text((64.0, 0.05 * at.1), (4.0, 0.0), "keeping, retaining:\nnone, at any size")))
}

/// A relative difference of rates that would be noticed.
const NOTICEABLE: f64 = 0.01;
/// The papers' filters of one phase have more bits than this.
const LARGE: u64 = 1000;
/// A formula that is off by no more than this describes the filter, but for the product of two dependent chances.
const EXACT: f64 = 1e-3;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![
        nearly_the_same("R11", "cannot be distinguished", &compared(rows, true)?)?,
        nearly_the_same("R12", "nearly the same", &compared(rows, false)?)?,
        same_filter(rows)?,
        title(rows)?,
    ])
}

/// The filters of one phase with the same M, k and σ, which are compared with each other.
struct Variants<'a> {
    of: Vec<&'a Row>,
    /// The largest relative difference of two of their rates.
    difference: f64,
}

impl Variants<'_> {
    fn row(&self) -> &Row {
        self.of[0]
    }
}

/// All four, or those alone that retain alike.
fn compared(rows: &[Row], alike: bool) -> Result<Vec<Variants<'_>>> {
    let key =
        |row: &&Row| (row.hashes, row.bits, row.sigma, alike.then_some(row.retention == Some(Retention::Retaining)));
    let groups = rows.iter().filter(|row| row.phases == 1).into_group_map_by(key);
    let variants = |(_, of): (_, Vec<_>)| {
        let (low, high) = extent(of.iter().map(|row: &&Row| row.rate))?;
        Ok(Variants { of, difference: high / low - 1.0 })
    };
    groups.into_iter().sorted_by(|a, b| a.0.cmp(&b.0)).map(variants).collect()
}

/// Whether keeping raises the rate at every size, and the differences of one phase are smaller in every larger filter.
fn title(rows: &[Row]) -> Result<Decision> {
    let raises = share(two_phases(rows, KEEPING), |row| row.relative_difference > 0.0)?;
    let one_phase = drawn(rows)?;
    let (size, most) = at_said(&one_phase, |row| Some(row.relative_difference))?;
    let beyond = one_phase.iter().filter(|row| row.bits > size);
    let beyond = largest(beyond, |row| row.relative_difference.abs())?;
    Ok(Decision::title()
        .measured_as(
            "relative difference of the rate at the size of the title",
            shown(rows, KEEPING)?.relative_difference,
        )
        .tested_on(two_phases(rows, KEEPING))?
        .decide(
            raises.is_all() && beyond.value < most.abs(),
            "keeping lowers a rate, or one phase differs as much in a larger filter",
        ))
}

fn nearly_the_same(id: &'static str, words: &str, filters: &[Variants]) -> Result<Decision> {
    let is_noticeable = |variants: &&Variants| variants.difference > NOTICEABLE;
    let (from, to) = extent(filters.iter().filter_map(|variants| variants.row().fill))?;
    // the size from which on all differences are below the limit, by k; found at the smallest and the largest σ/M alone
    let is_edge = |row: &Row| [Some(from), Some(to)].contains(&row.fill);
    let needed = |k: u64| {
        let of_k = filters.iter().filter(|variants| variants.row().hashes == k && is_edge(variants.row()));
        (k, 2 * of_k.filter(is_noticeable).map(|variants| variants.row().bits).max().unwrap_or(0))
    };
    let needed: BTreeMap<u64, u64> = filters.iter().map(|variants| needed(variants.row().hashes)).collect();
    let last = filters.iter().map(|variants| variants.row().bits).max().unwrap_or(0);
    // and tested at those between
    let is_large = |row: &Row| needed.get(&row.hashes).is_some_and(|bits| row.bits >= *bits);
    let is_between = |variants: &&Variants| !is_edge(variants.row()) && is_large(variants.row());
    let mut between = filters.iter().filter(is_between).peekable();
    let is_confirmed = between.peek().is_some() && !between.any(|variants| is_noticeable(&variants));
    let sizes = needed.iter().map(|(k, bits)| format!("{bits} bits for k = {k}")).join(", ");
    let large = || filters.iter().filter(|variants| variants.row().bits > LARGE);
    let most = largest(large(), |variants| variants.difference)?;
    let Row { bits, hashes, sigma, .. } = most.row.row();
    Ok(Decision::new(id)
        .measured(most.value)
        .threshold(format!("{words}: within {:.0} %", 100.0 * NOTICEABLE))
        .tested_on(large().flat_map(|variants| &variants.of))?
        .decide_if(
            !large().any(|variants| is_noticeable(&variants)),
            needed.values().all(|bits| *bits <= last) && is_confirmed,
            format!("σ is {from} to {to} of M and the filter has at least {sizes}"),
            format!("no size is large enough for σ from {from} to {to} of M"),
        )
        .remark(format!("the difference is largest at M = {bits}, k = {hashes}, σ = {}", sigma.unwrap_or(0))))
}

/// R61: whether the formulas are those of the filter in the text.
fn same_filter(rows: &[Row]) -> Result<Decision> {
    let (formula, text) = (two_phases(rows, DROPPING).collect_vec(), two_phases(rows, KEEPING).collect_vec());
    let product = |row: &Row| row.product_form.unwrap_or(f64::NAN);
    let mut errors = zip(&formula, &text).map(|(formula, text)| (formula.bits, 1.0 - product(formula) / text.rate));
    let most = largest(errors.clone(), |(_, error)| *error)?;
    let (bits, least) = errors.next_back().ok_or("no filters")?;
    let own = largest(&formula, |row| product(row) / row.rate - 1.0)?.value;
    Ok(Decision::new("R61")
        .measured(most.value)
        .threshold(format!("the same filter: rates within a relative {EXACT}"))
        .tested_on(&text)?
        .decide(
            most.value <= EXACT,
            format!(
                "in the text the frozen filter remains as the message that filled it left it; in eq. 24–26 it has σ − k + 1 to σ \
                 bits, as before that message. Eq. 26 is {:.1} % too low for the filter of the text at {} bits, and {:.2} % at {bits}",
                100.0 * most.value,
                most.row.0,
                100.0 * least
            ),
        )
        .remark(format!("for the filter that drops that message eq. 26 is off by at most {:.2} %", 100.0 * own)))
}
