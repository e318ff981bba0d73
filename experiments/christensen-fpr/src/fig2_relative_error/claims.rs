//! Where the classic formula's error falls, and where it is large.
//! When Bloom's formula is close to the classic one, and when it is far from the rate.

use super::*;

/// A relative error that counts as very significant.
pub(super) const SIGNIFICANT: f64 = 0.1;
/// A ratio that counts as several factors.
const SEVERAL: f64 = 3.0;

/// The sizes that the paper names as small, the smallest first.
const SMALL: [u64; 2] = [32, 64];

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let [classic, bloom] =
        [CLASSIC, BLOOM].map(|formula| rows.iter().filter(|row| row.formula == formula).collect_vec());
    let mut decisions = of_classic(&classic)?;
    decisions.extend([large_filters(&bloom)?, small_filters(&bloom)?]);
    Ok(decisions)
}

fn of_classic(rows: &[&Row]) -> Result<Vec<Decision>> {
    let doubles_m = |a: &Row, b: &Row| a.bits_per_item == b.bits_per_item && b.bits == 2 * a.bits;
    let halves_bits_per_item = |a: &Row, b: &Row| a.bits == b.bits && 2 * b.bits_per_item == a.bits_per_item;
    Ok(vec![
        title(rows)?,
        monotony("C13", rows, doubles_m)?,
        monotony("C14", rows, halves_bits_per_item)?,
        significant_errors(rows)?,
        largest_factor(rows)?,
        Decision::new("C32").by_definition("a query asks for the bits that the item set, and none is ever cleared"),
        Decision::new("C28").not_testable("the paper prints neither the bound nor its constraints"),
    ])
}

/// Whether eq. 1 is too low everywhere, and most for one item.
fn title(rows: &[&Row]) -> Result<Decision> {
    let (most, least) = (largest(rows, |row| row.factor())?, smallest(rows, |row| row.factor())?);
    Ok(Decision::title().measured_as("largest exact over classic rate", most.value).tested_on(rows)?.decide(
        least.value > 1.0 && most.row.items == 1,
        format!("{:.3} at m = {}, n = {}", least.value, least.row.bits, least.row.items),
    ))
}

/// Whether the error falls at every step from a row to one that follows it.
fn monotony(id: &'static str, rows: &[&Row], follows: impl Fn(&Row, &Row) -> bool) -> Result<Decision> {
    let (best, best_rises) = rises(rows, Choice::Best, &follows);
    let (fixed, fixed_rises) = rises(rows, Choice::Fixed, &follows);
    let rising = best_rises.len() + fixed_rises.len();
    let place = |row: &&Row| format!("from m/n = {} at m = {}", row.bits_per_item, row.bits);
    let hashes = fixed_rises.first().map_or(0, |row| row.hashes);
    let drawn = rows.iter().filter(|row| row.choice != Choice::Between);
    Ok(Decision::new(id)
        .tested_on(drawn)?
        .measured(1.0 - rising as f64 / (best + fixed) as f64)
        .decide_if(
            rising == 0,
            best_rises.is_empty(),
            format!(
                "k grows with m/n as (m/n) ln 2 (it falls at all {best}); with k = {hashes} for every m/n it rises at {} of {fixed}: {}",
                fixed_rises.len(),
                fixed_rises.iter().map(place).join(", ")
            ),
            format!("with k = (m/n) ln 2 it rises at {} of {best} steps, such as {}", best_rises.len(), best_rises.first().map(place).unwrap_or_default()),)
        .threshold("falls: at every step")
        .remark(format!("tested at {best} steps with k = (m/n) ln 2, rounded, and at {fixed} with the same k for all m/n")))
}

/// The number of steps, and the rows from which a step does not lower the error.
fn rises<'a>(rows: &[&'a Row], choice: Choice, follows: impl Fn(&Row, &Row) -> bool) -> (usize, Vec<&'a Row>) {
    let chosen = rows.iter().copied().filter(|row| row.choice == choice).collect_vec();
    let steps = iproduct!(&chosen, &chosen).filter(|(before, after)| follows(before, after)).collect_vec();
    let rising = steps.iter().filter(|(before, after)| after.relative_error >= before.relative_error);
    (steps.len(), rising.map(|(before, _)| **before).collect())
}

/// The filters of one size with k = (m/n) ln 2, the most items first.
fn of_size<'a>(rows: &[&'a Row], bits: u64) -> Vec<&'a Row> {
    let is_best = |row: &&Row| [Choice::Best, Choice::Between].contains(&row.choice);
    rows.iter().copied().filter(|row| row.bits == bits).filter(is_best).sorted_by_key(|row| row.bits_per_item).collect()
}

fn is_significant(row: &&Row) -> bool {
    row.relative_error >= SIGNIFICANT
}

fn significant_errors(rows: &[&Row]) -> Result<Decision> {
    let sizes = SMALL.map(|bits| (bits, of_size(rows, bits)));
    let all = || sizes.iter().flat_map(|(_, rows)| rows.iter().copied());
    let errors = sizes.each_ref().map(|(bits, rows)| {
        let error = |row: &&Row| format!("{:.3} (m/n = {})", row.relative_error, row.bits_per_item);
        format!("m = {bits}: {}", rows.iter().map(error).join(", "))
    });
    let fixed = rows.iter().filter(|row| row.choice == Choice::Fixed && SMALL.contains(&row.bits));
    let fixed = fixed.map(|row| row.relative_error).fold(0.0, f64::max);
    let each = sizes.iter().all(|(_, rows)| rows.iter().any(is_significant));
    Ok(Decision::new("C15")
        .measured(share(all(), is_significant)?.value())
        .threshold(format!("very significant: {:.0} % or more; can be: at some m/n of each size", 100.0 * SIGNIFICANT))
        .tested_on(all())?
        .range(Range::of("m/n", all().map(|row| (row.bits_per_item as f64, is_significant(&row)))))
        .decide(each, "at one of the sizes no m/n has it")
        .remark(format!("with the same k for all m/n it is at most {:.1} %", 100.0 * fixed))
        .remark(errors.join("; ")))
}

fn largest_factor(rows: &[&Row]) -> Result<Decision> {
    let small = of_size(rows, SMALL[0]);
    let largest = largest(&small, |row| row.factor())?;
    let words = |row: &&Row| format!("{:.2} at n = {} (m/n = {})", row.factor(), row.items, row.bits_per_item);
    let (items, factors) = (largest.row.items, small.iter().map(words).join(", "));
    Ok(Decision::new("C16")
        .threshold(format!("several: at least {SEVERAL}"))
        .tested_on(&small)?
        .range(Range::of("m/n", small.iter().map(|row| (row.bits_per_item as f64, row.factor() >= SEVERAL))))
        .at_least(largest, SEVERAL, |row| format!("n = {}", row.items))
        .remark(format!("a factor, where C15 has relative errors; it is reached at n = {items}: {factors}")))
}

/// A relative difference that counts as close.
const CLOSE: f64 = 0.01;
/// A relative error that counts as far from the rate.
const FAR: f64 = 0.1;
/// m ≫ k means that m is at least this many times k.
const MUCH_LARGER: u64 = 100;

fn large_filters(bloom: &[&Row]) -> Result<Decision> {
    let difference = |row: &&Row| (row.rate / row.classic_rate - 1.0).abs();
    let large = |power: u32| bloom.iter().copied().filter(move |row| row.bits >= MUCH_LARGER * row.hashes.pow(power));
    let farthest = |power| largest(large(power), difference);
    let (Extreme { value: beyond_k, row: worst }, beyond_k_squared) = (farthest(1)?, farthest(2)?.value);
    let Row { bits, hashes, items, .. } = worst;
    let decision = Decision::new("C18")
        .measured(beyond_k)
        .threshold(format!("close: within {:.0} %; much larger: at least {MUCH_LARGER} times", 100.0 * CLOSE))
        .tested_on(large(1))?;
    Ok(decision.decide_if(
        beyond_k <= CLOSE,
        beyond_k_squared <= CLOSE,
        format!(
            "m ≫ k²: with m ≥ {MUCH_LARGER} k² the two are within {:.2} % at {} filters; with m ≥ {MUCH_LARGER} k alone they are {:.1} % apart at m = {bits}, k = {hashes}, n = {items}",
            100.0 * beyond_k_squared,
            large(2).count(),
            100.0 * beyond_k
        ),
        format!("with m ≥ {MUCH_LARGER} k² they are still {:.1} % apart", 100.0 * beyond_k_squared),
    ))
}

fn small_filters(bloom: &[&Row]) -> Result<Decision> {
    let smallest = bloom.iter().map(|row| row.bits).min().ok_or("no rows of eq. 19")?;
    let small = of_size(bloom, smallest);
    let error = |row: &Row| row.relative_error.abs();
    let range = Range::found(
        &format!("m/n at m = {smallest}"),
        small.iter().map(|row| (row.bits_per_item as f64, error(row) >= FAR)),
    );
    let off = |row: &&Row| format!("{:.1} % at m/n = {}", 100.0 * error(row), row.bits_per_item);
    let largest = small.iter().map(|row| error(row)).fold(0.0, f64::max);
    Ok(Decision::new("C19")
        .measured_as(format!("largest |eq. 19 / exact rate − 1| at m = {smallest}"), largest)
        .threshold(format!("far: off by {:.0} % or more; small: m = {smallest}", 100.0 * FAR))
        .tested_on(&small)?
        .decide_within(range, format!("no range of m/n has it {:.0} % off throughout", 100.0 * FAR))
        .remark(small.iter().map(off).join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_workbench::testing::parameters;

    fn decisions(classic: fn(&Enclosures, Load) -> Enclosure) -> Vec<Decision> {
        let p = parameters::<Parameters>(env!("CARGO_MANIFEST_DIR"), "fig2-relative-error").unwrap();
        let points = points(&p).unwrap().into_iter().filter(|point| point.0 == Formula::Classic);
        let rows: Vec<Row> = points.map(|point| row(point, |a, _, load| classic(a, load)).unwrap()).collect();
        of_classic(&rows.iter().collect_vec()).unwrap()
    }

    /// Bloom's formula of 1970 in place of eq. 1. It is too high, so its signed error rises with m, and it is near the
    /// truth.
    fn bloom(a: &Enclosures, load: Load) -> Enclosure {
        approximation::bloom_1970(a, load).unwrap()
    }

    #[test]
    fn verdicts_fall_with_the_classic_formula() {
        let (classic, bloom) = (decisions(approximation::classic), decisions(bloom));
        let verdict = |decisions: &[Decision], id: &str| {
            decisions.iter().find(|decision| decision.id == id).unwrap().verdict.unwrap()
        };
        for (id, expected) in
            [("C13", Verdict::Holds), ("C14", Verdict::HoldsOnlyIf), ("C15", Verdict::Holds), ("C16", Verdict::Holds)]
        {
            assert_eq!(verdict(&classic, id), expected, "{id}");
            assert_eq!(verdict(&bloom, id), Verdict::DoesNotHold, "{id}");
        }
    }
}
