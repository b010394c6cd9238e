//! Script to bytes.

mod class;
mod encoder;
mod function;
mod module;
mod types;

use alloc::vec::Vec;
use binio::{Encode, Failure, Fault, Sink, Writer};

use crate::error::{Error, ErrorKind, Written};
use crate::module::Module;
use crate::script::{MAGIC, Opaque, Script};

impl Encode for Module<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        out.bytes(MAGIC);
        module::write(self, out)
    }
}

impl Encode for Opaque<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        out.bytes(MAGIC);
        out.bytes(&self.stream);
        Ok(())
    }
}

impl Encode for Script<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        match self {
            Self::Module(module) => module.encode(out),
            Self::Opaque(opaque) if opaque.is_known() => {
                Err(out.fail(ErrorKind::Contradiction("the opaque stream has a known layout")))
            }
            Self::Opaque(opaque) => opaque.encode(out),
        }
    }
}

impl Script<'_> {
    /// How many bytes [`to_bytes`](Self::to_bytes) gives.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        binio::encoded_len(self)
    }

    /// The bytes of the script: what was read, byte for byte, if nothing was changed.
    ///
    /// # Errors
    /// What the layout can't hold, and contradictions: see [`Module::to_bytes`]. An opaque stream that isn't one.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }

    /// Writes the script; nothing if it can't be encoded.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), or what `out` says.
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        binio::write_to(self, out)
    }
}

impl Module<'_> {
    /// How many bytes [`to_bytes`](Self::to_bytes) gives.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        binio::encoded_len(self)
    }

    /// The bytes of the script: what was read, byte for byte, if nothing was changed.
    ///
    /// # Errors
    /// What the layout can't hold; fields that contradict each other; types and functions that aren't numbered in the order
    /// in which they are first mentioned; counts beyond those that AngelScript reads.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }

    /// Writes the script; nothing if it can't be encoded.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), or what `out` says.
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        binio::write_to(self, out)
    }
}

/// A sink that keeps nothing but where what is written first differs from what was read.
struct Matcher<'a> {
    rest: &'a [u8],
    differs: bool,
}

impl Sink for Matcher<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        // What was borrowed from this very place is the same.
        let rest = match self.rest.get(bytes.len()..) {
            Some(rest) if core::ptr::eq(self.rest.as_ptr(), bytes.as_ptr()) => Some(rest),
            _ => self.rest.strip_prefix(bytes),
        };
        match rest {
            Some(rest) if !self.differs => self.rest = rest,
            _ => self.differ(bytes),
        }
    }
}

impl Matcher<'_> {
    #[cold]
    fn differ(&mut self, bytes: &[u8]) {
        if !self.differs {
            let same = self.rest.iter().zip(bytes).take_while(|(a, b)| a == b).count();
            self.rest = self.rest.get(same..).unwrap_or_default();
            self.differs = true;
        }
    }
}

/// Whether `module`, read from `bytes`, is written as these bytes: the one check for all forms that AngelScript doesn't
/// write, such as a text stored twice.
pub(crate) fn check_identical(module: &Module<'_>, bytes: &[u8]) -> Result<(), Failure<ErrorKind>> {
    let mut out = Writer::new(Matcher { rest: bytes, differs: false });
    module.encode(&mut out).map_err(|failure| match failure.kind() {
        ErrorKind::Data(Fault::Limit(_)) => failure,
        _ => Failure::new(ErrorKind::NotCanonical, failure.offset()),
    })?;
    let Matcher { rest, differs } = out.into_sink();
    match differs || !rest.is_empty() {
        true => Err(Failure::new(ErrorKind::NotCanonical, bytes.len().saturating_sub(rest.len()) as u64)),
        false => Ok(()),
    }
}
