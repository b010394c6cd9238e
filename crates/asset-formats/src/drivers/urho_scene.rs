//! Scenes and prefabs for Urho3D, U3D and rbfx.

mod detect;

use std::path::Path;

use binio::Findings;
use scene_urho::adapter as urho;
use urho_scene::{Document as SceneDocument, Encoding, Engine, Kind, ReadOptions};

use super::{RBFX, opened};
use crate::document::{Beside, Document, contract};
use crate::driver::{Driver, Evidence, Opening, cause_of};
use crate::output_format::{ARCHIVE, BINARY, Scenes};
use crate::references::{self, Reference};
use crate::{Error, Feature, Format, OutputFormat, Shows, TargetOptions, WriteOptions};

impl Format {
    /// A scene for Urho3D, U3D or rbfx.
    pub const URHO_SCENE: Self =
        Self::new("urho-scene", "Urho3D scene").shows(Shows::Level).of_family(URHO).with_features(&[Feature::Merged]);
    /// A prefab for Urho3D, U3D or rbfx.
    pub const URHO_PREFAB: Self = Self::new("urho-prefab", "Urho3D prefab")
        .shows(Shows::Prefab)
        .variant_of(Self::URHO_SCENE)
        .of_family(URHO)
        .with_features(&[Feature::Merged]);

    /// Returns whether documents in this format are scenes or prefabs for Urho3D, U3D or rbfx.
    pub fn is_urho_scene(self) -> bool {
        self.is_variant_of(Self::URHO_SCENE)
    }
}

/// The family of scenes and prefabs, because all engines of the Urho3D family read them.
const URHO: &str = "urho";

/// The version for scenes that contain nodes directly. An rbfx archive can be written like this, too.
const PLAIN: &str = "plain";
const XML: &str = "xml";
const JSON: &str = "json";

const SCENE: OutputFormat = OutputFormat::new(Format::URHO_SCENE, "scene").created_from(Scenes::Neutral);
const PREFAB: OutputFormat = OutputFormat::new(Format::URHO_PREFAB, "prefab").created_from(Scenes::Neutral);

impl OutputFormat {
    /// A scene or prefab in XML. If the source is an archive, the output will be an archive too. Prefabs for rbfx
    /// become archives, because it can't include any others.
    pub const XML: Self = SCENE
        .encoded(XML)
        .with_extension("xml")
        .named("xml", "Scenes, prefabs and materials in XML; archives of rbfx stay archives");
    /// A binary scene or prefab. If the source is an archive, the output will be an archive too. Prefabs for rbfx
    /// become archives, because it can't include any others.
    pub const BINARY: Self = SCENE.encoded(BINARY).with_extension("bin");
    /// JSON. For a UDM document, this is lossless because it contains the type of every value. For a scene, prefab or
    /// material, this is the JSON that the engine writes.
    pub const JSON: Self = SCENE
        .encoded(JSON)
        .with_extension("json")
        .named("json", "UDM documents as JSON with value types; scenes, prefabs and materials in the engine's JSON");
    /// A scene or prefab for Urho3D, U3D or rbfx in XML, like `Node::SaveXML` writes it. The source can be an rbfx
    /// archive.
    pub const SCENE_XML: Self =
        Self::XML.in_version(PLAIN).named("scene-xml", "Urho3D, U3D and rbfx scenes and prefabs, XML");
    /// A scene or prefab for Urho3D, U3D or rbfx in JSON, like `Node::SaveJSON` writes it. The source can be an rbfx
    /// archive.
    pub const SCENE_JSON: Self =
        Self::JSON.in_version(PLAIN).named("scene-json", "Urho3D, U3D and rbfx scenes and prefabs, JSON");
    /// A binary scene or prefab for Urho3D, U3D or rbfx, like `Node::Save` writes it. The source can be an rbfx
    /// archive.
    pub const SCENE_BINARY: Self =
        Self::BINARY.in_version(PLAIN).named("scene-binary", "Urho3D, U3D and rbfx scenes and prefabs, binary");
    /// A scene or prefab for rbfx, as an XML archive.
    pub const ARCHIVE_XML: Self =
        Self::XML.in_version(ARCHIVE).only_for(RBFX).named("archive-xml", "rbfx scenes and prefabs as archives, XML");
    /// A scene or prefab for rbfx, as a JSON archive.
    pub const ARCHIVE_JSON: Self = Self::JSON
        .in_version(ARCHIVE)
        .only_for(RBFX)
        .named("archive-json", "rbfx scenes and prefabs as archives, JSON");
    /// A scene or prefab for rbfx, as a binary archive.
    pub const ARCHIVE_BINARY: Self = Self::BINARY
        .in_version(ARCHIVE)
        .only_for(RBFX)
        .named("archive-binary", "rbfx scenes and prefabs as archives, binary");
}

pub(super) const DRIVERS: &[Driver] = &[
    Driver::new(
        Format::URHO_SCENE,
        |head, evidence| match evidence {
            Evidence::Identifier => head.begins_with(&[b"USCN"]),
            Evidence::Content => detect::detect(head) == Some(Format::URHO_SCENE),
            _ => false,
        },
        // Archives don't say whether they are prefabs; the name of a file may.
        |bytes, opening| parse(bytes, opening, None),
    )
    .written(
        &[
            OutputFormat::SCENE_XML,
            OutputFormat::SCENE_JSON,
            OutputFormat::SCENE_BINARY,
            OutputFormat::ARCHIVE_XML,
            OutputFormat::ARCHIVE_JSON,
            OutputFormat::ARCHIVE_BINARY,
            OutputFormat::XML,
        ],
        &[
            ("json", OutputFormat::JSON),
            ("xml", OutputFormat::XML),
            ("bin", OutputFormat::BINARY),
            ("scn", OutputFormat::BINARY),
            ("scene", SCENE),
        ],
    )
    .target(|output_format, options| Box::new(target(output_format, options)))
    .originals(&[Format::URHO_SCENE, Format::URHO_PREFAB])
    .causes(&[cause_of::<urho_scene::ErrorKind>])
    .findings(&[urho_scene::kinds::ALL]),
    Driver::new(
        Format::URHO_PREFAB,
        |head, evidence| evidence == Evidence::Content && detect::detect(head) == Some(Format::URHO_PREFAB),
        |bytes, opening| parse(bytes, opening, Some(Kind::Prefab)),
    )
    .written(&[], &[("prefab", PREFAB)])
    .becomes(|output_format| output_format.is_urho_scene() && !output_format.encoding().is_empty())
    .target(|output_format, options| Box::new(target(output_format, options)))
    .originals(&[Format::URHO_SCENE, Format::URHO_PREFAB]),
];

fn parse<'a>(bytes: &'a [u8], _: &Opening<'_>, kind: Option<Kind>) -> Result<Box<dyn Document + 'a>, Error> {
    let format = if kind.is_some() { Format::URHO_PREFAB } else { Format::URHO_SCENE };
    opened(format, SceneDocument::parse_with(bytes, &ReadOptions::default().kind(kind)))
}

/// Returns the target for scenes and prefabs in this output format.
fn target<'o>(output_format: OutputFormat, options: &TargetOptions<'o>) -> urho::SceneTarget<'o> {
    let mut target = urho::SceneTarget::default();
    target.engine = options.engine;
    target.original = options.original.and_then(|original| original.asset.downcast_ref());
    target.is_exact = output_format.version() == PLAIN;
    target.encoding = match (output_format.version(), output_format.encoding()) {
        (ARCHIVE, XML) => Some(Encoding::ArchiveXml),
        (ARCHIVE, JSON) => Some(Encoding::ArchiveJson),
        (ARCHIVE, BINARY) => Some(Encoding::ArchiveBinary),
        (_, XML) => Some(Encoding::Xml),
        (_, JSON) => Some(Encoding::Json),
        (_, BINARY) => Some(Encoding::Binary),
        _ => None,
    };
    target.kind = match output_format {
        _ if options.prefab => Some(Kind::Prefab),
        PREFAB => Some(Kind::Prefab),
        SCENE => Some(Kind::Scene),
        _ => None,
    };
    target
}

impl OutputFormat {
    /// Returns whether this is a scene or prefab for Urho3D, U3D or rbfx, in any encoding. It is false for output
    /// formats that keep the format of the document.
    pub fn is_urho_scene(self) -> bool {
        self.format().is_some_and(Format::is_urho_scene)
    }

    /// Returns whether the format of the document decides what is written, because several drivers use this name.
    pub(crate) fn depends_on_document(self) -> bool {
        self == Self::JSON
    }

    /// Returns the engine to write models and animations for. By default, this depends on the version; pass an engine
    /// to decide it for formats without a version.
    pub fn engine_of_models(self, engine: Option<Engine>) -> Engine {
        let is_of_rbfx = matches!(self, Self::UMD3 | Self::UAN2);
        engine.unwrap_or(if is_of_rbfx { Engine::Rbfx } else { Engine::Urho3d })
    }
}

/// Writes a scene in another encoding. If a file was not changed, every byte stays the same.
fn scene(
    document: &SceneDocument<'_>,
    output_format: OutputFormat,
    options: &WriteOptions,
) -> Result<(Vec<u8>, Findings), Error> {
    use urho_scene::Engine;
    // Extensions leave it open whether a file is an archive; names of formats don't.
    let is_archive = match output_format.version() {
        PLAIN => false,
        ARCHIVE => true,
        _ => document.encoding().is_archive(),
    };
    let encoding = match (output_format.encoding(), is_archive) {
        ("", false) if output_format.is_urho_scene() && document.engine() == Engine::Rbfx => Encoding::ArchiveXml,
        (XML, false) => Encoding::Xml,
        (JSON, false) => Encoding::Json,
        (BINARY, false) => Encoding::Binary,
        (XML, true) => Encoding::ArchiveXml,
        (JSON, true) => Encoding::ArchiveJson,
        (BINARY, true) => Encoding::ArchiveBinary,
        _ => document.encoding(),
    };
    let malformed = |error| Error::malformed(Format::URHO_SCENE, error);
    if encoding == document.encoding() {
        return Ok((document.to_bytes().map_err(malformed)?, Findings::new()));
    }
    let write = urho_scene::WriteOptions::default().drop_unknown(options.lossy);
    let (converted, mut losses) = document.convert(encoding, &write).map_err(malformed)?;
    losses.extend(converted.form_findings());
    Ok((converted.to_bytes().map_err(malformed)?, losses))
}

impl Document for SceneDocument<'_> {
    contract! {
        variant(|document| document.encoding().name())
        validate to_bytes into_owned summary(hashes) edit(urho_scene) typed(UrhoScene)
    }

    fn format(&self) -> Format {
        match self.kind() {
            Kind::Prefab => Format::URHO_PREFAB,
            _ => Format::URHO_SCENE,
        }
    }

    fn references(&self, _: Option<&str>) -> Vec<Reference> {
        references::of_scene(&self.scene())
    }

    fn missing_files(&self, root: &Path) -> Findings {
        self.missing_files(root)
    }

    fn show<'d>(&'d self, _: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(urho::SceneDocument { document: self }))
    }

    fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        scene(self, output_format, options)
    }
}
