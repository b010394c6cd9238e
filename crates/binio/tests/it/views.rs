//! Views into interleaved data.

use binio::zerocopy::little_endian::{F32, U16};
use binio::{Strided, same_bits};
use proptest::prelude::*;

const RECORDS: [u8; 9] = [1, 0, 0xa, 2, 0, 0xb, 3, 0, 0xc];

fn numbers(column: &Strided<'_, U16>) -> Vec<u16> {
    column.iter().map(|value| value.get()).collect()
}

#[test]
fn columns_read_a_value_of_each_record() {
    let column = Strided::<U16>::new(&RECORDS, 3, 0).unwrap();
    assert_eq!((column.len(), numbers(&column)), (3, vec![1, 2, 3]));
    assert_eq!(column.iter().rev().map(|value| value.get()).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!((column.iter().len(), column.iter().nth(1), column.iter().nth(3)), (3, Some(&U16::new(2)), None));
    let shifted = Strided::<U16>::new(&RECORDS, 3, 1).unwrap();
    assert_eq!(numbers(&shifted), [0x0a00, 0x0b00, 0x0c00]);
    assert_eq!(format!("{column:?}"), "9 bytes, 3 apart, from 0");
}

#[test]
fn get_stays_within() {
    let column = Strided::<U16>::new(&RECORDS, 3, 1).unwrap();
    assert_eq!(column.get(2), Some(&U16::new(0x0c00)));
    for index in [3, 4, usize::MAX / 3, usize::MAX] {
        assert_eq!(column.get(index), None);
    }
}

#[test]
fn a_record_that_is_cut_off_does_not_count() {
    for missing in 1..3 {
        let column = Strided::<U16>::new(&RECORDS[..9 - missing], 3, 0).unwrap();
        assert_eq!((column.len(), column.get(2), numbers(&column)), (2, None, vec![1, 2]));
    }
    let none = Strided::<U16>::new(&[], 3, 0).unwrap();
    assert!(none.is_empty() && none.get(0).is_none());
}

#[test]
fn a_value_has_to_fit_into_the_record() {
    assert!(Strided::<U16>::new(&RECORDS, 3, 2).is_none());
    assert!(Strided::<U16>::new(&RECORDS, 1, 0).is_none());
    assert!(Strided::<U16>::new(&RECORDS, 0, 0).is_none());
    assert!(Strided::<U16>::new(&RECORDS, usize::MAX, usize::MAX).is_none());
    assert!(Strided::<[F32; 3]>::new(&RECORDS, 12, 0).is_some_and(|column| column.is_empty()));
}

#[test]
fn decoding_wants_as_many() {
    let column = Strided::<U16>::new(&RECORDS, 3, 0).unwrap();
    let mut out = [0; 3];
    assert!(column.decode_into(&mut out, |value| u32::from(value.get()) * 10));
    assert_eq!(out, [10, 20, 30]);
    for length in [0, 2, 4] {
        let mut out = vec![7; length];
        assert!(!column.decode_into(&mut out, |value| u32::from(value.get())));
        assert_eq!(out, vec![7; length], "nothing is written");
    }
}

proptest! {
    #[test]
    fn all_ways_agree(data in prop::collection::vec(any::<u8>(), 0..80), stride in 0_usize..12, offset in 0_usize..12) {
        let Some(column) = Strided::<[u8; 3]>::new(&data, stride, offset) else {
            prop_assert!(offset + 3 > stride);
            return Ok(());
        };
        let expected: Vec<[u8; 3]> = data.chunks_exact(stride).map(|record| record[offset..][..3].try_into().unwrap()).collect();
        prop_assert_eq!(column.len(), expected.len());
        prop_assert_eq!(column.iter().copied().collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!((0..column.len()).filter_map(|index| column.get(index)).copied().collect::<Vec<_>>(), expected.clone());
        let mut out = vec![[0; 3]; expected.len()];
        prop_assert!(column.decode_into(&mut out, |value| *value));
        prop_assert_eq!(out, expected);
    }
}

#[test]
fn floats_are_the_same_by_their_bits() {
    assert!(same_bits(&[f32::NAN, 0.0], &[f32::NAN, 0.0]) && same_bits(&[], &[]));
    assert!(!same_bits(&[0.0], &[-0.0]) && !same_bits(&[1.0], &[1.0, 1.0]));
    assert!(!same_bits(&[f32::from_bits(0x7fc0_0000)], &[f32::from_bits(0x7fc0_0001)]));
}
