//! Static filters that fail to build: the share of the hash seeds under which they can be peeled.

mod view;

use bloomlab_filters::StaticTable;
use bloomlab_formulas::counts::proportion_interval;
use bloomlab_formulas::static_filters::StaticFilter;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// n, from the first to the last.
    first: u64,
    last: u64,
    /// Every so many tables of an arity are tried.
    step_of_three: usize,
    step_of_four: usize,
    /// Numbers of items for xor filters.
    xor: Vec<u64>,
    /// Items that are placed for each number of items, and the bounds of its seeds.
    placed: u64,
    least_seeds: u64,
    most_seeds: u64,
    /// n, sets of keys and those that failed, as the issue reports.
    reported: Vec<[u64; 3]>,
    /// Seeds for each of these n.
    reported_seeds: u64,
    /// The seeds after which its program gives up.
    retries: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    arity: u64,
    /// Whether the three segments are the whole table.
    xor: bool,
    items: u64,
    cells_per_item: f64,
    seeds: u64,
    /// With the 99 % interval of Clopper and Pearson.
    #[serde(rename = "share,share_lower,share_upper")]
    share: Interval,
    /// The chance that every one of the program's retries fails, with its interval.
    #[serde(rename = "failure,failure_lower,failure_upper")]
    failure: Interval,
    /// Sets of keys that were reported, and those that failed.
    reported_sets: Option<u64>,
    reported_failures: Option<u64>,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let tightest = |kind: StaticFilter, step: usize| {
        let ends = (p.first..=p.last).filter(move |&n| kind.segments(n) != kind.segments(n + 1));
        ends.step_by(step).map(move |items| (kind, items, None))
    };
    let xor = p.xor.iter().map(|&items| (StaticFilter::Xor, items, None));
    let reported = p.reported.iter().map(|&reported| (StaticFilter::BinaryFuse3, reported[0], Some(reported)));
    let all =
        tightest(StaticFilter::BinaryFuse3, p.step_of_three).chain(tightest(StaticFilter::BinaryFuse4, p.step_of_four));
    let all: Vec<_> = all.chain(xor).chain(reported).collect();
    context.rows(all, |(kind, items, reported)| {
        let segments = kind.segments(items);
        let table = StaticTable::new(kind.arity(), segments.cells, segments.starts)?;
        let seeds =
            if reported.is_some() { p.reported_seeds } else { (p.placed / items).clamp(p.least_seeds, p.most_seeds) };
        let mut built = 0;
        for seed in 0..seeds {
            built += u64::from(table.builds(items, context.seed + seed)?);
        }
        let (lower, upper) = proportion_interval(seeds, built, 0.01);
        let share = Interval { value: built as f64 / seeds as f64, lower, upper };
        let fails = |share: f64| libm::pow(1.0 - share, p.retries.into());
        Ok(Row {
            arity: kind.arity(),
            xor: kind == StaticFilter::Xor,
            items,
            cells_per_item: table.cells() as f64 / items as f64,
            seeds,
            share,
            failure: Interval { value: fails(share.value), lower: fails(upper), upper: fails(lower) },
            reported_sets: reported.map(|[_, sets, _]| sets),
            reported_failures: reported.map(|[_, _, failures]| failures),
        })
    })
}
