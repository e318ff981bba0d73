//! The deletability of D-FP beside that of the other filters.

use bloomlab_workbench::figure::*;

use crate::comparison::{Pair, ahead_of, dlbfs, loads_by_region, pairs, share_of};
use crate::measured::{Row, simulated};

pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let rows = simulated(all);
    let of = |begins: [&'static str; 2]| {
        rows.iter().filter(move |row| begins.iter().any(|name| row.filter.starts_with(name)))
    };
    Ok(vec![
        ahead(all).tested_on(of(["D-FP", "DlBF"]))?,
        more_than_dlbf(all).tested_on(of(["D-FP", "DlBF"]))?,
        less_than_cells(rows),
        dependence(rows)?.tested_on(of(["D-FP", "DlBF"]))?,
        cells(rows),
    ])
}

/// The title: from some load on D-FP deletes more than each DlBF, as [`from_which`](crate::comparison::from_which) finds it.
fn ahead(rows: &[Row]) -> Decision {
    let from = ahead_from(rows);
    let title =
        Decision::title().measured_as("load from which D-FP deletes more than each DlBF", from.unwrap_or(f64::NAN));
    title.decide(from.is_some(), "there is no such load")
}

/// The load from which on D-FP deletes more than each DlBF, up to the highest that was tried.
pub(super) fn ahead_from(rows: &[Row]) -> Option<f64> {
    dlbfs(rows).iter().map(|dlbf| ahead_of(rows, dlbf)).try_fold(0.0, |most, from| Some(f64::max(most, from?)))
}

/// The most by which the other filter's deletability exceeds ours.
fn deficit(pairs: &[Pair]) -> f64 {
    pairs.iter().map(|pair| pair.other.exact_deletability - pair.ours.exact_deletability).fold(0.0, f64::max)
}

/// D01. The ranges are those of the exact models, which the simulation tests.
fn more_than_dlbf(rows: &[Row]) -> Decision {
    let all: Vec<_> = dlbfs(rows).iter().flat_map(|dlbf| pairs(simulated(rows), "D-FP", dlbf)).collect();
    let from = loads_by_region(rows, |dlbf| ahead_of(rows, dlbf));
    let above = share_of(&all, |pair| pair.deletes_more());
    Decision::new("D01")
        .measured(above)
        .range(Range::of("n/m", all.iter().map(|pair| (pair.ours.items_per_bit, pair.deletes_more()))))
        .decide_if(
            above == 1.0,
            from.is_some(),
            format!(
                "n ≥ {}, up to the highest load tried, by the exact models, which the simulation confirms; at lower \
                 loads the DlBF is ahead by up to {:.4}",
                from.unwrap_or_default(),
                deficit(&all)
            ),
            "for one region size it does not at the highest loads, or the simulation disagrees",
        )
}

fn less_than_cells(rows: &[Row]) -> Decision {
    let of = |other: &str| pairs(rows, "D-FP", other);
    let [two_bits, packed, qbf] = ["TBF", "TBF (packed)", "QBF"].map(of);
    let below = |pairs: &[Pair]| share_of(pairs, |pair| pair.deletes_less());
    let equal = share_of(&two_bits, |pair| pair.ours.exact_deletability == pair.other.exact_deletability);
    Decision::new("D02").measured(below(&two_bits)).decide_if(
        below(&two_bits) == 1.0 && below(&packed) == 1.0 && below(&qbf) == 1.0,
        below(&packed) == 1.0 && below(&qbf) == 1.0,
        format!(
            "the TBF is packed, five cells to a byte (fewer at all loads, by up to {:.3}; than QBF by up to {:.3}); beside a TBF with two \
             bits a cell it deletes fewer at {} of {} loads and the same at {}",
            deficit(&packed),
            deficit(&qbf),
            libm::round(below(&two_bits) * two_bits.len() as f64),
            two_bits.len(),
            libm::round(equal * two_bits.len() as f64)
        ),
        format!("it deletes fewer than packed TBF at a share of {:.2} of the loads, than QBF at {:.2}", below(&packed), below(&qbf)),
    )
}

fn dependence(rows: &[Row]) -> Result<Decision> {
    let drop = |filter: &str| -> Result<f64> {
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
        .threshold("dependence: the drop from the lowest to the highest load")
        .decide(d_fp < least, "a DlBF drops less")
        .remark(format!("{d_fp:.3} for D-FP, {words}, simulated")))
}

fn cells(rows: &[Row]) -> Decision {
    let d_fp = rows.iter().filter(|row| row.filter == "D-FP");
    let bits_per_cell = d_fp.map(|row| row.bits as f64 / row.cells as f64).fold(0.0, f64::max);
    Decision::new("D25").measured(bits_per_cell).by_definition("a cell has two bits")
}
