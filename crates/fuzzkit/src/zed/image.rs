//! Image files.

use binio::{Bytes, Error, Findings, Limits, Name};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use testkit::{Format, laws};
use zed_asset::{Compression, ErrorKind, Header, Image, ImageBuilder, ImageEntry, Kind, fnv1a};

use super::{copy, header};
use crate::common::{block, examples, number};

/// Applies the laws to image files.
pub struct ZedImage;

impl Format for ZedImage {
    testkit::contract!(Image, ErrorKind);

    fn parse(bytes: &[u8]) -> Result<Image<'_>, Error<ErrorKind>> {
        Image::parse(bytes)
    }

    fn rebuild(image: Image<'static>) -> Image<'static> {
        let Image { version, has_names, entries, blobs } = image;
        let entry = |entry| {
            let ImageEntry { hash, name, header, compression, size, checksum, blob } = entry;
            let name = name.map(|name: Name<'static>| Name::from(name.as_bytes().to_vec()));
            ImageEntry { hash, name, header, compression, size, checksum, blob }
        };
        let (entries, blobs) = (entries.into_iter().map(entry).collect(), blobs.into_iter().map(copy).collect());
        Image { version, has_names, entries, blobs }
    }

    /// Reads entries in two ways, which must agree.
    fn validate(image: &Image<'_>) -> Findings {
        let limits = Limits::default().max_expanded_bytes(1 << 20);
        let file = image.to_bytes().ok().and_then(|bytes| zed_asset::ImageFile::open(bytes).ok());
        let file = file.expect("a parsed image file opens from its bytes too");
        for (entry, streamed) in image.entries.iter().zip(file.entries()) {
            let whole = image.read(entry, &mut limits.budget());
            let pieces = streamed.read_with(&limits);
            assert_eq!(whole.ok(), pieces.ok(), "{}", entry.file_name());
        }
        let _ = image.verify(&mut limits.budget());
        image.validate()
    }

    fn blocks<'d>(image: &'d Image<'_>) -> Vec<&'d [u8]> {
        let names = image.entries.iter().filter_map(|entry| entry.name.as_ref()).map(Name::as_bytes);
        image.blobs.iter().map(|blob| &**blob).chain(names).collect()
    }
}

/// Sets the correct checksum in the index of an image file, if it has one. Without this, hardly any input from a fuzzer
/// would be read further.
pub fn seal(bytes: &mut [u8]) {
    const CHECKSUM: std::ops::Range<usize> = 19..23;
    let word =
        |at: usize| bytes.get(at..at + 4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]) as usize);
    let (Some(entries), Some(names)) = (word(11), word(15)) else { return };
    let end = entries.saturating_mul(44).saturating_add(names).saturating_add(CHECKSUM.end);
    let Some(index) = bytes.get_mut(..end) else { return };
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&index[..CHECKSUM.start]);
    hasher.update(&index[CHECKSUM.end..]);
    index[CHECKSUM].copy_from_slice(&hasher.finalize().to_le_bytes());
}

pub(super) fn image_body(bytes: &[u8]) {
    laws::all::<ZedImage>(bytes);
    let mut sealed = bytes.to_vec();
    if let Some(id) = sealed.get_mut(..4) {
        id.copy_from_slice(b"ZEDI");
    }
    seal(&mut sealed);
    laws::all::<ZedImage>(&sealed);
}

/// Generates files for an image file. Some of them will be files of the engine, and some will have the same content.
pub fn files() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let content = prop_oneof![
        vec(any::<u8>(), 0..40),
        Just(b"the same again and again and again and again and again".to_vec()),
        (any::<u8>(), 0..200_000_usize).prop_map(|(byte, length)| vec![byte; length]),
        vec(any::<u8>(), 65_530..65_542),
        vec(any::<u8>(), 0..20).prop_map(|content| [b"ZEDM\0\0\x01".as_slice(), &content].concat()),
    ];
    vec(("[a-z]{1,8}(/[a-z]{1,3}){0,2}", content), 0..6)
}

/// Returns a builder for these files. If a name is duplicate, it is skipped.
pub fn builder(files: &[(String, Vec<u8>)], packed: bool, names: bool) -> ImageBuilder<'_> {
    let compression = if packed { Compression::LZ4 } else { Compression::STORED };
    let mut builder = ImageBuilder::new().compression(compression).names(names);
    for (name, content) in files {
        let _ = builder.add(name.as_str(), content.as_slice());
    }
    builder
}

/// Generates image files with real entries, and with entries that can say anything.
pub fn image() -> impl Strategy<Value = Image<'static>> {
    let built = (files(), any::<bool>(), any::<bool>())
        .prop_map(|(files, packed, names)| builder(&files, packed, names).build().expect("files in memory"));
    let wild =
        (vec((crate::common::name(), number(), option::of(header(Kind::MODEL)), 0..30_usize), 0..5), any::<bool>())
            .prop_flat_map(|(entries, has_names)| {
                let blobs: Vec<_> = entries.iter().map(|(_, _, _, length)| block(*length)).collect();
                blobs.prop_map(move |blobs| wild_image(&entries, has_names, blobs))
            });
    prop_oneof![built, wild]
}

type WildEntry = (Name<'static>, u32, Option<Header>, usize);

fn wild_image(entries: &[WildEntry], has_names: bool, blobs: Vec<Bytes<'static>>) -> Image<'static> {
    let mut entries = entries.to_vec();
    entries.sort_by_key(|(name, ..)| fnv1a(name));
    entries.dedup_by_key(|(name, ..)| fnv1a(name));
    let mut image = Image { has_names, ..Image::default() };
    for ((name, checksum, header, _), content) in entries.into_iter().zip(blobs) {
        image.entries.push(ImageEntry {
            hash: fnv1a(&name),
            name: has_names.then_some(name),
            header,
            compression: Compression::STORED,
            size: content.len() as u64,
            checksum,
            blob: image.blobs.len() as u32,
        });
        image.blobs.push(content);
    }
    image
}

pub(super) fn image_seeds() -> Vec<Vec<u8>> {
    let images = examples(image(), 40).into_iter().filter_map(|image| image.to_bytes().ok());
    images.filter(|bytes| bytes.len() < 4096).collect()
}
