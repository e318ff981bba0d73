//! Figure 4: deletability of every filter.

use bloomlab_pictures::{LineFigure, Picture};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::comparison::{dlbfs, from_which, pairs, share};
use crate::measured::{Row, measure};
use crate::sweep::{Sweep, deletability_panel, model_and_simulation};

pub(crate) struct Deletability;

impl Figure for Deletability {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        measure(&p.points(&p.all_filters(), 0)?, p.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let simulated = |row: &Row| (row.simulated_deletability, row.deletability_lower, row.deletability_upper);
        let series = model_and_simulation(rows, |row| row.items_per_bit, |row| row.exact_deletability, simulated);
        Ok(LineFigure::single(deletability_panel(series)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(vec![more_than_dlbf(rows), less_than_cells(rows), region_size(rows), dependence(rows)?, cells(rows)])
    }
}

fn more_than_dlbf(rows: &[Row]) -> Decision {
    let regions = dlbfs(rows);
    let all: Vec<_> = regions.iter().flat_map(|dlbf| pairs(rows, "D-FP", dlbf)).collect();
    let from: Vec<_> =
        regions.iter().map(|dlbf| from_which(&pairs(rows, "D-FP", dlbf), |pair| pair.deletes_more())).collect();
    let deficit =
        all.iter().map(|pair| pair.other.exact_deletability - pair.ours.exact_deletability).fold(0.0, f64::max);
    let words =
        regions.iter().zip(&from).map(|(dlbf, from)| format!("{} for {dlbf}", from.as_deref().unwrap_or("nowhere")));
    let above = share(&all, |pair| pair.deletes_more());
    Decision::new("D01").measured(above).decide_if(
        above == 1.0,
        !from.is_empty() && from.iter().all(Option::is_some),
        format!("n ≥ {}; at lower loads the DlBF is ahead by up to {deficit:.4}", words.collect::<Vec<_>>().join(", ")),
    )
}

fn less_than_cells(rows: &[Row]) -> Decision {
    let below = |other: &str| share(&pairs(rows, "D-FP", other), |pair| pair.deletes_less());
    let [two_bits, packed, qbf] = ["TBF", "TBF (packed)", "QBF"].map(below);
    let gap = |other: &str| {
        let gaps = pairs(rows, "D-FP", other);
        gaps.iter().map(|pair| pair.other.exact_deletability - pair.ours.exact_deletability).fold(0.0, f64::max)
    };
    Decision::new("D02")
        .measured(two_bits)
        .decide_if(
            two_bits == 1.0 && qbf == 1.0,
            packed == 1.0 && qbf == 1.0,
            format!(
                "the TBF is packed, five cells to a byte (fewer at all loads, by up to {:.3}; than QBF by up to {:.3}); with two bits a \
                 cell the TBF deletes the same items",
                gap("TBF (packed)"),
                gap("QBF")
            ),
        )
}

fn region_size(rows: &[Row]) -> Decision {
    let regions = dlbfs(rows);
    let steps: Vec<_> = regions.windows(2).flat_map(|two| pairs(rows, &two[1], &two[0])).collect();
    let fewer = share(&steps, |pair| pair.deletes_less());
    Decision::new("D20")
        .measured(fewer)
        .decide(fewer == 1.0)
        .because(format!("{}, exact model, and no interval of the simulation against it", regions.join(", ")))
}

fn dependence(rows: &[Row]) -> Result<Decision, AnyError> {
    let drop = |filter: &str| -> Result<f64, AnyError> {
        let of_filter: Vec<&Row> = rows.iter().filter(|row| row.filter == filter).collect();
        let (first, last) = (of_filter.first().ok_or("no rows")?, of_filter.last().ok_or("no rows")?);
        Ok(first.simulated_deletability - last.simulated_deletability)
    };
    let d_fp = drop("D-FP")?;
    let mut others = Vec::new();
    for dlbf in dlbfs(rows) {
        others.push((drop(&dlbf)?, dlbf));
    }
    let least = others.iter().map(|(drop, _)| *drop).fold(f64::INFINITY, f64::min);
    let words = others.iter().map(|(drop, dlbf)| format!("{drop:.3} for {dlbf}"));
    Ok(Decision::new("D22")
        .measured(d_fp / least)
        .decide(d_fp < least)
        .because(format!("{d_fp:.3} for D-FP, {}, simulated", words.collect::<Vec<_>>().join(", "))))
}

fn cells(rows: &[Row]) -> Decision {
    let d_fp = rows.iter().filter(|row| row.filter == "D-FP");
    let bits_per_cell = d_fp.clone().map(|row| row.bits as f64 / row.cells as f64).fold(0.0, f64::max);
    Decision::new("D25")
        .measured(bits_per_cell)
        .decide(d_fp.clone().all(|row| 2 * row.cells == row.bits) && bits_per_cell > 0.0)
}
