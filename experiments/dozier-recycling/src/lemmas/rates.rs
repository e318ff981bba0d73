//! The report's rates of a cycle as sums over its intervals (eq. 29 to 40), and Theorem 1, for uniform catalogues.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Double, Number};
use bloomlab_recycling::{
    SigmaBounded, continuation_limit, count_each_uniform, false_positive_probability, one_phase, theorem_1_factor,
};
use bloomlab_tables::Result;
use itertools::{Itertools, iproduct};

use super::cycles::{Unreset, grid, name};
use super::{Check, Parameters, Row, Sign};

/// The last term of the sums; filters with a larger ρ(σ) than this are left out, so that nothing is left there.
const LAST: usize = 100;
const MOST_RHO: f64 = 0.65;

/// E\[a_ij\] for `messages` equal messages of a catalogue and a leak, as \[i − 1\]\[j − 1\].
///
/// c of the catalogue seen: the next first arrival is one of its other messages with probability (U − c) p/r and one
/// that never repeats with leak/r, r = leak + (U − c) p; an interval has 1/r arrivals.
fn appearances(messages: u64, leak: f64) -> Vec<Vec<f64>> {
    let each = (1.0 - leak) / messages as f64;
    let unseen = |seen: usize| (messages as f64 - seen as f64) * each;
    let step = |law: &[f64]| {
        let mut next = vec![0.0; law.len() + 1];
        for (seen, mass) in law.iter().enumerate() {
            next[seen] += mass * leak / (leak + unseen(seen));
            next[seen + 1] += mass * unseen(seen) / (leak + unseen(seen));
        }
        next.truncate(messages as usize + 1);
        next
    };
    let mut law = vec![1.0];
    let mut table = Vec::with_capacity(LAST);
    for i in 0..LAST {
        let mut row = vec![0.0; LAST];
        row[i] = 1.0;
        // where the i-th is of the catalogue
        let mut later = vec![0.0; law.len() + 1];
        for (seen, mass) in law.iter().enumerate() {
            later[seen + 1] = mass * unseen(seen) / (leak + unseen(seen));
        }
        later.truncate(messages as usize + 1);
        for appearances in &mut row[i + 1..] {
            *appearances = later.iter().enumerate().map(|(seen, mass)| mass * each / (leak + unseen(seen))).sum();
            later = step(&later);
        }
        table.push(row);
        law = step(&law);
    }
    table
}

/// The rates of one filter and catalogue, by the equations whose numbers they carry.
struct Rates {
    f_29: f64,
    f_33: f64,
    f_35: f64,
    f_36: f64,
    f_37: f64,
    f_38: f64,
    factor: f64,
}

fn rates(filter: SigmaBounded, table: &[Vec<f64>]) -> Rates {
    let chain = Unreset::new(&Double, filter);
    let (h, f) = (chain.h(LAST), chain.f(LAST));
    let factor = 1.0 / false_positive_probability(&Double, filter.shape(), filter.sigma());
    let cycle: f64 = h.iter().sum();
    let (mut own, mut product, mut arrivals) = (0.0, 0.0, 0.0);
    let (mut by_35, mut by_36, mut by_37, mut by_38, mut weights_38) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for i in 0..LAST {
        let joint = chain.f_h(i + 1, LAST);
        own += joint[0];
        product += h[i] * f[i];
        let mut alpha = 0.0;
        for j in i..LAST {
            let seen = table[i][j];
            arrivals += h[j] * seen;
            by_35 += joint[j - i] * seen;
            by_36 += f[i] * h[j.max(1) - 1] * seen;
            by_37 += f[i] * h[j] * seen;
            alpha += h[j] / h[i] * seen;
        }
        by_38 += f[i] * h[i] * alpha;
        weights_38 += h[i] * alpha;
    }
    Rates {
        f_29: own / cycle,
        f_33: product / cycle,
        f_35: by_35 / arrivals,
        f_36: by_36 / arrivals,
        f_37: factor * by_37 / arrivals,
        f_38: factor * by_38 / weights_38,
        factor,
    }
}

pub(super) fn rows(p: &Parameters) -> Result<Vec<Row>> {
    let check = Check::appendix;
    let mut f_n = check("(27), (29), (32)", "E F_n = the average rate", Sign::Equal);
    let mut f_r =
        check("(28) to (31), (34), (35), Lemma 5", "E F_r = count-each, by the chain of arrivals", Sign::Equal);
    let mut by_33 = check("(33), (39)", "E F_n = Σ E h_i E f_i/Σ E h_i", Sign::Equal);
    let mut by_36 = check("(36)", "(35) = (36)", Sign::Equal);
    let mut by_37 = check("(37)", "(36) ≤ (37)", Sign::AtMost);
    let mut by_38 = check("(38)", "(37) = (38)", Sign::Equal);
    let mut by_40 = check("(40)", "E F_r = Σ H A F/Σ H A", Sign::Equal);
    let mut below_40 = check("(40), times *H*", "E F_r ≤ H Σ H A F/Σ H A", Sign::AtMost);
    let leak: f64 = Rational::from_decimal(&p.leak)?.to_f64();
    let catalogues = iproduct!([leak, 0.1], 2..=p.catalogue);
    let catalogues = catalogues.map(|(leak, messages)| (leak, messages, appearances(messages, leak))).collect_vec();
    for filter in grid(p.bits, p.hashes)? {
        let rho = continuation_limit(&Double, filter).filter(|rho| *rho > 0.0 && *rho <= MOST_RHO);
        if rho.is_none() {
            continue;
        }
        f_n.sums(|| name(filter), rates(filter, &catalogues[0].2).f_29, one_phase(&Double, filter).rate);
        for (leak, messages, table) in &catalogues {
            let case = || format!("{}, {messages} equal messages, leak {leak}", name(filter));
            let r = rates(filter, table);
            let counted = count_each_uniform(&Double, filter, *messages, leak)?;
            f_r.sums(case, r.f_35, counted.all_arrivals);
            by_33.sums(case, r.f_29, r.f_33);
            by_36.sums(case, r.f_35, r.f_36);
            by_37.sums(case, r.f_36, r.f_37);
            by_38.sums(case, r.f_37, r.f_38);
            by_40.sums(case, r.f_35, r.f_38 / r.factor);
            below_40.sums(case, r.f_35, r.f_38);
        }
    }
    let mut rows: Vec<Row> = [f_n, f_r, by_33, by_36, by_37, by_38, by_40, below_40].map(Check::row).into();
    rows.extend(theorem_1(p)?);
    Ok(rows)
}

fn theorem_1(p: &Parameters) -> Result<[Row; 2]> {
    let mut theorem = Check::appendix("Theorem 1", "E F_n ≥ E F_r/H", Sign::AtLeast);
    let mut start = Check::appendix("section A, its beginning", "E F_n ≥ H E F_r", Sign::AtLeast);
    let leak = Rational::from_decimal(&p.leak)?;
    for filter in grid(p.bits, p.hashes)? {
        let Some(factor) = theorem_1_factor(&Rationals, filter).filter(|_| filter.sigma() > 0) else { continue };
        for messages in 2..=p.catalogue {
            let counts = count_each_uniform(&Rationals, filter, messages, &leak)?;
            let case = || format!("{}, {messages} equal messages, leak {}", name(filter), p.leak);
            theorem.exact(case, &counts.first_arrivals, &(counts.all_arrivals.clone() / &factor));
            start.exact(case, &counts.first_arrivals, &(counts.all_arrivals * &factor));
        }
    }
    Ok([theorem.row(), start.row()])
}
