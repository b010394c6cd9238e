//! Columns against decoding by hand.

use asset_geometry::glam::{Quat, Vec2, Vec3, Vec4};
use asset_geometry::{Column, QuatWxyz, Value, write_column};
use proptest::collection::vec;
use proptest::prelude::*;

/// Expected values: each decoded by hand, as bits.
fn by_hand<const N: usize>(data: &[u8], stride: usize, offset: usize) -> Vec<[u32; N]> {
    data.chunks_exact(stride)
        .map(|record| {
            core::array::from_fn(|i| {
                let at = offset + 4 * i;
                u32::from_le_bytes(record[at..at + 4].try_into().unwrap())
            })
        })
        .collect()
}

fn check<T: Value, const N: usize>(data: &[u8], stride: usize, offset: usize, bits: impl Fn(T) -> [u32; N]) {
    let column = Column::<T>::new(data, stride, offset);
    assert_eq!(column.is_some(), stride > 0 && offset + 4 * N <= stride);
    let Some(column) = column else { return };
    let expected = by_hand::<N>(data, stride, offset);
    assert_eq!(column.len(), expected.len());
    assert_eq!(column.is_empty(), expected.is_empty());
    assert_eq!(column.iter().map(&bits).collect::<Vec<_>>(), expected);
    assert_eq!(column.to_vec().into_iter().map(&bits).collect::<Vec<_>>(), expected);
    let mut backwards: Vec<_> = column.iter().rev().map(&bits).collect();
    backwards.reverse();
    assert_eq!(backwards, expected);
    for (i, value) in expected.iter().enumerate() {
        assert_eq!(column.get(i).map(&bits), Some(*value));
    }
    assert!(column.get(expected.len()).is_none() && column.get(usize::MAX).is_none());

    let mut written = vec![0xcd; data.len()];
    assert!(write_column(&mut written, stride, offset, &column.to_vec()));
    assert_eq!(by_hand::<N>(&written, stride, offset), expected);
    let touched = |i: usize| i < data.len() / stride * stride && (offset..offset + 4 * N).contains(&(i % stride));
    assert!(written.iter().enumerate().all(|(i, byte)| touched(i) || *byte == 0xcd), "bytes beside the column changed");
}

proptest! {
    #[test]
    fn columns_return_the_stored_values(data in vec(any::<u8>(), 0..400), stride in 0usize..40, offset in 0usize..40) {
        check(&data, stride, offset, |v: f32| [v.to_bits()]);
        check(&data, stride, offset, |v: u32| [v]);
        check(&data, stride, offset, |v: i32| [v as u32]);
        check(&data, stride, offset, |v: [u8; 4]| [u32::from_le_bytes(v)]);
        check(&data, stride, offset, |v: Vec2| v.to_array().map(f32::to_bits));
        check(&data, stride, offset, |v: Vec3| v.to_array().map(f32::to_bits));
        check(&data, stride, offset, |v: Vec4| v.to_array().map(f32::to_bits));
        check(&data, stride, offset, |v: Quat| v.to_array().map(f32::to_bits));
        check(&data, stride, offset, |QuatWxyz(q)| [q.w, q.x, q.y, q.z].map(f32::to_bits));
    }

    #[test]
    fn lengths_must_match(count in 0usize..20, other in 0usize..20) {
        let data = vec![1; count * 16];
        let column = Column::<Vec3>::new(&data, 16, 4).unwrap();
        let mut out = vec![Vec3::ZERO; other];
        prop_assert_eq!(column.copy_into(&mut out), count == other);
        prop_assert!(count == other || out.iter().all(|v| *v == Vec3::ZERO));
        let mut target = data.clone();
        prop_assert_eq!(write_column(&mut target, 16, 4, &out), count == other);
        prop_assert!(count == other || target == data);
    }
}

#[test]
fn half_words() {
    let data = [1, 2, 3, 4, 5];
    assert_eq!(Column::<u16>::new(&data, 2, 0).unwrap().to_vec(), [0x0201, 0x0403]);
    assert_eq!(Column::<u16>::new(&data, 5, 3).unwrap().to_vec(), [0x0504]);
}

#[test]
fn strides_near_the_end_of_memory() {
    for stride in [usize::MAX, usize::MAX / 2, usize::MAX / 4 + 1] {
        let column = Column::<Vec3>::new(&[0; 64], stride, stride - 12).unwrap();
        assert!(column.is_empty() && column.copy_into(&mut []) && column.get(1).is_none());
        assert!(Column::<Vec3>::new(&[0; 64], stride, usize::MAX - 11).is_none_or(|column| column.is_empty()));
    }
    assert!(Column::<u32>::new(&[0; 64], 8, usize::MAX).is_none());
}
