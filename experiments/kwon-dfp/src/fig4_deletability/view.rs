//! Deletability against the load, and the lead of D-FP over the DlBF; the claims on both.

use crate::prelude::*;

const NOWHERE: &str = "D-FP is ahead of the DlBF nowhere";

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let regions = dlbfs(rows);
    let bits = |dlbf: &String| Some(dlbf.strip_prefix("DlBF (")?.strip_suffix(')')?.to_owned());
    let (smallest, largest) = regions.first().and_then(bits).zip(regions.last().and_then(bits)).ok_or("no DlBF")?;
    let facts = Facts::new().number("load", ahead_from(rows).ok_or(NOWHERE)?, 2);
    Ok(facts.text("smallest", smallest).text("largest", largest))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([deletable(rows), lead(rows)?]).plot_height(300.0).labelled().draw()?)
}

/// The curves of the filters. D-FP and the TBF with two bits a cell delete the same items: one line.
fn deletable(rows: &[Row]) -> Panel {
    let shown = filters(rows).into_iter().filter(|filter| *filter != "TBF");
    let series = shown.flat_map(|filter| {
        curve(name(filter), look(filter), of_filter(rows, filter), |row| {
            (row.items_per_bit, Some(row.exact_deletability), row.simulated_deletability)
        })
    });
    let named = series.map(|series| if series.name() == "D-FP" { series.named("D-FP = TBF") } else { series });
    Panel::new(load_axis(), deletability_axis(), named).titled("(a) D-FP deletes as many items as the TBF")
}

/// How much more D-FP deletes than each DlBF.
fn lead(rows: &[Row]) -> Result<Panel> {
    let regions = dlbfs(rows);
    let series = regions.iter().flat_map(|dlbf| {
        curve(name(dlbf), look(dlbf), pairs(rows, "D-FP", dlbf), |pair| {
            let exact = pair.ours.exact_deletability - pair.other.exact_deletability;
            (pair.ours.items_per_bit, Some(exact), difference(pair))
        })
    });
    let y = Axis::new("lead in deletability over the DlBF", Scale::Linear).including(-0.1);
    let (facts, from) = (facts(rows)?, ahead_from(rows).ok_or(NOWHERE)?);
    Ok(Panel::new(load_axis(), y, series)
        .titled(facts.fill("(b) More than DlBF {smallest} to {largest} from {load} on")?)
        .reference(Reference::horizontal(0.0, ""))
        .note(Note::ring((from, 0.0), (14.0, 24.0), facts.fill("ahead from {load}")?)))
}

/// The difference of two independent means: half widths add up as squares.
fn difference(pair: &Pair) -> Option<Interval> {
    let (ours, other) = pair.ours.simulated_deletability.zip(pair.other.simulated_deletability)?;
    let value = ours.value - other.value;
    let half = libm::hypot(ours.upper - ours.value, other.upper - other.value);
    Some(Interval { value, lower: value - half, upper: value + half })
}

pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let rows = simulated(all);
    let with_dlbfs = || rows.iter().filter(|row| row.filter == "D-FP" || row.filter.starts_with("DlBF"));
    let from = ahead_from(all);
    let title =
        Decision::title().measured_as("load from which D-FP deletes more than each DlBF", from.unwrap_or(f64::NAN));
    let d_fp = of_filter(rows, "D-FP").next().ok_or("no D-FP")?;
    Ok(vec![
        title.decide(from.is_some(), "there is no such load").tested_on(with_dlbfs())?,
        more_than_dlbf(all).tested_on(with_dlbfs())?,
        less_than_cells(rows)?,
        dependence(rows)?.tested_on(with_dlbfs())?,
        Decision::new("D25").measured(d_fp.bits as f64 / d_fp.cells as f64).by_definition("a cell has two bits"),
    ])
}

/// The load from which on D-FP deletes more than each DlBF, up to the highest that was tried.
fn ahead_from(rows: &[Row]) -> Option<f64> {
    dlbfs(rows).iter().map(|dlbf| ahead_of(rows, dlbf)).try_fold(0.0, |most, from| Some(f64::max(most, from?)))
}

/// The most by which the other filter's deletability exceeds ours.
fn deficit(pairs: &[Pair]) -> f64 {
    pairs.iter().map(|pair| pair.other.exact_deletability - pair.ours.exact_deletability).fold(0.0, f64::max)
}

/// D01. The ranges are those of the exact models, which the simulation tests.
fn more_than_dlbf(rows: &[Row]) -> Decision {
    let all = dlbfs(rows).iter().flat_map(|dlbf| pairs(simulated(rows), "D-FP", dlbf)).collect_vec();
    let from = loads_by_region(rows, |dlbf| ahead_of(rows, dlbf));
    let above = share_of(&all, Pair::deletes_more);
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

fn less_than_cells(rows: &[Row]) -> Result<Decision> {
    let [two_bits, packed, qbf] = ["TBF", "TBF (packed)", "QBF"].map(|other| pairs(rows, "D-FP", other));
    let below = [&two_bits, &packed, &qbf].map(|pairs| share_of(pairs, Pair::deletes_less));
    let fewer = share(&two_bits, |pair| pair.deletes_less())?;
    let same = share(&two_bits, |pair| pair.ours.exact_deletability == pair.other.exact_deletability)?.having;
    let (than_packed, than_qbf) = (deficit(&packed), deficit(&qbf));
    Ok(Decision::new("D02").measured(below[0]).decide_if(
        below == [1.0; 3],
        below[1..] == [1.0; 2],
        format!(
            "the TBF is packed, five cells to a byte (fewer at all loads, by up to {than_packed:.3}; than QBF by up to {than_qbf:.3}); beside a \
             TBF with two bits a cell it deletes fewer at {fewer} loads and the same at {same}"
        ),
        format!("it deletes fewer than packed TBF at a share of {:.2} of the loads, than QBF at {:.2}", below[1], below[2]),
    ))
}

fn dependence(rows: &[Row]) -> Result<Decision> {
    let drop = |filter: &str| -> Result<f64> {
        let simulated = of_filter(rows, filter).filter_map(|row| Some(row.simulated_deletability?.value)).collect_vec();
        Ok(simulated.first().zip(simulated.last()).map(|(first, last)| first - last).ok_or("no simulation")?)
    };
    let d_fp = drop("D-FP")?;
    let others = dlbfs(rows).into_iter().map(|dlbf| Ok((drop(&dlbf)?, dlbf))).collect::<Result<Vec<_>>>()?;
    let least = smallest(&others, |(drop, _)| *drop)?.value;
    let words = others.iter().map(|(drop, dlbf)| format!("{drop:.3} for {dlbf}")).join(", ");
    Ok(Decision::new("D22")
        .measured(d_fp / least)
        .threshold("dependence: the drop from the lowest to the highest load")
        .decide(d_fp < least, "a DlBF drops less")
        .remark(format!("{d_fp:.3} for D-FP, {words}, simulated")))
}
