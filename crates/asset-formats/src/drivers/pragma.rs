//! Pragma assets, which are UDM documents.

mod meshes;

use std::borrow::Cow;
use std::path::Path;

use asset_geometry::{Bounds, Similarity};
use asset_scene::{Id, Scene};
use binio::Findings;
use pragma_asset::{Animations, Encoding, Map, Material, Model, NavMesh, Particles};
use scene_adapter::{ResourceReader, ShowOptions};
use scene_pragma::adapter;
use urho_mdl::Repair;

use super::{MODEL_CHANGES, opened};
use crate::document::{Beside, Document, Prepared, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::head::FileHead;
use crate::output_format::{BINARY, Scenes, TEXT};
use crate::references::{self, Reference};
use crate::{Error, Feature, Format, OutputFormat, Shows, TargetOptions, WriteOptions};

/// The family of the Pragma engine's formats, which are all UDM documents.
const PRAGMA: &str = "pragma";

const fn format(name: &'static str, title: &'static str) -> Format {
    Format::new(name, title).of_family(PRAGMA)
}

impl Format {
    /// A Pragma property animation.
    pub const PRAGMA_ANIMATION: Self = format("pragma-animation", "Pragma animation").without_references();
    /// A Pragma map.
    pub const PRAGMA_MAP: Self =
        format("pragma-map", "Pragma map").shows(Shows::Level).with_features(&[Feature::Collision]);
    /// A Pragma material.
    pub const PRAGMA_MATERIAL: Self = format("pragma-material", "Pragma material").shows(Shows::Material);
    /// A Pragma model.
    pub const PRAGMA_MODEL: Self =
        format("pragma-model", "Pragma model").shows(Shows::AnimatedModel).changed_by(MODEL_CHANGES);
    /// A Pragma navigation mesh.
    pub const PRAGMA_NAVMESH: Self = format("pragma-navmesh", "Pragma navigation mesh").without_references();
    /// Pragma particle systems.
    pub const PRAGMA_PARTICLES: Self = format("pragma-particles", "Pragma particle systems");

    /// Returns whether this is a format of the Pragma engine, and so a kind of UDM document.
    pub fn is_pragma(self) -> bool {
        self.family() == PRAGMA
    }
}

const fn text(format: Format, extension: &'static str) -> OutputFormat {
    OutputFormat::new(format, extension).encoded(TEXT)
}

const fn binary(format: Format, extension: &'static str) -> OutputFormat {
    OutputFormat::new(format, extension).encoded(BINARY)
}

impl OutputFormat {
    /// A Pragma model with its animations, as text.
    pub const PMDL_TEXT: Self = text(Format::PRAGMA_MODEL, "pmdl")
        .created_from(Scenes::Models)
        .named("pmdl-text", "Pragma models with animations, text");
    /// A Pragma model with its animations, as binary.
    pub const PMDL_BINARY: Self = binary(Format::PRAGMA_MODEL, "pmdl_b")
        .created_from(Scenes::Models)
        .named("pmdl", "Pragma models with animations, binary");
    /// A Pragma map, as text.
    pub const PMAP_TEXT: Self = text(Format::PRAGMA_MAP, "pmap").created_from(Scenes::Neutral);
    /// A Pragma map, as binary.
    pub const PMAP_BINARY: Self = binary(Format::PRAGMA_MAP, "pmap_b").created_from(Scenes::Neutral);

    /// Returns whether this is a Pragma map.
    pub fn is_pragma_map(self) -> bool {
        self.format() == Some(Format::PRAGMA_MAP)
    }
}

pub(super) const DRIVERS: &[Driver] = &[
    Driver::new(
        Format::PRAGMA_MODEL,
        |head, evidence| is(head, evidence, &[b"PMDL"], &["pmdl"], false),
        |bytes, _| opened(Format::PRAGMA_MODEL, Model::parse(bytes)),
    )
    .written(
        &[OutputFormat::PMDL_BINARY, OutputFormat::PMDL_TEXT],
        &[("pmdl", OutputFormat::PMDL_TEXT), ("pmdl_b", OutputFormat::PMDL_BINARY)],
    )
    .own_extensions(&["pmdl", "pmdl_b"])
    .becomes(super::udm::is_encoding)
    .target(|output_format, options| Box::new(model_target(output_format, options)))
    .originals(&[Format::PRAGMA_MODEL])
    .causes(&[cause_of::<pragma_asset::ErrorKind>])
    .findings(&[pragma_asset::kinds::ALL, scene_pragma::kinds::ALL]),
    Driver::new(
        Format::PRAGMA_MATERIAL,
        |head, evidence| is(head, evidence, &[b"PMAT"], &["pmat", "wmi"], true),
        |bytes, opening| opened(Format::PRAGMA_MATERIAL, material(bytes, opening.path)),
    )
    .written(
        &[],
        &[("pmat", text(Format::PRAGMA_MATERIAL, "pmat")), ("pmat_b", binary(Format::PRAGMA_MATERIAL, "pmat_b"))],
    )
    .own_extensions(&["pmat", "pmat_b"])
    .becomes(super::udm::is_encoding),
    Driver::new(
        Format::PRAGMA_MAP,
        |head, evidence| is(head, evidence, &[b"PMAP"], &["pmap"], false),
        |bytes, _| opened(Format::PRAGMA_MAP, Map::parse(bytes)),
    )
    .written(&[], &[("pmap", OutputFormat::PMAP_TEXT), ("pmap_b", OutputFormat::PMAP_BINARY)])
    .own_extensions(&["pmap", "pmap_b"])
    .becomes(super::udm::is_encoding)
    .target(|output_format, options| Box::new(map_target(output_format, options)))
    .originals(&[Format::PRAGMA_MAP]),
    Driver::new(
        Format::PRAGMA_NAVMESH,
        |head, evidence| is(head, evidence, &[b"PNAV"], &["pnav"], false),
        |bytes, _| opened(Format::PRAGMA_NAVMESH, NavMesh::parse(bytes)),
    )
    .written(
        &[],
        &[("pnav", text(Format::PRAGMA_NAVMESH, "pnav")), ("pnav_b", binary(Format::PRAGMA_NAVMESH, "pnav_b"))],
    )
    .own_extensions(&["pnav", "pnav_b"])
    .becomes(super::udm::is_encoding),
    Driver::new(
        Format::PRAGMA_PARTICLES,
        |head, evidence| is(head, evidence, &[b"PPTSYSCOLLECTION"], &["pptsys"], true),
        |bytes, _| opened(Format::PRAGMA_PARTICLES, Particles::parse(bytes)),
    )
    .written(
        &[],
        &[
            ("pptsys", text(Format::PRAGMA_PARTICLES, "pptsys")),
            ("pptsys_b", binary(Format::PRAGMA_PARTICLES, "pptsys_b")),
        ],
    )
    .own_extensions(&["pptsys", "pptsys_b"])
    .becomes(super::udm::is_encoding),
    Driver::new(
        Format::PRAGMA_ANIMATION,
        |head, evidence| is(head, evidence, &[b"PANIMA", b"PGMA"], &["pgma", "panima"], true),
        |bytes, _| opened(Format::PRAGMA_ANIMATION, Animations::parse(bytes)),
    )
    .written(
        &[],
        &[("pgma", text(Format::PRAGMA_ANIMATION, "pgma")), ("pgma_b", binary(Format::PRAGMA_ANIMATION, "pgma_b"))],
    )
    .own_extensions(&["pgma", "pgma_b", "panima", "panima_b"])
    .becomes(super::udm::is_encoding),
];

/// Returns whether a document has one of these types or extensions. The extension decides if the file is text, or if
/// the type is not in the available bytes. If the engine accepts files without a type (`may_be_bare`), it also decides
/// for those.
fn is(head: &FileHead<'_>, evidence: Evidence, types: &[&[u8]], extensions: &[&str], may_be_bare: bool) -> bool {
    let is_named = || extensions.contains(&head.extension().strip_suffix("_b").unwrap_or(head.extension()));
    match evidence {
        Evidence::Identifier if head.begins_with(&[b"UDMB"]) => match head.udm_type() {
            Some(b"nil") => may_be_bare && is_named(),
            Some(kind) => types.contains(&kind),
            None => is_named(),
        },
        Evidence::Name => is_named(),
        _ => false,
    }
}

/// Parses a material, even in the previous format. This needs the file name, because any text that is not UDM could be
/// such a material.
fn material<'a>(bytes: &'a [u8], path: Option<&Path>) -> Result<Material<'a>, pragma_asset::Error> {
    let extension = path.and_then(Path::extension);
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("wmi")) {
        return Material::from_wmi(bytes);
    }
    Material::parse(bytes).or_else(|error| Material::from_wmi(bytes).map_err(|_| error))
}

fn model_target<'o>(output_format: OutputFormat, options: &TargetOptions<'o>) -> adapter::ModelTarget<'o> {
    let mut target = adapter::ModelTarget::default();
    target.encoding = encoding(output_format);
    target.original = options.original.and_then(|original| original.asset.downcast_ref());
    target
}

fn map_target<'o>(output_format: OutputFormat, options: &TargetOptions<'o>) -> adapter::MapTarget<'o> {
    let mut target = adapter::MapTarget::default();
    target.encoding = encoding(output_format);
    target.original = options.original.and_then(|original| original.asset.downcast_ref());
    target
}

fn encoding(output_format: OutputFormat) -> Encoding {
    if output_format.is_document_text() { Encoding::Text } else { Encoding::Binary }
}

/// Implements the trait for an asset. You can add functions for a single type.
macro_rules! document {
    ($type:ident, $format:ident, $typed:ident $(, $more:item)*) => {
        impl Document for $type<'_> {
            contract! { format($format) validate to_bytes into_owned summary(hashes) typed($typed) }

            fn variant(&self) -> Cow<'static, str> {
                Cow::Owned(self.document.asset_type().to_text().into_owned())
            }

            fn references(&self, _: Option<&str>) -> Vec<Reference> {
                references::of_pragma(self.references())
            }

            fn missing_files(&self, root: &Path) -> Findings {
                self.missing_files(root)
            }

            fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
                match self.prepared(&[], options.lod)?.filter(|_| options.lod.is_some()) {
                    Some(prepared) => prepared.document.write(output_format, &options.clone().lod(None)),
                    None => super::udm::write(&self.document, Format::$format, output_format),
                }
            }

            /// Compares the bytes. A text must also keep all values when it is formatted anew.
            fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
                let malformed = |error| Error::malformed(Format::$format, error);
                let written = self.to_bytes().map_err(malformed)?;
                let keeps = || super::udm::anew(&self.document).map_err(|error| Error::malformed(Format::$format, error));
                Ok(written == bytes && (self.encoding() == Encoding::Binary || keeps()?))
            }

            $($more)*
        }
    };
}

document!(
    Model,
    PRAGMA_MODEL,
    PragmaModel,
    fn show<'d>(&'d self, _: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(adapter::ModelDocument { model: self }))
    },
    fn prepared(&self, _: &[Repair], lod: Option<usize>) -> Result<Option<Prepared>, Error> {
        Ok(Some(Prepared { document: Box::new(with_lod(self, lod)?), findings: Findings::new() }))
    },
    fn meshes(&self) -> Option<Box<dyn crate::Meshes>> {
        Some(Box::new(meshes::ModelMeshes(self.clone().into_owned())))
    },
    fn transformed(&self, change: &Similarity) -> Result<Option<Box<dyn Document>>, Error> {
        let mut model = self.clone().into_owned();
        model.transform(change).map_err(malformed)?;
        Ok(Some(Box::new(model)))
    },
    fn computed_bounds(&self) -> Option<Bounds> {
        self.computed_bounds().ok().filter(Bounds::is_defined)
    }
);

/// Returns a model with only one level of detail, or with all of them.
fn with_lod(model: &Model<'_>, lod: Option<usize>) -> Result<Model<'static>, Error> {
    let mut model = model.clone().into_owned();
    if let Some(level) = lod {
        super::check_lod(level, model.level_count())?;
        model.keep_lod(level).map_err(malformed)?;
    }
    Ok(model)
}

fn malformed(error: pragma_asset::Error) -> Error {
    Error::malformed(Format::PRAGMA_MODEL, error)
}

document!(
    Map,
    PRAGMA_MAP,
    PragmaMap,
    fn show<'d>(&'d self, _: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(adapter::MapDocument { map: self }))
    }
);
document!(
    Material,
    PRAGMA_MATERIAL,
    PragmaMaterial,
    fn show_material(
        &self,
        scene: &mut Scene<'_>,
        material: Id<asset_scene::Material>,
        resource: &str,
        resources: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) {
        adapter::show_material(scene, material, resource, resources, options);
    }
);
document!(NavMesh, PRAGMA_NAVMESH, PragmaNavmesh);
document!(Particles, PRAGMA_PARTICLES, PragmaParticles);
document!(Animations, PRAGMA_ANIMATION, PragmaAnimation);
