//! The committed tables: simulations agree with the models at the nominal rate, and the bounds are bounds.
//!
//! The tables are fixed (seed 2024), so that these tests do not vary from run to run; α = 1e-6 is the chance that a right
//! model and a right simulation would have given tables that fail.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, StudentsT};

const ALPHA: f64 = 1e-6;

type Row = BTreeMap<String, String>;

/// A table without quotes or line breaks in its fields.
fn table(figure: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/dozier-recycling/{figure}.csv"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = text.lines().map(fields);
    let names = lines.next().ok_or("an empty table")?;
    let rows: Vec<Row> = lines
        .map(|fields| {
            assert_eq!(fields.len(), names.len(), "{figure}: {fields:?}");
            names.iter().cloned().zip(fields).collect()
        })
        .collect();
    Ok(rows)
}

/// Commas between quotes are part of a field.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            letter => fields.last_mut().unwrap().push(letter),
        }
    }
    fields
}

fn number(row: &Row, column: &str) -> f64 {
    let text = row.get(column).unwrap_or_else(|| panic!("no column {column}"));
    text.parse().unwrap_or_else(|_| panic!("{column} = {text}"))
}

/// A simulated point with what it should agree with.
struct Point {
    mean: f64,
    lower: f64,
    upper: f64,
    standard_error: f64,
    epochs: f64,
    model: f64,
}

impl Point {
    fn contains(&self, value: f64) -> bool {
        (self.lower..=self.upper).contains(&value)
    }

    /// Where a model lies in the Student distribution of the epochs: uniform in 0 … 1 if it is right.
    fn level(&self, model: f64) -> f64 {
        let student = StudentsT::new(0.0, 1.0, self.epochs - 1.0).unwrap();
        student.cdf((model - self.mean) / self.standard_error)
    }
}

fn points(figure: &str, value: &str, model: &str, chosen: impl Fn(&Row) -> bool) -> Vec<Point> {
    let rows = table(figure).unwrap();
    let simulated = rows.iter().filter(|row| !row["standard_error"].is_empty() && chosen(row));
    simulated
        .map(|row| Point {
            mean: number(row, value),
            lower: number(row, "lower"),
            upper: number(row, "upper"),
            standard_error: number(row, "standard_error"),
            epochs: number(row, "epochs"),
            model: number(row, model),
        })
        .collect()
}

/// Every simulated point whose arrivals are those that its model describes: fresh positions for every new message with
/// one phase, messages that never repeat with two, and first arrivals counted.
fn described() -> Vec<Point> {
    let series = |row: &Row, names: &[&str]| names.contains(&row["series"].as_str());
    let instance = |row: &Row| row["counting"] == "count-instance";
    let with_model = |row: &Row| series(row, if row["phases"] == "1" { &["fresh", "unique"] } else { &["unique"] });
    let mut all = points("fig3-residuals", "rate", "model", |row| instance(row) && with_model(row));
    all.extend(points("fig4-bounds", "rate", "exact", |row| series(row, &["fresh", "unique"])));
    let denies_some = |row: &Row| ["one phase", "two phases, dropping"].contains(&row["filter"].as_str());
    all.extend(points("window-guarantee", "false_negative_rate", "model", denies_some));
    all.extend(points("counting", "rate", "model", instance));
    all
}

/// The chance that as many of the points' 99 % intervals miss the model, or more.
fn chance_of_misses(points: &[Point], model: impl Fn(&Point) -> f64) -> f64 {
    let misses = points.iter().filter(|point| !point.contains(model(point))).count() as u64;
    match misses {
        0 => 1.0,
        _ => Binomial::new(0.01, points.len() as u64).unwrap().sf(misses - 1),
    }
}

/// The chance of a chi-square this large, of the levels in ten equal bins.
fn chance_of_levels(points: &[Point], model: impl Fn(&Point) -> f64) -> f64 {
    let mut bins = [0.0; 10];
    for point in points {
        bins[((point.level(model(point)) * 10.0) as usize).min(9)] += 1.0;
    }
    let expected = points.len() as f64 / 10.0;
    let statistic = bins.iter().map(|count| (count - expected) * (count - expected) / expected).sum();
    ChiSquared::new(9.0).unwrap().sf(statistic)
}

#[test]
fn simulated_intervals_contain_the_model_at_the_nominal_rate() {
    let points = described();
    assert!(points.len() > 180, "{}", points.len());
    let chance = chance_of_misses(&points, |point| point.model);
    assert!(chance > ALPHA, "{chance:e}");
}

#[test]
fn models_are_spread_over_the_intervals_as_they_should_be() {
    let points = described();
    let chance = chance_of_levels(&points, |point| point.model);
    assert!(chance > ALPHA, "{chance:e}");
}

/// Both tests would notice a model that is off by two per cent.
#[test]
fn a_wrong_model_would_be_noticed() {
    let points = described();
    for factor in [0.98, 1.02] {
        assert!(chance_of_misses(&points, |point| factor * point.model) < ALPHA);
        assert!(chance_of_levels(&points, |point| factor * point.model) < ALPHA);
    }
}

/// Shares of one distribution are not quite independent of each other; one that is off by five per cent is noticed all the same.
#[test]
fn the_set_bits_of_a_cycle_follow_their_stationary_law() {
    let points = points("cycle", "simulated", "model", |_| true);
    assert!(points.len() > 30, "{}", points.len());
    assert!(chance_of_misses(&points, |point| point.model) > ALPHA);
    assert!(chance_of_misses(&points, |point| 1.05 * point.model) < ALPHA);
}

/// The model describes messages that never come back from the frozen filter. With a catalogue of little more than two
/// cycles they do, and the simulated rate is lower: a difference of catalogues, not of positions.
#[test]
fn two_phases_and_a_small_catalogue_differ_from_the_model() {
    let large_cycles = |row: &Row| {
        let is_of = row["phases"] == "2" && row["counting"] == "count-instance" && row["series"] == "fresh";
        is_of && number(row, "messages_per_cycle") > 200.0
    };
    let points = points("fig3-residuals", "rate", "model", large_cycles);
    assert!(points.len() > 4);
    for point in points {
        assert!(point.upper < point.model && point.mean > 0.95 * point.model, "{} {}", point.mean, point.model);
    }
}

#[test]
fn the_bounds_are_in_order_and_below_the_exact_rate() {
    let rows = table("fig4-bounds").unwrap();
    assert!(rows.len() > 900);
    for row in rows {
        let (f_o, f_a, exact) = (number(&row, "f_o"), number(&row, "f_a"), number(&row, "exact"));
        assert!(f_o <= f_a && f_a <= exact, "{row:?}");
    }
}

/// Simulated N-bounded filters distinguish the exact rate from its bounds where they differ most.
#[test]
fn the_simulation_follows_the_exact_rate_and_not_its_bounds() {
    let rows = table("fig4-bounds").unwrap();
    let last = rows.iter().find(|row| row["series"] == "fresh" && row["messages"] == "200").unwrap();
    let bound = |name: &str| number(last, name);
    for kind in ["fresh", "unique"] {
        let points = points("fig4-bounds", "rate", "exact", |row| row["series"] == kind);
        let last = points.last().unwrap();
        assert!(last.contains(last.model) && !last.contains(bound("f_a")) && !last.contains(bound("f_o")), "{kind}");
    }
}
