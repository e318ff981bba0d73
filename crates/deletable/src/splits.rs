//! The ways an item can hit cells of several classes.

/// Calls `visit(hits, ways)` for every way of hitting `hits[i] ≤ counts[i]` cells of each class i, at most `most` in
/// all (nothing hit included); `ways` = Π C(counts_i, hits_i) is the number of sets of cells that are hit so.
///
/// The counts add up to at most k ≤ 32 here; `ways` fits up to 64: C(64, 32) < 2^64.
pub(crate) fn each_split(counts: &[usize], most: usize, visit: &mut impl FnMut(&[usize], u64)) {
    descend(counts, most, &mut Vec::with_capacity(counts.len()), 1, visit);
}

fn descend(counts: &[usize], most: usize, hits: &mut Vec<usize>, ways: u64, visit: &mut impl FnMut(&[usize], u64)) {
    let Some(&count) = counts.get(hits.len()) else {
        visit(hits, ways);
        return;
    };
    let mut choices: u64 = 1;
    for hit in 0..=count.min(most) {
        hits.push(hit);
        descend(counts, most - hit, hits, ways * choices, visit);
        hits.pop();
        // widened: the product before the division may not fit
        choices = (u128::from(choices) * (count - hit) as u128 / (hit as u128 + 1)) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_add_up_to_all_sets() {
        let mut by_size = [0; 8];
        each_split(&[3, 0, 4], 7, &mut |hits, ways| by_size[hits.iter().sum::<usize>()] += ways);
        assert_eq!(by_size, [1, 7, 21, 35, 35, 21, 7, 1]);
        let mut largest = 0;
        each_split(&[64], 64, &mut |_, ways| largest = largest.max(ways));
        assert_eq!(largest, 1_832_624_140_942_590_534); // C(64, 32)
    }
}
