//! Projects moved to another engine.

use std::collections::BTreeMap;
use std::path::Path;

use asset_formats::{Asset, Error};
use asset_migrate::{Action, Engine, FileReport, Migration, MigrationReport, NoteKind};

const LEVEL: &[u8] = br#"<scene id="1"><component type="Octree" id="1" />
    <node id="2"><component type="StaticModel" id="2"><attribute name="Model" value="Model;Models/Character.mdl" />
        <attribute name="Material" value="Material;Materials/Stone.json" /><attribute name="Max Lights" value="3" /></component>
    <component type="Spinner" id="3"><attribute name="Prefab" value="XMLFile;Objects/Box.xml" /></component></node></scene>"#;
const BOX: &[u8] = br#"<node id="5"><attribute name="Name" value="Box" /></node>"#;
const STONE: &[u8] = br#"{"techniques": [{"name": "Techniques/Diff.xml"}], "textures": {"diffuse": "Textures/Stone.png"}, "shaderParameters": {"MatDiffColor": "1 1 1 1"}}"#;
const METAL: &[u8] = b"<material>\n\t<technique name=\"Techniques/PBR/PBRMetallicRoughDiffNormalSpec.xml\" />\n\t<texture unit=\"specular\" name=\"Textures/Metal.png\" />\n\t<parameter name=\"Roughness\" value=\"-0.1\" />\n\t<parameter name=\"Metallic\" value=\"0\" />\n</material>\n";
const PLAIN: &[u8] = b"<material>\n\t<technique name=\"Techniques/PBR/PBRNoTexture.xml\" />\n</material>\n";
const SKY: &[u8] = b"<material>\n\t<technique name=\"Techniques/DiffSkydome.xml\" />\n</material>\n";
const SHINY: &[u8] = b"<material>\n\t<technique name=\"Techniques/DiffNormal.xml\" />\n\t<texture unit=\"normal\" name=\"Textures/N.png\" />\n\t<parameter name=\"MatSpecColor\" value=\"1 1 1 16\" />\n</material>\n";
/// As the engine has it, and as few files are.
const WATER: &[u8] = b"<technique vs=\"Water\" ps=\"Water\"><pass name=\"refract\" /></technique>";
const MINE: &[u8] = b"<technique vs=\"LitSolid\" ps=\"Toon\">\n\t<pass name=\"base\" />\n</technique>\n";
const PATH: &[u8] = b"<renderpath>\n\t<command type=\"scenepass\" pass=\"base\" />\n\t<command type=\"forwardlights\" pass=\"light\" />\n\t<command type=\"quad\" vs=\"BloomHDR\" ps=\"BloomHDR\"><parameter name=\"BloomHDRThreshold\" value=\"0.8\" /></command>\n\t<command type=\"quad\" vs=\"Blur\" ps=\"Blur\" />\n</renderpath>\n";
const SCRIPT: &[u8] = b"void Start()\n{\n    LoadObject(\"Objects/Box.xml\");\n}\n";

fn sample(name: &str) -> Vec<u8> {
    let samples = fuzzkit::samples::all();
    samples.into_iter().find(|sample| sample.name == name).unwrap().bytes
}

fn package() -> Vec<u8> {
    let mut builder = urho_pak::Builder::new(urho_pak::Encoding::Ulz4);
    builder.add("Objects/Lamp.xml", BOX).unwrap();
    builder.add("Textures/Lamp.png", &b"no picture"[..]).unwrap();
    builder.add("Techniques/Water.xml", WATER).unwrap();
    builder.to_bytes().unwrap()
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let triggers = br#"{"triggers": [{"time": 0.5, "type": "String", "value": "step"}]}"#;
    for (name, bytes) in [
        ("CoreData/Techniques/Diff.xml", MINE),
        ("CoreData/Shaders/GLSL/Unlit.glsl", b"void VS() {}"),
        ("Data/Scenes/Level.xml", LEVEL),
        ("Data/Objects/Box.xml", BOX),
        ("Data/Materials/Stone.json", STONE),
        ("Data/Materials/Metal.xml", METAL),
        ("Data/Materials/Plain.xml", PLAIN),
        ("Data/Materials/Sky.xml", SKY),
        ("Data/Materials/Shiny.xml", SHINY),
        ("Data/Techniques/Mine.xml", MINE),
        ("Data/Shaders/GLSL/Toon.glsl", b"void PS() {}"),
        ("Data/RenderPaths/Mine.xml", PATH),
        ("Data/Scripts/Game.as", SCRIPT),
        ("Data/Models/Character.mdl", &sample("Character.mdl")),
        ("Data/Models/Character.txt", b"Materials/Stone.json\n"),
        ("Data/Models/Character_Wave.ani", &sample("Character_Wave.ani")),
        ("Data/Models/Character_Wave.json", triggers),
        ("Data/Models/Cut.mdl", b"UMD2\x01\0\0\0"),
        ("Data/Textures/Stone.png", b"no picture"),
        ("Data.pak", &package()),
        ("readme.txt", b"hello"),
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

fn file<'r>(report: &'r MigrationReport, name: &str) -> &'r FileReport {
    report.files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("{name} is in the report"))
}

fn notes(report: &MigrationReport, name: &str, kind: NoteKind) -> Vec<String> {
    let notes = file(report, name).notes.iter().filter(|note| note.kind == kind);
    notes.map(|note| format!("{}:{}", note.line.unwrap_or(0), note.message)).collect()
}

fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = asset_project::folder::walk(folder).filter_map(|entry| match entry.unwrap() {
        asset_project::folder::Found::File(path) => Some(path),
        asset_project::folder::Found::Link(_) => None,
    });
    let name = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
    files.map(|path| (name(&path), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn every_file_is_accounted_for_and_nothing_is_written_without_being_asked() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    let out = out.path().join("moved");
    let report = Migration::new(project.path(), Engine::Rbfx, &out).run().unwrap();
    assert!(!out.exists() && !report.written);
    let mut names: Vec<String> = files_below(project.path()).into_keys().collect();
    names.extend(
        ["Objects/Lamp.xml", "Techniques/Water.xml", "Textures/Lamp.png"].map(|name| format!("Data.pak/{name}")),
    );
    names.sort();
    assert_eq!(report.files.iter().map(|file| file.name.clone()).collect::<Vec<_>>(), names);
    let actions = [
        ("CoreData/Techniques/Diff.xml", Action::Replaced),
        ("CoreData/Shaders/GLSL/Unlit.glsl", Action::Replaced),
        ("Data/Scenes/Level.xml", Action::Converted),
        ("Data/Objects/Box.xml", Action::Converted),
        ("Data/Materials/Stone.json", Action::Converted),
        ("Data/Materials/Metal.xml", Action::Converted),
        ("Data/Materials/Plain.xml", Action::Converted),
        ("Data/Materials/Sky.xml", Action::Converted),
        ("Data/Materials/Shiny.xml", Action::Copied),
        ("Data/Techniques/Mine.xml", Action::ByHand),
        ("Data/Shaders/GLSL/Toon.glsl", Action::ByHand),
        ("Data/RenderPaths/Mine.xml", Action::Converted),
        ("Data/Scripts/Game.as", Action::ByHand),
        ("Data/Models/Character.mdl", Action::Converted),
        ("Data/Models/Character.txt", Action::Converted),
        ("Data/Models/Character_Wave.ani", Action::Converted),
        ("Data/Models/Character_Wave.json", Action::Converted),
        ("Data/Models/Cut.mdl", Action::Refused),
        ("Data/Textures/Stone.png", Action::Copied),
        ("Data.pak", Action::Converted),
        ("Data.pak/Objects/Lamp.xml", Action::Converted),
        ("Data.pak/Techniques/Water.xml", Action::Replaced),
        ("Data.pak/Textures/Lamp.png", Action::Copied),
        ("readme.txt", Action::Copied),
    ];
    assert_eq!(actions.len(), report.files.len());
    for (name, action) in actions {
        assert_eq!(file(&report, name).action, action, "{name}");
    }
}

#[test]
fn what_is_left_is_listed_with_lines() {
    let project = project();
    let report = Migration::new(project.path(), Engine::Rbfx, project.path().with_extension("moved")).run().unwrap();
    let left = |name| notes(&report, name, NoteKind::ByHand);
    let level = left("Data/Scenes/Level.xml");
    assert!(level.iter().any(|note| note.starts_with("4:1 component of the class Spinner")), "{level:?}");
    let lost = notes(&report, "Data/Scenes/Level.xml", NoteKind::Lost);
    assert!(lost.iter().any(|note| note.starts_with("2:") && note.contains("\"Max Lights\"")), "{lost:?}");
    assert!(
        left("Data/Scripts/Game.as").contains(&"3:names Objects/Box.xml, which is Objects/Box.prefab now".to_owned())
    );
    assert_eq!(left("Data/Techniques/Mine.xml").len(), 1);
    assert!(left("Data/Techniques/Mine.xml")[0].starts_with("1:shader Toon"));
    let path = left("Data/RenderPaths/Mine.xml");
    assert_eq!(path.len(), 2, "{path:?}");
    assert!(path[0].starts_with("1:rbfx has no render paths"), "{path:?}");
    assert!(path[1].starts_with("5:Blur: no pass"), "{path:?}");
    assert_eq!(
        left("Data/Materials/Metal.xml"),
        ["0:Urho3D adds -0.1 to the roughness of the texture: bake it into the texture"]
    );
}

#[test]
fn files_are_as_the_engine_reads_them() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    let table = "Spinner\tPrefab\tString\t\n";
    let report = Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).table(table).run().unwrap();
    let target = files_below(out.path());
    let text = |name: &str| String::from_utf8(target[name].clone()).unwrap();
    assert!(text("Data/Scenes/Level.scene").starts_with("<?xml version=\"1.0\"?>\n<resource _id=\"1\">"));
    assert!(text("Data/Scenes/Level.scene").contains("Material;Materials/Stone.xml"));
    assert!(text("Data/Scenes/Level.scene").contains("value=\"XMLFile;Objects/Box.prefab\""));
    assert!(text("Data/Objects/Box.prefab").contains("value=\"Box\""));
    assert!(
        text("Data/Materials/Stone.xml").contains("slot=\"Albedo\"")
            || text("Data/Materials/Stone.xml").contains("unit=\"diffuse\"")
    );
    let metal = text("Data/Materials/Metal.xml");
    assert!(metal.contains("\"Roughness\" value=\"1\"") && metal.contains("\"Metallic\" value=\"1\""), "{metal}");
    let plain = text("Data/Materials/Plain.xml");
    assert!(plain.contains("\"Roughness\" value=\"0.5\"") && plain.contains("\"Metallic\" value=\"0\""), "{plain}");
    assert!(text("Data/Materials/Sky.xml").contains("Techniques/DiffSkymesh.xml"));
    assert_eq!(text("Data/Models/Character.txt").trim(), "Materials/Stone.xml");
    assert!(
        target["Data/Models/Character.mdl"].starts_with(b"UMD3")
            && target["Data/Models/Character_Wave.ani"].starts_with(b"UAN2")
    );
    assert!(text("Data/Models/Character_Wave.xml").contains("step"));
    let package = urho_pak::Package::open(target["Data.pak"].as_slice()).unwrap();
    let entries: Vec<String> = package.entries().map(|entry| entry.name().to_string()).collect();
    assert_eq!(entries, ["Objects/Lamp.prefab", "Textures/Lamp.png"]);
    assert_eq!(package.encoding(), urho_pak::Encoding::Ulz4);
    for (name, bytes) in &target {
        let is_broken = Asset::parse(bytes, Some(name.as_ref())).is_err();
        let is_asset = name.ends_with(".mdl") || name.ends_with(".scene") || name.ends_with(".prefab");
        assert_eq!(is_broken && is_asset, name == "Data/Models/Cut.mdl", "{name}");
    }
    assert!(!target.contains_key("CoreData/Techniques/Diff.xml"));
    assert_eq!(report.files_written + 1, target.len());
}

#[test]
fn a_second_run_does_what_changed() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    let run = |overwrite: bool| {
        Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).overwrite(overwrite).run().unwrap()
    };
    let first = run(false);
    let was = files_below(out.path());
    let again = run(false);
    assert_eq!((again.files_written, again.up_to_date()), (0, first.files.len()));
    let plain = |report: &MigrationReport| {
        report
            .files
            .iter()
            .map(|file| (file.name.clone(), file.action, file.notes.clone(), file.outputs.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(plain(&first), plain(&again));
    assert_eq!(was, files_below(out.path()));

    std::fs::write(project.path().join("readme.txt"), "hello again").unwrap();
    assert_eq!(run(false).files_written, 1);
    // An edit of the output is kept, unless it is to be overwritten.
    std::fs::write(out.path().join("readme.txt"), "mine").unwrap();
    let kept = run(false);
    assert_eq!(kept.files_written, 0);
    assert!(file(&kept, "readme.txt").notes[0].message.contains("it is kept"));
    assert_eq!(run(true).files_written, 1);
    // The output of a file that is gone goes, too.
    std::fs::remove_file(project.path().join("readme.txt")).unwrap();
    assert_eq!(run(false).removed, ["readme.txt"]);
    assert!(!out.path().join("readme.txt").exists());
}

#[test]
fn blinn_phong_becomes_physically_based_on_request() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).pbr(true).run().unwrap();
    let shiny = std::fs::read_to_string(out.path().join("Data/Materials/Shiny.xml")).unwrap();
    assert!(shiny.contains("Techniques/LitOpaqueNormalMap.xml") && shiny.contains("psdefines=\"PBR\""), "{shiny}");
    // 2 / (16 + 2), to the power of a quarter.
    assert!(shiny.contains("\"Roughness\" value=\"0.57735"), "{shiny}");
}

#[test]
fn what_came_from_urho3d_goes_back() {
    let (project, out) = (project(), tempfile::tempdir().unwrap());
    let (there, back) = (out.path().join("there"), out.path().join("back"));
    Migration::new(project.path(), Engine::Rbfx, &there).write(true).run().unwrap();
    std::fs::create_dir_all(there.join("CoreData/Techniques")).unwrap();
    std::fs::write(there.join("CoreData/Techniques/LitOpaque.xml"), "<technique vs=\"M_Default\" ps=\"M_Default\" />")
        .unwrap();
    std::fs::write(
        there.join("CoreData/Techniques/UnlitOpaque.xml"),
        "<technique vs=\"M_Default\" ps=\"M_Default\" />",
    )
    .unwrap();
    let report = Migration::new(&there, Engine::Urho3d, &back).write(true).run().unwrap();
    assert_eq!(report.detected.engine, "rbfx", "{:?}", report.detected);
    let created = files_below(&back);
    assert!(
        String::from_utf8_lossy(&created["Data/Scenes/Level.xml"])
            .starts_with("<?xml version=\"1.0\"?>\n<scene id=\"1\">")
    );
    assert!(String::from_utf8_lossy(&created["Data/Objects/Box.xml"]).contains("<node id=\"5\">"));
    assert!(
        created["Data/Models/Character.mdl"].starts_with(b"UMD2")
            && created["Data/Models/Character_Wave.ani"].starts_with(b"UANI")
    );
    let plain = String::from_utf8_lossy(&created["Data/Materials/Plain.xml"]).into_owned();
    assert!(plain.contains("\"Roughness\" value=\"0.5\""), "{plain}");
    assert!(String::from_utf8_lossy(&created["Data/Materials/Sky.xml"]).contains("DiffSkydome"));
}

#[test]
fn the_project_is_never_changed() {
    let project = project();
    let was = files_below(project.path());
    for output in
        [project.path().to_path_buf(), project.path().join("out"), project.path().parent().unwrap().to_path_buf()]
    {
        let error = Migration::new(project.path(), Engine::Rbfx, &output).write(true).run().unwrap_err();
        assert!(matches!(&error, Error::Refused(message) if message.contains("in each other")), "{error}");
    }
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("mine.txt"), "mine").unwrap();
    let error = Migration::new(project.path(), Engine::Rbfx, other.path()).write(true).run().unwrap_err();
    assert!(error.to_string().contains("files that no migration wrote"), "{error}");
    assert_eq!(was, files_below(project.path()));
}

#[test]
fn render_paths_become_pipelines() {
    let folder = tempfile::tempdir().unwrap();
    let deferred = br#"<renderpath><rendertarget name="depth" format="lineardepth" />
<command type="lightvolumes" vs="PBRDeferred" ps="PBRDeferred" /></renderpath>"#;
    let effects = br#"<renderpath><command type="quad" tag="Tonemap" ps="Tonemap" enabled="false" />
<command type="quad" ps="FXAA3" /><command type="quad" ps="GreyScale" /><command type="quad" ps="GammaCorrection" /></renderpath>"#;
    for (name, bytes) in [("Data/RenderPaths/Deferred.xml", &deferred[..]), ("Data/PostProcess/Mine.xml", effects)] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let out = tempfile::tempdir().unwrap();
    let report = Migration::new(folder.path(), Engine::Rbfx, out.path()).write(true).run().unwrap();
    assert_eq!(report.count(Action::Converted), 2);
    let made = files_below(out.path());
    let text = |name: &str| String::from_utf8(made[name].clone()).unwrap();
    let pipeline = text("Data/RenderPaths/Deferred.prefab");
    for line in [
        r#"<component _id="1" _typeName="RenderPipeline">"#,
        r#"name="Lighting Mode" type="String" value="Deferred PBR""#,
        r#"name="Readable Depth" type="Bool" value="true""#,
    ] {
        assert!(pipeline.contains(line), "{line}: {pipeline}");
    }
    let scene = urho_scene::Document::parse(&made["Data/PostProcess/Mine.prefab"]).unwrap();
    let component = &scene.scene().nodes[1].components[0];
    let value = |name: &str| component.attributes.get(name).unwrap().variant().unwrap().clone().into_owned();
    let urho_scene::Variant::VariantVector(passes) = value("Render Passes") else { panic!() };
    let on: Vec<String> = passes
        .chunks(2)
        .filter(|pass| pass[1] == urho_scene::Variant::Bool(1))
        .map(|pass| format!("{:?}", pass[0]))
        .collect();
    let names = ["Draw Outlines", "Adjust Color", "FXAA v3"];
    assert!(on.len() == 3 && on.iter().zip(names).all(|(pass, name)| pass.contains(name)), "{on:?}");
    assert_eq!(value("Color Space"), urho_scene::Variant::Int(1));
    assert!(scene.validate().is_empty(), "{:?}", scene.validate());
}

#[test]
fn numbers_of_texture_units_become_slots() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Materials/Old.xml");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let old = r#"<material><technique name="Techniques/DiffNormal.xml" /><texture unit="0" name="Textures/A.png" /><texture unit="1" name="Textures/N.png" /></material>"#;
    std::fs::write(path, old).unwrap();
    let out = tempfile::tempdir().unwrap();
    let report = Migration::new(folder.path(), Engine::Rbfx, out.path()).write(true).run().unwrap();
    assert_eq!(file(&report, "Materials/Old.xml").action, Action::Converted);
    let text = std::fs::read_to_string(out.path().join("Materials/Old.xml")).unwrap();
    for slot in [r#"slot="Albedo" name="Textures/A.png""#, r#"slot="Normal" name="Textures/N.png""#] {
        assert!(text.contains(slot), "{slot}: {text}");
    }
}

/// A run that fails at its last file leaves the output folder as a killed one does: outputs and a journal, without a record.
fn unfinished(project: &Path) -> tempfile::TempDir {
    let out = tempfile::tempdir().unwrap();
    let whole = tempfile::tempdir().unwrap();
    Migration::new(project, Engine::Rbfx, whole.path()).write(true).run().unwrap();
    // A folder in the place of an output is an error while others are written.
    let blocked = out.path().join("Data/Scenes/Level.scene");
    std::fs::create_dir_all(&blocked).unwrap();
    std::fs::write(out.path().join("engine-assets-migration.journal"), "[\"Data/Scenes").unwrap();
    assert!(Migration::new(project, Engine::Rbfx, out.path()).write(true).run().is_err());
    std::fs::remove_dir(&blocked).unwrap();
    let names = files_below(out.path());
    assert!(names.contains_key("engine-assets-migration.journal"), "{:?}", names.keys());
    assert!(!names.contains_key("engine-assets-migration.json"));
    out
}

#[test]
fn a_killed_run_is_continued() {
    let project = project();
    let whole = tempfile::tempdir().unwrap();
    Migration::new(project.path(), Engine::Rbfx, whole.path()).write(true).run().unwrap();
    let out = unfinished(project.path());
    // Left by the kill itself.
    std::fs::create_dir(out.path().join(".engine-assets-tmp-1-0")).unwrap();
    // One output was written, and its source changes before the next run; another output was changed by hand.
    let model = out.path().join("Data/Models/Character.mdl");
    let was_written = model.exists();
    let lamp = project.path().join("Data/Objects/Box.xml");
    std::fs::write(&lamp, br#"<node id="6"><attribute name="Name" value="Box" /></node>"#).unwrap();
    let report = Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).run().unwrap();
    assert!(report.files.iter().all(|file| file.notes.iter().all(|note| !note.message.contains("is kept"))));
    std::fs::remove_dir(out.path().join(".engine-assets-tmp-1-0")).ok();
    let fresh = tempfile::tempdir().unwrap();
    let whole = Migration::new(project.path(), Engine::Rbfx, fresh.path()).write(true).run().unwrap();
    assert_eq!(files_below(out.path()), files_below(fresh.path()));
    assert!(whole.files_written > report.files_written || !was_written);
    // The journal is gone, and nothing is left to do.
    assert!(!out.path().join("engine-assets-migration.journal").exists());
    assert_eq!(Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).run().unwrap().files_written, 0);
}

#[test]
fn outputs_of_a_killed_run_without_a_source_are_removed_and_edited_ones_kept() {
    let project = project();
    let out = unfinished(project.path());
    let [gone, edited] = ["Data/Old.txt", "Data/Edited.txt"].map(|name| out.path().join(name));
    std::fs::create_dir_all(out.path().join("Data")).unwrap();
    std::fs::write(&gone, "a").unwrap();
    std::fs::write(&edited, "b").unwrap();
    // SHA-256 of "a".
    let hash = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    let lines = format!(
        "[\"Data/Old.txt\",\"{hash}\"]\n[\"Data/Edited.txt\",\"{hash}\"]\n[\"../Out.txt\",\"{hash}\"]\n[\"half"
    );
    let outside = out.path().parent().unwrap().join("Out.txt");
    std::fs::write(out.path().join("engine-assets-migration.journal"), lines).unwrap();
    let report = Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).run().unwrap();
    assert_eq!(report.removed, ["Data/Old.txt"]);
    assert!(!gone.exists() && edited.exists() && !outside.exists());
}

#[cfg(unix)]
#[test]
fn links_in_the_output_folder_are_not_followed() {
    let project = project();
    let (out, victim) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).run().unwrap();
    std::fs::remove_dir_all(out.path().join("Data/Materials")).unwrap();
    std::os::unix::fs::symlink(victim.path(), out.path().join("Data/Materials")).unwrap();
    for overwrite in [false, true] {
        let run = Migration::new(project.path(), Engine::Rbfx, out.path()).write(true).overwrite(overwrite).run();
        assert!(matches!(run, Err(Error::Io(_))));
        assert_eq!(files_below(victim.path()).len(), 0);
    }
}
