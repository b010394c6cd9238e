//! The document: content of a file, in order.

use binio::{Bytes, Name};

use crate::element::Element;
use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::source::{Form, Source};
use crate::value::Value;

/// The first bytes of binary files.
pub const MAGIC: &[u8; 4] = b"UDMB";

/// The header's version that the engine writes today.
pub const CURRENT_VERSION: u32 = 2;

/// The asset type of text files without a header.
pub const NIL_ASSET: &str = "nil";

/// A document: the header's version and the root, which holds the asset's type, version and data.
///
/// A document that is read from a file borrows strings and bulk data from it. Equality is by bits, and compares only values: the
/// [`source`](Self::source) is ignored.
///
/// Values have destructors, so the borrow checker wants a result that ends a block to be bound first where the bytes are
/// local:
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
    /// Version of the binary format, 1 or 2; nothing in the layout depends on it. Text files have none and read as 2.
    pub header_version: u32,
    /// `assetType`, `assetVersion` and `assetData`, and any other keys, in the order of the file.
    pub root: Element<'a>,
    /// Bytes after the root, which no reader uses. Text can't store them.
    pub trailing: Bytes<'a>,
    /// The form that is written, and the layout of the text that was read.
    pub source: Source<'a>,
}

impl PartialEq for Document<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.header_version == other.header_version && self.root == other.root && self.trailing == other.trailing
    }
}

/// Keys of the root.
pub mod key {
    /// Key of the asset type, a string.
    pub const TYPE: &str = "assetType";
    /// Key of the asset version, a uint32.
    pub const VERSION: &str = "assetVersion";
    /// Key of the asset data, an element.
    pub const DATA: &str = "assetData";
}

/// Data of a document without the keys of a root.
static NO_DATA: Element<'static> = Element::new();

binio::into_owned! { pub Document { root, trailing, source; header_version } }

impl<'a> Document<'a> {
    /// Creates a document without data, in binary form.
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

    /// A document of `data`, with a root as the engine makes it.
    pub(crate) fn wrap(asset_type: Name<'a>, asset_version: u32, data: Element<'a>) -> Self {
        let mut root = Element::new();
        root.push(key::TYPE, Value::String(asset_type));
        root.push(key::VERSION, asset_version);
        root.push(key::DATA, data);
        Self { header_version: CURRENT_VERSION, root, trailing: Bytes::EMPTY, source: Source::BINARY }
    }

    /// Creates a document of asset type `nil`, version 1, from its data, in binary form.
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

    /// Creates a document from its whole root, in binary form.
    ///
    /// # Errors
    /// [`ErrorKind::NoHeader`] if the root lacks a string [`key::TYPE`], a uint32 [`key::VERSION`] or an element
    /// [`key::DATA`].
    pub fn from_root(root: Element<'a>) -> Result<Self, Error> {
        check_root(&root).map_err(no_place)?;
        Ok(Self { header_version: CURRENT_VERSION, root, trailing: Bytes::EMPTY, source: Source::BINARY })
    }

    /// Returns the asset type: `PMDL`, `PMAP` …; `nil` if it is missing.
    pub fn asset_type(&self) -> Name<'_> {
        match self.root.get(key::TYPE) {
            Some(Value::String(name)) => name.borrowed(),
            _ => Name::from(NIL_ASSET),
        }
    }

    /// Version of that kind of asset.
    pub fn asset_version(&self) -> u32 {
        if let Some(Value::U32(version)) = self.root.get(key::VERSION) { *version } else { 1 }
    }

    /// Sets kind and version of the asset.
    pub fn set_asset(&mut self, asset_type: impl Into<Name<'a>>, asset_version: u32) {
        self.root.insert(key::TYPE, Value::String(asset_type.into()));
        self.root.insert(key::VERSION, asset_version);
    }

    /// The asset's data; paths begin here.
    pub fn data(&self) -> &Element<'a> {
        self.root.get(key::DATA).and_then(Value::as_element).unwrap_or(&NO_DATA)
    }

    /// The asset's data, to change it. If the root has none, it gets an empty element.
    pub fn data_mut(&mut self) -> &mut Element<'a> {
        if self.root.get(key::DATA).and_then(Value::as_element).is_none() {
            self.root.insert(key::DATA, Element::new());
        }
        let data = self.root.get_mut(key::DATA).and_then(Value::as_element_mut);
        #[expect(clippy::expect_used, reason = "it was put there if it wasn't")]
        data.expect("the root has data")
    }

    /// Sorts the keys of all elements, as the engine writes text.
    pub fn sort_keys(&mut self) {
        let mut pending = alloc::vec![&mut self.root];
        while let Some(element) = pending.pop() {
            element.sort_keys();
            for (_, value) in element.iter_mut() {
                crate::element::elements_in(value, &mut pending);
            }
        }
    }

    /// Returns the form that [`to_bytes`](Self::to_bytes) writes.
    pub fn form(&self) -> Form {
        self.source.form()
    }
}

/// Whether `root` holds a string `assetType`, a uint32 `assetVersion` and an element `assetData`.
///
/// # Errors
/// Which of them isn't there or of another type.
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

/// Whether a reader takes a file of this version.
pub(crate) fn check_version(version: u32) -> Result<(), ErrorKind> {
    if matches!(version, 1..=CURRENT_VERSION) { Ok(()) } else { Err(ErrorKind::UnsupportedVersion(version)) }
}
