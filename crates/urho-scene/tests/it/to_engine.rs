//! Scenes for another engine.

use urho_scene::{
    Attribute, Classes, Document, Encoding, Engine, ErrorKind, Findings, HashedName, Kind, ReadOptions, Scene, Value,
    Variant, WriteOptions,
};

fn to_rbfx(bytes: &[u8]) -> (Scene<'static>, Findings) {
    let document = Document::parse(bytes).unwrap();
    document.scene().to_engine(document.classes(), Classes::of(Engine::Rbfx))
}

fn archive(scene: Scene<'_>) -> String {
    let (document, _) = Document::from_scene(scene, Encoding::ArchiveXml, &WriteOptions::default()).unwrap();
    String::from_utf8(document.to_bytes().unwrap()).unwrap()
}

/// As Urho3D writes them: a prefab with a light, a script and a replicated component.
const PREFAB: &[u8] =
    br#"<node id="7"><attribute name="Name" value="Flash" /><attribute name="Position" value="0 1 0" />
    <attribute name="Variables"><variant hash="1458226462" type="Float" value="2" /></attribute>
    <component type="ScriptInstance" id="3"><attribute name="Script File" value="ScriptFile;Scripts/Game.as" />
        <attribute name="Class Name" value="Flash" /></component>
    <component type="Light" id="12"><attribute name="Light Type" value="Spot" /><attribute name="Range" value="5" />
        <attribute name="Per Vertex" value="true" /></component>
    <component type="Spinner" id="13"><attribute name="Speed" value="3" /></component>
</node>"#;

#[test]
fn a_prefab_becomes_an_archive() {
    let (scene, findings) = to_rbfx(PREFAB);
    let expected = r#"<?xml version="1.0"?>
<resource>
	<nodes>
		<node _id="7">
			<attributes>
				<attribute name="Name" type="String" value="Flash" />
				<attribute name="Position" type="Vector3" value="0 1 0" />
				<attribute name="Variables" type="StringVariantMap">
					<value>
						<element key="1458226462" type="Float" value="2.000000" />
					</value>
				</attribute>
			</attributes>
			<components>
				<component _id="12" _typeName="Light">
					<attributes>
						<attribute name="Light Type" type="String" value="Spot" />
						<attribute name="Range" type="Float" value="5.000000" />
					</attributes>
				</component>
				<component _id="13" _typeName="Spinner">
					<attributes>
						<attribute name="Speed" type="String" value="3" />
					</attributes>
				</component>
			</components>
		</node>
	</nodes>
</resource>
"#;
    assert_eq!(archive(scene), expected);
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let wanted = [
        "variable 1458226462 (hexadecimal 56EAC51E): its name is unknown",
        "rbfx has no class ScriptInstance: left out (Script File \"Scripts/Game.as\", Class Name \"Flash\")",
        "Light of rbfx has no \"Per Vertex\": left out",
    ];
    assert_eq!(told.len(), wanted.len(), "{told:#?}");
    for (told, wanted) in told.iter().zip(wanted) {
        assert!(told.contains(wanted), "{told}");
    }
    assert_eq!(findings.losses().len(), 2);
}

#[test]
fn an_unnamed_variable_returns_with_its_hash() {
    let (there, _) = to_rbfx(PREFAB);
    let (back, findings) = there.to_engine(Classes::of(Engine::Rbfx), Classes::of(Engine::Urho3d));
    let Some(Variant::VariantMap(variables)) = back.nodes[0].attributes.get("Variables").unwrap().variant().cloned()
    else {
        panic!("variables")
    };
    assert_eq!(variables.iter().map(|(key, _)| key.hash.0).collect::<Vec<_>>(), [1_458_226_462]);
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|one| one.contains("its name is a number, so it becomes the hash 1458226462")), "{told:?}");
}

#[test]
fn a_scene_counts_its_ids_and_names_its_variables() {
    let (scene, findings) = to_rbfx(
        br#"<scene id="1"><attribute name="Smoothing Constant" value="20" /><attribute name="Snap Threshold" value="5" />
        <attribute name="Variables"><variant hash="3186183577" type="Int" value="4" /></attribute>
        <attribute name="Variable Names" value="Lives;Score" /><attribute name="Next Replicated Node ID" value="9" />
        <component type="Octree" id="1" /><node id="16777216" /></scene>"#,
    );
    let outermost = &scene.nodes[0].attributes;
    let names: Vec<String> = outermost.iter().map(|(name, _)| name.name.to_string()).collect();
    assert_eq!(names, ["Next Node ID", "Next Component ID", "Variables"], "{findings:?}");
    assert_eq!(outermost.get("Next Node ID").unwrap().variant(), Some(&Variant::Int(16_777_217)));
    let told: Vec<String> = findings.losses().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["warning: node 0: Scene of rbfx has no \"Smoothing Constant\": left out"]);
}

/// What Urho3D plays: a walk by the controller, whose state is in the model, and a pose that only the model has.
const PLAYED: &[u8] = br#"<scene id="1"><node id="2">
    <component type="AnimatedModel" id="1"><attribute name="Animation States">
        <variant type="Int" value="2" />
        <variant type="ResourceRef" value="Animation;Walk.ani" /><variant type="String" value="Hips" /><variant type="Bool" value="true" />
        <variant type="Float" value="0.75" /><variant type="Float" value="1.5" /><variant type="Int" value="2" />
        <variant type="ResourceRef" value="Animation;Pose.ani" /><variant type="String" value="" /><variant type="Bool" value="false" />
        <variant type="Float" value="0.5" /><variant type="Float" value="0.25" /><variant type="Int" value="1" />
    </attribute></component>
    <component type="AnimationController" id="2"><attribute name="Animations">
        <variant type="String" value="Walk.ani" /><variant type="Float" value="1.25" /><variant type="Float" value="1" />
        <variant type="Float" value="0.2" /><variant type="Float" value="0.1" />
    </attribute></component></node></scene>"#;

#[test]
fn animations_are_played_as_each_engine_reads_them() {
    let document = Document::parse(PLAYED).unwrap();
    let rbfx = Classes::of(Engine::Rbfx);
    let (scene, findings) = document.scene().to_engine(document.classes(), rbfx);
    assert!(findings.is_empty(), "{findings:?}");
    let [model, controller] = &scene.nodes[1].components[..] else { panic!("two components") };
    assert!(model.attributes.is_empty());
    let Some(Variant::VariantVector(items)) = controller.get("Animations") else { panic!("a list") };
    assert_eq!(items.len(), 1 + 2 * 15);
    let texts = |items: &[Variant<'_>]| -> Vec<String> {
        items.iter().map(|item| String::from_utf8(item.to_text(Engine::Rbfx.hashes()).unwrap()).unwrap()).collect()
    };
    let walk = [
        "Animation;Walk.ani",
        "true",
        "true",
        "2",
        "0",
        "Hips",
        "0.1",
        "1.5",
        "0",
        "1e+08",
        "1.25",
        "false",
        "0.75",
        "1",
        "0.2",
    ];
    let pose = [
        "Animation;Pose.ani",
        "false",
        "false",
        "1",
        "0",
        "",
        "0",
        "0.25",
        "0",
        "1e+08",
        "0",
        "false",
        "0.5",
        "0.5",
        "0",
    ];
    assert_eq!(texts(&items[1..16]), walk);
    // The engine compares the number exactly: any other one is a time, at which a looped animation stops.
    assert_eq!(items[10], Variant::Float(100_000_000.0));
    assert_eq!(texts(&items[16..]), pose);

    let (back, findings) = scene.to_engine(rbfx, Classes::of(Engine::Urho3d));
    assert!(findings.is_empty(), "{findings:?}");
    let [model, controller] = &back.nodes[1].components[..] else { panic!("two components") };
    let was = document.scene();
    assert_eq!(model.get("Animation States"), was.nodes[1].components[0].get("Animation States"));
    let Some(Variant::VariantVector(items)) = controller.get("Animations") else { panic!("a list") };
    assert_eq!(texts(&items[..5]), ["Walk.ani", "1.25", "1", "0.2", "0.1"]);
}

#[test]
fn a_model_with_poses_gets_a_controller() {
    let text = String::from_utf8(PLAYED.to_vec()).unwrap();
    let end = text.find("    <component type=\"AnimationController\"").unwrap();
    let text = format!("{}</node></scene>", &text[..end]);
    let (scene, findings) = to_rbfx(text.as_bytes());
    let classes: Vec<String> = scene.nodes[1].components.iter().map(|one| one.class.name.to_string()).collect();
    assert_eq!(classes, ["AnimatedModel", "AnimationController"]);
    assert_eq!(findings.iter().next().unwrap().kind, urho_scene::kinds::ANIMATIONS_MOVED);
}

/// Every attribute that two engines have keeps its value there and back.
#[test]
fn shared_attributes_keep_their_values() {
    for (from, to) in [(Engine::Urho3d, Engine::Rbfx), (Engine::U3d, Engine::Rbfx), (Engine::Rbfx, Engine::Urho3d)] {
        let (from, to) = (Classes::of(from), Classes::of(to));
        let mut count = 0;
        for class in from.iter().filter(|class| !["Scene", "Node"].contains(&class.name())) {
            let Some(other) = to.named(class.name()) else { continue };
            let own = |name: &str| !["Animations", "Animation States", "Node Animation States"].contains(&name);
            let shared = class.attributes().iter().filter(|info| own(&info.name));
            let shared =
                shared.filter(|info| other.attribute(info.name.as_bytes()).is_some_and(|one| one.kind == info.kind));
            let attributes: Vec<Attribute<'static>> = shared
                .map(|info| {
                    let value = crate::order::value(from.engine(), info.kind, None);
                    Attribute::new(from.engine(), info.name.to_string(), Value::Variant(value))
                })
                .collect();
            let mut scene = Scene::new(from.engine(), Kind::Scene);
            let component = scene.add_component(0, class.name().to_owned()).unwrap();
            component.attributes = urho_scene::Attributes::List(attributes.clone());
            let (there, lost) = scene.to_engine(from, to);
            assert!(lost.is_empty(), "{}: {lost:?}", class.name());
            let (back, lost) = there.to_engine(to, from);
            assert!(lost.is_empty(), "{}: {lost:?}", class.name());
            assert_eq!(back.nodes[0].components[0].attributes, urho_scene::Attributes::List(attributes.clone()));
            count += attributes.len();
        }
        assert!(count > 300, "{count}");
    }
}

#[test]
fn a_prefab_comes_back_from_rbfx_without_its_preview() {
    let file = br#"<resource><components><component _typeName="Octree" /></components><nodes>
        <node _id="2"><nodes><node _id="3" /></nodes></node><node _id="4"><nodes><node _id="5" /></nodes></node></nodes></resource>"#;
    let document = Document::parse(file).unwrap();
    let (scene, findings) = document.scene().to_engine(document.classes(), Classes::of(Engine::Urho3d));
    let ids: Vec<(u32, Option<u32>)> = scene.nodes.iter().map(|node| (node.id, node.parent)).collect();
    assert_eq!(ids, [(2, None), (3, Some(0))]);
    assert_eq!(findings.losses().len(), 1, "{findings:?}");
}

#[test]
fn classes_of_a_game_have_types() {
    let table =
        "# of the game\nSpinner\tSpeed\tFloat\t1\nSpinner\tTarget\tInt\t0\t4\nSpinner\tMode\tInt\tFast\t\tSlow|Fast\n";
    let classes = Classes::of(Engine::Urho3d).with_table(table).unwrap();
    let read = ReadOptions::default().classes(classes.clone());
    let file = br#"<node id="1"><component type="Spinner" id="1"><attribute name="Speed" value="3" /><attribute name="Mode" value="slow" />
        </component></node>"#;
    let document = Document::parse_with(file, &read).unwrap();
    assert!(document.validate().is_empty(), "{:?}", document.validate());
    let rbfx = Classes::of(Engine::Rbfx).with_table(table).unwrap();
    let (scene, findings) = document.scene().to_engine(&classes, &rbfx);
    assert!(findings.is_empty(), "{findings:?}");
    let spinner = &scene.nodes[1].components[0];
    assert_eq!((spinner.get("Speed"), spinner.get("Mode")), (Some(Variant::Float(3.0)), Some(Variant::Int(0))));
    assert_eq!(spinner.class, HashedName::of(Engine::Rbfx.hashes(), "Spinner"));
    for (table, line, why) in [
        ("Spinner\tSpeed\n", 1, "expected class, attribute and type"),
        ("\nSpinner\tSpeed\tSquare\n", 2, "unknown type \"Square\""),
        ("Light\tRange\tFloat\n", 1, "Light already has an attribute \"Range\""),
        ("A\tB\tInt\t0\tx\n", 1, "invalid flags \"x\""),
        ("\tB\tInt\n", 1, "has no name"),
    ] {
        let error = classes.with_table(table).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::ClassTable { line: at, .. } if *at == line), "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
}

/// A class and attributes of which only hashes are known mean the same to an engine with the same hashes.
#[test]
fn hashes_without_names_stay_in_the_same_family() {
    let mut scene = Scene::new(Engine::Rbfx, Kind::Scene);
    let attribute =
        Attribute { name: urho_scene::urho_core::StringHash(7).into(), value: Value::Variant(Variant::Int(5)) };
    scene.nodes[0].components = vec![urho_scene::Component {
        class: urho_scene::urho_core::StringHash(9).into(),
        attributes: urho_scene::Attributes::List(vec![attribute]),
        ..Default::default()
    }];
    let rbfx = Classes::of(Engine::Rbfx);
    let (same, lost) = scene.to_engine(rbfx, rbfx);
    assert!(lost.is_empty() && same.nodes[0].components == scene.nodes[0].components, "{lost:?}");
    let (other, lost) = scene.to_engine(rbfx, Classes::of(Engine::Urho3d));
    assert!(other.nodes[0].components.is_empty());
    assert_eq!(lost.losses().len(), 1);
}
