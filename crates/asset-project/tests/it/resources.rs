//! Resources by name: search order, upper and lower case, and names that never lead out.

use std::fs;
use std::path::Path;

use asset_formats::Asset;
use asset_project::{ResourceError, Resources, Rules, check_references};

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn pack(path: &Path, entries: &[(&'static str, &'static [u8])]) {
    let mut builder = urho_pak::Builder::new(urho_pak::Encoding::Upak);
    for (name, bytes) in entries {
        builder.add(*name, urho_pak::Content::bytes(*bytes)).unwrap();
    }
    let mut out = std::io::Cursor::new(Vec::new());
    builder.write_to(&mut out).unwrap();
    fs::write(path, out.into_inner()).unwrap();
}

fn text(resources: &Resources, name: &str) -> String {
    String::from_utf8(resources.read(name).unwrap().unwrap().bytes).unwrap()
}

#[test]
fn packages_come_first_and_then_folders_in_order() {
    let temporary = tempfile::tempdir().unwrap();
    let at = temporary.path();
    write(at, "Data/Materials/A.xml", b"folder");
    write(at, "Data/Materials/B.xml", b"folder");
    write(at, "CoreData/Materials/A.xml", b"core");
    write(at, "CoreData/Materials/C.xml", b"core");
    pack(&at.join("Extra.pak"), &[("Materials/B.xml", b"package")]);
    let all = || {
        Resources::new()
            .folder(at.join("Data"))
            .unwrap()
            .folder(at.join("CoreData"))
            .unwrap()
            .root(at.join("Extra.pak"))
            .unwrap()
    };
    let resources = all();
    assert_eq!(
        ["A", "B", "C"].map(|name| text(&resources, &format!("Materials/{name}.xml"))),
        ["folder", "package", "core"]
    );
    assert_eq!(text(&all().folders_first(true), "Materials/B.xml"), "folder");
    assert_eq!(text(&resources, " .\\Materials\\A.xml "), "folder");
    assert!(resources.find("Materials/D.xml").unwrap().is_none());
    assert!(resources.find("Materials").unwrap().is_none());

    let around = Resources::around(at.join("Data/Materials/A.xml")).unwrap();
    assert_eq!(around.roots().count(), 3);
    write(at, "Autoload/Large/Materials/A.xml", b"autoload");
    fs::rename(at.join("Extra.pak"), at.join("CoreData.pak")).unwrap();
    let around = Resources::around(at.join("Data/Materials/A.xml")).unwrap();
    assert_eq!(["A", "B"].map(|name| text(&around, &format!("Materials/{name}.xml"))), ["autoload", "package"]);
    assert_eq!(around.name_of(&at.join("Data/Materials/A.xml")).as_deref(), Some("Materials/A.xml"));
}

#[test]
fn upper_and_lower_case_count_and_are_told() {
    let temporary = tempfile::tempdir().unwrap();
    let at = temporary.path();
    write(at, "Data/Textures/Stone.PNG", &fuzzkit::looks::png([1, 2, 3, 255]));
    write(at, "Data/Techniques/Diff.xml", b"");
    let resources = Resources::new().folder(at.join("Data")).unwrap();
    let resource = resources.find("textures/stone.png").unwrap().unwrap();
    assert_eq!((resource.name.as_str(), resource.is_exact), ("Textures/Stone.PNG", false));
    let file = br#"<material><technique name="Techniques/Diff.xml"/><technique name="Techniques/No.xml"/>
        <texture unit="diffuse" name="Textures/stone.png"/><texture unit="normal" name="../../secret.png"/></material>"#;
    let asset = Asset::parse(file, None).unwrap();
    let (findings, used) = check_references(&asset, Path::new("x.xml"), &resources);
    let messages: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 3, "{messages:#?}");
    assert!(messages[0].contains("technique 1: \"Techniques/No.xml\" doesn't exist"), "{messages:#?}");
    assert!(messages[1].contains("is \"Textures/Stone.PNG\", which differs"), "{messages:#?}");
    assert!(messages[2].contains("is no name of a resource"), "{messages:#?}");
    assert_eq!(used.len(), 2);
}

#[test]
fn nothing_leads_out() {
    let temporary = tempfile::tempdir().unwrap();
    let at = temporary.path();
    write(at, "secret.txt", b"secret");
    write(at, "Data/a.txt", b"a");
    let resources = Resources::new().folder(at.join("Data")).unwrap().rules(Rules::Pragma);
    for name in [
        "../secret.txt",
        "a/../../secret.txt",
        "/etc/passwd",
        "C:\\a.txt",
        "C:a.txt",
        "aux",
        "a.txt:stream",
        "a\0.txt",
        "",
        "a.txt.",
        "..\\secret.txt",
    ] {
        assert!(matches!(resources.find(name), Err(ResourceError::Name(_))), "{name:?}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at.join("secret.txt"), at.join("Data/out.txt")).unwrap();
        std::os::unix::fs::symlink(at, at.join("Data/up")).unwrap();
        std::os::unix::fs::symlink("a.txt", at.join("Data/in.txt")).unwrap();
        assert!(resources.find("out.txt").unwrap().is_none());
        assert!(resources.find("up/secret.txt").unwrap().is_none());
        assert_eq!(text(&resources, "in.txt"), "a");
    }
    let mut budget = binio::Limits::UNLIMITED.budget();
    budget.spend(u64::MAX).unwrap();
    assert!(matches!(resources.read_with("a.txt", &mut budget), Err(ResourceError::Limit(_))));
}

/// Compares the result for each name with the tables of the corpus.
fn compare(
    table: &str,
    columns: [usize; 3],
    asked: impl Fn(&Asset<'_>, &str) -> Option<Vec<String>>,
) -> (usize, usize) {
    let Some(root) = testkit::corpus::root() else { return (0, 0) };
    let root = root.join("pragma-scene");
    let resources = Resources::around(&root).unwrap();
    let [file, name, truth] = columns;
    let (mut count, mut found) = (0, 0);
    for line in fs::read_to_string(root.join(table)).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let path = root.join(fields[file]);
        let bytes = fs::read(&path).unwrap();
        // The format before has no reader.
        let Ok(asset) = Asset::parse(&bytes, Some(&path)) else { continue };
        let Some(candidates) = asked(&asset, fields[name]) else { continue };
        let resolved = resources.find_first(candidates.iter().map(String::as_str)).ok().flatten();
        let resolved = resolved.map_or("MISSING".to_owned(), |found| {
            found.path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/")
        });
        assert_eq!(resolved, fields[truth], "{line}");
        count += 1;
        found += usize::from(resolved != "MISSING");
    }
    (count, found)
}

#[test]
fn pragma_names_are_the_files_that_the_corpus_says() {
    let named = |asset: &Asset<'_>, name: &str| {
        let found = asset_formats::references(asset, None).into_iter().find(|one| one.name == *name);
        found.map(|one| one.candidates)
    };
    if testkit::corpus::root().is_none() {
        return;
    }
    // One of the 73 has no name, and is no reference.
    assert_eq!(compare("models.tsv", [0, 3, 4], named), (72, 26));
    let (count, found) = compare("materials.tsv", [0, 3, 4], named);
    assert!(count >= 90 && found >= 60, "{count} {found}");
}

/// A scene whose components reference missing files, files of another format, and materials beyond the geometries of their model.
#[test]
fn what_scenes_name_is_checked_by_its_type() {
    let temporary = tempfile::tempdir().unwrap();
    let at = temporary.path();
    let model = |names: &str| format!(r#"<attribute name="Model" value="Model;{names}"/>"#);
    let materials = |names: &str| format!(r#"<attribute name="Material" value="Material;{names}"/>"#);
    let components = [
        model("Models/Triangle.mdl") + &materials("Materials/A.xml"),
        model("Models/Gone.mdl"),
        model("Textures/A.dds"),
        materials("Materials/A.xml"),
        model("Models/Triangle.mdl") + &materials("Materials/A.xml;Materials/A.xml"),
        model("Models/Triangle.mdl") + &materials("Techniques/A.xml"),
    ];
    let component =
        |(id, inside): (usize, &String)| format!(r#"<component type="StaticModel" id="{id}">{inside}</component>"#);
    let all: String = components.iter().enumerate().map(component).collect();
    let variables = r#"<attribute name="Variables"><variant hash="1" type="ResourceRef" value="Model;Models/Ours.mdl"/></attribute>"#;
    let scene = format!(r#"<scene id="1"><node id="2">{variables}{all}</node></scene>"#);
    let material =
        br#"<material><technique name="Textures/A.dds"/><texture unit="diffuse" name="Textures/A.dds"/></material>"#;
    let triangle = urho_mdl::Model::builder()
        .positions(&[[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
        .indices(&[0, 1, 2])
        .build()
        .unwrap();
    write(at, "Scenes/Level.xml", scene.as_bytes());
    write(at, "Materials/A.xml", material);
    write(at, "Models/Triangle.mdl", &triangle.to_bytes().unwrap());
    write(at, "Techniques/A.xml", br#"<technique vs="Basic" ps="Basic"><pass name="base"/></technique>"#);
    write(
        at,
        "Textures/A.dds",
        b"DDS \x7c\0\0\0and so on, as long as nobody decodes it: it is known by its first bytes",
    );
    let resources = Resources::new().folder(at).unwrap();
    let check = |name: &str| {
        let path = at.join(name);
        let bytes = fs::read(&path).unwrap();
        let asset = Asset::parse(&bytes, Some(&path)).unwrap();
        let (findings, _) = check_references(&asset, &path, &resources);
        findings.iter().map(|finding| format!("{finding}")).collect::<Vec<_>>()
    };
    let expected = [
        r#"warning: node 1 > component 1: "Models/Gone.mdl" doesn't exist"#,
        r#"warning: node 1 > component 2: expected Urho3D model at "Textures/A.dds", found texture"#,
        r#"warning: node 1 > component 5: expected Urho3D material at "Techniques/A.xml", found Urho3D technique"#,
        "warning: node 1 > component 3: names 1 materials, and no model",
        r#"warning: node 1 > component 4: names 2 materials, and "Models/Triangle.mdl" has 1 geometries"#,
    ];
    assert_eq!(check("Scenes/Level.xml"), expected);
    assert_eq!(
        check("Materials/A.xml"),
        [r#"warning: technique 0: expected Urho3D technique at "Textures/A.dds", found texture"#]
    );
}

/// Kinds and paths of the findings about the references of a file.
fn references_of(at: &Path, name: &str, text: &str) -> Vec<(&'static str, String)> {
    let path = at.join(name);
    write(at, name, text.as_bytes());
    let resources = Resources::around(&path).unwrap();
    let asset = Asset::parse(text.as_bytes(), Some(&path)).unwrap();
    let (findings, _) = check_references(&asset, &path, &resources);
    findings.iter().map(|finding| (finding.kind.as_str(), finding.path.to_string())).collect()
}

const SHADER: &str = "engine-assets/shader-missing";
const CASE: &str = "engine-assets/resource-case";
const FORMAT: &str = "engine-assets/resource-format";

#[test]
fn shaders_of_techniques_exist() {
    let temporary = tempfile::tempdir().unwrap();
    let at = temporary.path();
    write(at, "Data/Shaders/GLSL/Mine.glsl", b"void VS() {}");
    write(at, "Data/Shaders/HLSL/v2/New.hlsl", b"void VS() {}");
    let technique = |vertex: &str, pixel: &str| {
        format!(
            r#"<technique vs="{vertex}" ps="LitSolid"><pass name="base"/><pass name="light" ps="{pixel}"/></technique>"#
        )
    };
    let (all, pass) = ((SHADER, String::new()), (SHADER, "pass 1".to_owned()));
    for (vertex, pixel, expected) in [
        ("LitSolid", "Unlit", vec![]),
        ("Mine", "New", vec![]),
        // rbfx's own, without its files in the project.
        ("M_Default", "M_Water", vec![]),
        ("Nope", "Nope", vec![all.clone()]),
        ("LitSolid", "Nope", vec![pass]),
        ("LitSolid.glsl", "LitSolid", vec![all]),
        ("litsolid", "mine", vec![(CASE, String::new()), (CASE, "pass 1".to_owned())]),
    ] {
        let found = references_of(at, "Data/Techniques/T.xml", &technique(vertex, pixel));
        assert_eq!(found, expected, "{vertex} {pixel}");
    }
}

#[test]
fn references_have_the_type_of_their_file() {
    let temporary = tempfile::tempdir().unwrap();
    let at = temporary.path();
    write(
        at,
        "Data/Models/Box.mdl",
        b"UMDL\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    );
    write(at, "Data/Materials/Stone.xml", b"<material><technique name=\"Techniques/Diff.xml\"/></material>");
    write(at, "Data/Textures/Stone.png", b"\x89PNG\r\n\x1a\n");
    write(at, "Data/Textures/Sky.xml", b"<cubemap><image name=\"Sky.png\"/></cubemap>");
    write(at, "Data/Particle/Fire.xml", b"<particleeffect/>");
    let scene = |components: &str| format!(r#"<scene id="1"><node id="2">{components}</node></scene>"#);
    let component = |class: &str, attribute: &str, value: &str| {
        format!(r#"<component type="{class}" id="1"><attribute name="{attribute}" value="{value}"/></component>"#)
    };
    let model = component("StaticModel", "Model", "Model;Models/Box.mdl");
    for (other, expected) in [
        (component("StaticModel", "Material", "Material;Materials/Stone.xml"), 0),
        // The model was named before, as a model.
        (component("StaticModel", "Material", "Material;Models/Box.mdl"), 1),
        (component("Zone", "Zone Texture", "TextureCube;Textures/Sky.xml"), 0),
        (component("Zone", "Zone Texture", "TextureCube;Textures/Stone.png"), 1),
        (component("ParticleEmitter", "Effect", "ParticleEffect;Particle/Fire.xml"), 0),
        (component("ParticleEmitter", "Effect", "ParticleEffect;Materials/Stone.xml"), 1),
        (component("StaticModel", "Model", "Model;Materials/Stone.xml"), 1),
    ] {
        let found = references_of(at, "Data/Scenes/S.xml", &scene(&format!("{model}{other}")));
        let formats: Vec<_> = found.iter().filter(|(kind, _)| *kind == FORMAT).collect();
        assert_eq!(formats.len(), expected, "{other}: {found:?}");
        assert!(formats.iter().all(|(_, path)| path == "node 1 > component 1"), "{found:?}");
    }
}

#[test]
fn faces_of_cube_maps_have_one_size() {
    let temporary = tempfile::tempdir().unwrap();
    let at = temporary.path();
    // Only the headers count: uncompressed true-colour images of 24 bits.
    let tga = |width: u8, height: u8| {
        let mut bytes = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, height, 0, 24, 0];
        bytes.resize(18 + usize::from(width) * usize::from(height) * 3, 128);
        bytes
    };
    for (name, width, height) in [("A", 4, 4), ("B", 8, 8), ("C", 4, 8)] {
        write(at, &format!("Data/Textures/{name}.tga"), &tga(width, height));
    }
    let cube = |names: [&str; 6]| {
        let faces = names.map(|name| format!(r#"<face name="Textures/{name}.tga"/>"#)).concat();
        format!("<cubemap>{faces}</cubemap>")
    };
    for (names, expected) in [
        (["A"; 6], vec![]),
        (["B"; 6], vec![]),
        (["A", "A", "B", "A", "A", "C"], vec!["image 2", "image 5"]),
        (["C"; 6], vec!["image 0", "image 1", "image 2", "image 3", "image 4", "image 5"]),
    ] {
        let found = references_of(at, "Data/Textures/Sky.xml", &cube(names));
        let places: Vec<&str> = found.iter().map(|(_, path)| path.as_str()).collect();
        assert_eq!(places, expected, "{names:?}: {found:?}");
        assert!(found.iter().all(|(kind, _)| *kind == "engine-assets/cube-faces-differ"), "{found:?}");
    }
}
