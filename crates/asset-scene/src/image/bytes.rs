//! Image bytes that are in memory, or read when needed.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::sync::Arc;

use binio::{Bytes, ReadAt};

/// A reader that can be shared and read at any offset, for example a file or bytes.
pub type SharedRead = Arc<dyn ReadAt + Send + Sync>;

/// Implement this to read an image only when it is needed.
pub trait ImageSource: Send + Sync {
    /// Reads all bytes.
    ///
    /// # Errors
    /// Any I/O error.
    fn read(&self) -> io::Result<Vec<u8>>;
}

/// Image bytes that are in memory, or read when needed. Because of this, a scene with many large images doesn't have to
/// fit in memory.
///
/// ```
/// use asset_scene::ImageBytes;
/// let here = ImageBytes::from(b"\x89PNG and so on".to_vec());
/// let file: std::sync::Arc<Vec<u8>> = std::sync::Arc::new(b"head\x89PNG and so on".to_vec());
/// let there = ImageBytes::part(file, 4, 14)?;
/// assert_eq!((there.len(), there.head()), (14, b"\x89PNG and so on".as_slice()));
/// assert_eq!(there.read()?, here.read()?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct ImageBytes<'a>(Place<'a>);

#[derive(Clone)]
enum Place<'a> {
    Here(Bytes<'a>),
    There(There),
}

#[derive(Clone)]
struct There {
    length: u64,
    head: Vec<u8>,
    source: Arc<dyn ImageSource>,
}

/// The number of bytes at the beginning to keep in memory.
const HEAD: usize = 16;

impl<'a> ImageBytes<'a> {
    /// Creates bytes from a part of a reader. This only reads the first bytes. The others will be read on demand, when
    /// you call [`read`](Self::read).
    ///
    /// # Errors
    /// Any I/O error. It is also an error if the reader has fewer bytes.
    pub fn part(from: SharedRead, offset: u64, length: u64) -> io::Result<Self> {
        let end = offset.checked_add(length).filter(|end| from.len().is_ok_and(|all| *end <= all));
        end.ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut head = vec![0; usize::try_from(length).unwrap_or(HEAD).min(HEAD)];
        from.read_exact_at(&mut head, offset)?;
        Ok(Self::later(length, &head, Arc::new(Part { from, offset, length })))
    }

    /// Creates bytes that will be read from `source`. You must give the `length`, and in `head` the first 16 bytes (or
    /// all, if there are fewer).
    pub fn later(length: u64, head: &[u8], source: Arc<dyn ImageSource>) -> Self {
        let head = head.get(..HEAD).unwrap_or(head).to_vec();
        Self(Place::There(There { length, head, source }))
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Place::Here(bytes) => bytes.len() as u64,
            Place::There(there) => there.length,
        }
    }

    /// Returns whether this is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the first 16 bytes without reading, or all bytes if there are fewer. This is enough to detect the file
    /// type.
    pub fn head(&self) -> &[u8] {
        match &self.0 {
            Place::Here(bytes) => bytes.get(..HEAD).unwrap_or(bytes),
            Place::There(there) => &there.head,
        }
    }

    /// Returns the bytes if they are in memory, without reading.
    pub fn here(&self) -> Option<&[u8]> {
        match &self.0 {
            Place::Here(bytes) => Some(bytes),
            Place::There(_) => None,
        }
    }

    /// Returns all bytes. If they are not in memory, this reads them; note that the result is not cached.
    ///
    /// # Errors
    /// Any I/O error, or [`InvalidData`](io::ErrorKind::InvalidData) if the bytes have changed.
    pub fn read(&self) -> io::Result<Cow<'_, [u8]>> {
        let there = match &self.0 {
            Place::Here(bytes) => return Ok(Cow::Borrowed(bytes)),
            Place::There(there) => there,
        };
        let bytes = there.source.read()?;
        if bytes.len() as u64 != there.length || !bytes.starts_with(&there.head) {
            let message = format!("expected the same {} bytes as before, found {} other", there.length, bytes.len());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Cow::Owned(bytes))
    }

    /// Returns the same bytes without copying.
    pub fn borrowed(&self) -> ImageBytes<'_> {
        ImageBytes(match &self.0 {
            Place::Here(bytes) => Place::Here(bytes.borrowed()),
            Place::There(there) => Place::There(there.clone()),
        })
    }

    /// Returns a copy that owns its bytes. It doesn't read bytes that are not in memory.
    pub fn into_owned(self) -> ImageBytes<'static> {
        ImageBytes(match self.0 {
            Place::Here(bytes) => Place::Here(bytes.into_owned()),
            Place::There(there) => Place::There(there),
        })
    }
}

binio::into_owned! { impl ImageBytes, borrowed }

impl Default for ImageBytes<'_> {
    fn default() -> Self {
        Self(Place::Here(Bytes::EMPTY))
    }
}

impl<'a> From<Bytes<'a>> for ImageBytes<'a> {
    fn from(bytes: Bytes<'a>) -> Self {
        Self(Place::Here(bytes))
    }
}

impl<'a> From<&'a [u8]> for ImageBytes<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Bytes::from(bytes).into()
    }
}

impl From<Vec<u8>> for ImageBytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::from(bytes).into()
    }
}

/// Compares the bytes, no matter if they have been read or not. If they can't be read, an image is only equal to
/// itself.
impl PartialEq for ImageBytes<'_> {
    fn eq(&self, other: &Self) -> bool {
        if let (Place::There(a), Place::There(b)) = (&self.0, &other.0) {
            if Arc::ptr_eq(&a.source, &b.source) {
                return true;
            }
        }
        if self.len() != other.len() || self.head() != other.head() {
            return false;
        }
        matches!((self.read(), other.read()), (Ok(a), Ok(b)) if a == b)
    }
}

impl fmt::Debug for ImageBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// A part of a reader.
struct Part {
    from: SharedRead,
    offset: u64,
    length: u64,
}

impl ImageSource for Part {
    fn read(&self) -> io::Result<Vec<u8>> {
        let length = usize::try_from(self.length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        if let Some(bytes) = self.from.bytes_at(self.offset, length) {
            return Ok(bytes.to_vec());
        }
        let mut bytes = vec![0; length];
        self.from.read_exact_at(&mut bytes, self.offset)?;
        Ok(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    struct Changing(Mutex<Vec<u8>>);

    impl ImageSource for Changing {
        fn read(&self) -> io::Result<Vec<u8>> {
            Ok(self.0.lock().unwrap().clone())
        }
    }

    #[test]
    fn bytes_are_the_same_wherever_they_are() {
        let all: Vec<u8> = (0..100).collect();
        let here = ImageBytes::from(all.get(10..60).unwrap());
        let there = ImageBytes::part(Arc::new(all.clone()), 10, 50).unwrap();
        assert_eq!(here, there);
        assert_ne!(here, ImageBytes::part(Arc::new(all.clone()), 10, 49).unwrap());
        assert_eq!(there.here(), None);
        assert!(ImageBytes::part(Arc::new(all.clone()), 51, 50).is_err());
        assert!(ImageBytes::part(Arc::new(all), u64::MAX, 2).is_err());
        assert_eq!(format!("{:?}", there.into_owned()), "50 bytes");
    }

    #[test]
    fn other_bytes_than_before_are_an_error() {
        let source = Arc::new(Changing(Mutex::new(b"one".to_vec())));
        let bytes = ImageBytes::later(3, b"one", source.clone());
        assert_eq!(*bytes.read().unwrap(), *b"one");
        for other in [b"ones".as_slice(), b"two"] {
            *source.0.lock().unwrap() = other.to_vec();
            assert_eq!(bytes.read().unwrap_err().kind(), io::ErrorKind::InvalidData);
        }
    }
}
