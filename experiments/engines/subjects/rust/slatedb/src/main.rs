//! SlateDB: enhanced double hashing, the halves of a SipHash each modulo the bits of the filter.

use bytes::Bytes;
use slatedb::{BloomFilterPolicy, Filter as Engine, FilterPolicy, FilterQuery, RowEntry, ValueDeletable};
use std::sync::Arc;
use subjects::{Case, Filter, by_bits, serve};

struct Table(Arc<dyn Engine>);

fn key(key: u64) -> Bytes {
    Bytes::copy_from_slice(&key.to_be_bytes())
}

impl Filter for Table {
    const NAME: &'static str = "slatedb";

    fn cases() -> Vec<Case> {
        by_bits("BloomFilterPolicy::new({})")
    }

    fn build(case: &Case, keys: &[u64]) -> Self {
        let mut builder = BloomFilterPolicy::new(case.bits).builder();
        for &item in keys {
            let value = ValueDeletable::Value(Bytes::new());
            builder.add_entry(&RowEntry { key: key(item), value, seq: 0, create_ts: None, expire_ts: None });
        }
        Self(builder.build())
    }

    fn contains(&self, item: u64) -> bool {
        self.0.might_match(&FilterQuery::point(key(item)))
    }

    fn shape(&self) -> (u64, Option<u64>) {
        let mut bytes = Vec::new();
        self.0.encode(&mut bytes);
        // two bytes for the number of probes
        (8 * self.0.size() as u64, Some(u64::from(u16::from_be_bytes([bytes[0], bytes[1]]))))
    }
}

fn main() {
    serve::<Table>(include_str!("../../Cargo.lock"));
}
