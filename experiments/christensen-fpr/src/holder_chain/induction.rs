//! Eq. 11–16: the base and every step of the induction that proves eq. 10, in exact rationals.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{
    Arithmetic, BallsInBins, Number, Refused,
    combinatorics::{add_signed, binomial},
    distribution,
};
use bloomlab_tables::Result;
use itertools::{Itertools, iproduct};

use super::Row;

const A: Rationals = Rationals;

/// N balls, M bins, K of them occupied.
struct Case {
    balls: u64,
    bins: u64,
    occupied: u64,
}

impl Case {
    /// (j/M)^power.
    fn share(&self, j: u64, power: u64) -> Rational {
        A.ratio(j, self.bins).pow(power)
    }

    /// Σ_{j=1..last} (−1)^(K−j) term(j).
    fn signed(&self, last: u64, term: impl Fn(u64) -> Rational) -> Rational {
        // K + j is as odd as K − j
        (1..=last).fold(A.zero(), |sum, j| add_signed(sum, self.occupied + j, term(j)))
    }

    /// A of eq. 13: the term j = K.
    fn a(&self) -> Rational {
        self.share(self.occupied, self.balls - 1) * self.choose() * self.share(self.occupied, 1)
    }

    /// B of eq. 13.
    fn b(&self) -> Rational {
        let (n, k) = (self.balls, self.occupied);
        self.signed(k - 1, |j| self.share(j, n - 1) * self.choose() * binomial(&A, k - 1, j) * self.share(k, 1))
    }

    /// C of eq. 13.
    fn c(&self) -> Rational {
        let (n, k) = (self.balls, self.occupied);
        self.signed(k - 1, |j| self.share(j, n - 1) * self.choose() * binomial(&A, k - 1, j - 1) * self.share(k, 1))
    }

    /// D of eq. 13, with its own sign (−1)^(K−1−j).
    fn d(&self) -> Rational {
        let (n, m, k) = (self.balls, self.bins, self.occupied);
        let below = binomial(&A, m, k - 1) * self.share(m - k + 1, 1);
        A.zero() - self.signed(k - 1, |j| self.share(j, n - 1) * binomial(&A, k - 1, j) * &below)
    }

    /// C(M, K).
    fn choose(&self) -> Rational {
        binomial(&A, self.bins, self.occupied)
    }

    /// P(N, M, K) by the recursion, eq. 8.
    fn probability(&self) -> Result<Rational, Refused> {
        let mut row = distribution::by_recursion(&A, BallsInBins::new(self.balls, self.bins)?);
        row.resize(self.bins as usize + 1, A.zero());
        Ok(row.swap_remove(self.occupied as usize))
    }
}

fn factorial(x: u64) -> Rational {
    (1..=x).fold(A.one(), |product, j| product * A.integer(j))
}

/// The expressions of eq. 11 from left to right, with N = 1; the last is C(M, K) (K/M) (1 − 1)^(K−1).
fn base(case: &Case) -> [Rational; 5] {
    let (m, k) = (case.bins, case.occupied);
    let first = case.signed(k, |j| case.share(j, 1) * case.choose() * binomial(&A, k, j));
    let by_factorials = |j: u64| factorial(k) * A.integer(j) / (factorial(j) * factorial(k - j));
    let second = case.choose() / A.integer(m) * case.signed(k, by_factorials);
    let outside = case.choose() * A.ratio(k, m);
    let shifted = |j: u64| factorial(k - 1) / (factorial(j - 1) * factorial(k - j));
    let third = outside.clone() * case.signed(k, shifted);
    let fourth = outside.clone() * case.signed(k, |j| binomial(&A, k - 1, j - 1));
    [first, second, third, fourth, outside * A.zero().pow(k - 1)]
}

/// The first sum of eq. 12 for N − 1 and K occupied bins by eq. 10, and the second line of eq. 12, as it must be meant
/// and as transcribed.
fn split(case: &Case) -> [Rational; 3] {
    let (n, m, k) = (case.balls, case.bins, case.occupied);
    let stays = case.signed(k, |j| case.share(j, n - 1) * case.choose() * binomial(&A, k, j) * case.share(k, 1));
    let rest = |power: u64, choose: Rational, last: Rational| {
        let outside = case.signed(k - 1, |j| case.share(j, power) * case.choose() * binomial(&A, k, j));
        let below = case.signed(k - 1, |j| case.share(j, power) * binomial(&A, k - 1, j) * &choose);
        case.a() + outside * case.share(k, 1) - below * last
    };
    let last = case.share(m - k + 1, 1);
    let meant = rest(n - 1, binomial(&A, m, k - 1), last.clone());
    let transcribed = rest(1, binomial(&A, m - k + 1, k - 1), last);
    [stays + case.d(), meant, transcribed]
}

/// A + B + C + D with C and D as transcribed: C(M, K−1) ((K−1)/j) in place of C(M, K) C(K−1, j−1) and C(M, K−1)
/// C(K−1, j), and one sign for all.
fn thirteen_as_transcribed(case: &Case) -> Rational {
    let (n, m, k) = (case.balls, case.bins, case.occupied);
    let sum = case.signed(k - 1, |j| case.share(j, n - 1) * binomial(&A, m, k - 1) * A.ratio(k - 1, j));
    case.a() + case.b() + sum.clone() * case.share(k, 1) + sum * case.share(m - k + 1, 1)
}

/// The forms of C in eq. 14, of B in eq. 15 and of D in eq. 16 after the first.
fn forms(case: &Case) -> ([Rational; 2], Rational, Rational) {
    let (n, m, k) = (case.balls, case.bins, case.occupied);
    let c_by_factorials = |j: u64| {
        let choose = factorial(k - 1) / (factorial(j - 1) * factorial(k - j));
        case.share(j, n) * case.choose() * choose * A.ratio(m, j) * A.ratio(k, m)
    };
    let c = [
        case.signed(k - 1, c_by_factorials),
        case.signed(k - 1, |j| case.share(j, n) * case.choose() * binomial(&A, k, j)),
    ];
    let common = |j: u64| {
        let divisor = factorial(m - k) * factorial(j) * factorial(k - 1 - j);
        A.integer(j).pow(n - 1) / A.integer(m).pow(n) * factorial(m) / divisor
    };
    (c, case.signed(k - 1, common), A.zero() - case.signed(k - 1, common))
}

/// A step in one case: its name, is it right as it must be meant, and is it right as transcribed, if that differs.
type Checked = (&'static str, bool, Option<bool>);

/// Each equation in turn: in how many cases it holds.
pub(super) fn steps(most_balls: u64, most_bins: u64) -> Result<Vec<Row>> {
    let mut checked: Vec<Checked> = Vec::new();
    for bins in 1..=most_bins {
        for occupied in 2..=bins {
            let zero = base(&Case { balls: 1, bins, occupied }).iter().all(|value| *value == A.zero());
            checked.push(("eq. 11", zero, None));
        }
    }
    for (balls, bins) in iproduct!(2..=most_balls, 1..=most_bins) {
        for occupied in 1..=bins {
            let case = Case { balls, bins, occupied };
            let p = case.probability()?;
            let [first, second, transcribed] = split(&case);
            let (c, b, d) = forms(&case);
            let sum = case.a() + case.b() + case.c() + case.d();
            checked.extend([
                ("eq. 12", first == p && second == p, Some(transcribed == p)),
                ("eq. 13", sum == p, Some(thirteen_as_transcribed(&case) == p)),
                ("eq. 14", c.iter().all(|form| *form == case.c()), None),
                ("*A* + *C* = *P*", case.a() + case.c() == p, None),
                ("eq. 15", b == case.b(), None),
                ("eq. 16", d == case.d(), None),
                ("*B* + *D* = 0", case.b() + case.d() == A.zero(), None),
            ]);
        }
    }
    let row = |step| {
        let of = || checked.iter().filter(|checked| checked.0 == step);
        let count = |is_right: fn(&&Checked) -> bool| of().filter(is_right).count() as u64;
        let is_damaged = of().any(|checked| checked.2.is_some());
        let transcribed = is_damaged.then(|| count(|checked| checked.2 == Some(true)));
        Row { cases: Some((count(|_| true), transcribed, count(|checked| checked.1))), ..Row::of("step", step) }
    };
    Ok(checked.iter().map(|checked| checked.0).unique().map(row).collect())
}

/// |A|, |B| = |D| and |C| over P(N, M, K), for every K up to min(N, M).
pub(super) fn summands([balls, bins]: [u64; 2]) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for occupied in 2..=balls.min(bins) {
        let case = Case { balls, bins, occupied };
        let p = case.probability()?;
        for (name, value) in [("*A*", case.a()), ("*B*, −*D*", case.b()), ("*C*", case.c())] {
            let size = (value / &p).to_f64().abs();
            let row = Row { occupied: Some(occupied), value: Some(size), ..Row::of("summand", name) };
            rows.push(Row { bits: Some(bins), ..row });
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P(3, 3, 2) = 18/27: A = 8/9 · 3/… by hand: A = (2/3)² C(3, 2) 2/3 = 8/9, C = −(1/3)² 3 · 1 · 2/3 = −2/9,
    /// B = −(1/3)² 3 · 1 · 2/3 = −2/9, D = (1/3)² 3 · 1 · 2/3 = 2/9.
    #[test]
    fn two_of_three_bins_by_hand() {
        let case = Case { balls: 3, bins: 3, occupied: 2 };
        let minus = |x: Rational| A.zero() - x;
        assert_eq!(case.a(), Rational::new(8, 9));
        assert_eq!(case.b(), minus(Rational::new(2, 9)));
        assert_eq!(case.c(), minus(Rational::new(2, 9)));
        assert_eq!(case.d(), Rational::new(2, 9));
        assert_eq!(case.probability().unwrap(), Rational::new(18, 27));
    }
}
