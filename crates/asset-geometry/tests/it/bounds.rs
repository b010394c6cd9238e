//! Boxes against a simple computation.

use asset_geometry::glam::{Affine3A, Mat3, Vec3};
use asset_geometry::{Bounds, Sphere};
use proptest::collection::vec;
use proptest::prelude::*;

fn number() -> impl Strategy<Value = f32> {
    -1.0e3f32..1.0e3
}

fn point() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from_array)
}

fn wild_point() -> impl Strategy<Value = Vec3> {
    [any::<f32>(), any::<f32>(), any::<f32>()].prop_map(Vec3::from_array)
}

fn corners(bounds: &Bounds) -> impl Iterator<Item = Vec3> {
    let sides = [bounds.min, bounds.max];
    (0..8usize).map(move |i| Vec3::new(sides[i & 1].x, sides[i >> 1 & 1].y, sides[i >> 2].z))
}

proptest! {
    #[test]
    fn bounds_are_the_least_box_around_all_points(points in vec(wild_point(), 0..20)) {
        let bounds = Bounds::from_points(points.iter().copied());
        let mut one_by_one = Bounds::UNDEFINED;
        for &point in &points {
            one_by_one.include(point);
        }
        prop_assert_eq!(bounds, one_by_one);
        for axis in 0..3 {
            let numbers = || points.iter().map(|point| point[axis]).filter(|number| !number.is_nan());
            prop_assert_eq!(bounds.min[axis], numbers().fold(f32::INFINITY, f32::min));
            prop_assert_eq!(bounds.max[axis], numbers().fold(f32::NEG_INFINITY, f32::max));
        }
        prop_assert!(points.iter().all(|point| point.is_nan() || bounds.contains(*point)));
    }

    #[test]
    fn merging_is_taking_all_points(a in vec(wild_point(), 0..5), b in vec(wild_point(), 0..5)) {
        let bounds = |points: &[Vec3]| Bounds::from_points(points.iter().copied());
        let (merged, all) = (bounds(&a).merge(bounds(&b)), bounds(&[a.clone(), b.clone()].concat()));
        prop_assert!(merged.min == all.min && merged.max == all.max);
        prop_assert_eq!(bounds(&a).merge(Bounds::UNDEFINED), bounds(&a));
        prop_assert_eq!(Bounds::UNDEFINED.merge(bounds(&a)), bounds(&a));
    }

    #[test]
    fn transformed_is_around_the_corners(points in vec(point(), 1..5), columns in [point(), point(), point()], origin in point()) {
        let bounds = Bounds::from_points(points.iter().copied());
        let [x, y, z] = columns;
        let transform = Affine3A::from_mat3_translation(Mat3::from_cols(x, y, z), origin);
        let transformed = bounds.transformed(&transform);
        let expected = Bounds::from_points(corners(&bounds).map(|corner| transform.transform_point3(corner)));
        prop_assert!(transformed.min == expected.min && transformed.max == expected.max, "{transformed:?} {expected:?}");
    }

    #[test]
    fn balls(points in vec(point(), 0..20), center in point()) {
        let ball = Sphere::from_points(center, points.iter().copied());
        let expected = points.iter().map(|point| point.distance(center)).fold(0.0, f32::max);
        prop_assert!((ball.radius - expected).abs() <= expected * 1e-6);
        let bounds = Bounds::from_points(points.iter().copied());
        let around = Sphere::from_bounds(&bounds);
        prop_assert_eq!(around.is_some(), !points.is_empty());
        for (ball, point) in around.iter().flat_map(|ball| points.iter().map(move |point| (ball, point))) {
            prop_assert!(ball.center.distance(*point) <= ball.radius * (1.0 + 1e-5) + 1e-3);
        }
    }
}

#[test]
fn undefined() {
    let nothing = Bounds::UNDEFINED;
    assert_eq!(nothing, Bounds::default());
    assert!(!nothing.is_defined() && nothing.center().is_none() && nothing.size().is_none());
    assert!(!nothing.contains(Vec3::ZERO) && Sphere::from_bounds(&nothing).is_none());
    assert_eq!(nothing.transformed(&Affine3A::from_translation(Vec3::X)), nothing);
    let nan = Bounds { min: Vec3::NAN, max: Vec3::NAN };
    assert!(nan == nan && !nan.is_defined() && !nan.contains(Vec3::NAN));
    assert_eq!(nan.merge(Bounds { min: Vec3::ZERO, max: Vec3::ONE }), Bounds { min: Vec3::ZERO, max: Vec3::ONE });
    assert_ne!(Bounds { min: Vec3::ZERO, max: Vec3::ONE }, Bounds { min: -Vec3::ZERO, max: Vec3::ONE });
    assert_eq!(Sphere::from_points(Vec3::X, [Vec3::NAN, Vec3::ZERO]), Sphere { center: Vec3::X, radius: 1.0 });
    assert_ne!(Sphere { center: Vec3::X, radius: 0.0 }, Sphere { center: Vec3::X, radius: -0.0 });
}

#[test]
fn large_and_infinite() {
    let huge = Bounds { min: Vec3::splat(-f32::MAX), max: Vec3::splat(f32::MAX) };
    assert_eq!(huge.center(), Some(Vec3::ZERO));
    let right = Bounds { min: Vec3::splat(f32::MAX), max: Vec3::splat(f32::MAX) };
    assert_eq!(right.center(), Some(Vec3::splat(f32::MAX)));
    let slab = Bounds { min: Vec3::new(f32::NEG_INFINITY, 0.0, 0.0), max: Vec3::new(f32::INFINITY, 1.0, 1.0) };
    let up = Bounds { min: slab.min + Vec3::Y, max: slab.max + Vec3::Y };
    assert_eq!(slab.transformed(&Affine3A::from_translation(Vec3::Y)), up);
}
