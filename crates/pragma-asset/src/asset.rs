//! Documents of a known kind.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use binio::{Findings, Path};
use udm::{Document, Element, Form, NIL_ASSET, ReadOptions};

use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::node::Node;

/// Kind of asset: the type parameter of [`Asset`]. Sealed.
pub trait Kind:
    Clone + Debug + PartialEq + Send + Sync + sealed::Check + sealed::References + sealed::Describe + 'static
{
    /// Names of the `assetType`. The first is used for new assets.
    const TYPES: &'static [&'static str];
    /// Whether the engine also accepts documents without a type: text without header has the type `nil`.
    const BARE: bool;
    /// Version of new assets.
    const VERSION: u32 = 1;
}

pub(crate) mod sealed {
    //! Implemented for each kind, in the file of its subject.

    use alloc::vec::Vec;

    use super::Asset;
    use crate::reference::Reference;

    /// Checks of the data.
    pub trait Check: Sized {
        /// Adds findings about everything that is unusual or invalid in the data.
        fn check(asset: &Asset<'_, Self>, findings: &mut binio::Findings);
    }

    /// Files that an asset references.
    pub trait References: Sized {
        /// Returns the files that the asset references; none by default.
        fn references(_asset: &Asset<'_, Self>) -> Vec<Reference> {
            Vec::new()
        }
    }

    /// The engine's view of an asset, for summaries.
    pub trait Describe: Sized {
        /// Returns the engine's view of the asset.
        #[cfg(feature = "serde")]
        fn content<'d>(asset: &'d Asset<'_, Self>, hashes: bool) -> crate::summary::Content<'d>;
    }

    // The implementations are in `describe`.
    #[cfg(not(feature = "serde"))]
    impl<K> Describe for K {}
}

/// An asset: a [`udm::Document`] of the kind `K`.
///
/// The document is its only content: views read from it, edits write to it, and unknown data stays in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset<'a, K> {
    /// The document with its encoding.
    pub document: Document<'a>,
    kind: PhantomData<K>,
    /// File of the previous format that the document was read from, and the root as it was then.
    previous: Option<Box<Previous>>,
}

/// A file of the previous format.
#[derive(Clone, Debug, PartialEq)]
struct Previous {
    bytes: Vec<u8>,
    root: Element<'static>,
}

impl<'a, K: Kind> Asset<'a, K> {
    /// Reads an asset, binary or text. Strings and bulk data are borrowed, compressed data stays compressed.
    ///
    /// # Errors
    /// Every error of [`udm::Document::parse`]; [`ErrorKind::WrongAsset`] for a document of another kind. Invalid values are not
    /// errors: views return the readable values, [`validate`](Self::validate) reports the others.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads an asset with `options`; [`validate`](Self::validate) lists the problems that they accept.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let document = Document::parse_with(bytes, options).map_err(|error| error.map_kind(ErrorKind::from))?;
        let form = document.form();
        Self::from_document(document, form).map_err(|error| error.at(0))
    }

    /// Creates an asset from a document; `form` is the encoding for writing.
    ///
    /// # Errors
    /// [`ErrorKind::WrongAsset`].
    pub fn from_document(document: Document<'a>, form: Form) -> Result<Self, Error> {
        let found = document.asset_type();
        let bare = K::BARE && found == NIL_ASSET;
        if !bare && !K::TYPES.iter().any(|known| found == *known) {
            let expected = K::TYPES.first().copied().unwrap_or(NIL_ASSET);
            let kind = ErrorKind::WrongAsset { expected, found: found.into_owned() };
            return Err(Error::new(kind, Path::from("asset type")));
        }
        let mut asset = Self { document, kind: PhantomData, previous: None };
        asset.set_form(form);
        Ok(asset)
    }

    /// Creates an asset without data.
    pub fn empty(form: Form) -> Self {
        let document = Document::new(K::TYPES.first().copied().unwrap_or(NIL_ASSET), K::VERSION);
        let mut asset = Self { document, kind: PhantomData, previous: None };
        asset.set_form(form);
        asset
    }

    /// Returns the encoding of [`to_bytes`](Self::to_bytes).
    pub fn form(&self) -> Form {
        self.document.form()
    }

    /// Sets the encoding of [`to_bytes`](Self::to_bytes). The layout of a text is only kept while the encoding stays the same.
    pub fn set_form(&mut self, form: Form) {
        if self.form() != form {
            self.document.source = form.into();
        }
    }

    /// Returns the version of this asset.
    pub fn version(&self) -> u32 {
        self.document.asset_version()
    }

    /// Returns the data, for values without an accessor.
    pub fn data(&self) -> &Element<'a> {
        self.document.data()
    }

    /// Returns findings about everything that is unusual or invalid: first in the document, then in its content.
    pub fn validate(&self) -> Findings {
        let mut findings = self.document.validate();
        if self.version() == 0 {
            findings.error(
                kinds::VERSION_ZERO,
                "asset version",
                "expected version 1 or later, found 0: the engine refuses the file",
            );
        } else if self.version() > K::VERSION {
            let (latest, found) = (K::VERSION, self.version());
            let message = alloc::format!(
                "expected version {latest} or earlier, found {found}: read as version {latest}, as the engine does"
            );
            findings.note(kinds::VERSION_NEWER, "asset version", message);
        }
        K::check(self, &mut findings);
        self.document.locate(&mut findings);
        findings
    }

    /// Keeps the file of the previous format that the asset was read from.
    pub(crate) fn set_previous(&mut self, bytes: &[u8]) {
        let root = self.document.root.clone().into_owned();
        self.previous = Some(Box::new(Previous { bytes: bytes.to_vec(), root }));
    }

    /// Whether the asset was read from a file of the previous format, `.wmi`. Such files are only written unmodified; write the
    /// [`document`](Self::document) for a file of the current format.
    pub fn is_previous(&self) -> bool {
        self.previous.is_some()
    }

    /// Returns the file of the previous format; `None` for the current one.
    fn previous(&self) -> Result<Option<&[u8]>, Error> {
        match self.previous.as_deref() {
            Some(previous) if previous.root == self.document.root => Ok(Some(&previous.bytes)),
            Some(_) => Err(Error::new(
                ErrorKind::Contradiction(
                    "files of the previous format can't be written: convert the file to .pmat first",
                ),
                Path::new(),
            )),
            None => Ok(None),
        }
    }

    /// Encodes the asset. Unmodified files round-trip byte for byte. In an edited text only the edited properties change.
    ///
    /// # Errors
    /// Content that the encoding can't store, see [`udm::Document::to_bytes`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        if let Some(bytes) = self.previous()? {
            return Ok(bytes.to_vec());
        }
        self.document.to_bytes().map_err(|error| error.map_kind(ErrorKind::from))
    }

    /// Returns the encoded size in bytes.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        if let Some(bytes) = self.previous()? {
            return Ok(bytes.len() as u64);
        }
        self.document.encoded_len().map_err(|error| error.map_kind(ErrorKind::from))
    }

    /// Writes the asset, or nothing if it can't be encoded.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), and the error of `out`.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        if let Some(bytes) = self.previous()? {
            return out.write_all(bytes);
        }
        self.document.write_to(out)
    }

    /// Returns an owned copy.
    pub fn into_owned(self) -> Asset<'static, K> {
        Asset { document: self.document.into_owned(), kind: PhantomData, previous: self.previous }
    }

    /// Returns the data, with the engine's reading rules.
    pub(crate) fn node(&self) -> Node<'_> {
        Node(self.document.data())
    }
}
