//! The files that a scene is written to. Images are only read when they are written, one after the other.

use std::fmt;
use std::io::{self, Write};

use asset_scene::{ImageBytes, Scene};
use binio::Findings;

use super::{BesideImage, Piece, Written, build, to_json};
use crate::WriteOptions;
use crate::error::{Error, ErrorKind, error};

/// A `.glb` that is ready to be written. Use this for large files: images are only read while you write, one after the
/// other.
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
    /// The size of `bin` in bytes.
    bin_length: u32,
    /// The size of the file in bytes.
    length: u32,
    images: Vec<BesideImage<'s>>,
}

/// A `.gltf` and its external files, ready to be written. Images are only read while you write, one after the other.
pub struct Gltf<'s> {
    /// The content of the `.gltf`, which is JSON in UTF-8.
    pub json: Vec<u8>,
    bin: Vec<Piece<'s>>,
    bin_length: usize,
    images: Vec<BesideImage<'s>>,
}

/// A `.gltf` and its external files, in memory. You must write all of them, because the `.gltf` references the others.
#[derive(Clone, Debug, PartialEq)]
pub struct GltfFiles {
    /// The content of the `.gltf`, which is JSON in UTF-8.
    pub json: Vec<u8>,
    /// The content of the binary file. If this is empty, the `.gltf` does not reference it.
    pub bin: Vec<u8>,
    /// The images that have a file name. The `.gltf` references them as external files.
    pub images: Vec<ImageFile>,
}

/// An external image of a `.gltf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageFile {
    /// The file name, relative to the `.gltf`.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// Creates a `.glb` from a scene without writing it yet. Also returns findings for the changes that glTF requires. To
/// write the file, call [`Glb::write_to`].
///
/// # Errors
/// The scene is invalid, needs more than 4 GiB, or would have to be changed and [`WriteOptions::strict`] is set.
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
    /// Returns the images to be written to separate files, if [`WriteOptions::external_images`] is set. Each has a
    /// name, which is relative to the `.glb`, and the content.
    pub fn images(&self) -> impl Iterator<Item = (&str, &'s ImageBytes<'s>)> {
        self.images.iter().map(|image| (image.name.as_str(), image.bytes))
    }

    /// Returns the size of the file in bytes.
    pub fn encoded_len(&self) -> u64 {
        self.length.into()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Any I/O error, or an image that can't be read.
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

/// Creates a `.gltf` from a scene, and a binary file with the name `bin_name`, without writing them yet. Also returns
/// findings for the changes that glTF requires.
///
/// # Errors
/// See [`glb`], but there is no limit for the size.
pub fn gltf<'s>(scene: &'s Scene<'s>, options: &WriteOptions, bin_name: &str) -> Result<(Gltf<'s>, Findings), Error> {
    let Written { root, bin, length, images, findings } = build(scene, options, Some(bin_name))?;
    Ok((Gltf { json: to_json(&root)?, bin, bin_length: length, images }, findings))
}

impl<'s> Gltf<'s> {
    /// Returns the size of the binary file in bytes. If this is 0, there is no binary file to write.
    pub fn bin_len(&self) -> u64 {
        self.bin_length as u64
    }

    /// Writes the binary file.
    ///
    /// # Errors
    /// Any I/O error, or an image that can't be read.
    pub fn write_bin_to(&self, mut out: impl Write) -> io::Result<()> {
        write_pieces(&self.bin, &mut out)
    }

    /// Returns the images that you must write to separate files: the names, relative to the `.gltf`, and the content.
    pub fn images(&self) -> impl Iterator<Item = (&str, &'s ImageBytes<'s>)> {
        self.images.iter().map(|image| (image.name.as_str(), image.bytes))
    }
}

/// Writes a scene as a `.glb` in memory. Also returns findings for the changes that glTF requires. If the file may be
/// too large for memory, use [`glb`] instead.
///
/// # Errors
/// See [`glb`]; also if an image can't be read.
pub fn write_glb(scene: &Scene<'_>, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
    let (glb, findings) = glb(scene, &options.external_images(false))?;
    let mut bytes = Vec::with_capacity(glb.length as usize);
    glb.write_to(&mut bytes).map_err(unread)?;
    Ok((bytes, findings))
}

/// Writes a scene as a `.gltf` and a binary file with the name `bin_name`, in memory. Also returns findings for the
/// changes that glTF requires. If the files may be too large for memory, use [`gltf`] instead.
///
/// # Errors
/// See [`gltf`]; also if an image can't be read.
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

/// Creates the error for an image that can't be read.
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
