//! Figure 4: deletability against the load.

use bloomlab_tables::{Result, Run};

use crate::sweep::{Measures, Row, Sweep};

pub fn compute(sweep: &Sweep, run: &Run) -> Result<Vec<Row>> {
    sweep.rows(run, Measures { deletability: true, rate: false })
}
