use std::borrow::Cow;

use asset_gltf::{NoFiles, ReadOptions, Resolver, WriteOptions};
use asset_scene::Scene;
use binio::Findings;

use super::Document;
use crate::detect::Format;
use crate::error::Error;

/// A glTF file as the scene it shows.
#[derive(Clone, Debug)]
pub struct Gltf {
    /// What it shows.
    pub scene: Scene<'static>,
    /// What was left out of the file, or is odd about it.
    pub findings: Findings,
    /// Whether it is one file, a `.glb`.
    pub is_binary: bool,
}

impl Gltf {
    /// Reads a `.glb` or a `.gltf`, whose files `resolver` finds.
    ///
    /// # Errors
    /// What is wrong, in which part.
    pub fn parse(bytes: &[u8], resolver: &dyn Resolver) -> Result<Self, Error> {
        let read = asset_gltf::parse(bytes, &ReadOptions::default(), resolver);
        let (scene, findings) = read.map_err(|error| Error::malformed(Format::Gltf, error))?;
        Ok(Self { scene, findings, is_binary: bytes.starts_with(b"glTF") })
    }
}

impl Document for Gltf {
    fn format(&self) -> Format {
        Format::Gltf
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(if self.is_binary { "glb" } else { "gltf" })
    }

    fn validate(&self) -> Findings {
        self.findings.clone()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let written = asset_gltf::write_glb(&self.scene, &WriteOptions::default().exact(true));
        written.map(|(bytes, _)| bytes).map_err(|error| Error::malformed(Format::Gltf, error))
    }

    /// Whether the same scene comes back: the bytes of a glTF file are its program's choice.
    fn comes_back_as(&self, _: &[u8]) -> Result<bool, Error> {
        Ok(Self::parse(&self.to_bytes()?, &NoFiles)?.scene == self.scene)
    }
}
