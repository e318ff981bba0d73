//! The library's answers: all that these tests use of it.

use bloomlab::{Cover, Engine, Filter, Library, LibraryFilter, Setting, Sizing};

/// The rate of m bits, k hash functions and n items.
pub fn rate(scheme: &str, bits: u64, hashes: u64, items: u64) -> f64 {
    let filter = Filter::of_scheme(bits, hashes, scheme.parse().unwrap()).unwrap();
    filter.holding(items).unwrap().rate().unwrap()
}

/// Bits and hash functions of the smallest filter.
pub fn smallest(scheme: &str, items: u64, target: f64) -> (u64, u64) {
    let size = Sizing::of(items, target).unwrap().under(scheme.parse().unwrap()).unwrap().smallest().unwrap();
    (size.bits, size.hashes)
}

/// The filter that a library or an engine builds.
pub struct Built {
    pub bits: u64,
    pub hashes: Option<u64>,
    pub rate: f64,
    pub is_exact: bool,
    /// The setting of its user, if that is not a rate.
    pub bits_per_key: Option<u64>,
}

/// Names of libraries, then of engines.
pub fn names() -> Vec<&'static str> {
    let libraries = Library::all().iter().map(|library| library.name);
    libraries.chain(Engine::all().iter().map(|engine| engine.name)).collect()
}

/// True if a rate can be asked for.
pub fn takes_rate(name: &str) -> bool {
    let library = name.parse::<Library>().map(|library| library.takes_target());
    library.unwrap_or_else(|_| name.parse::<Engine>().unwrap().setting == Setting::Rate)
}

/// The rate that a library's filter for some items, at a rate asked for, has with fewer.
pub fn with_fewer(name: &str, asked: u64, target: f64, items: u64) -> f64 {
    name.parse::<Library>().unwrap().filter(asked, target).unwrap().rate(items).unwrap()
}

/// The filter for items at a rate; `None` if that is refused.
pub fn built(name: &str, items: u64, target: f64) -> Option<Built> {
    let of = |filter: LibraryFilter, bits_per_key| Built {
        bits: filter.bits,
        hashes: filter.hashes,
        rate: filter.rate,
        is_exact: filter.cover == Cover::Exact && !filter.is_approximate,
        bits_per_key,
    };
    match name.parse::<Library>() {
        Ok(library) => library.filter_for(items, target).ok().map(|filter| of(filter, None)),
        Err(_) => {
            let found = name.parse::<Engine>().unwrap().filter_for(items, target).ok()?;
            Some(of(found.filter, found.bits_per_key))
        }
    }
}
