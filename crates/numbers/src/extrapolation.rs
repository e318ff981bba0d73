//! Polynomial extrapolation in 1/size, and interpolation between grid points, with error estimates.

/// A value and its error, estimated from the method's own last correction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The value.
    pub value: f64,
    /// Absolute error, by estimate; `None` where the method knows nothing of it.
    pub error: Option<f64>,
}

impl Estimated {
    /// 1 + value/`size` and its relative error, which is at least what rounding leaves in long sums and in powers to `power`.
    #[must_use]
    pub fn around_limit(&self, size: u64, power: u64) -> Self {
        let size = size as f64;
        let factor = 1.0 + self.value / size;
        let relative = |error: f64| error / size / factor.abs() + ROUNDING + power as f64 * f64::EPSILON;
        // what underflows has no digits to compare
        Self { value: factor, error: self.error.map(relative).filter(|error| error.is_finite()) }
    }
}

/// Relative error that rounding in long sums, magnified by the extrapolation's weights, can cause.
const ROUNDING: f64 = 1e-13;

/// The points first/steps, (first + 1)/steps, ….
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The number of the first point.
    pub first: u64,
    /// The steps from 0 to 1.
    pub steps: u64,
}

/// The value at `numerator`/`denominator` from a `column` of at least [`POINTS`] values on a grid; `None` outside.
pub fn interpolate(column: &[Estimated], grid: Grid, numerator: u64, denominator: u64) -> Option<Estimated> {
    let product = u128::from(numerator) * u128::from(grid.steps);
    let (whole, rest) = (product / u128::from(denominator), product % u128::from(denominator));
    let whole = whole.checked_sub(u128::from(grid.first))?;
    if whole + 1 > column.len() as u128 || (whole + 1 == column.len() as u128 && rest > 0) {
        return None;
    }
    let start = (whole as usize).saturating_sub(POINTS / 2 - 1).min(column.len() - POINTS);
    let x = (whole as usize - start) as f64 + rest as f64 / denominator as f64;
    Some(barycentric(x, &column[start..start + POINTS]))
}

/// The value at `x` of the polynomial through the points (x_j, y_j), by Neville's scheme.
///
/// The error is the larger of the last two corrections: how far the result moves when the first or the last point is
/// left out. Noise in the last points shows in it as well as slow convergence does. It is unknown where x lies beyond
/// the first point.
pub fn neville(x: f64, abscissas: &[f64], mut values: Vec<f64>) -> Estimated {
    let n = values.len();
    let mut error = None;
    for width in 1..n {
        for j in 0..n - width {
            let (low, high) = (abscissas[j], abscissas[j + width]);
            let next = ((x - high) * values[j] + (low - x) * values[j + 1]) / (low - high);
            if width == n - 1 {
                error = Some((next - values[0]).abs().max((next - values[1]).abs()));
            }
            values[j] = next;
        }
    }
    Estimated { value: values[0], error: error.filter(|_| x <= abscissas[0]) }
}

/// Points that a value is interpolated from.
pub const POINTS: usize = 12;

/// The value at `x` (in units of the grid, 0 at the first of the `points`) by barycentric interpolation.
///
/// The error is that of the points, weighted as they are, plus the change when the two points farthest from `x` are
/// left out.
fn barycentric(x: f64, points: &[Estimated]) -> Estimated {
    let all = weigh(x, points, 0.0);
    let last = points.len() - 1;
    // as many of the two from the left end as lie farther from x than the right end does
    let dropped = (0..2).filter(|&j| x - j as f64 > (last + j) as f64 - 1.0 - x).count();
    let near = weigh(x, &points[dropped..points.len() - 2 + dropped], dropped as f64);
    Estimated { value: all.value, error: all.error.map(|error| error + (all.value - near.value).abs()) }
}

/// Lagrange interpolation at `x` through `points` at `first`, `first + 1`, ….
fn weigh(x: f64, points: &[Estimated], first: f64) -> Estimated {
    let (mut value, mut error, mut total) = (0.0, Some(0.0), 0.0);
    // (−1)^j C(n − 1, j), the weights of equidistant points
    let mut weight = 1.0;
    for (j, point) in points.iter().enumerate() {
        let distance = x - first - j as f64;
        if distance == 0.0 {
            return *point;
        }
        let w = weight / distance;
        value += w * point.value;
        error = error.zip(point.error).map(|(error, here)| error + (w * here).abs());
        total += w;
        weight *= -((points.len() - 1 - j) as f64) / (j as f64 + 1.0);
    }
    Estimated { value: value / total, error: error.map(|error| error / f64::abs(total)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_reproduced() {
        let f = |x: f64| 3.0 - x + 2.0 * x * x - 0.5 * x * x * x;
        let x = [1.0, 0.5, 0.25, 0.125, 0.0625];
        let there = neville(0.01, &x, x.iter().map(|&x| f(x)).collect());
        assert!((there.value - f(0.01)).abs() < 1e-15 && there.error.unwrap() < 1e-14);
        let points: Vec<Estimated> = (0..POINTS).map(|j| Estimated { value: f(j as f64), error: Some(0.0) }).collect();
        let there = barycentric(5.3, &points);
        assert!((there.value - f(5.3)).abs() < 1e-13 && there.error.unwrap() < 1e-12);
        assert_eq!(barycentric(4.0, &points).value, f(4.0));
    }

    #[test]
    fn what_is_no_polynomial_is_noticed() {
        let x = [1.0, 0.5, 0.25, 0.125];
        let there = neville(0.01, &x, x.iter().map(|&x| f64::sqrt(x)).collect());
        assert!(there.error.unwrap() > (there.value - 0.1).abs() / 4.0);
        let kink: Vec<Estimated> =
            (0..POINTS).map(|j| Estimated { value: (j as f64 - 5.5).abs(), error: Some(0.0) }).collect();
        assert!(barycentric(5.5, &kink).error.unwrap() > 1e-3);
        assert_eq!(neville(2.0, &x, vec![1.0; 4]).error, None);
        assert_eq!(interpolate(&kink, Grid { first: 3, steps: 1 }, 2, 1), None);
    }
}
