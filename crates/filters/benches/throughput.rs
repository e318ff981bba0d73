//! Inserts and lookups per second of every filter and of the crate `fastbloom`, in and out of cache; `make bench` prints the
//! ratios.
//!
//! Every filter has the same memory, k = 4 and real hashing of 8-byte items; it holds n = m/16 items when a batch is timed.
//! Half the items looked up are stored.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bloomlab_filters::{
    BloomFilter, CellFilter, Cells, CountingCells, DeletableFilter, DfpCells, DlbfCells, FilterError,
    FingerprintCountingCells, Hashing, QuaternaryCells, TernaryCells,
};
use bloomlab_numbers::TernaryPacking;
use criterion::{Criterion, SamplingMode, Throughput};

const HASHES: u64 = 4;
const BITS_PER_ITEM: u64 = 16;
/// Name, bits, and operations timed at once.
const SIZES: [(&str, u64, u64); 2] = [("in cache", 1 << 18, 1 << 14), ("out of cache", 1 << 29, 1 << 18)];

type Item = [u8; 8];

/// A filter that is timed.
trait Subject: Clone {
    fn insert(&mut self, item: &Item);
    fn contains(&self, item: &Item) -> bool;
}

impl<C: Cells + Clone> Subject for CellFilter<C> {
    #[inline]
    fn insert(&mut self, item: &Item) {
        DeletableFilter::insert(self, item);
    }
    #[inline]
    fn contains(&self, item: &Item) -> bool {
        DeletableFilter::contains(self, item)
    }
}

macro_rules! subject {
    ($filter:ty) => {
        impl Subject for $filter {
            #[inline]
            fn insert(&mut self, item: &Item) {
                <$filter>::insert(self, item);
            }
            #[inline]
            fn contains(&self, item: &Item) -> bool {
                <$filter>::contains(self, item)
            }
        }
    };
}
subject!(BloomFilter);
subject!(fastbloom::BloomFilter);

struct Bench<'a> {
    criterion: &'a mut Criterion,
    size: &'static str,
    bits: u64,
    batch: u64,
}

impl Bench<'_> {
    fn cells<C: Cells + Clone>(&mut self, name: &str, cells: Result<C, FilterError>) -> Result<(), FilterError> {
        let filter = CellFilter::over(cells?, Hashing::new(HASHES, 42))?;
        self.run(name, filter);
        Ok(())
    }

    fn run(&mut self, name: &str, mut subject: impl Subject) {
        let (stored, batch) = (self.bits / BITS_PER_ITEM, self.batch);
        (0..stored).for_each(|item| subject.insert(&item.to_le_bytes()));
        // spread over what is stored, so that no batch finds its cells warm from having been filled last
        let stored_item = |i: u64| (i * (stored / batch).max(1) % stored).to_le_bytes();
        let new_item = |i: u64| (stored + i).to_le_bytes();
        let new: Vec<Item> = (0..batch).map(new_item).collect();
        let mixed: Vec<Item> =
            (0..batch).map(|i| if i.is_multiple_of(2) { stored_item(i) } else { new_item(i) }).collect();
        self.time("insert", name, &subject, |subject| new.iter().for_each(|item| subject.insert(item)));
        self.time("lookup", name, &subject, |subject| {
            black_box(mixed.iter().filter(|item| subject.contains(item)).count());
        });
    }

    /// Times batches. Each finds the same state: a copy whose pages are already there.
    fn time<S: Subject>(&mut self, operation: &str, name: &str, filled: &S, once: impl Fn(&mut S)) {
        let mut group = self.criterion.benchmark_group(format!("filters, {operation}, {}", self.size));
        group.throughput(Throughput::Elements(self.batch)).sampling_mode(SamplingMode::Flat);
        group.sample_size(20).nresamples(2000);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|batches| {
                let copy_and_time = |_| {
                    let mut copy = filled.clone();
                    let start = Instant::now();
                    once(&mut copy);
                    let elapsed = start.elapsed();
                    black_box(copy.contains(&[0; 8]));
                    elapsed
                };
                (0..batches).map(copy_and_time).sum()
            });
        });
        group.finish();
    }
}

fn main() -> Result<(), FilterError> {
    let mut criterion = Criterion::default().configure_from_args();
    for (size, bits, batch) in SIZES {
        let hashing = Hashing::new(HASHES, 42);
        let mut bench = Bench { criterion: &mut criterion, size, bits, batch };
        let fast = fastbloom::BloomFilter::with_num_bits(bits as usize).seed(&42).hashes(HASHES as u32);
        bench.run("fastbloom", fast);
        bench.run("Bloom", BloomFilter::new(bits, hashing)?);
        bench.cells("D-FP", DfpCells::new(bits / 2))?;
        bench.cells("TBF", TernaryCells::new(bits / 2, TernaryPacking::TwoBits))?;
        bench.cells("TBF (packed)", TernaryCells::new(bits / 8 * 5, TernaryPacking::FivePerByte))?;
        bench.cells("QBF", QuaternaryCells::new(bits / 2))?;
        bench.cells("DlBF (8)", DlbfCells::new(bits / 9, 8))?;
        bench.cells("counting", CountingCells::new(bits / 4))?;
        bench.cells("FP-CBF (4)", FingerprintCountingCells::new(bits / 8, 4))?;
    }
    criterion.final_summary();
    Ok(())
}
