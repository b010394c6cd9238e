//! Readers on a bad day: one byte at a time and interrupted before each, or at their end sooner than they said.

use std::io::{self, Read};
use std::sync::Mutex;

use binio::{Limits, ReadAt};
use fuzzkit::common::examples;
use testkit::reluctant::{Cut, Dripping};
use udm::Lazy;
use urho_pak::{Builder, Content, Encoding, Package};
use zed_asset::ImageFile;

fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![("a", b"text text text text".to_vec()), ("b", vec![7; 70_000]), ("c", Vec::new())]
}

fn package(encoding: Encoding) -> Vec<u8> {
    let files: Vec<_> = files().into_iter().map(|(name, content)| (name.into(), content)).collect();
    fuzzkit::pak::package(encoding, &files)
}

/// All of it, a byte at a time.
fn in_pieces(mut reader: impl Read) -> io::Result<Vec<u8>> {
    let (mut all, mut byte) = (Vec::new(), [0]);
    while reader.read(&mut byte)? == 1 {
        all.push(byte[0]);
    }
    Ok(all)
}

/// Every entry, read whole and in pieces of one byte.
fn entries<S: ReadAt>(package: &Package<S>) -> io::Result<Vec<Vec<u8>>> {
    let entries = package.entries().map(|entry| {
        let whole = entry.read()?;
        let pieces = in_pieces(entry.reader())?;
        assert!(whole == pieces, "{entry:?} reads differently in pieces");
        Ok(whole)
    });
    entries.collect()
}

#[test]
fn packages_come_in_drops() {
    let expected: Vec<Vec<u8>> = files().into_iter().map(|(_, content)| content).collect();
    for encoding in Encoding::ALL {
        let bytes = package(encoding);
        let package = Package::open(Mutex::new(Dripping::new(&bytes))).expect("a package of ours opens");
        assert!(entries(&package).expect("it can be read") == expected, "{encoding:?}");
        assert!(package.verify(|_| {}).expect("it can be read").is_empty(), "{encoding:?}");
        let copy = package.edit().to_bytes().expect("it can be copied");
        assert!(copy == bytes, "{encoding:?} is copied differently");
    }
}

#[test]
fn what_goes_into_a_package_comes_in_drops() {
    for encoding in Encoding::ALL {
        let files = files();
        let mut builder = Builder::new(encoding);
        for (name, content) in &files {
            let source = Content::source(Mutex::new(Dripping::new(content))).expect("its length is known");
            builder.add(*name, source).expect("the name is new");
        }
        assert!(builder.to_bytes().expect("it can be built") == package(encoding), "{encoding:?}");
    }
}

/// A package that ends before its stated size doesn't open: of every encoding, the last bytes say where its directory is, or how long it is.
#[test]
fn packages_that_were_cut_are_errors() {
    let opened = Encoding::ALL.map(|encoding| {
        let bytes = package(encoding);
        assert!(Package::open(Cut { bytes: &bytes, left: bytes.len() }).is_ok(), "{encoding:?}");
        let cuts = (0..bytes.len()).step_by(bytes.len() / 200 + 1).chain([bytes.len() - 1]);
        cuts.filter(|left| Package::open(Cut { bytes: &bytes, left: *left }).is_ok()).count()
    });
    assert_eq!(opened, Encoding::ALL.map(|_| 0));
}

fn archive() -> (Vec<(String, Vec<u8>)>, Vec<u8>) {
    let files: Vec<_> = files().into_iter().map(|(name, content)| (name.to_owned(), content)).collect();
    let image = fuzzkit::zed::builder(&files, true, true).build().expect("files in memory");
    let bytes = image.to_bytes().expect("files in memory");
    (files, bytes)
}

#[test]
fn archives_come_in_drops() {
    let (files, bytes) = archive();
    let file = ImageFile::open(Mutex::new(Dripping::new(&bytes))).expect("an archive of ours opens");
    for (name, content) in &files {
        let entry = file.get(name).expect("it was put in");
        assert!(entry.read().expect("it can be read") == *content, "{name}");
        let pieces = in_pieces(entry.reader()).expect("it can be read");
        assert!(pieces == *content, "{name} in pieces");
    }
}

#[test]
fn archives_that_were_cut_are_errors() {
    let (files, bytes) = archive();
    let (mut opened, mut failed) = (0, 0);
    for left in 0..bytes.len() {
        let Ok(file) = ImageFile::open(Cut { bytes: &bytes, left }) else { continue };
        opened += 1;
        for (name, content) in &files {
            let read = file.get(name).expect("it was put in").read();
            failed += usize::from(read.is_err());
            assert!(read.is_err() || read.is_ok_and(|read| read == *content), "{left} bytes: {name}");
        }
    }
    assert!(opened > 0 && failed > 0, "{opened} opened, {failed} entries failed");
}

#[test]
fn documents_come_in_drops_or_cut() {
    let (mut opened, mut failed) = (0, 0);
    for document in examples(fuzzkit::udm::document(), 40) {
        let bytes = document.to_bytes().expect("generated documents can be encoded");
        let lazy = Lazy::open(Mutex::new(Dripping::new(&bytes))).expect("a document of ours opens");
        fuzzkit::udm::lazily(&document, &lazy);
        for left in 0..bytes.len() {
            let Ok(lazy) = Lazy::open(Cut { bytes: &bytes, left }) else { continue };
            opened += 1;
            for (path, _) in document.walk().take(4) {
                let whole = document.fetch(&path, &mut Limits::default().budget()).ok();
                let cut = lazy.get(&path);
                failed += usize::from(cut.is_err());
                assert!(cut.is_err() || cut.is_ok_and(|cut| cut.as_ref() == whole.as_deref()), "{left} bytes: {path}");
            }
        }
    }
    assert!(opened > 0 && failed > 0, "{opened} opened, {failed} values failed");
}

/// One package, eight readers of all its entries at once.
#[test]
fn eight_threads_read_one_package() {
    let expected: Vec<Vec<u8>> = files().into_iter().map(|(_, content)| content).collect();
    for encoding in Encoding::ALL {
        let bytes = package(encoding);
        let (alone, shared) = (Package::open(bytes.as_slice()), Package::open(Mutex::new(io::Cursor::new(&bytes))));
        let (alone, shared) = (alone.expect("it opens"), shared.expect("it opens"));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        assert!(entries(&alone).expect("it can be read") == expected);
                    }
                    assert!(entries(&shared).expect("it can be read") == expected);
                });
            }
        });
    }
}
