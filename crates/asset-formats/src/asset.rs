//! This module contains [`Asset`], a document in any format.

use std::borrow::Cow;
use std::path::Path;

use asset_geometry::{Bounds, Similarity};
use binio::Findings;

use crate::Error;
use crate::detect::Detection;
use crate::document::{Document, Typed};
use crate::driver::{Driver, Opening};
use crate::{Editor, Format, OpenOptions, drivers, kinds};

/// This is the result of [`Asset::check`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// Everything that is unusual or wrong in the file.
    pub findings: Findings,
    /// Describes where the written bytes first differ from the original. It is `None` if they are equal, or if you
    /// didn't ask for a comparison.
    pub difference: Option<String>,
    /// Whether the file was written again and compared. A file is not compared if this would take too much memory; a
    /// finding reports it.
    pub compared: bool,
}

/// The result of writing a document again and comparing it with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RoundTrip {
    NotCompared,
    Same,
    /// The first difference in a few words.
    Different(String),
}

/// A document in any format: this is what you get when you open a file.
///
/// The methods work for every format. To use the API of one format, call [`typed`](Self::typed), or
/// [`downcast`](Self::downcast) to own the document of the format crate.
#[derive(Debug)]
pub struct Asset<'a> {
    document: Box<dyn Document + 'a>,
}

impl<'a> From<Box<dyn Document + 'a>> for Asset<'a> {
    fn from(document: Box<dyn Document + 'a>) -> Self {
        Self { document }
    }
}

impl<'a> Asset<'a> {
    /// Wraps a document, for example one that your own driver has parsed.
    pub fn new(document: impl Document + 'a) -> Self {
        Self { document: Box::new(document) }
    }

    /// Parses a document after detecting its format. The file name in `path` helps to tell formats apart; this function
    /// will not open it.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`], [`Error::LookAlike`] or [`Error::OtherContent`] if the bytes are in no supported
    /// format, and [`Error::Malformed`] with the error of the format crate if they can't be parsed.
    pub fn parse(bytes: &'a [u8], path: Option<&Path>) -> Result<Self, Error> {
        Self::parse_with(bytes, path, &OpenOptions::default())
    }

    /// Like [`parse`](Self::parse), but using the given options.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], path: Option<&Path>, options: &OpenOptions) -> Result<Self, Error> {
        Self::parse_opening(bytes, &Opening::new(path, options))
    }

    /// Parses `bytes`, which must be the content of the file at `path`. Use this instead of [`Asset::parse`] for a
    /// `.gltf`, because the other files that it consists of will be read too, but only from its own folder (feature
    /// `fs`).
    ///
    /// # Errors
    /// See [`Asset::parse`]. Returns any I/O error, too.
    pub fn parse_file(bytes: &'a [u8], path: &Path) -> Result<Self, Error> {
        Self::parse_file_with(bytes, path, &OpenOptions::default())
    }

    /// Like [`parse_file`](Self::parse_file), but using the given options.
    ///
    /// # Errors
    /// See [`parse_file`](Self::parse_file).
    pub fn parse_file_with(bytes: &'a [u8], path: &Path, options: &OpenOptions) -> Result<Self, Error> {
        Self::parse_opening(bytes, &Opening { reads_files: true, ..Opening::new(Some(path), options) })
    }

    /// Like [`parse`](Self::parse), but lets you decide how to read the files that the document consists of.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_opening(bytes: &'a [u8], opening: &Opening<'_>) -> Result<Self, Error> {
        match Format::detect(bytes, bytes.len() as u64, bytes, opening.path) {
            Detection::Known(format) => Self::opened(format, bytes, opening),
            Detection::Unknown(Some(hint)) if opening.options.bare_2011 => Self::opened(hint.format(), bytes, opening),
            Detection::LookAlike(what) => Err(Error::LookAlike(what)),
            Detection::OtherContent(format, content) => Err(Error::OtherContent { format, content }),
            // A model without an identifier is one if it can be read to the end.
            Detection::Unknown(Some(hint)) => {
                let (format, bare) = (hint.format(), opening.options.clone().bare_2011(true));
                match Self::parse_as_with(format, bytes, &bare) {
                    Ok(_) => Err(Error::Unknown { hint: Some(hint) }),
                    Err(_) => Err(Error::OtherContent { format, content: crate::Content::Unknown }),
                }
            }
            Detection::Unknown(None) => Err(Error::Unknown { hint: None }),
        }
    }

    /// Parses a document when you already know the format, without detecting it.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] with the error of the format crate if the bytes can't be parsed.
    pub fn parse_as(format: Format, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_as_with(format, bytes, &OpenOptions::default())
    }

    /// Like [`parse_as`](Self::parse_as), but using the given options.
    ///
    /// # Errors
    /// See [`parse_as`](Self::parse_as).
    pub fn parse_as_with(format: Format, bytes: &'a [u8], options: &OpenOptions) -> Result<Self, Error> {
        Self::opened(format, bytes, &Opening::new(None, options))
    }

    fn opened(format: Format, bytes: &'a [u8], opening: &Opening<'_>) -> Result<Self, Error> {
        // Only a project that has the driver reads other formats.
        let driver = drivers::of(format).ok_or(Error::Unknown { hint: None })?;
        Self::parse_by(driver, bytes, opening)
    }

    /// Parses a document with this driver, for example your own, without detecting the format.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] with the error of the format crate if the bytes can't be parsed.
    pub fn parse_by(driver: &Driver, bytes: &'a [u8], opening: &Opening<'_>) -> Result<Self, Error> {
        Ok(Self { document: (driver.parse)(bytes, opening)? })
    }

    /// Returns the document through the trait that all formats implement.
    pub fn document(&self) -> &(dyn Document + 'a) {
        &*self.document
    }

    /// Passes the document of the format crate to `editor`, which can change it. Returns false if [`Editor`] has no
    /// method for this format. In this case, nothing is changed.
    ///
    /// ```
    /// use asset_formats::{Asset, Editor};
    ///
    /// struct Dress(Result<(), urho_material::Error>);
    /// impl Editor for Dress {
    ///     fn urho_material_list(&mut self, list: &mut urho_material::MaterialList<'_>) {
    ///         self.0 = list.set_name(0, "Materials/Dress.xml");
    ///     }
    /// }
    ///
    /// let mut asset = Asset::parse(b"Materials/Jack.xml\n", Some("Jack.txt".as_ref()))?;
    /// let mut dress = Dress(Ok(()));
    /// assert!(asset.edit(&mut dress));
    /// dress.0?;
    /// assert_eq!(asset.to_bytes()?, b"Materials/Dress.xml\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit(&mut self, editor: &mut dyn Editor) -> bool {
        self.document.edit(editor)
    }

    /// Returns the document of the format crate. Use this when your code is about one format.
    ///
    /// ```
    /// use asset_formats::{Asset, Typed};
    /// # let bytes = b"Materials/Jack.xml\n";
    /// let asset = Asset::parse(bytes, Some("Jack.txt".as_ref()))?;
    /// if let Typed::UrhoMaterialList(list) = asset.typed() {
    ///     assert_eq!(list.names().count(), 1);
    /// }
    /// # Ok::<(), asset_formats::Error>(())
    /// ```
    pub fn typed(&self) -> Typed<'_> {
        self.document.typed()
    }

    /// Returns the format of this document.
    pub fn format(&self) -> Format {
        self.document.format()
    }

    /// Returns whether this is a scene that belongs to no engine: glTF, FBX or OBJ.
    pub fn is_neutral(&self) -> bool {
        self.format().is_neutral()
    }

    /// Returns the scene if this is a glTF, FBX or OBJ, and `None` for any other format.
    pub fn neutral_scene(&self) -> Option<&asset_scene::Scene<'static>> {
        match self.typed() {
            Typed::Fbx(document) => Some(&document.scene),
            Typed::Gltf(document) => Some(&document.scene),
            _ => None,
        }
    }

    /// Returns the UDM document. All assets of the Pragma engine have one, and so has [`Typed::Udm`]; for any other
    /// format this is `None`.
    pub fn as_udm(&self) -> Option<&udm::Document<'_>> {
        match self.typed() {
            Typed::Udm(document) => Some(document),
            Typed::PragmaAnimation(asset) => Some(&asset.document),
            Typed::PragmaMap(asset) => Some(&asset.document),
            Typed::PragmaMaterial(asset) => Some(&asset.document),
            Typed::PragmaModel(asset) => Some(&asset.document),
            Typed::PragmaNavmesh(asset) => Some(&asset.document),
            Typed::PragmaParticles(asset) => Some(&asset.document),
            _ => None,
        }
    }

    /// Returns the version or kind within the format, in one word.
    pub fn variant(&self) -> Cow<'static, str> {
        self.document.variant()
    }

    /// Checks the document, and returns everything that is unusual or wrong, with its place and severity. To check a
    /// package together with the assets inside, use [`check`](Self::check).
    pub fn validate(&self) -> Findings {
        self.document.validate()
    }

    /// Lists the files inside an archive. The list is empty for any other format, and also for packages: read those
    /// with their crate, which doesn't copy them.
    pub fn entries(&self) -> Vec<crate::Entry> {
        self.document.entries()
    }

    /// Reads a file inside an archive, given its index in [`entries`](Self::entries). Returns `None` if there is no
    /// such file.
    ///
    /// # Errors
    /// Returns an error if the data is damaged, or if it unpacks to more than the budget allows.
    pub fn read_entry(&self, number: usize, budget: &mut binio::Budget) -> Result<Option<Vec<u8>>, Error> {
        self.document.read_entry(number, budget)
    }

    /// Returns the texture file that is embedded in a font. For any other document this is `None`.
    pub fn texture(&self) -> Option<&[u8]> {
        self.document.texture()
    }

    /// Returns a finding for each file that this asset names but `root` doesn't contain, and for each prefab that
    /// includes itself.
    ///
    /// This works for Pragma assets if `root` is the folder with `materials` and `models`, and for Urho3D scenes if it
    /// is the folder with `Data` and `CoreData`. For other formats, or to search packages and several folders, use
    /// `check_references`.
    pub fn missing_files(&self, root: &Path) -> Findings {
        self.document.missing_files(root)
    }

    /// Returns the content that `inspect --json` prints. If `hashes` is true, this includes the SHA-256 of every bulk
    /// block.
    #[cfg(feature = "serde")]
    pub fn summary(&self, hashes: bool) -> crate::Summary<'_> {
        self.document.summary(hashes)
    }

    /// Writes the document to bytes. If you changed nothing, these are the bytes that it was read from, except for
    /// glTF, which is always written as a new `.glb`.
    ///
    /// # Errors
    /// Returns an error if the document contains something that the format can't store.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.document.to_bytes()
    }

    /// Returns the document scaled, turned or moved, or `None` if this is not possible in this format.
    ///
    /// # Errors
    /// Returns an error if a part of the document can't be changed in this way.
    pub fn transformed(&self, change: &Similarity) -> Result<Option<Asset<'static>>, Error> {
        Ok(self.document.transformed(change)?.map(|document| Asset { document }))
    }

    /// Returns the box around all vertices, or `None` if there are none, or if documents in this format can't be
    /// [transformed](Self::transformed).
    pub fn computed_bounds(&self) -> Option<Bounds> {
        self.document.computed_bounds()
    }

    /// Returns whether writing this asset reproduces `bytes` exactly. For glTF the meaning is compared instead; UDM
    /// text must also keep all values when it is formatted anew.
    ///
    /// # Errors
    /// Returns an error if the document contains something that the format can't store.
    pub fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        self.document.round_trips(bytes)
    }

    /// Describes the first difference between `bytes` and the written bytes in a few words. Returns `None` if this
    /// asset [round-trips](Self::round_trips).
    ///
    /// # Errors
    /// Returns an error if the document contains something that the format can't store.
    pub(crate) fn difference_from(&self, bytes: &[u8]) -> Result<Option<String>, Error> {
        self.document.difference_from(bytes)
    }

    /// Writes the asset again to find the first difference from `bytes`. If this would take too much memory, it isn't
    /// compared, and a finding says so.
    pub(crate) fn compare(&self, bytes: &[u8], findings: &mut Findings) -> Result<RoundTrip, Error> {
        if self.format().is_read_only() {
            // It is only read: there is no file to compare with.
            return Ok(RoundTrip::NotCompared);
        }
        if let Some(reason) = self.too_large_to_compare(bytes.len()) {
            findings.warning(kinds::ROUNDTRIP_TOO_LARGE, "file", reason);
            return Ok(RoundTrip::NotCompared);
        }
        Ok(self.difference_from(bytes)?.map_or(RoundTrip::Same, RoundTrip::Different))
    }

    /// Returns the reason not to compare this asset with the `length` bytes of its file, if there is one. The arrays of
    /// a glTF can be zeros that the file doesn't store, and a comparison needs memory for all of them. Sparse morph
    /// targets in real models stay far below this limit.
    fn too_large_to_compare(&self, length: usize) -> Option<String> {
        const FOR_ANY: u64 = 4 << 20;
        const PER_BYTE: u64 = 64;
        let Typed::Gltf(document) = self.typed() else { return None };
        let bytes = |array: &asset_scene::Array<'_>| (array.count as u64).saturating_mul(array.row_size() as u64);
        let expanded = document.scene.arrays.iter().map(bytes).fold(0, u64::saturating_add);
        let most = (length as u64).saturating_mul(PER_BYTE).saturating_add(FOR_ANY);
        (expanded > most)
            .then(|| format!("the file isn't compared: its arrays take {expanded} bytes, at most {most} for its size"))
    }

    /// Copies all borrowed data, so that you can drop the bytes that this document was read from.
    pub fn into_owned(self) -> Asset<'static> {
        Asset { document: self.document.into_owned() }
    }
}

impl Asset<'static> {
    /// Returns the document of the format crate, or `None` if this asset is of another type.
    ///
    /// ```
    /// # let bytes = b"Materials/Jack.xml\n";
    /// let asset = asset_formats::Asset::parse(bytes, Some("Jack.txt".as_ref()))?.into_owned();
    /// let list: urho_material::MaterialList<'static> = asset.downcast().expect("a material list");
    /// assert_eq!(list.names().count(), 1);
    /// # Ok::<(), asset_formats::Error>(())
    /// ```
    pub fn downcast<T: 'static>(self) -> Option<T> {
        self.document.into_any().downcast().ok().map(|document| *document)
    }

    /// Returns a reference to the document of the format crate, or `None` if this asset is of another type.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        self.document.as_any().downcast_ref()
    }

    /// Returns the document of the format crate to change it, or `None` if this asset is of another type.
    pub fn downcast_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.document.as_any_mut().downcast_mut()
    }
}
