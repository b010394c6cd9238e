//! `pak`: packing, listing, unpacking, verifying.

use crate::common;

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
fn new_names_that_lead_out_are_refused() {
    let folder = packed(&[("in/Models/cut.mdl", b"UMDL"), ("in/b.txt", b"b")], &[]);
    let (pak, file) = (path(&folder, "x.pak"), path(&folder, "in/b.txt"));
    let before = std::fs::read(&pak).expect("the package");
    let refused = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        stderr(&output)
    };
    for name in ["../evil", "", "C:/x", "/abs", "a/../b", "a\\b"] {
        let messages = refused(&["pak", "add", text(&pak), text(&file), "--name", name]);
        assert!(messages.contains("x.pak: entry \""), "{messages}");
        refused(&["pak", "rename", text(&pak), "Models/cut.mdl", name]);
        refused(&["pak", "rename", "--dry-run", text(&pak), "Models/cut.mdl", name]);
    }
    assert_eq!(std::fs::read(&pak).expect("the package"), before);
    let (from, other) = (path(&folder, "in"), path(&folder, "y.pak"));
    for prefix in ["../", "/", "C:/"] {
        let messages = refused(&["pak", "pack", text(&from), "-o", text(&other), "--prefix", prefix]);
        assert!(messages.contains("leads out of its folder"), "{messages}");
    }
    assert!(!other.exists());
    // A harmful entry can be renamed and removed, and doesn't prevent other changes.
    let bad = ByteBuilder::new().raw(b"UPAK").u32(2).u32(0).cstr("a").u32s(&[0, 0, 0]).cstr("../e").u32s(&[0, 0, 0]);
    for change in [&["rm", "a"][..], &["rm", "../e"], &["rename", "../e", "e"], &["rename", "a", "b"]] {
        std::fs::write(&other, bad.clone().build()).expect("a file");
        let output = run(&[&["pak", change[0], text(&other)], &change[1..]].concat());
        assert_eq!(output.status.code(), Some(0), "{change:?}: {}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn packing_warns_about_names_that_differ_in_case_only() {
    let folder = folder(&[("in/A.txt", b"1"), ("in/a.txt", b"2")]);
    let (from, pak, lower) = (path(&folder, "in"), path(&folder, "x.pak"), path(&folder, "in/a.txt"));
    let messages = stderr(&run(&["pak", "pack", text(&from), "-o", text(&pak)]));
    assert!(messages.contains("is A.txt but for case; the same file on Windows"), "{messages}");
    let other = path(&folder, "y.pak");
    assert!(run(&["pak", "pack", text(&from), "--exclude", "a.txt", "-o", text(&other)]).status.success());
    let messages = stderr(&run(&["pak", "add", text(&other), text(&lower), "--below", text(&from)]));
    assert!(messages.contains("is A.txt but for case; the same file on Windows"), "{messages}");
    // The renamed entry may be the first of both.
    assert!(run(&["pak", "rename", text(&pak), "A.txt", "B.txt"]).status.success());
    let messages = stderr(&run(&["pak", "rename", text(&pak), "B.txt", "A.TXT"]));
    assert!(messages.contains("is A.TXT but for case; the same file on Windows"), "{messages}");
}

#[cfg(target_os = "linux")]
#[test]
fn excluded_names_may_be_no_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder(&[("in/a.txt", b"1")]);
    let (from, pak) = (path(&folder, "in"), path(&folder, "x.pak"));
    std::fs::write(from.join(std::ffi::OsStr::from_bytes(b"bad\xff.txt")), b"x").expect("a file");
    let arguments = ["pak", "pack", text(&from), "-o", text(&pak)];
    assert_eq!(run(&arguments).status.code(), Some(2));
    let output = run(&[&arguments[..], &["--exclude", "bad*"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(names(&pak), ["a.txt"]);
}

#[test]
fn a_folder_to_add_is_named() {
    let folder = packed(&[("in/a.txt", b"1"), ("d/b.txt", b"2")], &[]);
    let output = run(&["pak", "add", text(&path(&folder, "x.pak")), text(&path(&folder, "d")), "--name", "d"]);
    let messages = stderr(&output);
    assert!(
        output.status.code() == Some(2) && messages.contains("d: a folder; `pak pack` packs folders"),
        "{messages}"
    );
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

/// A folder with a package `x.pak` of these files, packed with more arguments.
fn packed(files: &[(&str, &[u8])], arguments: &[&str]) -> tempfile::TempDir {
    let folder = folder(files);
    let (from, pak) = (path(&folder, "in"), path(&folder, "x.pak"));
    let output = run(&[&["pak", "pack", text(&from), "-o", text(&pak)], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    folder
}

/// A model without anything.
fn model() -> Vec<u8> {
    ByteBuilder::new().raw(b"UMD2").u32s(&[0; 5]).f32s(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]).build()
}

fn names(pak: &std::path::Path) -> Vec<String> {
    let listing = stdout(&run(&["pak", "list", text(pak)]));
    listing.lines().filter_map(|line| line.split_whitespace().nth(2)).map(str::to_owned).collect()
}

#[test]
fn listings_in_full_and_as_json() {
    let folder = packed(&[("in/a.txt", b"hello"), ("in/zeros", &[0; 70_000])], &["--store"]);
    let pak = path(&folder, "x.pak");
    let listing = stdout(&run(&["pak", "list", "--long", text(&pak)]));
    let line: Vec<&str> = listing.lines().next().expect("a line").split_whitespace().collect();
    // Head, and two names with their NUL, each followed by three words.
    let begin = (12 + (6 + 12) + (6 + 12)).to_string();
    assert_eq!((line[0], line[1], line[2], line[3], line[5]), ("5", "5", "100.0%", begin.as_str(), "a.txt"));
    let json = stdout(&run(&["pak", "list", "--json", "--hashes", text(&pak)]));
    assert!(json.starts_with("{\"file\":"), "{json}");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json["format"].as_str(), json["variant"].as_str()), (Some("urho-pak"), Some("UPAK")));
    assert_eq!(json["file_size"], std::fs::metadata(&pak).expect("the package").len());
    assert_eq!((json["num_files"].as_u64(), json["total_data_size"].as_u64()), (Some(2), Some(70_005)));
    assert_eq!(json["entries"][0]["bytes_read"], 5);
}

#[test]
fn only_some_entries_are_unpacked() {
    let folder = packed(&[("in/a.txt", b"1"), ("in/Sub/b.txt", b"2"), ("in/Sub/c.bin", b"3")], &[]);
    let (pak, to) = (path(&folder, "x.pak"), path(&folder, "out"));
    let unpack = |glob| run(&["pak", "unpack", "--force", text(&pak), "-o", text(&to), "--only", glob]);
    assert_eq!(unpack("*.txt").status.code(), Some(0));
    assert!(to.join("a.txt").exists() && to.join("Sub/b.txt").exists() && !to.join("Sub/c.bin").exists());
    assert_eq!(unpack("Sub/c*").status.code(), Some(0));
    assert!(to.join("Sub/c.bin").exists());
    assert_eq!(unpack("[").status.code(), Some(2), "no pattern");
}

#[test]
fn files_are_left_out_and_empty_ones_kept() {
    let files: &[(&str, &[u8])] =
        &[("in/a.txt", b"1"), ("in/S/b.txt", b"2"), ("in/S/c", b"3"), ("in/empty", b""), ("in/x.bak", b"")];
    let pak = |arguments: &[&str]| names(&path(&packed(files, arguments), "x.pak"));
    assert_eq!(pak(&[]), ["S/b.txt", "S/c", "a.txt"]);
    assert_eq!(pak(&["--exclude", "*.txt"]), ["S/c"]);
    assert_eq!(pak(&["--exclude", "S/**", "--keep-empty"]), ["a.txt", "empty"]);
    assert_eq!(pak(&["--all", "--exclude", "a.txt"]), ["S/b.txt", "S/c", "empty", "x.bak"]);
}

#[test]
fn verify_finds_a_changed_byte() {
    let folder = packed(&[("in/a.txt", b"hello"), ("in/b.txt", b"world")], &["--store"]);
    let pak = path(&folder, "x.pak");
    let mut bytes = std::fs::read(&pak).expect("the package");
    let at = bytes.windows(5).position(|piece| piece == b"world").expect("the data");
    bytes[at] ^= 1;
    std::fs::write(&pak, bytes).expect("a file");
    let output = run(&["pak", "verify", text(&pak)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("b.txt") && !stderr(&output).contains("a.txt"), "{}", stderr(&output));
}

#[test]
fn commands_reach_inside() {
    let folder = packed(&[("in/Models/Jack.mdl", &model()), ("in/a.txt", b"x")], &[]);
    let pak = path(&folder, "x.pak");
    let inside = |name: &str| format!("{}:{name}", text(&pak));
    let output = run(&["inspect", &inside("Models/Jack.mdl")]);
    assert!(stdout(&output).contains("x.pak:Models/Jack.mdl: Urho3D model (UMD2)"), "{}", stderr(&output));
    assert_eq!(run(&["validate", "--roundtrip", &inside("models/jack.MDL")]).status.code(), Some(0));
    assert_eq!(run(&["validate", &inside("None.mdl")]).status.code(), Some(1), "no such entry");
    assert_eq!(run(&["validate", &format!("{}:x", text(&path(&folder, "in/a.txt")))]).status.code(), Some(2));
    // A file that is really called so comes first.
    let real = path(&folder, "x.pak:Models");
    if std::fs::write(&real, b"junk").is_ok() {
        assert!(stderr(&run(&["inspect", text(&real)])).contains("expected a known format"));
    }
}

#[test]
fn validate_checks_every_asset_of_a_package() {
    let fine = packed(&[("in/good.mdl", &model()), ("in/a.txt", b"x")], &[]);
    let output = run(&["validate", "--roundtrip", text(&path(&fine, "x.pak"))]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let bad = packed(&[("in/cut.mdl", &model()[..30]), ("in/good.mdl", &model())], &[]);
    let output = run(&["validate", text(&path(&bad, "x.pak"))]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cut.mdl: ") && !stderr(&output).contains("good.mdl"), "{}", stderr(&output));
}

#[test]
fn packages_become_other_kinds_and_come_back() {
    let folder = packed(&[("in/a.txt", b"hello"), ("in/zeros", &[0; 70_000])], &["--lz4"]);
    let names = ["x.pak", "stored.pak", "rbfx.pak", "rbfx-lz4.pak", "back.pak"];
    let [lz4, stored, rpak, rlz4, back] = names.map(|name| path(&folder, name));
    let chain = [(&lz4, "upak", &stored), (&stored, "rpak", &rpak), (&rpak, "rlz4", &rlz4), (&rlz4, "ulz4", &back)];
    for (from, kind, to) in chain {
        let output = run(&["convert", "--to", kind, text(from), "-o", text(to)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(run(&["pak", "verify", text(to)]).status.code(), Some(0));
    }
    let bytes = |path| std::fs::read(path).expect("a package");
    assert!(bytes(&stored).len() > 70_000);
    assert!(bytes(&rpak).starts_with(b"RPAK") && bytes(&rlz4).starts_with(b"RLZ4"));
    testkit::assert_bytes(&bytes(&back), &bytes(&lz4));
    assert_eq!(run(&["convert", "--to", "umd2", text(&lz4), "-o", text(&stored), "--force"]).status.code(), Some(2));
}

#[test]
fn validate_finds_an_entry_that_is_cut_off_in_its_last_block() {
    let noise: Vec<u8> = (0..100_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let folder = packed(&[("in/noise", &noise)], &["--lz4"]);
    let pak = path(&folder, "x.pak");
    let bytes = std::fs::read(&pak).expect("the package");
    std::fs::write(&pak, &bytes[..bytes.len() - 10]).expect("a file");
    let output = run(&["validate", text(&pak)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).matches("error: noise: ").count(), 1, "{}", stderr(&output));
}

/// A package is checked, shown and converted in its place: no more than some blocks and one asset of it are in memory.
#[cfg(target_os = "linux")]
#[test]
fn a_large_package_takes_little_memory() {
    const MIB: usize = 1 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    let pak = path(&folder, "large.pak");
    let noise: Vec<u8> = (0..40 * MIB as u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let names: Vec<String> = (0..4).map(|number| format!("noise{number}.bin")).collect();
    let mut builder = urho_pak::Builder::new(urho_pak::Encoding::Upak);
    names.iter().for_each(|name| builder.add(name.as_str(), &noise[..]).expect("room"));
    builder.save(&pak, false).expect("a package");
    let converted = path(&folder, "converted.pak");
    let commands: [&[&str]; 3] = [
        &["validate", text(&pak)],
        &["inspect", "--json", "--hashes", text(&pak)],
        &["convert", "--to", "rpak", text(&pak), "-o", text(&converted)],
    ];
    for arguments in commands {
        // Only the address space can be limited: it is too small for the program and 160 MiB of files.
        let limited = format!("ulimit -d {}; exec \"$0\" \"$@\"", 96 * 1024);
        let program = assert_cmd::cargo::cargo_bin("engine-assets");
        let mut command = std::process::Command::new("sh");
        command.arg("-c").arg(limited).arg(program).args(arguments);
        let output = command.env("RAYON_NUM_THREADS", "1").env("MALLOC_ARENA_MAX", "1").output().expect("a shell");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(run(&["pak", "verify", text(&converted)]).status.code(), Some(0));
}

#[test]
fn unpacking_leaves_nothing_but_the_files() {
    let folder = packed(&[("in/a.txt", b"hello")], &["--store"]);
    let (pak, to) = (path(&folder, "x.pak"), path(&folder, "out"));
    for sync in [&[][..], &["--sync", "--force"]] {
        let output = run(&[&["pak", "unpack", text(&pak), "-o", text(&to)], sync].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let entries: Vec<_> =
            std::fs::read_dir(&to).expect("a folder").map(|entry| entry.expect("one").file_name()).collect();
        assert_eq!(entries, ["a.txt"], "nothing else is left");
    }
}
