//! Every reader against its writer, and against handwritten bytes.

use binio::{Error, Fault, Input, Parsed, Sink, Writer, Written};
use proptest::prelude::*;

type Read<T> = for<'a> fn(Input<'a>) -> Parsed<'a, T, Fault>;

/// Returns the output of `write`.
fn written(write: impl FnOnce(&mut Writer<Vec<u8>>)) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    write(&mut writer);
    let position = writer.position();
    let bytes = writer.into_sink();
    assert_eq!(position, bytes.len() as u64);
    bytes
}

/// The failure of a parser.
#[track_caller]
fn failed<T: std::fmt::Debug>(parsed: Parsed<'_, T, Fault>) -> (Fault, u64) {
    match parsed.unwrap_err() {
        binio::nom::Err::Error(failure) => (*failure.kind(), failure.offset()),
        other => panic!("{other:?}"),
    }
}

/// Reads `bytes` as `value` with any bytes before and after; each prefix is too short.
#[track_caller]
fn fixed<T: PartialEq + std::fmt::Debug>(bytes: &[u8], value: T, read: Read<T>) {
    let padded = [bytes, b"behind"].concat();
    let (rest, found) = read(Input::at(&padded, 1000)).unwrap();
    assert_eq!((found, rest.offset(), rest.bytes()), (value, 1000 + bytes.len() as u64, &b"behind"[..]));
    for length in 0..bytes.len() {
        let fault = Fault::UnexpectedEnd { needed: bytes.len() as u64, remaining: length as u64 };
        assert_eq!(failed(read(Input::at(&bytes[..length], 7))), (fault, 7));
    }
}

#[test]
fn numbers_are_read_from_bytes_by_hand() {
    fixed(&[0x80], 0x80, binio::u8);
    fixed(&[0x80], -128, binio::i8);
    fixed(&[0x34, 0x12], 0x1234, binio::u16_le);
    fixed(&[0xfe, 0xff], -2, binio::i16_le);
    fixed(&[0x78, 0x56, 0x34, 0x12], 0x1234_5678, binio::u32_le);
    fixed(&[0xfe, 0xff, 0xff, 0xff], -2, binio::i32_le);
    fixed(&[8, 7, 6, 5, 4, 3, 2, 1], 0x0102_0304_0506_0708, binio::u64_le);
    fixed(&[0, 0, 0, 0, 0, 0, 0, 0x80], i64::MIN, binio::i64_le);
    fixed(&[0, 0, 0x80, 0x3f], 1.0, binio::f32_le);
    fixed(&[0, 0, 0, 0, 0, 0, 0xf8, 0x3f], 1.5, binio::f64_le);
    fixed(&[0x12, 0x34], 0x1234, binio::u16_be);
    fixed(&[0x12, 0x34, 0x56, 0x78], 0x1234_5678, binio::u32_be);
    fixed(&[0xff, 0xff, 0xff, 0xfe], -2, binio::i32_be);
    fixed(&[1, 2, 3, 4, 5, 6, 7, 8], 0x0102_0304_0506_0708, binio::u64_be);
    fixed(&[0x3f, 0x80, 0, 0], 1.0, binio::f32_be);
}

proptest! {
    #[test]
    fn numbers_come_back(value in any::<u64>()) {
        let [low, high] = [value as u32, (value >> 32) as u32];
        fixed(&written(|out| out.u8(low as u8)), low as u8, binio::u8);
        fixed(&written(|out| out.i8(low as i8)), low as i8, binio::i8);
        fixed(&written(|out| out.u16_le(low as u16)), low as u16, binio::u16_le);
        fixed(&written(|out| out.i16_le(low as i16)), low as i16, binio::i16_le);
        fixed(&written(|out| out.u32_le(low)), low, binio::u32_le);
        fixed(&written(|out| out.i32_le(high as i32)), high as i32, binio::i32_le);
        fixed(&written(|out| out.u64_le(value)), value, binio::u64_le);
        fixed(&written(|out| out.i64_le(value as i64)), value as i64, binio::i64_le);
        fixed(&written(|out| out.u16_be(low as u16)), low as u16, binio::u16_be);
        fixed(&written(|out| out.u32_be(low)), low, binio::u32_be);
        fixed(&written(|out| out.i32_be(high as i32)), high as i32, binio::i32_be);
        fixed(&written(|out| out.u64_be(value)), value, binio::u64_be);
        // By their bits: most of these are NaN now and then.
        fixed(&written(|out| out.f32_le(f32::from_bits(low))), low, |input| bits(binio::f32_le(input), f32::to_bits));
        fixed(&written(|out| out.f32_be(f32::from_bits(low))), low, |input| bits(binio::f32_be(input), f32::to_bits));
        fixed(&written(|out| out.f64_le(f64::from_bits(value))), value, |input| bits(binio::f64_le(input), f64::to_bits));
    }

    #[test]
    fn blocks_come_back(block in prop::collection::vec(any::<u8>(), 0..300)) {
        let bytes = written(|out| {
            assert_eq!(out.count_u32::<Fault>(block.len()), Ok(()));
            out.bytes(&block);
        });
        let (rest, found) = binio::prefixed::<_, Fault>(Input::new(&bytes), binio::u32_le).unwrap();
        prop_assert_eq!((found, rest.len()), (block.as_slice(), 0));
        for length in 4..bytes.len() {
            let fault = Fault::ImpossibleCount { count: block.len() as u64, remaining: length as u64 - 4 };
            let read = binio::prefixed(Input::at(&bytes[..length], 9), binio::u32_le);
            prop_assert_eq!(failed(read), (fault, 9));
        }
    }

    #[test]
    fn names_come_back(name in prop::collection::vec(1_u8.., 0..50)) {
        let bytes = written(|out| assert_eq!(out.cstring::<Fault>(&name), Ok(())));
        let (rest, found) = binio::cstring::<Fault>(Input::new(&bytes)).unwrap();
        prop_assert_eq!((found.as_bytes(), rest.offset()), (name.as_slice(), name.len() as u64 + 1));
        for length in 0..bytes.len() {
            prop_assert_eq!(failed(binio::cstring(Input::at(&bytes[..length], 3))), (Fault::Unterminated, 3));
        }
    }

    #[test]
    fn short_integers_come_back(value in any::<u32>(), bits in 0_u32..=32) {
        let value = if bits == 32 { value } else { value & ((1 << bits) - 1) };
        let bytes = written(|out| out.leb128(value));
        prop_assert_eq!(bytes.len() as u32, (32 - value.leading_zeros()).div_ceil(7).max(1));
        ends_exactly(&bytes, value, binio::leb128);
        let small = value >> 3;
        let bytes = written(|out| assert_eq!(out.vle29::<Fault>(small), Ok(())));
        prop_assert_eq!(bytes.len() as u32, (32 - small.leading_zeros()).div_ceil(7).clamp(1, 4));
        ends_exactly(&bytes, small, binio::vle29);
        // Below 2^28 both encodings are the same.
        prop_assert_eq!(written(|out| out.leb128(small >> 1)), vle29(small >> 1).unwrap());
    }
}

fn bits<T, B>(parsed: Parsed<'_, T, Fault>, bits: fn(T) -> B) -> Parsed<'_, B, Fault> {
    parsed.map(|(rest, value)| (rest, bits(value)))
}

/// Reads all of `bytes` as `value`, and fails at the end of each prefix.
#[track_caller]
fn ends_exactly(bytes: &[u8], value: u32, read: Read<u32>) {
    let padded = [bytes, &[0xff; 5]].concat();
    let (rest, found) = read(Input::at(&padded, 50)).unwrap();
    assert_eq!((found, rest.offset()), (value, 50 + bytes.len() as u64));
    for length in 0..bytes.len() {
        let fault = Fault::UnexpectedEnd { needed: 1, remaining: 0 };
        assert_eq!(failed(read(Input::at(&bytes[..length], 50))), (fault, 50 + length as u64));
    }
}

fn vle29(value: u32) -> Result<Vec<u8>, binio::Failure<Fault>> {
    let mut writer = Writer::new(Vec::new());
    writer.vle29(value).map(|()| writer.into_sink())
}

/// The fourth byte carries eight bits, so there are 29.
#[test]
fn vle29_by_hand() {
    let cases: [(u32, &[u8]); 10] = [
        (0, &[0]),
        (0x7f, &[0x7f]),
        (0x80, &[0x80, 0x01]),
        (300, &[0xac, 0x02]),
        (0x3fff, &[0xff, 0x7f]),
        (0x4000, &[0x80, 0x80, 0x01]),
        (0x1f_ffff, &[0xff, 0xff, 0x7f]),
        (0x20_0000, &[0x80, 0x80, 0x80, 0x01]),
        (1 << 28, &[0x80, 0x80, 0x80, 0x80]),
        (536_870_911, &[0xff, 0xff, 0xff, 0xff]),
    ];
    for (value, bytes) in cases {
        assert_eq!(vle29(value).unwrap(), bytes);
        ends_exactly(bytes, value, binio::vle29);
    }
    for value in [536_870_912, 4_294_967_295] {
        let failure = vle29(value).unwrap_err();
        assert_eq!(*failure.kind(), Fault::TooLarge { value: u64::from(value), max: 536_870_911 });
    }
    // Longer than necessary: couldn't round-trip.
    for bytes in [&[0x80, 0x00][..], &[0x81, 0x80, 0x00], &[0xff, 0xff, 0xff, 0x00]] {
        assert_eq!(failed(binio::vle29(Input::at(bytes, 20))), (Fault::LongInteger, 20), "{bytes:?}");
    }
}

#[test]
fn leb128_by_hand() {
    let cases: [(u32, &[u8]); 6] = [
        (0, &[0]),
        (300, &[0xac, 0x02]),
        (0x0fff_ffff, &[0xff, 0xff, 0xff, 0x7f]),
        (1 << 28, &[0x80, 0x80, 0x80, 0x80, 0x01]),
        (536_870_911, &[0xff, 0xff, 0xff, 0xff, 0x01]),
        (u32::MAX, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
    ];
    for (value, bytes) in cases {
        assert_eq!(written(|out| out.leb128(value)), bytes);
        ends_exactly(bytes, value, binio::leb128);
    }
    for bytes in [&[0x80, 0x00][..], &[0xff, 0xff, 0xff, 0x00], &[0xff, 0xff, 0xff, 0xff, 0x00]] {
        assert_eq!(failed(binio::leb128(Input::at(bytes, 20))), (Fault::LongInteger, 20), "{bytes:?}");
    }
    for fifth in [0x10, 0x7f, 0x80, 0x8f, 0xff] {
        let bytes = [0xff, 0xff, 0xff, 0xff, fifth, 0];
        assert_eq!(failed(binio::leb128(Input::at(&bytes, 20))), (Fault::EndlessInteger, 20), "{fifth:#x}");
    }
}

#[test]
fn names_stop_at_the_first_nul() {
    let (rest, name) = binio::cstring::<Fault>(Input::new(b"a\0b\0")).unwrap();
    assert!(name == "a" && rest.bytes() == b"b\0");
    let mut writer = Writer::new(Vec::new());
    writer.u32_le(7);
    let failure = writer.cstring::<Fault>(b"a\0b").unwrap_err();
    assert_eq!((*failure.kind(), failure.offset()), (Fault::NulInName, 4));
    assert_eq!(writer.into_sink().len(), 4, "nothing of the name was written");
}

#[test]
fn tags() {
    let (rest, found) = binio::tag::<Fault>(Input::new(b"UMDLx"), "UMDL").unwrap();
    assert_eq!((found, rest.bytes(), rest.offset()), (&b"UMDL"[..], &b"x"[..], 4));
    for bytes in [&b""[..], b"UMD", b"UMD2", b"umdl"] {
        assert_eq!(failed(binio::tag(Input::at(bytes, 5), "UMDL")), (Fault::Expected("UMDL"), 5));
    }
}

#[test]
fn blocks_and_the_rest() {
    let input = Input::at(b"abcdef", 10);
    let (rest, block) = binio::bytes::<Fault>(input, 4).unwrap();
    assert_eq!((block, rest.offset()), (&b"abcd"[..], 14));
    for length in [7, 1 << 32, u64::MAX] {
        let fault = Fault::UnexpectedEnd { needed: length, remaining: 6 };
        assert_eq!(failed(binio::bytes(input, length)), (fault, 10));
    }
    let (end, block) = binio::rest::<Fault>(rest).unwrap();
    assert_eq!((block, end.offset(), end.is_empty()), (&b"ef"[..], 16, true));
    let (rest, chunk) = binio::chunk::<2, Fault>(input).unwrap();
    assert_eq!((chunk, rest.len()), (b"ab", 4));
    assert_eq!(failed(binio::chunk::<7, _>(input)), (Fault::UnexpectedEnd { needed: 7, remaining: 6 }, 10));
}

#[test]
fn records() {
    use binio::zerocopy::little_endian::{U16, U32};
    let (rest, record) = binio::record::<[U16; 2], Fault>(Input::at(&[1, 0, 2, 0, 9], 3)).unwrap();
    assert_eq!((record.map(U16::get), rest.offset()), ([1, 2], 7));
    let short = binio::record::<[U16; 2], Fault>(Input::at(&[1, 0, 2], 3));
    assert_eq!(failed(short), (Fault::UnexpectedEnd { needed: 4, remaining: 3 }, 3));
    let (rest, items) = binio::records::<U32, Fault>(Input::at(&[1, 0, 0, 0, 2, 0, 0, 0, 3], 3), 2).unwrap();
    assert_eq!((items, rest.offset()), (&[U32::new(1), U32::new(2)][..], 11));
    for count in [3, usize::MAX] {
        let needed = (count as u64).saturating_mul(4);
        let read = binio::records::<U32, Fault>(Input::at(&[0; 9], 3), count);
        assert_eq!(failed(read), (Fault::UnexpectedEnd { needed, remaining: 9 }, 3));
    }
    assert_eq!(written(|out| out.record(items)), [1, 0, 0, 0, 2, 0, 0, 0]);
}

#[test]
fn counts_are_checked_against_what_remains() {
    let bytes = [3, 0, 0, 0, 1, 2, 3, 4, 5, 6];
    let input = Input::at(&bytes, 100);
    assert_eq!(binio::count_u32::<Fault>(input, 2).unwrap().1, 3);
    assert_eq!(binio::count_u32::<Fault>(input, 0).unwrap().1, 3, "an item takes a byte at least");
    for smallest in [3, usize::MAX / 2, usize::MAX] {
        let fault = Fault::ImpossibleCount { count: 3, remaining: 6 };
        assert_eq!(failed(binio::count_u32(input, smallest)), (fault, 100));
    }
    let rest = Input::at(&bytes[4..], 104);
    for (count, smallest) in [(7, 0), (7, 1), (u64::MAX, 1), (1 << 63, 2), (1 << 32, usize::MAX)] {
        let checked: Result<usize, _> = binio::check_count(input, rest, count, smallest);
        let fault = Fault::ImpossibleCount { count, remaining: 6 };
        assert_eq!(failed(checked.map(|items| (rest, items))), (fault, 100));
    }
}

#[test]
fn lists_name_the_item() {
    let list =
        |bytes: &'static [u8]| binio::parse(Input::new(bytes), |input| binio::list(input, "track", 1, binio::u16_le));
    assert_eq!(list(&[2, 0, 0, 0, 1, 0, 2, 0]).unwrap(), [1_u16, 2]);
    let error: Error<Fault> = list(&[2, 0, 0, 0, 1, 0, 2]).unwrap_err();
    assert_eq!(error.to_string(), "track 1: expected 2 bytes, found 1 (at byte 0x6)");
    let error = list(&[3, 0, 0, 0, 1, 0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "track: expected a count that fits into the remaining 2 bytes, found 3 (at byte 0x0)"
    );
    let error = list(&[1, 0, 0, 0, 1, 0, 9]).unwrap_err();
    assert_eq!(error.to_string(), "expected the end of the data, found 1 more bytes (at byte 0x6)");
    let error = list(&[1, 0]).unwrap_err();
    assert_eq!(error.to_string(), "track: expected 4 bytes, found 2 (at byte 0x0)");
    let (rest, none) = binio::repeat::<u8, Fault>(Input::at(b"x", 4), 0, "track", binio::u8).unwrap();
    assert_eq!((none.len(), rest.offset()), (0, 4));
}

#[test]
fn lengths_of_any_width() {
    let (_, block) = binio::prefixed::<_, Fault>(Input::new(b"\x02abc"), binio::u8).unwrap();
    assert_eq!(block, b"ab");
    let (_, block) = binio::prefixed::<_, Fault>(Input::new(b"\x01a"), binio::leb128).unwrap();
    assert_eq!(block, b"a");
    let huge = binio::prefixed(Input::at(&[0xff; 12], 6), binio::u64_le);
    assert_eq!(failed(huge), (Fault::ImpossibleCount { count: u64::MAX, remaining: 4 }, 6));
}

#[test]
fn narrowing_is_checked() {
    let mut writer = Writer::new(Vec::new());
    writer.bytes(b"12345");
    assert_eq!(writer.narrow::<u8, Fault>(255, u8::MAX), Ok(255));
    assert_eq!(writer.narrow::<u32, Fault>(u64::from(u32::MAX), u32::MAX), Ok(u32::MAX));
    let failure = writer.narrow::<u8, Fault>(256, u8::MAX).unwrap_err();
    assert_eq!((*failure.kind(), failure.offset()), (Fault::TooLarge { value: 256, max: 255 }, 5));
    let failure = writer.narrow::<u16, Fault>(u64::MAX, u16::MAX).unwrap_err();
    assert_eq!(*failure.kind(), Fault::TooLarge { value: u64::MAX, max: 65_535 });
    if let Ok(count) = usize::try_from(1_u64 << 32) {
        let failure = writer.count_u32::<Fault>(count).unwrap_err();
        assert_eq!(*failure.kind(), Fault::TooLarge { value: 1 << 32, max: u64::from(u32::MAX) });
    }
    assert_eq!(writer.into_sink(), b"12345");
}

/// A custom sink receives the bytes in order.
#[test]
fn any_sink_will_do() {
    struct Sum(u64);
    impl Sink for Sum {
        fn put(&mut self, bytes: &[u8]) {
            self.0 = bytes.iter().fold(self.0, |sum, byte| sum * 256 + u64::from(*byte));
        }
    }
    fn write<S: Sink>(out: &mut Writer<S>) -> Written<Fault> {
        out.u16_be(0x0102);
        out.cstring(b"a")
    }
    let mut writer = Writer::new(Sum(0));
    write(&mut writer).unwrap();
    assert_eq!((writer.position(), writer.into_sink().0), (4, 0x0102_6100));
}
