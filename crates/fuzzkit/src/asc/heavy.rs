//! Scripts that need as much heap as possible.

/// How many bytes of items a heavy script has.
const HEAVY: usize = 300_000;

/// Returns scripts of 2.36 that need as much heap as possible for their size. To do this, every list is filled with as
/// many as possible of its smallest items.
pub fn heavy() -> Vec<Vec<u8>> {
    // Number of preceding lists, the first item of the list if it differs, and its item.
    let items: [(usize, &[u8], &[u8]); 19] = [
        (0, b"", b"\0\x04\0\0\0\x04\0\0"),
        (1, b"", b"\0\0\x60\0\x01\0\0e"),
        (2, b"", b"\0"),
        (4, b"\0\0\0\x01\0\0", b"\0\0\x01\0"),
        (5, b"f\0\0\x01\0\0\x03\0\0\0", b"f\0\x01\0\x03\0\0\0"),
        (5, b"f\0\0\x01\0\0\x03\0\0\0", b"f\0\x01\0\x01\0\0\0\0\0\0"),
        (5, b"f\0\0\x01\0\0\x03\0\0\0", b"f\0\x01\0\x01\0\0\x04"),
        (5, b"f\x0c$dlgte", b"f\x01"),
        (7, b"", b"\0\0"),
        (8, b"", b"\0"),
        (8, b"", b"o\0\0"),
        (8, b"", b"a\0\0\0"),
        (8, b"", b"a\0\0\x02t\0t\0"),
        (8, b"", b"lllllllllllllllll\0"),
        (8, b"", b"c\0c\0c\0c\0\0"),
        (9, b"", b"\0\x01\0"),
        (10, b"", b"n"),
        (10, b"a\0\0\x01\0\0\0\0\0", b"a\0\x01\0\0\0\0"),
        (12, b"", b"\0"),
    ];
    let lists = items.iter().map(|(lists, first, item)| {
        let count = HEAVY / item.len();
        let items = [first, &*item.repeat(count)].concat();
        heavy_script(*lists, count + usize::from(!first.is_empty()), &items, 13 - lists)
    });
    // Texts of two letters, each another one.
    let texts: Vec<u8> = (0..=u16::MAX).flat_map(|text| [&[4], &text.to_be_bytes()[..]].concat()).collect();
    // Classes with nothing in them: heads, no funcdefs, bodies, members.
    let classes = HEAVY / 14;
    let heads = b"\0\0\x20\0\x01\x01\0".repeat(classes);
    let heads = heavy_script(1, classes, &heads, 1 + 7 * classes + 11);
    // A function with variables.
    let function = b"ASBC\x01\0\0\0\0\0\x01f\0\0\x01\0\0\x01\0\0\0\0\0";
    let variables = [function, &heavy_number(HEAVY / 2)[..], &b"\0\x01".repeat(HEAVY / 2), &[0; 8]].concat();
    lists.chain([heavy_script(12, 1 << 16, &texts, 1), heads, variables]).collect()
}

/// Creates a script with a list of `count` items. All other lists will be empty.
fn heavy_script(lists_before: usize, count: usize, items: &[u8], zeros_behind: usize) -> Vec<u8> {
    let begin = [b"ASBC\x01", &vec![0; lists_before][..]].concat();
    [&begin, &heavy_number(count)[..], items, &vec![0; zeros_behind]].concat()
}

/// Returns the stored form of a number, which must be from 64 to 2²⁰ − 1.
fn heavy_number(number: usize) -> Vec<u8> {
    let [.., high, middle, low] = number.to_be_bytes();
    if number < 0x2000 { vec![0x40 | middle, low] } else { vec![0x60 | high, middle, low] }
}
