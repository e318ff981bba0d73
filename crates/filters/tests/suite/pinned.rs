//! Positions of items as digests: a change of these numbers changes every table of simulations, and every stored filter.

use bloomlab_filters::{BlockLayout, BlockLocator, Hashing, Locate, Locator, PartitionedFilter, Probe, Source};
use xxhash_rust::xxh3::xxh3_64;

use crate::every_hashing;

/// Numbers of eight bytes, and texts of 0 to 39.
fn items() -> impl Iterator<Item = Vec<u8>> {
    (0u64..80).flat_map(|number| [number.to_le_bytes().to_vec(), vec![number as u8; number as usize / 2]])
}

fn digest(probes: impl Iterator<Item = Probe>) -> u64 {
    let words = probes.flat_map(|probe| {
        let cells = probe.cells().to_vec();
        [cells.len() as u64, probe.fingerprint()].into_iter().chain(cells)
    });
    xxh3_64(&words.flat_map(u64::to_le_bytes).collect::<Vec<u8>>())
}

/// In the order of [`every_hashing`]: k from 1 to 20, among few cells, many, and 2^62.
#[test]
fn positions_of_plain_filters() {
    let digests = every_hashing(1, 21).map(|hashing| {
        let sizes = [(1, 1), (13, 5), (97, 4), (1000, 7), (1 << 20, 20), ((3 << 60) + 1, 3), (1 << 62, 2)];
        let locators = sizes.map(|(cells, hashes)| Locator::new(cells, Hashing { hashes, ..hashing }).unwrap());
        digest(locators.iter().flat_map(|locator| items().map(|item| locator.probe(&item))))
    });
    assert_eq!(digests, [0x4b073fcb45aba17e, 0x67d7e8a871586776, 0x10ab6023676c475a, 0x96472557f00310d0]);
}

/// By every way of hashing that the layout allows.
#[test]
fn positions_of_blocked_filters() {
    let plain = |block_bits| BlockLayout::Plain { block_bits };
    let split = |word_bits| BlockLayout::Split { word_bits };
    for (layout, hashes, len, expected) in [
        (split(32), 8, 256 * 7, 0xba801035bf633261),
        (split(5), 8, 40 * 30, 0x7098d5881b565254),
        (split(1), 3, 300, 0x8ef85610c8d16bcd),
        (plain(512), 8, 512 * 3, 0xb07e9ce5c3493237),
        (plain(512), 30, 512 * 1000, 0x016a4f1447b9a992),
        (plain(96), 7, 960, 0xa04d0dfe0459bb08),
        (plain(1), 1, 3 << 60, 0x44368a1f3f9537be),
        (plain(1 << 40), 9, 3 << 40, 0xc40f6b689fd59a2d),
        (split(1 << 33), 5, 5 << 40, 0x435a7a53507d000a),
    ] {
        let locators =
            every_hashing(hashes, 21).into_iter().flat_map(|hashing| BlockLocator::new(len, layout, hashing));
        let positions = digest(locators.flat_map(|locator| items().map(move |item| locator.probe(&item))));
        assert_eq!(positions, expected, "{layout:?}");
    }
}

/// The answers of a sliced filter to 10,000 items, by real hashing and at ideal positions.
#[test]
fn answers_of_sliced_filters() {
    let digests = [Source::Hash, Source::Ideal].map(|source| {
        let mut filter = PartitionedFilter::new(&[101, 128, 90, 64], source, 21).unwrap();
        items().for_each(|item| _ = filter.insert(&item));
        let answers: Vec<u8> = (1000u64..11_000).map(|item| filter.contains(&item.to_le_bytes()).into()).collect();
        xxh3_64(&answers)
    });
    assert_eq!(digests.to_vec(), [0x5eb0f3c66c28d27d, 0x5d3ba3354cfc6b57]);
}
