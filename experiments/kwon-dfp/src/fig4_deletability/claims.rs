//! The deletability of D-FP beside that of the other filters.

use std::iter::zip;

use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use crate::comparison::{Pair, dlbfs, from_which, pairs, share};
use crate::measured::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![more_than_dlbf(rows), less_than_cells(rows), region_size(rows), dependence(rows)?, cells(rows)])
}

/// The most by which the other filter's deletability exceeds ours.
fn deficit(pairs: &[Pair]) -> f64 {
    pairs.iter().map(|pair| pair.other.exact_deletability - pair.ours.exact_deletability).fold(0.0, f64::max)
}

fn more_than_dlbf(rows: &[Row]) -> Decision {
    let regions = dlbfs(rows);
    let all: Vec<_> = regions.iter().flat_map(|dlbf| pairs(rows, "D-FP", dlbf)).collect();
    let from = |dlbf: &String| from_which(&pairs(rows, "D-FP", dlbf), |pair| pair.deletes_more());
    let from: Vec<_> = regions.iter().map(from).collect();
    let word = |(dlbf, from): (_, &Option<String>)| format!("{} for {dlbf}", from.as_deref().unwrap_or("nowhere"));
    let words = zip(&regions, &from).map(word).join(", ");
    let above = share(&all, |pair| pair.deletes_more());
    Decision::new("D01").measured(above).decide_if(
        above == 1.0,
        !from.is_empty() && from.iter().all(Option::is_some),
        format!("n ≥ {words}; at lower loads the DlBF is ahead by up to {:.4}", deficit(&all)),
        String::new(),
    )
}

fn less_than_cells(rows: &[Row]) -> Decision {
    let below = |other: &str| share(&pairs(rows, "D-FP", other), |pair| pair.deletes_less());
    let [two_bits, packed, qbf] = ["TBF", "TBF (packed)", "QBF"].map(below);
    Decision::new("D02")
        .measured(two_bits)
        .decide_if(
            two_bits == 1.0 && qbf == 1.0,
            packed == 1.0 && qbf == 1.0,
            format!(
                "the TBF is packed, five cells to a byte (fewer at all loads, by up to {:.3}; than QBF by up to {:.3}); with two bits a \
                 cell the TBF deletes the same items",
                deficit(&pairs(rows, "D-FP", "TBF (packed)")),
                deficit(&pairs(rows, "D-FP", "QBF"))
            ), String::new())
}

fn region_size(rows: &[Row]) -> Decision {
    let regions = dlbfs(rows);
    let steps: Vec<_> = regions.windows(2).flat_map(|two| pairs(rows, &two[1], &two[0])).collect();
    let fewer = share(&steps, |pair| pair.deletes_less());
    Decision::new("D20")
        .measured(fewer)
        .decide(fewer == 1.0, String::new())
        .remark(format!("{}, exact model, and no interval of the simulation against it", regions.join(", ")))
}

fn dependence(rows: &[Row]) -> Result<Decision, AnyError> {
    let drop = |filter: &str| -> Result<f64, AnyError> {
        let of_filter: Vec<&Row> = rows.iter().filter(|row| row.filter == filter).collect();
        let ends = of_filter.first().zip(of_filter.last()).ok_or("no rows")?;
        let simulated = ends.0.simulated_deletability.zip(ends.1.simulated_deletability).ok_or("no simulation")?;
        Ok(simulated.0.value - simulated.1.value)
    };
    let d_fp = drop("D-FP")?;
    let mut others = Vec::new();
    for dlbf in dlbfs(rows) {
        others.push((drop(&dlbf)?, dlbf));
    }
    let least = others.iter().map(|(drop, _)| *drop).fold(f64::INFINITY, f64::min);
    let words = others.iter().map(|(drop, dlbf)| format!("{drop:.3} for {dlbf}")).join(", ");
    Ok(Decision::new("D22")
        .measured(d_fp / least)
        .decide(d_fp < least, String::new())
        .remark(format!("{d_fp:.3} for D-FP, {words}, simulated")))
}

fn cells(rows: &[Row]) -> Decision {
    let d_fp = rows.iter().filter(|row| row.filter == "D-FP");
    let bits_per_cell = d_fp.clone().map(|row| row.bits as f64 / row.cells as f64).fold(0.0, f64::max);
    Decision::new("D25")
        .measured(bits_per_cell)
        .decide(d_fp.clone().all(|row| 2 * row.cells == row.bits) && bits_per_cell > 0.0, String::new())
}
