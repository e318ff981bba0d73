//! The stationary distribution of a chain, by the elimination of Grassmann, Taksar and Heyman (1985): only positive numbers are added,
//! multiplied and divided, so no digit is lost.

use bloomlab_numbers::Arithmetic;

/// The stationary distribution of the chain with these transition probabilities.
///
/// The states are eliminated from the last to the second. The diagonal is never read, and rows need not sum to 1. Domain: every state but
/// the first leads to a lower one. Work O(n³) for n states.
pub fn stationary_by_elimination<A: Arithmetic>(a: &A, mut chain: Vec<Vec<A::Number>>) -> Vec<A::Number> {
    let size = chain.len();
    for last in (1..size).rev() {
        let (kept, eliminated) = chain.split_at_mut(last);
        let eliminated = &eliminated[0][..last];
        let leave = a.sum(eliminated);
        for row in kept {
            let ratio = row[last].clone() / &leave;
            for (p, by_way) in row.iter_mut().zip(eliminated) {
                *p = p.clone() + ratio.clone() * by_way;
            }
            row[last] = ratio;
        }
    }
    let mut masses = vec![a.one()];
    for j in 1..size {
        masses.push(a.dot(&masses, chain.iter().map(|row| &row[j])));
    }
    normalised(a, masses)
}

pub(crate) fn normalised<A: Arithmetic>(a: &A, weights: Vec<A::Number>) -> Vec<A::Number> {
    let total = a.sum(&weights);
    weights.into_iter().map(|weight| weight / &total).collect()
}
