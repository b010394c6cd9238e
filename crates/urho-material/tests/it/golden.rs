//! Handwritten files from FORMAT.md: their content, findings, and results of edits.

use urho_material::urho_core::Variant;
use urho_material::{
    Cull, DepthBias, Encoding, Engine, Fill, Material, MaterialData, Parameter, Setting, Technique, TextureUnit,
    UnitReading, kinds,
};

const XML: &str = r#"<?xml version="1.0"?>
<!-- of stone -->
<material>
    <technique name="Techniques/Diff.xml" quality="0" />
    <technique name='Techniques/DiffNormal.xml' quality="1" loddistance="10.5"/>
    <texture unit="Diff" name="Textures/Stone.dds" />
    <texture unit="normal" name="Textures/StoneNormal.dds" />
    <shader psdefines="PACKEDNORMAL" />
    <parameter name="MatSpecColor" value="0.3 0.3 0.3 16" />
    <parameter name="Flag" type="Bool" value="true" />
    <parameteranimation name="MatSpecColor" wrapmode="Clamp" speed="2">
        <keyframe time="0" type="Vector4" value="0 0 0 1" />
    </parameteranimation>
    <cull value="NONE" />
    <depthbias constant="0.1" slopescaled="2" />
    <renderorder value="100" />
    <game:own value="kept" />
</material>
"#;

pub(super) fn told(findings: &urho_material::Findings) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_material_is_read_from_xml() {
    let material = Material::parse(XML.as_bytes()).unwrap();
    let data = material.data();
    assert_eq!(material.encoding(), Encoding::Xml);
    let mut written = Vec::new();
    material.write_to(&mut written).unwrap();
    assert_eq!((written.as_slice(), material.encoded_len().unwrap()), (XML.as_bytes(), XML.len() as u64));
    assert_eq!(data.techniques[1].name, "Techniques/DiffNormal.xml");
    assert_eq!((data.techniques[1].quality, data.techniques[1].lod_distance), (Some(1), Some(10.5)));
    assert_eq!(data.texture(TextureUnit::DIFFUSE).unwrap().name, "Textures/Stone.dds");
    assert_eq!(
        (data.vertex_defines.as_ref(), data.pixel_defines.as_ref().unwrap().as_str()),
        (None, Some("PACKEDNORMAL"))
    );
    assert_eq!(data.parameter("MatSpecColor").unwrap().numbers().unwrap(), [0.3, 0.3, 0.3, 16.0]);
    assert_eq!(data.parameter("Flag").unwrap().value().value, Variant::Bool(1));
    assert_eq!((data.animations[0].speed, data.animations[0].keyframes.len()), (Some(2.0), 1));
    assert_eq!((data.cull, data.shadow_cull, data.fill), (Some(Cull::None), None, None));
    assert_eq!(data.depth_bias.unwrap().slope_scaled, 2.0);
    assert_eq!((data.render_order, data.occlusion), (Some(100), None));
    assert_eq!(
        told(&material.validate()),
        ["note: element \"game:own\" is unknown; the engine skips it (at byte 0x2db)"]
    );

    let loaded = data.loaded(Engine::Urho3d);
    assert_eq!(loaded.techniques[0].name, "Techniques/DiffNormal.xml");
    assert_eq!(loaded.parameters.len(), 9);
    assert_eq!((loaded.fill, loaded.occlusion, loaded.render_order), (Some(Fill::Solid), Some(true), Some(100)));
    let rbfx = data.loaded(Engine::Rbfx);
    assert_eq!(rbfx.textures[0].unit.as_ref().unwrap(), &"Albedo");
    assert_eq!(rbfx.parameter("Roughness").unwrap().text, "1");
    assert_eq!(MaterialData::default().signed_render_order(), 0);
}

#[test]
fn values_without_a_type_are_what_their_words_say() {
    let value = |text: &'static str| Parameter { text: text.into(), ..Parameter::default() }.value().value.into_owned();
    assert_eq!(value("1"), Variant::Float(1.0));
    assert_eq!(value("1  2 3"), Variant::Vector3([1.0, 2.0, 3.0]));
    assert_eq!(value(" 1 2 3 4 "), Variant::Vector4([1.0, 2.0, 3.0, 4.0]));
    assert_eq!(value("1 2 3 4 5"), Variant::None);
    assert_eq!(value(""), Variant::None);
    assert_eq!(value("yes"), Variant::Bool(1));
    assert_eq!(value("False"), Variant::Bool(0));
    assert_eq!(value("nan"), Variant::Bool(0));
    assert_eq!(value("-inf"), Variant::Float(f32::NEG_INFINITY));
    assert_eq!(value("1,2,3"), Variant::Float(1.0));
    assert_eq!(value("#FF"), Variant::Float(0.0));
    assert_eq!(value("0x10"), Variant::Float(16.0));
}

#[test]
fn units_are_read_as_the_engine_reads_them() {
    let known = |unit| UnitReading::Known(TextureUnit(unit));
    for (name, reading) in [
        ("diffuse", known(0)),
        (" Albedo ", known(0)),
        ("NORM", known(1)),
        ("env", known(4)),
        ("zone", known(15)),
        ("3", known(3)),
        ("99", UnitReading::Misread(TextureUnit(15))),
        ("xx", UnitReading::Misread(TextureUnit(0))),
        ("", UnitReading::Misread(TextureUnit(0))),
        ("-1", UnitReading::Misread(TextureUnit(0))),
        ("100", UnitReading::Skipped),
        ("roughness", UnitReading::Skipped),
    ] {
        assert_eq!(TextureUnit::read(name.as_bytes()), reading, "{name}");
    }
    assert_eq!(TextureUnit::from_slot(b"Properties"), Some(TextureUnit::SPECULAR));
    assert_eq!(TextureUnit::from_slot(b"properties"), None);
}

#[test]
fn what_the_engine_misreads_is_told() {
    let file = br#"<matrial>
<texture unit="xx" name="a"/><texture unit="" name="b"/><texture unit="100" name="c"/><texture slot="Own" name="d"/>
<technique name="" quality="-3" quality="1"/>
<parameter name="a" value="nan"/><parameter name="a" value="1 2 3 4 5"/><parameter name="b" value="1,2"/>
<parameteranimation name="none" wrapmode="Ever"/>
<cull value="both"/><cull value="cw"/><depthbias constant="7"/><renderorder value="128" of="&x;"/>
</matrial><more/>"#;
    let found = told(&Material::parse(file).unwrap().validate());
    for expected in [
        "the root is called \"matrial\"",
        "after the root",
        "unit \"xx\" is unknown; the engine puts the texture into diffuse",
        "unit \"\" is unknown; the engine puts the texture into diffuse",
        "unit \"100\" is unknown; Urho3D leaves",
        "names no technique",
        "quality -3",
        "a second attribute quality",
        "\"nan\": begins with a letter",
        "\"1 2 3 4 5\": not 1, 2, 3",
        "\"1,2\": not a whole value",
        "a second parameter of this name",
        "no parameter of this name",
        "no speed",
        "unknown wrapmode",
        "\"both\" is unknown; the engine takes ccw",
        "a second element \"cull\"",
        "constant 7 is outside",
        "128 is the middle",
        "attribute of is unknown",
    ] {
        assert!(found.iter().any(|one| one.contains(expected)), "{expected}\n{found:#?}");
    }
    assert!(!found.iter().any(|one| one.contains("Own")), "{found:#?}");
    // Each at the offset of its element.
    let offset = |message: &str| {
        let findings = Material::parse(file).unwrap().validate();
        findings.iter().find(|one| one.message.contains(message)).and_then(|one| one.offset)
    };
    let element = |tag: &str| file.windows(tag.len()).position(|bytes| bytes == tag.as_bytes()).map(|at| at as u64);
    assert_eq!(offset("constant 7 is outside"), element("<depthbias"));
    assert_eq!(offset("128 is the middle"), element("<renderorder"));

    let json = br#"{"shaderParameters": {"a": 1, "b": true, "c": "1", "c": "2"}, "cull": 3, "fill": "x", "own": null}"#;
    let found = told(&Material::parse(json).unwrap().validate());
    for expected in [
        "shaderParameters > a: neither",
        "shaderParameters > b: neither",
        "a second member",
        "String expected",
        "\"x\" is unknown",
        "unknown member",
        "no technique",
    ] {
        assert!(found.iter().any(|one| one.contains(expected)), "{expected}\n{found:#?}");
    }
}

#[test]
fn edits_change_what_they_name() {
    let mut material = Material::parse(XML.as_bytes()).unwrap().into_owned();
    material.set_parameter("MatSpecColor", [0.5, 0.5, 0.5, 8.0]).unwrap();
    material.set_parameter("Flag", 2.5).unwrap();
    material.set_parameter("New", [1.0, 2.0]).unwrap();
    material.set_texture(TextureUnit::DIFFUSE, "Textures/A&B.png").unwrap();
    material.set_texture(TextureUnit::EMISSIVE, "Textures/Glow.png").unwrap();
    material.set(Setting::RenderOrder(7)).unwrap();
    material.set(Setting::Occlusion(false)).unwrap();
    material.set(Setting::DepthBias(DepthBias { constant: 0.25, slope_scaled: 2.0, normal_offset: None })).unwrap();
    material.set_defines("VS", "PACKEDNORMAL ALPHAMASK").unwrap();
    material.set_technique(0, "Techniques/NoTexture.xml").unwrap();
    assert!(material.set_technique(9, "x").is_err());
    assert!(material.remove_technique(1).unwrap() && !material.remove_technique(1).unwrap());
    assert!(material.remove_texture(TextureUnit::NORMAL).unwrap());
    let expected = XML
        .replace("0.3 0.3 0.3 16", "0.5 0.5 0.5 8")
        .replace(
            "name=\"Flag\" type=\"Bool\" value=\"true\" />",
            "name=\"Flag\" value=\"2.5\" />\n    <parameter name=\"New\" value=\"1 2\" />",
        )
        .replace("Textures/Stone.dds", "Textures/A&amp;B.png")
        .replace(
            "    <texture unit=\"normal\" name=\"Textures/StoneNormal.dds\" />",
            "    <texture unit=\"emissive\" name=\"Textures/Glow.png\" />",
        )
        .replace("\"100\"", "\"7\"")
        .replace("kept\" />", "kept\" />\n    <occlusion enable=\"false\" />")
        .replace("constant=\"0.1\"", "constant=\"0.25\"")
        .replace("psdefines=\"PACKEDNORMAL\"", "psdefines=\"PACKEDNORMAL ALPHAMASK\" vsdefines=\"VS\"")
        .replace("Techniques/Diff.xml", "Techniques/NoTexture.xml")
        .replace("    <technique name='Techniques/DiffNormal.xml' quality=\"1\" loddistance=\"10.5\"/>\n", "");
    assert_eq!(String::from_utf8(material.to_bytes().unwrap()).unwrap(), expected);
    assert!(material.remove_parameter("New").unwrap() && !material.remove_parameter("New").unwrap());
    material.add_technique("Techniques/Diff.xml").unwrap();
    assert_eq!(material.data().techniques.len(), 2);
}

#[test]
fn edits_of_json_change_what_they_name() {
    let file = "{\n  // of stone\n  \"textures\": null,\n  \"shaderParameters\": {\"Roughness\": \"0.5\", \"Other\": \"1\"},\n  \"cull\": \"ccw\"\n}\n";
    let mut material = Material::parse(file.as_bytes()).unwrap().into_owned();
    assert_eq!(material.encoding(), Encoding::Json);
    material.set_parameter("Roughness", 0.25).unwrap();
    material.set_parameter("Flag", true).unwrap();
    material.set_texture(TextureUnit::DIFFUSE, "Textures/A.png").unwrap();
    material.set_texture(TextureUnit::DIFFUSE, "Textures/B.png").unwrap();
    material.set(Setting::Cull(Cull::Cw)).unwrap();
    material.add_technique("Techniques/Diff.xml").unwrap();
    material.set_technique(0, "Techniques/NoTexture.xml").unwrap();
    assert!(material.remove_parameter("Other").unwrap());
    let text = String::from_utf8(material.to_bytes().unwrap()).unwrap();
    assert!(text.starts_with("{\n  // of stone\n  \"textures\": {\n    \"diffuse\": \"Textures/B.png\"\n  },\n  \"shaderParameters\": {\"Roughness\": \"0.25\", \"Flag\": {"), "{text}");
    let data = material.data();
    assert_eq!(data.parameter("Flag").unwrap().value().value, Variant::Bool(1));
    assert_eq!((data.cull, data.techniques.len()), (Some(Cull::Cw), 1));
    assert!(material.remove_texture(TextureUnit::DIFFUSE).unwrap());
    assert!(material.data().textures.is_empty());
}

/// The engine reads any other short name as a number, so that edits find such textures.
#[test]
fn misread_units_are_units() {
    for file in [
        &br#"<material><texture unit="diffuse" name="a"/><texture unit="xx" name="b"/></material>"#[..],
        br#"{"textures": {"diffuse": "a", "xx": "b"}}"#,
    ] {
        let mut material = Material::parse(file).unwrap();
        assert_eq!(material.data().texture(TextureUnit::DIFFUSE).unwrap().name, "b");
        let loaded = material.data().loaded(Engine::Urho3d).textures;
        assert_eq!(loaded.iter().map(|texture| texture.name.to_string()).collect::<Vec<_>>(), ["b"]);
        material.set_texture(TextureUnit::DIFFUSE, "c").unwrap();
        assert_eq!(material.data().texture(TextureUnit::DIFFUSE).unwrap().name, "c");
        assert!(material.remove_texture(TextureUnit::DIFFUSE).unwrap());
        assert!(material.data().textures.is_empty());
    }
}

#[test]
fn edits_change_nothing_else() {
    let file =
        br#"{"shader": {"own": 1, "psdefines": "A"}, "shaderParameters": {"a": 1, "b": 2, "a": 3, "c": 4, "a": 5}}"#;
    let mut material = Material::parse(file).unwrap();
    material.set_defines("", "B").unwrap();
    material.remove_parameter("a").unwrap();
    let expected = br#"{"shader": {"own": 1, "psdefines": "B"}, "shaderParameters": { "b": 2, "c": 4}}"#;
    assert_eq!(String::from_utf8_lossy(&material.to_bytes().unwrap()), String::from_utf8_lossy(expected));
    let bias = DepthBias { constant: 0.5, slope_scaled: 1.0, normal_offset: None };
    for file in [
        &br#"<material><depthbias constant="0" normaloffset="2" /></material>"#[..],
        br#"{"depthbias": {"constant": 0, "normaloffset": 2}}"#,
    ] {
        let mut material = Material::parse(file).unwrap();
        material.set(Setting::DepthBias(bias)).unwrap();
        assert_eq!(material.data().depth_bias, Some(bias));
    }
}

/// Parameter animations in both encodings; escaped names are unescaped.
#[test]
fn animations_of_parameters() {
    let json = r#"{"shaderParameterAnimations": {"Mat\u0044iff": {"wrapmode": "Once", "speed": 0.5, "interpolationmethod": "Spline",
        "splinetension": 0.25, "keyframes": [{"time": 1.5, "value": {"type": "Vector4", "value": "1 0 0 1"}}, {"value": 7}],
        "eventframes": [{}, {}]}, "Other": {}}}"#;
    let xml = r#"<material><parameteranimation name="MatDiff" wrapmode="Once" speed="0.5" interpolationmethod="Spline" splinetension="0.25">
        <keyframe time="1.5" type="Vector4" value="1 0 0 1"/><keyframe/><eventframe/><eventframe/></parameteranimation>
        <parameteranimation name="Other"/></material>"#;
    for text in [json, xml] {
        let material = Material::parse(text.as_bytes()).unwrap();
        let data = material.data();
        let [animation, other] = &data.animations[..] else { panic!("{:?}", data.animations) };
        assert_eq!(
            (&animation.name, animation.speed, animation.spline_tension),
            (&"MatDiff".into(), Some(0.5), Some(0.25))
        );
        assert_eq!((&animation.wrap_mode, &animation.interpolation), (&Some("Once".into()), &Some("Spline".into())));
        assert_eq!(animation.event_count, 2);
        let [first, second] = &animation.keyframes[..] else { panic!("{:?}", animation.keyframes) };
        assert_eq!((first.time, second.time), (1.5, 0.0));
        assert_eq!(first.value.numbers().unwrap(), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!((&first.value.type_name, second.value.text.len()), (&Some("Vector4".into()), 0));
        assert_eq!((&other.name, other.speed, other.keyframes.len()), (&"Other".into(), None, 0));
    }
}

#[test]
fn slots_and_units_become_each_other() {
    let file = br#"<material><texture slot="Albedo" name="a"/><texture slot="Own" name="b"/></material>"#;
    let mut material = Material::parse(file).unwrap();
    assert!(material.data().to_json().is_err());
    let xml = material.data().to_xml(Engine::Rbfx).unwrap();
    assert!(String::from_utf8(xml).unwrap().contains("<texture slot=\"Albedo\" name=\"a\" />"));
    material.set_texture(TextureUnit::NORMAL, "n").unwrap();
    assert!(
        String::from_utf8(material.to_bytes().unwrap()).unwrap().contains("<texture slot=\"Normal\" name=\"n\" />")
    );
    let urho =
        Material::parse(br#"<material><texture unit="spec" name="a"/><texture unit="own" name="b"/></material>"#)
            .unwrap();
    let xml = String::from_utf8(urho.data().to_xml(Engine::Rbfx).unwrap()).unwrap();
    assert!(xml.contains("slot=\"Properties\"") && xml.contains("slot=\"own\""), "{xml}");
}

#[test]
fn what_is_no_material_is_refused() {
    for (file, at) in [
        (&b""[..], 0),
        (b"[1]", 0),
        (b"{\"a\" 1}", 5),
        (b"<!DOCTYPE m [<!ENTITY a \"b\">]>", 0),
        (b"\xff\xfe<\0m\0x", 6),
        (b"\xff\xfe<\0a\0>\0<\0/\0b\0>\0", 8),
        (b"<material><texture></material>", 19),
    ] {
        assert_eq!(Material::parse(file).unwrap_err().offset(), Some(at));
    }
}

#[test]
fn a_new_material_is_laid_out_as_the_engine_does() {
    let mut data = MaterialData::default();
    data.techniques.push("Techniques/Diff.xml".into());
    data.textures.push(urho_material::TextureEntry::new(TextureUnit::DIFFUSE, "Textures/A.png"));
    data.parameters.push(Parameter::new("Flag", true).unwrap());
    data.parameters.push(Parameter::new("Tiny", 1e-7).unwrap());
    data.cull = Some(Cull::None);
    let xml = String::from_utf8(data.to_xml(Engine::Urho3d).unwrap()).unwrap();
    assert_eq!(
        xml,
        "<?xml version=\"1.0\"?>\n<material>\n\t<technique name=\"Techniques/Diff.xml\" />\n\t<texture unit=\"diffuse\" name=\"Textures/A.png\" />\n\t<parameter name=\"Flag\" type=\"Bool\" value=\"true\" />\n\t<parameter name=\"Tiny\" value=\"1e-07\" />\n\t<cull value=\"none\" />\n</material>\n"
    );
    assert_eq!(Material::parse(xml.as_bytes()).unwrap().data(), data);
    let json = data.to_json().unwrap();
    assert_eq!(Material::parse(&json).unwrap().data(), data);
    assert!(Parameter::new("x", Variant::VariantVector(vec![])).is_err());
}

#[test]
fn words_that_the_engines_know_are_no_findings() {
    let technique = |pass: &str| {
        let text = format!("<technique vs=\"Unlit\" ps=\"Unlit\"><pass name=\"base\" {pass} /></technique>");
        Technique::parse(text.as_bytes()).unwrap().validate().iter().map(|one| one.kind.as_str()).collect::<Vec<_>>()
    };
    // The engines read `false` as `always`; rbfx has the other three.
    for pass in
        ["depthtest=\"false\"", "depthtest=\"FALSE\"", "colorwrite=\"false\" vstextures=\"0\" pstextures=\"1 2\""]
    {
        assert_eq!(technique(pass), Vec::<&str>::new(), "{pass}");
    }
    assert_eq!(technique("depthtest=\"true\""), ["urho-material/technique-value"]);
}

/// UTF-16 and ISO-8859-1 are read as the engine does, kept to the byte, and stay after an edit. Offsets count bytes of the file.
#[test]
fn other_encodings_are_kept() {
    let text = "\u{feff}<?xml version=\"1.0\"?><!DOCTYPE material><!-- Gr\u{fc}n --><material><technique name=\"a\"/><cull value=\"inside\"/></material>";
    let file: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut material = Material::parse(&file).unwrap();
    assert_eq!((material.to_bytes().unwrap(), material.encoded_len().unwrap()), (file.clone(), file.len() as u64));
    let findings = material.validate();
    let characters = text[..text.find("<cull").unwrap()].chars().count() as u64;
    let found: Vec<_> = findings.iter().map(|one| (one.kind, one.offset)).collect();
    assert_eq!(found, [(kinds::VALUE_UNKNOWN, Some(2 * characters))]);
    material.set_parameter("Roughness", 0.5).unwrap();
    let edited: Vec<u16> =
        material.to_bytes().unwrap().chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let edited = String::from_utf16(&edited).unwrap();
    assert!(edited.contains("Gr\u{fc}n") && edited.contains("name=\"Roughness\" value=\"0.5\""), "{edited}");
    let latin =
        b"<?xml version='1.0' encoding='ISO-8859-1'?><material><texture unit='diffuse' name='Gr\xfcn.png'/></material>";
    let mut material = Material::parse(latin).unwrap();
    assert_eq!(material.data().textures[0].name, "Gr\u{fc}n.png");
    assert_eq!(material.to_bytes().unwrap(), latin);
    material.set_parameter("Roughness", 0.5).unwrap();
    assert!(material.to_bytes().unwrap().windows(7).any(|part| part == b"Gr\xfcn.pn"));
}
