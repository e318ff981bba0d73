//! Two systems of small filters, followed trial by trial: a packet that carries one, and a text with one per document.

use std::iter::zip;

use bloomlab_formulas::{Load, approximation, exact, hops};
use bloomlab_numbers::{Double, Sampling, Shape};
use bloomlab_simulation::{IndexPoint, PathPoint, simulate_index, simulate_path};
use bloomlab_tables::{Estimate, Interval, Result, Run};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// m, k.
    filters: Vec<[u64; 2]>,
    hops: Vec<u64>,
    packets: u64,
    words: Vec<u64>,
    vocabulary: u64,
    documents: u64,
    /// Words that no document has, searched for in each text.
    queries: u64,
    /// Sets of packets, and texts, at every point.
    epochs: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// `packet` has raised a false alarm after `items` hops, `index` reads a document of `items` words for nothing.
    system: &'static str,
    bits: u64,
    hashes: u64,
    /// Hops, or words of a document.
    items: u64,
    /// The probability of the error.
    exact: f64,
    classic: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Interval,
    epochs: u64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let points: Vec<Simulated> = p.filters.iter().flat_map(|&filter| points(p, filter)).collect();
    let streams = run.streams("small-systems");
    run.flat_rows(points, |point| match &point {
        Simulated::Path(path) => {
            let alarms = streams.epochs(&point, p.epochs, |random| Ok(simulate_path(path, &random.into())?))?;
            of_packets(path, &p.hops, &alarms)
        }
        Simulated::Index(index) => {
            let read = streams.epochs(&point, p.epochs, |random| Ok(simulate_index(index, &random.into())?))?;
            Ok(vec![of_index(index, &read)?])
        }
    })
}

#[derive(Serialize)]
enum Simulated {
    Path(PathPoint),
    Index(IndexPoint),
}

/// The paths first, then the texts.
fn points(p: &Parameters, [bits, hashes]: [u64; 2]) -> Vec<Simulated> {
    let (documents, vocabulary, queries) = (p.documents, p.vocabulary, p.queries);
    let text = |&words| Simulated::Index(IndexPoint { bits, hashes, documents, words, vocabulary, queries });
    let path = Simulated::Path(PathPoint { bits, hashes, packets: p.packets });
    [path].into_iter().chain(p.words.iter().map(text)).collect()
}

/// One row for each number of hops, with the first alarms that every epoch counted hop by hop.
fn of_packets(point: &PathPoint, hops: &[u64], alarms: &[Vec<u64>]) -> Result<Vec<Row>> {
    let shape = Shape::new(point.bits, point.hashes, Sampling::WithReplacement)?;
    let row = |&items: &u64| {
        let share = |alarms: &Vec<u64>| {
            let raised: u64 = zip(0.., alarms).filter(|(hop, _)| *hop <= items).map(|(_, count)| count).sum();
            raised as f64 / point.packets as f64
        };
        let passed = (items - 1) as usize;
        let exact = hops::no_alarm(&Double, shape).nth(passed);
        let classic = hops::classic_no_alarm(&Double, shape).nth(passed);
        let probabilities = [exact, classic].map(|passed| 1.0 - passed.unwrap_or(0.0));
        row("packet", shape, items, probabilities, alarms.iter().map(share))
    };
    hops.iter().map(row).collect()
}

fn of_index(point: &IndexPoint, read: &[u64]) -> Result<Row> {
    let load = Load::new(point.bits, point.words, point.hashes)?;
    let rates = [exact::rate(&Double, load)?, approximation::classic(&Double, load)];
    let searched = (point.documents * point.queries) as f64;
    let shares = read.iter().map(|&read| read as f64 / searched);
    row("index", load.shape(), point.words, rates, shares)
}

fn row(
    system: &'static str,
    shape: Shape,
    items: u64,
    [exact, classic]: [f64; 2],
    shares: impl Iterator<Item = f64>,
) -> Result<Row> {
    let simulated = Estimate::of(&shares.collect::<Vec<_>>())?;
    let (bits, hashes, epochs) = (shape.bits(), shape.hashes(), simulated.epochs);
    Ok(Row { system, bits, hashes, items, exact, classic, simulated: simulated.into(), epochs })
}
