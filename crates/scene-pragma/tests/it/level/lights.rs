//! Lights of maps have units of scenes.

use scene_pragma::asset_scene::{Id, LightKind, Transform};
use scene_pragma::pragma_asset::glam::{Quat, Vec3};

use super::{Files, entity, map, shown};

#[test]
fn lights_have_converted_units() {
    let spot = |more: &[(&str, &str)]| {
        let all = [&[("light_intensity", "100"), ("color", "510 255 0"), ("radius", "200")][..], more].concat();
        entity("env_light_spot", &all)
    };
    let entities = [
        entity("env_light_point", &[("light_intensity", "12.566371"), ("light_intensity_type", "1")]),
        spot(&[("outerconeangle", "60"), ("blendfraction", "0.5")]),
        spot(&[("OuterCutoff", "30")]),
        entity("env_light_environment", &[("light_intensity", "3"), ("light_intensity_type", "2")]),
        entity("env_light_environment", &[]),
        entity("env_light_point", &[("light_intensity", "7"), ("light_intensity_type", "2")]),
    ];
    let (scene, said) = shown(&map(&entities.each_ref().map(String::as_str)), Files::default());
    let brightness: Vec<f32> = scene.lights.iter().map(|light| (light.intensity * 1000.0).round() / 1000.0).collect();
    // Lumens over the whole sphere; colours above 1; lux; the engine's default; lux of a point light, which the engine ignores.
    assert_eq!(brightness, [1.0, 200.0, 200.0, 3.0, 30.0, 0.0]);
    assert_eq!(scene.lights[Id::new(1)].color, [1.0, 0.5, 0.0]);
    assert_eq!(scene.lights[Id::new(1)].range, Some(5.0));
    let cone = |at: usize| match scene.lights[Id::new(at)].kind {
        LightKind::Spot { inner, outer } => [inner.to_degrees().round(), outer.to_degrees().round()],
        other => panic!("{other:?}"),
    };
    assert_eq!([cone(1), cone(2)], [[15.0, 30.0], [27.0, 30.0]]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("expected 0 (candela) or 1 (lumen), found 2"), "{said:?}");
}

/// Key values take the place of parts of the pose, and lights look back.
#[test]
fn key_values_count_more_than_poses() {
    let posed = "$stransform pose [[40,0,0][1,0,0,0][2,2,2]]\n";
    let turned = [
        entity("env_light_point", &[("angles", "0 90 0")]) + posed,
        entity("prop_dynamic", &[("origin", "0 80 0"), ("scale", "3")]) + posed,
        entity("prop_dynamic", &[("angles", "90 0 0"), ("scale", "1 2 4")]) + posed,
    ];
    let (scene, _) = shown(&map(&turned.each_ref().map(String::as_str)), Files::default());
    let parts = |at: usize| match scene.nodes[Id::new(at)].transform {
        Transform::Trs { translation, rotation, scale } => (translation, Quat::from_array(rotation), scale),
        other => panic!("{other:?}"),
    };
    let (place, rotation, scale) = parts(0);
    assert_eq!((place, scale), ([1.0, 0.0, 0.0], [2.0; 3]));
    // Forward of the engine, turned left, is back of the node.
    assert!((rotation * Vec3::NEG_Z).abs_diff_eq(Vec3::X, 1e-6));
    assert_eq!((parts(1).0, parts(1).2), ([0.0, 2.0, 0.0], [3.0; 3]));
    assert!((parts(2).1 * Vec3::Z).abs_diff_eq(Vec3::NEG_Y, 1e-6));
    assert_eq!(parts(2).2, [1.0, 2.0, 4.0]);
}
