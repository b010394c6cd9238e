//! Properties of an open package, and its readers after an error.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use testkit::reluctant::Cut;
use urho_pak::binio::ReadAt;
use urho_pak::{Builder, Content, Encoding, Error, ErrorKind, Limits, Package};

fn package(encoding: Encoding, name: &str, content: &[u8]) -> Vec<u8> {
    let mut builder = Builder::new(encoding);
    builder.add(name, content).unwrap();
    builder.to_bytes().unwrap()
}

#[test]
fn an_appended_package_is_found_with_its_entries() {
    let bytes = package(Encoding::Ulz4, "Data/a.xml", b"some text");
    let appended = [b"a program", bytes.as_slice()].concat();
    let package = Package::open(appended.as_slice()).unwrap();
    assert_eq!((package.start(), package.file_size()), (9, appended.len() as u64));
    assert_eq!(*package.source(), appended.as_slice());
    assert_eq!(format!("{package:?}"), "ULZ4 package of 1 entries at 0x9");
    let entry = package.get("Data/a.xml").unwrap();
    let same = Clone::clone(&entry);
    assert_eq!((format!("{same:?}"), same.index()), (format!("{:?}", entry.record()), 0));
    let mut reader = entry.reader();
    reader.seek(SeekFrom::Start(5)).unwrap();
    assert_eq!(format!("{reader:?}"), "entry reader at byte 5 of 9");
    assert_eq!((reader.entry().name(), reader.entry().index()), ("Data/a.xml".into(), 0));
    // The same entries in owned bytes.
    let owned: Package<Vec<u8>> = package.map_source(<[u8]>::to_vec);
    assert_eq!(owned.source(), &appended);
    assert_eq!(owned.get("Data/a.xml").unwrap().read().unwrap(), b"some text");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pak");
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(Package::open_path(&path).unwrap().len(), 1);
    assert!(Package::open_path(folder.path().join("none")).unwrap_err().kind().is_io());
}

/// A small package of large entries may decompress to the limits, a large one to 32 times its size.
#[test]
fn limits_of_unpacking() {
    let bytes = package(Encoding::Upak, "a", &[1; 100]);
    let opened = |most: u64| {
        let options = urho_pak::ReadOptions::default().limits(Limits::default().max_expanded_bytes(most));
        Package::open_with(bytes.as_slice(), &options).unwrap().extract_limits().expanded_bytes()
    };
    let size = bytes.len() as u64;
    assert_eq!([0, 32 * size, 32 * size + 1].map(opened), [32 * size, 32 * size, 32 * size + 1]);
}

/// The package error inside a read error.
fn inner(error: &io::Error) -> &ErrorKind {
    error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()).expect("an error of the package").kind()
}

/// The last piece is an error at every attempt.
#[test]
fn a_wrong_checksum_stays_wrong() {
    for encoding in Encoding::ALL {
        let mut bytes = package(encoding, "a", b"some bytes that are not to be changed");
        let at = bytes.windows(4).position(|window| window == b"some").unwrap();
        bytes[at] = b'S';
        let package = Package::open(bytes.as_slice()).unwrap();
        let mut reader = package.get("a").unwrap().reader();
        for _ in 0..2 {
            let error = reader.fill_buf().unwrap_err();
            assert!(matches!(inner(&error), ErrorKind::Checksum { .. }), "{encoding}: {error}");
        }
        let mut rest = Vec::new();
        let error = reader.read_to_end(&mut rest).unwrap_err();
        assert!(matches!(inner(&error), ErrorKind::Checksum { .. }), "{encoding}: {error}");
        assert_eq!(rest, b"", "nothing that isn't right is given");
    }
}

/// I/O errors are passed on unchanged.
#[test]
fn sources_that_fail() {
    let bytes = package(Encoding::Upak, "a", b"some text");
    let whole = Cut { bytes: &bytes, left: bytes.len() };
    let opened = Package::open(whole).unwrap();
    assert_eq!(opened.get("a").unwrap().read().unwrap(), b"some text");
    for left in [3, bytes.len() - 5, bytes.len() - 1] {
        let error = Package::open(Cut { left, ..whole }).unwrap_err();
        assert!(error.kind().is_io(), "{error}");
    }
}

/// The same, once the package is open.
#[test]
fn sources_that_fail_later() {
    struct Later(Vec<u8>, std::sync::atomic::AtomicBool);
    impl ReadAt for Later {
        fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
            match self.1.load(std::sync::atomic::Ordering::Relaxed) {
                true => Err(io::ErrorKind::ConnectionReset.into()),
                false => self.0.as_slice().read_exact_at(buffer, offset),
            }
        }
        fn len(&self) -> io::Result<u64> {
            Ok(self.0.len() as u64)
        }
    }
    for encoding in Encoding::ALL {
        let source = Later(package(encoding, "a", b"some text"), false.into());
        let opened = Package::open(&source).unwrap();
        source.1.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut reader = opened.get("a").unwrap().reader();
        assert_eq!(reader.fill_buf().unwrap_err().kind(), io::ErrorKind::ConnectionReset, "{encoding}");
        source.1.store(false, std::sync::atomic::Ordering::Relaxed);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "some text", "{encoding}: it goes on where it was");
    }
}

#[test]
fn a_file_whose_size_changes_before_it_is_packed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xml");
    for (encoding, after) in
        [(Encoding::Upak, "shorter"), (Encoding::Ulz4, "shorter"), (Encoding::Upak, "longer than before")]
    {
        std::fs::write(&path, "as before").unwrap();
        let mut builder = Builder::new(encoding);
        builder.add("a.xml", Content::file(&path).unwrap()).unwrap();
        std::fs::write(&path, after).unwrap();
        let error = builder.to_bytes().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Changed), "{after}: {error}");
    }
}
