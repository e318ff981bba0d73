//! The false-positive rate of D-FP beside those of the other filters, nothing deleted.

use std::iter::zip;

use bloomlab_workbench::{AnyError, Decision, Range};
use itertools::Itertools;

use crate::comparison::{dlbfs, pairs, share, up_to_which};
use crate::lead::lead;
use crate::measured::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![below_cells(rows), lead("D04", rows, |_| String::new())?, against_dlbf(rows), price_of_qbf(rows)])
}

fn below_cells(rows: &[Row]) -> Decision {
    let of = |other: &str| pairs(rows, "D-FP", other);
    let all = [of("TBF"), of("TBF (packed)"), of("QBF")];
    let up_to: Vec<_> = all.iter().map(|pairs| up_to_which(pairs, |pair| pair.rate_is_lower())).collect();
    let shares = all.iter().map(|pairs| share(pairs, |pair| pair.rate_is_lower()));
    let word = |(other, up_to): (_, &Option<String>)| format!("{} ({other})", up_to.as_deref().unwrap_or("nowhere"));
    let words = zip(["TBF", "packed TBF", "QBF"], &up_to).map(word).join(", ");
    Decision::new("D03")
        .measured(shares.fold(1.0, f64::min))
        .threshold("low: at the lowest load, and at every load up to one")
        .range(Range::of("n/m", all.iter().flatten().map(|pair| (pair.ours.items_per_bit, pair.rate_is_lower()))))
        .decide(
            !up_to.is_empty() && up_to.iter().all(Option::is_some),
            "at the lowest load one of them has a lower rate",
        )
        .remark(format!("up to n = {words}"))
}

fn against_dlbf(rows: &[Row]) -> Decision {
    let regions = dlbfs(rows);
    let all: Vec<_> = regions.iter().flat_map(|dlbf| pairs(rows, dlbf, "D-FP")).collect();
    let worse = |dlbf: &str| share(&pairs(rows, dlbf, "D-FP"), |pair| pair.rate_is_lower());
    let shares: Vec<f64> = regions.iter().map(|dlbf| worse(dlbf)).collect();
    let word = |dlbf: &String| {
        let better = up_to_which(&pairs(rows, "D-FP", dlbf), |pair| pair.rate_is_lower());
        format!("{} ({dlbf})", better.unwrap_or_else(|| "0".to_owned()))
    };
    let words = regions.iter().map(word).join(", ");
    let depends = shares.windows(2).all(|two| two[0] < two[1]);
    Decision::new("D06")
        .measured(share(&all, |pair| pair.rate_is_lower()))
        .decide(
            depends && shares.last().is_some_and(|&share| share > 0.0),
            "it is nowhere higher, or not more often the larger the regions",
        )
        .remark(format!("it is lower only up to n = {words}"))
}

fn price_of_qbf(rows: &[Row]) -> Decision {
    let higher = |tbf: &str| {
        let pairs = pairs(rows, tbf, "QBF");
        (share(&pairs, |pair| pair.rate_is_lower()), share(&pairs, |pair| pair.deletes_less()))
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
