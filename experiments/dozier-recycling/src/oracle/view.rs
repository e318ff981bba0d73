//! Cycles of oracle and user, and cycles that never end.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let message = || rows.iter().filter(|row| row.part == MESSAGE && row.oracle > Some(0.0));
    let relative = |row: &Row, value: Option<f64>| Some(value? / row.oracle?);
    let last = message().next_back().ok_or("no message")?;
    let below = message().filter_map(|row| Some(1.0 - relative(row, row.classic)?));
    let shifted = message().filter_map(|row| relative(row, row.classic_shifted));
    let (_, hashes) = drawn(rows)?;
    let [fewest, second, ..] = *hashes else { return Err("one number of hash functions".into()) };
    Ok(Facts::new()
        .count("fewest", fewest)
        .count("second", second)
        .number("times", most_messages(rows)?, 2)
        .percent("user", relative(last, last.user).ok_or("no user")? - 1.0, 2)
        .percent("below", largest(below, |below| *below)?.value, 2)
        .number("shifted", largest(shifted, |times| *times)?.value, 2))
}

/// The most new messages of a user's cycle, over those of an oracle, who recycles after N.
fn most_messages(rows: &[Row]) -> Result<f64> {
    Ok(largest(rows.iter().filter_map(longer), |times| *times)?.value)
}

fn longer(row: &Row) -> Option<f64> {
    Some(row.user_messages? / row.messages as f64)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let longest = largest(rows.iter().filter(|row| longer(row).is_some()), |row| longer(row).unwrap_or(0.0))?;
    let at = (longest.row.messages as f64, longest.value);
    let chance = Axis::new("probability of an endless cycle", Scale::Linear).percent();
    let later = Axis::new("new messages a cycle: user / oracle", Scale::Linear).limited(0.6, 3.0);
    let later = by_messages(rows, later, longer)?
        .reference(Reference::horizontal(1.0, "oracle").named_below())
        .note(Note::ring(at, (-16.0, 0.0), facts.fill("{times} times")?))
        .note(Note::text((1.0, 2.2), (4.0, 0.0), "a line ends where\na cycle may not end"));
    let halfway = |row: &Row| row.never_ends.filter(|chance| row.hashes == 1 || (0.1..0.9).contains(chance));
    let panels = [
        later
            .notes(names(rows, longer, [(-14.0, -16.0), (10.0, 3.0), (0.0, 22.0)])?)
            .titled("(a) The user recycles later, the more the larger *N*"),
        by_messages(rows, chance, |row| row.never_ends)?
            .notes(names(rows, halfway, [(-30.0, 150.0), (8.0, 4.0), (-8.0, -6.0)])?)
            .titled("(b) And perhaps never, if *N* is too large"),
    ];
    Ok(LineFigure::new(panels).plot_height(230.0).without_legend().draw()?)
}

/// The largest small filters with replacement, and their numbers of hash functions.
fn drawn(rows: &[Row]) -> Result<(Vec<&Row>, Vec<u64>)> {
    let bits = rows.iter().filter(|row| row.part == FILTER).map(|row| row.bits).max().ok_or("no filters")?;
    let filters: Vec<&Row> = rows.iter().filter(|row| row.bits == bits && row.is_with_replacement()).collect();
    let hashes = filters.iter().map(|row| row.hashes).sorted().dedup().collect();
    Ok((filters, hashes))
}

/// For each k, the values against N.
fn curves(rows: &[Row], value: fn(&Row) -> Option<f64>) -> Result<Vec<(Series, Look)>> {
    let (filters, hashes) = drawn(rows)?;
    let curves = hashes.iter().enumerate().map(|(i, &k)| {
        let of = filters.iter().filter(|row| row.hashes == k);
        let points = of.filter_map(|row| Some(Point::new(row.messages as f64, value(row)?)));
        let look = Look::step(i, hashes.len());
        (Series::new(format!("*k* = {k}"), Mark::Joined, points).look(look), look)
    });
    Ok(curves.collect())
}

/// The name of each k beside the last of its points.
fn names(rows: &[Row], value: fn(&Row) -> Option<f64>, offsets: [(f64, f64); 3]) -> Result<Vec<Note>> {
    let names = zip(curves(rows, value)?, offsets).filter_map(|((curve, look), offset)| {
        let last = curve.points().last()?;
        Some(Note::text((last.x, last.y), offset, curve.name()).coloured(look.colour()))
    });
    Ok(names.collect())
}

fn by_messages(rows: &[Row], y: Axis, value: fn(&Row) -> Option<f64>) -> Result<Panel> {
    let bits = drawn(rows)?.0.first().ok_or("no filters")?.bits;
    let x = Axis::new(format!("messages *N* to recycle after (*M* = {bits})"), Scale::Linear);
    let x = x.limited(0.7, bits as f64 + 1.3).ticked((1..=bits + 1).map(|n| (n as f64, n.to_string())));
    Ok(Panel::new(x, y, curves(rows, value)?.into_iter().map(|(curve, _)| curve)))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let filters = rows.iter().filter(|row| row.part == FILTER).collect_vec();
    let ending = filters.iter().copied().filter(|row| row.user_rate.is_some()).collect_vec();
    let (replaced, distinct): (Vec<&Row>, Vec<&Row>) = ending.iter().partition(|row| row.is_with_replacement());
    ensure!(!replaced.is_empty(), "no filter whose cycles end");
    let times = most_messages(rows)?;
    let may_never = drawn(rows)?.0.iter().any(|row| row.never_ends > Some(0.0));
    let title = Decision::title()
        .measured_as("most new messages of a user's cycle over those of an oracle", times)
        .tested_on(&ending)?
        .decide(times > 1.0 && times.is_finite() && may_never, "the user needs no more, or recycles in the end");
    Ok(vec![
        title,
        each_message(&ending).tested_on(&ending)?,
        oracle_is_first(&ending)?.tested_on(&ending)?,
        bounds(&replaced, &distinct)?.tested_on(&replaced)?,
        recycles(&filters)?.tested_on(&filters)?,
        undercounts(&ending)?,
        by_means(&ending)?,
    ])
}

/// R17.
fn each_message(ending: &[&Row]) -> Decision {
    let sum = |value: fn(&Row) -> Option<u64>| ending.iter().filter_map(|row| value(row)).sum::<u64>();
    let (mean, some) = (sum(|row| row.mean_below), sum(|row| row.some_below));
    let messages: u64 = ending.iter().map(|row| row.messages).sum();
    Decision::new("R17").measured(some as f64 / messages as f64).decide_if(
        some + mean == 0,
        mean == 0,
        format!(
            "p_i, which depends on the bits that are set, is read as its mean: that is below for none of all {messages} messages, \
             some value of p_i for {some} of them"
        ),
        format!("the mean of p_i is below in {mean} of {messages}"),
    )
}

fn oracle_is_first(ending: &[&Row]) -> Result<Decision> {
    let lower = share(ending, |row| row.oracle_rate.zip(row.user_rate).is_some_and(|(oracle, user)| oracle <= user))?;
    let later = share(ending, |row| longer(row) >= Some(1.0))?;
    let gap = largest(ending.iter().filter_map(|row| longer(row)), |times| *times)?.value;
    Ok(Decision::new("R18")
        .measured(lower.value().min(later.value()))
        .decide(
            lower.is_all() && later.is_all(),
            format!("the rate is lower for the oracle in {lower}, and the recycling later for the user in {later}"),
        )
        .remark(format!("the user takes up to {gap:.2} times as many new messages a cycle")))
}

/// R19. The paper's f_i are with replacement.
fn bounds(replaced: &[&Row], distinct: &[&Row]) -> Result<Decision> {
    let above = |rows: &[&Row], bound: fn(&Row) -> Option<f64>| {
        rows.iter().filter(|row| bound(row).zip(row.user_rate).is_none_or(|(bound, user)| bound > user)).count()
    };
    let over = |row: &Row| row.f_a.zip(row.user_rate).map_or(0.0, |(f_a, user)| f_a / user);
    let worst = largest(distinct, |row| if row.user_rate > Some(0.0) { over(row) } else { 0.0 })?;
    let plain = above(replaced, |row| row.f_o).max(above(replaced, |row| row.f_a));
    let shifted = above(replaced, |row| row.f_o_shifted).max(above(replaced, |row| row.f_a_shifted));
    let tighter = replaced.iter().all(|row| row.f_a.zip(row.f_o).is_some_and(|(f_a, f_o)| f_a >= f_o));
    let all = replaced.len();
    Ok(Decision::new("R19")
        .measured(plain as f64 / all as f64)
        .decide(plain == 0 && tighter, format!("{plain} of {all} are above, or f_a is the lower"))
        .remark(format!(
            "with f_i taken after i messages instead of the i − 1 before, {shifted} of {all} would be above"
        ))
        .remark(format!(
            "with distinct positions f_a is above the rate in {} of {} small filters and f_o in {}, up to {:.2} times at {}",
            above(distinct, |row| row.f_a),
            distinct.len(),
            above(distinct, |row| row.f_o),
            worst.value,
            name(worst.row)
        )))
}

fn name(row: &Row) -> String {
    format!("M = {}, k = {}, N = {}", row.bits, row.hashes, row.messages)
}

fn recycles(filters: &[&Row]) -> Result<Decision> {
    let may_be_endless = |row: &&Row| row.never_ends != Some(0.0);
    let never = share(filters.iter().copied(), may_be_endless)?;
    let (within, beyond): (Vec<&Row>, Vec<&Row>) =
        filters.iter().partition(|row| Some(row.messages) <= row.limit_bound);
    let (endless, endless_beyond) = (share(within, may_be_endless)?, share(beyond, may_be_endless)?);
    let worst = largest(filters.iter().filter_map(|row| row.never_ends), |p| *p)?.value;
    Ok(Decision::new("R42").measured(never.value()).decide_if(
        never.having == 0,
        endless.having == 0,
        format!(
            "N ≤ ⌊(M − 1)/k⌋ + 1 (all {} such filters); beyond, in {endless_beyond}, all bits may be set before N messages have \
             set some, with probability up to {worst:.2}",
            endless.of
        ),
        format!("cycles may never end in {endless} filters with N ≤ ⌊(M − 1)/k⌋ + 1"),
    ))
}

/// A user who takes at most this many times as many new messages is slightly off.
const SLIGHTLY: f64 = 1.05;

/// R53. Of filters of several messages, since the first of a cycle always sets bits.
fn undercounts(ending: &[&Row]) -> Result<Decision> {
    let several = ending.iter().filter(|row| row.messages > 1);
    let times = several.filter_map(|row| Some((*row, row.user_rate?, longer(row)?))).collect_vec();
    let later = share(&times, |(.., times)| *times > 1.0)?;
    let most = largest(&times, |(.., times)| *times)?;
    let slight = Range::found("the user’s rate", times.iter().map(|(_, rate, times)| (*rate, *times <= SLIGHTLY)));
    let worst = format!("{:.2} times at {}", most.value, name(most.row.0));
    Ok(Decision::new("R53")
        .measured(most.value)
        .threshold(format!("slightly: at most {:.0} % more new messages a cycle", 100.0 * (SLIGHTLY - 1.0)))
        .tested_on(times.iter().map(|(row, ..)| row))?
        .decide_within(slight.filter(|_| later.is_all()), worst.clone())
        .remark(format!("the user takes more in {later} filters, up to {worst}")))
}

/// R59. Of filters of several messages, since the first of a cycle always sets bits.
fn by_means(ending: &[&Row]) -> Result<Decision> {
    let several = ending.iter().filter(|row| row.messages > 1);
    // relative to the larger of the two
    let short = |exact: f64, of_means: f64| (exact - of_means) / exact.max(of_means);
    let short = several.filter_map(|row| Some((*row, short(row.user_rate?, row.rate_of_means?)))).collect_vec();
    let is_equal = |(_, short): &&(&Row, f64)| short.abs() < CLOSE;
    let equal = share(&short, is_equal)?;
    let (one, more): (Vec<_>, Vec<_>) = short.iter().partition(|(row, _)| row.hashes == 1);
    let (of_one, of_more) = (share(one, is_equal)?, share(more, is_equal)?);
    let not_above = share(&short, |(_, short)| *short > -CLOSE)?;
    let below = 100.0 * largest(&short, |(_, short)| *short)?.value;
    Ok(Decision::new("R59")
        .measured(equal.value())
        .tested_on(short.iter().map(|(row, _)| row))?
        .decide_if(
            equal.is_all(),
            of_one.is_all() && not_above.is_all(),
            format!(
                "k = 1, where each p_i is certain ({of_one}); for larger k the p_i are random and with their means it is so in {of_more}: \
                 never above the exact rate, and up to {below:.1} % below it"
            ),
            format!("it is above the exact rate in {} of {}", not_above.of - not_above.having, not_above.of),
        )
        .remark("exact is 1 − N/∑E[1/(1 − p_i)]"))
}

/// A relative difference of doubles that were rounded once.
const CLOSE: f64 = 1e-12;

#[cfg(test)]
mod tests {
    use super::super::{Model, of_shape};
    use super::*;

    fn verdicts(model: Model) -> Vec<(&'static str, Verdict)> {
        let rows: Vec<_> = shapes(4, 2).unwrap().into_iter().flat_map(|shape| of_shape(shape, model)).collect();
        let claims = claims(&rows).unwrap().into_iter().filter(|decision| decision.id != "title");
        claims.map(|decision| (decision.id, decision.verdict.unwrap())).collect()
    }

    /// f_i read with i messages before the i-th.
    fn shifted(a: &Rationals, filter: NBounded) -> NBoundedRates<Rational> {
        let later = (1..=filter.messages()).map(|i| worst_case_rate(a, filter.shape(), i));
        let f_o = a.sum(later) / a.integer(filter.messages());
        NBoundedRates { f_a: f_o.clone(), f_o, ..n_bounded(a, filter) }
    }

    #[test]
    fn a_wrong_index_loses_the_bounds_and_nothing_else() {
        let (right, wrong) = (verdicts(n_bounded), verdicts(shifted));
        for ((id, right), (_, wrong)) in right.into_iter().zip(wrong) {
            let expected = if id == "R19" { (Verdict::Holds, Verdict::DoesNotHold) } else { (right, right) };
            assert_eq!((right, wrong), expected, "{id}");
        }
    }

    /// A user who stops where the oracle does: the rate is too low by the messages that set nothing.
    #[test]
    fn a_user_who_counts_every_message_is_no_later_than_the_oracle() {
        let few = |a: &Rationals, filter: NBounded| NBoundedRates { exact: a.zero(), ..n_bounded(a, filter) };
        let wrong = verdicts(few);
        assert!(wrong.contains(&("R18", Verdict::DoesNotHold)));
        assert!(wrong.contains(&("R19", Verdict::DoesNotHold)));
    }
}
