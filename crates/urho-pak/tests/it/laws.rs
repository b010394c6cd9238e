//! The laws over generated packages.

use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom, Write};

use fuzzkit::pak::{Pak, encoding, files, layout, package, use_all};
use proptest::prelude::*;
use testkit::laws;
use urho_pak::{Builder, EntryReader, Layout, Package};

proptest! {
    #[test]
    fn what_is_written_reads_back(layout in layout()) {
        let bytes = layout.to_bytes().expect("generated layouts can be encoded");
        laws::inverse::<Pak>(&layout);
        laws::all::<Pak>(&bytes);
    }

    #[test]
    fn any_bytes_are_safe(mut bytes in prop::collection::vec(any::<u8>(), 0..200), encoding in prop::option::of(encoding())) {
        if let (Some(encoding), Some(id)) = (encoding, bytes.first_chunk_mut()) {
            *id = encoding.id();
        }
        laws::all::<Pak>(&bytes);
        if let Ok(package) = Package::open(bytes.as_slice()) {
            use_all(&package);
        }
    }

    #[test]
    fn changed_bytes_are_safe(encoding in encoding(), files in files(), at in any::<prop::sample::Index>(), byte: u8) {
        let mut bytes = package(encoding, &files);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        laws::all::<Pak>(&bytes);
        if let Ok(package) = Package::open(bytes.as_slice()) {
            use_all(&package);
        }
    }

    /// Round trips in every encoding, as a whole and in pieces; the package is valid for the engine.
    #[test]
    fn entries_come_out_as_they_went_in(encoding in encoding(), files in files()) {
        let bytes = package(encoding, &files);
        laws::lossless::<Pak>(&bytes);
        let package = Package::open(bytes.as_slice()).expect("a package of ours opens");
        let verified = package.verify(|_| {}).expect("memory can be read");
        prop_assert!(verified.is_empty(), "{verified:?}");
        #[cfg(feature = "parallel")]
        prop_assert_eq!(package.verify_parallel(|_| {}).expect("memory can be read"), verified);
        prop_assert!(package.has_trailer());
        for (name, content) in files.iter().rev() {
            let entry = package.get(&**name).expect("every name is found");
            let first = files.iter().find(|(other, _)| other == name).map(|(_, content)| content);
            prop_assert_eq!(&entry.read().expect("sound entries can be read"), first.unwrap_or(content));
        }
        let written = package.edit().to_bytes().expect("a package can be copied");
        testkit::assert_bytes(&written, &bytes);
    }

    /// Forwards, by seeking, or after other data: the same bytes.
    #[test]
    fn all_ways_of_writing_agree(encoding in encoding(), files in files(), before in prop::collection::vec(any::<u8>(), 0..50)) {
        let bytes = package(encoding, &files);
        let mut builder = Builder::new(encoding);
        for (name, content) in &files {
            let _ = builder.add(name.clone(), content.clone());
        }
        let mut forward = Vec::new();
        let written = builder.write_forward(&mut forward).expect("memory can be written");
        testkit::assert_bytes(&forward, &bytes);
        prop_assert_eq!(written.size, bytes.len() as u64);
        let mut appended = Cursor::new(before.clone());
        appended.seek(SeekFrom::End(0)).expect("memory can be sought in");
        builder.write_to(&mut appended).expect("memory can be written");
        prop_assert_eq!(appended.position(), (before.len() + bytes.len()) as u64);
        testkit::assert_bytes(&appended.into_inner(), &[before, bytes].concat());
    }

    /// Packages of one kind convert to another and back.
    #[test]
    fn kinds_convert(from in encoding(), to in encoding(), files in files()) {
        let original = package(from, &files);
        let package = Package::open(original.as_slice()).expect("a package of ours opens");
        let mut edit = package.edit();
        edit.set_encoding(to);
        let converted = edit.to_bytes().expect("a package can be converted");
        testkit::assert_bytes(&converted, &fuzzkit::pak::package(to, &files));
    }

    /// An entry is a seekable file.
    #[test]
    fn entries_seek(encoding in encoding(), files in files(), steps in prop::collection::vec((0_u8..3, -70_000_i64..70_000, 0_usize..9000), 1..12)) {
        let bytes = package(encoding, &files);
        let package = Package::open(bytes.as_slice()).expect("a package of ours opens");
        for entry in package.entries() {
            let content = entry.read().expect("sound entries can be read");
            let mut expected = Cursor::new(content);
            let mut reader = entry.reader();
            for (way, by, length) in &steps {
                let to = match way {
                    0 => SeekFrom::Start(by.unsigned_abs()),
                    1 => SeekFrom::End(*by),
                    _ => SeekFrom::Current(*by),
                };
                prop_assert_eq!(reader.seek(to).ok(), expected.seek(to).ok());
                prop_assert_eq!(take(&mut reader, *length), take(&mut expected, *length));
            }
        }
    }
}

fn take(reader: &mut impl Read, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    reader.take(length as u64).read_to_end(&mut bytes).expect("memory can be read");
    bytes
}

#[test]
fn packages_are_read_from_many_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let files: Vec<_> = (0..40_u8).map(|i| (format!("f{i}").into(), vec![i; 50_000])).collect();
    let bytes = package(urho_pak::Encoding::Ulz4, &files);
    let package = Package::open(bytes.as_slice()).unwrap();
    shared(&package);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (package, files) = (&package, &files);
            scope.spawn(move || {
                for (name, content) in files.iter().skip(thread) {
                    assert_eq!(package.get(&**name).unwrap().read().unwrap(), *content);
                }
            });
        }
    });
}

/// A reader for lines.
#[test]
fn lines_are_read() {
    let text: String = (0..9000).map(|line| format!("line {line}\n")).collect();
    for encoding in urho_pak::Encoding::ALL {
        let bytes = package(encoding, &[("t".into(), text.clone().into_bytes())]);
        let package = Package::open(bytes.as_slice()).unwrap();
        let reader: EntryReader<'_, _> = package.get("t").unwrap().reader();
        let lines: Vec<String> = reader.lines().collect::<io::Result<_>>().unwrap();
        assert_eq!(lines, text.lines().collect::<Vec<_>>());
    }
}

/// A package that can't be written is not begun.
#[test]
fn nothing_is_written_of_what_is_too_large() {
    struct Zeros(u64);
    impl urho_pak::ReadAt for Zeros {
        fn read_exact_at(&self, buffer: &mut [u8], _: u64) -> io::Result<()> {
            buffer.fill(0);
            Ok(())
        }
        fn len(&self) -> io::Result<u64> {
            Ok(self.0)
        }
    }
    struct Nowhere;
    impl Write for Nowhere {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            panic!("something was written")
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    impl Seek for Nowhere {
        fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
            Ok(0)
        }
    }
    for sizes in [vec![1 << 32], vec![u64::MAX], vec![1 << 31, 1 << 31], vec![(1 << 32) - 12 - 14 - 4]] {
        let mut builder = Builder::new(urho_pak::Encoding::Upak);
        for (index, size) in sizes.iter().enumerate() {
            builder.add(index.to_string(), urho_pak::Content::source(Zeros(*size)).unwrap()).unwrap();
        }
        let error = builder.write_to(Nowhere).unwrap_err();
        assert!(error.to_string().contains("expected at most 4294967295, found"), "{error}");
        assert!(builder.write_forward(Nowhere).is_err());
    }
}

#[test]
fn layouts_that_contradict_themselves_are_refused() {
    let bytes = package(urho_pak::Encoding::Upak, &[("a".into(), vec![1, 2, 3])]);
    let layout = Layout::parse(&bytes).unwrap();
    let mut changed = layout.clone();
    changed.entries[0].offset += 1;
    assert!(changed.to_bytes().is_err());
    let mut changed = layout.clone();
    changed.trailer = Some(5);
    assert!(changed.to_bytes().is_err() && changed.encoded_len().is_err());
    let mut changed = layout.clone();
    changed.rbfx = Some(urho_pak::Rbfx::default());
    assert!(changed.to_bytes().is_err());
    let mut changed = layout;
    changed.entries[0].name = "a\0".into();
    assert!(changed.to_bytes().is_err());
}
