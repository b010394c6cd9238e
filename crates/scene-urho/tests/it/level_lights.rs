//! Lights of scenes there and back: brightness, range and place.

use std::f32::consts::PI;

use scene_urho::asset_scene::{Id, Light, LightKind, Node, Scene};
use scene_urho::level::CreateLevelOptions;
use urho_scene::{Encoding, Variant};

use super::level::{Files, built, component, node, shown};

#[test]
fn lights_are_as_bright_at_half_their_range() {
    let light = |kind: &str| {
        component("Light", &[("Light Type", kind), ("Brightness Multiplier", "2"), ("Range", "4"), ("Spot FOV", "60")])
    };
    let all = ["Directional", "Point", "Spot"].map(|kind| node(2, kind, &light(kind)));
    let file = format!(r#"<scene id="1">{}</scene>"#, all.concat());
    let (scene, said) = shown(&file, Files::default());
    assert_eq!(said, Vec::<String>::new());
    let brightness: Vec<f32> = scene.lights.iter().map(|light| light.intensity).collect();
    // Albedo times brightness times the ramp, against albedo / π times candela over the square of the distance.
    let at_half = 2.0 * PI * 0.75 * 2.0_f32.powi(2);
    assert_eq!(brightness, [2.0 * PI, at_half, at_half]);
    let outer = 30.0_f32.to_radians();
    assert_eq!(scene.lights[Id::new(2)].kind, LightKind::Spot { inner: 0.8 * outer, outer });
    // A point needs no direction; the others shine along +Z there and −Z here.
    let holders: Vec<&str> =
        scene.nodes.iter().filter(|node| node.light.is_some()).map(|node| node.name.as_str()).collect();
    assert_eq!(holders, ["Point", "Directional_Light", "Spot_Light"]);
    let back = built(&scene, &CreateLevelOptions::default());
    let again = back.document.scene();
    assert_eq!(again.nodes.iter().map(|node| node.components.len()).collect::<Vec<_>>(), [0, 1, 1, 1]);
    assert_eq!(again.nodes[1].components[0].get("Brightness Multiplier"), Some(Variant::Float(2.0)));
}

/// Brightness and range of lights that Blender exports with the lighting mode Unitless: W/m² are lux, 4π W are one candela.
#[test]
fn new_lights_have_brightnesses_of_the_engine() {
    let of = |light: Light, encoding: Encoding| {
        let mut scene = Scene::default();
        let light = Some(scene.lights.push(light));
        scene.nodes.push(Node { name: "lamp".into(), light, ..Node::default() });
        let made = built(&scene, &CreateLevelOptions::default().encoding(encoding));
        let document = made.document.scene();
        let component = document.nodes.iter().flat_map(|node| &node.components).find(|one| one.is_a("Light")).unwrap();
        let number = |name: &str, default: f32| match component.get(name) {
            Some(Variant::Float(value)) => (value * 1000.0).round() / 1000.0,
            None => default,
            other => panic!("{name}: {other:?}"),
        };
        let is_sun = scene.lights[Id::new(0)].kind == LightKind::Directional;
        let is_told = made.findings.iter().any(|one| one.kind == scene_urho::kinds::LIGHT_TOO_BRIGHT);
        ([number("Brightness Multiplier", 1.0), if is_sun { 0.0 } else { number("Range", 10.0) }], is_told)
    };
    let sun = |lux| Light { kind: LightKind::Directional, intensity: lux, ..Light::default() };
    let lamp = |watts: f32| Light { intensity: watts / (4.0 * PI), ..Light::default() };
    assert_eq!(of(sun(3.0), Encoding::Xml), ([0.955, 0.0], false));
    // 100 W: 7.96 candela are as bright at 1.84 m as three quarters of the brightness, π · 0.75 lux.
    assert_eq!(of(lamp(100.0), Encoding::Xml), ([1.0, 3.676], false));
    assert_eq!(of(lamp(1000.0), Encoding::Xml), ([1.0, 11.623], false));
    // The quarter that is left in rbfx needs a range √3 as wide.
    assert_eq!(of(lamp(100.0), Encoding::ArchiveXml), ([1.0, 6.366], false));
    let cut = Light { range: Some(10.0), ..lamp(740.22) };
    assert_eq!(of(cut, Encoding::Xml), ([1.0, 10.0], false));
    // Physical units: 683 lumen a watt.
    assert_eq!(of(sun(3.0 * 683.0), Encoding::Xml), ([652.217, 0.0], true));
    assert!(of(lamp(1000.0 * 683.0), Encoding::Xml).1);
}

/// Some tools put the light of a scene on its outermost node, which is no node of glTF.
#[test]
fn lights_of_the_scene_itself() {
    let light = component("Light", &[("Light Type", "Directional")]);
    let (scene, said) = shown(&format!(r#"<scene id="1">{light}{}</scene>"#, node(2, "a", "")), Files::default());
    assert_eq!(said, Vec::<String>::new());
    assert_eq!((scene.nodes.len(), scene.lights.len()), (3, 1));
    let back = built(&scene, &CreateLevelOptions::default());
    let again = back.document.scene();
    assert_eq!(again.nodes.iter().map(|node| node.components.len()).collect::<Vec<_>>(), [1, 0]);
}
