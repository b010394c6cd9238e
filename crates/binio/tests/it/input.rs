//! nom's combinators with `Input`: offsets are absolute in parts too.

use binio::nom::branch::alt;
use binio::nom::bytes::complete::{tag, take, take_while};
use binio::nom::combinator::{all_consuming, map_parser, opt, recognize, verify};
use binio::nom::error::ErrorKind;
use binio::nom::multi::{count, many0};
use binio::nom::number::complete::le_u16;
use binio::nom::sequence::{pair, preceded};
use binio::nom::{Compare, CompareResult, FindSubstring, Input as _, Offset, Parser};
use binio::{Error, Failure, Fault, Input, Parsed, Within, parse};

type Fails = Failure<Fault>;

fn at(bytes: &[u8]) -> Input<'_> {
    Input::at(bytes, 0x100)
}

#[test]
fn combinators_of_nom_keep_offsets() {
    let (rest, taken) = take::<_, _, Fails>(3_usize).parse(at(b"abcdef")).unwrap();
    assert_eq!((taken.bytes(), taken.offset()), (&b"abc"[..], 0x100));
    assert_eq!((rest.bytes(), rest.offset()), (&b"def"[..], 0x103));
    let (rest, found) = tag::<_, _, Fails>(&b"ab"[..]).parse(at(b"abc")).unwrap();
    assert_eq!((found.bytes(), rest.offset()), (&b"ab"[..], 0x102));
    let (rest, digits) = take_while::<_, _, Fails>(|byte: u8| byte.is_ascii_digit()).parse(at(b"12x")).unwrap();
    assert_eq!((digits.bytes(), rest.offset()), (&b"12"[..], 0x102));
    let (rest, numbers) = many0(le_u16::<_, Fails>).parse(at(&[1, 0, 2, 0, 3])).unwrap();
    assert_eq!((numbers, rest.offset()), (vec![1, 2], 0x104));
    let (rest, numbers) = count(binio::u16_le::<Fault>, 2).parse(at(&[1, 0, 2, 0])).unwrap();
    assert_eq!((numbers, rest.is_empty()), (vec![1, 2], true));
    let mut either = alt((tag::<_, _, Fails>(&b"x"[..]), tag(&b"a"[..])));
    assert_eq!(either.parse(at(b"ab")).unwrap().1.bytes(), b"a");
    let (rest, none) = opt(tag::<_, _, Fails>(&b"x"[..])).parse(at(b"ab")).unwrap();
    assert!(none.is_none() && rest.offset() == 0x100);
    let (rest, both) = recognize(pair(binio::u8::<Fault>, binio::u16_le::<Fault>)).parse(at(b"abcd")).unwrap();
    assert_eq!((both.bytes(), both.offset(), rest.offset()), (&b"abc"[..], 0x100, 0x103));
}

#[test]
fn failures_inside_taken_parts_are_where_they_are_in_the_file() {
    fn item(input: Input<'_>) -> Parsed<'_, u16, Fault> {
        binio::u16_le(input).within("item")
    }
    fn block(input: Input<'_>) -> Parsed<'_, Vec<u16>, Fault> {
        // A header of two bytes and a block of five: two items and an extra byte.
        let inner = map_parser(take(5_usize), all_consuming(count(item, 3)));
        preceded(take(2_usize), inner).parse(input).within("block")
    }
    let error: Error<Fault> = parse(at(b"hhaabbc and more"), block).unwrap_err();
    assert_eq!(error.kind(), &Fault::UnexpectedEnd { needed: 2, remaining: 1 });
    assert_eq!(error.to_string(), "block > item: expected 2 bytes, found 1 (at byte 0x106)");
}

#[test]
fn what_nom_misses_is_a_fault() {
    let failure = |parsed: Parsed<'_, Input<'_>, Fault>| match parsed.unwrap_err() {
        binio::nom::Err::Error(failure) => (*failure.kind(), failure.offset()),
        other => panic!("{other:?}"),
    };
    let missed = failure(tag(&b"x"[..]).parse(at(b"ab")));
    assert_eq!(missed, (Fault::Malformed(ErrorKind::Tag), 0x100));
    let refused = failure(verify(take(1_usize), |part: &Input<'_>| part.bytes() == b"x").parse(at(b"ab")));
    assert_eq!(refused, (Fault::Malformed(ErrorKind::Verify), 0x100));
    // nom doesn't report the required number of bytes, only that there were too few.
    let (fault, offset) = failure(take(5_usize).parse(at(b"abc")));
    assert_eq!((fault, offset), (Fault::UnexpectedEnd { needed: 4, remaining: 3 }, 0x100));
}

#[test]
fn streaming_parsers_are_told_apart() {
    let streaming = binio::nom::bytes::streaming::take::<_, _, Fails>(5_usize);
    let mut streaming = streaming;
    let error: Error<Fault> = parse(at(b"abc"), |input| streaming.parse(input)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (&Fault::Malformed(ErrorKind::Complete), Some(0x100)));
}

#[test]
fn all_of_it_has_to_be_used() {
    let error: Error<Fault> = parse(at(b"abc"), binio::u16_le).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (&Fault::Trailing(1), Some(0x102)));
    assert_eq!(parse::<_, Fault>(at(b"ab"), binio::u16_le).unwrap(), 0x6261);
}

#[test]
fn an_input_as_nom_sees_it() {
    let input = at(b"abcd");
    assert_eq!((input.input_len(), input.len(), input.is_empty()), (4, 4, false));
    assert_eq!(input.take(2), Input::at(b"ab", 0x100));
    assert_eq!(input.take_from(3), Input::at(b"d", 0x103));
    assert_eq!(input.take_split(1), (Input::at(b"bcd", 0x101), Input::at(b"a", 0x100)));
    assert_eq!(input.position(|byte| byte == b'c'), Some(2));
    assert_eq!(input.iter_indices().next_back(), Some((3, b'd')));
    assert_eq!(input.slice_index(4), Ok(4));
    assert_eq!(input.slice_index(6), Err(binio::nom::Needed::new(2)));
    assert_eq!(Offset::offset(&input, &input.take_from(3)), 3);
    assert_eq!(input.iter_elements().collect::<Vec<u8>>(), b"abcd");
    assert_eq!(input.compare(&b"ab"[..]), CompareResult::Ok);
    assert_eq!(input.compare(&b"AB"[..]), CompareResult::Error);
    assert_eq!(input.compare_no_case(&b"AB"[..]), CompareResult::Ok);
    assert_eq!(input.compare(&b"abcde"[..]), CompareResult::Incomplete);
    assert_eq!(
        [&b"c"[..], b"cd", b"ce", b""].map(|wanted| input.find_substring(wanted)),
        [Some(2), Some(2), None, Some(0)]
    );
    // An offset past the end is the end.
    assert_eq!(input.take_from(9), Input::at(b"", 0x104));
    assert_eq!(Input::at(b"ab", u64::MAX).take_from(1).offset(), u64::MAX);
}
