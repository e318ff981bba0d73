//! The false-positive rate of D-FP beside those of the other filters, nothing deleted.

use bloomlab_workbench::figure::*;

use crate::comparison::{Pair, dlbfs, from_which, load, loads_by_region, pairs, share_of, up_to_which};
use crate::measured::{Row, simulated};
use crate::rates::{below_cells, lead, leads, price, times};

/// The factors between D-FP and TBF, and what D-FP costs beside a plain filter.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let prices = || rows.iter().filter(|row| row.filter == "D-FP");
    let (least, most) = (smallest(prices(), |row| price(row))?, largest(prices(), |row| price(row))?);
    Ok(leads(rows)?.number("least_price", least.value, 3).number("most_price", most.value, 3))
}

pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let rows = simulated(all);
    let lead = lead("D04", rows, |_| String::new())?;
    Ok(vec![
        times(rows)?,
        below_cells("D03", rows),
        lead,
        against_dlbf(rows),
        price_of_qbf(rows),
        large_regions(rows)?,
        intermediate(all)?,
    ])
}

fn against_dlbf(rows: &[Row]) -> Decision {
    let regions = dlbfs(rows);
    let all: Vec<_> = regions.iter().flat_map(|dlbf| pairs(rows, dlbf, "D-FP")).collect();
    let worse = |dlbf: &str| share_of(&pairs(rows, dlbf, "D-FP"), |pair| pair.rate_is_lower());
    let shares: Vec<f64> = regions.iter().map(|dlbf| worse(dlbf)).collect();
    let word = |dlbf: &String| {
        let better = up_to_which(&pairs(rows, "D-FP", dlbf), |pair| pair.rate_is_lower());
        format!("{} ({dlbf})", better.unwrap_or_else(|| "0".to_owned()))
    };
    let words = regions.iter().map(word).join(", ");
    let depends = shares.windows(2).all(|two| two[0] < two[1]);
    Decision::new("D06")
        .measured(share_of(&all, |pair| pair.rate_is_lower()))
        .decide(
            depends && shares.last().is_some_and(|&share| share > 0.0),
            "it is nowhere higher, or not more often the larger the regions",
        )
        .remark(format!("it is lower only up to n = {words}"))
}

/// D33: of two region sizes the larger one has the lower rate.
fn large_regions(rows: &[Row]) -> Result<Decision> {
    let regions = dlbfs(rows);
    let steps = regions.windows(2).flat_map(|two| pairs(rows, &two[1], &two[0]));
    let lower = share(steps, |pair| pair.rate_is_lower())?;
    let of_dlbf = rows.iter().filter(|row| row.filter.starts_with("DlBF"));
    let name = |pair: &Pair| format!("{} and n = {}", pair.ours.filter, load(pair.ours));
    Ok(Decision::new("D33").tested_on(of_dlbf)?.in_share(lower, 1.0, name))
}

/// D35. The loads at which D-FP lies between the DlBF and the packed TBF in both respects, for each region size.
fn intermediate(all: &[Row]) -> Result<Decision> {
    let both = |rows, dlbf: &str| zip(pairs(rows, "D-FP", dlbf), pairs(rows, "D-FP", "TBF (packed)"));
    let from = loads_by_region(all, |dlbf| {
        let both = both(all, dlbf).collect_vec();
        from_which(both.iter().map(|(dlbf, tbf)| (dlbf.ours, dlbf.is_between(tbf), dlbf.lies_between(tbf))))
    });
    let regions = dlbfs(all);
    let simulated = regions.iter().flat_map(|dlbf| both(simulated(all), dlbf));
    let found = share(simulated, |(dlbf, tbf)| dlbf.lies_between(tbf))?;
    let named = |row: &&Row| !["TBF", "QBF"].contains(&&*row.filter);
    Ok(Decision::new("D35")
        .measured(found.value())
        .tested_on(all.iter().filter(named))?
        .threshold("intermediate: more deletable than the DlBF and less than the packed TBF, at a rate above the DlBF's and below the TBF's")
        .decide_if(
            found.having == found.of,
            from.is_some(),
            format!(
                "n ≥ {}, up to the highest load tried, by the exact models, which the simulation confirms; at every lower load tried it is \
                 not, as the DlBF deletes more or has the higher rate",
                from.unwrap_or_default()
            ),
            format!("it is at {} of {}, or for one region size at no stretch of loads", found.having, found.of),
        ))
}

fn price_of_qbf(rows: &[Row]) -> Decision {
    let higher = |tbf: &str| {
        let pairs = pairs(rows, tbf, "QBF");
        (share_of(&pairs, |pair| pair.rate_is_lower()), share_of(&pairs, |pair| pair.deletes_less()))
    };
    let (two_bits, packed) = (higher("TBF"), higher("TBF (packed)"));
    let factors: Vec<f64> = pairs(rows, "TBF (packed)", "QBF").iter().map(|pair| pair.gain().0).collect();
    let least = factors.iter().copied().fold(f64::INFINITY, f64::min);
    let most = factors.iter().copied().fold(0.0, f64::max);
    Decision::new("D21")
        .measured(two_bits.0)
        .decide_if(
            two_bits == (1.0, 1.0),
            two_bits.1 == 1.0 && packed == (1.0, 1.0),
            format!(
                "the TBF is packed, five cells to a byte (QBF's rate is {least:.2} to {most:.2} times as high); in as many cells, nothing \
                 deleted, the rates are equal and QBF deletes more"
            ),
            "at some load QBF does not delete more than the TBF, or not at a higher rate than the packed one",)
}
