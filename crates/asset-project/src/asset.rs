//! A document of any format.

use std::borrow::Cow;
use std::path::Path;

use binio::Findings;

use crate::Error;
use crate::detect::Detection;
use crate::document::{Document, Typed};
use crate::driver::{Driver, Opening};
use crate::{Format, OpenOptions, drivers, kinds};

/// Result of [`Asset::check`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// Everything that is unusual or wrong.
    pub findings: Findings,
    /// First difference between the original and the written bytes. `None` if they are equal, or if the comparison
    /// wasn't requested.
    pub difference: Option<String>,
    /// Whether the file was written again and compared. A file that would take too much memory isn't; a finding reports it.
    pub compared: bool,
}

/// A document of any format.
///
/// Use [`typed`](Self::typed) for code about one format, and [`downcast`](Self::downcast) to get the document of the format crate.
#[derive(Debug)]
pub struct Asset<'a> {
    document: Box<dyn Document + 'a>,
}

impl<'a> Asset<'a> {
    /// An asset of a document.
    pub fn new(document: impl Document + 'a) -> Self {
        Self { document: Box::new(document) }
    }

    /// Reads a document of any format. `path` helps to tell formats apart; it is not opened.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::LookAlike`], [`Error::OtherContent`], or [`Error::Malformed`] with the error of the format crate.
    pub fn parse(bytes: &'a [u8], path: Option<&Path>) -> Result<Self, Error> {
        Self::parse_with(bytes, path, &OpenOptions::default())
    }

    /// As [`parse`](Self::parse), with options.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], path: Option<&Path>, options: &OpenOptions) -> Result<Self, Error> {
        Self::detected(bytes, Opening::new(path, options))
    }

    /// Reads the document that the file at `path` holds. As [`Asset::parse`], but files that a `.gltf` is made of are read too, from its
    /// own folder only (feature `fs`).
    ///
    /// # Errors
    /// As [`Asset::parse`], and any I/O error.
    pub fn parse_file(bytes: &'a [u8], path: &Path) -> Result<Self, Error> {
        Self::parse_file_with(bytes, path, &OpenOptions::default())
    }

    /// As [`parse_file`](Self::parse_file), with options.
    ///
    /// # Errors
    /// As [`parse_file`](Self::parse_file).
    pub fn parse_file_with(bytes: &'a [u8], path: &Path, options: &OpenOptions) -> Result<Self, Error> {
        Self::detected(bytes, Opening { reads_files: true, ..Opening::new(Some(path), options) })
    }

    fn detected(bytes: &'a [u8], opening: Opening<'_>) -> Result<Self, Error> {
        match Format::detect(bytes, bytes.len() as u64, bytes, opening.path) {
            Detection::Known(format) => Self::opened(format, bytes, &opening),
            Detection::Unknown(Some(crate::Hint::BareModel)) if opening.options.bare_2011 => {
                Self::opened(Format::URHO_MDL, bytes, &opening)
            }
            Detection::LookAlike(what) => Err(Error::LookAlike(what)),
            Detection::OtherContent(format, content) => Err(Error::OtherContent { format, content }),
            // A model without an identifier is one if it can be read to the end.
            Detection::Unknown(hint @ Some(crate::Hint::BareModel)) => {
                let bare = opening.options.clone().bare_2011(true);
                match Self::parse_as_with(Format::URHO_MDL, bytes, &bare) {
                    Ok(_) => Err(Error::Unknown { hint }),
                    Err(_) => Err(Error::OtherContent { format: Format::URHO_MDL, content: crate::Content::Unknown }),
                }
            }
            Detection::Unknown(hint) => Err(Error::Unknown { hint }),
        }
    }

    /// Reads a document of a known format.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the error of the format crate.
    pub fn parse_as(format: Format, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_as_with(format, bytes, &OpenOptions::default())
    }

    /// As [`parse_as`](Self::parse_as), with options.
    ///
    /// # Errors
    /// As [`parse_as`](Self::parse_as).
    pub fn parse_as_with(format: Format, bytes: &'a [u8], options: &OpenOptions) -> Result<Self, Error> {
        Self::opened(format, bytes, &Opening::new(None, options))
    }

    fn opened(format: Format, bytes: &'a [u8], opening: &Opening<'_>) -> Result<Self, Error> {
        // Only a project that has the driver reads other formats.
        let driver = drivers::of(format).ok_or(Error::Unknown { hint: None })?;
        Self::parse_by(driver, bytes, opening)
    }

    pub(crate) fn parse_by(driver: &Driver, bytes: &'a [u8], opening: &Opening<'_>) -> Result<Self, Error> {
        Ok(Self { document: (driver.parse)(bytes, opening)? })
    }

    pub(crate) fn from_box(document: Box<dyn Document + 'a>) -> Self {
        Self { document }
    }

    /// Returns the document as the contract of all formats.
    pub(crate) fn document(&self) -> &(dyn Document + 'a) {
        &*self.document
    }

    /// Returns the document as the contract of all formats, for changes.
    pub(crate) fn document_mut(&mut self) -> &mut (dyn Document + 'a) {
        &mut *self.document
    }

    /// Returns the document of the format crate, for code about one format.
    ///
    /// ```
    /// use asset_project::{Asset, Typed};
    /// # let bytes = b"Materials/Jack.xml\n";
    /// let asset = Asset::parse(bytes, Some("Jack.txt".as_ref()))?;
    /// if let Typed::UrhoMaterialList(list) = asset.typed() {
    ///     assert_eq!(list.names().count(), 1);
    /// }
    /// # Ok::<(), asset_project::Error>(())
    /// ```
    pub fn typed(&self) -> Typed<'_> {
        self.document.typed()
    }

    /// Returns the format of the document.
    pub fn format(&self) -> Format {
        self.document.format()
    }

    /// Returns whether the file is a scene of no engine: glTF, FBX, OBJ.
    pub(crate) fn is_neutral(&self) -> bool {
        self.format().is_neutral()
    }

    /// Returns the scene of a glTF, FBX or OBJ; `None` for any other format.
    #[cfg(feature = "fs")]
    pub(crate) fn neutral_scene(&self) -> Option<&asset_scene::Scene<'static>> {
        match self.typed() {
            Typed::Fbx(document) => Some(&document.scene),
            Typed::Gltf(document) => Some(&document.scene),
            _ => None,
        }
    }

    /// Returns the UDM document: of [`Typed::Udm`], and of every asset of the Pragma engine; `None` for any other format.
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

    /// Returns everything that is unusual or wrong, with its place and severity.
    pub fn validate(&self) -> Findings {
        self.document.validate()
    }

    /// Returns the content as text for people, for formats without a description of their own.
    pub fn text(&self) -> Option<String> {
        self.document.text()
    }

    /// Returns the files inside of an archive; empty for any other format. Packages are read in place, by their crate.
    pub fn entries(&self) -> Vec<crate::Entry> {
        self.document.entries()
    }

    /// Reads the file inside of an archive with this number; `None` if there is none.
    ///
    /// # Errors
    /// Its data is damaged, or unpacks to more than the budget allows.
    pub fn read_entry(&self, number: usize, budget: &mut binio::Budget) -> Result<Option<Vec<u8>>, Error> {
        self.document.read_entry(number, budget)
    }

    /// Returns the texture file inside of a document that isn't a texture itself: of a font.
    pub fn texture(&self) -> Option<&[u8]> {
        self.document.texture()
    }

    /// Returns a finding per file that the asset names and one project folder doesn't hold, and per prefab that includes itself: for assets of
    /// Pragma, whose `root` holds `materials` and `models`, and scenes of Urho3D, whose `root` holds `Data` and `CoreData`. Further formats, folders and
    /// packages: `check_references`.
    pub fn missing_files(&self, root: &Path) -> Findings {
        self.document.missing_files(root)
    }

    /// Returns the output of `inspect --json`; with the SHA-256 of every bulk block if `hashes`.
    #[cfg(feature = "serde")]
    pub fn summary(&self, hashes: bool) -> crate::Summary<'_> {
        self.document.summary(hashes)
    }

    /// Encodes the document. Unchanged, it gives the bytes that it was read from; glTF is written anew, always as a `.glb`.
    ///
    /// # Errors
    /// The document holds something that the format can't.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.document.to_bytes()
    }

    /// Returns whether writing the asset reproduces `bytes` exactly. glTF is compared by meaning; UDM text must also
    /// keep its values when it is laid out anew.
    ///
    /// # Errors
    /// The document holds something that the format can't.
    pub fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        self.document.round_trips(bytes)
    }

    /// Returns a short description of the first difference between `bytes` and the written bytes, or `None` if the
    /// asset [round-trips](Self::round_trips).
    ///
    /// # Errors
    /// The document holds something that the format can't.
    pub fn difference_from(&self, bytes: &[u8]) -> Result<Option<String>, Error> {
        self.document.difference_from(bytes)
    }

    /// Writes the asset again, and returns the first difference from the bytes of its file. `None` with a finding if that would take too much memory.
    pub(crate) fn compare(&self, bytes: &[u8], findings: &mut Findings) -> Result<Option<Option<String>>, Error> {
        if self.format().is_read_only() {
            // It is only read: there is no file to compare with.
            return Ok(None);
        }
        if let Some(reason) = self.too_large_to_compare(bytes.len()) {
            findings.warning(kinds::ROUNDTRIP_TOO_LARGE, "file", reason);
            return Ok(None);
        }
        self.difference_from(bytes).map(Some)
    }

    /// Returns the reason why the asset isn't compared with the `length` bytes of its file: the arrays of a glTF may consist of zeros that the file
    /// doesn't contain, and a comparison takes memory for all of them. Sparse morph targets of real models are far below this limit.
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

    /// Copies borrowed data, so that the document outlives the bytes it was read from.
    pub fn into_owned(self) -> Asset<'static> {
        Asset { document: self.document.into_owned() }
    }
}

impl Asset<'static> {
    /// Returns the document of the format crate, or `None` if the asset has another type.
    ///
    /// ```
    /// # let bytes = b"Materials/Jack.xml\n";
    /// let asset = asset_project::Asset::parse(bytes, Some("Jack.txt".as_ref()))?.into_owned();
    /// let list: urho_material::MaterialList<'static> = asset.downcast().expect("a material list");
    /// assert_eq!(list.names().count(), 1);
    /// # Ok::<(), asset_project::Error>(())
    /// ```
    pub fn downcast<T: 'static>(self) -> Option<T> {
        self.document.into_any().downcast().ok().map(|document| *document)
    }

    /// Returns the document of the format crate, if it has this type.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        self.document.as_any().downcast_ref()
    }

    /// Returns the document of the format crate for changes, if it has this type.
    pub fn downcast_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.document.as_any_mut().downcast_mut()
    }
}
