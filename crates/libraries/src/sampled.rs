//! Rates by simulation, of positions that the source says and whose distribution is not summed.

/// Position i of an item in m bits, from the two hashes of the item.
pub(crate) type Walk = fn([u64; 2], u64, u64) -> u64;

/// The most positions that are set in one filter: a tenth of a second.
const MOST_SET: u64 = 1 << 23;
/// Items that are put in, over all filters, if one has fewer; the filters are at most 2^14.
const PUT_IN: u64 = 1 << 18;
const MOST_FILTERS: u64 = 1 << 14;
/// Queries, over all filters.
const QUERIES: u64 = 1 << 21;
/// The fewest positive answers: a standard error of 3 %.
const FEWEST: u32 = 1 << 10;

/// The share of queries that filters with n items report, the same at each call; its standard error is 3 % or less. `None` for too large
/// filters and too small rates.
pub(crate) fn rate(walk: Walk, bits: u64, hashes: u64, items: u64) -> Option<f64> {
    if items.saturating_mul(hashes) > MOST_SET || bits > 8 * MOST_SET {
        return None;
    }
    let filters = (PUT_IN / items.max(1)).clamp(1, MOST_FILTERS);
    let queries = QUERIES / filters;
    let (mut state, mut positives) = (0, 0_u32);
    let mut filter = vec![false; bits as usize];
    for _ in 0..filters {
        filter.fill(false);
        for _ in 0..items {
            let item = [next(&mut state), next(&mut state)];
            (0..hashes).for_each(|i| filter[walk(item, i, bits) as usize] = true);
        }
        for _ in 0..queries {
            let query = [next(&mut state), next(&mut state)];
            positives += u32::from((0..hashes).all(|i| filter[walk(query, i, bits) as usize]));
        }
    }
    (positives >= FEWEST).then(|| f64::from(positives) / (filters * queries) as f64)
}

/// `SplitMix64` (Steele, Lea, Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// h1 + i h2 modulo 2^32: git, libbloom.
pub(crate) fn of_words([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    u64::from((first as u32).wrapping_add((i as u32).wrapping_mul(second as u32))) % bits
}

/// The step is the start, turned by 17 bits.
pub(crate) fn leveldb([hash, _]: [u64; 2], i: u64, bits: u64) -> u64 {
    of_words([hash, (hash as u32).rotate_right(17).into()], i, bits)
}

/// h1 + i h2 in signed words of 32 bits, i from 1; negative sums are complemented.
pub(crate) fn hive([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    let sum = (first as i32).wrapping_add((i as i32 + 1).wrapping_mul(second as i32));
    u64::from(if sum < 0 { !sum } else { sum }.unsigned_abs()) % bits
}

/// The remainder of a signed sum of 32 bits, without its sign.
pub(crate) fn stream_lib([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    u64::from((first as i32).wrapping_add((i as i32).wrapping_mul(second as i32)).unsigned_abs()) % bits
}

/// The same in 64 bits.
pub(crate) fn cassandra([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    (first as i64).wrapping_add((i as i64).wrapping_mul(second as i64)).unsigned_abs() % bits
}

/// Half of a sum of 64 bits, i from 1.
pub(crate) fn datasketches([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    (first.wrapping_add((i + 1).wrapping_mul(second)) >> 1) % bits
}

/// h1 + i h2 modulo 2^64.
pub(crate) fn redisbloom([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    first.wrapping_add(i.wrapping_mul(second)) % bits
}

/// h1 + i h2 modulo 2^63.
pub(crate) fn guava([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    (first.wrapping_add(i.wrapping_mul(second)) & u64::MAX >> 1) % bits
}

/// h1 + (0! + 1! + … + (i − 1)!) h2.
pub(crate) fn lsm_tree([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    let (mut factor, mut factorial) = (0_u64, 1_u64);
    for j in 1..=i {
        factor = factor.wrapping_add(factorial);
        factorial = factorial.wrapping_mul(j);
    }
    first.wrapping_add(factor.wrapping_mul(second)) % bits
}

/// h1, h2, h1 + 2 h2, … modulo the largest prime below 2^64.
pub(crate) fn bloomfilter([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    const PRIME: u128 = 0xffff_ffff_ffff_ffc5;
    match i {
        0 => first % bits,
        1 => second % bits,
        _ => ((u128::from(first) + u128::from(i) * u128::from(second)) % PRIME) as u64 % bits,
    }
}

/// h1, h2, (h1 + i) h2, ….
pub(crate) fn bloom([first, second]: [u64; 2], i: u64, bits: u64) -> u64 {
    match i {
        0 => first % bits,
        1 => second % bits,
        _ => first.wrapping_add(i).wrapping_mul(second) % bits,
    }
}
