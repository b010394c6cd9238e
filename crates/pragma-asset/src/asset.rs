//! A document of a known kind.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use binio::{Findings, Path};
use udm::{Document, Element, Form, NIL_ASSET, ReadOptions};

use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::node::Node;

/// A kind of asset; what [`Asset`] is generic over. Sealed.
pub trait Kind:
    Clone + Debug + PartialEq + Send + Sync + sealed::Check + sealed::References + sealed::Describe + 'static
{
    /// What the engine calls it: the `assetType`. The first is what new ones get.
    const TYPES: &'static [&'static str];
    /// Whether the engine also takes documents that don't say what they are: text without header is of type `nil`.
    const BARE: bool;
    /// The version of new ones.
    const VERSION: u32 = 1;
}

pub(crate) mod sealed {
    //! What each kind implements, each in the file of its subject.

    use alloc::vec::Vec;

    use super::Asset;
    use crate::reference::Reference;

    /// Checks of the data.
    pub trait Check: Sized {
        /// Adds a finding for everything that is unusual or wrong about the data.
        fn check(asset: &Asset<'_, Self>, findings: &mut binio::Findings);
    }

    /// Files that an asset names.
    pub trait References: Sized {
        /// Lists the files that the asset names; none by default.
        fn references(_asset: &Asset<'_, Self>) -> Vec<Reference> {
            Vec::new()
        }
    }

    /// What the engine sees, for summaries.
    pub trait Describe: Sized {
        /// Returns what the engine sees in the asset.
        #[cfg(feature = "serde")]
        fn content<'d>(asset: &'d Asset<'_, Self>, hashes: bool) -> crate::summary::Content<'d>;
    }

    // The implementations are in `describe`.
    #[cfg(not(feature = "serde"))]
    impl<K> Describe for K {}
}

/// An asset: a [`udm::Document`] that is known to be of the kind `K`.
///
/// The document is all there is: views read from it, edits write to it, and what this crate doesn't know stays in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset<'a, K> {
    /// The document, which knows the form that it is written in.
    pub document: Document<'a>,
    kind: PhantomData<K>,
}

impl<'a, K: Kind> Asset<'a, K> {
    /// Reads an asset, binary or text. Strings and bulk data are borrowed, packed data stays packed.
    ///
    /// # Errors
    /// Whatever [`udm::Document::parse`] finds; [`ErrorKind::WrongAsset`] for a document of another kind. What the engine makes of
    /// the data is no error: views give what can be read, [`validate`](Self::validate) says what is wrong.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads an asset as `options` say; [`validate`](Self::validate) lists what they let through.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let document = Document::parse_with(bytes, options).map_err(|error| error.map_kind(ErrorKind::from))?;
        let form = document.form();
        Self::from_document(document, form).map_err(|error| error.at(0))
    }

    /// Takes a document as an asset; `form` is how it will be written.
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
        let mut asset = Self { document, kind: PhantomData };
        asset.set_form(form);
        Ok(asset)
    }

    /// An asset without data.
    pub fn empty(form: Form) -> Self {
        let document = Document::new(K::TYPES.first().copied().unwrap_or(NIL_ASSET), K::VERSION);
        let mut asset = Self { document, kind: PhantomData };
        asset.set_form(form);
        asset
    }

    /// Returns the form that [`to_bytes`](Self::to_bytes) writes.
    pub fn form(&self) -> Form {
        self.document.form()
    }

    /// Sets the form that [`to_bytes`](Self::to_bytes) writes. The layout of a text is kept only while the form stays.
    pub fn set_form(&mut self, form: Form) {
        if self.form() != form {
            self.document.source = form.into();
        }
    }

    /// The version of this kind of asset.
    pub fn version(&self) -> u32 {
        self.document.asset_version()
    }

    /// The data, for whatever has no accessor of its own.
    pub fn data(&self) -> &Element<'a> {
        self.document.data()
    }

    /// Returns everything that is unusual or invalid: about the document, then about what it says.
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

    /// Returns the bytes of the asset in its form: of an unchanged file the bytes it was read from. Of an edited text only the
    /// edited properties change.
    ///
    /// # Errors
    /// What the form can't hold, as [`udm::Document::to_bytes`] says.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.document.to_bytes().map_err(|error| error.map_kind(ErrorKind::from))
    }

    /// Returns how many bytes that will be.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        self.document.encoded_len().map_err(|error| error.map_kind(ErrorKind::from))
    }

    /// Writes the asset. Nothing is written if it can't be encoded.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), and what `out` says.
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        self.document.write_to(out)
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Asset<'static, K> {
        Asset { document: self.document.into_owned(), kind: PhantomData }
    }

    /// The data, read as the engine does.
    pub(crate) fn node(&self) -> Node<'_> {
        Node(self.document.data())
    }
}
