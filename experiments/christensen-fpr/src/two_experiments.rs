//! The two experiments of section 2: the rate of the mean filter, and the mean rate of the filters.

mod claims;

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use serde::{Deserialize, Serialize};

use crate::certified::{classic_rate, exact_rate};
use crate::fills::Fills;
use crate::grid::{powers_of_two, usual_filter};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// m/n.
    bits_per_item: u64,
    /// Filters built for each m.
    filters: u64,
    /// Exponents in place of k, in quarters.
    exponents_quarters: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    items: u64,
    hashes: u64,
    filters: u64,
    /// In place of k.
    exponent: f64,
    /// First experiment, eq. 3: the mean share of set bits to the power, with its 99 % interval.
    #[serde(rename = "power_of_mean,power_lower,power_upper")]
    power_of_mean: Interval,
    /// Second experiment, eq. 4: the mean of the powers, with its 99 % interval.
    #[serde(rename = "mean_of_powers,mean_lower,mean_upper")]
    mean_of_powers: Interval,
    /// Eq. 1, where the exponent is k.
    classic_rate: Option<f64>,
    /// Eq. 17, where the exponent is k.
    exact_rate: Option<f64>,
}

impl Row {
    /// Mean of powers over power of mean.
    fn ratio(&self) -> f64 {
        self.mean_of_powers.value / self.power_of_mean.value
    }
}

pub(crate) struct TwoExperiments;

impl Figure for TwoExperiments {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.filters < 2 {
            return Err(format!("filters {}: needs at least 2", p.filters).into());
        }
        let rows = context.rows(powers_of_two(p.log2_bits_from, p.log2_bits_to)?, |bits| {
            let load = usual_filter(bits, p.bits_per_item)?;
            rows_of(&Fills::simulate(load, p.filters, context.seed)?, &p.exponents_quarters)
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        Ok(LineFigure::new(vec![experiments(rows), lemma(rows)]).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}

fn experiments(rows: &[Row]) -> Panel {
    let line = |name: &str, rate: fn(&Row) -> Option<f64>| {
        let point = |row: &Row| Some(Point::new(row.bits as f64, rate(row)? / row.exact_rate?));
        Series::new(name, Mark::Line, rows.iter().filter_map(point))
    };
    let markers = |simulated: fn(&Row) -> Interval| {
        let point = |row: &Row| Some(simulated(row).over(row.exact_rate?).at(row.bits as f64));
        Series::new("", Mark::MarkersOnPrevious, rows.iter().filter_map(point))
    };
    Panel::new(
        Axis::new("filter size m (bits)", Scale::Log2),
        Axis::new("rate / exact rate", Scale::Linear),
        vec![
            line("eq. 1, first experiment (eq. 3)", |row| row.classic_rate),
            markers(|row| row.power_of_mean),
            line("eq. 17, second experiment (eq. 4)", |row| row.exact_rate),
            markers(|row| row.mean_of_powers),
        ],
    )
    .titled("(a) the two experiments")
}

fn lemma(rows: &[Row]) -> Panel {
    let small = rows.iter().filter(|row| row.bits <= 256);
    let ratio = |row: &&Row| Some(Point::new(row.exponent, row.ratio()));
    Panel::new(
        Axis::new("exponent k", Scale::Linear).including(0.0),
        Axis::new("mean of powers / power of mean", Scale::Linear),
        Series::by_name(small, |row| format!("m = {}", row.bits), Mark::Line, ratio),
    )
    .titled("(b) the lemma, for real k")
}

fn rows_of(fills: &Fills, exponents_quarters: &[u64]) -> Result<Vec<Row>, AnyError> {
    let load = fills.load;
    let (classic, exact) = (classic_rate(load)?, exact_rate(load)?);
    let row = |&quarters: &u64| {
        let exponent = quarters as f64 / 4.0;
        let is_rate = quarters == 4 * load.hashes();
        Ok(Row {
            bits: load.bits(),
            items: load.items(),
            hashes: load.hashes(),
            filters: fills.filters(),
            exponent,
            power_of_mean: fills.power_of_mean(exponent)?,
            mean_of_powers: fills.mean_power(exponent)?,
            classic_rate: is_rate.then_some(classic),
            exact_rate: is_rate.then_some(exact),
        })
    };
    exponents_quarters.iter().map(row).collect()
}
