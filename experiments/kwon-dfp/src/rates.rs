//! Figures 6 and 7: false-positive rate against the load after deletions.

use bloomlab_tables::{Result, Run};

use crate::sweep::{Measures, Row, Sweep};

pub fn compute(sweep: &Sweep, run: &Run) -> Result<Vec<Row>> {
    sweep.rows(run, Measures { deletability: false, rate: true })
}
