//! State of a reader of nested lists: position, nesting and bytes set aside.

use binio::{Fault, Input, Limits, MAX_DEPTH, Reader, u8, u16_le};

#[test]
fn bytes_are_claimed_once() {
    // Two lists of bytes, each after its count.
    let mut reader = Reader::new(Input::at(&[2, 1, 7, 1, 8], 0x100), &Limits::default());
    let at = reader.input();
    let count = reader.read(u8::<Fault>).unwrap();
    assert_eq!(reader.claim::<Fault>(at, count.into(), 2), Ok(2));
    // All four remaining bytes are set aside: none remains for an inner list.
    let inside = reader.input();
    let failure = reader.claim::<Fault>(inside, 1, 1).unwrap_err();
    assert_eq!(binio::parse(inside, |_| Err::<(Input<'_>, ()), _>(failure)).unwrap_err().offset(), Some(0x101));
    let mut read = Vec::new();
    for _ in 0..count {
        reader.release(2);
        let at = reader.input();
        let inner = reader.read(u8::<Fault>).unwrap();
        let inner = reader.claim::<Fault>(at, inner.into(), 1).unwrap();
        for _ in 0..inner {
            reader.release(1);
            read.push(reader.read(u8::<Fault>).unwrap());
        }
    }
    assert_eq!((read, reader.input()), (vec![7, 8], Input::at(&[], 0x105)));
}

#[test]
fn counts_beyond_the_input() {
    let mut reader = Reader::new(Input::at(&[9, 0, 0], 4), &Limits::default());
    let at = reader.input();
    for (count, smallest) in [(2, 2), (u64::MAX, 1), (u64::MAX, u64::MAX), (1, 4)] {
        let failure = reader.claim::<Fault>(at, count, smallest).unwrap_err();
        assert_eq!(failure, at.fail(Fault::ImpossibleCount { count, remaining: 3 }), "{count} {smallest}");
    }
    assert_eq!(reader.claim::<Fault>(at, 3, 1), Ok(3), "what is refused sets nothing aside");
}

#[test]
fn levels_open_and_close() {
    let limits = Limits::default().max_depth(2);
    let mut reader = Reader::new(Input::at(&[1], 7), &limits);
    reader.enter::<Fault>("boxes").unwrap();
    reader.enter::<Fault>("boxes").unwrap();
    assert_eq!(reader.enter::<Fault>("boxes"), Err(reader.input().fail(Fault::Limit("boxes"))));
    reader.leave();
    assert_eq!(reader.enter::<Fault>("boxes"), Ok(()));
    let mut unlimited = Reader::new(Input::new(&[]), &Limits::UNLIMITED);
    let levels = (0..=MAX_DEPTH).take_while(|_| unlimited.enter::<Fault>("boxes").is_ok()).count();
    assert_eq!(levels, usize::from(MAX_DEPTH));
}

#[test]
fn what_fails_leaves_it_where_it_is() {
    let mut reader = Reader::new(Input::at(&[1], 7), &Limits::default());
    let at = reader.input();
    assert_eq!(reader.read(u16_le::<Fault>), Err(at.fail(Fault::UnexpectedEnd { needed: 2, remaining: 1 })));
    assert_eq!((reader.input(), reader.read(u8::<Fault>)), (at, Ok(1)));
}
