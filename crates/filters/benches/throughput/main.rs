//! Inserts, lookups and removes per second of every filter, in and out of cache, and as ratios to the crate `fastbloom`.
//!
//! Every filter has the same memory, k = 4 and real hashing of 8-byte items; it holds n = m/16 items when a batch is timed.
//! Half the items looked up are stored; every item removed is (not all can be removed: the attempt is timed). What
//! `fastbloom` cannot do, remove, is compared with the counting filter.

mod subjects;

use std::cell::LazyCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_filters::{
    BloomFilter, CellFilter, Cells, CountingCells, DfpCells, DlbfCells, FilterError, FingerprintCountingCells, Hashing,
    QuaternaryCells, TernaryCells,
};
use bloomlab_numbers::TernaryPacking;
use criterion::{Criterion, SamplingMode, Throughput};
use subjects::{Deletable, Item, Subject};

const HASHES: u64 = 4;
const BITS_PER_ITEM: u64 = 16;
/// Name, bits, and operations timed at once.
const SIZES: [(&str, u64, u64); 2] = [("in cache", 1 << 18, 1 << 14), ("out of cache", 1 << 29, 1 << 18)];

/// Fastest batch of an operation, for the ratios.
struct Best {
    size: &'static str,
    operation: &'static str,
    filter: &'static str,
    per_second: f64,
}

struct Bench<'a> {
    criterion: &'a mut Criterion,
    size: &'static str,
    bits: u64,
    batch: u64,
    best: &'a mut Vec<Best>,
}

impl Bench<'_> {
    fn run(&mut self, filter: &'static str, mut subject: impl Subject) {
        let (stored, batch) = (self.bits / BITS_PER_ITEM, self.batch);
        let can_remove = subject.clone().remove(&0u64.to_le_bytes()).is_some();
        // filled when it is first timed: not at all if the command line leaves it out
        let filled = LazyCell::new(move || {
            (0..stored).for_each(|item| subject.insert(&item.to_le_bytes()));
            subject
        });
        // spread over what is stored, so that no batch finds its cells warm from having been filled last
        let stored_item = |i: u64| (i * (stored / batch).max(1) % stored).to_le_bytes();
        let new_item = |i: u64| (stored + i).to_le_bytes();
        let new: Vec<Item> = (0..batch).map(new_item).collect();
        let mixed: Vec<Item> =
            (0..batch).map(|i| if i.is_multiple_of(2) { stored_item(i) } else { new_item(i) }).collect();
        // every batch finds the same state: a copy whose pages are already there
        self.time("insert", filter, || {
            let mut copy = filled.clone();
            let start = Instant::now();
            black_box(&new).iter().for_each(|item| copy.insert(item));
            (start.elapsed(), copy.contains(&new[0]))
        });
        self.time("lookup", filter, || {
            let subject = &*filled;
            let start = Instant::now();
            let yes = black_box(&mixed).iter().filter(|item| subject.contains(item)).count();
            (start.elapsed(), yes > 0)
        });
        if can_remove {
            let stored: Vec<Item> = (0..batch).map(stored_item).collect();
            self.time("remove", filter, || {
                let mut copy = filled.clone();
                let start = Instant::now();
                let removed = black_box(&stored).iter().filter(|item| copy.remove(item) == Some(true)).count();
                (start.elapsed(), removed > 0)
            });
        }
    }

    /// `once` times one batch, and says something of its result.
    fn time(&mut self, operation: &'static str, filter: &'static str, mut once: impl FnMut() -> (Duration, bool)) {
        let (batch, mut fastest) = (self.batch, Duration::MAX);
        let mut group = self.criterion.benchmark_group(format!("filters, {operation}, {}", self.size));
        group
            .throughput(Throughput::Elements(batch))
            .sample_size(20)
            .sampling_mode(SamplingMode::Flat)
            .nresamples(2000);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
        group.bench_function(filter, |bencher| {
            bencher.iter_custom(|batches| {
                let mut total = Duration::ZERO;
                for _ in 0..batches {
                    let (elapsed, result) = once();
                    black_box(result);
                    fastest = fastest.min(elapsed);
                    total += elapsed;
                }
                total
            });
        });
        group.finish();
        if fastest < Duration::MAX {
            let per_second = batch as f64 / fastest.as_secs_f64();
            self.best.push(Best { size: self.size, operation, filter, per_second });
        }
    }

    fn every_filter(&mut self) -> Result<(), FilterError> {
        let (bits, hashing) = (self.bits, Hashing::new(HASHES, 42));
        self.run("fastbloom", fastbloom::BloomFilter::with_num_bits(bits as usize).seed(&42).hashes(HASHES as u32));
        self.run("Bloom", BloomFilter::new(bits, hashing)?);
        self.run("Bloom, double hashing", BloomFilter::new(bits, hashing.double())?);
        self.run("D-FP", Deletable(over(hashing, DfpCells::new(bits / 2)?)?));
        self.run("TBF", Deletable(over(hashing, TernaryCells::new(bits / 2, TernaryPacking::TwoBits)?)?));
        self.run(
            "TBF (packed)",
            Deletable(over(hashing, TernaryCells::new(bits / 8 * 5, TernaryPacking::FivePerByte)?)?),
        );
        self.run("QBF", Deletable(over(hashing, QuaternaryCells::new(bits / 2)?)?));
        self.run("DlBF (8)", Deletable(over(hashing, DlbfCells::new(bits / 9, 8)?)?));
        self.run("counting", Deletable(over(hashing, CountingCells::new(bits / 4)?)?));
        self.run("FP-CBF (4)", Deletable(over(hashing, FingerprintCountingCells::new(bits / 8, 4)?)?));
        Ok(())
    }
}

fn over<C: Cells>(hashing: Hashing, cells: C) -> Result<CellFilter<C>, FilterError> {
    CellFilter::over(cells, hashing)
}

fn print_ratios(best: &[Best]) {
    println!("\nfastest batch: million operations per second, and ratio to fastbloom (removes: to counting)");
    for &(size, ..) in &SIZES {
        for operation in ["insert", "lookup", "remove"] {
            let rows = || best.iter().filter(|row| row.size == size && row.operation == operation);
            println!("{operation}, {size}");
            for row in rows() {
                let reference = if operation == "remove" { "counting" } else { "fastbloom" };
                let base = rows().find(|row| row.filter == reference).map_or(f64::NAN, |row| row.per_second);
                let ratio = row.per_second / base;
                println!("  {:<26} {:8.2}  {ratio:6.2}", row.filter, row.per_second / 1e6);
            }
        }
    }
}

fn main() -> Result<(), FilterError> {
    let mut criterion = Criterion::default().configure_from_args();
    let mut best = Vec::new();
    for (size, bits, batch) in SIZES {
        Bench { criterion: &mut criterion, size, bits, batch, best: &mut best }.every_filter()?;
    }
    print_ratios(&best);
    criterion.final_summary();
    Ok(())
}
