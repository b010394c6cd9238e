use std::borrow::Cow;

use asset_scene::Scene;
use binio::Findings;

use super::Document;
use super::scene::ShownScene;
use crate::Clip;
use crate::detect::Format;
use crate::error::Error;

/// An FBX or OBJ file as the scene it shows. These formats are only read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FbxDocument {
    /// The scene of the file.
    pub scene: Scene<'static>,
    /// Converted and skipped content.
    pub findings: Findings,
    kind: asset_fbx::FileKind,
}

impl FbxDocument {
    /// Reads an `.fbx` or `.obj`, whose textures and materials `resolver` finds. `name` is the name of the file without its extension: files whose only
    /// animation has no name of its own get it.
    ///
    /// # Errors
    /// The file is damaged, or exceeds the limits.
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

    /// The scene, for conversions.
    pub(crate) fn shown(&self) -> ShownScene<'_> {
        ShownScene { scene: &self.scene, findings: &self.findings }
    }
}

fn format_of(kind: asset_fbx::FileKind) -> Format {
    if kind == asset_fbx::FileKind::Obj { Format::Obj } else { Format::Fbx }
}

impl Document for FbxDocument {
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

    fn validate(&self) -> Findings {
        let mut findings = self.findings.clone();
        findings.extend(super::scene::notes(&Clip::of_scene(&self.scene)));
        findings
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let title = self.format().title();
        Err(Error::Refused(format!("{title}s are only read; write glb instead")))
    }
}
