//! The page against the audit: what it calls exact lies where it was measured, and anything else stands beside the measurement.

use bloomlab_calculator::Measured;
use serde_json::Value;

use super::questions::Question;
use super::{answers, open};
use crate::chromium::Tab;
use crate::opened::workspace;

/// The margin of the audit's claims.
const MARGIN: f64 = 0.05;
/// Half a unit of the fourth digit, to which the page has measured rates.
pub const FOUR_DIGITS: f64 = 5.1e-4;

#[test]
fn no_answer_contradicts_a_measurement() {
    let rows: Vec<Measured> = Measured::all().collect();
    let asked: Vec<Question> = rows.iter().map(question).collect();
    let mut tab = Tab::open();
    open(&mut tab, &workspace().join("figures/calculator.html"));
    let found = answers(&mut tab, &asked);
    let (mut exact, mut inside, mut limits, mut beside) = (0, 0, 0, 0);
    for (row, answer) in rows.iter().zip(&found) {
        assert!(answer["refused"].is_null(), "{row:?}: {answer}");
        assert!(shows(&answer["measured"], row), "{row:?}: {answer}");
        let rate = answer["rate"].as_f64().unwrap();
        let overlaps = rate * (1.0 + MARGIN) >= row.lower && rate * (1.0 - MARGIN) <= row.upper;
        if answer["exact"] == true {
            assert!(overlaps, "{row:?}: {answer}");
            exact += 1;
            inside += u32::from((row.lower..=row.upper).contains(&rate));
        } else if answer["limit"] == true {
            assert!(overlaps, "{row:?}: {answer}");
            limits += 1;
        } else {
            beside += 1;
        }
    }
    println!(
        "{exact} exact rates, {inside} of them within the 99 % interval; {limits} limits, {beside} beside the measurement"
    );
    assert_eq!((exact + limits + beside, limits), (438, 12));
    // of 218 intervals at 99 %, more than ten miss with a probability below 1e-4
    assert!(exact - inside <= 10, "{inside} of {exact}");
}

fn question(row: &Measured) -> Question {
    let library = bloomlab::Library::all().iter().find(|library| library.name == row.library);
    let library = library.map(|library| library.name);
    Question { items: Some(row.items), rate: Some(row.target), scheme: "independent", library, ..Question::default() }
}

/// Whether the measurement that the page shows is this one.
fn shows(measured: &Value, row: &Measured) -> bool {
    let expected = [row.items as f64, row.target, row.rate, row.lower, row.upper];
    expected.iter().enumerate().all(|(index, expected)| {
        measured[index].as_f64().is_some_and(|found| (found - expected).abs() <= FOUR_DIGITS * expected)
    })
}
