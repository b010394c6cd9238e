//! Runs: the plan, then the work.

use std::io;

use asset_unpack::FileVersion;

use super::builder::ConvertFolder;
use super::lookup::ResourceLookup;
use super::plan::Plan;
use super::report::Report;
use super::work::Work;
use crate::Error;
use crate::convert::Original;

impl ConvertFolder<'_> {
    /// Plans and converts.
    ///
    /// # Errors
    /// Nothing is written then:
    /// - [`Error::Refused`]: outputs of equal names, an output that would replace an input, an output folder that is an input folder or contains one,
    ///   contradictory names and options, an unreadable original.
    /// - [`Error::Io`]: outputs exist and [`Existing::Refuse`](super::Existing::Refuse) is set ([`AlreadyExists`](io::ErrorKind::AlreadyExists)); a missing folder of
    ///   resources.
    ///
    /// Problems of single files are [`Report::failures`].
    pub fn run(&self) -> Result<Report, Error> {
        self.start(false)
    }

    /// Plans only: the report [lists](Report::files) the files that [`run`](Self::run) would create, without the files that are included with them.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn dry_run(&self) -> Result<Report, Error> {
        self.start(true)
    }

    fn start(&self, is_dry: bool) -> Result<Report, Error> {
        let mut plan = Plan::of(self)?;
        let mut options = self.options.clone();
        // Before it is read: a change in between is noticed. An original in a package has no file of its own, and can't be replaced.
        let original = self.into_original.as_ref().and_then(|path| FileVersion::of(path).ok());
        if let Some(path) = &self.into_original {
            options = options.into_original(Original::open(path, self.side_files)?);
        }
        if let Some(path) = &self.bind_pose_of {
            options = options.bind_pose_of(Original::open(path, self.side_files)?);
        }
        let lookup = ResourceLookup::new(&self.resources).map_err(|error| io::Error::other(error.to_string()))?;
        let work = Work::new(self, options, original, &lookup, &mut plan);
        let mut report = if is_dry { work.preview(&plan) } else { work.run(&plan) };
        report.searched = lookup.searched_in_vain();
        report.config_faults = lookup.faults();
        Ok(report)
    }
}
