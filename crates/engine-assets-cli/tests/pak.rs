//! `pak`: packing, listing, unpacking, verifying.

mod common;

use common::{folder, path, run, stderr, stdout, text};
use testkit::ByteBuilder;

#[test]
fn what_is_packed_comes_out_again() {
    let long = vec![7; 100_000];
    let folder =
        folder(&[("in/a.txt", b"hello"), ("in/Sub/b.bin", &long), ("in/empty.txt", b""), ("in/old.bak", b"x")]);
    let (from, pak, to) = (path(&folder, "in"), path(&folder, "x.pak"), path(&folder, "out"));
    for (kind, smaller) in [("--lz4", true), ("--store", false)] {
        let output = run(&["pak", "pack", kind, "--force", "--prefix", "Data/", text(&from), "-o", text(&pak)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(std::fs::metadata(&pak).expect("the package").len() < 100_000, smaller);
        let listing = stdout(&run(&["pak", "list", text(&pak)]));
        let names: Vec<&str> = listing.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
        assert_eq!(names, ["Data/Sub/b.bin", "Data/a.txt"]);
        assert_eq!(run(&["pak", "verify", text(&pak)]).status.code(), Some(0));
        assert_eq!(run(&["pak", "unpack", "--force", text(&pak), "-o", text(&to)]).status.code(), Some(0));
        assert_eq!(std::fs::read(to.join("Data/Sub/b.bin")).expect("a file"), long);
        assert_eq!(stdout(&run(&["pak", "cat", text(&pak), "data/A.TXT"])), "hello");
        assert_eq!(run(&["pak", "cat", text(&pak), "none"]).status.code(), Some(1));
    }
    assert_eq!(run(&["pak", "pack", text(&from), "-o", text(&pak)]).status.code(), Some(2), "it is there");
}

#[test]
fn the_order_can_be_given() {
    let folder = folder(&[("in/a", b"1"), ("in/b", b"2"), ("in/c", b"3"), ("order.txt", b"c\na\n")]);
    let (from, pak, order) = (path(&folder, "in"), path(&folder, "x.pak"), path(&folder, "order.txt"));
    assert_eq!(run(&["pak", "pack", text(&from), "-o", text(&pak), "--order", text(&order)]).status.code(), Some(0));
    let listing = stdout(&run(&["pak", "list", text(&pak)]));
    let names: Vec<&str> = listing.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(names, ["c", "a", "b"]);
}

#[test]
fn harmful_names_are_refused_and_the_others_written() {
    // Two entries of one byte each, whose SDBM checksum is the byte.
    let head = ByteBuilder::new().raw(b"UPAK").u32(2).u32(0);
    let data = 12 + 10 + 12 + 2 + 12;
    let entries = head.cstr("../e.txt!").u32s(&[data, 1, 65]).cstr("b").u32s(&[data + 1, 1, 66]);
    let bytes = entries.raw(b"AB").u32(data + 2 + 4).build();
    let folder = folder(&[("x.pak", &bytes)]);
    let (pak, to) = (path(&folder, "x.pak"), path(&folder, "out"));
    let dry = run(&["pak", "unpack", "--dry-run", text(&pak), "-o", text(&to)]);
    assert!(stderr(&dry).contains("would write 1 files, 1 bytes; refused 1"), "{}", stderr(&dry));
    assert!(!to.join("b").exists());
    let output = run(&["pak", "unpack", text(&pak), "-o", text(&to)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read(to.join("b")).expect("the harmless one"), b"B");
    assert!(!folder.path().join("e.txt!").exists());
}
