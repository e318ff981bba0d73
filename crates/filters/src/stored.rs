//! A stored filter as bytes: whole and unharmed, or refused.

use xxhash_rust::xxh3::xxh3_128;

use crate::StoredDamage;

/// What every stored filter begins with; the last character is the version of the container.
const MAGIC: &[u8; 8] = b"bloomla1";
/// Magic, length and checksum.
const HEADER: usize = 8 + 8 + 16;

/// The bytes of a stored filter: magic (8 bytes), length of the contents (8), their checksum (16), the contents. Integers are
/// little-endian; the checksum is XXH3 of 128 bits over kind, length and contents.
///
/// Contents are what a serde format made of a filter, and `kind` says which filter and which format: filters of two
/// kinds may have the same contents. A checksum finds accidents, not forgers: any damage of random bits passes with a probability of 2⁻¹²⁸.
///
/// ```
/// use bloomlab_filters::{BloomFilter, Hashing, pack, unpack};
///
/// let filter = BloomFilter::new(1000, Hashing::new(7, 42))?;
/// let stored = pack("bloom, JSON", &serde_json::to_vec(&filter)?);
/// let read: BloomFilter = serde_json::from_slice(unpack("bloom, JSON", &stored)?)?;
/// assert_eq!(read, filter);
/// assert!(unpack("bloom, JSON", &stored[..stored.len() - 1]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack(kind: &str, contents: &[u8]) -> Vec<u8> {
    let length = (contents.len() as u64).to_le_bytes();
    [MAGIC, &length[..], &checksum(kind, contents), contents].concat()
}

/// The contents of a stored filter of a kind.
///
/// # Errors
/// [`StoredDamage`]: bytes that [`pack`] did not make, that are of another kind, or that have changed since.
pub fn unpack<'a>(kind: &str, bytes: &'a [u8]) -> Result<&'a [u8], StoredDamage> {
    let (header, contents) = bytes.split_at_checked(HEADER).ok_or(StoredDamage::Truncated)?;
    let (magic, rest) = header.split_at(MAGIC.len());
    let (length, stated) = rest.split_at(8);
    if magic != MAGIC {
        return Err(StoredDamage::NoFilter);
    }
    if length != (contents.len() as u64).to_le_bytes() {
        return Err(StoredDamage::Length);
    }
    if stated != checksum(kind, contents) {
        return Err(StoredDamage::Checksum);
    }
    Ok(contents)
}

fn checksum(kind: &str, contents: &[u8]) -> [u8; 16] {
    let length = |part: &[u8]| (part.len() as u64).to_le_bytes();
    let (kind_length, contents_length) = (length(kind.as_bytes()), length(contents));
    xxh3_128(&[&kind_length, kind.as_bytes(), &contents_length, contents].concat()).to_le_bytes()
}
