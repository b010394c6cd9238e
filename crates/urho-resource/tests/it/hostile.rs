//! Hostile input.

use testkit::hostile::{TimeLimit, with_small_stack};
use urho_resource::binio::Fault;
use urho_resource::{Document, ErrorKind, Kind, detect};

/// All operations on any input.
fn exercise(kind: Kind, bytes: &[u8]) {
    let Ok(document) = Document::parse_as(kind, bytes) else { return };
    assert_eq!(document.to_bytes().unwrap(), bytes);
    let _ = (document.validate(), document.references(Some("A/b.scml")), document.values());
    let _ = document.applied(Some("A/b.xml"), |_| Some(bytes.to_vec()));
}

#[test]
fn nesting_is_bounded() {
    with_small_stack(|| {
        for (kind, text) in [
            (Kind::UiLayout, b"<element>".repeat(20_000)),
            (Kind::PropertyListSheet, b"<plist><dict>".repeat(20_000)),
            (Kind::Strings, b"{\"a\":".repeat(100_000)),
        ] {
            let error = Document::parse_as(kind, &text).unwrap_err();
            assert_eq!(error.kind(), &ErrorKind::Text(Fault::Limit("nesting").into()));
        }
        // As deep as it may be.
        let deep = |name: &str| [format!("<{name}>").repeat(127), format!("</{name}>").repeat(127)].concat();
        exercise(Kind::UiLayout, deep("element").as_bytes());
        exercise(Kind::PropertyListSheet, deep("dict").as_bytes());
        exercise(Kind::Serializable, [&b"{\"value\":".repeat(120)[..], b"0", &b"}".repeat(120)].concat().as_slice());
    });
}

/// Every operation takes time in proportion to the file.
#[test]
fn many_names_take_no_square_of_their_number() {
    let limit = TimeLimit::seconds(60);
    let many = |item: &dyn Fn(usize) -> String| (0..20_000).map(item).collect::<String>();
    let texts = [
        (
            Kind::ParticleEffect,
            format!(
                "<particleeffect>{}</particleeffect>",
                many(&|index| format!("<colorfade time=\"{index}\" a{index}=\"\"/><x{index}/>"))
            ),
        ),
        (
            Kind::SpriteSheet,
            format!("<TextureAtlas>{}</TextureAtlas>", many(&|index| format!("<SubTexture name=\"{index}\"/>"))),
        ),
        (
            Kind::UiStyle,
            format!(
                "<elements>{}</elements>",
                many(&|index| format!("<element type=\"{index}\" style=\"{}\"/>", index + 1))
            ),
        ),
        (
            Kind::RenderPath,
            format!(
                "<renderpath>{}</renderpath>",
                many(&|index| format!("<rendertarget name=\"{index}\"/><command output=\"{index}\"/>"))
            ),
        ),
        (
            Kind::Spriter,
            format!(
                "<spriter_data><entity><animation><mainline><key>{}</key></mainline></animation></entity></spriter_data>",
                many(&|index| format!("<bone_ref parent=\"{index}\"/>"))
            ),
        ),
        (
            Kind::ParticleGraph,
            format!(
                "<particleGraphEffect><layers><layer><emit><nodes>{}</nodes></emit></layer></layers></particleGraphEffect>",
                many(&|index| format!(
                    "<node id=\"{}\" name=\"Negate\"><in><pin name=\"x\" node=\"{index}\" pin=\"out\"/></in></node>",
                    index + 1
                ))
            ),
        ),
        (
            Kind::Strings,
            format!("{{{}\"z\": {{}}}}", many(&|index| format!("\"{index}\": {{\"en\": \"a\", \"de\": \"b\"}},"))),
        ),
        (
            Kind::PropertyListSheet,
            format!(
                "<plist><dict><key>frames</key><dict>{}</dict></dict></plist>",
                many(&|index| format!("<key>{index}</key><dict/>"))
            ),
        ),
        (Kind::RmlDocument, "<a b=\"".repeat(20_000)),
        (Kind::RmlDocument, "<a ".repeat(20_000)),
        (Kind::RmlStyle, "image(".repeat(20_000)),
        (Kind::RmlStyle, "@spritesheet { src: a; }".repeat(20_000)),
        (Kind::ShaderSource, "#include \"a\"\n".repeat(20_000)),
        (
            Kind::TileMap,
            format!(
                "<map><layer width=\"4000\" height=\"4000\"><data encoding=\"csv\">{}</data></layer></map>",
                "1,".repeat(100_000)
            ),
        ),
    ];
    for (kind, text) in texts {
        exercise(kind, text.as_bytes());
        detect(text.as_bytes(), Some("Strings.json"));
    }
    limit.check();
}

/// A patch with many steps on a large base, and expressions whose predicates multiply.
#[test]
fn patches_have_limits() {
    let limit = TimeLimit::seconds(60);
    let base = format!("<element>{}</element>", "<element type=\"Text\"/>".repeat(5_000));
    let apply = |step: &str, count: usize| {
        let patch = format!("<element inherit=\"a\">{}</element>", step.repeat(count));
        let document = Document::parse_as(Kind::UiLayout, patch.as_bytes()).unwrap();
        document.applied(None, |_| Some(base.clone().into_bytes()))
    };
    let error = apply("<add sel=\"/no\"/>", 2_000).unwrap_err();
    assert!(error.to_string().contains("patch"), "{error}");
    let nested = "<remove sel=\"//element[//element[//element[@type='x']]]\"/>";
    let findings = apply(nested, 1).unwrap().findings;
    assert_eq!(findings.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>(), ["urho-resource/patch-unchecked"]);
    let deep = format!("<remove sel=\"/element{}{}\"/>", "[element".repeat(100), "]".repeat(100));
    let findings = apply(&deep, 1).unwrap().findings;
    assert_eq!(findings.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>(), ["urho-resource/patch-unchecked"]);
    limit.check();
}

#[test]
fn patches_of_patches_are_limited() {
    let document = Document::parse(b"<element inherit=\"0\"/>", None).unwrap();
    let next = |name: &str| format!("<element inherit=\"{}\"/>", name.parse::<usize>().unwrap() + 1).into_bytes();
    assert!(document.applied(None, |name| Some(next(name))).is_err());
}

#[test]
fn heads_that_end_anywhere_are_read() {
    let wave =
        b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data\xff\xff\xff\xff"
            .to_vec();
    let font = b"ttcf\0\x01\0\0\0\0\0\x01\xff\xff\xff\xff".to_vec();
    for (kind, bytes) in [(Kind::Sound, wave), (Kind::OutlineFont, font)] {
        for end in 0..=bytes.len() {
            exercise(kind, &bytes[..end]);
            for at in 0..end {
                let mut changed = bytes[..end].to_vec();
                changed[at] = 0xff;
                exercise(kind, &changed);
            }
        }
    }
}
