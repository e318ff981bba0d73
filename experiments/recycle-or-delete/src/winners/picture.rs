//! The winners as tiles: of all filters, and of the papers' own.

use bloomlab_pictures::{CellAxis, Colour, Picture, Tile, TileMap};
use bloomlab_workbench::AnyError;

use super::{Row, cases};
use crate::looks;
use crate::rival::{AGE_PARTITIONED, RING, TIME_AWARE};

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let all = cases(rows)?;
    let own = cases(rows.iter().filter(|row| ![RING, AGE_PARTITIONED, TIME_AWARE].contains(&&*row.filter)))?;
    let mut winners: Vec<&str> = all.iter().chain(&own).map(|case| &*case.winner().filter).collect();
    winners.sort_unstable();
    winners.dedup();
    let category = |winner: &str| winners.iter().position(|known| *known == winner);
    let panel = |title: &str, cases: &[super::Case<'_>]| {
        (title.to_owned(), cases.iter().map(|case| category(&case.winner().filter)).collect())
    };
    let first = all.first().ok_or("no cases")?.rebuilt_every;
    let memories = all.iter().take_while(|case| case.rebuilt_every == first);
    let x = memories.map(|case| Some(case.bits_per_message.to_string())).collect();
    let y = all.chunk_by(|a, b| a.rebuilt_every == b.rebuilt_every);
    let y = y.map(|cases| Some(cases[0].rebuilt_every.to_string())).collect();
    let map = TileMap {
        panels: vec![panel("(a) of all filters", &all), panel("(b) of the papers' own", &own)],
        x: CellAxis::new("bits per live message", x),
        y: CellAxis::new("windows between rebuilds", y),
        categories: winners.iter().map(|winner| (tile(winner), looks::name(winner))).collect(),
    };
    Ok(map.draw()?)
}

/// Filters that delete are solid, those that forget are pale.
fn tile(filter: &str) -> Tile {
    match filter {
        "D-FP" => Tile::Solid(Colour::Blue),
        "TBF (packed)" => Tile::Solid(Colour::Green),
        "QBF" => Tile::Solid(Colour::Purple),
        "DlBF (4)" => Tile::Solid(Colour::Vermilion),
        "FP-CBF (4)" => Tile::Solid(Colour::Indigo),
        "counting" => Tile::Hatched,
        RING => Tile::Pale(Colour::Brown),
        AGE_PARTITIONED => Tile::Pale(Colour::Wine),
        TIME_AWARE => Tile::Dotted,
        _ => Tile::Pale(Colour::Green),
    }
}
