//! Models for Urho3D, U3D, rbfx and Atomic.

mod meshes;

use binio::Findings;
use scene_urho::SideFile;
use scene_urho::adapter as urho;
use urho_mdl::{Bounds, Model, ReadOptions, Repair, Similarity};

use super::{MODEL_CHANGES, RBFX, URHO3D, opened};
use crate::document::{Beside, Document, Prepared, contract};
use crate::driver::{Driver, Evidence, LookAlike, cause_of};
use crate::output_format::Scenes;
use crate::{
    Change, Error, Feature, FileHead, Format, Hint, Original, OutputFormat, Shows, TargetOptions, WriteOptions,
};

impl Format {
    /// A model for Urho3D, U3D, rbfx or Atomic.
    pub const URHO_MDL: Self = Self::new("urho-mdl", "Urho3D model")
        .shows(Shows::Model)
        .without_references()
        .changed_by(MODEL_CHANGES)
        .changed_by(&[Change::Repair])
        .with_features(&[Feature::AnimationsBeside, Feature::SideFile]);
}

impl OutputFormat {
    /// An Urho3D model. It keeps its version; if there is none, it is written as `UMD2`.
    pub const MDL: Self = Self::new(Format::URHO_MDL, "mdl")
        .created_from(Scenes::Models)
        .named("mdl", "Urho3D models, in their current version, otherwise UMD2");
    /// A model for Urho3D up to 1.5, and for the Blender exporters.
    pub const UMDL: Self = Self::MDL
        .in_version("UMDL")
        .only_for(URHO3D)
        .named("umdl", "Urho3D models up to 1.5, and from the Blender exporters");
    /// A model for Urho3D since 1.6 and for U3D.
    pub const UMD2: Self =
        Self::MDL.in_version("UMD2").only_for(URHO3D).named("umd2", "Urho3D models since 1.6, U3D models");
    /// A model for rbfx, with morph weights.
    pub const UMD3: Self = Self::MDL.in_version("UMD3").only_for(RBFX).named("umd3", "rbfx models, with morph weights");
    /// A model for Atomic, with a mask of vertex elements.
    pub const AMDL: Self = Self::MDL.in_version("AMDL").named("amdl", "Atomic models with a vertex element mask");
    /// A model for Atomic, with a declaration of vertex elements.
    pub const AMD2: Self =
        Self::MDL.in_version("AMD2").named("amd2", "Atomic models with a vertex element declaration");

    /// Returns whether this is a model or scene for Urho3D, U3D or rbfx that doesn't say for which of them.
    pub fn leaves_engine_open(self) -> bool {
        self.is_urho_scene() || self == Self::MDL
    }
}

impl Hint {
    /// Returns the hint for a file without an identifier, by its name.
    pub(crate) fn of(head: &FileHead<'_>) -> Option<Self> {
        head.has_extension(&["mdl"]).then_some(Self::BareModel)
    }

    /// Returns the format that the file may have.
    pub const fn format(self) -> Format {
        match self {
            Self::BareModel => Format::URHO_MDL,
        }
    }
}

pub(super) const DRIVERS: &[Driver] = &[Driver::new(
    Format::URHO_MDL,
    |head, evidence| {
        evidence == Evidence::Identifier && head.begins_with(&[b"UMDL", b"UMD2", b"UMD3", b"AMDL", b"AMD2"])
    },
    |bytes, opening| {
        let options = ReadOptions::default().bare_2011(opening.options.bare_2011);
        opened(Format::URHO_MDL, Model::parse_with(bytes, &options))
    },
)
.written(
    &[
        OutputFormat::MDL,
        OutputFormat::UMDL,
        OutputFormat::UMD2,
        OutputFormat::UMD3,
        OutputFormat::AMDL,
        OutputFormat::AMD2,
    ],
    &[("mdl", OutputFormat::MDL)],
)
.own_extensions(&["mdl"])
.look_alikes(&[
    LookAlike::new(b"IDPO", "a Quake model"),
    // The version number that follows tells the engines apart.
    LookAlike::new(b"IDST\x0a", "a Half-Life model"),
    LookAlike::new(b"IDSQ\x0a", "a Half-Life model"),
    LookAlike::new(b"IDST", "a Source engine model"),
    LookAlike::new(b"IDSQ", "a Source engine model"),
    LookAlike::new(b"MDLX", "a Warcraft III model"),
])
.target(|output_format, options| Box::new(target(output_format, options)))
.originals(&[Format::URHO_MDL])
.side_files(urho::tell_side_files)
.causes(&[cause_of::<urho_mdl::ErrorKind>, cause_of::<urho_core::ErrorKind>])
.findings(&[urho_mdl::kinds::ALL, scene_urho::kinds::ALL, urho_core::kinds::ALL])];

fn target<'o>(output_format: OutputFormat, options: &TargetOptions<'o>) -> urho::ModelTarget<'o> {
    let mut target = urho::ModelTarget::default();
    target.version = mdl_version(output_format);
    target.engine = output_format.engine_of_models(options.engine);
    target.max_bones = options.max_bones;
    target.original = options.original.and_then(original);
    target.others = options.others;
    target
}

/// Returns the original if this is an Urho3D model, with those side files that can be read.
pub(super) fn original(original: &Original) -> Option<urho::Original<'_>> {
    let model = original.asset.downcast_ref()?;
    let side = |side: &Option<crate::SideFile>| {
        let side = side.as_ref()?;
        Some(SideFile { is_json: side.is_json, bytes: side.bytes.clone()? })
    };
    let animations = original.animations.iter().map(|one| urho::OriginalAnimation {
        name: &one.name,
        animation: &one.animation,
        side: side(&one.side),
    });
    Some(urho::Original { model, side: side(&original.side), animations: animations.collect() })
}

/// Returns the model version for an output format, or `None` to keep the version.
fn mdl_version(output_format: OutputFormat) -> Option<urho_mdl::Version> {
    use urho_mdl::Version;
    match output_format {
        OutputFormat::UMDL => Some(Version::Umdl),
        OutputFormat::UMD2 => Some(Version::Umd2),
        // The only number that rbfx writes.
        OutputFormat::UMD3 => Some(Version::Umd3(2)),
        OutputFormat::AMDL => Some(Version::Amdl),
        OutputFormat::AMD2 => Some(Version::Amd2),
        _ => None,
    }
}

fn mdl(model: &Model<'_>, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
    let (model, mut findings) = prepared(model, &options.repairs, options.lod)?;
    let output_format = match (output_format, options.engine) {
        (OutputFormat::MDL | OutputFormat::SAME, Some(urho_scene::Engine::Rbfx)) => OutputFormat::UMD3,
        (OutputFormat::MDL | OutputFormat::SAME, Some(_)) if matches!(model.version, urho_mdl::Version::Umd3(_)) => {
            OutputFormat::UMD2
        }
        (output_format, _) => output_format,
    };
    let (bytes, losses) = mdl_as(&model, output_format)?;
    findings.extend(losses);
    Ok((bytes, findings))
}

/// Writes a model in the version for `output_format`. The findings are the losses.
fn mdl_as(model: &Model<'_>, output_format: OutputFormat) -> Result<(Vec<u8>, Findings), Error> {
    let version = mdl_version(output_format).unwrap_or(model.version);
    model.check_version(version).map_err(malformed)?;
    let (model, losses) = model.to_version_lossy(version);
    Ok((model.to_bytes().map_err(malformed)?, losses))
}

/// Repairs a model, and then keeps one level of detail if there is a number. There is a finding for each repair.
///
/// # Errors
/// Returns [`Error::Refused`] if no geometry has this level.
fn prepared<'m>(model: &Model<'m>, repairs: &[Repair], lod: Option<usize>) -> Result<(Model<'m>, Findings), Error> {
    let mut model = model.clone();
    let findings = model.repair_all(repairs);
    if let Some(level) = lod {
        let levels = model.geometries.iter().map(|geometry| geometry.lods.len()).max().unwrap_or(0);
        super::check_lod(level, levels)?;
        model.keep_lod(level).map_err(malformed)?;
    }
    Ok((model, findings))
}

fn malformed(error: urho_mdl::Error) -> Error {
    Error::malformed(Format::URHO_MDL, error)
}

impl Document for Model<'_> {
    contract! {
        format(URHO_MDL) variant(|document| document.version.id().unwrap_or("2011"))
        validate to_bytes into_owned summary(hashes) edit(urho_mdl) typed(UrhoMdl)
    }

    fn show<'d>(&'d self, beside: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(urho::ModelDocument { model: self, side: beside.side }))
    }

    fn transformed(&self, change: &Similarity) -> Result<Option<Box<dyn Document>>, Error> {
        let mut model = self.clone().into_owned();
        model.transform(change).map_err(malformed)?;
        Ok(Some(Box::new(model)))
    }

    fn prepared(&self, repairs: &[Repair], lod: Option<usize>) -> Result<Option<Prepared>, Error> {
        let (model, findings) = prepared(self, repairs, lod)?;
        Ok(Some(Prepared { document: Box::new(model.into_owned()), findings }))
    }

    fn bone_count(&self) -> usize {
        self.skeleton.bones.len()
    }

    fn meshes(&self) -> Option<Box<dyn crate::Meshes>> {
        Some(Box::new(meshes::ModelMeshes(self.clone().into_owned())))
    }

    fn computed_bounds(&self) -> Option<Bounds> {
        self.computed_bounds()
    }

    fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        mdl(self, output_format, options)
    }
}
