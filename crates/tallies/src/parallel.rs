//! Many jobs on all cores.

use std::sync::Mutex;

use rayon::prelude::*;

/// The results of `jobs` jobs, numbered from 0, in the order of their numbers whatever the number of threads.
///
/// # Errors
/// The error of a job; no further job is begun after it.
///
/// # Panics
/// Where a job panics.
pub fn on_all_cores<T: Send, E: Send>(jobs: usize, one: impl Fn(usize) -> Result<T, E> + Sync) -> Result<Vec<T>, E> {
    let results: Vec<Mutex<Option<Result<T, E>>>> = (0..jobs).map(|_| Mutex::new(None)).collect();
    each(jobs, &|job| {
        let result = one(job);
        let is_ok = result.is_ok();
        *results[job].lock().expect("a job is done once") = Some(result);
        is_ok
    });
    // where jobs are missing, one of the others failed
    results.into_iter().filter_map(|result| result.into_inner().expect("a job is done once")).collect()
}

/// Does the jobs until one is no success. Not generic, so that the scheduler is compiled once.
fn each(jobs: usize, one: &(dyn Fn(usize) -> bool + Sync)) {
    let _ = (0..jobs).into_par_iter().with_max_len(1).try_for_each(|job| one(job).then_some(()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_jobs() {
        let doubled: Result<Vec<usize>, ()> = on_all_cores(1000, |job| Ok(2 * job));
        assert_eq!(doubled, Ok((0..1000).map(|job| 2 * job).collect()));
        assert_eq!(on_all_cores(0, |_| Err::<(), _>("there is none")), Ok(vec![]));
    }

    #[test]
    fn an_error_ends_the_work() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let begun = std::sync::atomic::AtomicUsize::new(0);
        let refused = pool.install(|| {
            on_all_cores(1000, |job| {
                begun.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if job == 500 { Err("500 is out of its domain") } else { Ok(job) }
            })
        });
        assert_eq!(refused, Err("500 is out of its domain"));
        assert_eq!(begun.into_inner(), 501);
    }
}
