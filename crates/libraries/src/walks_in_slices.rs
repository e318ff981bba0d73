//! One walk for all slices, in arithmetic that wraps.
//!
//! Position i of an item lies in slice i, at ((h₁ + i·h₂ + c_i) mod 2^64) mod w, with c_i the same for all items, such as
//! (i³ − i)/6. Modulo w that is a + i·d + c_i − r·u_i, where u_i counts how often the word has wrapped and r = 2^64 mod w. In the limit
//! of a long word a, d and the u_i = ⌊b + iα⌋ are independent, a and d uniform modulo w, b and α uniform on [0, 1).
//!
//! An item and a query with the counts v_i meet in slice i where A + i·D = r·(u_i − v_i) mod w, with the differences A and D of their a and
//! d. These are uniform whatever the query's are, and c_i is gone: the rate depends on the query's counts alone,
//!
//! rate = Σ_v Pr\[v\] Σ_T (−1)^|T| (1 − h_v(T)/w²)^n,
//!
//! with h_v(T) the expected number of (A, D) that meet the query in a slice of T. Steps D that meet it in two slices solve one of k(k − 1)/2
//! congruences; all others meet it in each slice for one A. The work does not depend on w.

use std::collections::BTreeMap;

use bloomlab_formulas::walks::Congruence;

/// The most slices, of about a second. The work grows like k^8, and the error in double precision like 1.5^k 10^−16.
pub(crate) const MAX_SLICES: u64 = 14;

/// The false-positive rate with n items in `slices` slices of w bits, to an absolute error of 10^−12. Domain w ≥ 1, 1 ≤ `slices` ≤
/// [`MAX_SLICES`].
pub(crate) fn rate(width: u64, slices: u64, items: u64) -> f64 {
    if items == 0 {
        return 0.0;
    }
    let remainder = (u64::MAX % width + 1) % width;
    // what wraps at a multiple of w leaves no trace
    let patterns = if remainder == 0 { vec![(vec![0; slices as usize], 1.0)] } else { patterns(slices as i64) };
    // what is linear in i is a part of A + i·D: few pairs of counts differ in the rest
    let mut shapes: BTreeMap<Vec<i64>, Vec<(usize, f64)>> = BTreeMap::new();
    for (asked, (query, _)) in patterns.iter().enumerate() {
        for (item, weight) in &patterns {
            let apart: Vec<i64> = item.iter().zip(query).map(|(u, v)| u - v).collect();
            let slope = apart.get(1).copied().unwrap_or_default();
            let shape = (0..).zip(apart).map(|(i, apart)| apart - i * slope).collect();
            shapes.entry(shape).or_default().push((asked, *weight));
        }
    }
    let mut meetings = vec![vec![0.0; 1 << slices]; patterns.len()];
    for (shape, pairs) in shapes {
        let shift = |apart| (i128::from(remainder) * i128::from(apart)).rem_euclid(width.into()) as u64;
        let sets = sets_met(width, &shape.into_iter().map(shift).collect::<Vec<_>>());
        for (asked, weight) in pairs {
            sets.iter().for_each(|&set| meetings[asked][set] += weight);
        }
    }
    let rates = patterns.iter().zip(meetings).map(|((_, share), met)| share * reported(width, met, items as f64));
    rates.sum()
}

/// The probabilities of the counts u_i. Between two neighbouring fractions of denominators below k the order of the points where u_i
/// rises does not change, and the lengths between them are linear in α.
fn patterns(slices: i64) -> Vec<(Vec<i64>, f64)> {
    let mut fractions: Vec<(i64, i64)> = (1..slices.max(2)).flat_map(|q| (0..=q).map(move |p| (p, q))).collect();
    // by 360,360 p/q, a whole number for q ≤ 13
    fractions.sort_by_key(|&(p, q)| p * 360_360 / q);
    fractions.dedup_by(|one, other| one.0 * other.1 == other.0 * one.1);
    let values = fractions.iter().map(|&(p, q)| p as f64 / q as f64).collect::<Vec<_>>();
    let mut found = BTreeMap::new();
    for ends in values.windows(2) {
        let step = f64::midpoint(ends[0], ends[1]);
        let rises: Vec<f64> = (0..slices).map(|i| 1.0 - (i as f64 * step).fract()).collect();
        let mut points: Vec<f64> = rises.iter().copied().chain([0.0, 1.0]).collect();
        points.sort_by(f64::total_cmp);
        for cell in points.windows(2) {
            let start = f64::midpoint(cell[0], cell[1]);
            let counts: Vec<i64> = (0..slices).map(|i| (start + i as f64 * step).floor() as i64).collect();
            *found.entry(counts).or_insert(0.0) += (ends[1] - ends[0]) * (cell[1] - cell[0]);
        }
    }
    found.into_iter().filter(|(_, share)| *share > 0.0).collect()
}

/// The sets of slices in which an outcome (A, D) meets a query, of each outcome that meets it in two slices or more.
fn sets_met(width: u64, shifts: &[u64]) -> Vec<usize> {
    let mut steps = Vec::new();
    for (i, first) in shifts.iter().enumerate() {
        for (distance, other) in (1..).zip(&shifts[i + 1..]) {
            steps.extend(Congruence::new(distance, width).solve((other + width - first) % width));
        }
    }
    steps.sort_unstable();
    steps.dedup();
    let mut found = Vec::new();
    for step in steps {
        let mut sets: Vec<(u64, usize)> = Vec::with_capacity(shifts.len());
        let mut walked = 0;
        for (i, shift) in shifts.iter().enumerate() {
            let start = (shift + width - walked) % width;
            walked = (walked + step) % width;
            match sets.iter_mut().find(|(other, _)| *other == start) {
                Some((_, set)) => *set |= 1 << i,
                None => sets.push((start, 1 << i)),
            }
        }
        found.extend(sets.into_iter().map(|(_, set)| set).filter(|set| !set.is_power_of_two()));
    }
    found
}

/// The probability that a query is reported, by the outcomes that meet it in two slices or more.
fn reported(width: u64, mut meeting: Vec<f64>, items: f64) -> f64 {
    let (sets, width) = (meeting.len(), width as f64);
    let slices = sets.trailing_zeros();
    let several: Vec<(usize, f64)> = meeting.iter().copied().enumerate().filter(|(_, met)| *met != 0.0).collect();
    for slice in 0..slices {
        let with = several.iter().filter(|(set, _)| set >> slice & 1 == 1);
        meeting[1 << slice] += width - with.map(|(_, met)| met).sum::<f64>();
    }
    let all: f64 = meeting.iter().sum();
    // from the outcomes of a set to those of its subsets
    for slice in 0..slices {
        for sets in meeting.chunks_exact_mut(2 << slice) {
            let (without, with) = sets.split_at_mut(1 << slice);
            with.iter_mut().zip(without).for_each(|(with, without)| *with += *without);
        }
    }
    let term = |missed: usize| {
        let hits = all - meeting[sets - 1 - missed];
        let sign = if missed.count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
        sign * libm::exp(items * libm::log1p(-(hits / (width * width)).min(1.0)))
    };
    (0..sets).map(term).sum::<f64>().max(0.0)
}

#[cfg(test)]
mod tests {
    use super::rate;

    const WORD: u64 = 1 << 12;
    const SLICES: usize = 4;

    /// All outcomes of words of 12 bits, which leave the same remainder modulo these w as words of 64 bits, with their probability: they
    /// differ from long words by O(kw/2^12).
    fn outcomes(width: u64) -> Vec<([u64; SLICES], f64)> {
        let mut counts = vec![0_u64; width.pow(SLICES as u32) as usize];
        for (start, step) in (0..WORD).flat_map(|start| (0..WORD).map(move |step| (start, step))) {
            let cubic = |i: u64| (i * i * i - i) / 6;
            let places = (0..SLICES as u64).map(|i| (start + i * step + cubic(i)) % WORD % width);
            counts[places.fold(0, |code, place| code * width + place) as usize] += 1;
        }
        let positions = |code: u64| [3, 2, 1, 0].map(|power| code / width.pow(power) % width);
        (0..).zip(counts).map(|(code, count)| (positions(code), count as f64 / (WORD * WORD) as f64)).collect()
    }

    /// Three items and a query, the items independent of each other given the query: the sets that one, two, three of them meet.
    #[test]
    fn small_words_are_near_the_limit() {
        for width in [3_u64, 5, 6] {
            assert_eq!(WORD % width, (u64::MAX % width + 1) % width);
            let outcomes = outcomes(width);
            let reported = outcomes.iter().map(|(query, share)| {
                let mut one = [0.0; 1 << SLICES];
                for (item, weight) in &outcomes {
                    one[(0..SLICES).filter(|&i| item[i] == query[i]).fold(0, |set, i| set | 1 << i)] += weight;
                }
                let joined = |sets: [f64; 1 << SLICES]| {
                    let mut next = [0.0; 1 << SLICES];
                    for (set, weight) in sets.iter().enumerate() {
                        one.iter().enumerate().for_each(|(more, share)| next[set | more] += weight * share);
                    }
                    next
                };
                share * joined(joined(one))[(1 << SLICES) - 1]
            });
            let (exact, limit) = (reported.sum::<f64>(), rate(width, SLICES as u64, 3));
            assert!(
                (limit / exact - 1.0).abs() < (SLICES as u64 * width) as f64 / WORD as f64,
                "{width}: {exact}, {limit}"
            );
        }
    }
}
