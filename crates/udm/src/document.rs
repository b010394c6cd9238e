//! The document: the content of a file, in order.

use binio::{Bytes, Name};

use crate::element::Element;
use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::source::{Encoding, Source};
use crate::value::Value;

/// A binary file must begin with these bytes.
pub const MAGIC: &[u8; 4] = b"UDMB";

/// The header version that the engine writes today.
pub const CURRENT_VERSION: u32 = 2;

/// The asset type for a text file that has no header.
pub const NIL_ASSET: &str = "nil";

/// A document. It has a header version and a root, which contains the asset type, the asset version and the data.
///
/// When you read a document from a file, it borrows strings and bulk data from this file. Documents are compared by the
/// bits of their values. The [`source`](Self::source) is not compared.
///
/// Values have destructors. If the bytes are local, you must therefore bind a result before you return it from a block,
/// because the borrow checker will not accept it otherwise:
///
/// ```
/// fn range(file: &str) -> Option<f64> {
///     let text = file.to_owned().into_bytes();
///     let document = udm::Document::parse(&text);
///     // `match udm::Document::parse(&text) { … }` in this place would outlive `text`.
///     match document {
///         Ok(document) => document.get("range")?.as_f64(),
///         Err(_) => None,
///     }
/// }
/// assert_eq!(range("$float range 2"), Some(2.0));
/// ```
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The version in the header, 1 or 2. The layout does not depend on it. A text file has no such version, so this
    /// will be 2.
    pub header_version: u32,
    /// `assetType`, `assetVersion`, `assetData` and any other keys, in file order.
    pub root: Element<'a>,
    /// Bytes after the root, which no reader uses. Text can't store them.
    pub trailing: Bytes<'a>,
    /// The form to write, and the layout if the document was read from text.
    pub source: Source<'a>,
}

impl PartialEq for Document<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.header_version == other.header_version && self.root == other.root && self.trailing == other.trailing
    }
}

/// The keys that every root must have.
pub mod key {
    /// The key for the asset type, a string.
    pub const TYPE: &str = "assetType";
    /// The key for the asset version, a uint32.
    pub const VERSION: &str = "assetVersion";
    /// The key for the asset data, an element.
    pub const DATA: &str = "assetData";
}

/// Used when a document has no data.
static NO_DATA: Element<'static> = Element::new();

binio::into_owned! { pub Document { root, trailing, source; header_version } }

impl<'a> Document<'a> {
    /// Creates a document without data. It will be written in binary form.
    ///
    /// ```
    /// let mut document = udm::Document::new("PMAT", 1);
    /// document.data_mut().insert("roughness", 0.5_f32);
    /// let bytes = document.to_bytes()?;
    /// assert_eq!(udm::Document::parse(&bytes)?, document);
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn new(asset_type: impl Into<Name<'a>>, asset_version: u32) -> Self {
        Self::wrap(asset_type.into(), asset_version, Element::new())
    }

    /// Creates a document from `data`, with the same root that the engine writes.
    pub(crate) fn wrap(asset_type: Name<'a>, asset_version: u32, data: Element<'a>) -> Self {
        let mut root = Element::new();
        root.push(key::TYPE, Value::String(asset_type));
        root.push(key::VERSION, asset_version);
        root.push(key::DATA, data);
        Self { header_version: CURRENT_VERSION, root, trailing: Bytes::EMPTY, source: Source::BINARY }
    }

    /// Creates a document from its data. The asset type is `nil` and the version is 1. It will be written in binary
    /// form.
    ///
    /// ```
    /// let data = [("range", 2.5_f32)].into_iter().collect();
    /// let document = udm::Document::from_data(data);
    /// assert_eq!(document.asset_type(), udm::NIL_ASSET);
    /// assert_eq!(document.get("range"), Some(&udm::Value::F32(2.5)));
    /// ```
    pub fn from_data(data: Element<'a>) -> Self {
        Self::wrap(Name::from(NIL_ASSET), 1, data)
    }

    /// Creates a document from its root. It will be written in binary form.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoHeader`] if the root has no string [`key::TYPE`], no uint32 [`key::VERSION`] or no
    /// element [`key::DATA`].
    pub fn from_root(root: Element<'a>) -> Result<Self, Error> {
        check_root(&root).map_err(no_place)?;
        Ok(Self { header_version: CURRENT_VERSION, root, trailing: Bytes::EMPTY, source: Source::BINARY })
    }

    /// Returns the asset type, for example `PMDL` or `PMAP`, or `nil` if it is missing.
    pub fn asset_type(&self) -> Name<'_> {
        match self.root.get(key::TYPE) {
            Some(Value::String(name)) => name.borrowed(),
            _ => Name::from(NIL_ASSET),
        }
    }

    /// Returns the asset version. Every asset type counts its own versions.
    pub fn asset_version(&self) -> u32 {
        if let Some(Value::U32(version)) = self.root.get(key::VERSION) { *version } else { 1 }
    }

    /// Sets the asset type and the asset version.
    pub fn set_asset(&mut self, asset_type: impl Into<Name<'a>>, asset_version: u32) {
        self.root.insert(key::TYPE, Value::String(asset_type.into()));
        self.root.insert(key::VERSION, asset_version);
    }

    /// Returns the asset data, which is where a path starts.
    pub fn data(&self) -> &Element<'a> {
        self.root.get(key::DATA).and_then(Value::as_element).unwrap_or(&NO_DATA)
    }

    /// Returns the asset data for editing. If the root has none, this adds an empty element.
    pub fn data_mut(&mut self) -> &mut Element<'a> {
        if self.root.get(key::DATA).and_then(Value::as_element).is_none() {
            self.root.insert(key::DATA, Element::new());
        }
        let data = self.root.get_mut(key::DATA).and_then(Value::as_element_mut);
        #[expect(clippy::expect_used, reason = "it was put there if it wasn't")]
        data.expect("the root has data")
    }

    /// Sorts the keys in all elements, as the engine does when it writes text.
    pub fn sort_keys(&mut self) {
        let mut pending = alloc::vec![&mut self.root];
        while let Some(element) = pending.pop() {
            element.sort_keys();
            for (_, value) in element.iter_mut() {
                crate::element::elements_in(value, &mut pending);
            }
        }
    }

    /// Returns the form that [`to_bytes`](Self::to_bytes) will write.
    pub fn encoding(&self) -> Encoding {
        self.source.encoding()
    }
}

/// Checks that `root` has a string `assetType`, a uint32 `assetVersion` and an element `assetData`.
///
/// # Errors
/// Names the key that is missing or has another type.
pub(crate) fn check_root(root: &Element<'_>) -> Result<(), ErrorKind> {
    let is = |key: &str, ty: Type| root.get(key).is_some_and(|value| value.ty() == ty);
    if !is(key::TYPE, Type::STRING) {
        return Err(ErrorKind::NoHeader("string assetType"));
    }
    if !is(key::VERSION, Type::U32) {
        return Err(ErrorKind::NoHeader("uint32 assetVersion"));
    }
    if !is(key::DATA, Type::ELEMENT) {
        return Err(ErrorKind::NoHeader("element assetData"));
    }
    Ok(())
}

/// Checks that a reader will accept this version.
pub(crate) fn check_version(version: u32) -> Result<(), ErrorKind> {
    if matches!(version, 1..=CURRENT_VERSION) { Ok(()) } else { Err(ErrorKind::UnsupportedVersion(version)) }
}
