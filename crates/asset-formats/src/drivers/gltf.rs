use std::borrow::Cow;

use asset_gltf::{NoFiles, ReadOptions, Resolver, WriteOptions};
use asset_scene::{Scene, SharedRead};
use binio::Findings;

use super::scene::ShownScene;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, Opening, cause_of};
use crate::head::FileHead;
use crate::output_format::Scenes;
use crate::{Error, Format, OpenOptions, OutputFormat, Shows};

impl Format {
    /// glTF 2.0, in a single file or as JSON with separate files.
    pub const GLTF: Self = Self::new("gltf", "glTF scene").shows(Shows::Neutral).with_originals();
}

impl OutputFormat {
    /// glTF 2.0 in a single file.
    pub const GLB: Self = Self::new(Format::GLTF, "glb")
        .encoded("glb")
        .created_from(Scenes::All)
        .named("glb", "glTF in one file: models with animations, scenes, maps");
    /// glTF 2.0 as JSON, with the numbers in another file next to it.
    pub const GLTF: Self = Self::new(Format::GLTF, "gltf")
        .encoded("gltf")
        .created_from(Scenes::All)
        .named("gltf", "glTF as JSON with a second file for numbers: models with animations, scenes, maps");

    /// Returns whether this is glTF.
    pub fn is_gltf(self) -> bool {
        self.format() == Some(Format::GLTF)
    }

    /// Returns whether the output is two files, one for text and one for numbers.
    pub fn has_numbers_beside(self) -> bool {
        self == Self::GLTF
    }
}

pub(super) const DRIVERS: &[Driver] = &[Driver::new(Format::GLTF, detect, parse)
    .written(&[OutputFormat::GLB, OutputFormat::GLTF], &[("glb", OutputFormat::GLB), ("gltf", OutputFormat::GLTF)])
    .own_extensions(&["glb"])
    .causes(&[cause_of::<asset_gltf::ErrorKind>])
    .findings(&[asset_gltf::kinds::ALL, asset_scene::kinds::ALL])];

fn detect(head: &FileHead<'_>, evidence: Evidence) -> bool {
    match evidence {
        Evidence::Identifier => head.begins_with(&[b"glTF"]),
        Evidence::Name => head.has_extension(&["gltf"]),
        _ => false,
    }
}

fn parse<'a>(bytes: &'a [u8], opening: &Opening<'_>) -> Result<Box<dyn Document + 'a>, Error> {
    if let Some(beside) = opening.beside {
        return Ok(Box::new(GltfDocument::parse_with(bytes, beside, opening.options)?));
    }
    #[cfg(feature = "fs")]
    if let Some(path) = opening.path.filter(|_| opening.reads_files) {
        let folder = crate::open::folder_of(path, opening.options)?;
        return Ok(Box::new(GltfDocument::parse_with(bytes, &folder, opening.options)?));
    }
    Ok(Box::new(GltfDocument::parse_with(bytes, &NoFiles, opening.options)?))
}

/// A glTF file, which has been read as a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GltfDocument {
    /// The scene in this file.
    pub scene: Scene<'static>,
    /// Skipped content, and violations of the specification.
    pub findings: Findings,
    /// Whether this is a single file, a `.glb`.
    pub is_binary: bool,
}

impl GltfDocument {
    /// Parses a `.glb` or a `.gltf`. Other files are read using `resolver`.
    ///
    /// # Errors
    /// Returns an error if the file is not glTF 2.0, or exceeds the limits. The error names the part that is wrong.
    pub fn parse(bytes: &[u8], resolver: &dyn Resolver) -> Result<Self, Error> {
        Self::parse_with(bytes, resolver, &OpenOptions::default())
    }

    /// Like [`parse`](Self::parse), but using the given options.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &[u8], resolver: &dyn Resolver, options: &OpenOptions) -> Result<Self, Error> {
        let read = asset_gltf::parse(bytes, &read_options(options), resolver);
        let (scene, findings) = read.map_err(|error| Error::malformed(Format::GLTF, error))?;
        Ok(Self { scene, findings, is_binary: bytes.starts_with(b"glTF") })
    }

    /// Reads a `.glb` in parts. Use this for large files with [`OpenOptions::images_later`], because the images then
    /// stay in the file until you ask for them.
    ///
    /// # Errors
    /// See [`parse`](Self::parse). Returns any I/O error, too.
    pub fn open(file: &SharedRead, resolver: &dyn Resolver, options: &OpenOptions) -> Result<Self, Error> {
        let read = asset_gltf::parse_at(file, &read_options(options), resolver);
        let (scene, findings) = read.map_err(|error| Error::malformed(Format::GLTF, error))?;
        Ok(Self { scene, findings, is_binary: true })
    }

    /// Returns the scene to convert it.
    pub(crate) fn shown(&self) -> ShownScene<'_> {
        ShownScene { scene: &self.scene, findings: &self.findings }
    }

    /// Writes the file as a `.glb`. The findings are the changes that glTF has required.
    fn written(&self) -> Result<(Vec<u8>, Findings), Error> {
        let written = asset_gltf::write_glb(&self.scene, &WriteOptions::default());
        written.map_err(|error| Error::malformed(Format::GLTF, error))
    }
}

fn read_options(options: &OpenOptions) -> ReadOptions {
    let read = ReadOptions::default().check(options.check_gltf).limits(options.limits);
    read.images_later(options.images_later)
}

impl Document for GltfDocument {
    contract! { scene(Gltf) }

    fn format(&self) -> Format {
        Format::GLTF
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(if self.is_binary { "glb" } else { "gltf" })
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.written().map(|(bytes, _)| bytes)
    }

    /// Writes the same scene. There are no losses, because they were reported when the file was read.
    fn write(&self, _: OutputFormat, _: &crate::WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        Ok((self.to_bytes()?, self.findings.clone()))
    }

    /// Returns whether reading the written file gives the same scene. The bytes can't be compared, because they depend
    /// on the program that wrote the file.
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        Ok(self.difference_from(bytes)?.is_none())
    }

    /// Compares the meaning: names, shapes, values, and the bytes of the scene when it is written again. The order of
    /// arrays doesn't matter, and unused arrays are ignored.
    fn difference_from(&self, _: &[u8]) -> Result<Option<String>, Error> {
        let (bytes, changes) = self.written()?;
        let back = asset_gltf::parse(&bytes, &ReadOptions::default(), &NoFiles);
        let (scene, findings) = back.map_err(|error| Error::malformed(Format::GLTF, error))?;
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

/// Returns the first line in which two summaries differ.
fn first_difference(a: &asset_scene::Summary<'_>, b: &asset_scene::Summary<'_>) -> Option<String> {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let (a, b) = a.lines().zip(b.lines()).find(|(a, b)| a != b)?;
    Some(format!("{} is read back as {}", a.trim(), b.trim()))
}
