//! Details of moved projects that only the running engine shows: marks, parameters, tracks, names.

use std::path::Path;

use asset_migrate::{Action, Engine, FileReport, Migration, MigrationReport, NoteKind};
use urho_material::Material;
use urho_scene::{Classes, Document, Variant};

/// Writes a project, and moves it.
fn moved(files: &[(&str, &[u8])], to: Engine, change: impl Fn(Migration<'static>) -> Migration<'static>) -> Moved {
    let (project, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for (name, bytes) in files {
        let path = project.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let report = change(Migration::new(project.path(), to, out.path()).write(true)).run().unwrap();
    Moved { report, out }
}

struct Moved {
    report: MigrationReport,
    out: tempfile::TempDir,
}

impl Moved {
    fn file(&self, name: &str) -> &FileReport {
        self.report.files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("{name} is in the report"))
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.out.path().join(Path::new(name))).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn notes(&self, name: &str, kind: NoteKind) -> usize {
        self.file(name).notes.iter().filter(|note| note.kind == kind).count()
    }

    /// The numbers of a parameter of a material.
    fn numbers(&self, name: &str, parameter: &str) -> Option<Vec<f32>> {
        let bytes = self.bytes(name);
        let material = Material::parse(&bytes).unwrap();
        let data = material.data();
        data.parameter(parameter)?.numbers()
    }

    fn technique(&self, name: &str) -> String {
        let bytes = self.bytes(name);
        let material = Material::parse(&bytes).unwrap();
        material.data().techniques[0].name.to_string()
    }
}

fn same(migration: Migration<'static>) -> Migration<'static> {
    migration
}

const PLAIN: &[u8] = b"<material><technique name=\"Techniques/Diff.xml\" /></material>";

#[test]
fn byte_order_marks_go_where_the_engine_refuses_them() {
    let marked = |text: &[u8]| [b"\xef\xbb\xbf", text].concat();
    let (material, technique, json) = (marked(PLAIN), marked(b"<technique vs=\"A\" ps=\"A\"/>"), marked(b"{\"a\": 1}"));
    let (text, wide) = (marked(b"hello"), b"\xff\xfe<\0m\0/\0>\0".to_vec());
    let files: [(&str, &[u8]); 5] = [
        ("Materials/M.xml", &material),
        ("Techniques/T.xml", &technique),
        ("Data.json", &json),
        ("readme.txt", &text),
        ("Materials/Wide.xml", &wide),
    ];
    let to_rbfx = moved(&files, Engine::Rbfx, same);
    for (name, bytes) in &files[..3] {
        assert_eq!(to_rbfx.bytes(name), bytes[3..], "{name}");
    }
    assert_eq!(to_rbfx.file("Materials/M.xml").action, Action::Converted);
    // Texts that no engine reads keep theirs, and UTF-16 is left to somebody.
    assert_eq!(to_rbfx.bytes("readme.txt"), text);
    assert_eq!(
        (to_rbfx.bytes("Materials/Wide.xml"), to_rbfx.notes("Materials/Wide.xml", NoteKind::ByHand)),
        (wide.clone(), 1)
    );
    // Urho3D reads marked XML, and no marked JSON.
    let to_u3d = moved(&files, Engine::U3d, same);
    assert_eq!(to_u3d.bytes("Materials/M.xml"), material);
    assert_eq!(to_u3d.bytes("Data.json"), json[3..]);
}

#[test]
fn soft_particles_fade_at_the_same_distance_there_and_back() {
    let soft = |technique: &str, parameter: &str| {
        format!("<material><technique name=\"Techniques/{technique}.xml\" />{parameter}</material>").into_bytes()
    };
    let scale = "<parameter name=\"SoftParticleFadeScale\" value=\"0.25\" />";
    let (lit, unlit, none) = (
        soft("DiffLitParticleAlphaSoft", scale),
        soft("DiffUnlitParticleAddSoft", scale),
        soft("DiffLitParticleAlphaSoft", ""),
    );
    let files: [(&str, &[u8]); 3] =
        [("Materials/Lit.xml", &lit), ("Materials/Unlit.xml", &unlit), ("Materials/None.xml", &none)];
    // Physically based materials have no soft particles, so these keep their technique.
    let there = moved(&files, Engine::Rbfx, |migration| migration.pbr(true));
    for (name, technique) in
        [("Materials/Lit.xml", "DiffLitParticleAlphaSoft"), ("Materials/Unlit.xml", "DiffUnlitParticleAddSoft")]
    {
        assert_eq!(there.numbers(name, "FadeOffsetScale"), Some(vec![0.0, 4.0]), "{name}");
        assert_eq!(there.numbers(name, "SoftParticleFadeScale"), None, "{name}");
        assert_eq!(there.technique(name), format!("Techniques/{technique}.xml"));
    }
    assert_eq!(there.notes("Materials/None.xml", NoteKind::ByHand), 1);
    let rbfx = there.bytes("Materials/Lit.xml");
    let back = moved(&[("Materials/Lit.xml", &rbfx)], Engine::Urho3d, |migration| migration.from(Engine::Rbfx));
    assert_eq!(back.numbers("Materials/Lit.xml", "SoftParticleFadeScale"), Some(vec![0.25]));
    assert_eq!(back.numbers("Materials/Lit.xml", "FadeOffsetScale"), None);
}

#[test]
fn only_techniques_with_a_counterpart_become_physically_based() {
    let names = ["Diff", "DiffNormalSpecAlpha", "NoTexture", "DiffLitParticleAlpha", "DiffAlphaMask", "DiffVCol"];
    let bytes =
        names.map(|name| format!("<material><technique name=\"Techniques/{name}.xml\" /></material>").into_bytes());
    let paths = names.map(|name| format!("Materials/{name}.xml"));
    let files: Vec<(&str, &[u8])> =
        paths.iter().zip(&bytes).map(|(path, bytes)| (path.as_str(), bytes.as_slice())).collect();
    let there = moved(&files, Engine::Rbfx, |migration| migration.pbr(true));
    let created = paths.each_ref().map(|path| there.technique(path));
    let expected =
        ["LitOpaque", "LitTransparentFade", "LitOpaque", "DiffLitParticleAlpha", "DiffAlphaMask", "DiffVCol"];
    assert_eq!(created, expected.map(|name| format!("Techniques/{name}.xml")));
}

#[test]
fn water_gets_a_technique_that_can_draw() {
    let water = b"<material><technique name=\"Techniques/Water.xml\" /><texture unit=\"normal\" name=\"Textures/N.dds\" />
<parameter name=\"NoiseSpeed\" value=\"0.05 0.05\" /><parameter name=\"NoiseTiling\" value=\"50\" /><parameter name=\"WaterTint\" value=\"0.8 0.8 1\" /></material>";
    let there = moved(&[("Materials/Water.xml", water)], Engine::Rbfx, same);
    let name = "Materials/Water.xml";
    assert_eq!(there.technique(name), "Techniques/LitWater.xml");
    assert_eq!(there.numbers(name, "UOffset"), Some(vec![50.0, 0.0, 0.0, 0.0]));
    assert_eq!(there.numbers(name, "VOffset"), Some(vec![0.0, 50.0, 0.0, 0.0]));
    assert_eq!(there.numbers(name, "MatDiffColor"), Some(vec![0.8, 0.8, 1.0, 0.5]));
    assert_eq!(there.numbers(name, "NoiseSpeed"), Some(vec![0.05, 0.05]));
    assert!(there.numbers(name, "FadeOffsetScale").is_some_and(|numbers| numbers[1] > 0.0));
    assert_eq!((there.numbers(name, "NoiseTiling"), there.notes(name, NoteKind::ByHand)), (None, 1));
}

#[test]
fn techniques_with_the_name_of_the_engines_stay_if_their_content_is_the_projects() {
    let mine = br#"<technique vs="LitSolid" ps="LitSolid"><pass name="base" depthwrite="false" psdefines="DIFFMAP" /></technique>"#;
    let stock = br#"<technique ps="Water" vs="Water"><!-- as it was --><pass name="refract" /></technique>"#;
    let material = b"<material><technique name=\"Techniques/Water.xml\" /></material>";
    let own = br#"<technique vs="LitSolid" ps="LitSolid"><pass name="refract" /></technique>"#;
    let there = moved(
        &[("Data/Techniques/Diff.xml", mine), ("Data/Techniques/Water.xml", stock), ("Data/Materials/M.xml", material)],
        Engine::Rbfx,
        same,
    );
    assert_eq!(there.file("Data/Techniques/Diff.xml").action, Action::Copied);
    assert_eq!(there.bytes("Data/Techniques/Diff.xml"), mine);
    assert_eq!(there.file("Data/Techniques/Water.xml").action, Action::Replaced);
    assert_eq!(there.technique("Data/Materials/M.xml"), "Techniques/LitWater.xml");
    // With its own technique of the name, the material keeps it.
    let there = moved(&[("Data/Techniques/Water.xml", own), ("Data/Materials/M.xml", material)], Engine::Rbfx, same);
    assert_eq!(there.technique("Data/Materials/M.xml"), "Techniques/Water.xml");
    assert_eq!(there.bytes("Data/Techniques/Water.xml"), own);
}

#[test]
fn post_processing_has_modes_and_values_of_the_passes() {
    let tone = |enabled: [bool; 3], defines: [&str; 3]| {
        let command = |(on, define): (bool, &str)| {
            format!(
                r#"<command type="quad" enabled="{on}" ps="Tonemap" psdefines="{define}"><parameter name="TonemapExposureBias" value="1.0"/></command>"#
            )
        };
        let all: String = enabled.into_iter().zip(defines).map(command).collect();
        format!("<renderpath>{all}</renderpath>").into_bytes()
    };
    let defines = ["REINHARDEQ3", "REINHARDEQ4", "UNCHARTED2"];
    let paths =
        [[true, false, false], [false, true, false], [false, false, true]].map(|enabled| tone(enabled, defines));
    let exposure = br#"<renderpath><command type="quad" ps="AutoExposure"><parameter name="AutoExposureAdaptRate" value="0.5"/><parameter name="AutoExposureLumRange" value="0.1 2"/></command>
<command type="quad" ps="AutoExposure"><parameter name="AutoExposureMiddleGrey" value="0.6"/></command></renderpath>"#;
    let bloom = br#"<renderpath><command type="quad" ps="BloomHDR"><parameter name="BloomHDRThreshold" value="0.5"/><parameter name="BloomHDRMix" value="1 0.4"/></command></renderpath>"#;
    let odd = br#"<renderpath><command type="quad" ps="BloomHDR"><parameter name="BloomHDRMix" value="1 0.9"/></command></renderpath>"#;
    let files: [(&str, &[u8]); 6] = [
        ("PostProcess/T1.xml", &paths[0]),
        ("PostProcess/T2.xml", &paths[1]),
        ("PostProcess/T3.xml", &paths[2]),
        ("PostProcess/Exposure.xml", exposure),
        ("PostProcess/Bloom.xml", bloom),
        ("PostProcess/Odd.xml", odd),
    ];
    let there = moved(&files, Engine::Rbfx, same);
    let parameters = |name: &str| {
        let bytes = there.bytes(&format!("PostProcess/{name}.prefab"));
        let document = Document::parse(&bytes).unwrap();
        assert!(document.validate().is_empty());
        let scene = document.scene();
        let pipeline = scene.nodes.iter().flat_map(|node| &node.components).find(|one| one.is_a("RenderPipeline"));
        match pipeline.unwrap().get("Render Path Parameters") {
            Some(Variant::StringVariantMap(entries)) => {
                entries.into_iter().map(|(name, value)| (name.to_string(), value.into_owned())).collect()
            }
            None => Vec::new(),
            other => panic!("{other:?}"),
        }
    };
    for (name, mode) in [("T1", 1), ("T2", 2), ("T3", 3)] {
        assert_eq!(parameters(name), [("Tone Mapping: Mode".to_owned(), Variant::Int(mode))], "{name}");
        // Only the line about the scenes that get the pipeline: usual values are nobody's work.
        assert_eq!(there.notes(&format!("PostProcess/{name}.xml"), NoteKind::ByHand), 1, "{name}");
    }
    let mut exposure = parameters("Exposure");
    exposure.sort_by(|a, b| a.0.cmp(&b.0));
    let names: Vec<&str> = exposure.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Exposure: Adapt Rate", "Exposure: Automatic", "Exposure: Max", "Exposure: Min"]);
    let Variant::Float(greatest) = exposure[2].1 else { panic!() };
    let Variant::Float(least) = exposure[3].1 else { panic!() };
    assert!((greatest - 6.0).abs() < 1e-5 && (least - 0.3).abs() < 1e-6);
    assert_eq!(exposure[1].1, Variant::Bool(1));
    assert_eq!(parameters("Bloom"), [("Bloom: Min Brightness".to_owned(), Variant::Float(0.5))]);
    assert_eq!(there.notes("PostProcess/Bloom.xml", NoteKind::ByHand), 1);
    assert_eq!(there.notes("PostProcess/Odd.xml", NoteKind::ByHand), 2);
}

#[test]
fn xml_of_other_programs_is_copied() {
    let foreign =
        b"<?xml version=\"1.0\"?>\n<scene>\n <entity id=\"1\"><component type=\"EC_Name\"/></entity>\n</scene>\n";
    let there = moved(&[("Data/Foreign.xml", foreign), ("Data/Empty.xml", b"<scene id=\"1\"/>")], Engine::Rbfx, same);
    assert_eq!(there.file("Data/Foreign.xml").action, Action::Copied);
    assert_eq!(there.bytes("Data/Foreign.xml"), foreign);
    assert_eq!(there.file("Data/Empty.xml").action, Action::Converted);
    let error = Document::parse(foreign).unwrap_err();
    assert!(matches!(error.kind(), urho_scene::ErrorKind::NotAScene(_)), "{error}");
}

#[test]
fn the_only_track_moves_the_node_of_the_controller() {
    let animation = |names: &[&str]| {
        let mut animation = urho_ani::Animation::new(urho_ani::Version::Uani, "Spin", 1.0);
        for name in names {
            let data = urho_ani::TrackData::new(urho_ani::Channels::POSITION);
            animation.tracks.push(urho_ani::Track::from_data(*name, &data).unwrap());
        }
        animation.to_bytes().unwrap()
    };
    let played = |name: &str, with_model: bool| {
        let model = if with_model { r#"<component type="AnimatedModel" id="9"/>"# } else { "" };
        format!(
            r#"<node id="2">{model}<component type="AnimationController" id="1"><attribute name="Animations"><variant type="String" value="{name}"/><variant type="Float" value="1"/><variant type="Float" value="1"/><variant type="Float" value="0"/><variant type="Float" value="0"/></attribute></component></node>"#
        )
    };
    let scene = format!(
        r#"<scene id="1">{}{}{}{}{}</scene>"#,
        played("Animations/One.ani", false),
        played("Animations/Two.ani", false),
        played("Animations/Bone.ani", true),
        played("Animations/Both.ani", false),
        played("Animations/Both.ani", true)
    );
    let (one, two) = (animation(&["Cube"]), animation(&["Cube", "Cone"]));
    let there = moved(
        &[
            ("Data/Scenes/S.xml", scene.as_bytes()),
            ("Data/Animations/One.ani", &one),
            ("Data/Animations/Two.ani", &two),
            ("Data/Animations/Bone.ani", &one),
            ("Data/Animations/Both.ani", &one),
        ],
        Engine::Rbfx,
        same,
    );
    let tracks = |name: &str| -> Vec<String> {
        let bytes = there.bytes(&format!("Data/Animations/{name}.ani"));
        let animation = urho_ani::Animation::parse(&bytes).unwrap();
        animation.tracks.iter().map(|track| track.name.to_string()).collect()
    };
    assert_eq!(tracks("One"), [""]);
    assert_eq!(tracks("Two"), ["Cube", "Cone"]);
    assert_eq!(tracks("Bone"), ["Cube"]);
    assert_eq!(tracks("Both"), ["Cube"]);
    let by_hand = |name: &str| there.notes(&format!("Data/Animations/{name}.ani"), NoteKind::ByHand);
    assert_eq!(["One", "Two", "Bone", "Both"].map(by_hand), [0, 0, 0, 1]);
}

#[test]
fn broken_models_are_refused() {
    let model = |index: u16| {
        let model =
            urho_mdl::Model::builder().positions(&[[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]).indices(&[0, 1, 2]);
        let mut bytes = model.build().unwrap().to_bytes().unwrap();
        let at = bytes.windows(6).position(|window| window == [0, 0, 1, 0, 2, 0]).expect("the indices");
        bytes[at + 4..at + 6].copy_from_slice(&index.to_le_bytes());
        bytes
    };
    let (sound, broken) = (model(2), model(900));
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    let files: [(&str, &[u8]); 6] = [
        ("Models/Sound.mdl", &sound),
        ("Models/Broken.mdl", &broken),
        ("Models/Empty.mdl", b""),
        ("Models/Zero.mdl", &[0; 64]),
        ("Models/Lfs.mdl", pointer),
        ("Models/Walk.ani", pointer),
    ];
    let there = moved(&files, Engine::Rbfx, same);
    assert_eq!(there.file("Models/Sound.mdl").action, Action::Converted);
    for (name, bytes) in &files[1..] {
        assert_eq!(there.file(name).action, Action::Refused, "{name}");
        assert_eq!(there.bytes(name), *bytes, "{name}");
    }
}

#[test]
fn scenes_are_read_for_the_engine_that_is_set() {
    // A class that only rbfx registers, and nothing else: the content says rbfx.
    let scene =
        br#"<scene id="1"><component type="OutlineGroup" id="1"><attribute name="Is Debug" value="true" /></component>
<component type="PhysicsWorld2D" id="2"><attribute name="Draw Joint" value="true" /></component></scene>"#;
    let files: [(&str, &[u8]); 1] = [("Data/Scenes/S.xml", scene)];
    let detected = moved(&files, Engine::U3d, same);
    assert!(detected.notes("Data/Scenes/S.xml", NoteKind::Lost) > 0);
    let set = moved(&files, Engine::U3d, |migration| migration.from(Engine::Urho3d));
    assert_eq!(set.bytes("Data/Scenes/S.xml"), scene);
    assert_eq!((set.notes("Data/Scenes/S.xml", NoteKind::Lost), set.report.detected.engine), (0, "urho3d"));
}

#[test]
fn scenes_with_physics_of_two_dimensions_keep_it() {
    let scene = br#"<scene id="1"><attribute name="Next Replicated Node ID" value="3" /><component type="PhysicsWorld2D" id="1"><attribute name="Draw Joint" value="true" /></component>
<node id="2"><component type="RigidBody2D" id="2"><attribute name="Body Type" value="Dynamic" /><attribute name="Mass" value="2" /></component></node></scene>"#;
    let files: [(&str, &[u8]); 1] = [("Data/Scenes/S.xml", scene)];
    assert_eq!(moved(&files, Engine::U3d, same).bytes("Data/Scenes/S.xml"), scene);
    let there = moved(&files, Engine::Rbfx, same);
    let bytes = there.bytes("Data/Scenes/S.scene");
    let document = Document::parse(&bytes).unwrap();
    let scene = document.scene();
    let (world, body) = (&scene.nodes[0].components[0], &scene.nodes[1].components[0]);
    assert_eq!((world.get("Draw Joint"), body.get("Body Type")), (Some(Variant::Bool(1)), Some(Variant::Int(2))));
    assert_eq!(body.get("Mass"), Some(Variant::Float(2.0)));
    // Every class and attribute is one that rbfx registers.
    let classes = Classes::of(Engine::Rbfx);
    let components: Vec<_> = scene.nodes.iter().flat_map(|node| &node.components).collect();
    assert_eq!(components.len(), 2);
    for component in components {
        let class = classes.get(component.class.hash).unwrap();
        assert!(component.attributes.iter().all(|(name, _)| class.attribute(&name.name).is_some()));
    }
}

#[test]
fn animations_of_a_scene_with_a_crowd_loop_over_their_whole_length() {
    let scene = br#"<scene id="1"><component type="CrowdManager" id="1" /><node id="2">
<component type="AnimatedModel" id="2"><attribute name="Animation States"><variant type="Int" value="1" /><variant type="ResourceRef" value="Animation;Walk.ani" />
<variant type="String" value="" /><variant type="Bool" value="true" /><variant type="Float" value="1" /><variant type="Float" value="0" /><variant type="Int" value="0" /></attribute></component>
<component type="AnimationController" id="3"><attribute name="Animations"><variant type="String" value="Walk.ani" />
<variant type="Float" value="1" /><variant type="Float" value="1" /><variant type="Float" value="0" /><variant type="Float" value="0" /></attribute></component></node></scene>"#;
    let there = moved(&[("Data/Scenes/S.xml", scene)], Engine::Rbfx, same);
    let bytes = there.bytes("Data/Scenes/S.scene");
    let document = Document::parse(&bytes).unwrap();
    let scene = document.scene();
    let controller = scene.nodes[1].components_of("AnimationController").next().unwrap();
    let Some(Variant::VariantVector(items)) = controller.get("Animations") else { panic!() };
    assert_eq!((items.len(), &items[0]), (16, &Variant::Int(1)));
    // Looped, from the beginning to the number that means the whole length.
    assert_eq!(
        (&items[2], &items[9], &items[10]),
        (&Variant::Bool(1), &Variant::Float(0.0), &Variant::Float(100_000_000.0))
    );
}
