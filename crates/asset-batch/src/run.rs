//! Runs conversions: first the plan, then the work.

use std::io;
use std::sync::Arc;

use asset_formats::Error;
use asset_project::{
    Resources,
    sources::{ResourceLookup, Source, map},
};
use asset_unpack::FileVersion;

use crate::beside::open_original;
use crate::builder::ConvertFolder;
use crate::plan::{Job, Plan};
use crate::report::Report;
use crate::work::Work;
use asset_convert::ConvertOptions;

impl ConvertFolder<'_> {
    /// Converts all files. Note that problems with single files are not errors here: look at [`Report::failures`].
    ///
    /// # Errors
    /// If this returns an error, nothing was written.
    /// - [`Error::NoEffect`]: an option has no effect on any of the files. If it has an effect on some of them, the
    ///   others are converted without it.
    /// - [`Error::Refused`]: two outputs have the same name, an output would overwrite an input, the output folder is
    ///   an input folder or contains one, names and options contradict each other, or the original can't be read.
    /// - [`Error::Io`]: outputs exist and [`Existing::Refuse`](crate::Existing::Refuse) is set
    ///   ([`AlreadyExists`](io::ErrorKind::AlreadyExists)), or a resource folder doesn't exist.
    pub fn run(&self) -> Result<Report, Error> {
        self.start(false)
    }

    /// Only plans the run. The report then [lists](Report::files) the files that [`run`](Self::run) would create, but
    /// not those that would be created with them, such as materials.
    ///
    /// # Errors
    /// See [`run`](Self::run).
    pub fn dry_run(&self) -> Result<Report, Error> {
        self.start(true)
    }

    fn start(&self, is_dry: bool) -> Result<Report, Error> {
        let mut plan = Plan::of(self)?;
        let mut options = self.options.clone();
        // Before it is read: a change in between is noticed. An original in a package has no file of its own, and can't be replaced.
        let original = self.into_original.as_ref().and_then(|path| FileVersion::of(path).ok());
        if let Some(path) = &self.into_original {
            options = options.into_original(open_original(path, self.side_files)?);
        }
        if let Some(path) = &self.bind_pose_of {
            options = options.bind_pose_of(open_original(path, self.side_files)?);
        }
        check_options(self, &plan, &options)?;
        let lookup = ResourceLookup::new(&self.resources).map_err(|error| io::Error::other(error.to_string()))?;
        let work = Work::new(self, options, original, &lookup, &mut plan);
        let mut report = if is_dry { work.preview(&plan) } else { work.run(&plan) };
        report.searched = lookup.searched_in_vain();
        report.config_faults = lookup.faults();
        Ok(report)
    }
}

/// Returns an error if an option has no effect on any of the conversions, before anything is written.
fn check_options(run: &ConvertFolder<'_>, plan: &Plan, options: &ConvertOptions) -> Result<(), Error> {
    let mut options = options.clone();
    if run.copy_resources {
        options = options.copy_from(Some(Arc::new(Resources::new())));
    }
    // Standard input can't be read twice, so its format is unknown here.
    if plan.jobs.iter().any(|job| job.inputs.iter().any(Source::is_stdin)) {
        return Ok(());
    }
    // Files with an unknown format have an error of their own.
    let conversion = |job: &Job| job.conversion(&options);
    options.refuse_without_any_effect(|| map(plan.jobs.iter().collect(), conversion).into_iter().flatten().collect())
}
