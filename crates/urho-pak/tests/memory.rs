//! 128 MiB go in and come out with little heap, and the same for any size: nothing grows with it but 16 bytes a block.
//!
//! A test binary of its own with a single test, since the meter counts for the whole process.

use std::io::{self, BufRead};

use testkit::meter::{Meter, peak_of};
use urho_pak::{Builder, Content, Kind, Package, ReadAt};

#[global_allocator]
static HEAP: Meter = Meter;

/// Heap for packing: a batch of blocks, packed and unpacked.
const MOST_PACKING: usize = 16 << 20;

/// Bytes of the one entry.
const SIZE: u64 = 128 << 20;

/// Bytes that are nowhere: runs of numbered ones.
struct Nowhere;

impl ReadAt for Nowhere {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        for (piece, at) in buffer.chunks_mut(4096).zip((offset..).step_by(4096)) {
            piece.fill((at >> 12) as u8);
        }
        Ok(())
    }

    fn len(&self) -> io::Result<u64> {
        Ok(SIZE)
    }
}

#[test]
fn large_entries_are_streamed() {
    let mut builder = Builder::new(Kind::Ulz4);
    builder.add("large", Content::source(Nowhere).unwrap()).unwrap();
    let file = tempfile::tempfile().unwrap();
    let peak = peak_of(&HEAP, || builder.write_to(&file).unwrap());
    assert!(peak < MOST_PACKING, "packing took {peak} bytes");
    let package = Package::open(file).unwrap();
    let peak = peak_of(&HEAP, || assert!(package.verify(|_| {}).unwrap().is_empty()));
    assert!(peak < 1 << 20, "verifying took {peak} bytes");
    let peak = peak_of(&HEAP, || {
        let mut reader = package.get("large").unwrap().reader();
        let mut read = 0_u64;
        loop {
            let length = reader.fill_buf().unwrap().len();
            if length == 0 {
                break;
            }
            reader.consume(length);
            read += length as u64;
        }
        assert_eq!(read, SIZE);
    });
    assert!(peak < 1 << 20, "reading took {peak} bytes");
}
