//! Descriptions and completion in texts that are being typed.

use urho_resource::editor::{about, completion};

/// A text with `|` where the cursor is, and its offset.
fn cursor(text: &str) -> (String, usize) {
    (text.replacen('|', "", 1), text.find('|').expect("a cursor"))
}

fn shown(text: &str) -> Option<(String, Vec<String>)> {
    let (text, offset) = cursor(text);
    about(&text, Some("X.xml"), offset).map(|about| (about.title, about.lines))
}

fn labels(text: &str) -> Vec<String> {
    let (text, offset) = cursor(text);
    let found = completion(&text, Some("X.xml"), offset);
    found.map(|found| found.items.into_iter().map(|item| item.label).collect()).unwrap_or_default()
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn parts_of_particle_effects_are_described() {
    let (title, lines) = shown("<particleeffect>\n<acti|vetime value=\"1\"/>").expect("a description");
    assert_eq!(title, "activetime");
    assert!(lines.iter().any(|line| line == "attributes: value"), "{lines:?}");
    let (title, lines) = shown("<particleeffect><activetime va|lue=\"1\"/></particleeffect>").expect("a description");
    assert_eq!((title.as_str(), lines[0].as_str()), ("activetime@value", "number, in s"));
    let (title, lines) = shown("<particleeffect><material name=\"Mat|\"/></particleeffect>").expect("a description");
    assert_eq!((title.as_str(), lines[1].as_str()), ("material@name", "Material: resource name"));
    assert_eq!(shown("<particleeffect><nonsense| /></particleeffect>"), None);
    assert_eq!(shown("<particleeffect><!-- activet|ime --></particleeffect>"), None);
    assert_eq!(shown("<material><tech|nique/></material>"), None, "another format");
}

#[test]
fn attributes_of_interfaces_are_those_of_their_class() {
    let text = "<element><element type=\"Button\"><attribute name=\"Opa|city\" value=\"0.5\"/></element></element>";
    let (title, lines) = shown(text).expect("a description");
    assert_eq!((title.as_str(), lines), ("Opacity of Button", strings(&["Float", "default: 1"])));
    let text = "<element type=\"Text\"><attribute name=\"Text Effect\" value=\"|\"/></element>";
    assert_eq!(labels(text), ["None", "Shadow", "Stroke"]);
    assert_eq!(labels("<element type=\"Text\"><attribute name=\"Text E|"), ["Text Effect"]);
    assert!(labels("<element type=\"|\">").contains(&"ScrollView".to_owned()));
    assert_eq!(labels("<element type=\"Text\"><attribute name=\"Is Visible\" value=\"|"), ["true", "false"]);
}

#[test]
fn names_and_words_of_render_paths_are_completed() {
    assert!(labels("<renderpath>\n\t<|").contains(&"command".to_owned()));
    assert_eq!(labels("<renderpath><com|").first().map(String::as_str), Some("command"));
    let attributes = labels("<renderpath><command type=\"quad\" |/></renderpath>");
    assert!(attributes.contains(&"vs".to_owned()) && !attributes.contains(&"type".to_owned()), "{attributes:?}");
    let words = labels("<renderpath><command type=\"|\"/></renderpath>");
    assert!(words.contains(&"scenepass".to_owned()) && words.contains(&"quad".to_owned()), "{words:?}");
    let (text, offset) = cursor("<renderpath><command sort=\"fr|\"/>");
    let found = completion(&text, None, offset).expect("words");
    assert_eq!((&text[found.range.clone()], found.items[0].insert.as_str()), ("fr", "fronttoback"));
    let (title, _) = shown("<renderpath><command type=\"quad\" vs|=\"a\"/>").expect("a description");
    assert_eq!(title, "command@vs");
}

/// No offset of any text panics, and every answer is about the place.
#[test]
fn every_offset_of_every_kind_is_answered() {
    let (mut kinds, mut described, mut completed) = (0, 0, 0);
    for kind in urho_resource::Kind::ALL {
        let Some(root) = kind.vocabulary().root else { continue };
        kinds += 1;
        let children: String =
            root.children.iter().map(|child| format!("<{} x='é\" name=\"a\n/>", child.name)).collect();
        for text in [format!("<{0} length=\"1\">{children}</{0}>", root.name), format!("<{} <{children}", root.name)] {
            for (offset, _) in text.char_indices() {
                if let Some(found) = about(&text, None, offset) {
                    described += 1;
                    assert!(found.range.start <= offset && offset <= found.range.end, "{found:?}");
                    assert!(text.get(found.range).is_some());
                }
                if let Some(found) = completion(&text, None, offset) {
                    completed += 1;
                    assert!(text.get(found.range).is_some() && !found.items.is_empty());
                }
            }
        }
    }
    assert!(kinds > 10 && described > kinds && completed > kinds, "{kinds} kinds, {described}, {completed}");
}
