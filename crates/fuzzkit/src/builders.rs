//! Tests the builders of packages and archives. The bytes from the fuzzer choose the operations, and then we compare
//! the result with a list of what should be there.

use binio::Limits;
use testkit::laws;
use urho_pak::{Builder, Encoding, Package};
use zed_asset::{Compression, Image, ImageBuilder, ImageFile};

use crate::Target;
use crate::pak::Pak;
use crate::scene::random::Random;
use crate::zed::ZedImage;

/// The fuzz target for builders. The first byte is the number of a builder, followed by operations that take three
/// bytes each.
pub const TARGET: Target = Target { name: "builders", body, seeds };

/// Names for entries: in folders, in different case, empty, not UTF-8, and a name that a package is not able to store.
const NAMES: [&[u8]; 8] = [b"a", b"A", b"Sub/b.bin", b"Sub/c", b"", b"\xff", "é".as_bytes(), b"x\0y"];

/// Names for archives, which must be text.
const FILES: [&str; 8] = ["a", "A", "sub/b.zed", "sub/c", "sub", "", "é", "long name with blanks"];

/// The entries that should be there, in order.
type Held = Vec<(Vec<u8>, Vec<u8>)>;

fn body(bytes: &[u8]) {
    let Some((which, operations)) = bytes.split_first() else { return };
    let operations: Vec<[u8; 3]> = operations.chunks_exact(3).take(64).map(|one| [one[0], one[1], one[2]]).collect();
    if which % 2 == 0 { packages(which >> 1, &operations) } else { archives(which >> 1, &operations) }
}

/// Returns bytes whose length is close to the length of a block. Some of them begin like ZED files, because the header
/// of such a file will be stored in another place.
fn content(choice: u8) -> Vec<u8> {
    match choice {
        0 => Vec::new(),
        1..100 => vec![choice; usize::from(choice)],
        100..120 => [b"ZEDM\0\0\x01", vec![choice; usize::from(choice)].as_slice()].concat(),
        120..128 => vec![choice; 65_530 + usize::from(choice % 16)],
        128..136 => vec![choice; 200_000],
        _ => (0..=choice).map(|step| step.wrapping_mul(choice)).collect(),
    }
}

fn encoding(choice: u8) -> Encoding {
    Encoding::ALL[usize::from(choice) % Encoding::ALL.len()]
}

/// Tests packages. Whatever the operations do, the entries must be equal to the list, even when the package has been
/// written and opened again.
fn packages(first: u8, operations: &[[u8; 3]]) {
    let mut held = Held::new();
    let mut bytes = Builder::new(encoding(first)).to_bytes().expect("an empty package");
    // Between two of these the package is written and opened.
    for round in operations.split(|[what, ..]| what % 8 == 7) {
        let package = Package::open(bytes.as_slice()).expect("a package of ours opens");
        let mut builder = package.edit();
        round.iter().for_each(|operation| apply(&mut builder, &mut held, *operation));
        assert!(builder.names().map(binio::Name::as_bytes).eq(held.iter().map(|(name, _)| name.as_slice())));
        assert_eq!((builder.len(), builder.is_empty()), (held.len(), held.is_empty()));
        let written = builder.to_bytes().expect("small packages can be built");
        drop(builder);
        check_package(&written, &held);
        bytes = written;
    }
    laws::all::<Pak>(&bytes);
}

/// Applies an operation to both. They must agree on whether it is possible.
fn apply(builder: &mut Builder<'_>, held: &mut Held, [what, which, new]: [u8; 3]) {
    let name = |choice: u8| NAMES[usize::from(choice) % NAMES.len()];
    let (name, other) = (name(which), name(new));
    let place = held.iter().position(|(held, _)| held == name);
    let is_good = |held: &Held, name: &[u8]| !name.contains(&0) && held.iter().all(|(held, _)| held != name);
    match what % 8 {
        0 | 1 => {
            let added = builder.add(name.to_vec(), content(new));
            assert_eq!(added.is_ok(), is_good(held, name));
            if added.is_ok() {
                held.push((name.to_vec(), content(new)));
            }
        }
        2 => {
            assert_eq!(builder.replace(name, content(new)).is_ok(), place.is_some());
            place.into_iter().for_each(|place| held[place].1 = content(new));
        }
        3 => {
            let renamed = builder.rename(name, other.to_vec());
            assert_eq!(renamed.is_ok(), place.is_some() && (name == other || is_good(held, other)));
            if let (Ok(()), Some(place)) = (renamed, place) {
                held[place].0 = other.to_vec();
            }
        }
        4 => {
            assert_eq!(builder.remove(name), place.is_some());
            place.into_iter().for_each(|place| drop(held.remove(place)));
        }
        _ => builder.set_encoding(encoding(new)),
    }
    assert_eq!(builder.contains(name), held.iter().any(|(held, _)| held == name));
}

fn check_package(bytes: &[u8], held: &Held) {
    let package = Package::open(bytes).expect("a package of ours opens");
    assert!(package.verify(|_| {}).is_ok_and(|findings| findings.is_empty()), "checksums are right");
    let read = package.entries().map(|entry| {
        let content = entry.read().expect("the written file is readable");
        (entry.name().as_bytes().to_vec(), content)
    });
    assert!(
        read.eq(held.iter().cloned()),
        "other entries than {:?}",
        held.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
}

/// Tests archives. An archive must contain the files in the list. This must not depend on how it was built, in memory
/// or as a stream, or on how it is read, as a whole or by ranges.
fn archives(first: u8, operations: &[[u8; 3]]) {
    let (packed, names) = (first & 1 == 0, first & 2 == 0);
    let compression = if packed { Compression::LZ4 } else { Compression::STORED };
    let mut builder = ImageBuilder::new().compression(compression).names(names);
    let mut held: Vec<(&str, Vec<u8>)> = Vec::new();
    for [what, which, new] in operations {
        let name = FILES[usize::from(*which) % FILES.len()];
        let place = held.iter().position(|(held, _)| *held == name);
        if what % 4 == 3 {
            assert_eq!(builder.remove(name), place.is_some());
            place.into_iter().for_each(|place| drop(held.remove(place)));
        } else {
            assert_eq!(builder.add(name, content(*new)).is_ok(), place.is_none());
            if place.is_none() {
                held.push((name, content(*new)));
            }
        }
    }
    let bytes = builder.build().and_then(|image| image.to_bytes()).expect("files in memory");
    let mut streamed = std::io::Cursor::new(Vec::new());
    builder.write_to(&mut streamed).expect("memory can be written");
    testkit::assert_bytes(&streamed.into_inner(), &bytes);
    let image = Image::parse(&bytes).expect("an archive of ours is read");
    let file = ImageFile::open(bytes.as_slice()).expect("an archive of ours opens");
    assert_eq!((image.entries.len(), file.entries().len()), (held.len(), held.len()));
    for (name, content) in &held {
        let entry = image.get(name).expect("it was put in");
        assert!(image.read(entry, &mut Limits::default().budget()).is_ok_and(|read| read == *content), "{name}");
        let entry = file.get(name).expect("it was put in");
        assert!(entry.read().is_ok_and(|read| read == *content), "{name}");
    }
    laws::all::<ZedImage>(&bytes);
}

/// Returns some operations for each encoding of package and archive.
fn seeds() -> Vec<Vec<u8>> {
    let mut random = Random(7);
    let mut of =
        |which: u8| [which].into_iter().chain(std::iter::repeat_with(|| random.next() as u8).take(30)).collect();
    (0..16).map(&mut of).collect()
}
