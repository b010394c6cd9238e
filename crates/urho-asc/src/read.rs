//! Reads scripts.

mod class;
mod function;
mod module;
mod reader;
mod types;

use binio::{Failed, Input, Limits, Within, chunk, parse};

use crate::error::{Error, ErrorKind};
use crate::module::Module;
use crate::script::{MAGIC, Opaque, Script};
use crate::stream::Version;

binio::options! {
    /// Options for [`Script::parse_with`] and [`Module::parse_with`].
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Sets the version of the stream. By default (`None`), all versions are tried, beginning with the newest. If you
        /// set a version and the stream does not have it, this is an error, and the script will never be opaque.
        #[setter(into)]
        pub(crate) version: Option<Version> = None,
        /// Sets the limits for a file: how deep types can be nested, and how many bytes strings can have in total that
        /// are stored once but used many times.
        pub(crate) limits: Limits = Limits::default().max_expanded_bytes(MENTIONED),
    }
}

/// The maximum size of all strings that are referenced, in bytes. For all strings in a large game, this is less than 1
/// MiB.
const MENTIONED: u64 = 1 << 26;

impl<'a> Script<'a> {
    /// Reads a compiled script. Names, strings and bytecode are borrowed from `bytes`. When the version is unknown,
    /// because the stream is older, newer or damaged, this is not an error: the result will be
    /// [opaque](Script::Opaque).
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotAScript`] when this is not a compiled script.
    pub fn parse(bytes: &'a [u8]) -> core::result::Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads a compiled script using the given options.
    ///
    /// # Errors
    /// See [`parse`](Self::parse). When you set a version, this will also return every error in the stream.
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> core::result::Result<Self, Error> {
        if options.version.is_some() {
            return Module::parse_with(bytes, options).map(Self::Module);
        }
        check_magic(bytes)?;
        match detect(bytes, options) {
            Ok(module) => Ok(Self::Module(module)),
            Err(_) => Ok(Self::Opaque(Opaque::new(bytes.get(MAGIC.len()..).unwrap_or_default()))),
        }
    }
}

impl<'a> Module<'a> {
    /// Reads a compiled script, but only when its version is known. Use [`Script::parse`] to be able to open any script.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotAScript`] when this is not a compiled script. When the version is unknown, returns the
    /// error from the version that came furthest.
    pub fn parse(bytes: &'a [u8]) -> core::result::Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads a compiled script using the given options, but only when its version is known.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> core::result::Result<Self, Error> {
        check_magic(bytes)?;
        match options.version {
            Some(version) => parse_version(bytes, version, options),
            None => detect(bytes, options),
        }
    }
}

fn check_magic(bytes: &[u8]) -> core::result::Result<(), Error> {
    match bytes.first_chunk() {
        Some(MAGIC) => Ok(()),
        _ => Err(Error::new(ErrorKind::NotAScript, binio::Path::new()).at(0)),
    }
}

/// Reads the stream in the newest version that fits. A trivial stream may fit several versions; then this is the newest
/// that makes sense.
fn detect<'a>(bytes: &'a [u8], options: &ReadOptions) -> core::result::Result<Module<'a>, Error> {
    let mut strange = None;
    let mut furthest: Option<Error> = None;
    for version in Version::ALL {
        match parse_version(bytes, version, options) {
            Ok(module) if module.makes_sense() => return Ok(module),
            // Not kept: two modules at once would take twice the memory.
            Ok(_) => strange = strange.or(Some(version)),
            Err(error) if furthest.as_ref().is_none_or(|other| other.offset() < error.offset()) => {
                furthest = Some(error);
            }
            Err(_) => {}
        }
    }
    match (strange, furthest) {
        (Some(version), _) => parse_version(bytes, version, options),
        (None, Some(error)) => Err(error),
        (None, None) => Err(Error::new(ErrorKind::NotAScript, binio::Path::new()).at(0)),
    }
}

fn parse_version<'a>(
    bytes: &'a [u8],
    version: Version,
    options: &ReadOptions,
) -> core::result::Result<Module<'a>, Error> {
    parse(Input::new(bytes), |input| {
        let (stream, _) = chunk::<4, _>(input)?;
        let part = version.features().part;
        let (rest, module) = module::read(stream, bytes, version, &options.limits).within(part)?;
        if rest.is_empty() {
            crate::write::check_identical(&module, bytes).within(part).map_err(Failed::from)?;
        }
        Ok((rest, module))
    })
}
