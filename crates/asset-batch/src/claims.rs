//! Makes sure that no file in a run overwrites another, in whatever order the jobs finish.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::named_errors::named;
use crate::plan::{Job, folded, inputs_of};
use crate::stage::File;

/// The output files of all jobs.
pub(crate) struct Claims {
    /// The owners of all paths, which are in lower case.
    owners: HashMap<String, Owner>,
    /// The input files, with the index of their job.
    inputs: HashMap<PathBuf, usize>,
}

/// The job that owns a path.
struct Owner {
    job: usize,
    /// Hash of the content, if it is known. Two jobs can share a file if both create the same content.
    hash: Option<[u8; 32]>,
}

impl Claims {
    /// Creates the claims. Each job owns the output that was requested, even if another job creates an additional file
    /// there.
    pub(crate) fn new(jobs: &[Job]) -> Self {
        let requested = jobs.iter().enumerate();
        let owners = requested.map(|(job, asked)| (folded(&asked.place.output), Owner { job, hash: None })).collect();
        Self { owners, inputs: inputs_of(jobs) }
    }

    /// Claims the names of the files that a job has created. For each file, this returns whether to keep it; if not,
    /// another job already has an equal file. You must call this in the order of the jobs.
    pub(crate) fn take(&mut self, job: usize, folder: &Path, files: &[File]) -> io::Result<Vec<bool>> {
        let mut is_owner = Vec::with_capacity(files.len());
        for file in files {
            let path = file.name.below(folder);
            let hash = Some(file.hash);
            match self.owners.get(&folded(&path)) {
                Some(owner) if owner.job == job => is_owner.push(true),
                // A model and an animation of one name share their side file.
                Some(owner) if owner.hash == hash => is_owner.push(false),
                Some(_) => return Err(taken(&path, "two files of this run would have this name")),
                None if self.is_input_of_another(job, &path) => {
                    return Err(taken(&path, "a file that is converted too would be replaced; take another folder"));
                }
                None => {
                    self.owners.insert(folded(&path), Owner { job, hash });
                    is_owner.push(true);
                }
            }
        }
        Ok(is_owner)
    }

    fn is_input_of_another(&self, job: usize, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|path| self.inputs.get(&path).is_some_and(|other| *other != job))
    }
}

fn taken(path: &Path, why: &str) -> io::Error {
    named(path, &io::Error::new(io::ErrorKind::InvalidInput, why))
}
