//! xorf, binary fuse: static, fingerprints of eight bits; its documentation says below 0.4 %.

use subjects::{Description, Subject};
use xorf::{BinaryFuse8, Filter as _};

struct Filter {
    items: Vec<u64>,
    built: Option<BinaryFuse8>,
}

impl Subject for Filter {
    const LIBRARY: &'static str = "xorf";

    fn new(_: u64, _: f64, _: u64) -> Self {
        Self { items: Vec::new(), built: None }
    }

    fn insert(&mut self, item: u64) -> bool {
        self.items.push(item);
        true
    }

    fn finish(&mut self) {
        self.built = BinaryFuse8::try_from(&self.items).ok();
    }

    fn contains(&self, item: u64) -> bool {
        self.built.as_ref().is_some_and(|filter| filter.contains(&item))
    }

    fn describe(&self) -> Description {
        Description { bits: self.built.as_ref().map(|filter| 8 * filter.len() as u64), hashes: Some(8), reported: None }
    }
}

fn main() {
    subjects::serve::<Filter>();
}
