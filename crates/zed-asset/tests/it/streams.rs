//! Image files on disk: streaming reads and their errors.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use zed_asset::binio::{Fault, Limits};
use zed_asset::{Compression, Error, ErrorKind, Image, ImageBuilder, ImageFile, ImageOptions, fnv1a};

/// Bytes that are half compressible.
fn content() -> Vec<u8> {
    let byte = |number: u32| if number % 16 < 8 { (number.wrapping_mul(2_654_435_761) >> 24) as u8 } else { 7 };
    (0..100_000).map(byte).collect()
}

/// Two files, the first of two blocks.
fn image(compression: Compression) -> Image<'static> {
    let mut builder = ImageBuilder::new().compression(compression);
    builder.add("one", content()).unwrap();
    builder.add("two", &b"two"[..]).unwrap();
    builder.build().unwrap()
}

/// The error of this crate inside one of reading.
fn inner(error: &io::Error) -> &Error {
    error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()).expect("an error of the file")
}

#[test]
fn entries_are_read_in_pieces() {
    let stored = image(Compression::STORED);
    let file = ImageFile::open(stored.to_bytes().unwrap()).unwrap();
    assert_eq!((file.version(), file.has_names(), file.entries().len()), ([1, 0, 0], true, 2));
    let one = file.get("one").unwrap();
    assert_eq!((one.size(), one.stored_size(), one.clone().entry().hash), (100_000, 100_000, fnv1a(b"one")));
    assert!(file.get("three").is_none() && file.get_hash(0).is_none());
    let mut reader = one.reader();
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    let (mut pieces, mut all) = (Vec::new(), Vec::<u8>::new());
    loop {
        let mut piece = [0; 50_000];
        let length = reader.read(&mut piece).unwrap();
        pieces.push(length);
        if length == 0 {
            break;
        }
        all.extend(&piece[..length]);
    }
    assert_eq!(pieces, [50_000, 15_536, 34_464, 0], "blocks of 65 536 bytes");
    assert_eq!(all, content());
    let packed = ImageFile::open(image(Compression::LZ4).to_bytes().unwrap()).unwrap();
    let one = packed.get("one").unwrap();
    assert!(one.stored_size() < 90_000);
    assert_eq!(one.read().unwrap(), content());
    let limits = Limits::default().max_expanded_bytes(99_999);
    assert_eq!(*inner(&one.read_with(&limits).unwrap_err()).kind(), ErrorKind::Data(Fault::Limit("expanded bytes")));
}

/// Blobs that are shorter or longer than their blocks: the error is at the block.
#[test]
fn blobs_that_end_early_or_late() {
    let good = image(Compression::LZ4);
    let blob =
        good.entries.iter().position(|entry| entry.size == 100_000).map(|at| good.entries[at].blob as usize).unwrap();
    let first = 4 + u32::from_le_bytes(good.blobs[blob][..4].try_into().unwrap()) as usize;
    let length = good.blobs[blob].len();
    let end = |needed, remaining| ErrorKind::Data(Fault::UnexpectedEnd { needed, remaining });
    let second = (length - first) as u64;
    for (new, kind, at) in [
        (length + 2, ErrorKind::Data(Fault::Trailing(2)), length),
        (length - 1, end(second, second - 1), first),
        (first + 3, end(4, 3), first),
        (first, end(4, 0), first),
    ] {
        let mut image = good.clone();
        image.blobs[blob].to_mut().resize(new, 0);
        let bytes = image.to_bytes().unwrap();
        let start = bytes.len() - image.blobs.iter().skip(blob).map(zed_asset::Bytes::len).sum::<usize>();
        let file = ImageFile::open(bytes).unwrap();
        let error = file.get("one").unwrap().read().unwrap_err();
        let error = inner(&error);
        assert_eq!((*error.kind(), error.offset()), (kind, Some((start + at) as u64)), "{error}");
        assert!(error.path().to_string().contains("one"), "{error}");
        assert!(image.read(image.get("one").unwrap(), &mut Limits::default().budget()).is_err());
    }
}

/// An image file after `change`, with the right checksum of its index.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> (ErrorKind, u64) {
    let mut bytes = image(Compression::LZ4).to_bytes().unwrap();
    change(&mut bytes);
    fuzzkit::zed::seal(&mut bytes);
    let error = Image::parse(&bytes).expect_err("it is broken");
    (*error.kind(), error.offset().unwrap())
}

/// The index: 23 bytes, entries of 44, two names of five.
#[test]
fn names_and_order() {
    const FLAGS: usize = 7;
    const NAMES: usize = 15;
    const FIRST: usize = 23;
    const SECOND: usize = FIRST + 44;
    const TABLE: usize = SECOND + 44;
    let (kind, at) = changed(|bytes| bytes[FLAGS] = 0);
    assert_eq!((kind, at), (ErrorKind::Data(Fault::Trailing(10)), TABLE as u64));
    let (kind, at) = changed(|bytes| {
        // A byte after the names, and the blobs shifted by one.
        bytes[NAMES] += 1;
        bytes.insert(TABLE + 10, 0);
        [FIRST, SECOND].into_iter().for_each(|entry| bytes[entry + 12] += 1);
    });
    assert_eq!((kind, at), (ErrorKind::Data(Fault::Trailing(1)), TABLE as u64 + 10));
    let (kind, at) = changed(|bytes| bytes[SECOND..SECOND + 4].copy_from_slice(&[0; 4]));
    assert_eq!(
        (kind, at),
        (ErrorKind::Contradiction("the entries are not in the order of their hashes"), SECOND as u64)
    );
    let bytes = image(Compression::LZ4).to_bytes().unwrap();
    let options = ImageOptions::default().limits(Limits::default().max_entries(1));
    let error = Image::parse_with(&bytes, &options).unwrap_err();
    assert_eq!((*error.kind(), error.offset()), (ErrorKind::Data(Fault::Limit("entries")), Some(11)));
}

/// Two contents with the same length and CRC-32 are two blobs.
#[test]
fn the_same_checksum_is_not_the_same_content() {
    let mut builder = ImageBuilder::new();
    builder.add("a", &b"plumless"[..]).unwrap();
    builder.add("b", &b"buckeroo"[..]).unwrap();
    builder.add("c", &b"plumless"[..]).unwrap();
    let mut out = Cursor::new(Vec::new());
    builder.write_to(&mut out).unwrap();
    let bytes = out.into_inner();
    testkit::assert_bytes(&bytes, &builder.build().unwrap().to_bytes().unwrap());
    let image = Image::parse(&bytes).unwrap();
    let read = |name: &str| image.read(image.get(name).unwrap(), &mut Limits::default().budget()).unwrap();
    assert_eq!(["a", "b", "c"].map(read), [b"plumless", b"buckeroo", b"plumless"].map(|text| text.to_vec()));
    assert_eq!(image.get("a").unwrap().checksum, image.get("b").unwrap().checksum);
    assert_eq!(image.blobs.len(), 2);
}

/// Replaces a file at the first write.
struct Replacing {
    out: Cursor<Vec<u8>>,
    path: PathBuf,
    content: Vec<u8>,
}

impl Write for Replacing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        std::fs::write(&self.path, &self.content)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Replacing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.out.seek(to)
    }
}

/// Files are read twice: for their checksums, and for their blobs.
#[test]
fn files_that_change_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    for (content, is_same) in [
        (b"content".to_vec(), true),
        (b"cont".to_vec(), false),
        (b"content!".to_vec(), false),
        (b"CONTENT".to_vec(), false),
    ] {
        std::fs::write(&path, b"content").unwrap();
        let mut builder = ImageBuilder::new();
        builder.add_file("a", &path).unwrap();
        let mut out = Replacing { out: Cursor::new(Vec::new()), path: path.clone(), content };
        let written = builder.write_to(&mut out).map_err(|error| error.to_string());
        let expected = if is_same { Ok(()) } else { Err("a file changed while it was read".to_owned()) };
        assert_eq!(written, expected);
    }
    let mut builder = ImageBuilder::new();
    builder.add_file("b", folder.path().join("none")).unwrap();
    assert_eq!(builder.write_to(Cursor::new(Vec::new())).unwrap_err().kind(), io::ErrorKind::NotFound);
}
