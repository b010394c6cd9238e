//! Materials of models without a material list.

use std::io;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Input, OutputFormat, Overwrite, convert};
use asset_formats::Asset;
use asset_project::{Files, Resources};

/// Files in memory.
#[derive(Debug)]
struct Memory(Vec<(&'static str, String)>);

impl Files for Memory {
    fn find(&self, name: &str, _: bool) -> Option<String> {
        self.0.iter().map(|(own, _)| (*own).to_owned()).find(|own| own == name)
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let (_, text) = self.0.iter().find(|(own, _)| *own == name).ok_or(io::ErrorKind::NotFound)?;
        Ok(text.bytes().take(most as usize).collect())
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

fn material(red: &str) -> String {
    format!(r#"<material><parameter name="MatDiffColor" value="{red} 0 0 1"/></material>"#)
}

/// A scene with a component for each list of materials, all with the model.
fn scene(materials: &[&str]) -> String {
    let nodes = materials.iter().map(|list| {
        format!(
            r#"<node id="2"><component type="StaticModel" id="3"><attribute name="Model" value="Model;Models/Sub/Character.mdl"/><attribute name="Material" value="Material;{list}"/></component></node>"#
        )
    });
    format!(r#"<scene id="1">{}</scene>"#, nodes.collect::<String>())
}

/// The materials of the model's scene by their files, and the notes about them.
fn chosen(files: Vec<(&'static str, String)>) -> (Vec<Option<String>>, Vec<String>) {
    let samples = fuzzkit::samples::all();
    let bytes =
        samples.into_iter().find(|sample| sample.name == "Models/Character.mdl" || sample.name == "Character.mdl");
    let bytes = bytes.unwrap().bytes;
    let asset = Asset::parse(&bytes, None).unwrap();
    let options = ConvertOptions::default().resources(Arc::new(Resources::new().files("memory", Memory(files))));
    let input = Input::new("Character", &asset).resource("Models/Sub/Character.mdl");
    let converted = convert(&[input], OutputFormat::GLB, "Character.glb", &options).unwrap();
    let glb = &converted.files.last().unwrap().bytes;
    let gltf = asset_formats::GltfDocument::parse(glb, &asset_gltf::NoFiles).unwrap();
    let file =
        |material: &asset_scene::Material| Some(material.source.as_ref()?.layout.get("file")?.as_str()?.to_owned());
    let is_choice = |finding: &&binio::Finding| {
        ["scene-urho/materials-chosen", "scene-urho/no-material-list"].contains(&finding.kind.as_str())
    };
    let notes = converted.findings.iter().filter(is_choice).map(|finding| finding.message.clone());
    (gltf.scene.materials.iter().map(file).collect(), notes.collect())
}

#[test]
fn the_list_comes_before_everything_else() {
    let (files, notes) = chosen(vec![
        ("Models/Sub/Character.txt", "Materials/Listed.xml\n".to_owned()),
        ("Materials/Listed.xml", material("0.1")),
        ("Materials/Character.xml", material("0.2")),
        ("Scenes/A.xml", scene(&["Materials/Other.xml"])),
        ("Materials/Other.xml", material("0.3")),
    ]);
    assert_eq!(files[0].as_deref(), Some("Materials/Listed.xml"));
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn a_material_of_the_models_name_is_for_all_geometries() {
    let (files, notes) = chosen(vec![
        ("Materials/Sub/Character.xml", material("0.2")),
        ("Scenes/A.xml", scene(&["Materials/Other.xml"])),
        ("Materials/Other.xml", material("0.3")),
    ]);
    assert!(files.iter().all(|file| file.as_deref() == Some("Materials/Sub/Character.xml")), "{files:?}");
    assert_eq!(notes, ["Materials/Sub/Character.xml: named like the model"]);
}

#[test]
fn scenes_give_their_most_frequent_materials() {
    let (files, notes) = chosen(vec![
        ("Scenes/A.xml", scene(&["Materials/Rare.xml", "Materials/Often.xml", ""])),
        ("Objects/B.xml", scene(&["Materials/Often.xml"])),
        ("Textures/C.xml", scene(&["Materials/Rare.xml", "Materials/Rare.xml"])),
        ("Materials/Often.xml", material("0.3")),
        ("Materials/Rare.xml", material("0.4")),
    ]);
    assert_eq!(files[0].as_deref(), Some("Materials/Often.xml"));
    assert!(
        notes[0].starts_with("Materials/Often.xml") && notes[0].ends_with(": used with the model in scenes"),
        "{notes:?}"
    );
}

#[test]
fn the_only_material_of_the_nearest_folder_is_the_last_resort() {
    let only = || ("Models/Sub/Materials/Skin_M.xml", material("0.5"));
    let far = || vec![("Materials/A.xml", material("0.1")), ("Materials/B.xml", material("0.2"))];
    let (files, notes) =
        chosen(far().into_iter().chain([only(), ("Models/Sub/Materials/readme.txt", String::new())]).collect());
    assert_eq!(files[0].as_deref(), Some("Models/Sub/Materials/Skin_M.xml"));
    assert_eq!(notes, ["Models/Sub/Materials/Skin_M.xml: the only material in the folder"]);
    // Two are no answer, and a folder farther away is none either.
    let two = ("Models/Sub/Materials/Other.xml", material("0.6"));
    let (files, notes) = chosen(vec![only(), two, ("Models/Materials/Far.xml", material("0.7"))]);
    assert!(files.iter().all(Option::is_none), "{files:?}");
    assert!(notes[0].contains("no material list Models/Sub/Character.txt"), "{notes:?}");
}

/// A glTF of a triangle with a material called "Material".
fn triangle(color: &str) -> Vec<u8> {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
        "materials":[{{"name":"Material","pbrMetallicRoughness":{{"baseColorFactor":{color}}}}}],
        "buffers":[{{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}]}}"#
    )
    .into_bytes()
}

#[test]
fn materials_of_one_name_are_shared_or_get_the_models_name() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("Data");
    std::fs::create_dir(&data).unwrap();
    let convert_shared = |name: &str, color: &str, (replaces, shared): (bool, bool)| {
        let bytes = triangle(color);
        let asset = Asset::parse(&bytes, Some("a.gltf".as_ref())).unwrap();
        let resources = Arc::new(Resources::new().folder(&data).unwrap());
        let options = ConvertOptions::default().resources(resources).replaces(replaces).shared(shared);
        let output = format!("Models/{name}.mdl");
        let converted = convert(&[Input::new(name, &asset)], OutputFormat::MDL, &output, &options).unwrap();
        let overwrite = if replaces { Overwrite::Always } else { Overwrite::Never };
        converted.write_below(&data, overwrite).unwrap();
        let list = std::fs::read_to_string(data.join(format!("Models/{name}.txt"))).unwrap();
        list.trim().to_owned()
    };
    let convert_to = |name: &str, color: &str, replaces: bool| convert_shared(name, color, (replaces, false));
    let (red, blue) = ("[1,0,0,1]", "[0,0,1,1]");
    assert_eq!(convert_to("A", red, false), "Materials/Material.xml");
    assert_eq!(convert_to("B", red, false), "Materials/Material.xml");
    assert_eq!(convert_to("C", blue, false), "Materials/C_Material.xml");
    let red_file = std::fs::read(data.join("Materials/Material.xml")).unwrap();
    assert_ne!(red_file, std::fs::read(data.join("Materials/C_Material.xml")).unwrap());
    // A model that is converted again replaces its files on request, but none that another model uses too.
    let read = |name: &str| std::fs::read(data.join("Materials").join(name)).unwrap();
    assert_eq!(convert_to("C", red, true), "Materials/Material.xml");
    assert_eq!(convert_to("C", blue, true), "Materials/C_Material.xml");
    assert_eq!(convert_to("A", blue, true), "Materials/A_Material.xml");
    assert_eq!((read("Material.xml"), read("A_Material.xml")), (red_file.clone(), read("C_Material.xml")));
    assert_eq!(convert_shared("B", blue, (true, true)), "Materials/Material.xml");
    assert_eq!(read("Material.xml"), read("C_Material.xml"));
}
