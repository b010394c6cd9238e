//! Names that are refused, and names that aren't.

use asset_unpack::{NameFault, SafePath};
use proptest::prelude::*;

#[test]
fn tricks_are_refused() {
    let long = "x".repeat(256);
    let deep = "d/".repeat(64) + "x";
    let path = ["y".repeat(200).as_str(); 30].join("/");
    for (name, fault) in [
        (&b""[..], NameFault::Empty),
        (b"\xff", NameFault::NotUtf8),
        (b"/etc/passwd", NameFault::Absolute),
        (b"//server/share/x", NameFault::Absolute),
        (b"..", NameFault::Parent),
        (b"../evil.txt", NameFault::Parent),
        (b"a/../../x", NameFault::Parent),
        (b"a/..", NameFault::Parent),
        (b"./a", NameFault::EmptyPart),
        (b"a//b", NameFault::EmptyPart),
        (b"a/", NameFault::EmptyPart),
        (br"..\x", NameFault::Backslash),
        (br"dir\file.txt", NameFault::Backslash),
        (br"\\?\C:\x", NameFault::Backslash),
        (b"C:x", NameFault::Colon),
        (b"C:/Windows/x", NameFault::Colon),
        (b"a.txt:hidden", NameFault::Colon),
        (b"a.txt::$DATA", NameFault::Colon),
        (b"a?b", NameFault::Forbidden('?')),
        (b"a|b", NameFault::Forbidden('|')),
        (b"a\0b", NameFault::Invisible),
        (b"a\nb", NameFault::Invisible),
        (b"\x1b[2J", NameFault::Invisible),
        ("gpj\u{202e}.exe".as_bytes(), NameFault::Invisible),
        ("a\u{200b}b".as_bytes(), NameFault::Invisible),
        (b"a.", NameFault::TrailingDot),
        (b"a ", NameFault::TrailingDot),
        (b"...", NameFault::TrailingDot),
        (b"a./b", NameFault::TrailingDot),
        (b"CON", NameFault::Device),
        (b"con.txt", NameFault::Device),
        (b"a/NUL/b", NameFault::Device),
        (b"nul.tar.gz", NameFault::Device),
        (b"aux .h", NameFault::Device),
        (b"COM1", NameFault::Device),
        (b"lpt9.x", NameFault::Device),
        ("com\u{b2}".as_bytes(), NameFault::Device),
        (b"CONOUT$", NameFault::Device),
        (long.as_bytes(), NameFault::TooLong),
        (deep.as_bytes(), NameFault::TooLong),
        (path.as_bytes(), NameFault::TooLong),
    ] {
        assert_eq!(SafePath::new(name), Err(fault), "{}", String::from_utf8_lossy(name));
    }
}

#[test]
fn names_of_games_are_taken() {
    for name in [
        "Models/Jack.mdl",
        "My/Base/äö-日本.txt",
        ".hidden",
        "..a/b..c",
        "a b/c d.e",
        "console.txt",
        "COM10",
        "com",
        "nullx/auxiliary",
        "Foo (1) [x] #&+,;=@^~'`!{}$%.png",
    ] {
        assert_eq!(SafePath::new(name.as_bytes()).map(SafePath::as_str), Ok(name));
    }
}

proptest! {
    /// Accepted names stay in their folder, by std's own definition of a path.
    #[test]
    fn what_is_taken_stays_below(name in prop_oneof![any::<Vec<u8>>(), "[a-c./\\\\: ~\u{e9}]{0,12}".prop_map(String::into_bytes)]) {
        if let Ok(path) = SafePath::new(&name) {
            let parts: Vec<_> = std::path::Path::new(path.as_str()).components().collect();
            prop_assert_eq!(parts.len(), path.parts().count());
            prop_assert!(parts.iter().all(|part| matches!(part, std::path::Component::Normal(_))));
        }
    }
}
