//! An index of documents by one small Bloom filter for each.

use crate::{BloomFilter, FilterError, Hashing, Locator, Probe};

/// An index of a text by one small Bloom filter per document (Mullin, 1987), which holds the words of the document. A search reads
/// the documents whose filter contains the word: all that have it, and some that do not.
///
/// ```
/// use bloomlab_filters::{DocumentIndex, Hashing};
///
/// let mut index = DocumentIndex::new(64, Hashing::new(5, 42))?;
/// for document in ["to be or not to be", "the rest is silence"] {
///     index.push(document.split(' '));
/// }
/// assert!(index.candidates("silence").any(|document| document == 1));
/// # Ok::<(), bloomlab_filters::FilterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentIndex {
    empty: BloomFilter,
    filters: Vec<BloomFilter>,
}

impl DocumentIndex {
    /// An index of no documents, with m = `bits` bits for each.
    pub fn new(bits: u64, hashing: Hashing) -> Result<Self, FilterError> {
        Ok(Self { empty: BloomFilter::new(bits, hashing)?, filters: Vec::new() })
    }

    /// Adds the next document, of these words.
    pub fn push<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        let mut filter = self.empty.clone();
        for word in words {
            filter.insert(word.as_bytes());
        }
        self.filters.push(filter);
    }

    /// [`DocumentIndex::push`] at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if a probe was made for another number of bits.
    pub fn push_at<'a>(&mut self, words: impl IntoIterator<Item = &'a Probe>) -> Result<(), FilterError> {
        let mut filter = self.empty.clone();
        words.into_iter().try_for_each(|word| filter.insert_at(word).map(drop))?;
        self.filters.push(filter);
        Ok(())
    }

    /// The documents to read for a word, numbered from 0 in the order in which they were added.
    pub fn candidates(&self, word: &str) -> impl Iterator<Item = usize> {
        let probe = self.locator().probe(word.as_bytes());
        (0..)
            .zip(&self.filters)
            .filter(move |(_, filter)| filter.clear_among(&probe) == 0)
            .map(|(document, _)| document)
    }

    /// The number of documents to be read for a word at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    pub fn count_at(&self, word: &Probe) -> Result<u64, FilterError> {
        word.check(self.empty.len())?;
        Ok(self.filters.iter().filter(|filter| filter.clear_among(word) == 0).count() as u64)
    }

    /// The way words are located.
    pub fn locator(&self) -> &Locator {
        self.empty.locator()
    }
}
