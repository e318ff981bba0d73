//! The rates of D-FP beside those of the other filters, and up to which load deleting pays.

use super::view::{pays, pays_up_to};
use crate::prelude::*;

/// Figure 5 has no deletions, Figure 6 those of 20 % of n, Figure 7 more.
pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let rows = simulated(all);
    let first = rows.first().ok_or("no rows")?;
    match (100.0 * first.deleted as f64 / first.items as f64).ceil() as u64 {
        0 => Ok(vec![
            times(rows)?,
            below_cells("D03", rows),
            lead("D04", rows)?,
            against_dlbf(rows),
            price_of_qbf(rows)?,
            large_regions(rows)?,
            intermediate(all)?,
        ]),
        20 => Ok(vec![paying(all)?]),
        _ => Ok(vec![times(rows)?, lead("D05", rows)?, below_cells("D34", rows)]),
    }
}

fn times(rows: &[Row]) -> Result<Decision> {
    let (exact, least) = gain(rows, "TBF")?;
    let title = Decision::title().measured_as("TBF’s rate over D-FP’s at the lowest load", exact);
    let title = title.tested_on(of_filter(rows, "D-FP").next())?;
    Ok(title.decide(exact > 1.0 && least > 1.0, format!("by the intervals the factor may be {least:.2}")))
}

fn paying(rows: &[Row]) -> Result<Decision> {
    let up_to = pays_up_to(rows)?;
    let found = share(of_filter(rows, "D-FP"), |row| pays(row) == (row.items_per_bit <= up_to))?;
    let title = Decision::title()
        .measured_as("largest load at which D-FP’s rate is below that of a plain filter that keeps all", up_to);
    Ok(title.in_share(found, 1.0, |row| format!("n/m = {:.3}", row.items_per_bit)))
}

/// The factor that the paper names.
const FACTOR: f64 = 2.0;

/// Decides claim `id`: TBF's rate is above [`FACTOR`] times that of D-FP.
fn lead(id: &'static str, rows: &[Row]) -> Result<Decision> {
    let ((two_bits, least_of_two_bits), (packed, least)) = (gain(rows, "TBF")?, gain(rows, "TBF (packed)")?);
    let lowest = of_filter(rows, "D-FP").next().ok_or("no D-FP")?;
    let deleted = match lowest.deleted {
        0 => String::new(),
        deleted => format!(", r = {:.2} n", deleted as f64 / lowest.items as f64),
    };
    Ok(Decision::new(id)
        .measured(packed)
        .threshold(format!("less than half: by a factor above {FACTOR}, by the intervals as well"))
        .tested_on([lowest])?
        .decide(
            [two_bits, least_of_two_bits, packed, least].iter().all(|factor| *factor > FACTOR),
            format!("the factors are {two_bits:.2} and {packed:.2}"),
        )
        .remark(format!(
            "n = {}{deleted}; {two_bits:.1} with two bits a cell, {packed:.1} packed; by the intervals at least {least:.1}",
            load(lowest)
        )))
}

/// Decides claim `id`: D-FP has a lower rate than TBF and QBF at low loads.
fn below_cells(id: &'static str, rows: &[Row]) -> Decision {
    let all = ["TBF", "TBF (packed)", "QBF"].map(|other| pairs(rows, "D-FP", other));
    let up_to = all.each_ref().map(|pairs| up_to_which(pairs, Pair::rate_is_lower));
    let word = |(other, up_to): (_, &Option<String>)| format!("{} ({other})", up_to.as_deref().unwrap_or("nowhere"));
    let words = zip(["TBF", "packed TBF", "QBF"], &up_to).map(word).join(", ");
    Decision::new(id)
        .measured(all.iter().map(|pairs| share_of(pairs, Pair::rate_is_lower)).fold(1.0, f64::min))
        .threshold("low: at the lowest load, and at every load up to one")
        .range(Range::of("n/m", all.iter().flatten().map(|pair| (pair.ours.items_per_bit, pair.rate_is_lower()))))
        .decide(up_to.iter().all(Option::is_some), "at the lowest load one of them has a lower rate")
        .remark(format!("up to n = {words}"))
}

fn against_dlbf(rows: &[Row]) -> Decision {
    let regions = dlbfs(rows);
    let worse = regions.iter().map(|dlbf| pairs(rows, dlbf, "D-FP")).collect_vec();
    let shares = worse.iter().map(|pairs| share_of(pairs, Pair::rate_is_lower)).collect_vec();
    let word = |dlbf: &String| {
        let better = up_to_which(&pairs(rows, "D-FP", dlbf), Pair::rate_is_lower);
        format!("{} ({dlbf})", better.as_deref().unwrap_or("0"))
    };
    let depends = shares.windows(2).all(|two| two[0] < two[1]);
    Decision::new("D06")
        .measured(share_of(&worse.concat(), Pair::rate_is_lower))
        .decide(
            depends && shares.last().is_some_and(|&share| share > 0.0),
            "it is nowhere higher, or not more often the larger the regions",
        )
        .remark(format!("it is lower only up to n = {}", regions.iter().map(word).join(", ")))
}

/// D33: of two region sizes the larger one has the lower rate.
fn large_regions(rows: &[Row]) -> Result<Decision> {
    let regions = dlbfs(rows);
    let steps = regions.windows(2).flat_map(|two| pairs(rows, &two[1], &two[0]));
    let name = |pair: &Pair| format!("{} and n = {}", pair.ours.filter, load(pair.ours));
    let decision = Decision::new("D33").tested_on(rows.iter().filter(|row| row.filter.starts_with("DlBF")))?;
    Ok(decision.in_share(share(steps, Pair::rate_is_lower)?, 1.0, name))
}

/// D35. The loads at which D-FP lies between the DlBF and the packed TBF in both respects, for each region size.
fn intermediate(all: &[Row]) -> Result<Decision> {
    let both = |rows, dlbf: &str| zip(pairs(rows, "D-FP", dlbf), pairs(rows, "D-FP", "TBF (packed)")).collect_vec();
    let is_between = |(dlbf, tbf): &(Pair, Pair)| {
        let above = dlbf.is_more_deletable() && dlbf.swapped().is_lower();
        above && tbf.swapped().is_more_deletable() && tbf.is_lower()
    };
    let lies_between = |(dlbf, tbf): &(Pair, Pair)| {
        dlbf.deletes_more() && dlbf.swapped().rate_is_lower() && tbf.deletes_less() && tbf.rate_is_lower()
    };
    let from = loads_by_region(all, |dlbf| {
        from_which(both(all, dlbf).iter().map(|pairs| (pairs.0.ours, is_between(pairs), lies_between(pairs))))
    });
    let found = share(dlbfs(all).iter().flat_map(|dlbf| both(simulated(all), dlbf)), lies_between)?;
    Ok(Decision::new("D35")
        .measured(found.value())
        .tested_on(all.iter().filter(|row| !["TBF", "QBF"].contains(&&*row.filter)))?
        .threshold("intermediate: more deletable than the DlBF and less than the packed TBF, at a rate above the DlBF's and below the TBF's")
        .decide_if(
            found.is_all(),
            from.is_some(),
            format!(
                "n ≥ {}, up to the highest load tried, by the exact models, which the simulation confirms; at every lower load tried it is \
                 not, as the DlBF deletes more or has the higher rate",
                from.unwrap_or_default()
            ),
            format!("it is at {found}, or for one region size at no stretch of loads"),
        ))
}

fn price_of_qbf(rows: &[Row]) -> Result<Decision> {
    let [two_bits, packed] = ["TBF", "TBF (packed)"].map(|tbf| pairs(rows, tbf, "QBF"));
    let share = |pairs: &[Pair]| (share_of(pairs, Pair::rate_is_lower), share_of(pairs, Pair::deletes_less));
    let (of_two_bits, of_packed) = (share(&two_bits), share(&packed));
    let factor = |pair: &&Pair| pair.gain().0;
    let (least, most) = (smallest(&packed, factor)?.value, largest(&packed, factor)?.value);
    Ok(Decision::new("D21")
        .measured(of_two_bits.0)
        .decide_if(
            of_two_bits == (1.0, 1.0),
            of_two_bits.1 == 1.0 && of_packed == (1.0, 1.0),
            format!(
                "the TBF is packed, five cells to a byte (QBF's rate is {least:.2} to {most:.2} times as high); in as many cells, nothing \
                 deleted, the rates are equal and QBF deletes more"
            ),
            "at some load QBF does not delete more than the TBF, or not at a higher rate than the packed one",
        ))
}
