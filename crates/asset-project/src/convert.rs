//! Converting: between versions of a format, between formats, to glTF and back.
//!
//! [`convert`] makes files in memory and writes nothing; [`Converted::write_below`] writes them, all or none. With [`ConvertOptions::sink`] each file is
//! given away as it is made, and large ones never are in memory as a whole.

mod beside;
mod carry;
mod document;
mod encoding;
mod engine;
mod from_scene;
pub(crate) mod gltf_scene;
pub(crate) mod held;
mod names;
mod options;
mod original;
mod output_format;
mod picture;
mod repaired;
pub(crate) mod shown;
pub(crate) mod side;
mod sink;
mod to_gltf;
pub(crate) mod version;
mod words;
mod write;

use binio::{Finding, Findings, Severity};

pub use asset_scene::UpAxis;
pub use asset_unpack::SafeName;
pub use beside::{OutputPath, animations_beside};
pub use encoding::Encoding;
pub use gltf_scene::gltf_scene;
pub use names::resource_root;
pub use options::ConvertOptions;
pub use original::Original;
pub use output_format::OutputFormat;
pub use scene_urho::adapter::matches_model_name;
pub use sink::{Sink, Writing};
pub use urho_scene::Engine;
pub use version::convert_package;
pub use words::folded;
pub use write::Overwrite;

use crate::{Asset, Error, Format};

/// A document to convert, with a name for its outputs: the file name without folder and extension.
#[derive(Clone, Copy, Debug)]
pub struct Input<'i, 'a> {
    /// Name, `Jack` of `Models/Jack.mdl`: animations are called so in a scene, materials get names from it.
    pub name: &'i str,
    /// Document to convert.
    pub asset: &'i Asset<'a>,
    /// Skips an animation that moves no part of the model, without a finding. For animations that were found next to a
    /// model and not requested.
    pub if_it_fits: bool,
    /// Name of the document's file as a resource, `Models/Jack.mdl`: its materials are found by it. By default the name below `Models`.
    pub resource: Option<&'i str>,
    /// Side file of a model or an animation of Urho3D. It is copied too: next to a file of the same engine, or into the
    /// `extras` of glTF. A conversion to any other format loses it.
    pub side: Option<&'i crate::SideFile>,
}

impl<'i, 'a> Input<'i, 'a> {
    /// A document of this name.
    pub const fn new(name: &'i str, asset: &'i Asset<'a>) -> Self {
        Self { name, asset, if_it_fits: false, resource: None, side: None }
    }

    /// Creates an input for an animation with this name that was found next to a model; see
    /// [`if_it_fits`](Self::if_it_fits).
    pub const fn beside(name: &'i str, asset: &'i Asset<'a>) -> Self {
        Self { if_it_fits: true, ..Self::new(name, asset) }
    }

    /// Sets [`resource`](Self::resource).
    #[must_use]
    pub fn resource(mut self, resource: impl Into<Option<&'i str>>) -> Self {
        self.resource = resource.into();
        self
    }

    /// Sets the [`side`](Self::side) file.
    #[must_use]
    pub fn side(mut self, side: impl Into<Option<&'i crate::SideFile>>) -> Self {
        self.side = side.into();
        self
    }
}

/// Result of a conversion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Converted {
    /// The files, unless a [sink](ConvertOptions::sink) received them. The requested file is last, so that it exists
    /// only if all others do; see [`requested`](Self::requested).
    pub files: Vec<OutputFile>,
    /// Changes, losses and other notable facts.
    pub findings: Findings,
    /// Whether the source file of the scene was restored, bit for bit as far as the scene is unchanged. Otherwise the
    /// file was created anew.
    pub restored: bool,
    /// Frame rate at which all animation keys of a glTF are on whole frames. `None` if Blender's default of 24 frames
    /// per second fits, or if no usual rate does.
    pub frame_rate: Option<u16>,
}

impl Converted {
    /// Returns the file that was asked for; `None` if the conversion made several of equal rank, as animations without a model.
    pub fn requested(&self, name: &str) -> Option<&OutputFile> {
        self.files.iter().rfind(|file| file.name == name)
    }
}

/// A file that a conversion gives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputFile {
    /// Name, relative to the folder that the output is written to.
    pub name: SafeName,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

impl OutputFile {
    /// Creates a file with this name, relative to the output folder.
    pub fn new(name: SafeName, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name, bytes: bytes.into() }
    }
}

impl Asset<'_> {
    /// Converts the document to the file `output`, whose extension sets the format, and to further files next to it.
    /// Nothing is written to disk. [`convert`] also accepts animations of a model, and formats that no extension
    /// selects.
    ///
    /// ```
    /// # fn made(glb: &[u8]) -> Result<Vec<u8>, asset_project::Error> {
    /// let asset = asset_project::Asset::parse(glb, None)?;
    /// let made = asset.convert_to("Fox.mdl", &Default::default())?;
    /// # Ok(made.requested("Fox.mdl").expect("the file that was asked for").bytes.clone())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`OutputFormat::for_path`] and [`convert`].
    pub fn convert_to(&self, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
        let name = output.rsplit(['/', '\\']).next().unwrap_or(output);
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        convert(&[Input::new(name, self)], OutputFormat::for_path(output)?, output, options)
    }
}

/// Converts documents to `output_format`. `output` is the name of the file to make; further files are called after it.
///
/// Models of Urho3D come with material files, a list of them and textures, as the engine looks for them: `Models/Fox.mdl` with
/// `Models/Fox.txt`, `Materials/…` and `Textures/…`. Without a folder `Models` the last two are where `output` begins. Models of Pragma come with
/// materials and textures in `materials/models/…`, which the model names.
///
/// Converts one document, or a model with any number of animations of Urho3D, which then become one glTF. A glTF that
/// was created from a file of the requested format is restored to that file; any other input becomes a new file.
/// [`Converted::restored`] distinguishes the two cases.
///
/// **Losses.** Content that the output format can't store (skins, texture coordinates, morph targets, animations, side
/// files …) is a loss in every conversion: [`Error::Losses`] lists all losses, unless [`ConvertOptions::lossy`] allows
/// them. Content that a rule changes, so that the output format can store it (normals of unit length, unique names, the
/// four heaviest of more influences …), is a finding in [`Converted::findings`].
///
/// ```
/// # fn convert(glb: &[u8]) -> Result<Vec<u8>, asset_project::Error> {
/// use asset_project::convert::{ConvertOptions, OutputFormat, Input, convert};
/// let asset = asset_project::Asset::parse(glb, None)?;
/// let output_format = OutputFormat::for_path("Fox.mdl")?;
/// let mut made = convert(&[Input::new("Fox", &asset)], output_format, "Fox.mdl", &ConvertOptions::default())?;
/// for finding in &made.findings {
///     eprintln!("{finding}");
/// }
/// let model = made.files.pop().expect("the file that was asked for");
/// assert_eq!(model.name, "Fox.mdl");
/// # Ok(model.bytes)
/// # }
/// ```
///
/// # Errors
/// - [`Error::CannotBecome`]: the format can't be converted to the requested one; the message lists the possible
///   formats.
/// - [`Error::Refused`]: an option that has no effect on this conversion, several models for one file, nothing to convert.
/// - [`Error::Losses`]: the output format can't store something, and [`ConvertOptions::lossy`] isn't set.
/// - [`Error::Denied`]: the conversion has warnings, and [`ConvertOptions::deny_warnings`] is set.
/// - [`Error::Misread`]: the engine would misread values of a text; see [`ConvertOptions::encoding`].
/// - [`Error::Convert`]: the model or scene is invalid.
/// - [`Error::Io`]: an image is unreadable, or the [sink](ConvertOptions::sink) failed.
pub fn convert(
    inputs: &[Input<'_, '_>],
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    options.refuse_other_engine(output_format)?;
    let mut detected = Findings::new();
    let reread = |input: &Input<'_, '_>| {
        let engine = options.engine.or_else(|| engine::of_input(input, options, &mut detected));
        input.asset.read_for_engine(engine, &options.class_table)
    };
    let read = inputs.iter().map(reread).collect::<Result<Vec<_>, Error>>()?;
    let inputs: Vec<Input<'_, '_>> = inputs
        .iter()
        .zip(&read)
        .map(|(input, read)| Input { asset: read.as_ref().unwrap_or(input.asset), ..*input })
        .collect();
    let mut made = convert_lossy(&inputs, output_format, output, options)?;
    if let Some(first) = inputs.first() {
        encoding::check(&mut made, output_format, first.asset.format(), options)?;
    }
    detected.extend(std::mem::take(&mut made.findings));
    made.findings = consent(detected, options)?;
    options.send_files(&mut made)?;
    Ok(made)
}

/// Returns the findings of a conversion, or an error if they contain losses or warnings that the options don't allow.
fn consent(findings: Findings, options: &ConvertOptions) -> Result<Findings, Error> {
    let losses = if options.lossy { Findings::new() } else { findings.losses() };
    if !losses.is_empty() {
        return Err(Error::Losses(losses));
    }
    let is_denied =
        |finding: &&Finding| options.deny_warnings && finding.severity >= Severity::Warning && !finding.is_loss;
    let denied: Findings = findings.iter().filter(is_denied).cloned().collect();
    if denied.is_empty() { Ok(findings) } else { Err(Error::Denied(denied)) }
}

/// Converts as [`convert`], without checking whether losses are allowed: the converters mark losses in their findings.
fn convert_lossy(
    inputs: &[Input<'_, '_>],
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let Some(first) = inputs.first() else { return Err(Error::Refused("expected a document, found none".into())) };
    if output_format.is_gltf() {
        return to_gltf::to_gltf(inputs, output_format, output, options);
    }
    if let [_, second, ..] = inputs {
        let message = format!("expected one document for {output_format}, found a second one, {}", second.name);
        return Err(Error::Refused(message));
    }
    let format = first.asset.format();
    if !output_format.is_for(format) {
        return Err(cannot_become(format, output_format));
    }
    if output_format.is_by_scene(format) {
        options.refuse_all_but_scenes(output_format)?;
        return from_scene::from_scene(first, output_format, output, options);
    }
    options.refuse_scenes(output_format, format)?;
    let (bytes, findings) = version::convert(first.asset, output_format, options)?;
    let mut made = Converted { findings, ..Converted::default() };
    made.files.extend(side::output(first, output_format, output, options, &mut made.findings)?);
    made.files.push(OutputFile { name: sink::safe(output, output)?, bytes });
    Ok(made)
}

/// Leaves one level of detail, if that is asked for.
fn keep_lod(scene: &mut asset_scene::Scene<'_>, options: &ConvertOptions) -> Result<(), Error> {
    let Some(level) = options.lod else { return Ok(()) };
    let levels = scene.nodes.iter().map(|node| node.lods.len()).max().unwrap_or(0).saturating_add(1);
    version::check_lod(level, levels)?;
    scene.keep_lod(level);
    Ok(())
}

/// The error that there is no way from a format to an output format.
fn cannot_become(format: Format, output_format: OutputFormat) -> Error {
    let output_formats: Vec<String> = OutputFormat::all()
        .filter(|output_format| output_format.is_for(format))
        .map(|output_format| output_format.name().to_owned())
        .collect();
    Error::CannotBecome { format, output_format: output_format.to_string(), output_formats }
}
