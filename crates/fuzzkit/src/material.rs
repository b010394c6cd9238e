//! Materials, techniques, texture parameters, material lists, and the trees below them.

use binio::Error;
use testkit::laws::{self, Format};
use urho_material::urho_core::tree::{Edits, JsonTree, XmlTree};
use urho_material::{Engine, ErrorKind, Material, MaterialList, Technique, Texture};

use crate::Target;

/// The fuzz target.
pub const TARGET: Target = Target { name: "urho_material", body, seeds };

macro_rules! format {
    ($law:ident, $document:ident, $what:literal) => {
        #[doc = $what]
        pub enum $law {}

        impl Format for $law {
            testkit::contract!($document, ErrorKind, validate);

            const HEAP_FACTOR: usize = 96;

            fn parse(bytes: &[u8]) -> Result<$document<'_>, Error<ErrorKind>> {
                $document::parse(bytes)
            }

            // The text is the document.
            fn rebuild(document: $document<'static>) -> $document<'static> {
                $document::parse(document.text()).expect("it was read").into_owned()
            }

            fn blocks<'d>(document: &'d $document<'_>) -> Vec<&'d [u8]> {
                vec![document.text()]
            }
        }
    };
}

format!(Materials, Material, "Materials, XML and JSON.");
format!(Techniques, Technique, "Techniques.");
format!(Textures, Texture, "Parameters of textures.");
format!(Lists, MaterialList, "Material lists.");

/// Checks all laws, converts the document to both encodings and back, and then edits it. The result must be well-formed
/// text.
fn body(bytes: &[u8]) {
    laws::all::<Materials>(bytes);
    laws::all::<Techniques>(bytes);
    laws::all::<Textures>(bytes);
    laws::all::<Lists>(bytes);
    edits(bytes);
    let Ok(mut material) = Material::parse(bytes) else { return };
    let data = material.data();
    if let Ok(xml) = data.to_xml(Engine::Urho3d) {
        let again = Material::parse(&xml).expect("the written file is readable");
        assert_eq!(again.data().to_xml(Engine::Urho3d).ok(), Some(xml), "laying out anew is a fixed point");
    }
    if let Ok(json) = data.to_json() {
        let again = Material::parse(&json).expect("the written file is readable");
        assert_eq!(again.data().to_json().ok(), Some(json), "laying out anew is a fixed point");
    }
    let _ = (material.summary(), data.loaded(Engine::Rbfx));
    material.set_parameter("Roughness", 0.25).expect("a number has a text");
    assert_eq!(material.data().parameter("Roughness").and_then(urho_material::Parameter::numbers), Some(vec![0.25]));
}

/// Removes the first child of the root, adds a new child, and checks that the text is still well-formed.
fn edits(bytes: &[u8]) {
    if let Ok(tree) = XmlTree::parse(bytes) {
        let root = tree.root(bytes);
        let mut edits = Edits::new();
        root.children().next().into_iter().for_each(|child| child.remove(&mut edits));
        root.set_attribute("new", b"'\"<&\n", &mut edits).expect("no NUL");
        let changed = edits.apply(bytes).expect("they don't overlap");
        let again = XmlTree::parse(&changed).expect("still well-formed");
        assert_eq!(again.root(&changed).attribute("new").expect("it was set"), "'\"<&\n");
        let mut edits = Edits::new();
        root.append(&mut edits, |xml| xml.open("new").close()).expect("a good name");
        let changed = edits.apply(bytes).expect("one edit");
        let again = XmlTree::parse(&changed).expect("still well-formed");
        assert_eq!(again.root(&changed).children().count(), root.children().count() + 1);
    }
    if let Ok(tree) = JsonTree::parse(bytes) {
        let root = tree.root(bytes);
        let mut edits = Edits::new();
        if root.remove_at(0, &mut edits) {
            let changed = edits.apply(bytes).expect("they don't overlap");
            let again = JsonTree::parse(&changed).expect("still well-formed");
            let count = |value: urho_material::urho_core::tree::JsonValue<'_, '_>| {
                value.items().count() + value.members().count()
            };
            assert_eq!(count(again.root(&changed)) + 1, count(root));
        }
        let mut edits = Edits::new();
        if root.set_member("new", &mut edits, |json| json.array().null().end()).is_ok() {
            let changed = edits.apply(bytes).expect("one edit");
            let again = JsonTree::parse(&changed).expect("still well-formed");
            assert_eq!(again.root(&changed).get("new").expect("it was set").items().count(), 1);
        }
    }
}

/// Returns an example of each kind.
fn seeds() -> Vec<Vec<u8>> {
    let texts: [&str; 14] = [
        "<material><technique name=\"Techniques/Diff.xml\" quality=\"1\" loddistance=\"10\" /></material>",
        "<?xml version=\"1.0\"?>\r\n<material>\r\n\t<texture unit=\"xx\" name=\"a&amp;b.png\"/>\r\n\t<!-- c -->\r\n</material>\r\n",
        "<material>\n    <texture slot='Albedo' name='a'/>\n    <shader vsdefines=\"A\" psdefines=\"B C\"/>\n</material>",
        "<material><parameter name=\"a\" value=\"1 2 3\"/><parameter name=\"Roughness\" type=\"Bool\" value=\"true\"/></material>",
        "<material><parameteranimation name=\"Roughness\" speed=\"1\"><keyframe time=\"0\" type=\"Float\" value=\"1\"/></parameteranimation></material>",
        "<m><cull value=\"none\"/><depthbias constant=\"0x1p3\" slopescaled=\"-1e-5\"/><renderorder value=\"129\"/><occlusion enable=\"0\"/></m>",
        "{\"techniques\": [{\"name\": \"a\", \"quality\": 1}], \"textures\": {\"diffuse\": \"b\"}, \"cull\": \"cw\"}",
        "{\n\t\"shaderParameters\": {\n\t\t\"Roughness\": \"0.5\", // one\n\t\t\"x\": {\"type\": \"Int\", \"value\": 3},\n\t}\n}",
        "{\"depthbias\": {\"constant\": 0.1, \"slopescaled\": 1e99}, \"renderorder\": -5, \"shaderParameterAnimations\": null}",
        "[1, \"\\u00e9\", {\"a\": []}, true, null,]",
        "<technique vs=\"LitSolid\" ps=\"LitSolid\"><pass name=\"base\" blend=\"alpha\" psdefines=\"A\"/></technique>",
        "<cubemap><face name=\"a.png\"/><address coord=\"uv\" mode=\"clamp\"/><srgb enable=\"true\"/></cubemap>",
        "Materials/a.xml\r\nnull\n\rb",
        "<a>text &amp; <![CDATA[<more>]]><b/>&unknown;</a>",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
