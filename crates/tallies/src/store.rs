//! The folder of tallies.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::file::{self, Header};
use crate::whole::{entries, is_unfinished, write_checked};
use crate::{DamagedFile, FileError, Part, Problem, Run, StoreError, digest, hexadecimal};

const ENDING: &str = "tally";

/// A folder of tallies, one file each, named by a key of everything that determines the tally.
///
/// A file is written beside its place and renamed into it, so that it is there whole or not at all. Processes that write
/// the same tally at the same time write the same bytes.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
    run: Run,
    part: Part,
}

/// Where a tally came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was computed.
    Computed,
    /// An earlier run had computed it.
    Stored,
    /// An earlier run had computed it, but its file was damaged; it was computed again and the file replaced.
    Recomputed {
        /// The damaged file.
        path: PathBuf,
        /// What was wrong with it.
        reason: DamagedFile,
    },
}

impl Store {
    /// The store in a folder, which is created if need be, of a run without a name, for a process that does all jobs.
    ///
    /// # Errors
    /// [`StoreError::File`] if it cannot be created.
    pub fn open(directory: impl Into<PathBuf>) -> Result<Store, StoreError> {
        let directory = directory.into();
        fs::create_dir_all(&directory).map_err(FileError::of("create the folder", &directory))?;
        Ok(Store { directory, run: Run::new(), part: Part::Whole })
    }

    /// The same for a named run: tallies of others in the folder are none of its.
    #[must_use]
    pub fn of_run(self, run: Run) -> Store {
        Store { run, ..self }
    }

    /// The same for a process that does a part of the jobs.
    #[must_use]
    pub fn doing(self, part: Part) -> Store {
        Store { part, ..self }
    }

    /// The folder.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The numbers, from 0, of the jobs whose tallies this process computes or reads: all of `jobs`, or those of its shard.
    pub fn jobs(&self, jobs: usize) -> Vec<usize> {
        (0..jobs).filter(|&job| !matches!(self.part, Part::Shard(shard) if !shard.does(job))).collect()
    }

    /// The tally of a job by its key: what is stored, otherwise what `compute` gives, which is then stored.
    ///
    /// # Errors
    /// Those of `compute`; [`StoreError::File`]; a tally that JSON does not give back; in a merge, which computes nothing,
    /// [`StoreError::CannotMerge`] or [`StoreError::NotComputed`].
    pub fn recall<T, E>(&self, key: &[u8; 32], compute: impl FnOnce() -> Result<T, E>) -> Result<(T, Origin), E>
    where
        T: Serialize + DeserializeOwned,
        E: From<StoreError>,
    {
        let (path, header) = (self.path(key), Header::new(&self.run, key));
        let origin = match read(&path)?.map(|bytes| file::tally(&header, &bytes)) {
            Some(Ok(tally)) => return Ok((tally, Origin::Stored)),
            None if self.part == Part::Merge => return Err(StoreError::NotComputed.into()),
            None => Origin::Computed,
            Some(Err(reason)) if self.part == Part::Merge => {
                return Err(StoreError::CannotMerge(vec![Problem::Damaged { path, reason }]).into());
            }
            Some(Err(reason)) => Origin::Recomputed { path: path.clone(), reason },
        };
        let tally = compute()?;
        write_checked(&path, &file::bytes(&header, &tally)?).map_err(StoreError::from)?;
        Ok((tally, origin))
    }

    /// For a merge: whether the folder holds the tallies of all jobs of the run, by their keys, and of no other; removes what
    /// killed processes left unfinished. Other processes have nothing to check.
    ///
    /// # Errors
    /// [`StoreError::CannotMerge`] names the tallies that are missing, damaged or foreign; [`StoreError::File`].
    pub fn check(&self, keys: &[[u8; 32]]) -> Result<(), StoreError> {
        if self.part != Part::Merge {
            return Ok(());
        }
        let (mut problems, mut ours) = (Vec::new(), BTreeSet::new());
        for (job, key) in keys.iter().enumerate() {
            let path = self.path(key);
            match read(&path)?.map(|bytes| Ok(file::parse(&bytes)?.0 == Header::new(&self.run, key))) {
                None => problems.push(Problem::Missing { path: path.clone(), job }),
                Some(Err(reason)) => problems.push(Problem::Damaged { path: path.clone(), reason }),
                Some(Ok(false)) => {
                    problems.push(Problem::Damaged { path: path.clone(), reason: DamagedFile::OtherJob });
                }
                Some(Ok(true)) => {}
            }
            ours.insert(path);
        }
        let mut unfinished = Vec::new();
        for path in entries(&self.directory)? {
            if is_unfinished(&path) {
                unfinished.push(path);
            } else if path.extension().is_some_and(|ending| ending == ENDING) && !ours.contains(&path) {
                problems.push(self.foreign(path)?);
            }
        }
        if !problems.is_empty() {
            return Err(StoreError::CannotMerge(problems));
        }
        unfinished.iter().try_for_each(|path| Ok(fs::remove_file(path).map_err(FileError::of("remove", path))?))
    }

    /// For a shard that has done its part of `jobs` jobs: nothing that needs the tallies of all can follow.
    ///
    /// # Errors
    /// [`StoreError::ShardDone`] in a shard.
    pub fn finish(&self, jobs: usize) -> Result<(), StoreError> {
        match self.part {
            Part::Shard(shard) => Err(StoreError::ShardDone { shard, done: self.jobs(jobs).len(), jobs }),
            Part::Whole | Part::Merge => Ok(()),
        }
    }

    /// What is wrong with a tally that no job of the run has.
    fn foreign(&self, path: PathBuf) -> Result<Problem, StoreError> {
        let bytes = read(&path)?.unwrap_or_default();
        Ok(match file::parse(&bytes) {
            Ok((header, _)) => Problem::Foreign { path, differs: header.differs(&self.run) },
            Err(reason) => Problem::Damaged { path, reason },
        })
    }

    /// Where a tally lies: runs that share a folder do not overwrite each other's.
    fn path(&self, key: &[u8; 32]) -> PathBuf {
        let run = self.run.iter().flat_map(|(name, value)| [name.as_bytes(), value.as_bytes()]);
        let name = digest(&run.chain([&key[..]]).collect::<Vec<_>>());
        self.directory.join(format!("{}.{ENDING}", hexadecimal(&name)))
    }
}

/// The bytes of a file, `None` when it does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::of("read", path)(error).into()),
    }
}
