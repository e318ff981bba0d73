//! Figure 5: false-positive rate against the load, nothing deleted, and the deletability that it is traded for.

use bloomlab_tables::{Result, Run};

use crate::sweep::{Measures, Row, Sweep};

pub fn compute(sweep: &Sweep, run: &Run) -> Result<Vec<Row>> {
    sweep.rows(run, Measures { deletability: true, rate: true })
}
