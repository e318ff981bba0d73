//! What blocks do to the rate, to the best k and to the bits for a rate, and whether simulated filters have the rate.

use bloomlab_workbench::figure::*;

use super::{A_TENTH, FEW_BITS, MANY_BITS, compared, grown, of_a_line};
use crate::blocks::Filter;
use crate::rate_per_bit::Row;
use crate::rate_per_bit::lines::CACHE_LINE;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (few, many) = (of_a_line(rows, FEW_BITS)?.rate_ratio, of_a_line(rows, MANY_BITS)?.rate_ratio);
    let title = Decision::title().measured_as(format!("ratio of the rates at {MANY_BITS} bits per item"), many);
    let mut decisions = vec![title.decide(1.0 < few && few < many, format!("{few:.3} at {FEW_BITS} bits per item"))];
    decisions.extend(by_rate(rows)?);
    decisions.extend([by_block(rows)?, by_load(rows)?, with_cache_lines(rows)?]);
    Ok(decisions)
}

fn name(row: &Row) -> String {
    format!("{} at {} bits per item", String::from(row.filter), row.bits_per_item)
}

fn by_rate(rows: &[Row]) -> Result<[Decision; 3]> {
    let compared: Vec<&Row> = compared(rows).flatten().collect();
    let mut pairs = Vec::new();
    for &row in compared.iter().filter(|row| row.filter != Filter::Unblocked) {
        let same = compared.iter().find(|r| r.filter == Filter::Unblocked && r.bits_per_item == row.bits_per_item);
        pairs.push((row, *same.ok_or("no unblocked filter to compare with")?));
    }
    let lowest = smallest(&pairs, |(row, unblocked)| row.rate / unblocked.rate)?;
    let no_more_hashes = share(&pairs, |(row, unblocked)| row.hashes <= unblocked.hashes)?;
    let simulated = contained(&compared, |row| (row.rate, row.simulated))?;
    let on_compared = |id| Decision::new(id).tested_on(&compared);
    Ok([
        on_compared("B01")?
            .measured(lowest.value)
            .decide(lowest.value > 1.0, format!("not for {}", name(lowest.row.0))),
        on_compared("B02")?.in_share(no_more_hashes, 1.0, |pair| name(pair.0)),
        on_compared("B03")?.in_intervals(simulated),
    ])
}

/// The rows with the bits for the rate without blocks.
fn all_grown(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.extra_bits_share.is_some())
}

fn by_block(rows: &[Row]) -> Result<Decision> {
    let with_larger = |row: &'_ Row| {
        let larger = |other: &&Row| other.bits_per_item == row.bits_per_item && other.block_bits > row.block_bits;
        all_grown(rows).filter(larger).min_by_key(|other| other.block_bits).map(|next| next.rate_ratio)
    };
    let steps = all_grown(rows).filter_map(|row| Some((row, with_larger(row)?)));
    let falls = share(steps, |(row, next)| *next < row.rate_ratio)?;
    Ok(Decision::new("B04").tested_on(all_grown(rows))?.in_share(falls, 1.0, |(row, _)| name(row)))
}

fn by_load(rows: &[Row]) -> Result<Decision> {
    let grown: Vec<&Row> = all_grown(rows).collect();
    let steps = grown.windows(2).filter(|pair| pair[0].block_bits == pair[1].block_bits);
    let rises = share(steps, |pair| pair[1].rate_ratio > pair[0].rate_ratio)?;
    Ok(Decision::new("B05").tested_on(&grown)?.in_share(rises, 1.0, |pair| name(pair[1])))
}

fn with_cache_lines(rows: &[Row]) -> Result<Decision> {
    let cache_lines =
        || grown(rows, CACHE_LINE).filter_map(|row| Some((row.bits_per_item as f64, row.extra_bits_share?)));
    let most = largest(cache_lines(), |(_, more)| *more)?;
    let points = cache_lines().map(|(bits, more)| (bits, more <= A_TENTH));
    Ok(Decision::new("B06")
        .measured(most.value)
        .threshold(format!("a tenth: {A_TENTH} of the bits"))
        .tested_on(grown(rows, CACHE_LINE))?
        .decide_within(Range::found("bits per item", points), "a tenth is never enough"))
}
