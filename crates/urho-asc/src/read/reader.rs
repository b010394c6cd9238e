//! What a reader has to remember.

#![deny(clippy::arithmetic_side_effects)]

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use binio::{Budget, Failed, Fault, Input, Limits, Name, Parsed, Within};

use crate::caps::Caps;
use crate::error::ErrorKind;
use crate::function::Function;
use crate::integer;
use crate::stream::{Features, Version};
use crate::types::DataType;

/// The result of every reader.
pub(crate) type Result<T> = core::result::Result<T, Failed<ErrorKind>>;

/// Reads a stream.
pub(crate) struct Reader<'a> {
    pub(super) stream: binio::Reader<'a>,
    /// The whole file. It is needed for references to strings that were stored before.
    file: &'a [u8],
    pub(super) version: Version,
    pub(super) features: &'static Features,
    pub(super) stripped: bool,
    budget: Budget,
    /// The offsets and lengths of all strings up to now.
    strings: Vec<(u32, u32)>,
    pub(super) data_types: Vec<DataType<'a>>,
    /// The types that are being read. Their inner types can't refer to them.
    pub(super) open_types: Vec<u32>,
    pub(super) functions: Vec<Function<'a>>,
    /// The namespaces and names of external classes.
    pub(super) external: BTreeSet<(Name<'a>, Name<'a>)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(input: Input<'a>, file: &'a [u8], version: Version, limits: &Limits) -> Self {
        Self {
            stream: binio::Reader::new(input, limits),
            file,
            version,
            features: version.features(),
            stripped: false,
            budget: limits.budget(),
            strings: Vec::new(),
            data_types: Vec::new(),
            open_types: Vec::new(),
            functions: Vec::new(),
            external: BTreeSet::new(),
        }
    }

    /// Runs `parser` at the current position.
    pub(super) fn take<T>(&mut self, parser: impl FnOnce(Input<'a>) -> Parsed<'a, T, ErrorKind>) -> Result<T> {
        self.stream.read(parser)
    }

    /// Reads a byte.
    pub(super) fn byte(&mut self) -> Result<u8> {
        self.take(binio::u8)
    }

    /// Reads a number.
    pub(super) fn integer(&mut self) -> Result<i64> {
        let at = self.stream.input();
        self.take(integer::integer)?.ok_or_else(|| at.fail(ErrorKind::NotCanonical))
    }

    /// Reads a number from 0 to 2³²−1.
    pub(super) fn u32(&mut self, what: &'static str) -> Result<u32> {
        let at = self.stream.input();
        let value = self.integer()?;
        u32::try_from(value).map_err(|_| at.fail(ErrorKind::OutOfRange { what, value }))
    }

    /// Reads a count, which can be at most `most`.
    pub(super) fn count(&mut self, what: &'static str, most: u64) -> Result<u64> {
        let at = self.stream.input();
        let value = self.integer()?;
        let Ok(count) = u64::try_from(value) else {
            return Err(at.fail(ErrorKind::OutOfRange { what, value }));
        };
        if count > most {
            return Err(at.fail(ErrorKind::TooMany { what, count }));
        }
        Ok(count)
    }

    /// Reads a count and then the items. Each item must have at least `smallest` bytes.
    pub(super) fn list<T>(
        &mut self,
        part: &'static str,
        smallest: u64,
        item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.list_up_to(Caps::COUNT, part, smallest, item)
    }

    /// Reads a count, which can be at most `most`, and then the items. Each item must have at least `smallest` bytes.
    pub(super) fn list_up_to<T>(
        &mut self,
        most: u64,
        part: &'static str,
        smallest: u64,
        item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let at = self.stream.input();
        let count = self.count(part, most).within(part)?;
        self.repeat(at, count, part, smallest, item)
    }

    /// Reads `count` items. Each item must have at least `smallest` bytes; the count was read `at`.
    ///
    /// Because memory for all items is reserved at once, the count is checked first.
    pub(super) fn repeat<T>(
        &mut self,
        at: Input<'a>,
        count: u64,
        part: &'static str,
        smallest: u64,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let items = self.stream.claim(at, count, smallest).within(part)?;
        let mut list = Vec::with_capacity(items);
        for index in 0..items {
            self.stream.release(smallest);
            list.push(item(self).within_item(part, index)?);
        }
        Ok(list)
    }

    /// Reads a string. It is stored here, or refers to a string that was stored before.
    pub(super) fn string(&mut self) -> Result<Name<'a>> {
        let at = self.stream.input();
        let number = self.count("bytes of text", Caps::COUNT)?;
        let half = number >> 1;
        if number & 1 == 1 {
            return self.stored_string(at, half);
        }
        if half == 0 {
            return Ok(Name::default());
        }
        let start = self.stream.input().offset();
        let text = self.take(|input| binio::bytes(input, half))?;
        match (u32::try_from(start), u32::try_from(half)) {
            (Ok(start), Ok(length)) => self.strings.push((start, length)),
            _ => return Err(at.fail(Fault::Limit("a script of 4 GiB"))),
        }
        Ok(Name::from(text))
    }

    /// Returns a string that was stored before.
    fn stored_string(&mut self, at: Input<'a>, index: u64) -> Result<Name<'a>> {
        let stored = usize::try_from(index).ok().and_then(|index| self.strings.get(index));
        let text = stored.and_then(|(start, length)| {
            let start = usize::try_from(*start).ok()?;
            self.file.get(start..)?.get(..usize::try_from(*length).ok()?)
        });
        let text = text.ok_or_else(|| at.fail(ErrorKind::NoSuch { what: "text", index }))?;
        self.budget.spend(text.len() as u64).map_err(|fault| at.fail(fault))?;
        Ok(Name::from(text))
    }
}
