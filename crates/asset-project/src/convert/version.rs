//! Between versions and forms of one format: no scene is needed.

use binio::Findings;

use super::lod::check_lod;
use super::{ConvertOptions, OutputFormat};
use crate::{Asset, Error};

/// Writes a document in the format `output_format`, and returns the losses.
pub(super) fn convert(
    asset: &Asset<'_>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<(Vec<u8>, Findings), Error> {
    match asset {
        Asset::UrhoMdl(model) => mdl(model, output_format, options),
        Asset::UrhoAni(animation) => {
            let output_format = match (output_format, options.engine) {
                (OutputFormat::Ani | OutputFormat::Same, Some(urho_scene::Engine::Rbfx)) => OutputFormat::Uan2,
                (OutputFormat::Ani | OutputFormat::Same, Some(_)) => OutputFormat::Uani,
                (output_format, _) => output_format,
            };
            ani(animation, output_format)
        }
        Asset::UrhoScene(document) => scene(document, output_format, options),
        Asset::UrhoMaterial(material) => super::material::convert(material, output_format, options),
        Asset::Image(image) if output_format == OutputFormat::Png => super::picture::png(image, options),
        Asset::Image(image) if output_format == OutputFormat::Dds => super::picture::dds(image, options),
        Asset::ZedModel(model) => zed(model, output_format),
        Asset::UrhoPak(package) => pak(package, output_format),
        // The same scene: its losses were reported when the file was read.
        Asset::Gltf(gltf) => Ok((asset.to_bytes()?, gltf.findings.clone())),
        other => match super::document::convert(other, output_format) {
            Some(converted) => converted,
            None => Ok((other.to_bytes()?, Findings::new())),
        },
    }
}

/// The version of models that an output format is; `None` for the model's own.
pub(crate) fn mdl_version(output_format: OutputFormat) -> Option<urho_mdl::Version> {
    use urho_mdl::Version;
    match output_format {
        OutputFormat::Umdl => Some(Version::Umdl),
        OutputFormat::Umd2 => Some(Version::Umd2),
        // The only number that rbfx writes.
        OutputFormat::Umd3 => Some(Version::Umd3(2)),
        OutputFormat::Amdl => Some(Version::Amdl),
        OutputFormat::Amd2 => Some(Version::Amd2),
        _ => None,
    }
}

fn mdl(
    model: &urho_mdl::Model<'_>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<(Vec<u8>, Findings), Error> {
    let (mut model, mut findings) = repaired(model, options);
    if let Some(level) = options.lod {
        let levels = model.geometries.iter().map(|geometry| geometry.lods.len()).max().unwrap_or(0);
        check_lod(level, levels)?;
        model.keep_lod(level).map_err(malformed)?;
    }
    let output_format = match (output_format, options.engine) {
        (OutputFormat::Mdl | OutputFormat::Same, Some(urho_scene::Engine::Rbfx)) => OutputFormat::Umd3,
        (OutputFormat::Mdl | OutputFormat::Same, Some(_)) if matches!(model.version, urho_mdl::Version::Umd3(_)) => {
            OutputFormat::Umd2
        }
        (output_format, _) => output_format,
    };
    let (bytes, losses) = mdl_as(&model, output_format)?;
    findings.extend(losses);
    Ok((bytes, findings))
}

/// Writes a model in the version of `output_format`, and returns the losses.
pub(crate) fn mdl_as(model: &urho_mdl::Model<'_>, output_format: OutputFormat) -> Result<(Vec<u8>, Findings), Error> {
    let version = mdl_version(output_format).unwrap_or(model.version);
    model.check_version(version).map_err(malformed)?;
    let (model, losses) = model.to_version_lossy(version);
    Ok((model.to_bytes().map_err(malformed)?, losses))
}

/// Returns a model after the repairs that the options select. Each repair is a finding.
pub(super) fn repaired<'m>(model: &urho_mdl::Model<'m>, options: &ConvertOptions) -> (urho_mdl::Model<'m>, Findings) {
    let (mut model, mut findings) = (model.clone(), Findings::new());
    for repair in &options.repairs {
        for note in &model.repair(*repair) {
            findings.add(note.kind, note.severity, note.path.clone(), format!("{repair}: {}", note.message));
        }
    }
    (model, findings)
}

fn malformed(error: urho_mdl::Error) -> Error {
    Error::malformed(crate::Format::UrhoMdl, error)
}

/// The version of animations that an output format is; `None` for the animation's own.
pub(crate) fn ani_version(output_format: OutputFormat) -> Option<urho_ani::Version> {
    match output_format {
        OutputFormat::Uani => Some(urho_ani::Version::Uani),
        OutputFormat::Uan2 => Some(urho_ani::Version::LATEST),
        _ => None,
    }
}

/// The engines that models and animations of an output format are for.
pub(crate) fn engine(output_format: OutputFormat, options: &ConvertOptions) -> scene_urho::Target {
    let is_of_rbfx = matches!(output_format, OutputFormat::Umd3 | OutputFormat::Uan2);
    match options.engine {
        Some(urho_scene::Engine::Rbfx) => scene_urho::Target::Rbfx,
        None if is_of_rbfx => scene_urho::Target::Rbfx,
        _ => scene_urho::Target::Urho3D,
    }
}

/// Writes an animation in the version of an output format, and returns the losses.
pub(crate) fn ani(
    animation: &urho_ani::Animation<'_>,
    output_format: OutputFormat,
) -> Result<(Vec<u8>, Findings), Error> {
    let version = ani_version(output_format).unwrap_or(animation.version);
    let (animation, losses) = animation.to_version_lossy(version);
    let bytes = animation.to_bytes().map_err(|error| Error::malformed(crate::Format::UrhoAni, error))?;
    Ok((bytes, losses))
}

/// Writes a scene in another encoding. Unchanged files keep every byte.
fn scene(
    document: &urho_scene::Document<'_>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<(Vec<u8>, Findings), Error> {
    use urho_scene::{Engine, Form};
    // Extensions leave it open whether a file is an archive; names of formats don't.
    let form = match (output_format, document.form().is_archive()) {
        (OutputFormat::SameFormat(_), false) if document.engine() == Engine::Rbfx => Form::ArchiveXml,
        (OutputFormat::SceneXml, _) | (OutputFormat::Xml, false) => Form::Xml,
        (OutputFormat::SceneJson, _) | (OutputFormat::Json, false) => Form::Json,
        (OutputFormat::SceneBinary, _) | (OutputFormat::Binary, false) => Form::Binary,
        (OutputFormat::Xml | OutputFormat::ArchiveXml, _) => Form::ArchiveXml,
        (OutputFormat::Json | OutputFormat::ArchiveJson, _) => Form::ArchiveJson,
        (OutputFormat::Binary | OutputFormat::ArchiveBinary, _) => Form::ArchiveBinary,
        _ => document.form(),
    };
    let malformed = |error| Error::malformed(crate::Format::UrhoScene, error);
    if form == document.form() {
        return Ok((document.to_bytes().map_err(malformed)?, Findings::new()));
    }
    let write = urho_scene::WriteOptions::default().drop_unknown(options.lossy);
    let (converted, mut losses) = document.convert(form, &write).map_err(malformed)?;
    losses.extend(converted.form_findings());
    Ok((converted.to_bytes().map_err(malformed)?, losses))
}

fn zed(model: &zed_asset::Model<'_>, output_format: OutputFormat) -> Result<(Vec<u8>, Findings), Error> {
    let (model, losses) = match output_format {
        OutputFormat::ZedEngine => model.for_engine_lossy(),
        OutputFormat::ZedDocument => model.to_dialect_lossy(zed_asset::Dialect::DOCUMENT),
        OutputFormat::ZedLists => (model.to_lists(), Findings::new()),
        _ => (model.clone().into_owned(), Findings::new()),
    };
    let bytes = model.to_bytes().map_err(|error| Error::malformed(crate::Format::ZedModel, error))?;
    Ok((bytes, losses))
}

fn pak<S: binio::ReadAt>(
    package: &urho_pak::Package<S>,
    output_format: OutputFormat,
) -> Result<(Vec<u8>, Findings), Error> {
    let (builder, losses) = packed(package, output_format)?;
    let bytes = builder.to_bytes().map_err(|error| Error::malformed(crate::Format::UrhoPak, error))?;
    Ok((bytes, losses))
}

/// Prepares a package in the format `output_format`: the entries to write, and the losses. Only the directory is read.
/// [`Builder::save`](urho_pak::Builder::save) writes the package with a few blocks in memory, while [`convert`](super::convert()) needs memory for
/// the whole package.
///
/// With the feature `hc`, packages are compressed by the encoder of the engine's own tool.
///
/// # Errors
/// [`Error::CannotBecome`] if `output_format` is no package format; [`Error::Losses`] if there are losses that the options don't allow; [`Error::Refused`] for
/// entries that share so much data that the package would be a bomb, and for options of other formats.
pub fn convert_package<'p, S: binio::ReadAt>(
    package: &'p urho_pak::Package<S>,
    output_format: OutputFormat,
    options: &ConvertOptions,
) -> Result<(urho_pak::Builder<'p>, Findings), Error> {
    let format = crate::Format::UrhoPak;
    if !output_format.is_for(format) {
        return Err(output_format.cannot_come_from(format));
    }
    options.refuse_scenes(output_format, format)?;
    let (builder, losses) = packed(package, output_format)?;
    options.consent(losses).map(|losses| (builder, losses))
}

fn packed<S: binio::ReadAt>(
    package: &urho_pak::Package<S>,
    output_format: OutputFormat,
) -> Result<(urho_pak::Builder<'_>, Findings), Error> {
    use urho_pak::Kind;
    let mut losses = Findings::new();
    if package.start() > 0 {
        losses.loss(crate::kinds::PREFIX_LOST, "file", format!("the {} bytes before the package", package.start()));
    }
    let (size, most) = (package.data_size(), package.extract_limits().expanded_bytes());
    if size > most {
        return Err(Error::Refused(format!("expected entries of at most {most} bytes, found {size}")));
    }
    let mut builder = package.edit().level(LEVEL);
    builder.set_kind(match output_format {
        OutputFormat::Upak => Kind::Upak,
        OutputFormat::Ulz4 => Kind::Ulz4,
        OutputFormat::Rpak => Kind::Rpak,
        OutputFormat::Rlz4 => Kind::Rlz4,
        _ => package.kind(),
    });
    Ok((builder, losses))
}

/// As the engine's own tool packs.
#[cfg(feature = "hc")]
const LEVEL: urho_pak::Level = urho_pak::Level::High(9);
#[cfg(not(feature = "hc"))]
const LEVEL: urho_pak::Level = urho_pak::Level::Fast;
