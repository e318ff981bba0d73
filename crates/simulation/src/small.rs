//! Two systems of small filters: the filter that a packet carries, and the index of a text by one filter per document.

use std::collections::BTreeSet;

use bloomlab_filters::{BloomFilter, Hashing, Probe};
use bloomlab_numbers::Refused;
use serde::{Deserialize, Serialize};

use crate::arrivals::{ArrivalModel, Arrivals, Message, Popularity};
use crate::{SimulationError, StreamKey};

/// Packets that carry filters: one point of an experiment. Plain parameters, validated when a trial starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PathPoint {
    /// Bits of a packet's filter, m.
    pub bits: u64,
    /// Hash functions, k.
    pub hashes: u64,
    /// Packets that are followed until their first false alarm.
    pub packets: u64,
}

/// A text and its index: one point of an experiment. Plain parameters, validated when a trial starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IndexPoint {
    /// Bits of a document's filter, m.
    pub bits: u64,
    /// Hash functions, k.
    pub hashes: u64,
    /// Documents of the text.
    pub documents: u64,
    /// Different words in every document, n.
    pub words: u64,
    /// Different words that the documents are made of, the i-th of them with probability in proportion to 1/i.
    pub vocabulary: u64,
    /// Words of no document that are searched for.
    pub queries: u64,
}

/// Follows packets over distinct interfaces at ideal positions, independent and with replacement. At every hop the filter is asked
/// for the interface and takes it in: an alarm is an insertion that sets no bit.
///
/// Entry h counts the packets whose first alarm was at hop h, with h = 0 … m + 1.
pub fn simulate_path(point: &PathPoint, key: &StreamKey) -> Result<Vec<u64>, SimulationError> {
    let mut random = key.words();
    let mut filter = BloomFilter::new(point.bits, Hashing::ideal(point.hashes, 0))?;
    let locator = *filter.locator();
    let (mut alarms, mut interface) = (Vec::new(), Probe::default());
    for _ in 0..point.packets {
        filter.clear();
        let mut hop = 0;
        let mut is_new = true;
        while is_new {
            locator.draw_into(&mut interface, || random.next_word());
            is_new = filter.insert_at(&interface)?;
            hop += 1;
        }
        alarms.resize(alarms.len().max(hop + 1), 0);
        alarms[hop] += 1;
    }
    Ok(alarms)
}

/// Indexes a text, searches for words that it does not have, and counts the documents that are read for nothing, in all searches
/// together. The words have ideal positions, independent and with replacement.
pub fn simulate_index(point: &IndexPoint, key: &StreamKey) -> Result<u64, SimulationError> {
    if point.vocabulary / 2 < point.words {
        return Err(Refused::new("items", point.words, "words of a document ≤ vocabulary / 2").into());
    }
    let mut random = key.words();
    let empty = BloomFilter::new(point.bits, Hashing::ideal(point.hashes, 0))?;
    let locator = *empty.locator();
    let vocabulary: Vec<Probe> = (0..point.vocabulary).map(|_| locator.draw(|| random.next_word())).collect();
    let popularity = Popularity::Zipf { exponent: 1.0 };
    let text = Arrivals::new(&ArrivalModel { catalogue: point.vocabulary, popularity, leak: 0.0 })?;
    let mut index = Vec::new();
    for _ in 0..point.documents {
        let mut document = BTreeSet::new();
        while (document.len() as u64) < point.words {
            if let Message::Catalogue(word) = text.next(&mut random) {
                document.insert(word);
            }
        }
        let mut filter = empty.clone();
        for word in document {
            filter.insert_at(&vocabulary[word as usize])?;
        }
        index.push(filter);
    }
    let (mut read, mut query) = (0, Probe::default());
    for _ in 0..point.queries {
        locator.draw_into(&mut query, || random.next_word());
        for filter in &index {
            read += u64::from(filter.contains_at(&query)?);
        }
    }
    Ok(read)
}
