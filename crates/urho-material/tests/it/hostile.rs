//! Hostile input.

use testkit::hostile::{TimeLimit, truncations, with_small_stack};
use urho_material::binio::Fault;
use urho_material::{Engine, Error, ErrorKind, Material, MaterialList, Technique, Texture};

const FILES: [&[u8]; 4] = [
    br#"<material><technique name="a" quality="1"/><texture unit="xx" name="b"/><parameter name="c" value="1 2"/><parameteranimation name="c"><keyframe time="1" type="Float" value="2"/></parameteranimation></material>"#,
    br#"{"techniques": [{"name": "a"}], "textures": {"diffuse": "b"}, "shaderParameters": {"c": {"type": "Int", "value": 1}}, "depthbias": {"constant": 1e999}}"#,
    br#"<technique vs="a"><pass name="base" psdefines="A B"/></technique>"#,
    br#"<cubemap><face name="a"/><address coord="u" mode="wrap"/></cubemap>"#,
];

/// All operations on any input.
fn exercise(bytes: &[u8]) {
    if let Ok(mut material) = Material::parse(bytes) {
        assert_eq!(material.to_bytes().unwrap(), bytes);
        let data = material.data();
        let _ = (format!("{data:?}"), data.to_json(), data.loaded(urho_material::Engine::Rbfx));
        material.validate();
        material.set_parameter("c", 0.5).unwrap();
        assert_eq!(material.data().parameter("c").unwrap().numbers(), Some(vec![0.5]));
    }
    if let Ok(technique) = Technique::parse(bytes) {
        technique.validate();
    }
    if let Ok(texture) = Texture::parse(bytes) {
        texture.validate();
    }
    if let Ok(list) = MaterialList::parse(bytes) {
        list.validate_for(Some(1));
    }
}

#[test]
fn what_is_cut_or_changed_is_read_or_refused() {
    with_small_stack(|| {
        for file in FILES {
            exercise(file);
            truncations(file).for_each(exercise);
            for at in 0..file.len() {
                for byte in [b'<', b'"', b'&', b'\0', 0xff, b'}', b' '] {
                    let mut changed = file.to_vec();
                    changed[at] = byte;
                    exercise(&changed);
                }
            }
        }
    });
}

fn is_too_deep(error: &Error) -> bool {
    error.kind() == &ErrorKind::Text(Fault::Limit("nesting").into())
}

#[test]
fn nesting_is_bounded() {
    with_small_stack(|| {
        let xml = [&b"<material>"[..], &b"<a>".repeat(20_000)].concat();
        assert!(is_too_deep(&Material::parse(&xml).unwrap_err()));
        let json = [&b"{\"a\":"[..], &b"[".repeat(200_000)].concat();
        assert!(is_too_deep(&Material::parse(&json).unwrap_err()));
    });
}

#[test]
fn a_list_may_have_more_names_than_there_are_geometries() {
    let text = b"a\n".repeat(100_000);
    let list = MaterialList::parse(&text).unwrap();
    assert_eq!(list.names().count(), 100_000);
    assert_eq!(list.validate_for(Some(1)).len(), 99_999);
    let limits = { urho_material::binio::Limits::default().max_entries(10) };
    assert_eq!(MaterialList::parse_with(&text, &limits).unwrap_err().offset(), Some(20));
}

/// A NaN as a distance has a place in the order of techniques.
#[test]
fn distances_that_are_no_numbers() {
    let technique = |index: usize| {
        let distance = ["nan", "1", "-0", "3", "2", "0"][index * 7 % 6];
        format!(r#"<technique name="{index}" loddistance="{distance}" quality="{}"/>"#, index % 2)
    };
    let file = format!("<material>{}</material>", (0..100).map(technique).collect::<String>());
    let material = Material::parse(file.as_bytes()).unwrap();
    let loaded = material.data().loaded(Engine::Urho3d).techniques;
    let keys = loaded.iter().skip(17).map(|technique| (technique.lod_distance.unwrap(), technique.quality));
    assert!(keys.is_sorted_by(|a, b| a >= b), "{loaded:?}");
}

/// Reading, checking, loading, writing and editing take time in proportion to the file.
#[test]
fn many_names_take_no_square_of_their_number() {
    let limit = TimeLimit::seconds(20);
    let many = |item: &dyn Fn(usize) -> String| (0..20_000).map(item).collect::<String>();
    let parameters = many(&|index| format!(r#"<parameter name="{index}" value="1"/>"#));
    let animations = many(&|index| format!(r#"<parameteranimation name="{index}" speed="1"/>"#));
    let textures = many(&|index| format!(r#"<texture slot="s{index}" name="a"/>"#));
    let attributes = many(&|index| format!(r#" a{index}="""#));
    let culls = "<cull/>".repeat(20_000);
    let file = format!("<material>{parameters}{animations}{textures}<fill {attributes}/>{culls}</material>");
    let material = Material::parse(file.as_bytes()).unwrap();
    material.validate();
    let mut data = material.data();
    assert_eq!(data.loaded(Engine::Rbfx).textures.len(), 20_000);
    data.textures.clear();
    assert_eq!(Material::parse(&data.to_json().unwrap()).unwrap().data().parameters.len(), 20_000);
    let file = format!(r#"{{"shaderParameters": {{{}"a": "1"}}}}"#, r#""a": "1","#.repeat(20_000));
    let mut material = Material::parse(file.as_bytes()).unwrap();
    assert!(material.remove_parameter("a").unwrap());
    assert_eq!(material.to_bytes().unwrap(), br#"{"shaderParameters": {}}"#);
    limit.check();
}
