//! What goes against what is lost, and the error that remains for several shares of members among the queries.
//! The trade that random clearing is, and what a choice of bits gains.

use super::*;

/// The rules, from the best on, each with its look and where its name stands beside its last point.
const RULES: [(&str, Look, (f64, f64)); 4] = [
    ("fewest members", Look::new(Colour::Blue).marked(Marker::Square), (9.0, 10.0)),
    ("least ratio", Look::new(Colour::Vermilion), (9.0, -10.0)),
    ("most false positives", Look::new(Colour::Grey).marked(Marker::Triangle), (-20.0, -44.0)),
    ("any bit", Look::new(Colour::Grey).marked(Marker::Ring), (0.0, -44.0)),
];

/// Shares of members among the queries, in units of e = FPR/(1 + FPR).
const SHARES: [(f64, &str); 5] =
    [(0.0, "no members"), (0.5, "½ *e*"), (1.0, "*e* members"), (1.5, "1½ *e*"), (2.0, "2 *e* members")];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let apart = largest(rows.iter().filter(|row| is_random(row)), |row| (row.removed - row.negatives()).abs())?;
    let plain = rows.first().ok_or("no rows")?.plain_rate;
    let facts = Facts::new().number("most", best(rows)?.value, 3).number("apart", 100.0 * apart.value, 2);
    Ok(facts.percent("members", plain / (1.0 + plain), 2))
}

/// Whether bits were cleared at random, with positions as the picture has them.
fn is_random(row: &Row) -> bool {
    row.false_positive_rate.is_some() && !row.distinct
}

/// The largest share of false positives gone over that of the members lost, by a choice of bits.
fn best(rows: &[Row]) -> Result<Extreme<&Row>> {
    largest(rows.iter().filter(|row| row.false_positive_rate.is_none()), |row| row.removed_to_lost)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    Ok(LineFigure::new([removed(rows, &facts)?, remaining(rows, &facts)?]).plot_height(320.0).draw()?)
}

fn removed(rows: &[Row], facts: &Facts) -> Result<Panel> {
    let at = |row: &Row| Point::new(row.negatives(), row.removed_to_lost);
    let x = Axis::new("share of the members lost", Scale::Linear).limited(0.0, 1.02);
    let y = Axis::new("false positives gone / members lost", Scale::Linear).limited(0.9, 1.75);
    let random = rows.iter().filter(|row| is_random(row)).sorted_by(|a, b| a.negatives().total_cmp(&b.negatives()));
    let random = Series::new("", Mark::Joined, random.map(at)).look(Look::new(Colour::Ink).marked(Marker::Plus));
    let (mut series, mut notes) = (vec![random.unlisted()], Vec::new());
    for (way, look, offset) in RULES {
        let points = rows.iter().filter(|row| row.way == way).map(at).collect_vec();
        let last = points.last().ok_or_else(|| format!("nothing of the rule {way}"))?;
        // rules that gain nothing lie on one line: arrows show which marker is whose
        let note = if last.y < 1.1 { Note::arrow } else { Note::text };
        notes.push(note((last.x, last.y), offset, way.to_owned()).coloured(look.colour()));
        series.insert(series.len() - 1, Series::new(way, Mark::Joined, points).look(look).unlisted());
    }
    let best = best(rows)?.row;
    let ring = Note::ring((best.negatives(), best.removed_to_lost), (-40.0, -20.0), facts.fill("{most}")?);
    notes.extend([Note::text((0.97, 1.0), (-4.0, 16.0), "at random"), ring]);
    let panel = Panel::new(x, y, series).reference(Reference::horizontal(1.0, ""));
    Ok(notes.into_iter().fold(panel, Panel::note).titled("(a) Two rules remove more than they lose"))
}

fn remaining(rows: &[Row], facts: &Facts) -> Result<Panel> {
    let cleared: Vec<&Row> = rows.iter().filter(|row| row.way == "each set bit by chance" && !row.distinct).collect();
    let series = SHARES.iter().map(|(units, name)| {
        let error = |row: &&Row| {
            let share = units * row.plain_rate / (1.0 + row.plain_rate);
            let error = (1.0 - share) * row.positives() + share * row.negatives();
            Point::new(row.amount, error / ((1.0 - share) * row.plain_rate))
        };
        let look = Look::new(if *units == 1.0 { Colour::Ink } else { Colour::Blue });
        Series::new(*name, Mark::Line, cleared.iter().map(error)).look(look)
    });
    let x = Axis::new("chance that a set bit is cleared", Scale::Linear).limited(0.0, 0.55);
    let y = Axis::new("errors / errors without clearing", Scale::Linear).limited(0.0, 2.1);
    Ok(Panel::new(x, y, series)
        .labelled()
        .titled(facts.fill("(b) Random clearing pays below *e* = {members} members")?)
        .region(Region::below(1.0, "clearing pays").named_in(Corner::BottomLeft)))
}

/// Relative deviations up to this are rounding.
const EXACT: f64 = 1e-12;
/// Shares of members among the queries, in units of FPR/(1 + FPR).
const TESTED_SHARES: [f64; 4] = [0.5, 0.9, 1.1, 2.0];

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (random, selected): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.false_positive_rate.is_some());
    Ok(vec![
        trade(&random)?,
        errors(&random)?,
        Decision::new("F16").measured(smallest(rows, |row| row.removed)?.value).by_definition(
            "a query is positive if all its bits are set, so that clearing one takes away positives and adds none",
        ),
        selection(&selected)?,
        best_rule(&selected)?,
        simulated(&random)?,
        title(rows)?,
    ])
}

fn title(rows: &[Row]) -> Result<Decision> {
    let (chosen, random) = (best(rows)?, largest(rows.iter().filter(|row| is_random(row)), |row| row.removed_to_lost)?);
    let why = format!("random clearing removes {:.3} times the share", random.value);
    let title = Decision::title()
        .measured_as("largest share of the false positives removed over that of the members lost", chosen.value);
    Ok(title.decide(chosen.value > 1.0 && chosen.value > random.value, why))
}

/// (FPR' + FPR·FNR)/FPR − 1.
fn excess(row: &Row) -> f64 {
    row.positives() / row.plain_rate + row.negatives() - 1.0
}

fn trade(rows: &[&Row]) -> Result<Decision> {
    let largest = largest(rows, |row| excess(row).abs())?.value;
    let exact = rows.iter().filter(|row| row.distinct && row.way != "set bits");
    let some = exact.map(|row| excess(row).abs()).all(|excess| excess < EXACT);
    let condition = "the positions of an item are distinct, and bits are cleared whether set or not, or each by chance";
    Decision::new("F14")
        .measured(largest)
        .threshold(format!("equal: to a relative {EXACT:.0e}"))
        .decide_if(largest < EXACT, some, condition, "it is not equal in any way of clearing")
        .tested_on(rows)
}

fn errors(rows: &[&Row]) -> Result<Decision> {
    let falls = |row: &Row, units: f64| {
        let share = units * row.plain_rate / (1.0 + row.plain_rate);
        (1.0 - share) * row.positives() + share * row.negatives() < (1.0 - share) * row.plain_rate
    };
    let cases = rows.iter().flat_map(|row| TESTED_SHARES.map(|units| (*row, units)));
    let right = share(cases, |(row, units)| falls(row, *units) == (*units < 1.0))?;
    Decision::new("F15")
        .in_share(right, 1.0, |(row, units)| format!("{}, {units} e", row.way))
        .remark("tried at 0.5, 0.9, 1.1 and 2 times FPR/(1 + FPR)")
        .tested_on(rows)
}

fn selection(rows: &[&Row]) -> Result<Decision> {
    let worst = smallest(rows, |row| row.removed_to_lost)?.row;
    let why = format!("{} with {} false positives given: {:.3}", worst.way, worst.amount, worst.removed_to_lost);
    let best = largest(rows, |row| row.removed_to_lost)?.value;
    // the rules all of whose points are above 1
    let good = |way: &&str| rows.iter().filter(|row| row.way == *way).all(|row| row.removed_to_lost > 1.0);
    let rules = rows.iter().map(|row| row.way.as_str()).unique().filter(good).join(", ");
    Decision::new("F17")
        .measured(worst.removed_to_lost)
        .decide_if(worst.removed_to_lost > 1.0, best > 1.0, format!("the rule is {rules}"), why)
        .remark(format!("up to {best:.2}"))
        .tested_on(rows)
}

fn best_rule(rows: &[&Row]) -> Result<Decision> {
    let (mut near, mut ties) = (0, 0);
    let by_amount = rows.iter().sorted_by(|a, b| a.amount.total_cmp(&b.amount)).collect_vec();
    let points = by_amount.chunk_by(|a, b| a.amount == b.amount).map(|at| {
        let (ratio, others): (Vec<&Row>, Vec<&Row>) =
            at.iter().copied().copied().partition(|row| row.way == "least ratio");
        let (ratio, other) =
            (smallest(ratio, |row| row.negatives())?.row, smallest(others, |row| row.negatives())?.row);
        ties += usize::from(ratio.negatives() == other.negatives());
        near += usize::from(ratio.false_negatives.upper >= other.false_negatives.lower);
        Ok((at[0].amount, ratio.negatives() <= other.negatives()))
    });
    let points = points.collect::<Result<Vec<_>>>()?;
    let share = share(&points, |(_, best)| *best)?.value();
    let range = Range::of("the false positives given", points);
    let remark = format!("at {ties} of the numbers another rule loses as few, at {near} the 99 % intervals meet");
    Decision::new("F18").measured(share).decide_within(range, "no range of numbers").remark(remark).tested_on(rows)
}

fn simulated(rows: &[&Row]) -> Result<Decision> {
    let pairs = |row: &&Row| [(row.positives(), row.false_positives), (row.negatives(), row.false_negatives)];
    let contained = contained(rows.iter().flat_map(pairs), |(value, interval)| (*value, Some(*interval)))?;
    Decision::new("F19").in_intervals(contained).tested_on(rows)
}
