//! Documents whose kind is known.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use binio::{Findings, Path};
use udm::{Document, Element, Encoding, NIL_ASSET, ReadOptions};

use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::node::Node;

/// The asset kind. This is the type parameter of [`Asset`]. The trait is sealed, so you can't implement it.
pub trait Kind:
    Clone + Debug + PartialEq + Send + Sync + sealed::Check + sealed::References + sealed::Describe + 'static
{
    /// The names that `assetType` can have. New assets will use the first.
    const TYPES: &'static [&'static str];
    /// Whether the engine also accepts a document without a type. Text without a header has the type `nil`.
    const BARE: bool;
    /// The version to use for new assets.
    const VERSION: u32 = 1;
}

pub(crate) mod sealed {
    //! Each kind implements these in its own file.

    use alloc::vec::Vec;

    use super::Asset;
    use crate::reference::Reference;

    /// Checks the data of an asset.
    pub trait Check: Sized {
        /// Adds a finding for everything in the data that is unusual or invalid.
        fn check(asset: &Asset<'_, Self>, findings: &mut binio::Findings);
    }

    /// Finds the files that an asset refers to.
    pub trait References: Sized {
        /// Returns the files that the asset refers to. The default implementation returns no files.
        fn references(_asset: &Asset<'_, Self>) -> Vec<Reference> {
            Vec::new()
        }
    }

    /// Shows an asset to a summary the way the engine reads it.
    pub trait Describe: Sized {
        /// Returns the asset the way the engine reads it.
        #[cfg(feature = "serde")]
        fn content<'d>(asset: &'d Asset<'_, Self>, hashes: bool) -> crate::summary::Content<'d>;
    }

    // The implementations are in `describe`.
    #[cfg(not(feature = "serde"))]
    impl<K> Describe for K {}
}

/// An asset: a [`udm::Document`] of the kind `K`.
///
/// The asset contains nothing but the document. You use views to read from it and setters to write to it, and unknown
/// data will not be lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset<'a, K> {
    /// The document, including its encoding.
    pub document: Document<'a>,
    kind: PhantomData<K>,
    /// If the document was read from a file in the previous format, this is the file and the root that was read from
    /// it.
    previous: Option<Box<Previous>>,
}

/// A file in the previous format.
#[derive(Clone, Debug, PartialEq)]
struct Previous {
    bytes: Vec<u8>,
    root: Element<'static>,
}

impl<'a, K: Kind> Asset<'a, K> {
    /// Reads an asset, either binary or text. Strings and bulk data will be borrowed, and compressed data will stay
    /// compressed until you need it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongAsset`] if this is another kind of document. Also fails when [`udm::Document::parse`]
    /// does. Note that an invalid value is not an error: views return all values they can read, and
    /// [`validate`](Self::validate) will report the others.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads an asset using `options`. If you accept a problem here, [`validate`](Self::validate) will report it.
    ///
    /// # Errors
    /// Fails when [`parse`](Self::parse) does.
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let document = Document::parse_with(bytes, options).map_err(|error| error.map_kind(ErrorKind::from))?;
        let encoding = document.encoding();
        Self::from_document(document, encoding).map_err(|error| error.at(0))
    }

    /// Creates an asset from a document. Use `encoding` to choose the encoding to write.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongAsset`] if this is another kind of document.
    pub fn from_document(document: Document<'a>, encoding: Encoding) -> Result<Self, Error> {
        let found = document.asset_type();
        let bare = K::BARE && found == NIL_ASSET;
        if !bare && !K::TYPES.iter().any(|known| found == *known) {
            let expected = K::TYPES.first().copied().unwrap_or(NIL_ASSET);
            let kind = ErrorKind::WrongAsset { expected, found: found.into_owned() };
            return Err(Error::new(kind, Path::from("asset type")));
        }
        let mut asset = Self { document, kind: PhantomData, previous: None };
        asset.set_encoding(encoding);
        Ok(asset)
    }

    /// Creates an asset without data.
    pub fn empty(encoding: Encoding) -> Self {
        let document = Document::new(K::TYPES.first().copied().unwrap_or(NIL_ASSET), K::VERSION);
        let mut asset = Self { document, kind: PhantomData, previous: None };
        asset.set_encoding(encoding);
        asset
    }

    /// Returns the encoding that [`to_bytes`](Self::to_bytes) will use.
    pub fn encoding(&self) -> Encoding {
        self.document.encoding()
    }

    /// Sets the encoding that [`to_bytes`](Self::to_bytes) will use. Note that the layout of a text will only be kept
    /// if you do not change the encoding.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        if self.encoding() != encoding {
            self.document.source = encoding.into();
        }
    }

    /// Returns the version of the asset.
    pub fn version(&self) -> u32 {
        self.document.asset_version()
    }

    /// Returns the data. This can be used to read a value that has no method here.
    pub fn data(&self) -> &Element<'a> {
        self.document.data()
    }

    /// Checks the asset. This reports everything that is unusual or invalid, first in the document and then in its
    /// content.
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

    /// Keeps the file that the asset was read from, because it is in the previous format.
    pub(crate) fn set_previous(&mut self, bytes: &[u8]) {
        let root = self.document.root.clone().into_owned();
        self.previous = Some(Box::new(Previous { bytes: bytes.to_vec(), root }));
    }

    /// Returns `true` if the asset was read from a file in the previous format, `.wmi`. You can only write it back if
    /// you have not changed it. To get a file in the current format, write the [`document`](Self::document).
    pub fn is_previous(&self) -> bool {
        self.previous.is_some()
    }

    /// Returns the file in the previous format. For the current format, this is `None`.
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

    /// Writes the asset to bytes. If you have not changed it, the result will be the same as the file. If you have
    /// edited a text, only the edited properties will change.
    ///
    /// # Errors
    /// Fails if the encoding is not able to store the content. See [`udm::Document::to_bytes`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        if let Some(bytes) = self.previous()? {
            return Ok(bytes.to_vec());
        }
        self.document.to_bytes().map_err(|error| error.map_kind(ErrorKind::from))
    }

    /// Returns the number of bytes that [`to_bytes`](Self::to_bytes) will return.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        if let Some(bytes) = self.previous()? {
            return Ok(bytes.len() as u64);
        }
        self.document.encoded_len().map_err(|error| error.map_kind(ErrorKind::from))
    }

    /// Writes the asset to `out`. If the asset can't be encoded, nothing will be written.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does, and if there is an I/O error in `out`.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        if let Some(bytes) = self.previous()? {
            return out.write_all(bytes);
        }
        self.document.write_to(out)
    }

    /// Copies borrowed data, so that the asset can outlive the file.
    pub fn into_owned(self) -> Asset<'static, K> {
        Asset { document: self.document.into_owned(), kind: PhantomData, previous: self.previous }
    }

    /// Returns the data, to be read by the rules of the engine.
    pub(crate) fn node(&self) -> Node<'_> {
        Node(self.document.data())
    }
}
