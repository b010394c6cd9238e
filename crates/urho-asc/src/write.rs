//! Writes scripts.

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
                Err(out.fail(ErrorKind::Contradiction("the opaque stream has a known version")))
            }
            Self::Opaque(opaque) => opaque.encode(out),
        }
    }
}

impl Script<'_> {
    /// Encodes the script. If you have not changed it, these are the same bytes as in the file.
    ///
    /// # Errors
    /// Returns the same errors as [`Module::to_bytes`]. Also returns an error if a stream is opaque although its version
    /// is known.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }
}

impl Module<'_> {
    /// Encodes the script. If you have not changed it, these are the same bytes as in the file.
    ///
    /// # Errors
    /// This function will return an error if:
    ///
    /// - the version can't store the content, or fields contradict each other
    /// - a count is greater than AngelScript allows
    /// - types and functions are not in the order of their first references (see [`renumber`](Self::renumber))
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }
}

binio::writers! { Script, Error }
binio::writers! { Module, Error }

/// A sink that compares what is written with the bytes that were read, and remembers the first difference.
struct Matcher<'a> {
    rest: &'a [u8],
    differs: bool,
}

impl Sink for Matcher<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        // Bytes borrowed from this very position are equal.
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

/// Checks that `module` will be written as the bytes that it was read from. This single check finds everything that
/// AngelScript would encode in another way, for example a string that is stored twice.
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
