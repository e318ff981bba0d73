//! Figure 7: false-positive rate of every filter after r = 0.3 n deletions.

use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::comparison::{load, pairs};
use crate::filters;
use crate::measured::{Row, simulated};
use crate::rates;
use crate::sweep::Sweep;

/// r/n in per cent.
const DELETED_PERCENT: u64 = 30;

pub(crate) struct RateAfterDeletions;

impl Figure for RateAfterDeletions {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        p.rows(filters::of_the_paper(&p.region_bits), DELETED_PERCENT, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        rates::draw(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let rows = simulated(rows);
        let gains = ["TBF", "TBF (packed)"].map(|tbf| pairs(rows, "D-FP", tbf).first().map(|pair| pair.gain()));
        let [Some(two_bits), Some(packed)] = gains else { return Err("D-FP or TBF is missing".into()) };
        let lowest = rows.iter().find(|row| row.filter == "D-FP").ok_or("no D-FP")?;
        let share = lowest.deleted as f64 / lowest.items as f64;
        Ok(vec![
            Decision::new("D05")
            .measured(packed.0)
            .decide([two_bits, packed].iter().all(|(exact, least)| *exact > 2.0 && *least > 2.0), String::new())
            .remark(format!(
                "n = {}, r = {share:.2} n; {:.1} with two bits a cell, {:.1} packed; by the intervals at least {:.1}",
                load(lowest),
                two_bits.0,
                packed.0,
                packed.1
            )),
        ])
    }
}
