//! The rows of many points on all cores.

use rayon::prelude::*;

use crate::{AnyError, Progress};

/// One result for each point, in the order of the points whatever the number of threads.
pub(crate) fn in_parallel<P: Send, R: Send>(
    points: impl IntoIterator<Item = P>,
    progress: &Progress,
    row: impl Fn(P) -> Result<R, AnyError> + Sync,
) -> Result<Vec<R>, AnyError> {
    let points: Vec<P> = points.into_iter().collect();
    progress.expect(points.len() as u64);
    let one = |point| {
        let row = row(point)?;
        progress.advance();
        Ok(row)
    };
    points.into_par_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_points() {
        let progress = Progress::new("paper/figure");
        let doubled = in_parallel(0..1000_u64, &progress, |point| Ok(2 * point)).unwrap();
        assert_eq!(doubled, (0..1000).map(|point| 2 * point).collect::<Vec<_>>());
        let refused = in_parallel(0..1000_u64, &progress, |point| match point {
            500 => Err("500 is out of its domain".into()),
            _ => Ok(point),
        });
        assert_eq!(refused.unwrap_err().to_string(), "500 is out of its domain");
    }
}
