//! The lead of D-FP over TBF and QBF at low loads, with and without deletions.

use bloomlab_workbench::figure::*;

use crate::comparison::{FACTOR, Gain, gains, load, pairs, share_of, up_to_which};
use crate::measured::Row;

/// Decides the title that TBF's rate is a multiple of D-FP's.
pub(crate) fn times(rows: &[Row]) -> Result<Decision, AnyError> {
    let (exact, least) = gains(rows)?.two_bits;
    let lowest = pairs(rows, "D-FP", "TBF").first().ok_or("D-FP or TBF is missing")?.ours;
    let title =
        Decision::title().measured_as("TBF’s rate over D-FP’s at the lowest load", exact).tested_on([lowest])?;
    Ok(title.decide(exact > 1.0 && least > 1.0, format!("by the intervals the factor may be {least:.2}")))
}

/// Decides claim `id`: TBF's rate is above [`FACTOR`] times that of D-FP. `more` of the row stands behind its load.
pub(crate) fn lead(id: &'static str, rows: &[Row], more: impl Fn(&Row) -> String) -> Result<Decision, AnyError> {
    let Gain { two_bits, packed } = gains(rows)?;
    let packed_pairs = pairs(rows, "D-FP", "TBF (packed)");
    let lowest = packed_pairs.first().ok_or("D-FP or TBF is missing")?.ours;
    Ok(Decision::new(id)
        .measured(packed.0)
        .threshold(format!("less than half: by a factor above {FACTOR}, by the intervals as well"))
        .tested_on([lowest])?
        .decide(
            [two_bits, packed].iter().all(|(exact, least)| *exact > FACTOR && *least > FACTOR),
            format!("the factors are {:.2} and {:.2}", two_bits.0, packed.0),
        )
        .remark(format!(
            "n = {}{}; {:.1} with two bits a cell, {:.1} packed; by the intervals at least {:.1}",
            load(lowest),
            more(lowest),
            two_bits.0,
            packed.0,
            packed.1
        )))
}

/// Decides claim `id`: D-FP has a lower rate than TBF and QBF at low loads.
pub(crate) fn below_cells(id: &'static str, rows: &[Row]) -> Decision {
    let of = |other: &str| pairs(rows, "D-FP", other);
    let all = [of("TBF"), of("TBF (packed)"), of("QBF")];
    let up_to: Vec<_> = all.iter().map(|pairs| up_to_which(pairs, |pair| pair.rate_is_lower())).collect();
    let shares = all.iter().map(|pairs| share_of(pairs, |pair| pair.rate_is_lower()));
    let word = |(other, up_to): (_, &Option<String>)| format!("{} ({other})", up_to.as_deref().unwrap_or("nowhere"));
    let words = zip(["TBF", "packed TBF", "QBF"], &up_to).map(word).join(", ");
    Decision::new(id)
        .measured(shares.fold(1.0, f64::min))
        .threshold("low: at the lowest load, and at every load up to one")
        .range(Range::of("n/m", all.iter().flatten().map(|pair| (pair.ours.items_per_bit, pair.rate_is_lower()))))
        .decide(
            !up_to.is_empty() && up_to.iter().all(Option::is_some),
            "at the lowest load one of them has a lower rate",
        )
        .remark(format!("up to n = {words}"))
}
