//! Values of scenes.

use super::{got, text};
use asset_formats::Asset;
use asset_paths::{PathError, SetOptions, Values};

const YARD: &[u8] = br#"<?xml version="1.0"?>
<scene id="1">
	<attribute name="Name" value="Yard" />
	<component type="Octree" id="1" />
	<node id="2">
		<attribute name="Name" value="Jack" />
		<attribute name="Position" value="1 2 3" /> <!-- by the well -->
		<component type="AnimatedModel" id="2">
			<attribute name="Model" value="Model;Models/Jack.mdl" />
			<attribute name="Material" value="Material;Materials/Skin.xml;Materials/Coat.xml" />
		</component>
		<component type="ScriptInstance" id="3">
			<attribute name="rotationSpeed" value="10 0 0" />
		</component>
		<node id="81">
			<attribute name="Name" value="Eye" />
			<component type="Camera" id="4">
				<attribute name="FOV" value="60" />
			</component>
			<component type="Camera" id="5" />
		</node>
	</node>
	<node id="82">
		<attribute name="Name" value="Eye" />
		<component type="Light" id="6">
			<attribute name="Light Type" value="Point" />
		</component>
	</node>
</scene>
"#;

fn yard() -> Asset<'static> {
    Asset::parse(YARD, Some("Yard.xml".as_ref())).unwrap()
}

#[test]
fn values_are_found_by_name_position_and_id() {
    let yard = yard();
    for (path, expected) in [
        ("kind", "scene"),
        ("nodes/Jack/AnimatedModel/Material[1]", "Materials/Coat.xml"),
        ("nodes/Jack/AnimatedModel/Material", "Material;Materials/Skin.xml;Materials/Coat.xml"),
        ("nodes/Jack/AnimatedModel/Model", "Models/Jack.mdl"),
        ("nodes/Jack/ScriptInstance/rotationSpeed", "10 0 0"),
        ("nodes/Jack/Position", "1 2 3"),
        ("nodes/Jack/position", "1 2 3"),
        ("nodes[1]/Name", "Jack"),
        ("nodes[#81]/components[0]/FOV", "60"),
        ("nodes[#81]/components[#5]/FOV", "45"),
        ("nodes/Jack/children/Eye/components[1]/Near Clip", "0.1"),
        ("nodes[#82]/Light/Light Type", "Point"),
        ("nodes[#82]/enabled", "true"),
        ("nodes[#82]/parent", "0"),
    ] {
        assert_eq!(text(&yard, path), expected, "{path}");
    }
}

#[test]
fn patterns_match_every_part_once() {
    let yard = yard();
    let fovs = got(&yard, "nodes/**[Camera]/Fov").unwrap();
    let expected = [("nodes[2]/components[0]/FOV", "60"), ("nodes[2]/components[1]/FOV", "45")];
    assert_eq!(fovs, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
    for (path, _) in fovs {
        assert_eq!(got(&yard, &path).unwrap().len(), 1);
    }
    assert_eq!(got(&yard, "nodes/*[Camera]/Name").unwrap(), [("nodes[2]/Name".to_owned(), "Eye".to_owned())]);
    assert_eq!(got(&yard, "nodes/**/**/FOV").unwrap().len(), 2);
    let all = got(&yard, "**").unwrap();
    let mut paths: Vec<&String> = all.iter().map(|(path, _)| path).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), all.len());
    assert!(matches!(got(&yard, "nodes/**[Zone]/x"), Err(PathError::NoMatch)));
}

#[test]
fn errors_list_what_exists() {
    let yard = yard();
    let error = |path: &str| got(&yard, path).unwrap_err().to_string();
    assert_eq!(error("nodes/Eye/Name"), "nodes/Eye: 2 parts have this name; choose one: nodes[2], nodes[3]");
    assert_eq!(
        error("nodes[2]/Camera/FOV"),
        "nodes[2]/Camera: 2 parts have this name; choose one: nodes[2]/components[0], nodes[2]/components[1]"
    );
    assert_eq!(error("node"), "node: there is no such part; the document has kind, encoding, engine, nodes");
    assert_eq!(error("nodes[#7]"), "nodes[#7]: there is no such part; nodes has Yard, Jack, [2], [3]");
}

/// Sets a value of the yard and returns the file.
fn set(path: &str, text: &str, options: &SetOptions) -> Result<String, PathError> {
    let mut yard = yard();
    yard.set_values(&path.parse()?, text, options)?;
    Ok(String::from_utf8(yard.to_bytes().unwrap()).unwrap())
}

fn file() -> String {
    String::from_utf8(YARD.to_vec()).unwrap()
}

#[test]
fn only_the_named_value_changes() {
    let plain = SetOptions::default();
    for (path, text, before, after) in [
        ("nodes/Jack/Position", "4 5 6.50", "1 2 3", "4 5 6.50"),
        ("nodes/Jack/AnimatedModel/Model", "Models/Jill.mdl", "Models/Jack.mdl", "Models/Jill.mdl"),
        ("nodes/Jack/AnimatedModel/Material[1]", "Materials/Hat.xml", "Materials/Coat.xml", "Materials/Hat.xml"),
        ("nodes/**[Light]/Light Type", "spot", "\"Point\"", "\"spot\""),
        ("nodes/Jack/ScriptInstance/rotationSpeed", "0 0 9", "10 0 0", "0 0 9"),
    ] {
        let changed = set(path, text, &plain).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(changed, file().replace(before, after), "{path}");
    }
    let added = set("nodes[2]/components[1]/FOV", "70", &plain).unwrap();
    let camera =
        "<component type=\"Camera\" id=\"5\">\n\t\t\t\t<attribute name=\"FOV\" value=\"70\" />\n\t\t\t</component>";
    assert_eq!(added, file().replace("<component type=\"Camera\" id=\"5\" />", camera));
}

#[test]
fn conditions_choose_values() {
    let only = |condition: &str| SetOptions::default().only(condition.parse().unwrap());
    assert_eq!(set("nodes/*/**/FOV", "1", &only("FOV=60")).unwrap(), file().replace("value=\"60\"", "value=\"1\""));
    assert_eq!(set("nodes/*/Name", "Ear", &only("Light/Light Type=point")).unwrap().matches("Ear").count(), 1);
    assert_eq!(set("nodes/*/Name", "Ear", &only("/kind=prefab")).unwrap(), file());
}

#[test]
fn wrong_values_are_errors_that_name_the_valid_ones() {
    let plain = SetOptions::default();
    let error = |path: &str, text: &str| set(path, text, &plain).unwrap_err().to_string();
    let words = "nodes[3]/Light/Light Type: \"Sun\" isn't one of its values: Directional, Spot, Point";
    assert_eq!(error("nodes[#82]/Light/Light Type", "Sun"), words);
    assert_eq!(
        error("nodes/Jack/Position", "1 2"),
        "nodes/Jack/Position: expected three numbers: x y z, found \"1 2\""
    );
    assert_eq!(error("nodes/Jack/Is Enabled", "yes"), "nodes/Jack/Is Enabled: expected true or false, found \"yes\"");
    assert_eq!(error("kind", "prefab"), "kind: it follows from other content and can't be set");
    assert!(error("nodes/Jack", "x").contains("set them one by one"));
    assert!(error("nodes/Jack/Nose", "x").contains("there is no such part"));
}

#[test]
fn missing_values_are_added_on_request() {
    let create = SetOptions::default().create(true);
    let changed = set("nodes/Jack/ScriptInstance/speed", "3", &create).unwrap();
    assert!(changed.contains("value=\"10 0 0\" />\n\t\t\t<attribute name=\"speed\" value=\"3\" />"), "{changed}");
}

#[test]
fn an_insertion_is_undone_by_its_removal() {
    for (list, text, path) in [
        ("nodes", "Lamp", "nodes/Lamp"),
        ("nodes/Jack/children", "Hand", "nodes/Hand"),
        ("nodes/Jack/components", "Light", "nodes/Jack/Light"),
        ("nodes[0]/components", "DebugRenderer", "nodes[0]/DebugRenderer"),
        ("nodes/Jack/AnimatedModel/Material", "Materials/Hat.xml", "nodes/Jack/AnimatedModel/Material[2]"),
        ("nodes/Jack/AnimatedModel/Material[0]", "Materials/Hat.xml", "nodes/Jack/AnimatedModel/Material[0]"),
    ] {
        let mut yard = yard();
        yard.insert_value(&list.parse().unwrap(), text).unwrap_or_else(|error| panic!("{list}: {error}"));
        assert_ne!(yard.to_bytes().unwrap(), YARD, "{list}");
        yard.remove_values(&path.parse().unwrap(), &[]).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(String::from_utf8(yard.to_bytes().unwrap()).unwrap(), file(), "{list}");
    }
}

#[test]
fn removals_leave_the_rest() {
    let mut yard = yard();
    yard.remove_values(&"nodes[2]/components[*]".parse().unwrap_or_default(), &[]).unwrap_err();
    let removed = yard.remove_values(&"nodes/*[Camera]/Camera".parse().unwrap(), &[]).unwrap();
    assert_eq!(removed.len(), 2);
    assert!(!String::from_utf8(yard.to_bytes().unwrap()).unwrap().contains("Camera"));
    assert!(yard.remove_values(&"nodes/Jack/Scale".parse().unwrap(), &[]).is_err());
    assert!(yard.remove_values(&"nodes[0]".parse().unwrap(), &[]).is_err());
}

#[test]
fn attribute_animations_are_read() {
    let animation = |time: f32| {
        format!(
            "<attributeanimation name=\"Position\" interpolationmethod=\"Linear\" wrapmode=\"Loop\" speed=\"2\"><keyframe time=\"{time}\" type=\"Vector3\" value=\"1 2 3\" /></attributeanimation>"
        )
    };
    let scene = |time: f32| {
        format!(
            "<scene id=\"1\"><node id=\"2\"><attribute name=\"Name\" value=\"Lift\" />{}</node></scene>",
            animation(time)
        )
    };
    let (old, new) = (scene(0.5), scene(0.75));
    let parse = |text| Asset::parse(text, Some("Yard.xml".as_ref())).unwrap();
    let mut asset = parse(old.as_bytes());
    let at = "nodes/Lift/animations/Position/keys[0]";
    assert_eq!(text(&asset, &format!("{at}/value")), "1 2 3");
    assert_eq!(text(&asset, "nodes/Lift/animations/Position/wrap_mode"), "Loop");
    let error = asset.set_values(&format!("{at}/time").parse().unwrap(), "1", &SetOptions::default()).unwrap_err();
    assert!(error.to_string().contains("edit the file"), "{error}");
    let changes = asset_paths::diff(&asset, &parse(new.as_bytes()), &Default::default()).unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!((changes[0].path.as_str(), changes[0].new.as_deref()), (format!("{at}/time").as_str(), Some("0.75")));
}
