//! lsm-tree, the storage of fjall: positions h1, h1 + h2, h1 + 2 h2, h1 + 4 h2, h1 + 10 h2 …, steps that grow as factorials.

use lsm_tree::table::filter::standard_bloom::{Builder, StandardBloomFilterReader};
use subjects::{Case, Filter, by_bits, by_rate, serve};

/// What the table's writer puts into a filter block.
struct Block(Vec<u8>);

/// Magic, kind and hash come before m and k.
const HEAD: usize = 6;

impl Block {
    fn reader(&self) -> StandardBloomFilterReader<'_> {
        StandardBloomFilterReader::new(&self.0).expect("the block just written")
    }

    fn number(&self, index: usize) -> u64 {
        let at = HEAD + 8 * index;
        u64::from_le_bytes(self.0[at..at + 8].try_into().expect("eight bytes"))
    }
}

impl Filter for Block {
    const NAME: &'static str = "lsm-tree";

    fn cases() -> Vec<Case> {
        let mut cases = by_bits("BitsPerKey({})");
        cases.extend(by_rate("FalsePositiveRate"));
        cases
    }

    fn build(case: &Case, keys: &[u64]) -> Self {
        let mut builder = match case.target {
            Some(rate) => Builder::with_fp_rate(keys.len(), rate as f32),
            None => Builder::with_bpk(keys.len(), case.bits as f32),
        };
        keys.iter().for_each(|key| builder.set_with_hash(Builder::get_hash(&key.to_be_bytes())));
        Self(builder.build())
    }

    fn contains(&self, key: u64) -> bool {
        self.reader().contains(&key.to_be_bytes())
    }

    fn shape(&self) -> (u64, Option<u64>) {
        assert_eq!(8 * self.reader().len() as u64, self.number(0), "the bits of the block");
        (self.number(0), Some(self.number(1)))
    }
}

fn main() {
    serve::<Block>(include_str!("../../../Cargo.lock"));
}
