//! Handwritten techniques, texture parameters and material lists.

use urho_material::*;

use super::golden::told;

#[test]
fn a_technique_has_passes() {
    let file = br#"<technique vs="LitSolid" ps="LitSolid" psdefines="DIFFMAP">
    <pass name="base" psdefines="A  B" /><pass name="shadow" vs="Shadow" ps="Shadow" psdefines="C" blend="ad" />
    <pass name="base" depthtest="never" own="1" />
</technique>"#;
    let mut technique = Technique::parse(file).unwrap();
    let passes = technique.passes();
    let words = |index: usize| {
        let (shader, words) = technique.pixel_shader_of(&passes[index]);
        (shader.to_string(), words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(words(0), ("LitSolid".into(), "DIFFMAP A B".into()));
    assert_eq!(words(1), ("Shadow".into(), "C".into()));
    let found = told(&technique.validate());
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(found[0].contains("blend \"ad\" is unknown; the engine takes replace"), "{found:#?}");
    assert!(
        found.iter().any(|one| one.contains("depthtest \"never\" is unknown; the engine takes less")),
        "{found:#?}"
    );
    technique.set_pass(1, "blend", "add").unwrap();
    technique.set_attribute("ps", "Unlit").unwrap();
    assert!(technique.set_pass(7, "blend", "add").is_err());
    let expected =
        String::from_utf8_lossy(file).replace("\"ad\"", "\"add\"").replacen("ps=\"LitSolid\"", "ps=\"Unlit\"", 1);
    assert_eq!(technique.text(), expected.as_bytes());
}

#[test]
fn a_texture_has_parameters() {
    let file = br#"<texture>
    <address coord="uv" mode="clamp" />
    <filter mode="nearest" /><srgb enable="true" />
</texture>"#;
    let mut texture = Texture::parse(file).unwrap();
    assert_eq!((texture.kind(), texture.srgb(), texture.mipmaps()), (TextureKind::Flat, Some(true), None));
    assert_eq!(texture.address('u').unwrap(), "clamp");
    assert!(texture.address('v').is_none() && texture.border().is_none() && texture.linear().is_none());
    assert_eq!(texture.filter().unwrap(), "nearest");
    assert!(told(&texture.validate())[0].contains("reads the first letter only"));
    texture.set_srgb(false).unwrap();
    texture.set_mipmaps(false).unwrap();
    texture.set_filter("bilinear").unwrap();
    texture.set_address('v', "mirror").unwrap();
    let expected = "<texture>\n    <address coord=\"uv\" mode=\"clamp\" />\n    <filter mode=\"bilinear\" /><srgb enable=\"false\" /><mipmap enable=\"false\" /><address coord=\"v\" mode=\"mirror\" />\n</texture>";
    assert_eq!(String::from_utf8(texture.to_bytes().unwrap()).unwrap(), expected);

    let cube = Texture::parse(
        b"<cubemap><face name=\"a.png\"/><face name=\"\"/><address coord=\"x\" mode=\"far\"/></cubemap>",
    )
    .unwrap();
    assert_eq!((cube.kind(), cube.images().len()), (TextureKind::Cube, 2));
    let found = told(&cube.validate());
    for expected in ["2 faces instead of 6", "names no file", "isn't u, v or w", "mode \"far\" is unknown"] {
        assert!(found.iter().any(|one| one.contains(expected)), "{expected}\n{found:#?}");
    }
}

#[test]
fn a_list_has_lines() {
    let names = |list: &MaterialList<'_>| list.names().map(|name| name.to_string()).collect::<Vec<_>>();
    let mut list = MaterialList::parse(b"Materials/a.xml\r\n\r null \nb").unwrap().into_owned();
    assert_eq!(names(&list), ["Materials/a.xml", "", "null", "b"]);
    let found = told(&list.validate_for(Some(3)));
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[2].contains("line 3: the model has no such geometry"));
    list.set_name(1, "c").unwrap();
    list.set_name(5, "d").unwrap();
    assert_eq!(list.text(), b"Materials/a.xml\r\nc\r null \nb\r\n\r\nd\r\n");
    assert!(list.set_name(0, "a\nb").is_err() && list.set_name(usize::MAX, "a").is_err());
    assert!(told(&MaterialList::parse(b"a").unwrap().validate_for(Some(2)))[0].contains("1 lines for 2 geometries"));
    assert_eq!(MaterialList::new(["a", "b"]).unwrap().text(), b"a\r\nb\r\n");
    assert_eq!(names(&MaterialList::parse(b"").unwrap()).len(), 0);
    assert_eq!(MaterialList::parse(b"a\0").unwrap_err().offset(), Some(1));
}

#[test]
fn address_modes_without_a_coordinate_are_skipped() {
    let severities = |coord: &str| {
        let text = format!("<texture><address {coord} mode=\"clamp\" /></texture>");
        Texture::parse(text.as_bytes()).unwrap().validate().iter().map(|one| one.severity).collect::<Vec<_>>()
    };
    assert_eq!(severities(""), [binio::Severity::Note]);
    assert_eq!(severities("coord=\"\""), [binio::Severity::Note]);
    assert_eq!(severities("coord=\"uv\""), [binio::Severity::Note]);
    // The engine uses the letter as an index.
    assert_eq!(severities("coord=\"x\""), [binio::Severity::Error]);
}

#[test]
fn passes_without_a_shader_draw_nothing() {
    for (technique, pass, expected) in [
        (r#"vs="LitSolid" ps="LitSolid""#, "", 0),
        (r#"ps="LitSolid""#, "", 1),
        (r#"ps="LitSolid""#, r#"vs="Shadow""#, 0),
        (r#"vs="" ps="LitSolid""#, "", 1),
        ("", "", 2),
    ] {
        let file = format!(r#"<technique {technique}><pass name="base" {pass}/></technique>"#);
        let findings = Technique::parse(file.as_bytes()).unwrap().validate();
        assert_eq!(findings.len(), expected, "{file}: {findings:?}");
        for finding in &findings {
            let offset = file.find("<pass").map(|offset| offset as u64);
            assert_eq!(
                (finding.kind, finding.path.to_string(), finding.offset),
                (kinds::TECHNIQUE_VALUE, "pass 0".to_owned(), offset)
            );
        }
    }
}

#[test]
fn techniques_without_a_colour_pass_are_invisible() {
    let shaders = r#"vs="LitSolid" ps="LitSolid""#;
    for (passes, invisible) in [
        ("", true),
        (r#"<pass name="Shadow"/><pass name="depth"/><pass name="prepass"/>"#, true),
        (r#"<pass name="shadow"/><pass name="base"/>"#, false),
        (r#"<pass name="litalpha"/>"#, false),
    ] {
        let file = format!(r#"<!-- occluder --><technique {shaders}>{passes}</technique>"#);
        let findings = Technique::parse(file.as_bytes()).unwrap().validate();
        let kinds: Vec<_> = findings.iter().map(|one| (one.kind, one.offset)).collect();
        let expected = [(kinds::TECHNIQUE_INVISIBLE, Some(17))];
        assert_eq!(kinds, if invisible { &expected[..] } else { &[] }, "{file}");
    }
}
