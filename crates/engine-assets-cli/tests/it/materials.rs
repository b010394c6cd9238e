//! `convert` from glTF to Urho3D: materials, a list of them, textures, each in its folder.

use crate::common;

use common::{files_below, flag, folder, path, run, stderr, text};

fn convert(arguments: &[&str]) -> (i32, String) {
    let output = run(&[&["convert"], arguments].concat());
    (output.status.code().expect("a status"), stderr(&output))
}

const ALL: [&str; 5] =
    ["Materials/Cloth.xml", "Materials/Pole.xml", "Models/Flag.mdl", "Models/Flag.txt", "Textures/Cloth.png"];

#[test]
fn files_go_beside_the_folder_of_models() {
    let folder = folder(&[("in/flag.glb", &flag(1))]);
    let (glb, data, model) =
        (path(&folder, "in/flag.glb"), path(&folder, "Data"), path(&folder, "Data/Models/Flag.mdl"));
    assert_eq!(convert(&[text(&glb), "-o", text(&model)]).0, 0);
    assert_eq!(files_below(&data), ALL);
    let list = std::fs::read(data.join("Models/Flag.txt")).expect("a list");
    assert_eq!(list, b"Materials/Cloth.xml\r\nMaterials/Pole.xml\r\n");

    // The other way: found by the list.
    let back = path(&folder, "back.glb");
    assert_eq!(convert(&[text(&model), "-o", text(&back)]).0, 0);
    let bytes = std::fs::read(&back).expect("a file");
    let gltf = engine_assets::GltfDocument::parse(&bytes, &engine_assets::asset_gltf::NoFiles).expect("glTF");
    let names: Vec<_> = gltf.scene.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["Cloth", "Pole"]);
    assert_eq!(
        &*gltf.scene.images.iter().next().expect("an image").bytes.read().expect("its bytes"),
        std::fs::read(data.join(ALL[4])).expect("it")
    );

    // And into another project by the names that the first had.
    let other = path(&folder, "Other/Models/Flag.mdl");
    assert_eq!(convert(&[text(&back), "-o", text(&other)]).0, 0);
    assert_eq!(files_below(&path(&folder, "Other")), ALL);
    for name in ALL {
        let [a, b] = ["Data", "Other"].map(|root| std::fs::read(path(&folder, root).join(name)).expect("a file"));
        testkit::assert_bytes(&a, &b);
    }
}

#[test]
fn nothing_is_replaced_and_nothing_half_written() {
    let folder = folder(&[("a.glb", &flag(1)), ("b.glb", &flag(2))]);
    let [a, b] = ["a.glb", "b.glb"].map(|name| path(&folder, name));
    let [first, second] = ["Data/Models/A.mdl", "Data/Models/B.mdl"].map(|name| path(&folder, name));
    assert_eq!(convert(&[text(&a), "-o", text(&first)]).0, 0);
    let before = files_below(&path(&folder, "Data"));
    let cloth = path(&folder, "Data/Textures/Cloth.png");
    let old = std::fs::read(&cloth).expect("a texture");
    // Another picture of the same name gets another name, unless the model itself is in the way.
    assert_eq!(convert(&[text(&b), "-o", text(&first)]).0, 2);
    assert_eq!(files_below(&path(&folder, "Data")), before);
    assert_eq!(convert(&[text(&b), "-o", text(&second)]).0, 0);
    let added = ["Materials/B_Cloth.xml", "Models/B.mdl", "Models/B.txt", "Textures/B_Cloth.png"];
    let after = files_below(&path(&folder, "Data"));
    assert!(added.iter().all(|name| after.iter().any(|own| own == name)), "{after:?}");
    assert_eq!(after.len(), before.len() + added.len());
    assert_eq!(std::fs::read(&cloth).expect("a texture"), old);
    let third = path(&folder, "Data/Models/C.mdl");
    // The same picture: materials and textures are shared.
    assert_eq!(convert(&[text(&a), "-o", text(&third)]).0, 0);
    assert_eq!(files_below(&path(&folder, "Data")).len(), after.len() + 2);
    // A model that is replaced keeps what other models use, unless they shall share the change.
    assert_eq!(convert(&[text(&b), "-o", text(&third), "--force"]).0, 0);
    assert_eq!(std::fs::read(&cloth).expect("a texture"), old);
    assert_eq!(convert(&[text(&b), "-o", text(&first), "--force", "--shared"]).0, 0);
    assert_ne!(std::fs::read(&cloth).expect("a texture"), old);
}

#[test]
fn what_comes_along_can_be_left_out_and_put_elsewhere() {
    let folder = folder(&[("a.glb", &flag(1))]);
    let glb = path(&folder, "a.glb");
    let converted = |name: &str, options: &[&str]| {
        let model = path(&folder, &format!("{name}/Models/Flag.mdl"));
        let (status, said) = convert(&[&[text(&glb), "-o", text(&model)], options].concat());
        (status, said, path(&folder, name))
    };
    let (_, said, bare) = converted("bare", &["--no-materials"]);
    assert_eq!(files_below(&bare), ["Models/Flag.mdl"]);
    assert!(said.contains("colours and textures of materials are left out"), "{said}");
    let (_, _, plain) = converted("plain", &["--no-textures"]);
    assert_eq!(files_below(&plain), [ALL[0], ALL[1], ALL[2], ALL[3]]);

    // Named, as no folder is called Models.
    let model = path(&folder, "game/art/flags/Flag.mdl");
    let root = path(&folder, "game");
    assert_eq!(convert(&[text(&glb), "-o", text(&model), "--resource-dir", text(&root)]).0, 0);
    assert!(files_below(&root).contains(&"Textures/Cloth.png".to_owned()));
    let list = std::fs::read_to_string(path(&folder, "game/art/flags/Flag.txt")).expect("a list");
    assert!(list.starts_with("Materials/Cloth.xml"), "{list}");
    let elsewhere = path(&folder, "elsewhere");
    assert_eq!(convert(&[text(&glb), "-o", text(&model), "--resource-dir", text(&elsewhere)]).0, 2);
    let other = path(&folder, "x.glb");
    assert_eq!(convert(&[text(&model), "-o", text(&other), "--resource-dir", text(&root)]).0, 2);
}

#[test]
fn models_of_a_folder_have_materials_of_their_own() {
    let folder = folder(&[("in/a.glb", &flag(1)), ("in/b.glb", &flag(2))]);
    let (from, to) = (path(&folder, "in"), path(&folder, "Data/Models"));
    std::fs::create_dir_all(&to).expect("a folder");
    assert_eq!(convert(&[text(&from), "-o", text(&to), "--to", "mdl"]).0, 0);
    let found = files_below(&path(&folder, "Data"));
    for name in ["Materials/a/Cloth.xml", "Materials/b/Cloth.xml", "Textures/b/Cloth.png", "Models/a.txt"] {
        assert!(found.contains(&name.to_owned()), "{found:?}");
    }
}
