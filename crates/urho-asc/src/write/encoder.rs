//! What a writer has to remember.

use alloc::collections::btree_map::Entry;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use binio::{Failure, MAX_DEPTH, Name, Sink, Within, Writer};
use core::cmp::Ordering;

use crate::caps::Caps;
use crate::error::{ErrorKind, Written};
use crate::integer;
use crate::module::Module;
use crate::stream::Features;

/// Writes a stream.
pub(super) struct Encoder<'m, 'w, S> {
    pub(super) out: &'w mut Writer<S>,
    pub(super) module: &'m Module<'m>,
    pub(super) features: &'static Features,
    /// The strings that are already stored, with their numbers.
    strings: BTreeMap<Text<'m>, i64>,
    /// How many types and functions are already stored.
    pub(super) data_types: u32,
    pub(super) functions: u32,
    /// The types that are being written.
    pub(super) open_types: Vec<u32>,
    pub(super) depth_left: u16,
    /// The namespaces and names of external classes.
    pub(super) external: BTreeSet<(&'m [u8], &'m [u8])>,
}

impl<'m, 'w, S: Sink> Encoder<'m, 'w, S> {
    pub(super) fn new(module: &'m Module<'m>, out: &'w mut Writer<S>) -> Self {
        let external = module.classes.iter().map(|class| &class.head).filter(|head| head.external);
        Self {
            out,
            module,
            features: module.version.features(),
            strings: BTreeMap::new(),
            data_types: 0,
            functions: 0,
            open_types: Vec::new(),
            depth_left: MAX_DEPTH,
            external: external.map(|head| (&*head.namespace, &*head.name)).collect(),
        }
    }

    pub(super) fn fail(&self, kind: impl Into<ErrorKind>) -> Failure<ErrorKind> {
        self.out.fail(kind)
    }

    /// Returns an error about a contradiction if `holds` is false.
    pub(super) fn demand(&self, holds: bool, otherwise: &'static str) -> Written {
        if holds { Ok(()) } else { Err(self.fail(ErrorKind::Contradiction(otherwise))) }
    }

    /// Returns an error about the version if `holds` is false.
    pub(super) fn demand_layout(&self, holds: bool, otherwise: &'static str) -> Written {
        if holds { Ok(()) } else { Err(self.fail(ErrorKind::NotInLayout(otherwise))) }
    }

    pub(super) fn byte(&mut self, value: u8) {
        self.out.u8(value);
    }

    pub(super) fn integer(&mut self, value: i64) -> Written {
        match integer::write_integer(self.out, value) {
            true => Ok(()),
            false => Err(self.fail(ErrorKind::OutOfRange { what: "a stored number", value })),
        }
    }

    pub(super) fn integers(&mut self, values: &[i64]) -> Written {
        values.iter().try_for_each(|value| self.integer(*value))
    }

    /// Writes a count, which can be at most `most`.
    pub(super) fn count(&mut self, count: usize, what: &'static str, most: u64) -> Written {
        let count = count as u64;
        match i64::try_from(count) {
            Ok(value) if count <= most => self.integer(value),
            _ => Err(self.fail(ErrorKind::TooMany { what, count })),
        }
    }

    /// Writes a count and then the items.
    pub(super) fn list<T>(
        &mut self,
        part: &'static str,
        items: &'m [T],
        item: impl FnMut(&mut Self, &'m T) -> Written,
    ) -> Written {
        self.list_up_to(Caps::COUNT, part, items, item)
    }

    /// Writes a count, which can be at most `most`, and then the items.
    pub(super) fn list_up_to<T>(
        &mut self,
        most: u64,
        part: &'static str,
        items: &'m [T],
        mut item: impl FnMut(&mut Self, &'m T) -> Written,
    ) -> Written {
        self.count(items.len(), part, most).within(part)?;
        items.iter().enumerate().try_for_each(|(index, one)| {
            self.out.mark(part, Some(index));
            item(self, one).within_item(part, index)
        })
    }

    /// Writes a string, or a reference to it if it is already stored.
    pub(super) fn string(&mut self, name: &'m Name<'_>) -> Written {
        self.text(name)
    }

    /// Writes plain bytes as a string.
    pub(super) fn text(&mut self, text: &'m [u8]) -> Written {
        let most = Caps::COUNT;
        if text.is_empty() {
            return self.integer(0);
        }
        let next = i64::try_from(self.strings.len()).unwrap_or(i64::MAX);
        let stored = match self.strings.entry(Text::new(text)) {
            Entry::Occupied(stored) => Some(*stored.get()),
            Entry::Vacant(place) => {
                place.insert(next);
                None
            }
        };
        if let Some(number) = stored {
            let form = number * 2 + 1;
            let count = form.unsigned_abs();
            return match count <= most {
                true => self.integer(form),
                false => Err(self.fail(ErrorKind::TooMany { what: "bytes of text", count })),
            };
        }
        self.count(text.len().saturating_mul(2), "bytes of text", most)?;
        self.out.bytes(text);
        Ok(())
    }
}

/// A string. Its first bytes and its address are compared before all bytes are, to be fast.
struct Text<'m> {
    beginning: u64,
    bytes: &'m [u8],
}

impl<'m> Text<'m> {
    fn new(bytes: &'m [u8]) -> Self {
        let beginning = match bytes.first_chunk() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
        };
        Self { beginning, bytes }
    }
}

impl Ord for Text<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.beginning.cmp(&other.beginning).then_with(|| match core::ptr::eq(self.bytes, other.bytes) {
            true => Ordering::Equal,
            false => self.bytes.cmp(other.bytes),
        })
    }
}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Text<'_> {}
