//! The engine of scenes, by their content and their projects.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Converted, Engine, Input, OutputFormat, convert};
use asset_formats::Asset;
use asset_project::Resources;

fn options(project: Option<&Path>) -> ConvertOptions {
    let resources = |folder: &Path| Arc::new(Resources::new().folder(folder).unwrap());
    project.map_or_else(ConvertOptions::default, |folder| ConvertOptions::default().resources(resources(folder)))
}

/// Converts a file, and returns the message about the detected engine.
fn converted(asset: &Asset<'_>, output: OutputFormat, options: &ConvertOptions) -> (Converted, Option<String>) {
    let result = convert(&[Input::new("a", asset)], output, "Scenes/A", options).unwrap();
    let mut messages =
        result.findings.iter().filter(|finding| finding.kind.as_str() == "engine-assets/engine-detected");
    let message = messages.next().map(|finding| finding.message.to_string());
    assert_eq!(messages.count(), 0);
    (result, message)
}

/// The text of the requested file.
fn text(result: &Converted) -> String {
    String::from_utf8(result.files.last().unwrap().bytes.clone()).unwrap()
}

/// A scene in the encoding that all engines read, without anything that only one of them has.
const SCENE: &str = r#"<scene id="1"><attribute name="Name" value="Level" /><node id="2"><attribute name="Name" value="Box" />
<component type="StaticModel" id="1"><attribute name="Model" value="Model;Models/Box.mdl" />
<attribute name="Material" value="Material;Materials/Stone.xml" /></component></node></scene>"#;

const STONE: &str = r#"<material><technique name="Techniques/DiffNormal.xml" />
<texture slot="Albedo" name="Textures/Stone.png" /><parameter name="MatSpecColor" value="0.3 0.3 0.3 16" /></material>
"#;

/// A project with a model and a material with a texture slot.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let model = urho_mdl::Model::builder().positions(&[[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]).indices(&[0, 1, 2]);
    let model = model.build().unwrap().to_bytes().unwrap();
    for (name, bytes) in [("Models/Box.mdl", model), ("Materials/Stone.xml", STONE.into())] {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

#[test]
fn an_unchanged_scene_of_rbfx_comes_back_with_its_materials() {
    let project = project();
    let scene = Asset::parse(SCENE.as_bytes(), Some("Level.xml".as_ref())).unwrap();
    let (glb, messages) = converted(&scene, OutputFormat::GLB, &options(Some(project.path())));
    let reason = "read for rbfx: the project has Materials/Stone.xml, with texture slots of rbfx; the option engine sets another engine";
    assert_eq!(messages.as_deref(), Some(reason));
    let glb = glb.files.last().unwrap().bytes.clone();
    let glb = Asset::parse(&glb, Some("a.glb".as_ref())).unwrap();
    let (back, messages) = converted(&glb, OutputFormat::SCENE_XML, &options(None));
    assert_eq!(messages.as_deref(), Some("written for rbfx: the source file is for it"));
    let material = back.files.iter().find(|file| file.name == "Materials/Stone.xml").unwrap();
    assert_eq!(std::str::from_utf8(&material.bytes).unwrap(), STONE);
    assert!(text(&back).contains(r#"value="Material;Materials/Stone.xml""#));
}

#[test]
fn a_scene_without_its_project_is_of_the_engine_of_its_materials() {
    let project = project();
    let scene = Asset::parse(SCENE.as_bytes(), Some("Level.xml".as_ref())).unwrap();
    // The scene was converted for Urho3D.
    let (glb, messages) =
        converted(&scene, OutputFormat::GLB, &options(Some(project.path())).engine(Some(Engine::Urho3d)));
    assert_eq!(messages, None);
    let glb = glb.files.last().unwrap().bytes.clone();
    let glb = Asset::parse(&glb, Some("a.glb".as_ref())).unwrap();
    let (back, messages) = converted(&glb, OutputFormat::SCENE_XML, &options(None));
    let reason = "written for rbfx: the source file of the material Materials/Stone.xml has texture slots of rbfx";
    assert_eq!(messages.as_deref(), Some(reason));
    assert!(back.files.iter().any(|file| file.name == "Materials/Stone.xml" && file.bytes == STONE.as_bytes()));
    // Its nodes were stored for the other engine.
    let text = text(&back);
    assert!(text.contains(r#"<node id="2">"#) && text.contains(r#"value="Model;Models/Box.mdl""#), "{text}");
}

#[test]
fn a_scene_of_an_archive_becomes_one_of_urho3d() {
    let archive = br#"<resource _id="1"><components><component _id="1" _typeName="RenderPipeline" /></components><nodes>
<node _id="2"><attributes><attribute name="Name" type="String" value="Lamp" /></attributes>
<components><component _id="3" _typeName="Light"><attributes><attribute name="Range" type="Float" value="5" /></attributes></component></components>
</node></nodes></resource>"#;
    let scene = Asset::parse(archive, Some("a.scene".as_ref())).unwrap();
    let (glb, told) = converted(&scene, OutputFormat::GLB, &options(None));
    assert_eq!(told, None);
    let glb = glb.files.last().unwrap().bytes.clone();
    let glb = Asset::parse(&glb, Some("a.glb".as_ref())).unwrap();
    let how = options(None).engine(Some(Engine::Urho3d)).lossy(true);
    let text = text(&converted(&glb, OutputFormat::SCENE_XML, &how).0);
    let light = text.split(r#"<component type="Light""#).nth(1).unwrap();
    assert!(light.contains(r#"<attribute name="Range" value="5" />"#), "{text}");
    assert!(!text.contains("RenderPipeline"), "{text}");
}

#[test]
fn new_scenes_are_for_the_engine_of_the_project() {
    let gltf = br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Lamp"}]}"#;
    let asset = Asset::parse(gltf, Some("a.gltf".as_ref())).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (data, techniques) = (folder.path().join("Data"), folder.path().join("CoreData/Techniques"));
    fs::create_dir_all(&data).unwrap();
    fs::create_dir_all(&techniques).unwrap();
    let result = |engine: Option<Engine>| {
        let (result, messages) = converted(&asset, OutputFormat::SCENE_XML, &options(Some(&data)).engine(engine));
        let text = text(&result);
        // Scenes of rbfx number nodes in one way.
        (text.contains("Next Node ID"), messages)
    };
    assert_eq!(result(None), (false, None));
    fs::write(techniques.join("LitOpaque.xml"), "<technique/>").unwrap();
    assert_eq!(
        result(None),
        (true, Some("written for rbfx: the target project has Techniques/LitOpaque.xml, a file of rbfx".to_owned()))
    );
    assert_eq!(result(Some(Engine::Urho3d)), (false, None));
}

#[test]
fn the_name_of_a_format_says_whether_a_scene_is_an_archive_and_an_extension_doesnt() {
    let archive = br#"<resource _id="1"><components><component _id="1" _typeName="Octree" /></components><nodes>
<node _id="2"><components><component _id="2" _typeName="Light"><attributes><attribute name="Range" type="Float" value="5" /></attributes></component></components>
</node></nodes></resource>"#;
    let scene = Asset::parse(archive, Some("a.scene".as_ref())).unwrap();
    let (glb, _) = converted(&scene, OutputFormat::GLB, &options(None));
    let glb = glb.files.last().unwrap().bytes.clone();
    let glb = Asset::parse(&glb, Some("a.glb".as_ref())).unwrap();
    for (output, begins) in [
        (OutputFormat::SCENE_XML, &b"<?xml version=\"1.0\"?>\n<scene id=\"1\""[..]),
        (OutputFormat::SCENE_BINARY, b"USCN"),
        (OutputFormat::XML, b""),
        (OutputFormat::BINARY, b"\0BIN"),
        (OutputFormat::ARCHIVE_XML, b""),
    ] {
        // From the archive itself, and by way of glTF.
        for asset in [&scene, &glb] {
            let made = converted(asset, output, &options(None)).0;
            let bytes = &made.files.last().unwrap().bytes;
            // The form that it has already: the original, by way of glTF too.
            if matches!(output, OutputFormat::XML | OutputFormat::ARCHIVE_XML) {
                assert_eq!(bytes, archive, "{output:?}");
                continue;
            }
            assert!(bytes.starts_with(begins), "{output:?}: {}", String::from_utf8_lossy(bytes));
            let Some(read) = Asset::parse_as(asset_formats::Format::URHO_SCENE, bytes)
                .ok()
                .and_then(|asset| asset.into_owned().downcast::<urho_scene::Document<'static>>())
            else {
                panic!()
            };
            assert_eq!((read.engine(), read.kind()), (Engine::Rbfx, urho_scene::Kind::Scene), "{output:?}");
            let read = read.scene();
            let lights =
                read.nodes.iter().flat_map(|node| &node.components).filter(|component| component.is_a("Light"));
            let ranges: Vec<_> = lights.map(|light| light.get("Range").map(urho_scene::Variant::into_owned)).collect();
            assert_eq!(ranges, [Some(urho_scene::Variant::Float(5.0))], "{output:?}");
        }
    }
}

#[test]
fn new_prefabs_for_rbfx_are_archives_unless_the_format_is_named() {
    let gltf = br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Lamp"}]}"#;
    let asset = Asset::parse(gltf, Some("a.gltf".as_ref())).unwrap();
    let refused = |result: &Converted| {
        result.findings.iter().filter(|finding| finding.kind.as_str() == "urho-scene/prefab-not-archive").count()
    };
    for (output, engine, begins, warnings) in [
        (OutputFormat::XML, Engine::Rbfx, &b"<?xml version=\"1.0\"?>\n<resource"[..], 0),
        (OutputFormat::JSON, Engine::Rbfx, b"{\n\t\"", 0),
        (OutputFormat::BINARY, Engine::Rbfx, b"\0BIN", 0),
        (OutputFormat::SCENE_XML, Engine::Rbfx, b"<?xml version=\"1.0\"?>\n<node", 1),
        (OutputFormat::XML, Engine::Urho3d, b"<?xml version=\"1.0\"?>\n<node", 0),
    ] {
        let result = converted(&asset, output, &options(None).prefab(true).engine(Some(engine))).0;
        let bytes = &result.files.last().unwrap().bytes;
        assert!(bytes.starts_with(begins), "{output:?}: {}", String::from_utf8_lossy(bytes));
        assert_eq!(refused(&result), warnings, "{output:?} {engine}");
        let Some(read) = Asset::parse_as(asset_formats::Format::URHO_PREFAB, bytes)
            .ok()
            .and_then(|asset| asset.into_owned().downcast::<urho_scene::Document<'static>>())
        else {
            panic!()
        };
        assert_eq!(read.kind(), urho_scene::Kind::Prefab, "{output:?} {engine}");
        assert_eq!(read.encoding().is_archive(), engine == Engine::Rbfx && warnings == 0, "{output:?} {engine}");
    }
}
