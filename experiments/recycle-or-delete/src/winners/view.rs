//! Where deleting is best: the rate of the best filter that deletes over that of a ring, and of two phases.

use super::*;
use crate::rival::{MOST_HASHES, RING, TWO_PHASES};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let cases = cases(rows)?;
    let (bits, windows) = reach(&cases)?;
    let parts = |row: &Row| row.choice.strip_prefix("j = ")?.split(',').next()?.parse::<u64>().ok();
    let rings = cases.iter().map(Case::winner).filter(|row| row.filter == RING).filter_map(parts);
    let always = cases.iter().filter(|case| case.rebuilt_every == 1).collect_vec();
    let short = always.first().ok_or("nothing is rebuilt always")?;
    let beyond = |of: fn(&Case) -> u64, most: u64| {
        Ok::<_, AnyError>(cases.iter().map(of).filter(|value| *value > most).minmax().into_option().ok_or("none")?)
    };
    let (ring_bits, top_bits) = beyond(|case| case.bits_per_message, bits)?;
    let (ring_windows, top_windows) = beyond(|case| case.rebuilt_every, windows)?;
    let capped =
        rows.iter().filter(|row| row.filter == RING && row.hashes == MOST_HASHES).map(|row| row.bits_per_message);
    Ok(Facts::new()
        .count("capped", capped.min().ok_or("no ring has so many hash functions")?)
        .count("most_bits", bits)
        .count("most_windows", windows)
        .count("ring_bits", ring_bits)
        .count("top_bits", top_bits)
        .count("ring_windows", ring_windows)
        .count("top_windows", top_windows)
        .count("most_filters", rings.max().ok_or("no ring is best")? + 1)
        .number("margin", largest(&always, |case| case.margin())?.value, 2)
        .count("short_bits", short.bits_per_message)
        .number("short_rate", short.winner().rate, 2)
        .count("most_hashes", MOST_HASHES))
}

/// The largest memory, and the longest time between rebuilds, at which deleting is best.
fn reach(cases: &[Case<'_>]) -> Result<(u64, u64)> {
    let won = || cases.iter().filter(|case| case.is_won_by_deleting());
    let (bits, windows) = (won().map(|case| case.bits_per_message).max(), won().map(|case| case.rebuilt_every).max());
    Ok(bits.zip(windows).ok_or("deleting is nowhere best")?)
}

impl Case<'_> {
    /// The rate of the best filter that forgets over that of the best that deletes.
    fn margin(&self) -> f64 {
        self.forgets.rate / self.deletes.rate
    }
}

/// The times between rebuilds that are drawn, in windows.
const DRAWN: [u64; 5] = [1, 2, 8, 16, 64];

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let against = |forgets: &str| {
        let is_rival = |row: &&Row| row.rebuilt_every.is_some() || row.filter == forgets;
        cases(rows.iter().filter(is_rival))
    };
    let facts = facts(rows)?;
    let all = cases(rows)?;
    let (most_bits, _) = reach(&all)?;
    let ring = panel(&against(RING)?, "a ring", (0.15, 2000.0))
        .reference(Reference::vertical(most_bits as f64, facts.fill("{most_bits} bits")?).named_at(0.98).named_below());
    let two_phases = panel(&against(TWO_PHASES)?, "two phases", (0.02, 100.0));
    let panels = [
        ring.titled("(a) Deleting beats a ring only if rebuilt often"),
        two_phases.titled("(b) Rebuilt every window it beats two phases"),
    ];
    Ok(LineFigure::new(panels).plot_height(270.0).labelled().draw()?)
}

/// The rate of the best filter that deletes over that of a filter that forgets, against memory, for each time between rebuilds.
fn panel(cases: &[Case<'_>], forgets: &str, (low, high): (f64, f64)) -> Panel {
    let lines = DRAWN.iter().enumerate().map(|(i, &windows)| {
        let of = cases.iter().filter(|case| case.rebuilt_every == windows);
        let points = of.map(|case| Point::new(case.bits_per_message as f64, 1.0 / case.margin()));
        let name = if windows == 1 { "1 window".to_owned() } else { windows.to_string() };
        Series::new(name, Mark::Joined, points).look(Look::step(i, DRAWN.len()))
    });
    let ticks = [4, 8, 16, 32].map(|bits| (f64::from(bits), bits.to_string()));
    let x = Axis::new("bits per live message", Scale::Log2).limited(3.7, 52.0).ticked(ticks);
    let y = Axis::new(format!("false positives: best that deletes / {forgets}"), Scale::Log10).limited(low, high);
    let few = [0.1, 1.0, 10.0, 100.0].map(|ratio: f64| (ratio, ratio.to_string()));
    let y = y.ticked(few.into_iter().chain([(1000.0, power(10, 3))]));
    Panel::new(x, y, lines)
        .region(Region::below(1.0, "deleting has fewer").named_in(Corner::BottomLeft))
        .reference(Reference::horizontal(1.0, ""))
}

/// Windows after which a filter that nobody rebuilds is full of residue.
const LONG: u64 = 16;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let cases = cases(rows)?;
    Ok(vec![rebuilt_always(rows, &cases)?, never_rebuilt(rows, &cases)?, not_two_phases(rows)?, title(&cases)?])
}

fn title(cases: &[Case<'_>]) -> Result<Decision> {
    let (bits, windows) = reach(cases)?;
    let beyond = cases.iter().filter(|case| case.bits_per_message > bits || case.rebuilt_every > windows);
    let title = Decision::title();
    let name = |case: &&Case| format!("{} bits, {} windows", case.bits_per_message, case.rebuilt_every);
    let won = share(beyond, |case| case.winner().filter == RING)?;
    Ok(title.measured_as("share of the cases beyond that a ring wins", won.value()).in_share(won, 1.0, name))
}

/// The rows of filters that are rebuilt so often, and those of filters that need no rebuilds.
fn rebuilt(rows: &[Row], so: fn(u64) -> bool) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.rebuilt_every.is_none_or(so))
}

fn rebuilt_always(rows: &[Row], cases: &[Case<'_>]) -> Result<Decision> {
    let always = cases.iter().filter(|case| case.rebuilt_every == 1);
    let points = always.map(|case| (case.bits_per_message as f64, case.is_won_by_deleting())).collect_vec();
    Ok(Decision::new("S07")
        .measured(share(&points, |(_, won)| *won)?.value())
        .tested_on(rebuilt(rows, |every| every == 1))?
        .decide_within(Range::found("bits per live message", points), "at no memory"))
}

fn never_rebuilt(rows: &[Row], cases: &[Case<'_>]) -> Result<Decision> {
    let seldom = cases.iter().filter(|case| case.rebuilt_every >= LONG);
    let least = smallest(seldom, |case| case.deletes.rate / case.forgets.rate)?.value;
    Ok(Decision::new("S08")
        .measured(least)
        .tested_on(rebuilt(rows, |every| every >= LONG))?
        .threshold(format!("long: {LONG} windows and more"))
        .decide(least > 1.0, "somewhere a filter that deletes has fewer"))
}

fn not_two_phases(rows: &[Row]) -> Result<Decision> {
    let forgetful = rows.iter().filter(|row| row.rebuilt_every.is_none()).sorted_by_key(|row| row.bits_per_message);
    let forgetful = forgetful.collect_vec();
    let of_memory = forgetful.chunk_by(|a, b| a.bits_per_message == b.bits_per_message);
    let rates = of_memory.map(|of| {
        [RING, TWO_PHASES].map(|filter| smallest(of.iter().filter(|row| row.filter == filter), |row| row.rate))
    });
    let rates = rates.map(|[ring, two]| Ok((ring?.value, two?.value))).collect::<Result<Vec<_>>>()?;
    let share = share(rates, |(ring, two_phases)| ring < two_phases)?.value();
    Ok(Decision::new("S09")
        .measured(share)
        .tested_on(&forgetful)?
        .decide(share == 1.0, "at some memory they are the best"))
}
