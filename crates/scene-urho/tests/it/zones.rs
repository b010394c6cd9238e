//! Zones, light masks and the strength of shadows, which only pictures need.

use scene_adapter::ResourceReader;
use scene_urho::ShowOptions;
use scene_urho::asset_scene::color::{linear_to_srgb, srgb_to_linear};
use scene_urho::asset_scene::{Exposure, LightEffect, Scene, ToneCurve};
use scene_urho::level::to_scene;
use urho_scene::Document;

use crate::level::{Files, attribute, component, node, sign};

/// Reads a file for a picture.
fn staged(file: &str) -> Scene<'static> {
    let files = Files::default().with("Models/Sign.mdl", sign());
    let document = Document::parse(file.as_bytes()).unwrap();
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    let mut options = ShowOptions::default();
    options.picture_time = Some(0.0);
    to_scene(&document, "level", &mut resources, &options).unwrap().0
}

fn scene(content: &str) -> Scene<'static> {
    staged(&format!(r#"<scene id="1">{content}</scene>"#))
}

fn zone(id: u32, place: &str, attributes: &[(&str, &str)]) -> String {
    node(id, "zone", &(attribute("Position", place) + &component("Zone", attributes)))
}

/// A gradient takes its ends from the zones around the ends of the box.
#[test]
fn gradients_begin_and_end_in_other_zones() {
    let own = [("Ambient Gradient", "true"), ("Ambient Color", "0.5 0.5 0.5 1"), ("Priority", "1")];
    let between = zone(2, "0 0 20", &own);
    let low = zone(3, "0 0 10", &[("Ambient Color", "1 0 0 1")]);
    let hidden = zone(4, "0 0 10", &[("Ambient Color", "0 1 0 1"), ("Priority", "-1")]);
    let shown = scene(&[between.clone(), hidden, low].concat());
    let zones = &shown.staging.as_deref().unwrap().zones;
    let [start, end] = zones[0].gradient.unwrap().map(|color| color.map(linear_to_srgb));
    // Nothing contains the far end: the own colour stays.
    assert!(start == [1.0, 0.0, 0.0] && end.iter().all(|channel| (channel - 0.5).abs() < 1e-5), "{start:?} {end:?}");
    assert_eq!(zones[1].gradient, None);
}

#[test]
fn height_fog_is_placed_by_its_node() {
    let fog = [("Height Fog Mode", "true"), ("Fog Height", "2"), ("Fog Height Scale", "0.5")];
    let place = attribute("Position", "0 10 0") + &attribute("Scale", "1 4 1");
    let shown = scene(&node(2, "zone", &(place + &component("Zone", &fog))));
    let fog = shown.staging.as_deref().unwrap().zones[0].height_fog.unwrap();
    assert_eq!((fog.height, fog.scale), (18.0, 0.125));
    let without = scene(&zone(2, "0 0 0", &[("Fog Height", "2")]));
    assert_eq!(without.staging.as_deref().unwrap().zones[0].height_fog, None);
}

#[test]
fn pictures_know_the_light_that_lights_take_away() {
    let point = ("Range", "2");
    let lights = [
        component("Light", &[point, ("Brightness Multiplier", "-2")]),
        component("Light", &[point, ("Color", "-1 -1 0.5 1")]),
        component("Light", &[point, ("Color", "-1 1 0.5 1")]),
    ];
    let nodes: String = lights.iter().zip(2..).map(|(light, id)| node(id, "lamp", light)).collect();
    let shown = scene(&nodes);
    let taken: Vec<_> = shown.staging.as_deref().unwrap().lights.values().map(|effect| effect.taken).collect();
    // A brightness of 1 is 0.75 halfway to the range.
    let unit = std::f32::consts::PI * 0.75;
    let half = unit * srgb_to_linear(0.5);
    assert_eq!(taken, [Some([2.0 * unit; 3]), Some([unit, unit, half]), None]);
    let dark: Vec<f32> = shown.lights.iter().map(|light| light.intensity).collect();
    assert_eq!(dark[0], 0.0);
}

#[test]
fn masks_and_shadows_of_lights_are_read() {
    let model = ("Model", "Model;Models/Sign.mdl");
    let map = [("Shadow Resolution", "0.4"), ("CSM Splits", "4 16 8 90")];
    let nodes = [
        node(2, "masked", &component("StaticModel", &[model, ("Light Mask", "-8")])),
        node(3, "plain", &component("StaticModel", &[model])),
        node(4, "half", &component("Light", &[("Cast Shadows", "true"), ("Shadow Intensity", "0.5"), map[0], map[1]])),
        node(
            5,
            "none",
            &component("Light", &[("Shadow Intensity", "0.5"), ("Light Mask", "2"), ("Specular Intensity", "0.25")]),
        ),
        zone(6, "0 0 0", &[("Light Mask", "4")]),
    ];
    let shown = scene(&nodes.concat());
    let staging = shown.staging.as_deref().unwrap();
    let masks: Vec<(&str, u32)> =
        staging.light_masks.iter().map(|(node, mask)| (shown[*node].name.as_str(), *mask)).collect();
    assert_eq!(masks, [("masked", 0xffff_fff8)]);
    let effects = || staging.lights.values();
    let left = |effect: &LightEffect| effect.shadow.map(|shadow| shadow.left);
    let lights: Vec<_> = effects().map(|effect| (left(effect), effect.highlight, effect.mask)).collect();
    let map = effects().find_map(|effect| effect.shadow?.map).unwrap();
    // The next power of two, and no split after one that is nearer than the split before it.
    assert_eq!((map.size, map.samples, map.splits), (512, 2, [4.0, 16.0, 0.0, 0.0]));
    assert_eq!((map.fade, map.quantum, map.least, map.is_focused), (0.8, 0.5, 3.0, true));
    assert_eq!(lights, [(Some(0.5), 1.0, u32::MAX), (None, 0.25, 2)]);
    let zones: Vec<u32> = staging.zones.iter().map(|zone| zone.light_mask).collect();
    assert_eq!(zones, [4, u32::MAX]);
}

/// Where a scene has no zone, the engine uses its default zone. Prefabs get no default zone.
#[test]
fn scenes_without_zones_are_in_the_engines() {
    let lamp = node(2, "lamp", &component("Light", &[]));
    let shown = scene(&lamp);
    let [zone] = &shown.staging.as_deref().unwrap().zones[..] else { panic!("expected one zone") };
    assert_eq!((zone.fog.color, zone.fog.start, zone.fog.end), ([0.0; 3], 250.0, 1000.0));
    assert!((linear_to_srgb(zone.ambient[0]) - 0.1).abs() < 1e-6);
    assert!(scene("").staging.as_deref().unwrap().zones.is_empty(), "no light of the engine's");
    assert!(staged(&lamp).staging.as_deref().unwrap().zones.is_empty(), "a prefab");
}

/// What rbfx does after it has drawn a scene, and the probes in it.
#[test]
fn exposures_and_probes_of_rbfx_are_read() {
    let pipeline = r#"<component type="RenderPipeline" id="90"><attribute name="Render Passes">
<variant type="String" value="Postprocess: Tone Mapping"/><variant type="Bool" value="true"/>
<variant type="String" value="Postprocess: Bloom"/><variant type="Bool" value="true"/>
<variant type="String" value="Postprocess: SSAO"/><variant type="Bool" value="false"/></attribute>
<attribute name="Render Path Parameters"><variant name="Tone Mapping: Mode" type="Int" value="3"/>
<variant name="Exposure: Min" type="Float" value="0.5"/><variant name="Exposure: Automatic" type="Bool" value="true"/></attribute>
<attribute name="Color Space" value="SPACE"/><attribute name="PCF Kernel Size" value="3"/></component>"#;
    let map: String = (0..6).map(|_| r#"<face name="face.png"/>"#).collect();
    let files = Files::default()
        .with("Textures/Probe.xml", format!("<cubemap>{map}</cubemap>"))
        .with("Textures/face.png", "bytes")
        .with("Models/Sign.mdl", sign());
    let probe = |more: &[(&str, &str)]| component("ReflectionProbe", more);
    let map = ("Texture", "TextureCube;Textures/Probe.xml");
    let nodes = [
        node(2, "low", &probe(&[map, ("Bounding Box Max", "4 5 6")])),
        node(3, "high", &probe(&[map, ("Priority", "1")])),
        node(4, "drawn by the engine", &probe(&[])),
        node(5, "light", &component("Light", &[("Cast Shadows", "true")])),
        node(
            6,
            "baked",
            &component(
                "StaticModel",
                &[
                    ("Model", "Model;Models/Sign.mdl"),
                    ("Global Illumination", "Use LightMap"),
                    ("Bake Lightmap", "true"),
                ],
            ),
        ),
    ];
    let shown = |space: &str| {
        let pipeline = pipeline.replace("SPACE", space);
        let file = format!(r#"<scene id="1">{pipeline}{}</scene>"#, nodes.concat());
        let document = Document::parse(file.as_bytes()).unwrap().into_owned();
        let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
        let mut options = ShowOptions::default();
        options.picture_time = Some(0.0);
        to_scene(&document, "level", &mut resources, &options).unwrap().0
    };
    let scene = shown("HDR Linear");
    let staging = scene.staging.as_deref().unwrap();
    assert_eq!(staging.exposure, Some(Exposure { factor: 0.5, curve: ToneCurve::Uncharted2 }));
    let expected = ["ReflectionProbe: 1", "baked light of models: 1", "Bloom", "automatic exposure"];
    assert_eq!(staging.not_shown, expected);
    let probes: Vec<_> = staging.probes.iter().map(|probe| (scene[probe.node].name.as_str(), probe.bounds)).collect();
    assert_eq!(probes, [("high", [[-1.0; 3], [1.0; 3]]), ("low", [[-4.0, -1.0, -1.0], [1.0, 5.0, 6.0]])]);
    let map = staging.lights.values().find_map(|effect| effect.shadow?.map).unwrap();
    assert_eq!((map.samples, map.size), (3, 256));
    assert_eq!(shown("LDR Linear").staging.unwrap().exposure, None);
}
