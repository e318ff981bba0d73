//! What the one inequality gives away.
//! Whether every step of the two proofs holds.

use super::*;

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

pub(crate) fn draw(rows: &[Row]) -> Result<TypesetTable> {
    let percent = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), |share| format!("{:.2} %", 100.0 * share));
    let chain = of(rows, Part::Chain).map(|row| {
        let [bits, items, hashes] = [row.bits, row.items, row.hashes].map(|number| number.unwrap_or(0).to_string());
        [row.bits_per_item().to_string(), bits, items, hashes, percent(row.value), percent(row.after_power)]
    });
    let columns = ["*m*/*n*", "*m*", "*n*", "*k*", "mean below the k-th root", "eq. 1 below eq. 17"];
    Ok(TypesetTable::new(columns, chain))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (chain, induction): (Vec<&Row>, Vec<&Row>) =
        rows.iter().filter(|row| row.part == Part::Step).partition(|row| row.step.starts_with("eq. 7"));
    let most = largest(of(rows, Part::Chain), |row| row.value())?.row;
    let transcribed = share(&induction, |row| row.is_right_as_transcribed())?;
    let name = |row: &&Row| format!("m = {}, m/n = {}", row.bits.unwrap_or(0), row.bits_per_item());
    let grows = share(of(rows, Part::Chain), |row| row.after_power > row.value)?;
    let title = Decision::title().measured_as("largest share of the mean that the ≤ loses", most.value());
    let (bits, items, hashes) = (most.bits.unwrap_or(0), most.items.unwrap_or(0), most.hashes.unwrap_or(0));
    Ok(vec![
        title.tested_on(of(rows, Part::Chain))?.in_share(grows, 1.0, name),
        Decision::new("C30")
            .tested_on(&chain)?
            .threshold("right: in every filter, the sides of an = in 100 digits")
            .in_share(share(&chain, |row| row.is_right())?, 1.0, |row| row.step.clone())
            .remark(format!(
                "the ≤ alone loses something: at most {:.2} % of the mean, {:.1} % of the rate once both sides are raised to the power k, at m = {bits}, n = {items}, k = {hashes}",
                100.0 * most.value(), 100.0 * most.after_power.unwrap_or(0.0)
            )),
        Decision::new("C31")
            .measured(transcribed.value())
            .tested_on(&induction)?
            .decide_corrected(
                transcribed.is_all(),
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
    format!(
        "in eq. 12 (j/M)^(N−1) in both sums and C(M, K−1) in the last, in eq. 13 the summands C and D as eq. 14 and 16 have them ({})",
        counted.format(", ")
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
