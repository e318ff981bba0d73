//! A line for each statement: in which share of its cases it fails, and the smallest one.
//! Which statements of the report's appendix stand.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use itertools::Itertools;

use super::Row;
use super::check::APPENDIX;

const TRUE_LOOK: Look = Look::new(Colour::Ink);
const FALSE_LOOK: Look = Look::new(Colour::Vermilion).marked(Marker::Square);

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let bits = rows.iter().filter_map(bits_of_counterexample);
    let (fewest, most) = bits.clone().min().zip(bits.max()).ok_or("no filter is a counterexample")?;
    let facts = Facts::new().count("fewest", fewest).count("most", most);
    Ok(rows.iter().enumerate().fold(facts, |facts, (i, row)| facts.text(&format!("case_{i}"), case(row))))
}

/// The first case that fails, or how many there are.
fn case(row: &Row) -> String {
    row.counterexample.clone().unwrap_or_else(|| format!("all {} cases", grouped(&row.cases.to_string())))
}

/// M of a counterexample that is a filter.
fn bits_of_counterexample(row: &Row) -> Option<u64> {
    row.counterexample.as_deref()?.strip_prefix("M = ")?.split(',').next()?.parse().ok()
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let place = |i: usize| (rows.len() - i) as f64;
    let names = rows.iter().enumerate().map(|(i, row)| (place(i), row.statement.clone()));
    let y = Axis::new("", Scale::Linear).limited(0.3, rows.len() as f64 + 0.7).ticked(names.collect::<Vec<_>>());
    let ticks = [0.0, 0.5, 1.0].map(|share| (share, format!("{} %", 100.0 * share)));
    let x = Axis::new("share of the cases that fail", Scale::Linear).limited(-0.06, 3.5).ticked(ticks);
    let of = |is_true: bool| {
        let rows = rows.iter().enumerate().filter(move |(_, row)| (row.failing == 0) == is_true);
        rows.map(move |(i, row)| Point::new(row.failing as f64 / row.cases as f64, place(i)))
    };
    let panel = Panel::new(
        x,
        y,
        [
            Series::new("true in every case", Mark::Markers, of(true)).look(TRUE_LOOK),
            Series::new("false", Mark::Markers, of(false)).look(FALSE_LOOK),
        ],
    );
    let appendix = rows.iter().position(|row| row.part == APPENDIX).map_or(0.5, |first| place(first) + 0.5);
    let panel = panel.reference(Reference::horizontal(appendix, "appendix of the report").named_below());
    let panel = rows.iter().enumerate().fold(panel, |panel, (i, row)| {
        let text = ["M", "k", "σ", "i", "j", "b"]
            .iter()
            .fold(case(row), |text, symbol| text.replace(&format!("{symbol} ="), &format!("*{symbol}* =")));
        let note = Note::text((1.08, place(i)), (4.0, 0.0), text);
        panel.note(if row.failing == 0 { note.coloured(Colour::Grey) } else { note })
    });
    Ok(LineFigure::single(panel).wide().plot_height(22.0 * rows.len() as f64).draw()?)
}

/// Those that every case confirms.
const TRUE: [&str; 6] = ["Lemma 1, *h*", "Lemma 1, *f*", "Claim 1", "Lemma 8", "Lemma 9", "(46) to (49)"];
/// Further ones that every case confirms.
const FURTHER: [&str; 5] = ["(28) to (31), (34), (35), Lemma 5", "(37)", "(38)", "(41)", "(42) to (44)"];
/// Those on which the proof of Theorem 1 rests, and that have counterexamples.
const FALSE: [&str; 5] = ["Lemma 2", "Lemma 4", "Lemma 6", "Corollary 2", "Lemma 7"];

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let by_definition =
        "Lemma 3 and Corollary 1 follow from the definition of γ: E γ_i is the ratio of E h_i to E h_(i−1)";
    Ok(vec![
        hold(rows, "R60", &FALSE)?,
        hold(rows, "R63", &TRUE)?.remark(by_definition),
        hold(rows, "R64", &FURTHER)?,
        title(rows)?,
    ])
}

/// Whether each of the lemmas that the title names fails.
fn title(rows: &[Row]) -> Result<Decision> {
    let named = ["Lemma 2", "Lemma 4", "Lemma 6", "Lemma 7"];
    let lemmas: Vec<&Row> = rows.iter().filter(|row| named.contains(&&*row.statement)).collect();
    let fails = share(lemmas.iter().copied(), |row| row.failing > 0)?;
    Ok(Decision::title()
        .measured_as("share of the four lemmas that fail in a case", fails.having as f64 / named.len() as f64)
        .tested_on(lemmas)?
        .decide(fails.having == named.len(), "one of them holds in every case"))
}

/// The share of some statements that hold in every case.
fn hold(rows: &[Row], id: &'static str, statements: &[&str]) -> Result<Decision> {
    let these: Vec<&Row> = rows.iter().filter(|row| statements.contains(&&*row.statement)).collect();
    let right = these.iter().filter(|row| row.failing == 0).count();
    let wrong = these.iter().filter(|row| row.failing > 0);
    let first = wrong.map(|row| {
        let case = row.counterexample.as_deref().unwrap_or_default();
        format!("{} ({}, {case})", row.statement, row.status)
    });
    let remark = format!("it fails at {}", first.collect_vec().join("; "));
    Ok(Decision::new(id)
        .measured(right as f64 / statements.len() as f64)
        .tested_on(&these)?
        .decide(right == statements.len(), remark))
}
