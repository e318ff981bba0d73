//! The split-block filter of the crate `parquet`, 60.1.0 (Apache Arrow, `bloom_filter/mod.rs`): its operations on a 64-bit hash,
//! written again with the same steps, since the crate itself would bring Arrow into this workspace.

const SALT: [u32; 8] =
    [0x47b6_137b, 0x4497_4d91, 0x8824_ad5b, 0xa2b7_289d, 0x7054_95c7, 0x2df1_424b, 0x9efc_4947, 0x5c6b_fb31];

#[derive(Clone)]
pub struct Sbbf(Vec<[u32; 8]>);

fn mask(x: u32) -> [u32; 8] {
    SALT.map(|salt| 1 << (x.wrapping_mul(salt) >> 27))
}

impl Sbbf {
    pub fn new(bits: u64) -> Sbbf {
        Sbbf(vec![[0; 8]; (bits / 256) as usize])
    }

    fn block(&self, hash: u64) -> usize {
        ((hash >> 32).saturating_mul(self.0.len() as u64) >> 32) as usize
    }

    pub fn insert_hash(&mut self, hash: u64) {
        let block = self.block(hash);
        let mask = mask(hash as u32);
        for (word, bit) in self.0[block].iter_mut().zip(mask) {
            *word |= bit;
        }
    }

    pub fn check_hash(&self, hash: u64) -> bool {
        let block = &self.0[self.block(hash)];
        let mask = mask(hash as u32);
        for i in 0..8 {
            if block[i] & mask[i] == 0 {
                return false;
            }
        }
        true
    }
}
