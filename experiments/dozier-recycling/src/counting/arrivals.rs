//! How many arrivals a cycle takes where popular messages repeat.

/// Arrivals until `distinct` messages of a catalogue with Zipf popularities p have arrived, in expectation about: the t at
/// which Σ (1 − (1 − p)^t) reaches that number.
pub(super) fn per_cycle(distinct: f64, exponent: f64, catalogue: u64) -> f64 {
    let weights: Vec<f64> = (1..=catalogue).map(|rank| libm::pow(rank as f64, -exponent)).collect();
    let total: f64 = weights.iter().sum();
    let seen = |t: f64| weights.iter().map(|weight| -libm::expm1(t * libm::log1p(-weight / total))).sum::<f64>();
    let (mut low, mut high) = (distinct, 2.0 * distinct);
    while seen(high) < distinct && high < 1e12 {
        high *= 2.0;
    }
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if seen(middle) < distinct { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_messages_arrive_as_a_collector_collects_them() {
        // U ln(U/(U − n)), to the order of 1/U
        let expected = 1000.0 * libm::log(1000.0 / 850.0);
        let arrivals = per_cycle(150.0, 0.0, 1000);
        assert!((arrivals / expected - 1.0).abs() < 1e-3, "{arrivals}");
    }

    #[test]
    fn popular_messages_repeat() {
        assert!(per_cycle(150.0, 1.2, 1000) > 2.0 * per_cycle(150.0, 0.0, 1000));
    }
}
