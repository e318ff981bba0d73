//! Geometric steps between the values of a parameter.

/// Geometric steps, a given number per decade, between the smallest and the largest value, these two left out.
pub(crate) fn between(values: &[f64], per_decade: u32) -> Vec<f64> {
    let (low, high) = values.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
    let steps = (f64::from(per_decade) * libm::log10(high / low)) as u32;
    let all = (0..=steps).map(|i| low * libm::pow(10.0, f64::from(i) / f64::from(per_decade)));
    all.filter(|x| values.iter().all(|value| (x / value - 1.0).abs() > 1e-9)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lie_between_and_leave_out_what_is_there() {
        let found = between(&[1.0, 0.1, 10.0], 2);
        let expected = [libm::sqrt(0.1), libm::sqrt(10.0)];
        assert!(found.len() == 2 && found.iter().zip(expected).all(|(x, y)| (x / y - 1.0).abs() < 1e-12), "{found:?}");
    }
}
