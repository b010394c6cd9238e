//! Side files are stored with the source of their model or animation.

use asset_scene::Source;
use scene_urho::SideFile;

fn source(format: &str) -> Source<'static> {
    Source { format: format.to_owned(), layout: serde_json::json!({ "layout": 1 }), original: None }
}

#[test]
fn what_is_stored_comes_back() {
    for (is_json, bytes) in [(false, &b"<model/>\r\n"[..]), (true, b"{}"), (false, b"\xff\xfe"), (true, b"")] {
        let side = SideFile { is_json, bytes: bytes.to_vec() };
        let mut source = source(scene_urho::ANIMATION_FORMAT);
        assert_eq!(SideFile::stored(&source).unwrap(), None);
        side.store(&mut source);
        assert_eq!(SideFile::stored(&source).unwrap(), Some(side));
    }
}

#[test]
fn anything_else_is_refused() {
    for stored in [serde_json::json!(1), serde_json::json!({ "format": "xml" }), serde_json::json!({ "text": "" })] {
        let mut source = source(scene_urho::FORMAT);
        source.layout["side_file"] = stored;
        assert!(SideFile::stored(&source).unwrap_err().to_string().starts_with("side_file: "));
    }
    let mut other = source("zed-model");
    SideFile { is_json: false, bytes: Vec::new() }.store(&mut other);
    assert_eq!(SideFile::stored(&other).unwrap(), None);
}
