//! The smallest filters, over (m/n)², for every formula and bound in one panel, with the rules of thumb.
//! From which size on the classic formula may be used, and the others beside it.

use super::*;

/// What the picture calls the formulas.
const FORMULAS: [(Formula, &str); 3] =
    [(Formula::Bloom1970, "Bloom 1970"), (Formula::ClassicLimit, "classic, limit"), (Formula::Classic, "classic")];
/// m/n whose errors the caption cites.
const EXAMPLE: u64 = 12;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let [(loose, loose_rule), (strict, strict_rule)] = RULES;
    let drawn = || rows.iter().filter(|row| row.error.is_some());
    let most = |error| {
        let of = drawn().filter(move |row| row.error == Some(error) && row.formula == Formula::Classic.name());
        largest(of, |row| row.factor())
    };
    let error = |bits: u64| -> Result<f64> {
        let is_at = |row: &&Row| row.error.is_none() && row.bits_per_item == EXAMPLE && row.bits == bits;
        let of = rows.iter().filter(is_at).filter_map(|row| row.relative_error);
        Ok(largest(of, |error| error.abs())?.value.abs())
    };
    Ok(Facts::new()
        .percent("loose", loose, 2)
        .percent("strict", strict, 2)
        .number("loose_rule", loose_rule, 2)
        .number("strict_rule", strict_rule, 2)
        .number("loose_most", most(loose)?.value, 4)
        .number("strict_most", most(strict)?.value, 4)
        .count("fewest", smallest(drawn(), |row| row.bits_per_item as f64)?.row.bits_per_item)
        .count("most", largest(drawn(), |row| row.bits_per_item as f64)?.row.bits_per_item)
        .count("example", EXAMPLE)
        .count("small", 1000)
        .count("large", 10_000)
        .percent("small_error", error(1000)?, 2)
        .percent("large_error", error(10_000)?, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn: Vec<&Row> = rows.iter().filter(|row| row.error.is_some()).collect();
    let series = drawn.chunk_by(|a, b| a.error == b.error && a.formula == b.formula).flat_map(|rows| {
        let points: Vec<Point> = rows.iter().map(|row| Point::new(row.bits_per_item as f64, row.factor())).collect();
        let named = FORMULAS.iter().find(|(formula, _)| formula.name() == rows[0].formula);
        named.map(|&(formula, name)| Series::new(name, Mark::Joined, points).look(looks::of(formula)))
    });
    let ticks = [0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0].map(|factor| (factor, factor.to_string()));
    let panel = Panel::new(
        Axis::new("bits per item *m*/*n*", Scale::Log2),
        Axis::new("smallest filter *m* / (*m*/*n*)^2", Scale::Log10).limited(0.2, 40.0).ticked(ticks),
        series,
    );
    let facts = facts(rows)?;
    let texts = ["below {loose} from\n{loose_rule} (*m*/*n*)² on", "below {strict} from\n{strict_rule} (*m*/*n*)² on"];
    let panel = RULES.iter().zip(texts).try_fold(panel.labelled(), |panel, ((_, rule), text)| -> Result<Panel> {
        let panel = panel.reference(Reference::horizontal(*rule, ""));
        Ok(panel.note(Note::text((28.0, 0.62 * *rule), (0.0, 0.0), facts.fill(text)?)))
    })?;
    Ok(LineFigure::single(panel).draw()?)
}

/// The bounds, and the m/(m/n)² from which on the classic formula errs by less.
const RULES: [(f64, f64); 2] = [(0.1, 0.75), (0.01, 7.5)];

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (sizes, grid): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.error.is_some());
    let of = |formula: &'static str| sizes.iter().copied().filter(move |row| row.formula == formula);
    let factor = |(error, _): (f64, f64)| {
        Ok::<_, bloomlab_workbench::AnyError>(
            largest(of("classic").filter(|row| row.error == Some(error)), |row| row.factor())?.value,
        )
    };
    let [ten_percent, one_percent] = [factor(RULES[0])?, factor(RULES[1])?];
    let others = of("classic-limit").zip(of("bloom-1970")).map(|(limit, bloom)| limit.bits.min(bloom.bits) as f64);
    let ratios = of("classic").zip(others).map(|(row, other)| other / row.bits as f64);
    let ratio = smallest(ratios, |ratio| *ratio)?.value;
    let is_safe = |value: f64, (_, rule): (f64, f64)| value > 0.0 && value <= rule;
    let (ten_is_safe, one_is_safe) = (is_safe(ten_percent, RULES[0]), is_safe(one_percent, RULES[1]));
    let title = Decision::title().measured_as("largest m/(m/n)² at which the error falls below 10 %", ten_percent);
    let decisions = vec![
        title.decide(ten_is_safe && one_is_safe, format!("{ten_percent} for 10 %, {one_percent} for 1 %")),
        on_extreme("P21", ten_percent, ten_is_safe),
        on_extreme("P22", one_percent, one_is_safe),
        on_extreme("P23", ratio, ratio > 1.0),
    ];
    let decisions = decisions.into_iter().map(|decision| decision.tested_on(&sizes));
    decisions.chain(errors::decide(&grid)?.into_iter().map(Ok)).collect()
}

impl Row {
    /// m/(m/n)².
    fn factor(&self) -> f64 {
        self.bits as f64 / (self.bits_per_item as f64).powi(2)
    }
}
