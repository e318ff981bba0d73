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
    let digests: Vec<u64> = every_hashing(1, 21)
        .into_iter()
        .map(|hashing| {
            let sizes = [(1, 1), (13, 5), (97, 4), (1000, 7), (1 << 20, 20), ((3 << 60) + 1, 3), (1 << 62, 2)];
            let locators = sizes.map(|(cells, hashes)| Locator::new(cells, Hashing { hashes, ..hashing }).unwrap());
            digest(locators.iter().flat_map(|locator| items().map(|item| locator.probe(&item))))
        })
        .collect();
    assert_eq!(
        digests,
        [
            0x4b073fcb45aba17e,
            0x67d7e8a871586776,
            0xc66788534d30078b,
            0x2b290fbfa8b148ee,
            0x10ab6023676c475a,
            0x96472557f00310d0,
            0xe01bd6d3b06bb2ad,
            0xee643879a5bc85d2
        ]
    );
}

/// By every way of hashing that the layout allows.
#[test]
fn positions_of_blocked_filters() {
    let plain = |block_bits| BlockLayout::Plain { block_bits };
    let split = |word_bits| BlockLayout::Split { word_bits };
    for (layout, hashes, len, expected) in [
        (split(32), 8, 256 * 7, 0xba801035bf633261),
        (split(32), 4, 128 * 9, 0x30c82ee402a99e9d),
        (split(64), 3, 192 * 9, 0x29e30eaecb1ed537),
        (split(8), 16, 128 * 5, 0x8305e61f8a6de857),
        (split(5), 8, 40 * 30, 0x7098d5881b565254),
        (split(1), 3, 300, 0x8ef85610c8d16bcd),
        (plain(512), 8, 512 * 3, 0xc84fcea61b599d60),
        (plain(512), 30, 512 * 1000, 0x1e0c46fcdcd495a9),
        (plain(64), 5, 64 * 77, 0x126c4f4e79345c71),
        (plain(1024), 7, 1024 * 4, 0x0b69f99b636bf0d7),
        (plain(256), 9, 256 * 5, 0x3d71e7e79550eff7),
        (plain(1), 1, 500, 0xf66ceaa74589c206),
        (plain(96), 7, 960, 0x0434de4dd67db7ba),
        (plain(1), 1, 3 << 60, 0x44e00875378c7248),
        (plain(1 << 40), 9, 3 << 40, 0x6f284d6c4ec4729b),
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
