//! What eq. 1 does to the expected hops.

use bloomlab_workbench::{AnyError, Decision, Range};
use itertools::Itertools;

use super::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let expected: Vec<&Row> = rows.iter().filter(|row| row.hops.is_none()).collect();
    let best = best(&expected);
    let first = best.first().ok_or("no filter")?;
    let last = best.last().ok_or("no filter")?;
    let excess = |row: &&&Row| row.excess();
    let (least, most) = (
        best.iter().map(|row| row.excess()).fold(f64::INFINITY, f64::min),
        best.iter().map(|row| row.excess()).fold(0.0, f64::max),
    );
    let same = best.iter().filter(|row| classic_best(&expected, row.bits) == Some(row.hashes)).count();
    let too_many = expected.iter().all(|row| row.excess() > 0.0);
    let relative = |row: &Row| 100.0 * row.excess() / row.exact;
    let lowest = expected.iter().min_by(|a, b| excess(a).total_cmp(&excess(b))).ok_or("no filter")?;
    Ok(vec![
        Decision::new("C27")
            .measured(first.excess() / first.exact)
            .tested_on(&expected)?
            .threshold("wrong: eq. 1 gives more hops than there are, at every size and k")
            .range(Range::of("m", expected.iter().map(|row| (row.bits as f64, row.excess() > 0.0))))
            .decide(too_many, format!("not at m = {}, k = {}", lowest.bits, lowest.hashes))
            .remark(format!(
                "Icarus only, the paper says too little of Mullin's search; at the best k of each size eq. 1 gives {least:.2} to {most:.2} hops too many, {:.1} % at m = {} and {:.2} % at m = {}; it finds the best k at {same} of {} sizes",
                relative(first), first.bits, relative(last), last.bits, best.len()
            )),
    ])
}

/// For each m, the smallest first, the row of the k with the most expected hops.
pub(super) fn best<'a>(expected: &[&'a Row]) -> Vec<&'a Row> {
    let sizes = expected.iter().map(|row| row.bits).sorted_unstable().dedup();
    let of = |bits| expected.iter().copied().filter(move |row| row.bits == bits);
    sizes.filter_map(|bits| of(bits).max_by(|a, b| a.exact.total_cmp(&b.exact))).collect()
}

/// The k with the most hops by eq. 1.
fn classic_best(expected: &[&Row], bits: u64) -> Option<u64> {
    let of = expected.iter().filter(|row| row.bits == bits);
    of.max_by(|a, b| a.classic.total_cmp(&b.classic)).map(|row| row.hashes)
}
