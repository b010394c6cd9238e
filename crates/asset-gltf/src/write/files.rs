//! The files that a scene is written as. Images are read one after the other, when they are written.

use std::fmt;
use std::io::{self, Write};

use asset_scene::{ImageBytes, Scene};
use binio::Findings;

use super::{BesideImage, Piece, Written, build, to_json};
use crate::WriteOptions;
use crate::error::{Error, ErrorKind, error};

/// A `.glb` that is ready to be written. Its images are read while it is, one after the other.
///
/// ```
/// use asset_gltf::{WriteOptions, asset_scene::Scene};
/// let scene = Scene { name: "Nothing".into(), ..Scene::default() };
/// let (glb, findings) = asset_gltf::glb(&scene, &WriteOptions::default())?;
/// let mut file = Vec::new();
/// glb.write_to(&mut file)?;
/// assert_eq!((file.len() as u64, findings.is_empty()), (glb.encoded_len(), true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Glb<'s> {
    json: Vec<u8>,
    bin: Vec<Piece<'s>>,
    /// Bytes of `bin`.
    bin_length: u32,
    /// Bytes of the file.
    length: u32,
    images: Vec<BesideImage<'s>>,
}

/// A `.gltf` and its external files, ready to be written. Images are read one after the other while they are written.
pub struct Gltf<'s> {
    /// Bytes of the `.gltf`: JSON in UTF-8.
    pub json: Vec<u8>,
    bin: Vec<Piece<'s>>,
    bin_length: usize,
    images: Vec<BesideImage<'s>>,
}

/// A `.gltf` and the file of its bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct GltfFiles {
    /// Bytes of the `.gltf`: JSON in UTF-8.
    pub json: Vec<u8>,
    /// The file that it names; empty, and not named, if there is nothing in it.
    pub bin: Vec<u8>,
    /// The images that have a file name, as files that it names.
    pub images: Vec<ImageFile>,
}

/// An external file of a `.gltf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageFile {
    /// Its name, relative to the `.gltf`.
    pub name: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Creates a `.glb` from a scene, and returns the changes that glTF required. [`Glb::write_to`] writes it.
///
/// # Errors
/// The scene is invalid; with [`WriteOptions::strict`], it would need changes; it needs more than 4 GiB.
pub fn glb<'s>(scene: &'s Scene<'s>, options: &WriteOptions) -> Result<(Glb<'s>, Findings), Error> {
    let Written { root, bin, length: bin_length, images, findings } = build(scene, options, None)?;
    let mut json = to_json(&root)?;
    json.resize(json.len().next_multiple_of(4), b' ');
    let chunk = |length: usize| if length > 0 { 8 + length as u64 } else { 0 };
    let length = chunk(json.len()).saturating_add(chunk(bin_length)).saturating_add(12);
    let length = u32::try_from(length)
        .map_err(|_| error(ErrorKind::TooLarge("expected at most 4 GiB in a .glb, found more")))?;
    // No more than the whole.
    Ok((Glb { json, bin, bin_length: bin_length as u32, length, images }, findings))
}

impl<'s> Glb<'s> {
    /// Returns the images in external files, which [`WriteOptions::external_images`] allows: their names, relative to the `.glb`, and their content.
    pub fn images(&self) -> impl Iterator<Item = (&str, &'s ImageBytes<'s>)> {
        self.images.iter().map(|image| (image.name.as_str(), image.bytes))
    }

    /// Returns how many bytes the file has.
    pub fn encoded_len(&self) -> u64 {
        self.length.into()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Any I/O error; an image that can't be read.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(b"glTF")?;
        out.write_all(&2u32.to_le_bytes())?;
        out.write_all(&self.length.to_le_bytes())?;
        out.write_all(&(self.json.len() as u32).to_le_bytes())?;
        out.write_all(b"JSON")?;
        out.write_all(&self.json)?;
        if self.bin_length > 0 {
            out.write_all(&self.bin_length.to_le_bytes())?;
            out.write_all(b"BIN\0")?;
            write_pieces(&self.bin, &mut out)?;
        }
        Ok(())
    }
}

/// Creates a `.gltf` from a scene, and an external file with the name `bin_name`. Returns the changes that glTF required.
///
/// # Errors
/// As [`glb`] says, but for the size.
pub fn gltf<'s>(scene: &'s Scene<'s>, options: &WriteOptions, bin_name: &str) -> Result<(Gltf<'s>, Findings), Error> {
    let Written { root, bin, length, images, findings } = build(scene, options, Some(bin_name))?;
    Ok((Gltf { json: to_json(&root)?, bin, bin_length: length, images }, findings))
}

impl<'s> Gltf<'s> {
    /// Returns how many bytes the file has that the `.gltf` names; 0 if it names none.
    pub fn bin_len(&self) -> u64 {
        self.bin_length as u64
    }

    /// Writes the file that the `.gltf` names.
    ///
    /// # Errors
    /// Any I/O error; an image that can't be read.
    pub fn write_bin_to(&self, mut out: impl Write) -> io::Result<()> {
        write_pieces(&self.bin, &mut out)
    }

    /// Returns the images in external files: their names, relative to the `.gltf`, and their content.
    pub fn images(&self) -> impl Iterator<Item = (&str, &'s ImageBytes<'s>)> {
        self.images.iter().map(|image| (image.name.as_str(), image.bytes))
    }
}

/// Writes a scene as a `.glb`, and returns the changes that glTF required. [`glb`] creates files that needn't fit into memory.
///
/// # Errors
/// As [`glb`] says; an image that can't be read.
pub fn write_glb(scene: &Scene<'_>, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
    let (glb, findings) = glb(scene, &options.external_images(false))?;
    let mut bytes = Vec::with_capacity(glb.length as usize);
    glb.write_to(&mut bytes).map_err(unread)?;
    Ok((bytes, findings))
}

/// Writes a scene as a `.gltf` and an external file with the name `bin_name`, and returns the changes that glTF required. [`gltf`] creates files that
/// needn't fit into memory.
///
/// # Errors
/// As [`gltf`] says; an image that can't be read.
pub fn write_gltf(scene: &Scene<'_>, options: &WriteOptions, bin_name: &str) -> Result<(GltfFiles, Findings), Error> {
    let (gltf, findings) = gltf(scene, options, bin_name)?;
    let mut bin = Vec::with_capacity(gltf.bin_length);
    gltf.write_bin_to(&mut bin).map_err(unread)?;
    let image = |(name, bytes): (&str, &ImageBytes<'_>)| {
        Ok(ImageFile { name: name.to_owned(), bytes: bytes.read().map_err(unread)?.into_owned() })
    };
    let images = gltf.images().map(image).collect::<Result<_, Error>>()?;
    Ok((GltfFiles { json: gltf.json, bin, images }, findings))
}

/// The error of an image that can't be read.
fn unread(failure: io::Error) -> Error {
    error(ErrorKind::File { name: "image".to_owned(), message: failure.to_string() })
}

fn write_pieces(pieces: &[Piece<'_>], out: &mut dyn Write) -> io::Result<()> {
    for piece in pieces {
        match piece {
            Piece::Bytes(bytes) => out.write_all(bytes)?,
            Piece::Image(image) => out.write_all(&image.read()?)?,
        }
    }
    Ok(())
}

impl fmt::Debug for Glb<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Glb of {} bytes", self.length)
    }
}

impl fmt::Debug for Gltf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let images = self.images.iter().map(|image| &image.name);
        f.debug_struct("Gltf").field("bin_len", &self.bin_length).field("images", &images.collect::<Vec<_>>()).finish()
    }
}
