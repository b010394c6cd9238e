use std::borrow::Cow;

use asset_gltf::{NoFiles, ReadOptions, Resolver, WriteOptions};
use asset_scene::{Scene, SharedRead};
use binio::Findings;

use super::Document;
use super::scene::ShownScene;
use crate::Clip;
use crate::OpenOptions;
use crate::detect::Format;
use crate::error::Error;

/// A glTF file as the scene it shows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GltfDocument {
    /// The scene of the file.
    pub scene: Scene<'static>,
    /// Skipped content, and violations of the specification.
    pub findings: Findings,
    /// Whether it is one file, a `.glb`.
    pub is_binary: bool,
}

impl GltfDocument {
    /// Reads a `.glb` or a `.gltf`, whose files `resolver` finds.
    ///
    /// # Errors
    /// The file isn't glTF 2.0, or exceeds the limits; with the part that is wrong.
    pub fn parse(bytes: &[u8], resolver: &dyn Resolver) -> Result<Self, Error> {
        Self::parse_with(bytes, resolver, &OpenOptions::default())
    }

    /// As [`parse`](Self::parse), with options.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &[u8], resolver: &dyn Resolver, options: &OpenOptions) -> Result<Self, Error> {
        let read = asset_gltf::parse(bytes, &read_options(options), resolver);
        let (scene, findings) = read.map_err(|error| Error::malformed(Format::Gltf, error))?;
        Ok(Self { scene, findings, is_binary: bytes.starts_with(b"glTF") })
    }

    /// Reads a `.glb` in parts: with [`OpenOptions::images_later`] its images stay in it until they are asked for.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and any I/O error.
    pub fn open(file: &SharedRead, resolver: &dyn Resolver, options: &OpenOptions) -> Result<Self, Error> {
        let read = asset_gltf::parse_at(file, &read_options(options), resolver);
        let (scene, findings) = read.map_err(|error| Error::malformed(Format::Gltf, error))?;
        Ok(Self { scene, findings, is_binary: true })
    }

    /// The scene, for conversions.
    pub(crate) fn shown(&self) -> ShownScene<'_> {
        ShownScene { scene: &self.scene, findings: &self.findings }
    }

    /// Returns the file as a `.glb`, and the changes that glTF required.
    fn written(&self) -> Result<(Vec<u8>, Findings), Error> {
        let written = asset_gltf::write_glb(&self.scene, &WriteOptions::default());
        written.map_err(|error| Error::malformed(Format::Gltf, error))
    }
}

fn read_options(options: &OpenOptions) -> ReadOptions {
    let read = ReadOptions::default().check(options.check_gltf).limits(options.limits);
    read.images_later(options.images_later)
}

impl Document for GltfDocument {
    fn format(&self) -> Format {
        Format::Gltf
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(if self.is_binary { "glb" } else { "gltf" })
    }

    fn validate(&self) -> Findings {
        let mut findings = self.findings.clone();
        findings.extend(super::scene::notes(&Clip::of_scene(&self.scene)));
        findings
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.written().map(|(bytes, _)| bytes)
    }

    /// Returns whether reading the written file restores the same scene: the bytes of a glTF file depend on the program that wrote it.
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        Ok(self.difference_from(bytes)?.is_none())
    }

    /// Compares by meaning: names, shapes, values, and the bytes of the scene when it is written again. The order of arrays, and unused arrays, have
    /// no meaning.
    fn difference_from(&self, _: &[u8]) -> Result<Option<String>, Error> {
        let (bytes, changes) = self.written()?;
        let back = asset_gltf::parse(&bytes, &ReadOptions::default(), &NoFiles);
        let (scene, findings) = back.map_err(|error| Error::malformed(Format::Gltf, error))?;
        if scene == self.scene {
            return Ok(None);
        }
        if let Some(change) = changes.iter().next() {
            return Ok(Some(change.to_string()));
        }
        if let Some(difference) = first_difference(&self.scene.summary(true), &scene.summary(true)) {
            return Ok(Some(difference));
        }
        let again = Self { scene, findings, is_binary: true }.to_bytes()?;
        Ok((again != bytes).then(|| "expected the same file when it is written again, found another".to_owned()))
    }
}

/// The first line in which two summaries differ.
fn first_difference(a: &asset_scene::Summary<'_>, b: &asset_scene::Summary<'_>) -> Option<String> {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let (a, b) = a.lines().zip(b.lines()).find(|(a, b)| a != b)?;
    Some(format!("{} is read back as {}", a.trim(), b.trim()))
}
