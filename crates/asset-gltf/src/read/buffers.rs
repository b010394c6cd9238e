//! Buffers and views of them.

use std::borrow::Cow;

use binio::{Budget, Findings};

use crate::Resolver;
use crate::error::{Error, ErrorKind, Within, error, no_such, shown, unfit};
use crate::json::{Buffer, BufferView, Integer, Root};
use crate::uri::{Uri, refuse};

/// Strides that glTF allows.
const STRIDES: std::ops::RangeInclusive<u64> = 4..=252;

/// All buffers of a file.
pub(super) struct Buffers<'a> {
    /// `None` for one that isn't there, which matters only to who uses it.
    buffers: Vec<Option<Cow<'a, [u8]>>>,
    views: &'a [BufferView],
}

/// A part of a buffer.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) stride: Option<usize>,
}

/// Loads all buffers.
pub(super) fn load<'a>(
    root: &'a Root,
    bin: Option<&'a [u8]>,
    resolver: &dyn Resolver,
    budget: &mut Budget,
    findings: &mut Findings,
) -> Result<Buffers<'a>, Error> {
    let mut buffers = Vec::with_capacity(root.buffers.len());
    for (index, buffer) in root.buffers.iter().enumerate() {
        let bin = bin.filter(|_| index == 0);
        buffers.push(load_one(buffer, bin, resolver, budget).within_item("buffer", index)?);
    }
    let used = root.buffers.first().filter(|buffer| buffer.uri.is_none()).map_or(0, |buffer| buffer.byte_length.0);
    if bin.is_some_and(|bin| bin.len() as u64 > used.saturating_add(3)) {
        findings.warning("chunk", "the chunk of bytes is longer than the buffer in it");
    }
    let buffers = Buffers { buffers, views: &root.buffer_views };
    for index in 0..root.buffer_views.len() {
        buffers.check(index).within_item("bufferView", index)?;
    }
    Ok(buffers)
}

fn load_one<'a>(
    buffer: &'a Buffer,
    bin: Option<&'a [u8]>,
    resolver: &dyn Resolver,
    budget: &mut Budget,
) -> Result<Option<Cow<'a, [u8]>>, Error> {
    let length = buffer.byte_length.0;
    if length == 0 {
        return Err(unfit("at least one byte", 0));
    }
    let Some(uri) = &buffer.uri else {
        let whole = |bin: &'a [u8]| cut(Cow::Borrowed(bin), length).map(Some);
        return bin.map_or(Ok(None), whole);
    };
    let bytes = match Uri::new(uri)? {
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
    cut(Cow::Owned(bytes), length).map(Some)
}

/// The first `length` bytes, all of which have to be there.
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

impl Buffers<'_> {
    /// The part of a buffer that a view shows.
    pub(super) fn view(&self, index: Integer) -> Result<View<'_>, Error> {
        let index = index.index();
        let view = self.views.get(index).ok_or_else(|| no_such("bufferView", index))?;
        let buffer = self.buffers.get(view.buffer.index()).and_then(Option::as_ref);
        let buffer = buffer.ok_or_else(|| no_such("buffer with bytes", view.buffer.index()))?;
        let range = range(view)?;
        let available = buffer.len() as u64;
        let bytes = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
        let bytes = bytes.and_then(|(start, end)| buffer.get(start..end));
        let bytes = bytes.ok_or_else(|| error(ErrorKind::OutOfBounds { needed: range.end, available }))?;
        Ok(View { bytes, stride: view.byte_stride.map(Integer::index) })
    }

    /// Checks a view, even one that no accessor uses.
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
            Some(Some(_)) => self.view(Integer::from(index)).map(|_| ()),
        }
    }
}

/// Where in its buffer a view begins and ends.
fn range(view: &BufferView) -> Result<std::ops::Range<u64>, Error> {
    let start = view.byte_offset.unwrap_or_default().0;
    let end = start.checked_add(view.byte_length.0);
    end.map(|end| start..end).ok_or_else(|| error(ErrorKind::OutOfBounds { needed: u64::MAX, available: 0 }))
}
