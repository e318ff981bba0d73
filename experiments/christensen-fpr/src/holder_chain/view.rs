//! What the one inequality gives away.
//! Whether every step of the two proofs holds.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{Part, Row};
use crate::looks;

/// The fewest bits per item that are drawn.
const LEAST_BITS_PER_ITEM: u64 = 8;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let most = largest(of(rows, Part::Chain), |row| row.value())?;
    let transcribed = |equation: &str| of(rows, Part::Step).find(|row| row.step == equation).and_then(|row| row.cases);
    let (cases, twelve, _) = transcribed("eq. 12").ok_or("no eq. 12")?;
    let (_, thirteen, _) = transcribed("eq. 13").ok_or("no eq. 13")?;
    let summand = largest(of(rows, Part::Summand), |row| row.value())?;
    Ok(Facts::new()
        .percent("mean", most.value, 2)
        .percent("rate", most.row.after_power.unwrap_or(0.0), 2)
        .count("signs", of(rows, Part::Step).filter(|row| row.is_right()).count() as u64)
        .count("cases", cases)
        .count("twelve", twelve.unwrap_or(0))
        .count("thirteen", thirteen.unwrap_or(0))
        .number("summand", summand.value, 2))
}

fn of(rows: &[Row], part: Part) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.part == part)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn: Vec<&Row> = of(rows, Part::Chain).filter(|row| row.bits_per_item() >= LEAST_BITS_PER_ITEM).collect();
    let name = |what: &'static str| move |row: &&&Row| format!("{what}, *m*/*n* = {}", row.bits_per_item());
    let point = |y: fn(&Row) -> Option<f64>| move |row: &&&Row| Some(Point::new(row.bits? as f64, y(row)?));
    let mean = Series::by_name(&drawn, name("mean"), Mark::Joined, point(|row| row.value));
    let rate = Series::by_name(&drawn, name("rate"), Mark::Line, point(|row| row.after_power));
    let mean = mean.into_iter().enumerate().map(|(i, line)| line.look(looks::step(i)));
    let rate = rate.into_iter().enumerate().map(|(i, line)| line.look(looks::step(i).dashed(Dash::Dashed)));
    let most = largest(of(rows, Part::Chain), |row| row.value())?.row;
    let (bits, facts) = (most.bits.unwrap_or(0) as f64, facts(rows)?);
    let panel = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log2),
        Axis::new("left side below right side", Scale::Log10).percent(),
        rate.chain(mean),
    );
    let panel = panel
        .labelled()
        .note(Note::ring((bits, most.after_power.unwrap_or(0.0)), (24.0, 0.0), facts.fill("{rate}")?))
        .note(Note::ring((bits, most.value()), (14.0, -12.0), facts.fill("{mean}")?));
    Ok(LineFigure::single(panel).wide().draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (chain, induction): (Vec<&Row>, Vec<&Row>) =
        rows.iter().filter(|row| row.part == Part::Step).partition(|row| row.step.starts_with("eq. 7"));
    let most = largest(of(rows, Part::Chain), |row| row.value())?.row;
    let name = |row: &&Row| format!("m = {}, m/n = {}", row.bits.unwrap_or(0), row.bits_per_item());
    let grows = share(of(rows, Part::Chain), |row| row.after_power > row.value)?;
    let title = Decision::title().measured_as("largest share of the mean that the ≤ gives away", most.value());
    let (bits, items, hashes) = (most.bits.unwrap_or(0), most.items.unwrap_or(0), most.hashes.unwrap_or(0));
    Ok(vec![
        title.tested_on(of(rows, Part::Chain))?.in_share(grows, 1.0, name),
        Decision::new("C30")
            .measured(share(&chain, |row| row.is_right())?.value())
            .tested_on(&chain)?
            .threshold("right: in every filter, the sides of an = in 100 digits")
            .decide(chain.iter().all(|row| row.is_right()), "not every one")
            .remark(format!(
                "the ≤ alone gives something away: at most {:.2} % of the mean, {:.1} % of the rate once both sides are raised to the power k, at m = {bits}, n = {items}, k = {hashes}",
                100.0 * most.value(), 100.0 * most.after_power.unwrap_or(0.0)
            )),
        Decision::new("C31")
            .measured(share(&induction, |row| row.is_right_as_transcribed())?.value())
            .tested_on(&induction)?
            .decide_corrected(
                induction.iter().all(|row| row.is_right_as_transcribed()),
                induction.iter().all(|row| row.is_right()),
                corrections(&induction),
                "a step fails even so",
            ),
    ])
}

/// What must be meant, and what it corrects.
fn corrections(induction: &[&Row]) -> String {
    let damaged = induction.iter().filter(|row| !row.is_right_as_transcribed());
    let counted = damaged.filter_map(|row| {
        let (cases, transcribed, _) = row.cases?;
        Some(format!("{} is right in {} of {cases} cases as transcribed", row.step, transcribed?))
    });
    let counted: Vec<String> = counted.collect();
    format!(
        "in eq. 12 (j/M)^(N−1) in both sums and C(M, K−1) in the last, in eq. 13 the summands C and D as eq. 14 and 16 have them ({})",
        counted.join(", ")
    )
}

impl Row {
    fn bits_per_item(&self) -> u64 {
        self.bits.unwrap_or(0) / self.items.unwrap_or(1)
    }

    fn value(&self) -> f64 {
        self.value.unwrap_or(0.0)
    }

    fn is_right(&self) -> bool {
        self.cases.is_some_and(|(cases, _, meant)| meant == cases)
    }

    fn is_right_as_transcribed(&self) -> bool {
        self.cases.is_some_and(|(cases, transcribed, meant)| transcribed.unwrap_or(meant) == cases)
    }
}
