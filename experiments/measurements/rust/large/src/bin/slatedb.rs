//! SlateDB: enhanced double hashing, the halves of a SipHash each modulo the bits of the filter.

use bytes::Bytes;
use slatedb::{BloomFilterPolicy, FilterPolicy, FilterQuery, RowEntry, ValueDeletable};
use subjects::{Shape, by_bits, engine};

fn key(item: u64) -> Bytes {
    Bytes::copy_from_slice(&item.to_be_bytes())
}

fn main() {
    engine(
        "slatedb",
        by_bits("BloomFilterPolicy::new({})"),
        |case, items| {
            let mut builder = BloomFilterPolicy::new(case.bits).builder();
            for &item in items {
                let value = ValueDeletable::Value(Bytes::new());
                builder.add_entry(&RowEntry { key: key(item), value, seq: 0, create_ts: None, expire_ts: None });
            }
            builder.build()
        },
        |filter, item| filter.might_match(&FilterQuery::point(key(item))),
        |filter| {
            let mut bytes = Vec::new();
            filter.encode(&mut bytes);
            // two bytes for the number of probes
            Shape::of(8 * filter.size() as u64, u16::from_be_bytes([bytes[0], bytes[1]]))
        },
    );
}
