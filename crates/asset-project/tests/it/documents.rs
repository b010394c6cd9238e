//! Documents as trees: listed paths lead to the listed values.

use asset_project::documents::{children, set_text, text_of};
use udm::Document;

const TEXT: &[u8] = br#"
$string name lamp
lights
{
    $float power 2.5
    $array points [float;3][1,2,3]
}
$arrayLz4 rows [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]
"#;

#[test]
fn every_value_is_found_by_the_path_that_lists_it() {
    let document = Document::parse(TEXT).expect("a document");
    let mut open = vec![String::new()];
    let mut leaves = Vec::new();
    while let Some(path) = open.pop() {
        let (listed, count) = children(&document, &path, 0, 100).expect("values");
        assert_eq!(listed.len(), count, "{path}");
        for child in listed {
            if child.is_leaf {
                leaves.push((child.path.clone(), text_of(&document, &child.path).expect("text"), child.brief));
            } else {
                open.push(child.path);
            }
        }
    }
    leaves.sort();
    let found: Vec<_> = leaves.iter().map(|(path, text, _)| (path.as_str(), text.as_str())).collect();
    let wanted = [
        ("lights/points[0]", "1"),
        ("lights/points[1]", "2"),
        ("lights/points[2]", "3"),
        ("lights/power", "2.5"),
        ("name", "lamp"),
        ("rows[0]/x", "1"),
        ("rows[0]/y", "2"),
        ("rows[1]/x", "3"),
        ("rows[1]/y", "4"),
    ];
    assert_eq!(found, wanted);
    assert_eq!(leaves[3].2, "float 2.5");
}

#[test]
fn long_lists_come_in_parts() {
    let document = Document::parse(TEXT).expect("a document");
    let (part, count) = children(&document, "lights/points", 1, 1).expect("values");
    assert_eq!((part.len(), count), (1, 3));
    assert_eq!((part[0].name.as_str(), part[0].path.as_str()), ("1", "lights/points[1]"));
    let (behind, _) = children(&document, "lights/points", 3, 10).expect("values");
    assert!(behind.is_empty());
    assert!(children(&document, "lights/none", 0, 10).is_err());
}

#[test]
fn what_is_read_as_text_can_be_set_as_text() {
    let mut document = Document::parse(TEXT).expect("a document");
    for path in ["name", "lights/power", "lights/points[1]"] {
        let text = text_of(&document, path).expect("text");
        set_text(&mut document, path, &text, None, false).expect("the same");
    }
    assert_eq!(document.to_bytes().expect("text"), TEXT);
}
