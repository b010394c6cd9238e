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
use crate::stream::Layout;

binio::options! {
    /// How to read a script.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// The layout of the stream; `None` tries them all, newest first. With a layout given, a stream that doesn't have it
        /// is an error, and never opaque.
        #[setter(into)]
        pub(crate) layout: Option<Layout> = None,
        /// Limits of a file: how deep types may nest, and how many bytes texts may have that are stored once and mentioned
        /// many times.
        pub(crate) limits: Limits = Limits::default().max_expanded_bytes(MENTIONED),
    }
}

/// Maximum total size of referenced texts in bytes. All texts of a large game are below 1 MiB.
const MENTIONED: u64 = 1 << 26;

impl<'a> Script<'a> {
    /// Opens a compiled script. Names, texts and bytecode are borrowed from `bytes`. A stream of unknown layout (older,
    /// newer or damaged) is [opaque](Script::Opaque).
    ///
    /// # Errors
    /// [`ErrorKind::NotAScript`].
    pub fn parse(bytes: &'a [u8]) -> core::result::Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Opens a compiled script with `options`.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and with a given layout every error of the stream.
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> core::result::Result<Self, Error> {
        if options.layout.is_some() {
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
    /// Opens a compiled script with one of the known layouts.
    ///
    /// # Errors
    /// [`ErrorKind::NotAScript`]; for a stream of unknown layout, the error of the layout that got furthest.
    pub fn parse(bytes: &'a [u8]) -> core::result::Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Opens a compiled script with `options`.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> core::result::Result<Self, Error> {
        check_magic(bytes)?;
        match options.layout {
            Some(layout) => parse_layout(bytes, layout, options),
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

/// Returns the newest layout that fits the stream. A trivial stream can fit several: then the newest plausible one.
fn detect<'a>(bytes: &'a [u8], options: &ReadOptions) -> core::result::Result<Module<'a>, Error> {
    let mut strange = None;
    let mut furthest: Option<Error> = None;
    for layout in Layout::ALL {
        match parse_layout(bytes, layout, options) {
            Ok(module) if module.makes_sense() => return Ok(module),
            // Not kept: two modules at once would take twice the memory.
            Ok(_) => strange = strange.or(Some(layout)),
            Err(error) if furthest.as_ref().is_none_or(|other| other.offset() < error.offset()) => {
                furthest = Some(error);
            }
            Err(_) => {}
        }
    }
    match (strange, furthest) {
        (Some(layout), _) => parse_layout(bytes, layout, options),
        (None, Some(error)) => Err(error),
        (None, None) => Err(Error::new(ErrorKind::NotAScript, binio::Path::new()).at(0)),
    }
}

fn parse_layout<'a>(bytes: &'a [u8], layout: Layout, options: &ReadOptions) -> core::result::Result<Module<'a>, Error> {
    parse(Input::new(bytes), |input| {
        let (stream, _) = chunk::<4, _>(input)?;
        let part = layout.features().part;
        let (rest, module) = module::read(stream, bytes, layout, &options.limits).within(part)?;
        if rest.is_empty() {
            crate::write::check_identical(&module, bytes).within(part).map_err(Failed::from)?;
        }
        Ok((rest, module))
    })
}
