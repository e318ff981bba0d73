//! Inserts, lookups and removes per second of every filter, in and out of cache, and as ratios to the crate `fastbloom`.
//!
//! Every filter has the same memory, k = 4 and real hashing of 8-byte items; it holds n = m/16 items when a batch is timed.
//! Half the items looked up are stored; every item removed is (not all can be removed: the attempt is timed). What
//! `fastbloom` cannot do, remove, is compared with the counting filter. Blocked filters have k = 8, as split blocks of 256
//! bits do, and are compared with `sbbf-rs-safe`, which is given the XXH3 of the items.

use std::cell::LazyCell;
use std::hint::black_box;
use std::ops::Deref;
use std::time::{Duration, Instant};

use bloomlab_filters::{
    BlockLayout, BlockedBloomFilter, BloomFilter, CountingFilter, DeletableFilter, DfpFilter, DlbfFilter, FilterError,
    FingerprintCountingFilter, Hashing, QuaternaryFilter, TernaryFilter,
};
use bloomlab_occupancy::TernaryPacking;
use criterion::{Criterion, SamplingMode, Throughput};
use xxhash_rust::xxh3::xxh3_64;

const HASHES: u64 = 4;
/// Of blocked filters.
const BLOCK_HASHES: u64 = 8;
const BITS_PER_ITEM: u64 = 16;
/// Name, bits, and operations timed at once.
const SIZES: [(&str, u64, u64); 2] =
    [("in cache, 32 KiB", 1 << 18, 1 << 14), ("out of cache, 64 MiB", 1 << 29, 1 << 18)];

/// What is timed; the plain Bloom filters do not remove.
trait Subject: Clone {
    fn insert(&mut self, item: &[u8]);
    fn contains(&self, item: &[u8]) -> bool;
    fn remove(&mut self, item: &[u8]) -> Option<bool>;
}

#[derive(Clone)]
struct Deletable<F>(F);

impl<F: DeletableFilter + Clone> Subject for Deletable<F> {
    fn insert(&mut self, item: &[u8]) {
        self.0.insert(item);
    }
    fn contains(&self, item: &[u8]) -> bool {
        self.0.contains(item)
    }
    fn remove(&mut self, item: &[u8]) -> Option<bool> {
        Some(self.0.remove(item) == bloomlab_filters::Removal::Removed)
    }
}

#[derive(Clone)]
struct Plain(BloomFilter);

impl Subject for Plain {
    fn insert(&mut self, item: &[u8]) {
        self.0.insert(item);
    }
    fn contains(&self, item: &[u8]) -> bool {
        self.0.contains(item)
    }
    fn remove(&mut self, _: &[u8]) -> Option<bool> {
        None
    }
}

#[derive(Clone)]
struct Fastbloom(fastbloom::BloomFilter);

impl Subject for Fastbloom {
    fn insert(&mut self, item: &[u8]) {
        self.0.insert(item);
    }
    fn contains(&self, item: &[u8]) -> bool {
        self.0.contains(item)
    }
    fn remove(&mut self, _: &[u8]) -> Option<bool> {
        None
    }
}

#[derive(Clone)]
struct Blocked(BlockedBloomFilter);

impl Subject for Blocked {
    fn insert(&mut self, item: &[u8]) {
        self.0.insert(item);
    }
    fn contains(&self, item: &[u8]) -> bool {
        self.0.contains(item)
    }
    fn remove(&mut self, _: &[u8]) -> Option<bool> {
        None
    }
}

struct Sbbf(sbbf_rs_safe::Filter);

impl Clone for Sbbf {
    fn clone(&self) -> Sbbf {
        Sbbf(sbbf_rs_safe::Filter::from_bytes(self.0.as_bytes()).expect("bytes of a filter"))
    }
}

impl Subject for Sbbf {
    fn insert(&mut self, item: &[u8]) {
        self.0.insert_hash(xxh3_64(item));
    }
    fn contains(&self, item: &[u8]) -> bool {
        self.0.contains_hash(xxh3_64(item))
    }
    fn remove(&mut self, _: &[u8]) -> Option<bool> {
        None
    }
}

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
    fn run(&mut self, filter: &'static str, subject: impl Subject) {
        let (stored, batch) = (self.bits / BITS_PER_ITEM, self.batch);
        let can_remove = subject.clone().remove(&0u64.to_le_bytes()).is_some();
        // filled when it is first timed: not at all if the command line leaves it out
        let filled = LazyCell::new(|| {
            let mut subject = subject;
            (0..stored).for_each(|item| subject.insert(&item.to_le_bytes()));
            subject
        });
        // spread over what is stored, so that no batch finds its cells warm from having been filled last
        let stored_item = |i: u64| (i * (stored / batch).max(1) % stored).to_le_bytes();
        let new_item = |i: u64| (stored + i).to_le_bytes();
        let lookup = |i: u64| if i.is_multiple_of(2) { stored_item(i) } else { new_item(i) };
        self.time("insert", filter, &filled, |subject, i| {
            subject.insert(&new_item(i));
            true
        });
        self.time("lookup", filter, &filled, |subject, i| subject.contains(&lookup(i)));
        if can_remove {
            self.time("remove", filter, &filled, |subject, i| subject.remove(&stored_item(i)) == Some(true));
        }
    }

    fn time<S: Subject>(
        &mut self,
        operation: &'static str,
        filter: &'static str,
        filled: &impl Deref<Target = S>,
        step: impl Fn(&mut S, u64) -> bool,
    ) {
        let (batch, mut fastest) = (self.batch, Duration::MAX);
        let mut group = self.criterion.benchmark_group(format!("{operation}, {}", self.size));
        group.throughput(Throughput::Elements(batch)).sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
        group.bench_function(filter, |bencher| {
            bencher.iter_custom(|batches| {
                let mut total = Duration::ZERO;
                for _ in 0..batches {
                    // every batch finds the same state: a copy whose pages are already there
                    let mut copy = filled.deref().clone();
                    let start = Instant::now();
                    let yes = (0..batch).filter(|&i| step(&mut copy, black_box(i))).count();
                    let elapsed = start.elapsed();
                    black_box(yes);
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
        let other = fastbloom::BloomFilter::with_num_bits(bits as usize).seed(&42).hashes(HASHES as u32);
        self.run("fastbloom", Fastbloom(other));
        self.run("Bloom", Plain(BloomFilter::new(bits, hashing)?));
        self.run("Bloom, double hashing", Plain(BloomFilter::new(bits, hashing.double())?));
        self.run("D-FP", Deletable(DfpFilter::within(bits, hashing)?));
        self.run("TBF", Deletable(TernaryFilter::within(bits, TernaryPacking::TwoBits, hashing)?));
        self.run("TBF (packed)", Deletable(TernaryFilter::within(bits, TernaryPacking::FivePerByte, hashing)?));
        self.run("QBF", Deletable(QuaternaryFilter::within(bits, hashing)?));
        self.run("DlBF (8)", Deletable(DlbfFilter::within(bits, 8, hashing)?));
        self.run("counting", Deletable(CountingFilter::within(bits, hashing)?));
        self.run("FP-CBF (4)", Deletable(FingerprintCountingFilter::within(bits, 4, hashing)?));
        let hashing = Hashing::new(BLOCK_HASHES, 42);
        let blocks = |layout| BlockedBloomFilter::new(bits, layout, hashing);
        self.run(
            "sbbf-rs-safe",
            Sbbf(sbbf_rs_safe::Filter::new(BITS_PER_ITEM as usize, (bits / BITS_PER_ITEM) as usize)),
        );
        self.run("split blocks (8 x 32)", Blocked(blocks(BlockLayout::Split { word_bits: 32 })?));
        self.run("blocks (512)", Blocked(blocks(BlockLayout::Plain { block_bits: 512 })?));
        Ok(())
    }
}

fn print_ratios(best: &[Best]) {
    println!(
        "\nfastest batch: million operations per second, and ratio to fastbloom (blocks: to sbbf-rs-safe, removes: to counting)"
    );
    for &(size, ..) in &SIZES {
        for operation in ["insert", "lookup", "remove"] {
            let rows = || best.iter().filter(|row| row.size == size && row.operation == operation);
            println!("{operation}, {size}");
            for row in rows() {
                let reference = if row.filter.contains("block") { "sbbf-rs-safe" } else { "fastbloom" };
                let reference = if operation == "remove" { "counting" } else { reference };
                let base = rows().find(|row| row.filter == reference);
                let ratio = base.map_or(f64::NAN, |base| row.per_second / base.per_second);
                println!("  {:<22} {:8.2}  {ratio:6.2}", row.filter, row.per_second / 1e6);
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
