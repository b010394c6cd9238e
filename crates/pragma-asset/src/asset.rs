//! A document of a known kind.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use binio::{Findings, Path};
use udm::{Document, Element, NIL_ASSET, ReadOptions, Style};

use crate::error::{Error, ErrorKind};
use crate::node::Node;

/// In which form a document stands in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The binary form: `.pmdl_b`, `.pmap_b` …
    #[default]
    Binary,
    /// The text form: `.pmdl`, `.pmat`, `.pptsys` …
    Text,
}

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
    use crate::references::Reference;

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

    // The implementations stand in `summary`.
    #[cfg(not(feature = "serde"))]
    impl<K> Describe for K {}
}

/// An asset: a [`udm::Document`] that is known to be of the kind `K`, and the form it was read in.
///
/// The document is all there is: views read from it, edits write to it, and what this crate doesn't know stays in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset<'a, K> {
    /// UDM document that holds the asset, its header included.
    pub document: Document<'a>,
    /// In which form [`to_bytes`](Self::to_bytes) writes it.
    pub form: Form,
    kind: PhantomData<K>,
}

impl<'a, K: Kind> Asset<'a, K> {
    /// Reads an asset, binary or text. Strings and bulk data are borrowed, packed data stays packed.
    ///
    /// # Errors
    /// Whatever [`udm::Document::parse`] finds; [`ErrorKind::WrongAsset`] for a document of another kind. What the engine makes of
    /// the data is no error: views give what can be read, [`validate`](Self::validate) says what is wrong.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default()).map(|(asset, _)| asset)
    }

    /// Reads an asset with `options`; also gives what was put right on the way.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<(Self, Findings), Error> {
        let (document, findings) =
            Document::parse_with(bytes, options).map_err(|error| error.map_kind(ErrorKind::from))?;
        let form = if Document::is_binary(bytes) { Form::Binary } else { Form::Text };
        let asset = Self::from_document(document, form).map_err(|error| error.at(0))?;
        Ok((asset, findings))
    }

    /// A document as an asset; `form` is how it will be written.
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
        Ok(Self { document, form, kind: PhantomData })
    }

    /// An asset without data.
    pub fn empty(form: Form) -> Self {
        let document = Document::new(K::TYPES.first().copied().unwrap_or(NIL_ASSET), K::VERSION);
        Self { document, form, kind: PhantomData }
    }

    /// The version of this kind of asset.
    pub fn version(&self) -> u32 {
        self.document.asset_version()
    }

    /// The data, for whatever has no accessor of its own.
    pub fn data(&self) -> &Element<'a> {
        self.document.data()
    }

    /// Everything that is odd or wrong about it: the document, then what it says.
    pub fn validate(&self) -> Findings {
        let mut findings = self.document.validate();
        if self.version() == 0 {
            findings.error("asset version", "0: the engine refuses the file");
        } else if self.version() > K::VERSION {
            let message =
                alloc::format!("{} is newer than {}: read as that, as the engine does", self.version(), K::VERSION);
            findings.note("asset version", message);
        }
        K::check(self, &mut findings);
        findings
    }

    /// The bytes of the asset in its form: of an unchanged binary file the bytes it was read from. Text is laid out anew and reads
    /// back as the same document.
    ///
    /// # Errors
    /// What the form can't hold, as [`udm::Document::to_bytes`] and [`udm::Document::to_text`] say.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        match self.form {
            Form::Binary => self.document.to_bytes(),
            Form::Text => self.document.to_text(Style::Pretty),
        }
        .map_err(|error| error.map_kind(ErrorKind::from))
    }

    /// How many bytes that will be.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        match self.form {
            Form::Binary => self.document.encoded_len().map_err(|error| error.map_kind(ErrorKind::from)),
            Form::Text => Ok(self.to_bytes()?.len() as u64),
        }
    }

    /// Writes the asset. Nothing is written if it can't be encoded.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), and what `out` says.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        match self.form {
            Form::Binary => self.document.write_to(out),
            Form::Text => out.write_all(&self.to_bytes()?),
        }
    }

    /// The same asset, free of the bytes it was read from.
    pub fn into_owned(self) -> Asset<'static, K> {
        Asset { document: self.document.into_owned(), form: self.form, kind: PhantomData }
    }

    /// The data, read as the engine does.
    pub(crate) fn node(&self) -> Node<'_> {
        Node(self.document.data())
    }
}
