//! The options of `convert`.

use std::path::PathBuf;

use clap::Args;
use engine_assets::convert::{ConvertOptions, OutputFormat};
use engine_assets::urho_mdl::Repair;
use engine_assets::{ConvertFolder, Error, Existing, Isolate};

use super::motion::MotionOptions;
use super::options::{ChangeOptions, ContentOptions, EngineFileOptions, GltfOptions, TextureOptions};
use super::values::{AllowedValues, Target, TextStyle, repair};
use crate::engine::EngineOptions;
use crate::inputs::{Inputs, Parallel};
use crate::policy::Deny;
use crate::side::SideOptions;

/// Convert models, scenes, prefabs and maps to and from glTF, change versions of a format, and convert UDM and packages
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    /// File to write. The extension selects the format: Jack.glb, Fox.mdl. Must be a folder for several inputs; - for
    /// standard output
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,
    /// Format to write. By default this is set by OUT's extension, or else the input's format is kept
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// UDM documents: values that are allowed in text. Default: `engine` for Pragma files, `any` for .udm
    #[arg(long, value_name = "VALUES")]
    udm_values: Option<AllowedValues>,
    /// Treat warnings as errors: files with warnings will not be converted
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Allow losses: leave out content that can't be stored in the target format (skins, morphs, side files …), with a
    /// message for each
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    engine: EngineOptions,
    /// Models: apply this repair before the conversion; can be repeated, in this order. Use `--repair help` to list all
    /// repairs
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = repair)]
    repair: Vec<Repair>,
    /// Overwrite existing files
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) content: ContentOptions,
    #[command(flatten)]
    side: SideOptions,
    #[command(flatten)]
    changes: ChangeOptions,
    #[command(flatten)]
    motion: MotionOptions,
    #[command(flatten)]
    gltf: GltfOptions,
    #[command(flatten)]
    pub(super) engine_files: EngineFileOptions,
    #[command(flatten)]
    textures: TextureOptions,
    /// UDM documents: style to use for text
    #[arg(long, value_name = "STYLE")]
    style: Option<TextStyle>,
    #[command(flatten)]
    parallel: Parallel,
    #[command(flatten)]
    pub(super) runs: RunOptions,
    /// Limit the memory for the vertices, indices and keys of each file, in bytes. A file that needs more is refused
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_expanded: u64,
}

/// The options for a whole run, which do not change how a file is converted.
#[derive(Args)]
pub(super) struct RunOptions {
    /// Keep output files that exist, and do not convert their inputs
    #[arg(long, conflicts_with_all = ["force", "newer"])]
    skip_existing: bool,
    /// Convert an input only if it is newer than its output files, or if it references newer files: materials,
    /// textures, animations …
    #[arg(long, conflicts_with = "force")]
    newer: bool,
    /// Print the names of the output files, but don't write them
    #[arg(long)]
    pub(super) dry_run: bool,
    /// FBX and OBJ: read them in a separate process, so that an error in the parser, which is written in C, can't
    /// affect other files
    #[arg(long)]
    isolate: bool,
    /// Print only findings and errors, not the files written. This is used in the process started by --isolate
    #[arg(long, hide = true)]
    findings_only: bool,
    /// Keep running and convert inputs when they change; press Ctrl-C to stop
    #[arg(long, conflicts_with_all = ["dry_run", "skip_existing"])]
    pub(super) watch: bool,
}

impl Arguments {
    /// Returns `true` if this will convert files until it is interrupted.
    pub(crate) fn is_watching(&self) -> bool {
        self.runs.watch
    }

    /// Returns the format to write if it was given by `--to`, or `None` if the output name must be used.
    fn output_format(&self) -> Result<Option<OutputFormat>, Error> {
        let style = self.style.map(|style| match style {
            TextStyle::Pretty => OutputFormat::UDM_TEXT,
            TextStyle::Compact => OutputFormat::UDM_COMPACT,
            TextStyle::Reference => OutputFormat::UDM_REFERENCE,
        });
        match (style, self.to.map(|Target(output_format)| output_format)) {
            (Some(_), Some(output_format)) if output_format != OutputFormat::UDM_TEXT => {
                Err(Error::Refused(format!("--style needs --to udm-text or no --to, found --to {output_format}")))
            }
            (style, output_format) => Ok(style.or(output_format)),
        }
    }

    /// Returns the options to use for each conversion.
    fn options(&self) -> Result<ConvertOptions, Error> {
        let options = ConvertOptions::default()
            .lossy(self.lossy)
            .deny_warnings(self.deny.is_some())
            .udm_values(self.udm_values.map(AllowedValues::values))
            .engine(self.engine.engine())
            .class_table(self.engine.table()?)
            .repairs(self.repair.clone())
            .motion(self.motion.motion()?)
            .max_expanded_bytes(self.max_expanded);
        let options = self.changes.apply(self.content.apply(options)?);
        Ok(self.textures.apply(self.engine_files.apply(self.gltf.apply(options))))
    }
}

impl Arguments {
    /// Creates the conversion that the options describe. Nothing is converted yet.
    pub(super) fn to_folder(&self) -> Result<ConvertFolder<'_>, Error> {
        let (paths, output_format, engine_files) = (self.inputs.paths(), self.output_format()?, &self.engine_files);
        let folder = if self.is_to_stdout() {
            ConvertFolder::in_memory(paths.iter(), output_format)
        } else {
            ConvertFolder::by_name(paths.iter(), output_format, &self.output)
        };
        let existing = match (self.force, &self.runs) {
            (true, _) => Existing::Replace,
            (_, RunOptions { skip_existing: true, .. }) => Existing::Skip,
            (_, RunOptions { newer: true, .. }) => Existing::Newer,
            _ => Existing::Refuse,
        };
        Ok(folder
            .options(self.options()?)
            .into_original(engine_files.into.clone())
            .bind_pose_of(engine_files.bind_pose_of.clone())
            .resources(self.content.resources.roots().iter())
            .resource_dir(engine_files.resource_dir.clone())
            .root(self.content.root.clone())
            .copy_resources(engine_files.copy_resources)
            .side_files(!self.side.is_left_out())
            .existing(existing)
            .max_memory(self.parallel.memory())
            .isolate(self.isolate()?)
            .keep(|relative| self.inputs.takes(relative)))
    }

    /// Returns the command that will read FBX and OBJ in a separate process, or `None` without `--isolate`. Options
    /// that change how they are read are passed on.
    fn isolate(&self) -> Result<Option<Isolate>, Error> {
        if !self.runs.isolate {
            return Ok(None);
        }
        let mut arguments = vec!["--no-originals".to_owned(), format!("--max-expanded={}", self.max_expanded)];
        arguments.extend(self.engine_files.curve_tolerance.map(|tolerance| format!("--curve-tolerance={tolerance}")));
        arguments.extend(self.lossy.then(|| "--lossy".to_owned()));
        arguments.extend(self.deny.is_some().then(|| "--deny=warnings".to_owned()));
        // Messages of the input appear, but not that a file was written.
        arguments.push("--findings-only".to_owned());
        Ok(Some(Isolate::new(std::env::current_exe()?, arguments)))
    }

    pub(crate) fn tells_findings_only(&self) -> bool {
        self.runs.findings_only
    }

    pub(super) fn is_to_stdout(&self) -> bool {
        self.output.as_os_str() == "-"
    }
}
