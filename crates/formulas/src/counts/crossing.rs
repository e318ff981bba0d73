//! Where a rising function passes 0.

/// A place and the value there.
pub(super) type Place = (f64, f64);

/// The ends of an interval in which a rising function passes 0, not above 0 at the first and above it at the second, so narrow that
/// `between` finds no place to ask.
///
/// By false position; an end that stays counts half as much each time (Dowell and Jarratt's Illinois rule), and every fourth place, and
/// every place next to an infinite value, is the middle. `between` moves a place into the interval, or says that the interval is narrow.
///
/// # Errors
/// The first error of `value`.
pub(super) fn crossing<E>(
    (mut below, mut under): Place,
    (mut above, mut over): Place,
    between: impl Fn(f64, f64, f64) -> Option<f64>,
    mut value: impl FnMut(f64) -> Result<f64, E>,
) -> Result<(f64, f64), E> {
    let mut last_was_over = None;
    for step in 1_u64.. {
        let share = if step % 4 > 0 && (over - under).is_finite() { -under / (over - under) } else { 0.5 };
        let Some(place) = between(below, above, below + share * (above - below)) else { break };
        let found = value(place)?;
        let is_over = found > 0.0;
        let stays = last_was_over == Some(is_over);
        if is_over {
            (above, over) = (place, found);
            under *= if stays { 0.5 } else { 1.0 };
        } else {
            (below, under) = (place, found);
            over *= if stays { 0.5 } else { 1.0 };
        }
        last_was_over = Some(is_over);
    }
    Ok((below, above))
}

/// The least whole number from `least` to `most` at which a rising function is above 0: from `guess` outwards, further each time, then by
/// [`crossing`]. `None` where it is not above 0 at `most`.
///
/// # Errors
/// The first error of `value`.
pub(super) fn least_whole<E>(
    guess: f64,
    least: f64,
    most: f64,
    mut value: impl FnMut(f64) -> Result<f64, E>,
) -> Result<Option<f64>, E> {
    let (mut below, mut above) = (None, None);
    let (mut place, mut growth) = (libm::round(guess.max(least).min(most)), 1.01);
    loop {
        let found = value(place)?;
        *(if found > 0.0 { &mut above } else { &mut below }) = Some((place, found));
        match (below, above) {
            (Some(below), Some(above)) => return crossing(below, above, whole, value).map(|(_, least)| Some(least)),
            (_, None) if place >= most => return Ok(None),
            (None, _) if place <= least => return Ok(Some(least)),
            (_, None) => place = libm::round(place * growth).max(place + 1.0).min(most),
            (None, _) => place = libm::round(place / growth).min(place - 1.0).max(least),
        }
        growth = 1.0 + 3.0 * (growth - 1.0);
    }
}

/// Whole numbers strictly between the ends.
fn whole(below: f64, above: f64, place: f64) -> Option<f64> {
    (above - below > 1.0).then(|| libm::round(place).clamp(below + 1.0, above - 1.0))
}

/// Numbers between the ends, until these differ by `width` times the upper one; a quarter of that from either end.
pub(super) fn within(width: f64) -> impl Fn(f64, f64, f64) -> Option<f64> {
    move |below, above, place| {
        let margin = 0.25 * width * above;
        (above - below > width * above).then(|| place.clamp(below + margin, above - margin))
    }
}

/// ln(p/(1 − p)): infinite at 0 and 1.
pub(super) fn logit(probability: f64) -> f64 {
    libm::log(probability) - libm::log1p(-probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn crossings_are_found_in_few_steps() {
        type Case = (fn(f64) -> f64, f64);
        let cases: [Case; 5] = [
            (|x| x - 3.0, 3.0),
            (|x| libm::exp(x) - 7.0, 7.0_f64.ln()),
            (|x| logit(x / 10.0), 5.0),
            (|x| if x > 2.25 { 1.0 } else { -1e9 }, 2.25),
            (|x| if x > 0.7 { f64::INFINITY } else { f64::NEG_INFINITY }, 0.7),
        ];
        for (case, (value, expected)) in cases.into_iter().enumerate() {
            let mut steps = 0;
            let Ok((below, above)) = crossing((0.0, value(0.0)), (10.0, value(10.0)), within(1e-10), |place| {
                steps += 1;
                Ok::<_, Infallible>(value(place))
            });
            assert!(below <= expected + 1e-9 && expected <= above + 1e-9 && above - below <= 1e-10 * above, "{case}");
            assert!(steps < if case < 3 { 20 } else { 160 }, "{case}: {steps}");
        }
        for first in [1.0, 2.0, 17.0, 5000.0, 999_999.0, 1e6] {
            for guess in [0.0, 1.0, 17.0, 5020.0, 1e6, 1e9] {
                let mut steps = 0;
                let find = |last: f64, value: &mut dyn FnMut(f64) -> f64| {
                    let Ok(found) = least_whole(guess, 1.0, last, |place| Ok::<_, Infallible>(value(place)));
                    found
                };
                let found = find(1e6, &mut |place| {
                    steps += 1;
                    assert!((1.0..=1e6).contains(&place) && place.fract() == 0.0);
                    (place / first).ln() + 1e-9
                });
                assert!(found == Some(first) && steps <= 30, "{first} {guess}: {found:?} {steps}");
                assert_eq!(find(first, &mut |place| place - first), None);
            }
        }
    }
}
