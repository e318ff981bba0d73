//! Expected message capacity against the filter's size.

use bloomlab_pictures::{Axis, Picture, Scale};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::capacities::{self, Case, F_A, F_O, F_W, Row, SIGMA};
use crate::verdicts::range;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    target: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// Besides the best.
    hashes: Vec<u64>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { target: 0.01, log2_bits_from: 8, log2_bits_to: 20, hashes: (2..=10).collect() }
    }
}

pub(crate) struct CapacityMemory;

impl Figure for CapacityMemory {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.log2_bits_to > 24 {
            return Err(format!("log2_bits_to = {} is out of range: needs at most 24", p.log2_bits_to).into());
        }
        let cases: Vec<_> = (p.log2_bits_from..=p.log2_bits_to).map(|log2| (1 << log2, p.target)).collect();
        capacities::compute(&cases, &p.hashes, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        capacities::draw(rows, &Axis::new("memory M (bits)", Scale::Log2), Row::bits)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let cases = capacities::cases(rows);
        let best = || cases.iter().filter(|case| case.best);
        let all = |value: &dyn Fn(&Case<'_>) -> Result<f64, AnyError>, best: bool| {
            cases.iter().filter(|case| case.best == best).map(value).collect::<Result<Vec<f64>, AnyError>>()
        };
        let (low, high) = range(all(&|case| case.gain(SIGMA), true)?);
        let increase = Decision::new("R02").measured(low).decide(low >= 0.3).because(format!(
            "{:.0} to {:.0} % more",
            100.0 * low,
            100.0 * high
        ));

        let (best_low, best_high) = range(all(&|case| case.loss(F_W), true)?);
        let (same_low, same_high) = range(all(&|case| case.loss(F_W), false)?);
        let reduction = Decision::new("R04").measured(best_low).decide_if(
            best_low.min(same_low) > 0.3,
            best_low > 0.3,
            format!(
                "each model has its best k: {:.1} to {:.1} %; with one k = 2 … 10 for both {:.1} to {:.1} %",
                100.0 * best_low,
                100.0 * best_high,
                100.0 * same_low,
                100.0 * same_high
            ),
        );

        let mut ordered = 0;
        for case in &cases {
            let (f_o, f_a, f_w) = (case.capacity(F_O)?, case.capacity(F_A)?, case.capacity(F_W)?);
            ordered += usize::from(f_o >= f_a && f_a > f_w);
        }
        let order = Decision::new("R07")
            .measured(ordered as f64 / cases.len() as f64)
            .decide(ordered == cases.len() && best().count() > 0);

        let models =
            Decision::new("R40").because("editorial: the sentence goes on to name four, as the camera-ready does");
        Ok(vec![increase, reduction, order, models])
    }
}
