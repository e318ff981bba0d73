//! Closed forms of the rate after deletions, how much deletions raise it, and the items that stay.

use super::*;

/// A relative error with which a closed form is good enough.
const NEAR: f64 = 0.01;
/// An acceptable rate is at most this many times the rate of the n items alone.
const ACCEPTABLE: f64 = 1.5;
/// r/n up to which few items are deleted.
const FEW: f64 = 0.1;

pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let (rows, followed): (Vec<&Row>, Vec<&Row>) = all.iter().partition(|row| row.full.is_none());
    // the filters that can saturate; counters of four bits practically cannot, and their models leave it out
    let rows = rows.into_iter().filter(|row| row.exact_deletability < 1.0).collect_vec();
    let after = rows.iter().copied().filter(|row| row.deleted > 0).collect_vec();
    let [ours, tbf] = ["D-FP", "TBF"].map(|filter| most_growth(&rows, filter));
    let (ours, tbf) = (ours?, tbf?);
    let title = Decision::title()
        .measured_as("largest rate of D-FP after deletions over that of the n items alone", ours)
        .decide(ours > tbf && tbf > 1.0, format!("the TBF’s grows {tbf:.2} times"));
    let mut decisions = staying::claims::decide(&followed)?;
    decisions.extend([title.tested_on(&rows)?, closed_forms(&after)?, degradation(&rows)?, lower_rate(&after)?]);
    Ok(decisions)
}

fn closed_forms(after: &[&Row]) -> Result<Decision> {
    let hits = contained(after, |row| (row.exact_rate, row.simulated_rate))?;
    let (missed, allowed) = (hits.of - hits.having, misses_allowed(hits.of)?);
    let off = largest(after, |row| (row.poisson_rate / row.exact_rate - 1.0).abs())?.value;
    Ok(Decision::new("D17")
        .measured(off)
        .threshold(format!("closed forms of the rate: within {:.0} %, and the simulation agrees", 100.0 * NEAR))
        .tested_on(after)?
        .decide(missed <= allowed && off <= NEAR, "a closed form is further off, or the simulation does not agree")
        .remark(format!(
            "such as (1 − e^(−λ)(1 + λ(1 + θ)/2))^k for D-FP with λ = k(n + r)/C, θ = r/(n + r), within {:.2} % of \
             the exact models, which {missed} of {} 99 % intervals of the simulation miss (at α = {ALPHA} up to {allowed} may)",
            100.0 * off,
            hits.of
        )))
}

/// The largest rate of a filter after deletions of at most `share_deleted` n items over its rate with the n items alone.
fn growth(rows: &[&Row], filter: &str, share_deleted: f64) -> Result<f64> {
    let of_filter = || rows.iter().filter(|row| row.filter == filter);
    let grown = of_filter().filter(|row| row.deleted > 0 && row.share_deleted() <= share_deleted).filter_map(|row| {
        let is_fresh = |other: &&&Row| other.deleted == 0 && (other.hashes, other.items) == (row.hashes, row.items);
        Some(row.exact_rate / of_filter().find(is_fresh)?.exact_rate)
    });
    Ok(largest(grown, |factor| *factor)?.value)
}

/// The largest growth of a filter's rate.
pub(super) fn most_growth(rows: &[&Row], filter: &str) -> Result<f64> {
    growth(rows, filter, f64::INFINITY)
}

fn degradation(rows: &[&Row]) -> Result<Decision> {
    let filters = rows.iter().map(|row| &row.filter).sorted_unstable().dedup();
    let growths = filters.map(|filter| Ok((filter, growth(rows, filter, FEW)?, most_growth(rows, filter)?)));
    let growths = growths.collect::<Result<Vec<_>>>()?;
    let after_few = largest(&growths, |(_, few, _)| *few)?.value;
    let most = largest(rows, |row| row.share_deleted())?.value;
    let (suffer, bear): (Vec<_>, Vec<_>) = growths.into_iter().partition(|(.., many)| *many > ACCEPTABLE);
    let words = |of: &[(&String, _, f64)]| of.iter().map(|(filter, _, many)| format!("{filter} {many:.2}")).join(", ");
    Decision::new("D18")
        .measured(after_few)
        .threshold(format!(
            "acceptable: at most {ACCEPTABLE} times the rate of the n items alone; few: r ≤ {FEW} n; many: r = {most:.1} n"
        ))
        .decide_if(
            after_few <= ACCEPTABLE && bear.is_empty(),
            after_few <= ACCEPTABLE && !suffer.is_empty(),
            format!(
                "the filter is one whose rate grows beyond that with many deletions: {}; the others bear them: {}",
                words(&suffer),
                words(&bear)
            ),
            format!("few deletions raise the rate up to {after_few:.2} times, or many are acceptable everywhere"),
        )
        .tested_on(rows)
}

/// D28: beside the same filter with all n + r items in it.
fn lower_rate(after: &[&Row]) -> Result<Decision> {
    let after = after.iter().filter(|row| row.filter.starts_with("DlBF")).collect_vec();
    // over the classic rate of so many bits and items
    let over = |load: fn(&Row) -> (u64, u64)| {
        let ratio = |row: &&&&Row| {
            let ((bits, items), k) = (load(row), row.hashes as f64);
            row.exact_rate / libm::pow(-libm::expm1(k * items as f64 * libm::log1p(-1.0 / bits as f64)), k)
        };
        Ok::<_, AnyError>((smallest(&after, ratio)?.value, largest(&after, ratio)?.value))
    };
    let (least, most) = over(|row| (row.cells, row.items + row.deleted))?;
    let (above_least, above_most) = over(|row| (row.bits, row.items))?;
    Ok(Decision::new("D28")
        .measured(most)
        .tested_on(&after)?
        .decide(most < 1.0, format!("it is {most:.3} times that of the n + r items with nothing deleted"))
        .remark(format!(
            "{least:.3} to {most:.3} times; a Bloom filter of the same m bits that never held the deleted items has a lower rate: the DlBF's is \
             {above_least:.2} to {above_most:.2} times as high"
        )))
}
