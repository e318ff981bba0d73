//! Residues modulo m < 2^63: congruences, units, Euler's function.

/// Greatest common divisor; gcd(0, n) = n.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// gcd(n, lcm(1, 2, …, `last`)): the least common multiple of the gcd(n, i), since gcd distributes over lcm.
pub fn smooth_part(n: u64, last: u64) -> u64 {
    (1..=last).map(|i| gcd(n, i)).fold(1, |lcm, next| lcm / gcd(lcm, next) * next)
}

/// a + b mod m, for residues a and b.
pub fn add(a: u64, b: u64, modulus: u64) -> u64 {
    let sum = a + b;
    // what would be negative wraps and is the larger number; a branch could not be predicted
    sum.min(sum.wrapping_sub(modulus))
}

/// a − b mod m, for residues a and b.
pub fn sub(a: u64, b: u64, modulus: u64) -> u64 {
    // likewise
    let difference = a.wrapping_sub(b);
    difference.min(difference.wrapping_add(modulus))
}

/// ab mod m.
pub fn mul(a: u64, b: u64, modulus: u64) -> u64 {
    match a.checked_mul(b) {
        Some(product) => product % modulus,
        None => (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64,
    }
}

fn pow(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut power, mut square) = (1 % modulus, base % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = mul(power, square, modulus);
        }
        square = mul(square, square, modulus);
        exponent /= 2;
    }
    power
}

fn inverse(a: u64, modulus: u64) -> u64 {
    let (mut old, mut new) = ((i128::from(a), 1_i128), (i128::from(modulus), 0_i128));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old.1.rem_euclid(i128::from(modulus)) as u64
}

/// The congruences u·d ≡ r (mod m) of one u: with e = gcd(u, m) they have e solutions where e divides r, and else none.
#[derive(Clone, Copy, Debug)]
pub struct Congruence {
    /// m/e.
    reduced: u64,
    /// e.
    solutions: u64,
    /// (u/e)⁻¹ mod m/e.
    inverse: u64,
}

impl Congruence {
    /// u·d ≡ … (mod m); domain u ≥ 1.
    pub fn new(u: u64, modulus: u64) -> Self {
        let solutions = gcd(u, modulus);
        let reduced = modulus / solutions;
        Self { reduced, solutions, inverse: inverse(u / solutions % reduced, reduced) }
    }

    /// All d with u·d ≡ `right` (mod m), for a residue `right`.
    pub fn solve(self, right: u64) -> impl Iterator<Item = u64> {
        let Self { reduced, solutions, inverse } = self;
        // without the divisions if there is one solution
        let (quotient, solutions) = match solutions {
            1 => (right, 1),
            _ if right.is_multiple_of(solutions) => (right / solutions, solutions),
            _ => (0, 0),
        };
        let first = mul(quotient, inverse, reduced);
        (0..solutions).map(move |turn| first + turn * reduced)
    }
}

/// The divisors of `n` that do not exceed `most`, rising, by trial.
pub fn divisors(n: u64, most: u64) -> impl Iterator<Item = u64> {
    (1..=most.min(n)).filter(move |divisor| n.is_multiple_of(*divisor))
}

/// Euler's function: how many residues modulo n are coprime to n. φ(1) = 1.
///
/// Trial division up to 2^21, or until Miller and Rabin's test ([`is_prime`]) finds that the rest is prime. What is left then has at most
/// two prime factors, and is split by Pollard's ρ.
pub fn totient(n: u64) -> u64 {
    let (mut left, mut totient) = (n, n);
    if is_prime(n) {
        return n - 1;
    }
    let mut prime = 2;
    while prime < 1 << 21 && prime * prime <= left {
        if left.is_multiple_of(prime) {
            totient = totient / prime * (prime - 1);
            while left.is_multiple_of(prime) {
                left /= prime;
            }
            if is_prime(left) {
                break;
            }
        }
        prime += 1 + prime % 2;
    }
    let last_factors = if left == 1 {
        vec![]
    } else if left < prime * prime || is_prime(left) {
        vec![left]
    } else {
        let factor = pollard(left);
        if factor == left / factor { vec![factor] } else { vec![factor, left / factor] }
    };
    last_factors.into_iter().fold(totient, |totient, prime| totient / prime * (prime - 1))
}

/// Returns true if n is prime: Miller and Rabin's test with the first twelve primes as bases, which errs for no n < 2^64 (Sorenson,
/// Webster, *Strong pseudoprimes to twelve prime bases*, 2017).
pub fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|base| n.is_multiple_of(*base)) {
        return BASES.contains(&n);
    }
    let twos = (n - 1).trailing_zeros();
    BASES.into_iter().all(|base| {
        let mut power = pow(base, (n - 1) >> twos, n);
        if power == 1 {
            return true;
        }
        for _ in 1..twos {
            if power == n - 1 {
                break;
            }
            power = mul(power, power, n);
        }
        power == n - 1
    })
}

/// A proper factor of a composite n (Pollard, *A Monte Carlo method for factorization*, 1975).
fn pollard(n: u64) -> u64 {
    for constant in 1..n {
        let step = |x| add(mul(x, x, n), constant, n);
        let (mut slow, mut fast, mut factor) = (2, 2, 1);
        while factor == 1 {
            slow = step(slow);
            fast = step(step(fast));
            factor = gcd(slow.abs_diff(fast), n);
        }
        if factor != n {
            return factor;
        }
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn congruences_have_the_solutions_found_by_trial() {
        for modulus in 1..=24 {
            for u in 1..=9 {
                let congruence = Congruence::new(u, modulus);
                for right in 0..modulus {
                    let mut solved: Vec<_> = congruence.solve(right).collect();
                    solved.sort_unstable();
                    let tried: Vec<_> = (0..modulus).filter(|d| u * d % modulus == right).collect();
                    assert_eq!(solved, tried, "{u} d = {right} mod {modulus}");
                }
            }
        }
        let large = (1 << 62) + 2;
        assert!(Congruence::new(6, large).solve(large - 6).all(|d| mul(6, d, large) == large - 6));
    }

    #[test]
    fn the_smooth_part_is_a_common_divisor() {
        assert_eq!([6, 7, 20].map(|last| smooth_part(720_720, last)), [60, 420, 720_720]);
        assert_eq!(smooth_part(1 << 40, 63), 32);
        assert_eq!(smooth_part((1 << 61) - 1, 63), 1);
    }

    #[test]
    fn primes_and_units_are_those_found_by_trial() {
        for n in 0..3000 {
            assert_eq!(is_prime(n), n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0), "{n}");
        }
        assert!(is_prime((1 << 61) - 1) && !is_prime((1 << 61) + 1));
        // a strong pseudoprime to the bases 2, 3, 5, 7
        assert!(!is_prime(3_215_031_751));
        for n in 1..=200 {
            assert_eq!(totient(n), (0..n).filter(|&residue| gcd(residue, n) == 1).count() as u64, "{n}");
        }
        let prime = (1 << 61) - 1;
        assert_eq!(totient(prime), prime - 1);
        assert_eq!(totient(1 << 62), 1 << 61);
        // two prime factors beyond trial division, distinct and equal; 2^61 − 1 has a near relative with three
        let (p, q) = (2_147_483_647, 4_294_967_291);
        assert_eq!(totient(p * q), (p - 1) * (q - 1));
        assert_eq!(totient(p * p), p * (p - 1));
        assert_eq!(totient(3 * prime), 2 * (prime - 1));
    }
}
