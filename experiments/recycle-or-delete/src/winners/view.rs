//! Where deleting is best: the rate of the best filter that deletes over that of a ring, and of two phases.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{Case, Row, cases};
use crate::rival::{MOST_HASHES, RING, TWO_PHASES};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let cases = cases(rows)?;
    let (bits, windows) = reach(&cases).ok_or("deleting is nowhere best")?;
    let parts = |row: &Row| row.choice.strip_prefix("j = ")?.split(',').next()?.parse::<u64>().ok();
    let rings = cases.iter().map(Case::winner).filter(|row| row.filter == RING).filter_map(parts);
    let short = cases.iter().find(|case| case.rebuilt_every == 1).ok_or("nothing is rebuilt always")?;
    let margin = largest(cases.iter().filter(|case| case.rebuilt_every == 1), |case| case.margin())?.value;
    let next = |of: fn(&Case) -> u64, last: u64| {
        Ok::<_, AnyError>(
            cases.iter().map(of).filter(|value| *value > last).min().ok_or("deleting is best to the end")?,
        )
    };
    Ok(Facts::new()
        .count("most_bits", bits)
        .count("most_windows", windows)
        .count("ring_bits", next(|case| case.bits_per_message, bits)?)
        .count("ring_windows", next(|case| case.rebuilt_every, windows)?)
        .count("top_bits", cases.iter().map(|case| case.bits_per_message).max().ok_or("no cases")?)
        .count("top_windows", cases.iter().map(|case| case.rebuilt_every).max().ok_or("no cases")?)
        .count("most_filters", rings.max().ok_or("no ring is best")? + 1)
        .number("margin", margin, 2)
        .count("short_bits", short.bits_per_message)
        .number("short_rate", short.winner().rate, 2)
        .count("most_hashes", MOST_HASHES))
}

/// The largest memory, and the longest time between rebuilds, at which deleting is best.
fn reach(cases: &[Case<'_>]) -> Option<(u64, u64)> {
    let won = || cases.iter().filter(|case| case.is_won_by_deleting());
    Some((won().map(|case| case.bits_per_message).max()?, won().map(|case| case.rebuilt_every).max()?))
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
    let (most_bits, most_windows) = reach(&all).ok_or("deleting is nowhere best")?;
    let longest = all.iter().find(|case| case.rebuilt_every == most_windows).ok_or("no such rebuilds")?;
    let longest = (longest.bits_per_message as f64, 1.0 / longest.margin());
    let note = facts.fill("{most_windows} windows, {short_bits} bits:\ndeleting wins")?;
    let ring = panel(&against(RING)?, "a ring", (0.15, 2000.0))
        .reference(Reference::vertical(most_bits as f64, facts.fill("{most_bits} bits")?).named_at(0.98).named_below())
        .note(Note::ring(longest, (12.0, -72.0), note));
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
    let (bits, windows) = reach(cases).unwrap_or_default();
    let beyond = cases.iter().filter(|case| case.bits_per_message > bits || case.rebuilt_every > windows);
    let won = share(beyond, |case| case.winner().filter == RING)?;
    let title = Decision::title().measured_as("share of the cases beyond that a ring wins", won.value());
    Ok(title.decide(bits > 0 && won.lacking.is_none(), "deleting is nowhere best, or a ring not beyond"))
}

fn rebuilt_always(rows: &[Row], cases: &[Case<'_>]) -> Result<Decision> {
    let always: Vec<&Case> = cases.iter().filter(|case| case.rebuilt_every == 1).collect();
    let deletes = share(&always, |case| case.is_won_by_deleting())?.value();
    let points = always.iter().map(|case| (case.bits_per_message as f64, case.is_won_by_deleting()));
    Ok(Decision::new("S07")
        .measured(deletes)
        .tested_on(rows.iter().filter(|row| row.rebuilt_every.is_none_or(|every| every == 1)))?
        .decide_within(Range::found("bits per live message", points), "at no memory"))
}

fn never_rebuilt(rows: &[Row], cases: &[Case<'_>]) -> Result<Decision> {
    let seldom = cases.iter().filter(|case| case.rebuilt_every >= LONG);
    let least = smallest(seldom, |case| case.deletes.rate / case.forgets.rate)?.value;
    Ok(Decision::new("S08")
        .measured(least)
        .tested_on(rows.iter().filter(|row| row.rebuilt_every.is_none_or(|every| every >= LONG)))?
        .threshold(format!("long: {LONG} windows and more"))
        .decide(least > 1.0, "somewhere a filter that deletes has fewer"))
}

fn not_two_phases(rows: &[Row]) -> Result<Decision> {
    let mut forgetful: Vec<&Row> = rows.iter().filter(|row| row.rebuilt_every.is_none()).collect();
    forgetful.sort_by_key(|row| row.bits_per_message);
    let losses = forgetful.chunk_by(|a, b| a.bits_per_message == b.bits_per_message).map(|filters| {
        let of = |is_two_phase: bool| {
            let there = filters.iter().filter(|row| (row.filter == TWO_PHASES) == is_two_phase).map(|row| row.rate);
            there.fold(f64::INFINITY, f64::min)
        };
        of(false) < of(true)
    });
    let losses: Vec<bool> = losses.collect();
    let share = share(&losses, |loses| **loses)?.value();
    Ok(Decision::new("S09")
        .measured(share)
        .tested_on(&forgetful)?
        .decide(share == 1.0, "at some memory they are the best"))
}
