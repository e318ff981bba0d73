//! lsm-tree, the storage of fjall: positions h1, h1 + h2, h1 + 2 h2, h1 + 4 h2, h1 + 10 h2 …, steps that grow as factorials.

use lsm_tree::table::filter::standard_bloom::{Builder, StandardBloomFilterReader};
use subjects::{Shape, by_bits, by_rate, engine};

/// The reader of what the table's writer puts into a filter block.
fn reader(block: &[u8]) -> StandardBloomFilterReader<'_> {
    StandardBloomFilterReader::new(block).expect("the block just written")
}

fn number(block: &[u8], index: usize) -> u64 {
    // magic, kind and hash come before m and k
    let at = 6 + 8 * index;
    u64::from_le_bytes(block[at..at + 8].try_into().expect("eight bytes"))
}

fn main() {
    engine(
        "lsm-tree",
        [by_bits("BitsPerKey({})"), by_rate("FalsePositiveRate")].concat(),
        |case, items| {
            let mut builder = match case.bits {
                0 => Builder::with_fp_rate(items.len(), case.target as f32),
                bits => Builder::with_bpk(items.len(), bits as f32),
            };
            items.iter().for_each(|item| builder.set_with_hash(Builder::get_hash(&item.to_be_bytes())));
            builder.build()
        },
        |block, item| reader(block).contains(&item.to_be_bytes()),
        |block| {
            assert_eq!(8 * reader(block).len() as u64, number(block, 0), "the bits of the block");
            Shape::of(number(block, 0), number(block, 1))
        },
    );
}
