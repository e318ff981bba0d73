//! Normal quantile plots of the residuals; whether the published formulas match, and which loads the paper reaches.

use super::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::residuals::FEW;

/// How many residuals are far from zero, of the exact models and of the published deletability of the DlBF.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let far = share(rows, is_far)?;
    let near = share(published(rows), |score| score.abs() <= FAR)?;
    Ok(Facts::new()
        .count("far", far.having as u64)
        .count("residuals", far.of as u64)
        .number("bound", FAR, 4)
        .number("expected", 0.01 * far.of as f64, 2)
        .count("published_near", near.having as u64)
        .count("published", near.of as u64)
        .number("few", FEW, 2)
        .number("full", FULL, 1)
        .count("every", EVERY as u64))
}

/// The residuals of the published deletability of the DlBF.
fn published(rows: &[Row]) -> impl Iterator<Item = f64> {
    let of_dlbf = |row: &&Row| row.filter.starts_with("DlBF") && row.quantity == Quantity::Deletability;
    rows.iter().filter(of_dlbf).filter_map(|row| row.published_score)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let exact = quantiles(rows.iter().map(|row| row.exact_score), Look::new(Colour::Blue))?;
    let published = quantiles(published(rows), Look::new(Colour::Vermilion).marked(Marker::Cross))?;
    let y = || Axis::new("standardised residual", Scale::Linear);
    let panel = |y: Axis, series: Series| {
        let diagonal = [-1.0, 1.0].map(|side| Point::new(side * REACH, side * REACH));
        Panel::new(Axis::new("quantile of the normal distribution", Scale::Linear).limited(-REACH, REACH), y, [series])
            .reference(Reference::curve(diagonal))
    };
    let bound = |at, text| Ok::<_, AnyError>(Reference::horizontal(at, facts.fill(text)?).named_at(0.0));
    let panels = [
        panel(y().limited(-5.0, 5.0), exact)
            .reference(bound(FAR, "{bound}")?)
            .reference(bound(-FAR, "−{bound}")?)
            .titled("(a) Residuals of the exact models are normal"),
        panel(y(), published).titled(format!("(b) The {}’s published deletability is off", name("DlBF"))),
    ];
    Ok(LineFigure::new(panels).plot_height(300.0).draw()?)
}

/// How far the quantiles reach.
const REACH: f64 = 4.2;
/// Beyond the quantiles ± [`FULL`] all residuals are drawn, and one of so many in between.
const EVERY: usize = 25;
const FULL: f64 = 2.0;

/// Residuals in order, over what as many standard normal numbers would be.
fn quantiles(scores: impl Iterator<Item = f64>, look: Look) -> Result<Series> {
    let normal = Normal::new(0.0, 1.0)?;
    let scores = scores.sorted_by(f64::total_cmp).collect_vec();
    let points = scores.iter().enumerate().filter_map(|(i, score)| {
        let expected = normal.inverse_cdf((i as f64 + 0.5) / scores.len() as f64);
        (expected.abs() > FULL || i % EVERY == 0).then(|| Point::new(expected, *score))
    });
    Ok(Series::new("", Mark::Markers, points).look(look))
}

/// A relative difference at which a formula is said to match well.
const WELL: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let [title, agree] = exact_models(rows)?;
    Ok(vec![title, dlbf_rates(rows)?, d_fp_equations(rows)?, loads_reach(rows), agree])
}

/// Whether the residual of the exact model is farther out than 99 of 100 are.
fn is_far(row: &&Row) -> bool {
    row.exact_score.abs() > FAR
}

/// Whether the 99 % interval of the simulation contains the published value.
fn is_hit(row: &Row) -> bool {
    row.published.is_some_and(|published| row.simulated.contains(published))
}

fn dlbf_rates(rows: &[Row]) -> Result<Decision> {
    let is_one = |row: &&Row| row.filter.starts_with("DlBF") && row.quantity == Quantity::Rate && row.deleted == 0;
    let rates = rows.iter().filter(is_one).collect_vec();
    let missed = share(&rates, |row| !is_hit(row))?;
    let allowed = misses_allowed(missed.of)?;
    let off = |row: &&&Row| row.published.map_or(f64::MAX, |published| (row.simulated.value / published - 1.0).abs());
    Ok(Decision::new("D10")
        .measured(missed.value())
        .threshold(format!("is: of {} intervals at most {allowed} miss (α = {ALPHA})", missed.of))
        .tested_on(&rates)?
        .decide(missed.having <= allowed, format!("{missed} intervals miss"))
        .remark(format!("{missed}; the simulated mean is within {:.2} % of it", 100.0 * largest(&rates, off)?.value)))
}

fn d_fp_equations(rows: &[Row]) -> Result<Decision> {
    let is_one = |row: &&Row| row.filter == "D-FP" && row.deleted == 0;
    let of = |quantity: Quantity| rows.iter().filter(is_one).filter(|row| row.quantity == quantity).collect_vec();
    let [deletability, rate] = [Quantity::Deletability, Quantity::Rate].map(of);
    let published = |row: &Row| row.published.unwrap_or(f64::MAX);
    let off = |rows: &[&Row]| Ok::<_, AnyError>(largest(rows, |row| (published(row) / row.exact - 1.0).abs())?.value);
    let (off_deletability, off_rate) = (off(&deletability)?, off(&rate)?);
    // the simulation does not contradict it: within the tolerance and the interval together
    let near = |row: &&Row| {
        let simulated = row.simulated;
        (published(row) - simulated.value).abs() <= WELL * simulated.value + (simulated.upper - simulated.value)
    };
    let both = [&deletability[..], &rate].concat();
    let (hits, hits_of_rate) = (share(&deletability, |row| is_hit(row))?, share(&rate, |row| is_hit(row))?);
    Ok(Decision::new("D11")
        .measured(off_deletability.max(off_rate))
        .threshold(format!("well: within {:.0} %", 100.0 * WELL))
        .tested_on(&both)?
        .decide(
            off_deletability.max(off_rate) <= WELL && both.iter().all(near),
            "an equation or a simulation is farther off",
        )
        .remark(format!(
            "eq. 2 within {:.3} %, in {hits} intervals; eq. 3 within {:.2} %, always too low, in {hits_of_rate}",
            100.0 * off_deletability,
            100.0 * off_rate
        )))
}

/// The title and D32: the normal scores of right models are beyond Φ⁻¹(0.995) in one of a hundred rows.
fn exact_models(rows: &[Row]) -> Result<[Decision; 2]> {
    let far = share(rows, is_far)?;
    let (of, allowed) = (far.of, misses_allowed(far.of)?);
    let farthest = largest(rows, |row| row.exact_score.abs())?.value;
    let title = Decision::title().measured_as("share of the residuals of the exact models that are far", far.value());
    let agree = Decision::new("D32")
        .measured(far.value())
        .threshold(format!("agree: of {of} scores at most {allowed} are beyond ± {FAR} (α = {ALPHA})"))
        .tested_on(rows)?
        .decide(far.having <= allowed, format!("{far} scores are"))
        .remark(format!("{far} are, the farthest at {farthest:.2}"));
    Ok([title.decide(far.having <= allowed, format!("of {of} at most {allowed} may be far")), agree])
}

fn loads_reach(rows: &[Row]) -> Decision {
    let last = rows
        .iter()
        .map(|row| (row.hashes, row.items.saturating_mul(64).checked_div(row.bits).unwrap_or(0)))
        .into_grouping_map()
        .max();
    let all = last.into_iter().sorted_unstable();
    let (exact, short): (Vec<_>, Vec<_>) = all.partition(|(k, largest)| k.saturating_mul(*largest) == 64);
    let words = |some: &[(u64, u64)]| some.iter().map(|(k, largest)| format!("{largest}m/64 for k = {k}")).join(", ");
    Decision::new("D24").measured(exact.len() as f64 / (exact.len() + short.len()).max(1) as f64).decide_if(
        short.is_empty(),
        !exact.is_empty() && short.iter().all(|(k, _)| !64_u64.is_multiple_of(*k)),
        format!("k divides 64 ({}); the last load below m/k is {}", words(&exact), words(&short)),
        format!("the last loads are {}, though k divides 64", words(&short)),
    )
}
