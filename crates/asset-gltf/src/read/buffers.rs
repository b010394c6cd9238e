//! Reads buffers and buffer views.

#[cfg(feature = "meshopt")]
mod decoded;
mod partial;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::ops::Range;

use asset_scene::ImageBytes;
use binio::{Budget, Findings};

use crate::Resolver;
use crate::check::Views;
use crate::error::{Error, ErrorKind, Within, error, no_such, shown, unfit};
use crate::glb::{Bin, Part};
use crate::json::{Buffer, BufferView, Integer, Root};
use crate::kinds;
use crate::uri::{Uri, is_foreign, refuse};
use partial::Parts;

/// The strides that glTF allows.
const STRIDES: std::ops::RangeInclusive<u64> = 4..=252;

/// The number of bytes that are needed to identify the format of an image.
const HEAD: u64 = 1 << 16;

/// All buffers in a file.
pub(super) struct Buffers<'a> {
    /// The buffers. `None` means that the buffer is missing, which is only an error if it is used.
    buffers: Vec<Option<Held<'a>>>,
    views: &'a [BufferView],
    /// The decoded bytes of compressed views. The key is the index.
    decoded: BTreeMap<usize, Vec<u8>>,
}

/// The bytes of a buffer.
enum Held<'a> {
    Whole(Cow<'a, [u8]>),
    Parts(Parts),
}

impl Held<'_> {
    fn len(&self) -> u64 {
        match self {
            Self::Whole(bytes) => bytes.len() as u64,
            Self::Parts(parts) => parts.whole.length,
        }
    }

    /// Returns a range of bytes, or `None` if it does not exist or is not in memory.
    fn get(&self, start: usize, end: usize) -> Option<&[u8]> {
        match self {
            Self::Whole(bytes) => bytes.get(start..end),
            Self::Parts(parts) => parts.get(start as u64, end as u64),
        }
    }
}

/// Counts images that stay in their files. As long as their total length is not more than the length of the files, they
/// cost nothing. If images share bytes, the budget is spent for every further image.
pub(super) struct Stay {
    /// The bytes in files that no image has used so far.
    pub(super) left: u64,
}

impl Stay {
    /// Adds an image, and returns how many of its bytes are beyond the length of the files.
    pub(super) fn beyond(&mut self, length: u64) -> u64 {
        let within = length.min(self.left);
        self.left = self.left.saturating_sub(within);
        length.saturating_sub(within)
    }
}

/// A part of a buffer.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) stride: Option<usize>,
}

/// Describes a part of a buffer. Its bytes need not be in memory.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) length: u64,
    pub(super) stride: Option<usize>,
}

/// Loads all buffers.
pub(super) fn load<'a>(
    root: &'a Root,
    bin: Option<&Bin<'a>>,
    resolver: &dyn Resolver,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Buffers<'a>, Error> {
    let shown: HashSet<usize> = root.buffer_views.iter().map(|view| view.buffer.index()).collect();
    let mut buffers = Vec::with_capacity(root.buffers.len());
    for (index, buffer) in root.buffers.iter().enumerate() {
        let bin = bin.filter(|_| index == 0);
        let is_foreign = buffer.uri.as_deref().is_some_and(is_foreign);
        if is_foreign && !shown.contains(&index) {
            findings.warning(
                kinds::UNUSED_SKIPPED,
                [("buffer", index)],
                "not read: it is unused, and isn't a file in this folder",
            );
            buffers.push(None);
            continue;
        }
        if buffer.is_fallback() {
            buffers.push(None);
            continue;
        }
        let loaded = match bin.filter(|_| buffer.uri.is_none()) {
            Some(Bin::There(part)) => cut_part(part, buffer, root).map(Held::Parts).map(Some),
            Some(Bin::Here(bytes)) => load_one(buffer, Some(bytes), resolver, budget),
            None => load_one(buffer, None, resolver, budget),
        };
        buffers.push(loaded.within_item("buffer", index)?);
    }
    let used = root.buffers.first().filter(|buffer| buffer.uri.is_none()).map_or(0, |buffer| buffer.byte_length.0);
    if bin.is_some_and(|bin| bin.len() > used.saturating_add(3)) {
        findings.warning(kinds::BUFFER_LENGTH, "chunk", "the chunk of bytes is longer than the buffer in it");
    }
    #[cfg_attr(not(feature = "meshopt"), allow(unused_mut, reason = "only compressed views are added"))]
    let mut buffers = Buffers { buffers, views: &root.buffer_views, decoded: BTreeMap::new() };
    for index in 0..root.buffer_views.len() {
        buffers.check(index).within_item("bufferView", index)?;
    }
    #[cfg(feature = "meshopt")]
    buffers.decode(budget)?;
    Ok(buffers)
}

fn load_one<'a>(
    buffer: &'a Buffer,
    bin: Option<&'a [u8]>,
    resolver: &dyn Resolver,
    budget: &mut Budget,
) -> Result<Option<Held<'a>>, Error> {
    let length = buffer.byte_length.0;
    if length == 0 {
        return Err(unfit("at least one byte", 0));
    }
    let Some(uri) = &buffer.uri else {
        let whole = |bin: &'a [u8]| cut(Cow::Borrowed(bin), length).map(Held::Whole).map(Some);
        return bin.map_or(Ok(None), whole);
    };
    let bytes = match Uri::new(uri, resolver.levels_above())? {
        Uri::Plain(bytes) => {
            budget.spend(bytes.len() as u64).map_err(|fault| error(fault.into()))?;
            bytes
        }
        Uri::Base64(data) => {
            budget
                .spend(base64_simd::STANDARD.estimated_decoded_length(data.len()) as u64)
                .map_err(|fault| error(fault.into()))?;
            let decoded = base64_simd::STANDARD.decode_to_vec(data);
            decoded.map_err(|_| refuse(uri, "no base64"))?
        }
        Uri::File(name) => {
            let bytes = resolver.read(&name, length.min(budget.left()));
            let bytes =
                bytes.map_err(|failure| error(ErrorKind::File { name: shown(&name), message: failure.to_string() }))?;
            budget.spend(length).map_err(|fault| error(fault.into()))?;
            bytes
        }
    };
    cut(Cow::Owned(bytes), length).map(Held::Whole).map(Some)
}

/// Returns the first bytes of a part in a file. All bytes must exist, but bytes that are only used by images are not
/// read into memory.
fn cut_part(part: &Part, buffer: &Buffer, root: &Root) -> Result<Parts, Error> {
    let length = buffer.byte_length.0;
    if length == 0 {
        return Err(unfit("at least one byte", 0));
    }
    if length > part.length {
        return Err(error(ErrorKind::OutOfBounds { needed: length, available: part.length }));
    }
    let whole = Part { length, ..part.clone() };
    Parts::read(whole, used(root)).map_err(unread)
}

/// Returns the ranges of the first buffer that are used by something other than images.
fn used(root: &Root) -> impl Iterator<Item = Range<u64>> {
    let mut images: HashSet<usize> =
        root.images.iter().filter_map(|image| image.buffer_view).map(Integer::index).collect();
    for accessor in &root.accessors {
        let sparse = accessor.sparse.as_deref().map(|sparse| [sparse.indices.buffer_view, sparse.values.buffer_view]);
        for view in accessor.buffer_view.into_iter().chain(sparse.into_iter().flatten()) {
            images.remove(&view.index());
        }
    }
    let views = root.buffer_views.iter().enumerate();
    let views = views.filter(move |(index, view)| view.buffer.index() == 0 && !images.contains(index));
    let plain = views.filter(|(_, view)| view.meshopt().is_none()).filter_map(|(_, view)| range(view).ok());
    let compressed = root.buffer_views.iter().filter_map(|view| view.meshopt());
    let compressed = compressed.filter(|(compression, _)| compression.buffer.index() == 0);
    plain.chain(compressed.filter_map(|(compression, _)| span(compression.byte_offset, compression.byte_length).ok()))
}

/// Returns the first `length` bytes. All of them must exist.
fn cut(bytes: Cow<'_, [u8]>, length: u64) -> Result<Cow<'_, [u8]>, Error> {
    let available = bytes.len() as u64;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let cut = match bytes {
        Cow::Borrowed(bytes) => bytes.get(..length).map(Cow::Borrowed),
        Cow::Owned(mut bytes) if length <= bytes.len() => {
            bytes.truncate(length);
            Some(Cow::Owned(bytes))
        }
        Cow::Owned(_) => None,
    };
    cut.ok_or_else(|| error(ErrorKind::OutOfBounds { needed: length as u64, available }))
}

/// An image in a buffer.
pub(super) enum StoredImage {
    Bytes(ImageBytes<'static>),
    /// Its bytes are missing, for this reason. The rest of the file can be read.
    Missing(Error),
}

impl Buffers<'_> {
    /// Returns the total size of all buffers in bytes.
    pub(super) fn length(&self) -> u64 {
        self.buffers.iter().flatten().map(Held::len).fold(0, u64::saturating_add)
    }

    /// Returns the bytes of a view.
    pub(super) fn view(&self, index: Integer) -> Result<View<'_>, Error> {
        let index = index.index();
        let view = self.views.get(index).ok_or_else(|| no_such("bufferView", index))?;
        let bytes = match self.decoded.get(&index) {
            Some(bytes) => bytes,
            None => self.bytes(view.buffer, range(view)?)?,
        };
        Ok(View { bytes, stride: view.byte_stride.map(Integer::index) })
    }

    fn bytes(&self, buffer: Integer, range: Range<u64>) -> Result<&[u8], Error> {
        let stored = self.buffers.get(buffer.index()).and_then(Option::as_ref);
        let buffer = stored.ok_or_else(|| no_such("buffer with bytes", buffer.index()))?;
        let bytes = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
        let bytes = bytes.and_then(|(start, end)| buffer.get(start, end));
        bytes.ok_or_else(|| error(ErrorKind::OutOfBounds { needed: range.end, available: buffer.len() }))
    }

    /// Returns the bytes of an image. If the file is read in parts, the image can stay in the file.
    ///
    /// # Errors
    /// Returns an error if there are more bytes than the budget allows, or if the image is damaged.
    pub(super) fn image(
        &self,
        index: Integer,
        budget: &mut Budget,
        stay: Option<&mut Stay>,
    ) -> Result<StoredImage, Error> {
        let view = self.views.get(index.index());
        let buffer = view.and_then(|view| self.buffers.get(view.buffer.index())?.as_ref());
        let spend = |bytes: u64, budget: &mut Budget| budget.spend(bytes).map_err(|fault| error(fault.into()));
        let buffer = buffer.filter(|_| !self.decoded.contains_key(&index.index()));
        let (Some(view), Some(Held::Parts(parts))) = (view, buffer) else {
            let bytes = match self.view(index) {
                Ok(view) => view.bytes,
                Err(error) => return Ok(StoredImage::Missing(error)),
            };
            spend(bytes.len() as u64, budget)?;
            return Ok(StoredImage::Bytes(bytes.to_vec().into()));
        };
        let range = match range(view) {
            Ok(range) => range,
            Err(error) => return Ok(StoredImage::Missing(error)),
        };
        let (later, length) = (stay.is_some(), view.byte_length.0);
        let cost = stay.map_or(length, |stay| stay.beyond(length));
        spend(cost, budget)?;
        image_of(&parts.whole, range, later).map(StoredImage::Bytes)
    }

    /// Returns the total length of the files to be read in parts.
    pub(super) fn in_parts(&self) -> u64 {
        let parts = self.buffers.iter().flatten().filter(|buffer| matches!(buffer, Held::Parts(_)));
        parts.fold(0, |sum, buffer| sum.saturating_add(buffer.len()))
    }

    /// Returns the length of a view and its stride, or `None` if there is no such view.
    pub(super) fn layout(&self, view: Integer) -> Option<Layout> {
        let view = self.views.get(view.index())?;
        Some(Layout { length: view.byte_length.0, stride: view.byte_stride.map(Integer::index) })
    }

    /// Returns `true` if the buffer of a view exists but has no bytes.
    pub(super) fn has_no_bytes(&self, view: Integer) -> bool {
        let view = self.views.get(view.index()).filter(|_| !self.decoded.contains_key(&view.index()));
        view.is_some_and(|view| matches!(self.buffers.get(view.buffer.index()), Some(None)))
    }

    /// Checks a view, even if it is not used by an accessor.
    fn check(&self, index: usize) -> Result<(), Error> {
        let Some(view) = self.views.get(index) else { return Ok(()) };
        if view.byte_length.0 == 0 {
            return Err(unfit("at least one byte", 0));
        }
        if let Some(Integer(stride)) = view.byte_stride {
            if !STRIDES.contains(&stride) || stride & 3 != 0 {
                return Err(unfit("a stride of 4 to 252 bytes that is a multiple of 4", stride));
            }
            if stride > view.byte_length.0 {
                return Err(unfit("a stride that is no longer than the view", stride));
            }
        }
        if let Some(Integer(target)) = view.target.filter(|target| !matches!(target.0, 34962 | 34963)) {
            return Err(unfit("34962 or 34963 as target", target));
        }
        match self.buffers.get(view.buffer.index()) {
            None => Err(no_such("buffer", view.buffer.index())),
            Some(None) => Ok(()),
            Some(Some(buffer)) => match range(view)?.end {
                end if end > buffer.len() => {
                    Err(error(ErrorKind::OutOfBounds { needed: end, available: buffer.len() }))
                }
                _ => Ok(()),
            },
        }
    }
}

impl Views for Buffers<'_> {
    /// Returns the beginning of a view and its full length. If the view is in memory, all of it is returned.
    fn head(&self, number: usize) -> Option<(Cow<'_, [u8]>, u64)> {
        let view = self.views.get(number)?;
        let buffer = self.buffers.get(view.buffer.index())?.as_ref().filter(|_| !self.decoded.contains_key(&number));
        let Some(Held::Parts(parts)) = buffer else {
            let bytes = self.view(number.into()).ok()?.bytes;
            return Some((Cow::Borrowed(bytes), bytes.len() as u64));
        };
        let Range { start, end } = range(view).ok().filter(|range| range.end <= parts.whole.length)?;
        let length = end.saturating_sub(start);
        let mut bytes = vec![0; usize::try_from(length.min(HEAD)).ok()?];
        parts.whole.file.read_exact_at(&mut bytes, parts.whole.offset.saturating_add(start)).ok()?;
        Some((Cow::Owned(bytes), length))
    }
}

/// Returns an image that is a part of a file.
fn image_of(whole: &Part, range: Range<u64>, later: bool) -> Result<ImageBytes<'static>, Error> {
    let offset = whole.offset.saturating_add(range.start);
    let bytes = ImageBytes::part(whole.file.clone(), offset, range.end.saturating_sub(range.start)).map_err(unread)?;
    if later { Ok(bytes) } else { Ok(bytes.read().map_err(unread)?.into_owned().into()) }
}

fn unread(failure: io::Error) -> Error {
    error(ErrorKind::File { name: "chunk".to_owned(), message: failure.to_string() })
}

/// Returns the range of a view in its buffer.
fn range(view: &BufferView) -> Result<Range<u64>, Error> {
    span(view.byte_offset, view.byte_length)
}

/// Returns the range for an offset and a length.
fn span(offset: Option<Integer>, length: Integer) -> Result<Range<u64>, Error> {
    let start = offset.unwrap_or_default().0;
    let end = start.checked_add(length.0);
    end.map(|end| start..end).ok_or_else(|| error(ErrorKind::OutOfBounds { needed: u64::MAX, available: 0 }))
}
