//! Values of scenes.

use super::{got, text};
use asset_project::Asset;
use asset_project::paths::PathError;

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
    assert_eq!(error("node"), "node: there is no such part; the document has kind, form, engine, nodes");
    assert_eq!(error("nodes[#7]"), "nodes[#7]: there is no such part; nodes has Yard, Jack, [2], [3]");
}
