//! Packages.

use std::io::Read as _;

use binio::{Bytes, Error, Findings, Name, lz4_compress};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use testkit::{Format, laws};
use urho_pak::{Builder, Content, Encoding, Entry, ErrorKind, Layout, Limits, Package, PackedBlock, Part, Rbfx};

use crate::Target;
use crate::common::{examples, name};

/// The fuzz target for packages.
pub const TARGET: Target = Target { name: "urho_pak", body, seeds };

/// Applies the laws to `urho-pak`, using its [`Layout`].
pub struct Pak;

impl Format for Pak {
    testkit::contract!(Layout, ErrorKind);

    fn parse(bytes: &[u8]) -> Result<Layout<'_>, Error<ErrorKind>> {
        Layout::parse(bytes)
    }

    fn rebuild(layout: Layout<'static>) -> Layout<'static> {
        let Layout { before, encoding, checksum, rbfx, entries, parts, trailer, after } = layout;
        let entry = |Entry { name, offset, size, checksum }: Entry<'static>| {
            let name = Name::from(name.as_bytes().to_vec());
            Entry { name, offset, size, checksum }
        };
        Layout {
            before: copy(before),
            encoding,
            checksum,
            rbfx,
            entries: entries.into_iter().map(entry).collect(),
            parts: parts.into_iter().map(rebuild_part).collect(),
            trailer,
            after: copy(after),
        }
    }

    /// Returns the findings of the package, because a layout has no findings.
    fn validate(layout: &Layout<'_>) -> Findings {
        let Ok(bytes) = layout.to_bytes() else { return Findings::new() };
        Package::open(bytes).map_or_else(|_| Findings::new(), |package| package.validate())
    }

    fn blocks<'d>(layout: &'d Layout<'_>) -> Vec<&'d [u8]> {
        let mut blocks: Vec<&[u8]> = vec![&layout.before, &layout.after];
        blocks.extend(layout.entries.iter().map(|entry| entry.name.as_bytes()));
        for part in &layout.parts {
            match part {
                Part::Stored { data, .. } | Part::Unowned(data) => blocks.push(data),
                Part::Packed { blocks: packed, .. } => blocks.extend(packed.iter().map(|block| &*block.data)),
                Part::Directory => {}
            }
        }
        blocks
    }
}

fn rebuild_part(part: Part<'static>) -> Part<'static> {
    let block = |PackedBlock { unpacked_len, data }| PackedBlock { unpacked_len, data: copy(data) };
    match part {
        Part::Stored { entry, data } => Part::Stored { entry, data: copy(data) },
        Part::Packed { entry, blocks } => Part::Packed { entry, blocks: blocks.into_iter().map(block).collect() },
        Part::Directory => Part::Directory,
        Part::Unowned(data) => Part::Unowned(copy(data)),
    }
}

fn copy(block: Bytes<'static>) -> Bytes<'static> {
    Bytes::from(block.to_vec())
}

/// Generates all kinds.
pub fn encoding() -> impl Strategy<Value = Encoding> {
    prop::sample::select(Encoding::ALL.to_vec())
}

/// Generates bytes that can be compressed well, and bytes that can't.
pub fn content() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![vec(any::<u8>(), 0..60), (any::<u8>(), 0_usize..70_000).prop_map(|(byte, length)| vec![byte; length])]
}

/// Generates the names and contents of entries. There may be duplicate names.
pub fn files() -> impl Strategy<Value = Vec<(Name<'static>, Vec<u8>)>> {
    vec((name(), content()), 0..6)
}

/// Creates a package from files. If a name is duplicate, only the first file is included.
pub fn package(encoding: Encoding, files: &[(Name<'static>, Vec<u8>)]) -> Vec<u8> {
    let mut builder = Builder::new(encoding);
    for (name, content) in files {
        // Duplicate names are skipped.
        let _ = builder.add(name.clone(), content.as_slice());
    }
    builder.to_bytes().expect("small packages can be built")
}

/// Generates layouts that can be encoded. The order of entries does not matter, and there may be gaps, small blocks, no
/// trailer, or other bytes around the package.
pub fn layout() -> impl Strategy<Value = Layout<'static>> {
    let entry = (name(), content(), vec(any::<u8>(), 0..6), any::<u32>(), any::<u16>());
    let around = (option::of(vec(any::<u8>(), 1..20)), option::of(vec(any::<u8>(), 1..20)), any::<bool>());
    (encoding(), vec(entry, 0..6), around, any::<u32>(), any::<u32>()).prop_map(
        |(encoding, entries, (before, after, has_trailer), checksum, version)| {
            let mut build = Build { encoding, at: 0, parts: Vec::new() };
            build.lay(entries, checksum, version, (before, after, has_trailer))
        },
    )
}

/// Appends parts without gaps.
struct Build {
    encoding: Encoding,
    at: u32,
    parts: Vec<Part<'static>>,
}

type Around = (Option<Vec<u8>>, Option<Vec<u8>>, bool);
type Drawn = (Name<'static>, Vec<u8>, Vec<u8>, u32, u16);

impl Build {
    fn lay(&mut self, drawn: Vec<Drawn>, checksum: u32, version: u32, around: Around) -> Layout<'static> {
        let is_rbfx = matches!(self.encoding, Encoding::Rpak | Encoding::Rlz4);
        let directory: u32 = drawn.iter().map(|(name, ..)| name.len() as u32 + 13).sum();
        self.at = if is_rbfx { 24 } else { 12 + directory };
        let mut entries = Vec::new();
        for (index, (name, data, gap, checksum, block)) in drawn.into_iter().enumerate() {
            if !gap.is_empty() && !data.is_empty() {
                self.at += gap.len() as u32;
                self.parts.push(Part::Unowned(gap.into()));
            }
            entries.push(Entry { name, offset: self.at, size: data.len() as u32, checksum });
            if !data.is_empty() {
                self.data(index as u32, data, block);
            }
        }
        let rbfx = is_rbfx.then_some(Rbfx { version, directory: self.at.into() });
        if is_rbfx {
            self.parts.push(Part::Directory);
            self.at += directory;
        }
        let (before, after, has_trailer) = around;
        let trailer = has_trailer.then_some(self.at + 4);
        // The following bytes must not look like a trailer, and bytes before the package need a trailer at the very end.
        let after = if has_trailer && before.is_none() { after.unwrap_or_default() } else { Vec::new() };
        let before = if has_trailer { before.unwrap_or_default() } else { Vec::new() };
        let (encoding, parts) = (self.encoding, std::mem::take(&mut self.parts));
        Layout { before: before.into(), encoding, checksum, rbfx, entries, parts, trailer, after: after.into() }
    }

    fn data(&mut self, entry: u32, data: Vec<u8>, block: u16) {
        if matches!(self.encoding, Encoding::Upak | Encoding::Rpak) {
            self.at += data.len() as u32;
            self.parts.push(Part::Stored { entry, data: data.into() });
            return;
        }
        let pack = |bytes: &[u8]| PackedBlock {
            unpacked_len: bytes.len() as u16,
            data: lz4_compress(bytes).expect("small blocks can be packed").into(),
        };
        let blocks: Vec<_> = data.chunks(usize::from(block).max(data.len() / 8 + 1)).map(pack).collect();
        self.at += blocks.iter().map(|block| block.data.len() as u32 + 4).sum::<u32>();
        self.parts.push(Part::Packed { entry, blocks });
    }
}

/// Checks all laws, and does everything that you can do with a package.
fn body(bytes: &[u8]) {
    laws::all::<Pak>(bytes);
    let Ok(package) = Package::open(bytes) else { return };
    let layout = Layout::parse(bytes).expect("an opened package has parts");
    assert!(layout.to_bytes().expect("and written again") == bytes, "a package doesn't round-trip");
    use_all(&package);
}

/// Reads everything in all possible ways, because the results must be equal. Then this edits the package and writes it.
pub fn use_all(package: &Package<&[u8]>) {
    for finding in package.validate() {
        assert!(!finding.message.is_empty());
    }
    let _ = package.verify(|_| {}).map(|findings| findings.len());
    let limits = Limits::default().max_expanded_bytes(1 << 20);
    for entry in package.entries().take(8) {
        let whole = entry.read_unverified(&limits);
        let mut pieces = Vec::new();
        let mut reader = entry.reader().verify(false).take(1 << 21);
        let read = reader.read_to_end(&mut pieces);
        match &whole {
            Ok(whole) => assert!(read.is_ok() && *whole == pieces, "{entry:?} reads differently"),
            Err(_) => assert!(read.is_err() || entry.size() > 1 << 20, "{entry:?} reads in pieces only"),
        }
        let found = package.get(&*entry.name()).expect("a name of the package is found");
        assert_eq!(found.name(), entry.name());
        let _ = entry.stored_size();
    }
    let small = package.data_size() < 1 << 20;
    if small && package.entries().all(|entry| entry.read_unverified(&limits).is_ok()) {
        let written = package.edit().to_bytes().expect("a readable package can be copied");
        let again = Package::open(written).expect("the written package opens");
        for (a, b) in package.entries().zip(again.entries()) {
            let same = a.read_unverified(&limits).ok() == b.read_unverified(&limits).ok();
            assert!(a.name() == b.name() && a.checksum() == b.checksum() && same, "{a:?} was copied differently");
        }
    }
}

/// Returns some generated layouts, and packages from the builder, which may be appended to another file.
fn seeds() -> Vec<Vec<u8>> {
    let layouts = examples(layout(), 16).into_iter().filter_map(|layout| layout.to_bytes().ok());
    let files = [
        (Name::from("a.txt"), b"text text text text".to_vec()),
        (Name::from("Sub/b.bin"), vec![0; 40_000]),
        (Name::from("empty"), Vec::new()),
    ];
    let packages = Encoding::ALL.map(|encoding| package(encoding, &files));
    let appended = Encoding::ALL.map(|encoding| [b"#!/bin/sh\n", package(encoding, &files).as_slice()].concat());
    let mut edited = Builder::new(Encoding::Ulz4);
    edited.add("x", Content::bytes(vec![7; 300])).expect("the name is new");
    // Directories in the head, at its end, and beyond the file.
    let led_astray = [0_i64, 12, 23, 24, 25, 1 << 40].map(|directory| {
        let mut bytes = package(Encoding::Rpak, &files);
        bytes.splice(16..24, directory.to_le_bytes());
        bytes
    });
    layouts
        .chain(packages)
        .chain(appended)
        .chain(edited.to_bytes())
        .chain(led_astray)
        .filter(|seed| seed.len() < 20_000)
        .collect()
}
