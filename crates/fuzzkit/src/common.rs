//! Strategies that can be used for several formats.

#[cfg(feature = "geometry")]
use asset_geometry::Bounds;
#[cfg(feature = "geometry")]
use asset_geometry::glam::{Quat, Vec3};
use binio::{Bytes, Name};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Generates floats from arbitrary bits. This includes NaN, infinities and −0, but plain numbers will be more likely.
pub fn float() -> impl Strategy<Value = f32> {
    prop_oneof![3 => -100.0_f32..100.0, 1 => any::<u32>().prop_map(f32::from_bits)]
}

/// Generates a vector from such floats.
#[cfg(feature = "geometry")]
pub fn vec3() -> impl Strategy<Value = Vec3> {
    [float(), float(), float()].prop_map(Vec3::from)
}

/// Generates a rotation from such floats.
#[cfg(feature = "geometry")]
pub fn quat() -> impl Strategy<Value = Quat> {
    [float(), float(), float(), float()].prop_map(Quat::from_array)
}

/// Generates a box from such floats.
#[cfg(feature = "geometry")]
pub fn bounds() -> impl Strategy<Value = Bounds> {
    (vec3(), vec3()).prop_map(|(min, max)| Bounds { min, max })
}

/// Generates a name without NUL. This can be text or other bytes.
pub fn name() -> impl Strategy<Value = Name<'static>> {
    prop_oneof![
        3 => "[A-Za-z0-9_é ]{0,12}".prop_map(Name::from),
        1 => vec(1_u8.., 0..8).prop_map(Name::from),
    ]
}

/// Generates a block of `length` bytes.
pub fn block(length: usize) -> impl Strategy<Value = Bytes<'static>> {
    vec(any::<u8>(), length).prop_map(Bytes::from)
}

/// Generates a small number. From time to time this is a number that must be out of range everywhere.
pub fn number() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0_u32..6, 1 => any::<u32>()]
}

/// Returns a value of a strategy, chosen by these bytes. The same bytes will always return the same value. If they do
/// not lead to a value, this returns `None`.
pub fn chosen<S: Strategy>(strategy: &S, bytes: &[u8]) -> Option<S::Value> {
    // Used directly as random numbers, the bytes would run out, but drawing wouldn't.
    let mut seed = [0; 32];
    bytes.iter().enumerate().for_each(|(index, byte)| seed[index % 32] ^= byte);
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    Some(strategy.new_tree(&mut runner).ok()?.current())
}

/// Returns `count` values of a strategy. This will return the same values every time.
pub fn examples<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..count).filter_map(|_| Some(strategy.new_tree(&mut runner).ok()?.current())).collect()
}
