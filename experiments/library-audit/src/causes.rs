//! What the difference between the promise and the rate comes from: the size that a library allocates, and everything else; and
//! what its bits buy.

mod view;

use bloomlab_libraries::{Cover, Library, Structure};
use bloomlab_schemes::HashingScheme;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::measured::{self, Measured};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// n.
    items: Vec<u64>,
    /// Rates asked for.
    targets: Vec<f64>,
    /// How many times as many items the filters that grow take in the end.
    growth: u64,
    /// All filters in the table of measurements; `make audit` writes it.
    filters: u64,
}

/// Where a factor comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Cause {
    /// m and k as allocated, with independent positions: rounding, or a rule for another structure.
    Sizing,
    /// The positions come from two hashes.
    TwoHashes,
    /// All positions lie in one block.
    Blocks,
    /// Slices, short digests modulo their size, bits from few states of a generator.
    Slices,
    /// Fingerprints of whole bits, tables of whole powers of two.
    Fingerprints,
    /// Stages whose rates add up.
    Growth,
    /// What was measured beyond that: positions of a law of their own, or a bug.
    Beyond,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    library: String,
    items: u64,
    target: f64,
    cause: Cause,
    /// By how much the rate is multiplied.
    factor: f64,
    /// The measured rate in units of the promise.
    measured: Option<f64>,
    bits_per_item: f64,
    /// Bits per item over log2(1/rate)/ln 2, what an ordinary filter of real k needs for the computed rate.
    bits_over_needed: f64,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let points = iproduct!(
        Library::all().iter().filter(|library| library.takes_target()),
        p.items.iter().copied(),
        p.targets.iter().copied()
    );
    let points: Vec<_> = points.filter(|(library, items, _)| *items >= library.fewest_items).collect();
    let measured = measured::rows(p.filters)?;
    let rows = context.rows(points, |(library, items, target)| {
        let structure = library.filter(items, target)?;
        let rate = structure.rate(items)?;
        let mut factors = factors(structure, rate, items, target, p.growth)?;
        let found = measured.iter().find(|row| row.is_of(library.name, items, target));
        if let Some(row) = found {
            factors.extend(beyond(library, rate, row)?);
        }
        let bits_per_item = structure.bits_holding(items) as f64 / items as f64;
        let measured = found.map(Measured::rate).transpose()?.map(|rate| rate.value / target);
        let needed = -libm::log2(rate) / std::f64::consts::LN_2;
        let row = |(cause, factor)| Row {
            library: library.name.to_owned(),
            items,
            target,
            cause,
            factor,
            measured,
            bits_per_item,
            bits_over_needed: bits_per_item / needed,
        };
        Ok(factors.into_iter().map(row).collect::<Vec<Row>>())
    })?;
    Ok(rows.into_iter().flatten().collect())
}

/// The factors from the target to the computed rate.
fn factors(structure: Structure, rate: f64, items: u64, target: f64, growth: u64) -> Result<Vec<(Cause, f64)>> {
    let beyond = match structure {
        Structure::Positions { scheme: HashingScheme::Independent, .. } => None,
        Structure::Positions { scheme: HashingScheme::SplitBlock(_) | HashingScheme::Blocked(_), .. } => {
            Some(Cause::Blocks)
        }
        Structure::Positions { .. } => Some(Cause::TwoHashes),
        Structure::Sliced(_) | Structure::BytesAndBits { .. } => Some(Cause::Slices),
        Structure::Growing(_) | Structure::Repeated { .. } => {
            let growth = (Cause::Growth, structure.rate(growth * items)? / rate);
            let apart = match structure {
                Structure::Growing(mut stages) if stages.walks => {
                    stages.walks = false;
                    stages.rate(items)
                }
                _ => rate,
            };
            let walks = (apart != rate).then_some((Cause::TwoHashes, rate / apart));
            return Ok([(Cause::Sizing, apart / target)].into_iter().chain(walks).chain([growth]).collect());
        }
        _ => return Ok(vec![(Cause::Fingerprints, rate / target)]),
    };
    let Some(independent) = structure.independent_rate(items)? else { return Ok(Vec::new()) };
    let mut factors = vec![(Cause::Sizing, independent / target)];
    factors.extend(beyond.map(|cause| (cause, rate / independent)));
    Ok(factors)
}

/// What was measured over the nearest law, where the law is another and the interval does not contain it.
fn beyond(library: &Library, computed: f64, row: &Measured) -> Result<Option<(Cause, f64)>> {
    let rate = row.rate()?;
    let lies_beside = library.cover != Cover::Exact && !rate.contains(computed);
    Ok(lies_beside.then(|| (Cause::Beyond, rate.value / computed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_even_positions_of_bloom_are_beyond_its_nearest_law() {
        let text = include_str!("../causes.toml");
        let filters = text.lines().find_map(|line| line.strip_prefix("filters = ")).unwrap().parse().unwrap();
        let rows = measured::rows(filters).unwrap();
        let factor = |name: &str, items, target| {
            let row = rows.iter().find(|row| row.is_of(name, items, target)).unwrap();
            let library: Library = name.parse().unwrap();
            let computed = library.filter(items, target).unwrap().rate(items).unwrap();
            beyond(&library, computed, row).unwrap().map(|(_, factor)| factor)
        };
        assert!(factor("bloom", 100_000, 1e-4).is_some_and(|factor| factor > 20.0));
        // fastbloom has the rate of its nearest law; spark's law is its own
        assert_eq!((factor("fastbloom", 100_000, 0.01), factor("spark", 100_000, 0.01)), (None, None));
    }
}
