//! Invalid packages: kind and offset of each error. A part of an entry is never returned as an entry.

use std::io::Read as _;

use testkit::ByteBuilder;
use testkit::hostile::{truncations, with_words};
use urho_pak::binio::{Fault, Severity};
use urho_pak::{Builder, Encoding, Error, ErrorKind, Layout, Limits, Package, ReadOptions};

fn open(bytes: &[u8]) -> Result<Package<&[u8]>, Error> {
    Package::open(bytes)
}

fn fault(error: &Error) -> Fault {
    match error.kind() {
        ErrorKind::Data(fault) => *fault,
        other => panic!("{other:?} is no fault of the data"),
    }
}

/// A compressed package of one entry `a`, whose data begins at byte 26 = 0x1a.
fn packed(size: u32, checksum: u32, data: ByteBuilder) -> Vec<u8> {
    let bytes = ByteBuilder::new().raw(b"ULZ4").u32(1).u32(checksum).cstr("a").u32s(&[26, size, checksum]);
    bytes.raw(&data.build()).build()
}

/// Returns the error of reading the entry `a`, which is the same in all ways.
fn read(bytes: &[u8]) -> Error {
    let package = open(bytes).expect("the directory is sound");
    let entry = package.get("a").expect("it is there");
    let error = entry.read().expect_err("it can't be read");
    let mut sink = Vec::new();
    let streamed = entry.reader().read_to_end(&mut sink).expect_err("it can't be streamed");
    assert_eq!(streamed.to_string(), error.to_string());
    assert!(sink.len() < entry.size() as usize || entry.size() == 0, "damaged data was handed out as whole");
    let verified = package.verify(|_| {}).expect("memory can be read");
    #[cfg(feature = "parallel")]
    assert_eq!(package.verify_parallel(|_| {}).expect("memory can be read"), verified);
    assert!(verified.iter().any(|finding| finding.severity == Severity::Error && finding.offset == error.offset()));
    error
}

#[test]
fn other_files_are_refused() {
    for bytes in [&b""[..], b"UPA", b"UPAX", b"hello, world", b"\xff\xff\xff\xff", b"\0\0\0\0", b"xxxxUPAK\x05\0\0\0"] {
        let error = open(bytes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotAPackage) && error.offset() == Some(0), "{error}");
    }
    let error = Package::open_with(&b"UPAK"[..], &ReadOptions::default().start(9)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotAPackage) && error.offset() == Some(4), "{error}");
}

#[test]
fn counts_beyond_the_file() {
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(u32::MAX).u32(0).raw(&[0; 48]).build();
    let error = open(&bytes).unwrap_err();
    assert_eq!(fault(&error), Fault::ImpossibleCount { count: u32::MAX.into(), remaining: 48 });
    assert_eq!(error.offset(), Some(4));
    assert_eq!(
        error.to_string(),
        "entry count: expected a count that fits into the remaining 48 bytes, found 4294967295 (at byte 0x4)"
    );
    // A plausible number of entries that don't exist.
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(2).u32(0).cstr("long name").u32s(&[0, 0, 0]).raw(b"abcd").build();
    let error = open(&bytes).unwrap_err();
    assert_eq!((fault(&error), error.offset()), (Fault::Unterminated, Some(34)));
    assert_eq!(error.to_string(), "entry 1 > name: expected a NUL at the end of the text, found none (at byte 0x22)");
    // An entry whose numbers are cut off.
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(1).u32(0).cstr("ab").raw(&[0; 11]).build();
    assert_eq!(open(&bytes).unwrap_err().to_string(), "entry 0 > record: expected 12 bytes, found 11 (at byte 0xf)");
    let limits = Limits::default().max_entries(1);
    let bytes = ByteBuilder::new().raw(b"UPAK").u32(2).u32(0).raw(&[0; 26]).build();
    let error = Package::open_with(bytes.as_slice(), &ReadOptions::default().limits(limits)).unwrap_err();
    assert_eq!((fault(&error), error.offset()), (Fault::Limit("entries"), Some(4)));
}

/// The reader doesn't scan a whole file for the end of a name.
#[test]
fn names_that_do_not_end() {
    for (length, kind) in [(1 << 16, None), ((1 << 16) + 1, Some(Fault::Limit("name length")))] {
        let name = vec![b'x'; length];
        let bytes =
            ByteBuilder::new().raw(b"UPAK").u32(1).u32(0).raw(&name).u8(0).u32s(&[0, 0, 0]).raw(&[b'y'; 70_000]);
        let bytes = bytes.build();
        let opened = open(&bytes);
        assert_eq!(opened.as_ref().err().map(fault), kind);
        assert_eq!(opened.as_ref().err().and_then(Error::offset), kind.map(|_| 12));
        assert_eq!(Builder::new(Encoding::Upak).add(name, b"").is_err(), kind.is_some());
    }
}

#[test]
fn heads_that_are_cut_off() {
    for (bytes, at) in [(&b"UPAK\x01\0\0"[..], 0), (b"RPAK\x01\0\0\0\0\0\0\0\0\0\0\0\0", 12)] {
        let error = open(bytes).unwrap_err();
        assert!(matches!(fault(&error), Fault::UnexpectedEnd { .. }) && error.offset() == Some(at), "{error}");
    }
    for offset in [u64::MAX, 1 << 63, 25, 1 << 40] {
        let bytes = ByteBuilder::new().raw(b"RPAK").u32s(&[0, 0, 0]).u64(offset).build();
        let error = open(&bytes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::DirectoryOutside { length: 24, .. }), "{error}");
        assert_eq!(error.offset(), Some(16));
    }
    // A directory inside the head could be read, but not be written.
    for offset in [0, 3, 23] {
        let bytes = ByteBuilder::new().raw(b"RPAK").u32s(&[0, 0, 0]).u64(offset).build();
        for error in [open(&bytes).unwrap_err(), Layout::parse(&bytes).unwrap_err()] {
            assert!(matches!(error.kind(), ErrorKind::Contradiction(_)) && error.offset() == Some(16), "{error}");
        }
    }
    let bytes = ByteBuilder::new().raw(b"RPAK").u32s(&[0, 0, 0]).u64(24).build();
    assert!(open(&bytes).unwrap().is_empty());
    assert_eq!(Layout::parse(&bytes).unwrap().to_bytes().unwrap(), bytes);
}

#[test]
fn blocks_that_cannot_be() {
    let block = |unpacked, packed, data: &[u8]| ByteBuilder::new().u16(unpacked).u16(packed).raw(data);
    // Of no bytes: the engine corrupts its heap.
    let error = read(&packed(10, 0, block(0, 0, b"")));
    assert!(matches!(error.kind(), ErrorKind::EmptyBlock) && error.offset() == Some(26), "{error}");
    assert_eq!(error.to_string(), "a > block: expected a block of at least 1 byte, found an empty one (at byte 0x1a)");
    // The second is larger than the remaining size: the engine overflows its buffer.
    let second = block(4, 5, b"\x40abcd").u16(60_000).u16(5).raw(&[0; 5]);
    let error = read(&packed(100, 0, second));
    assert!(matches!(error.kind(), ErrorKind::BlockOverflow { unpacked: 60_000, left: 96 }), "{error}");
    assert_eq!(error.offset(), Some(35));
    // More compressed bytes than LZ4 writes: the engine reads out of bounds.
    let error = read(&packed(4, 0, block(4, 0xffff, &[0x42; 65_535])));
    assert!(matches!(error.kind(), ErrorKind::BlockTooLarge { unpacked: 4, packed: 0xffff }), "{error}");
    assert_eq!(error.offset(), Some(26));
    // Beyond the end of the file.
    let error = read(&packed(4, 0, block(4, 6, b"\x40abcd")));
    assert!(matches!(error.kind(), ErrorKind::EntryOutside { end: 36, length: 35 }), "{error}");
    assert_eq!(error.offset(), Some(26));
    // A match before the start; the engine shows its memory.
    let error = read(&packed(8, 0, block(8, 8, b"\x10a\x09\x00\x30bcd")));
    assert_eq!((fault(&error), error.offset()), (Fault::MalformedBlock { size: 8 }, Some(30)));
    // Fewer bytes than the block declares.
    let error = read(&packed(5, 0, block(5, 5, b"\x40abcd")));
    assert_eq!((fault(&error), error.offset()), (Fault::MalformedBlock { size: 5 }, Some(30)));
    // A required block is missing.
    let error = read(&packed(5, 0, block(4, 5, b"\x40abcd")));
    assert_eq!((fault(&error), error.offset()), (Fault::UnexpectedEnd { needed: 4, remaining: 0 }, Some(35)));
    // Too few bytes for the declared size of the block.
    let error = read(&packed(30_000, 0, block(30_000, 5, &[0; 200])));
    assert_eq!((fault(&error), error.offset()), (Fault::ImpossibleExpansion { size: 30_000, compressed: 5 }, Some(30)));
}

/// Readable here, but too large for the engine's buffers.
#[test]
fn blocks_that_only_the_engine_chokes_on() {
    let data = ByteBuilder::new().u16(1).u16(2).raw(b"\x10a").u16(2).u16(3).raw(b"\x20bc");
    let sum = urho_core::sdbm(0, b"abc");
    let bytes = packed(3, sum, data);
    let package = open(&bytes).unwrap();
    assert_eq!(package.get("a").unwrap().read().unwrap(), b"abc");
    let found = package.verify(|_| {}).unwrap();
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["error: a: the block at 0x20 gives 2 bytes; the engine has room for 1 (at byte 0x1a)"]);
    // When copied, it is compressed again.
    let copied = package.edit().to_bytes().unwrap();
    assert!(Package::open(copied).unwrap().verify(|_| {}).unwrap().is_empty());
}

#[test]
fn entries_outside_the_file() {
    // The sum of offset and size wraps; the engine opens it.
    for (id, offset, size) in
        [(b"UPAK", 0xffff_fff0, 0x20), (b"UPAK", 29, 1000), (b"ULZ4", 26, u32::MAX), (b"ULZ4", u32::MAX, 1)]
    {
        let bytes = ByteBuilder::new().raw(id).u32(1).u32(0).cstr("a").u32s(&[offset, size, 0]).raw(b"xyz!").build();
        let error = read(&bytes);
        assert!(matches!(error.kind(), ErrorKind::EntryOutside { length: 30, .. }), "{error}");
        assert_eq!(error.offset(), Some(14), "at the numbers of the directory");
        let package = open(&bytes).unwrap();
        assert_eq!(package.validate().worst(), Some(Severity::Error));
        assert!(package.get("a").unwrap().stored_size().is_err());
        assert!(package.get("a").unwrap().blocks().all(|block| block.is_err()));
        assert!(package.edit().to_bytes().is_err());
    }
}

#[test]
fn wrong_checksums() {
    for encoding in Encoding::ALL {
        let mut builder = Builder::new(encoding);
        builder.add("a", b"some bytes that are not to be changed").unwrap();
        let mut bytes = builder.to_bytes().unwrap();
        let at = bytes.windows(4).position(|window| window == b"some").unwrap();
        bytes[at] = b'S';
        let error = read(&bytes);
        assert!(matches!(error.kind(), ErrorKind::Checksum { .. }), "{error}");
        let package = open(&bytes).unwrap();
        let entry = package.get("a").unwrap();
        assert!(entry.read_unverified(&Limits::default()).unwrap().starts_with(b"Some"));
        let mut text = String::new();
        entry.reader().verify(false).read_to_string(&mut text).unwrap();
        // The entry's, and the package's.
        assert_eq!(package.verify(|_| {}).unwrap().len(), 2);
    }
}

#[test]
fn limits_are_kept() {
    let mut builder = Builder::new(Encoding::Ulz4);
    builder.add("a", vec![0; 100_000]).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let package = open(&bytes).unwrap();
    let limits = Limits::default().max_expanded_bytes(99_999);
    let error = package.get("a").unwrap().read_with(&limits).unwrap_err();
    assert_eq!((fault(&error), error.offset()), (Fault::Limit("expanded bytes"), Some(14)));
}

/// Sixty thousand entries that all share the same hundred blocks: 190 GB from a megabyte.
#[test]
fn entries_that_share_data() {
    let zeros = urho_pak::binio::lz4_compress(&[0; 32_768]).unwrap();
    let block = ByteBuilder::new().u16(32_768).u16(zeros.len() as u16).raw(&zeros).build();
    let count = 60_000;
    let directory =
        (0..count).fold(ByteBuilder::new(), |bytes, _| bytes.cstr("").u32s(&[12 + count * 13, 3_276_800, 0]));
    let mut bytes = ByteBuilder::new().raw(b"ULZ4").u32(count).u32(0).raw(&directory.build()).build();
    bytes.extend(block.repeat(100));
    let limits = Limits::default().max_expanded_bytes(1 << 20);
    let package = Package::open_with(bytes.as_slice(), &ReadOptions::default().limits(limits)).unwrap();
    let mut read = 0_u64;
    let error = package.verify(|length| read += length).unwrap_err();
    assert_eq!(fault(&error), Fault::Limit("expanded bytes"));
    assert!(read < 400 * bytes.len() as u64, "{read} bytes were unpacked");
    let findings = package.validate();
    assert!(findings.iter().any(|finding| finding.kind == urho_pak::kinds::SHARED_DATA));
}

#[test]
fn cut_off_anywhere() {
    let long: Vec<u8> = (0..40_000_u32).map(|i| (i / 700) as u8).collect();
    for encoding in Encoding::ALL {
        let mut builder = Builder::new(encoding);
        builder.add("a.txt", b"text").unwrap();
        builder.add("B", b"more text, more text, more text, more text").unwrap();
        if encoding.is_packed() {
            builder.add("long", long.clone()).unwrap();
        }
        let bytes = builder.to_bytes().unwrap();
        let whole = open(&bytes).unwrap();
        for cut in truncations(&bytes) {
            match open(cut) {
                Err(error) => assert!(error.offset().is_some_and(|at| at <= cut.len() as u64), "{error}"),
                Ok(package) => {
                    assert!(!package.has_trailer());
                    for (entry, original) in package.entries().zip(whole.entries()) {
                        let end = original.position() + original.stored_size().unwrap();
                        let found = entry.read();
                        let expected = (end <= cut.len() as u64).then(|| original.read().unwrap());
                        assert_eq!(found.ok(), expected, "{} of {} bytes", entry.name(), cut.len());
                    }
                }
            }
        }
    }
}

/// Every number set to every extreme: data that reads with the right checksum is right, or is a shorter entry.
#[test]
fn numbers_set_to_anything() {
    for encoding in Encoding::ALL {
        let mut builder = Builder::new(encoding);
        builder.add("a.txt", b"text").unwrap();
        builder.add("B", b"more text, more text, more text, more text").unwrap();
        let bytes = builder.to_bytes().unwrap();
        let mut opened = 0;
        for word in [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX - 1, u32::MAX] {
            for (_, changed) in with_words(&bytes, word) {
                let Ok(package) = open(&changed) else { continue };
                fuzzkit::pak::use_all(&package);
                opened += 1;
            }
        }
        assert!(opened > 0, "{encoding:?}");
    }
}

/// Findings about a name are at the record of its entry.
#[test]
fn findings_name_the_byte() {
    let mut builder = Builder::new(Encoding::Upak);
    builder.add("Data/a", b"text").unwrap();
    builder.add("Data/b", b"text").unwrap();
    let mut bytes = builder.to_bytes().unwrap();
    let name = bytes.windows(6).position(|name| name == b"Data/b").unwrap();
    bytes[name..name + 6].copy_from_slice(b"../a/b");
    let cut = bytes.len() - 4;
    let package = open(&bytes[..cut]).unwrap();
    let findings: Vec<_> = package.validate().into_iter().collect();
    let offset = |kind| findings.iter().find(|one| one.kind == kind).and_then(|one| one.offset);
    // After the name and its NUL.
    assert_eq!(offset(urho_pak::kinds::ENTRY_NAME), Some(name as u64 + 7), "{findings:?}");
    assert_eq!(offset(urho_pak::kinds::END_SIZE), Some(cut as u64), "{findings:?}");
}
