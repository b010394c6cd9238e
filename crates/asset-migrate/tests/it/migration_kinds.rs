//! Kinds of data files in migrations: each is converted, copied or listed with a reason.

use std::path::Path;

use asset_migrate::{Action, Engine, Migration, MigrationReport, NoteKind};

fn moved(files: &[(&str, &[u8])], from: Engine, to: Engine) -> (MigrationReport, tempfile::TempDir) {
    let (project, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for (name, bytes) in files {
        let path = project.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let report = Migration::new(project.path(), to, out.path()).from(from).write(true).run().unwrap();
    (report, out)
}

const SHEET: &str = r#"<plist version="1.0"><dict><key>frames</key><dict>
<key>a.png</key><dict><key>frame</key><string>{{0,0},{4,4}}</string><key>rotated</key><false/><key>sourceColorRect</key><string>{{1,1},{4,4}}</string><key>sourceSize</key><string>{6,6}</string></dict>
<key>b.png</key><dict><key>frame</key><string>{{4,0},{4,4}}</string><key>rotated</key><true/></dict>
<key>c</key><dict><key>frame</key><string>{{0,4},{4,4}}</string><key>rotated</key><false/><key>sourceColorRect</key><string>{{0,0},{4,4}}</string><key>sourceSize</key><string>{4,4}</string></dict>
</dict><key>metadata</key><dict><key>realTextureFileName</key><string>sheet.png</string></dict></dict></plist>"#;

#[test]
fn property_lists_become_sheets_that_rbfx_reads() {
    let scene = br#"<scene id="1"><component type="StaticSprite2D" id="1"><attribute name="Sprite" value="SpriteSheet2D;Urho2D/sheet.plist@a" /></component></scene>"#;
    let (report, out) = moved(
        &[("Data/Urho2D/sheet.plist", SHEET.as_bytes()), ("Data/Scenes/Yard.xml", scene)],
        Engine::Urho3d,
        Engine::Rbfx,
    );
    let file = report.files.iter().find(|file| file.name.ends_with(".plist")).unwrap();
    assert_eq!((file.format.as_str(), file.action), ("property-list-sheet", Action::Converted));
    let sheet = std::fs::read_to_string(out.path().join("Data/Urho2D/sheet.xml")).unwrap();
    assert_eq!(
        sheet,
        "<?xml version=\"1.0\"?>\n<TextureAtlas imagePath=\"sheet.png\">\n\
         \t<SubTexture name=\"a\" x=\"0\" y=\"0\" width=\"4\" height=\"4\" frameX=\"-1\" frameY=\"-1\" frameWidth=\"6\" frameHeight=\"6\" />\n\
         \t<SubTexture name=\"c\" x=\"0\" y=\"4\" width=\"4\" height=\"4\" />\n</TextureAtlas>\n"
    );
    let scene = std::fs::read_to_string(out.path().join("Data/Scenes/Yard.scene")).unwrap();
    assert!(scene.contains("Urho2D/sheet.xml@a"), "{scene}");
    // A sheet that no engine reads is listed.
    let (report, _) = moved(
        &[("Data/Urho2D/sheet.plist", SHEET.replace("metadata", "meta").as_bytes())],
        Engine::Urho3d,
        Engine::Rbfx,
    );
    let file = &report.files[0];
    assert_eq!(file.action, Action::ByHand);
    assert!(file.notes.iter().any(|note| note.message.contains("lacks a key")), "{:?}", file.notes);
}

#[test]
fn xml_animations_become_ani_files_where_these_have_room() {
    let walk = br#"<animation length="1"><transform name="Leg" position="1"><keyframe time="0" position="1 2 3"/></transform><variant name="@Light/Color" type="Color"><keyframe time="0" value="1 1 1 1"/></variant><trigger time="0.5" type="String" value="step"/></animation>"#;
    let light = br#"<animation length="1"><variant name="@Light/Color" type="Color"><keyframe time="0" value="1 1 1 1"/></variant></animation>"#;
    let files: [(&str, &[u8]); 2] = [("Data/Animations/Walk.xml", walk), ("Data/Animations/Light.xml", light)];
    let (report, out) = moved(&files, Engine::Rbfx, Engine::Urho3d);
    let of = |name: &str| report.files.iter().find(|file| file.name.ends_with(name)).unwrap();
    assert_eq!(of("Walk.xml").action, Action::Converted);
    assert!(of("Walk.xml").notes.iter().any(|note| note.kind == NoteKind::Lost), "{:?}", of("Walk.xml").notes);
    let ani = std::fs::read(out.path().join("Data/Animations/Walk.ani")).unwrap();
    let animation = urho_ani::Animation::parse(&ani).unwrap();
    assert_eq!((animation.version, animation.tracks.len()), (urho_ani::Version::Uani, 1));
    let side = std::fs::read_to_string(out.path().join("Data/Animations/Walk.xml")).unwrap();
    assert!(side.contains("step") && !side.contains("<transform"), "{side}");
    let light = of("Light.xml");
    assert_eq!(light.action, Action::ByHand);
    assert!(light.notes.iter().any(|note| note.message.contains("@Light/Color")), "{:?}", light.notes);
    // In rbfx they stay as they are.
    let (report, _) = moved(&files, Engine::Rbfx, Engine::Rbfx);
    assert!(report.files.iter().all(|file| file.action == Action::Copied && file.format == "urho-xml-ani"));
}

/// Every file of the engines' own data has a kind; plain text is what no engine reads.
#[test]
fn no_file_of_real_projects_is_of_no_kind() {
    let Some(corpus) = std::env::var_os("ENGINE_ASSETS_CORPUS") else { return };
    for (engine, to, count) in [("urho3d", Engine::Rbfx, 117), ("rbfx", Engine::Urho3d, 148)] {
        let project = Path::new(&corpus).join("urho-data").join(engine);
        let from = if to == Engine::Rbfx { Engine::Urho3d } else { Engine::Rbfx };
        let out = tempfile::tempdir().unwrap();
        let report = Migration::new(&project, to, out.path().join("moved")).from(from).run().unwrap();
        assert!(report.files.len() >= count, "{}", report.files.len());
        let plain = report.files.iter().filter(|file| matches!(file.format.as_str(), "text" | "unknown" | "other"));
        let names: Vec<&str> = plain.map(|file| file.name.rsplit('/').next().unwrap_or_default()).collect();
        // The last is a test of rbfx, which no class reads.
        let known = [
            "AutoloadPackageTest.xml",
            "CommandLine.txt",
            "License.txt",
            "Licenses.txt",
            "OFL.txt",
            "imp.txt",
            "LICENSE",
        ];
        let others: Vec<_> = names.iter().filter(|name| !known.contains(name)).collect();
        assert!(others.is_empty(), "{engine}: {others:?}");
    }
}
