//! FBX and OBJ files, which can be read but not written.

use std::borrow::Cow;

use asset_scene::Scene;
use binio::Findings;

use super::scene::ShownScene;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, Opening, cause_of};
use crate::{Error, Feature, Format, Shows};

impl Format {
    /// FBX, text or binary, from Blender, Maya, 3ds Max and others. This format can only be read (feature `fbx`).
    pub const FBX: Self =
        Self::new("fbx", "FBX scene").shows(Shows::Neutral).read_only().with_features(&[Feature::NativeParser]);
    /// Wavefront OBJ with its materials. This format can only be read (feature `fbx`).
    pub const OBJ: Self =
        Self::new("obj", "OBJ model").shows(Shows::Neutral).read_only().with_features(&[Feature::NativeParser]);
}

pub(super) const DRIVERS: &[Driver] = &[
    Driver::new(
        Format::FBX,
        |head, evidence| evidence == Evidence::Identifier && asset_fbx::FileKind::detect(head.start()).is_some(),
        parse,
    )
    .own_extensions(&["fbx"])
    .causes(&[cause_of::<asset_fbx::ErrorKind>])
    .findings(&[asset_fbx::kinds::ALL]),
    Driver::new(
        Format::OBJ,
        |head, evidence| {
            let is_named = evidence == Evidence::Name && head.has_extension(&["obj"]);
            is_named && asset_fbx::FileKind::is_obj(head.start())
        },
        parse,
    ),
];

#[cfg(feature = "fbx")]
fn parse<'a>(bytes: &'a [u8], opening: &Opening<'_>) -> Result<Box<dyn Document + 'a>, Error> {
    let stem = |path: &std::path::Path| path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let name = opening.path.filter(|_| opening.reads_files).and_then(stem).unwrap_or_default();
    if let Some(beside) = opening.beside {
        return Ok(Box::new(FbxDocument::parse(bytes, &name, &FilesBeside(beside), opening.options)?));
    }
    #[cfg(feature = "fs")]
    if let Some(path) = opening.path.filter(|_| opening.reads_files) {
        let folder = asset_gltf::Folder::of_file(path)?;
        let files = FilesBeside(&folder);
        return Ok(Box::new(FbxDocument::parse(bytes, &name, &files, opening.options)?));
    }
    Ok(Box::new(FbxDocument::parse(bytes, "", &asset_fbx::NoFiles, opening.options)?))
}

/// Reads the textures and materials that an FBX or OBJ names.
#[cfg(feature = "fbx")]
struct FilesBeside<'r>(&'r dyn asset_gltf::Resolver);

#[cfg(feature = "fbx")]
impl asset_fbx::Resolver for FilesBeside<'_> {
    fn read(&self, name: &str, most: u64) -> std::io::Result<Vec<u8>> {
        self.0.read(name, most)
    }

    fn later(&self, name: &str) -> Option<asset_scene::ImageBytes<'static>> {
        self.0.later(name)
    }
}

#[cfg(not(feature = "fbx"))]
fn parse<'a>(bytes: &'a [u8], _: &Opening<'_>) -> Result<Box<dyn Document + 'a>, Error> {
    let kind = asset_fbx::FileKind::detect(bytes).unwrap_or(asset_fbx::FileKind::Obj);
    let title = format_of(kind).title();
    Err(Error::Refused(format!("{title}s can't be read: this program was built without FBX")))
}

/// An FBX or OBJ file, which has been read as a scene. These formats can't be written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FbxDocument {
    /// The scene in this file.
    pub scene: Scene<'static>,
    /// What was changed or skipped to read the file.
    pub findings: Findings,
    kind: asset_fbx::FileKind,
}

impl FbxDocument {
    /// Parses an `.fbx` or `.obj`. The textures and materials are read using `resolver`. Pass the file name without
    /// extension as `name`; if the only animation has no name, it will get this one.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or exceeds the limits.
    #[cfg(feature = "fbx")]
    pub fn parse(
        bytes: &[u8],
        name: &str,
        resolver: &dyn asset_fbx::Resolver,
        options: &crate::OpenOptions,
    ) -> Result<Self, Error> {
        let kind = asset_fbx::FileKind::detect(bytes).unwrap_or(asset_fbx::FileKind::Obj);
        let read = asset_fbx::ReadOptions::default().limits(options.limits).images_later(options.images_later);
        let read = read.name(name).curve_tolerance(options.curve_tolerance);
        let parsed = asset_fbx::parse(bytes, &read, resolver);
        let (scene, findings) = parsed.map_err(|error| Error::malformed(format_of(kind), error))?;
        Ok(Self { scene, findings, kind })
    }

    /// Returns the scene to convert it.
    pub(crate) fn shown(&self) -> ShownScene<'_> {
        ShownScene { scene: &self.scene, findings: &self.findings }
    }
}

fn format_of(kind: asset_fbx::FileKind) -> Format {
    if kind == asset_fbx::FileKind::Obj { Format::OBJ } else { Format::FBX }
}

impl Document for FbxDocument {
    contract! { scene(Fbx) }

    fn format(&self) -> Format {
        format_of(self.kind)
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self.kind {
            asset_fbx::FileKind::FbxBinary => "binary",
            asset_fbx::FileKind::FbxText => "text",
            _ => "obj",
        })
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let title = self.format().title();
        Err(Error::Refused(format!("{title}s are only read; write glb instead")))
    }
}
