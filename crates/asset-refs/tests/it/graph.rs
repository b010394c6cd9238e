//! The graph of references: what names which file, and how sure that is.

use std::path::PathBuf;

use asset_project::sources::ResourceLookup;
use asset_refs::graph::{Certainty, Graph, GraphReader, Target, Usage};
use asset_refs::survey::Need;

fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// The certainty of `file` in a project with the script `script` of this text.
fn named(script: &str, text: &str, file: &str) -> Option<Certainty> {
    let folder = project(&[(script, text), (file, ""), ("Models/Other.mdl", "")]);
    let graph = Graph::read(&[folder.path()]).unwrap();
    graph.certainty(graph.find(file)[0])
}

#[test]
fn scripts_and_data_name_files_by_their_whole_names() {
    let literal = Some(Certainty::Literal);
    for (script, text) in [
        ("Scripts/a.as", "GetResource(\"Model\", \"Models/Box.mdl\")"),
        ("Scripts/a.as", "// Isn't it Models/Box.mdl, the \"Models/Box.mdl\"?"),
        ("Scripts/a.lua", "cache:GetResource('Model', 'Models/Box.mdl')"),
        ("src/a.cpp", "L\"Models\\\\Box.mdl\";"),
        ("src/a.cs", "@\"Models\\Box.mdl\""),
        ("src/a.py", "load(\"models/box.MDL\")"),
        ("Config/a.json", "{\"model\": \"Models/Box.mdl\"}"),
        ("Config/a.xml", "<item model=\"Model;Models/Box.mdl\"/>"),
        ("Config/a.xml", "<item>Models/Box.mdl</item>"),
        ("Config/a.ini", "model = Models/Box.mdl"),
        ("Config/a.txt", "-load Models/Box.mdl -x"),
        ("Models/a.txt", "Box.mdl"),
        ("Models/List/a.json", "[\"../Box.mdl\"]"),
    ] {
        assert_eq!(named(script, text, "Models/Box.mdl"), literal, "{script}: {text}");
    }
    assert_eq!(named("Scripts/a.lua", "require \"Scripts/Tools/b\"", "Scripts/Tools/b.lua"), literal);
    assert_eq!(named("Scripts/a.lua", "require(\"Scripts.Tools.b\")", "Scripts/Tools/b.lua"), literal);
    assert_eq!(named("Scripts/a.as", "#include \"Scripts/b.as\"", "Scripts/b.as"), literal);
}

#[test]
fn parts_of_names_are_perhaps_names() {
    for text in [
        "\"Models/\" + name + \".mdl\"",
        "\"Models/Bo\" .. name",
        "Format(\"Models/%s.mdl\")",
        "$\"Models/{name}.mdl\"",
        "folder + \"Box.mdl\"",
        "ScanDir(\"Models/\")",
        "name = \"Models/Box\"",
    ] {
        assert_eq!(named("Scripts/a.as", text, "Models/Box.mdl"), Some(Certainty::Perhaps), "{text}");
    }
    assert_eq!(named("a.as", "GetShader(VS, \"Basic\")", "Shaders/GLSL/Basic.glsl"), Some(Certainty::Perhaps));
    for text in [
        "\"Models\" + 1",
        "\"%s.mdl\"",
        "\"Models/Bow\" + a",
        "name + \".mdl\"",
        "\"Sounds/Box.wav\"",
        "Models/Box.mdl.old",
    ] {
        assert_eq!(named("Scripts/a.as", text, "Models/Box.mdl"), None, "{text}");
    }
}

#[test]
fn names_of_pragma_lack_folder_and_extension() {
    let folder = project(&[
        ("materials/white.pmat", ""),
        ("models/props/box.pmdl", ""),
        ("models/props/other.pmdl", ""),
        ("scripts/a.lua", "ents.create_prop(\"props/box\")\nlocal white = game.load_material(\"materials/White\")"),
    ]);
    let graph = Graph::read(&[folder.path()]).unwrap();
    let certainty = |name: &str| graph.certainty(graph.find(name)[0]);
    assert_eq!(certainty("materials/white.pmat"), Some(Certainty::Literal));
    assert_eq!(certainty("models/props/box.pmdl"), Some(Certainty::Literal));
    assert_eq!(certainty("models/props/other.pmdl"), None);
}

#[test]
fn users_and_uses_are_two_sides_of_a_reference() {
    let technique = "<technique vs=\"Mine\" ps=\"Gone\"><pass name=\"base\"/></technique>";
    let material = "<material><technique name=\"Techniques/Mine.xml\"/><texture name=\"Textures/No.png\"/></material>";
    let folder = project(&[
        ("Materials/A.xml", material),
        ("Materials/B.xml", material),
        ("Techniques/Mine.xml", technique),
        ("Shaders/GLSL/Mine.glsl", "#include \"Part.glsl\"\n"),
        ("Shaders/GLSL/Part.glsl", "void f() {}\n"),
        ("Models/Box.mdl", ""),
        ("Models/Box.txt", "Materials/A.xml\n"),
    ]);
    let graph = Graph::read(&[folder.path()]).unwrap();
    let one = |name: &str| graph.find(name)[0];
    let users: Vec<&str> = graph.users(one("Techniques/Mine.xml")).map(|user| user.from.name.as_str()).collect();
    assert_eq!(users, ["Materials/A.xml", "Materials/B.xml"]);
    let uses: Vec<(&str, Target)> = graph.uses(one("Techniques/Mine.xml")).map(|one| (one.kind, one.target)).collect();
    assert_eq!(uses, [("Shader", Target::File(one("Shaders/GLSL/Mine.glsl"))), ("Shader", Target::Missing)]);
    let deep: Vec<(usize, String)> = graph
        .deep_uses(one("Models/Box.mdl"))
        .into_iter()
        .map(|(depth, used)| (depth, used.name.to_string()))
        .collect();
    let names = ["Box.txt", "Materials/A.xml", "Techniques/Mine.xml", "Textures/No.png", "Mine", "Gone", "Part.glsl"];
    assert_eq!(deep.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(), names);
    assert_eq!(deep.iter().map(|(depth, _)| *depth).collect::<Vec<_>>(), [1, 2, 3, 3, 4, 4, 5]);
    assert!(matches!(graph.usage(one("Materials/B.xml")), Usage::Unused));
    let missing: Vec<_> = graph.references().filter(|one| one.target == Target::Missing).collect();
    assert_eq!(missing.len(), 3);
    assert!(missing.iter().all(|one| one.certainty == Certainty::Certain && one.line.is_some()));
}

#[test]
fn code_outside_of_the_project_is_read_once() {
    let folder =
        project(&[("Data/Models/Box.mdl", ""), ("Data/src/a.cpp", "\"Box.mdl\""), ("src/b.cpp", "\"Models/Box.mdl\"")]);
    let at = |name: &str| vec![folder.path().join(name)];
    let lookup = ResourceLookup::default();
    let graph = |code: &[PathBuf]| {
        let mut reader = GraphReader::new(&at("Data"), code, &lookup);
        let references = reader.take().iter().map(|source| reader.references(source)).collect();
        reader.finish(references)
    };
    let certainty = |graph: &Graph| graph.certainty(graph.find("Models/Box.mdl")[0]);
    let (alone, inside, outside) = (graph(&[]), graph(&at("Data/src")), graph(&at("src")));
    assert_eq!((alone.files().len(), inside.files().len(), outside.files().len()), (2, 2, 3));
    assert_eq!(
        [&alone, &inside, &outside].map(certainty),
        [Some(Certainty::Perhaps), Some(Certainty::Perhaps), Some(Certainty::Literal)]
    );
    let mut reader = GraphReader::new(&at("No such folder"), &[], &lookup);
    assert_eq!((reader.take_errors().len(), reader.take().len()), (0, 1));
}

#[test]
fn scenes_fonts_and_pages_name_their_files() {
    let gltf = "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"uri\": \"My%20Box.bin\", \"byteLength\": 4}]}";
    let (certain, literal) = (Some(Certainty::Certain), Some(Certainty::Literal));
    for (user, text, file, certainty) in [
        ("Models/a.gltf", gltf, "Models/My Box.bin", certain),
        ("Models/a.gltf", "{\"buffers\": [{\"uri\": \"a.bin\"}]", "Models/a.bin", literal),
        ("Models/a.obj", "# a\nmtllib My Box.mtl\nv 0 0 0\n", "Models/My Box.mtl", literal),
        ("Models/a.obj", "mtllib a.mtl b.mtl\n", "Models/b.mtl", literal),
        ("Models/a.mtl", "newmtl a\nmap_Kd -s 1 1 1 ../Textures/a.png\n", "Textures/a.png", literal),
        ("Models/a.mtl", "map_Bump My Stone.png\n", "Models/My Stone.png", literal),
        ("Fonts/a.fnt", "page id=0 file=\"a_0.png\"\n", "Fonts/a_0.png", literal),
        ("Spine/a.atlas", "\na.png\nsize: 4,4\n", "Spine/a.png", literal),
        ("UI/a.css", "a { background: url(a.png); } b { c: 'x' }", "UI/a.png", literal),
        ("UI/a.css", "a { background: url(\"a.png\"); }", "UI/a.png", literal),
    ] {
        assert_eq!(named(user, text, file), certainty, "{text}");
    }
}

#[test]
fn models_animations_and_sounds_are_unused_only_where_code_was_searched() {
    let files = [
        ("Models/Jack.mdl", ""),
        ("Models/Jack_Walk.ani", ""),
        ("Models/Old.mdl", ""),
        ("Models/Fly.ani", ""),
        ("Sounds/Bang.wav", ""),
        ("Sounds/Step.wav", ""),
        ("Textures/Old.png", ""),
    ];
    let usages = |more: &[(&str, &str)]| {
        let folder = project(&[&files[..], more].concat());
        let graph = Graph::read(&[folder.path()]).unwrap();
        let word = |(name, _): &(&str, &str)| {
            let need = Need::of(name.as_ref(), None).unwrap();
            match graph.usage_of(graph.find(name)[0], need) {
                Usage::Unused => "unused",
                Usage::Perhaps(_) => "perhaps",
                Usage::Unnamed => "unnamed",
                _ => "used",
            }
        };
        files.each_ref().map(word)
    };
    assert_eq!(usages(&[]), ["unnamed", "unnamed", "unnamed", "unnamed", "unnamed", "unnamed", "unused"]);
    // Code that names nothing of the project is no evidence, and a shader is no program.
    let other = [("src/a.cpp", "int main() {}"), ("Shaders/GLSL/a.glsl", "// \"Models/Jack.mdl\"")];
    assert_eq!(usages(&other)[1..], ["unnamed", "unnamed", "unnamed", "unnamed", "unnamed", "unused"]);
    let script = [("Scripts/a.lua", "load('Models/Jack.mdl'); play('Sounds/St' .. which .. '.wav')")];
    assert_eq!(usages(&script), ["used", "unnamed", "unused", "unnamed", "unused", "perhaps", "unused"]);
}
