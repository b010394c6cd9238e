//! Handwritten packages from the specification.

use testkit::{ByteBuilder, assert_bytes};
use urho_pak::{Builder, Encoding, Entry, Layout, Limits, Package, PackedBlock, Part, Rbfx};

/// SDBM of two letters: the first times 65 599, plus the second.
const fn sum2(a: u8, b: u8) -> u32 {
    (a as u32).wrapping_mul(65_599).wrapping_add(b as u32)
}

/// SDBM of "hi!" and of "hiho!": by its definition.
const HI: u32 = sum2(b'h', b'i');
const HO: u32 = sum2(b'h', b'o').wrapping_mul(65_599).wrapping_add(b'!' as u32);
const HIHO: u32 = HI.wrapping_mul(65_599u32.wrapping_mul(65_599).wrapping_mul(65_599)).wrapping_add(HO);

fn entry(name: &'static str, offset: u32, size: u32, checksum: u32) -> Entry<'static> {
    Entry { name: name.into(), offset, size, checksum }
}

fn stored(entry: u32, data: &'static [u8]) -> Part<'static> {
    Part::Stored { entry, data: data.into() }
}

/// A block that only has literals.
fn literals(packed: &'static [u8]) -> Vec<PackedBlock<'static>> {
    vec![PackedBlock { unpacked_len: packed.len() as u16 - 1, data: packed.into() }]
}

fn upak() -> (Vec<u8>, Layout<'static>) {
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(2).u32(HIHO);
    let bytes = bytes.cstr("a").u32s(&[42, 2, HI]).cstr("B/c").u32s(&[44, 3, HO]);
    assert_eq!(bytes.position(), 42);
    let bytes = bytes.raw(b"hiho!").u32(51).build();
    let layout = Layout {
        before: urho_pak::binio::Bytes::EMPTY,
        encoding: Encoding::Upak,
        checksum: HIHO,
        rbfx: None,
        entries: vec![entry("a", 42, 2, HI), entry("B/c", 44, 3, HO)],
        parts: vec![stored(0, b"hi"), stored(1, b"ho!")],
        trailer: Some(51),
        after: urho_pak::binio::Bytes::EMPTY,
    };
    (bytes, layout)
}

fn ulz4() -> (Vec<u8>, Layout<'static>) {
    let bytes = ByteBuilder::new().raw(b"ULZ4").u32(2).u32(HIHO);
    let bytes = bytes.cstr("a").u32s(&[42, 2, HI]).cstr("B/c").u32s(&[49, 3, HO]);
    let bytes = bytes.u16(2).u16(3).raw(b"\x20hi").u16(3).u16(4).raw(b"\x30ho!").u32(61).build();
    let (_, stored) = upak();
    let layout = Layout {
        encoding: Encoding::Ulz4,
        entries: vec![entry("a", 42, 2, HI), entry("B/c", 49, 3, HO)],
        parts: vec![
            Part::Packed { entry: 0, blocks: literals(b"\x20hi") },
            Part::Packed { entry: 1, blocks: literals(b"\x30ho!") },
        ],
        trailer: Some(61),
        ..stored
    };
    (bytes, layout)
}

fn rpak() -> (Vec<u8>, Layout<'static>) {
    let bytes = ByteBuilder::new().raw(b"RPAK").u32(2).u32(HIHO).u32(0).u64(29).raw(b"hiho!");
    let bytes = bytes.cstr("a").u32s(&[24, 2, HI]).cstr("B/c").u32s(&[26, 3, HO]).u32(63).build();
    let (_, stored) = upak();
    let mut parts = stored.parts;
    parts.push(Part::Directory);
    let layout = Layout {
        encoding: Encoding::Rpak,
        rbfx: Some(Rbfx { version: 0, directory: 29 }),
        entries: vec![entry("a", 24, 2, HI), entry("B/c", 26, 3, HO)],
        parts,
        trailer: Some(63),
        ..stored
    };
    (bytes, layout)
}

fn rlz4() -> (Vec<u8>, Layout<'static>) {
    let bytes = ByteBuilder::new().raw(b"RLZ4").u32(2).u32(HIHO).u32(0).u64(39);
    let bytes = bytes.u16(2).u16(3).raw(b"\x20hi").u16(3).u16(4).raw(b"\x30ho!");
    let bytes = bytes.cstr("a").u32s(&[24, 2, HI]).cstr("B/c").u32s(&[31, 3, HO]).u32(73).build();
    let (_, packed) = ulz4();
    let mut parts = packed.parts;
    parts.push(Part::Directory);
    let layout = Layout {
        encoding: Encoding::Rlz4,
        rbfx: Some(Rbfx { version: 0, directory: 39 }),
        entries: vec![entry("a", 24, 2, HI), entry("B/c", 31, 3, HO)],
        parts,
        trailer: Some(73),
        ..packed
    };
    (bytes, layout)
}

#[test]
fn packages_of_all_kinds_are_read_built_and_written() {
    for (bytes, layout) in [upak(), ulz4(), rpak(), rlz4()] {
        assert_eq!(Layout::parse(&bytes).unwrap(), layout);
        assert_bytes(&layout.to_bytes().unwrap(), &bytes);
        let mut builder = Builder::new(layout.encoding);
        builder.add("a", b"hi").unwrap();
        builder.add("B/c", b"ho!").unwrap();
        assert_bytes(&builder.to_bytes().unwrap(), &bytes);
    }
}

#[test]
fn all_kinds_read() {
    for (bytes, layout) in [upak(), ulz4(), rpak(), rlz4()] {
        let package = Package::open(bytes.as_slice()).unwrap();
        assert_eq!((package.encoding(), package.len(), package.start()), (layout.encoding, 2, 0));
        assert_eq!((package.checksum(), package.data_size(), package.has_trailer()), (HIHO, 5, true));
        assert!(package.verify(|_| {}).unwrap().is_empty());
        let entry = package.get("B/c").unwrap();
        assert_eq!(entry.read().unwrap(), b"ho!");
        assert_eq!((entry.index(), entry.size(), entry.checksum()), (1, 3, HO));
        assert_eq!(entry.position(), u64::from(layout.entries[1].offset));
        assert!(package.get("b/C").is_none() && package.get("B/c\0").is_none());
        assert_eq!(package.get_ignore_case("b/C").unwrap().index(), 1);
        let blocks: Vec<_> = entry.blocks().map(Result::unwrap).collect();
        assert_eq!(blocks.len(), usize::from(package.encoding().is_packed()));
        assert_eq!(entry.stored_size().unwrap(), if package.encoding().is_packed() { 8 } else { 3 });
    }
}

/// Two blocks, the second is shorter; a match refers to three bytes before.
#[test]
fn blocks_and_matches() {
    let bytes = ByteBuilder::new().raw(b"ULZ4").u32(1).u32(0).cstr("t").u32s(&[26, 23, 0]);
    // Three literals and a match of 11 at distance 3, then seven literals; then two.
    let bytes = bytes.u16(21).u16(14).raw(b"\x37abc\x03\x00\x70bcabcxy").build();
    let bytes = ByteBuilder::new().raw(&bytes).u16(2).u16(3).raw(b"\x20ab").build();
    let package = Package::open(bytes.as_slice()).unwrap();
    let read = package.get("t").unwrap().read_unverified(&Limits::default());
    assert_eq!(read.unwrap(), [&b"abcabcabcabcab"[..], b"bcabcxy", b"ab"].concat());
    assert!(!package.has_trailer());
    let layout = Layout::parse(&bytes).unwrap();
    assert_eq!(layout.trailer, None);
    assert!(matches!(&layout.parts[..], [Part::Packed { blocks, .. }] if blocks.len() == 2));
    assert_bytes(&layout.to_bytes().unwrap(), &bytes);
}

/// As in the engine: the later of two, at the position of the first.
#[test]
fn of_two_the_later_is_found() {
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(4).u32(0);
    let bytes = ["a", "A", "a", "B"]
        .iter()
        .zip(0..)
        .fold(bytes, |bytes, (name, place)| bytes.cstr(name).u32s(&[68 + place, 1, 0]));
    assert_eq!(bytes.position(), 68);
    let bytes = bytes.raw(b"0123").build();
    let package = Package::open(bytes.as_slice()).unwrap();
    let found = |name: &str| package.get(name).map(|entry| entry.index());
    let folded = |name: &str| package.get_ignore_case(name).map(|entry| entry.index());
    assert_eq!([found("a"), found("A"), found("b")], [Some(2), Some(1), None]);
    assert_eq!([folded("a"), folded("A"), folded("b"), folded("c")], [Some(2), Some(1), Some(3), None]);
    let shadowed: Vec<_> = package.entries().map(|entry| entry.is_shadowed()).collect();
    assert_eq!(shadowed, [true, false, false, false]);
    let mut edit = package.edit();
    edit.rename("a", "z").unwrap();
    assert!(edit.contains("a"), "the earlier one has come to light");
    assert_eq!(edit.rename("A", "z").unwrap_err().to_string(), "z: an entry with this name already exists");
    assert!(edit.remove("a") && !edit.remove("a"));
    edit.replace("B", b"new").unwrap();
    assert!(edit.replace("x", b"").is_err());
    let names: Vec<_> = edit.names().map(ToString::to_string).collect();
    assert_eq!(names, ["A", "z", "B"]);
    let edited = edit.to_bytes().unwrap();
    let edited = Package::open(edited.as_slice()).unwrap();
    let contents: Vec<_> = edited.entries().map(|entry| entry.read_unverified(&Limits::default()).unwrap()).collect();
    assert_eq!(contents, [&b"1"[..], b"2", b"new"]);
}

#[test]
fn what_package_tool_leaves_out() {
    for name in [".hidden", "Sub/.git/x", "x.bak", "X.BAK", "a/b.rule"] {
        assert!(urho_pak::is_ignored(name, 1), "{name}");
    }
    assert!(urho_pak::is_ignored("empty", 0));
    for name in ["a.b", "bak", "x.bak.txt", "a/b..c", "ä.r"] {
        assert!(!urho_pak::is_ignored(name, 1), "{name}");
    }
}
