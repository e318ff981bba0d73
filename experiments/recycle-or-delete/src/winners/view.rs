//! The winners as tiles: of all filters, and of the papers' own.
//! Where deleting is best, and which filters that forget.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{Case, Row, cases};
use crate::looks;
use crate::rival::{AGE_PARTITIONED, MOST_HASHES, RING, TIME_AWARE, TWO_PHASES};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let cases = cases(rows)?;
    let (bits, windows) = reach(&cases).ok_or("deleting is nowhere best")?;
    let parts = |row: &Row| row.choice.strip_prefix("j = ")?.split(',').next()?.parse::<u64>().ok();
    let rings = cases.iter().map(Case::winner).filter(|row| row.filter == RING).filter_map(parts);
    let short = cases.iter().find(|case| case.rebuilt_every == 1).ok_or("nothing is rebuilt always")?;
    let margin = largest(cases.iter().filter(|case| case.rebuilt_every == 1), |case| case.margin())?.value;
    Ok(Facts::new()
        .count("most_bits", bits)
        .count("most_windows", windows)
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

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let all = cases(rows)?;
    let own = cases(rows.iter().filter(|row| ![RING, AGE_PARTITIONED, TIME_AWARE].contains(&&*row.filter)))?;
    let mut winners: Vec<&str> = all.iter().chain(&own).map(|case| &*case.winner().filter).collect();
    winners.sort_unstable();
    winners.dedup();
    let panel = |cases: &[Case<'_>]| -> Vec<MapCell> {
        let kind = |case: &Case<'_>| winners.iter().position(|known| *known == case.winner().filter);
        cases.iter().filter_map(kind).map(MapCell::Kind).collect()
    };
    let first = all.first().ok_or("no cases")?.rebuilt_every;
    let memories = all.iter().take_while(|case| case.rebuilt_every == first);
    let x = memories.map(|case| Some(case.bits_per_message.to_string())).collect();
    let y = all.chunk_by(|a, b| a.rebuilt_every == b.rebuilt_every);
    let y = y.map(|cases| Some(cases[0].rebuilt_every.to_string())).collect();
    let map = CellMap {
        columns: ["(a) A ring is best of all", "(b) Without it, two phases"].map(str::to_owned).to_vec(),
        rows: vec![MapRow { title: None, panels: vec![panel(&all), panel(&own)] }],
        x: CellAxis::new("bits per live message", x),
        y: CellAxis::new("windows between rebuilds", y),
        bar: None,
        kinds: winners.iter().map(|winner| (tile(winner), looks::name(winner))).collect(),
    };
    Ok(map.draw()?)
}

/// Filters that delete are solid, those that forget are pale.
fn tile(filter: &str) -> Tile {
    match filter {
        "D-FP" => Tile::Solid(things::D_FP),
        "TBF (packed)" => Tile::Solid(things::TBF),
        "QBF" => Tile::Solid(things::QBF),
        "DlBF (4)" => Tile::Solid(things::DLBF[0]),
        "FP-CBF (4)" => Tile::Solid(Colour::Grey),
        "counting" => Tile::Marked(0),
        RING => Tile::Pale(things::RING),
        AGE_PARTITIONED => Tile::Pale(Colour::Wine),
        TIME_AWARE => Tile::Marked(3),
        _ => Tile::Pale(things::KEEPING),
    }
}

/// Windows after which a filter that nobody rebuilds is full of residue.
const LONG: u64 = 16;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let cases = cases(rows)?;
    Ok(vec![rebuilt_always(&cases)?, never_rebuilt(&cases)?, not_two_phases(rows)?, title(&cases)?])
}

fn title(cases: &[Case<'_>]) -> Result<Decision> {
    let (bits, windows) = reach(cases).unwrap_or_default();
    let beyond = cases.iter().filter(|case| case.bits_per_message > bits || case.rebuilt_every > windows);
    let won = share(beyond, |case| case.winner().filter == RING)?;
    let title = Decision::title().measured_as("share of the cases beyond that a ring wins", won.value());
    Ok(title.decide(bits > 0 && won.lacking.is_none(), "deleting is nowhere best, or a ring not beyond"))
}

fn rebuilt_always(cases: &[Case<'_>]) -> Result<Decision> {
    let always: Vec<&Case> = cases.iter().filter(|case| case.rebuilt_every == 1).collect();
    let deletes = share(&always, |case| case.is_won_by_deleting())?.value();
    let points = always.iter().map(|case| (case.bits_per_message as f64, case.is_won_by_deleting()));
    Ok(Decision::new("S07")
        .measured(deletes)
        .tested_on(always.iter().map(|case| case.deletes))?
        .decide_within(Range::found("bits per live message", points), "at no memory"))
}

fn never_rebuilt(cases: &[Case<'_>]) -> Result<Decision> {
    let seldom = cases.iter().filter(|case| case.rebuilt_every >= LONG);
    let least = smallest(seldom, |case| case.deletes.rate / case.forgets.rate)?.value;
    Ok(Decision::new("S08")
        .measured(least)
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
