//! Positions of items, and the filters that hold them, as digests: a change of these numbers changes every table of simulations.

use std::fmt::Debug;

use bloomlab_filters::{
    BlockLayout, BlockLocator, BlockedBloomFilter, BloomFilter, CellFilter, Cells, CountingCells, DeletableFilter,
    DfpCells, DlbfCells, FingerprintCountingCells, Hashing, Locate, Locator, PartitionedFilter, Probe, QuaternaryCells,
    Source, TernaryCells,
};
use bloomlab_numbers::TernaryPacking;
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

/// The bits of a filter of `len`, as it answers for each alone.
fn bits(len: u64, contains: impl Fn(&Probe) -> bool) -> u64 {
    let bits: Vec<u8> = (0..len).map(|bit| contains(&Probe::at(&[bit], 0, len).unwrap()).into()).collect();
    xxh3_64(&bits)
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

/// Positions by every way of hashing that the layout allows, and, unless it is huge, the bits of a filter by real hashing.
#[test]
fn positions_and_bits_of_blocked_filters() {
    let plain = |block_bits| BlockLayout::Plain { block_bits };
    let split = |word_bits| BlockLayout::Split { word_bits };
    for (layout, hashes, len, expected) in [
        (split(32), 8, 256 * 7, [0xba801035bf633261, 0x8cbaedda3dbe946f]),
        (split(32), 4, 128 * 9, [0x30c82ee402a99e9d, 0x1a325880bbbb0670]),
        (split(64), 3, 192 * 9, [0x29e30eaecb1ed537, 0x875835490ba16e16]),
        (split(8), 16, 128 * 5, [0x8305e61f8a6de857, 0xd027ee687c3d18f9]),
        (split(5), 8, 40 * 30, [0x7098d5881b565254, 0x804e25c1c490f287]),
        (split(1), 3, 300, [0x8ef85610c8d16bcd, 0xd58a0f4026b2f363]),
        (plain(512), 8, 512 * 3, [0xc84fcea61b599d60, 0xb384357998b529c2]),
        (plain(512), 30, 512 * 1000, [0x1e0c46fcdcd495a9, 0x8711dd06de11c56d]),
        (plain(64), 5, 64 * 77, [0x126c4f4e79345c71, 0x286d8766f89c39ae]),
        (plain(1024), 7, 1024 * 4, [0x0b69f99b636bf0d7, 0xb61835dd403f68eb]),
        (plain(256), 9, 256 * 5, [0x3d71e7e79550eff7, 0xa3e7fe16ab180c9b]),
        (plain(1), 1, 500, [0xf66ceaa74589c206, 0x29d46b0a4474244f]),
        (plain(96), 7, 960, [0x0434de4dd67db7ba, 0x643e8ecc144d2ec6]),
        (plain(1), 1, 3 << 60, [0x44e00875378c7248, 0]),
        (plain(1 << 40), 9, 3 << 40, [0x6f284d6c4ec4729b, 0]),
        (split(1 << 33), 5, 5 << 40, [0x435a7a53507d000a, 0]),
    ] {
        let locators =
            every_hashing(hashes, 21).into_iter().flat_map(|hashing| BlockLocator::new(len, layout, hashing));
        let positions = digest(locators.flat_map(|locator| items().map(move |item| locator.probe(&item))));
        let mut held = 0;
        if len < 1 << 20 {
            let mut filter = BlockedBloomFilter::new(len, layout, Hashing::new(hashes, 21)).unwrap();
            items().for_each(|item| _ = filter.insert(&item));
            held = bits(len, |probe| filter.contains_at(probe).unwrap());
        }
        assert_eq!([positions, held], expected, "{layout:?}");
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

/// A plain filter, then every deletable one after 160 insertions and 80 removals.
#[test]
fn what_plain_and_deletable_filters_hold() {
    fn deletable<C: Cells + Debug>(cells: C) -> u64 {
        let mut filter = CellFilter::over(cells, Hashing::new(4, 21)).unwrap();
        items().for_each(|item| filter.insert(&item));
        items().step_by(2).for_each(|item| _ = filter.remove(&item));
        xxh3_64(format!("{:?}", filter.array()).as_bytes())
    }
    let mut plain = BloomFilter::new(1001, Hashing::new(4, 21)).unwrap();
    items().for_each(|item| _ = plain.insert(&item));
    let digests = [
        bits(1001, |probe| plain.contains_at(probe).unwrap()),
        deletable(DfpCells::new(1001).unwrap()),
        deletable(TernaryCells::new(1001, TernaryPacking::TwoBits).unwrap()),
        deletable(TernaryCells::new(1001, TernaryPacking::FivePerByte).unwrap()),
        deletable(QuaternaryCells::new(1001).unwrap()),
        deletable(CountingCells::new(1001).unwrap()),
        deletable(DlbfCells::new(200, 5).unwrap()),
        deletable(FingerprintCountingCells::new(1001, 3).unwrap()),
        deletable(FingerprintCountingCells::new(1001, 4).unwrap()),
    ];
    assert_eq!(
        digests.to_vec(),
        [
            0x3f5aebc76f2b1f34,
            0x4fe6b08b4b700356,
            0xbc384103c7c9e8e1,
            0x999d7a693b5c427f,
            0xfa01e0ecaa7848e8,
            0xa347aec481a9ab76,
            0xe1a93fa18bd09c86,
            0xb718e4376bb1c3f3,
            0x307cab88edac4db3
        ]
    );
}

/// Probes drawn from given words, k from 1 to 17.
#[test]
fn positions_drawn_from_words() {
    let digests = every_hashing(1, 0).into_iter().skip(4).map(|hashing| {
        let drawn = (1..18).flat_map(|hashes| {
            let locator = Locator::new(25, Hashing { hashes, ..hashing }).unwrap();
            let mut state = hashes;
            let mut word = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state
            };
            (0..80).map(move |_| locator.draw(&mut word))
        });
        digest(drawn)
    });
    assert_eq!(
        digests.collect::<Vec<_>>(),
        [0xbbc650cd1724f07a, 0xc0a45e0a166dd265, 0x9a5eed5050832c27, 0x3b32584aba9b4974]
    );
}
