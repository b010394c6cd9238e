//! Models with more than a scene can hold.

use std::ops::Range;

use scene_pragma::pragma_asset::udm::{Element, Value};
use scene_pragma::pragma_asset::{Model, Pose};

#[test]
fn more_bones_than_vertices_can_number_are_refused() {
    let mut model = Model::builder().bone("hip", None, Pose::IDENTITY).build().unwrap();
    let mut add = |numbers: Range<u32>| {
        let mut bones = model.document.data_mut();
        for key in ["skeleton", "assetData", "bones"] {
            bones = bones.get_mut(key).and_then(Value::as_element_mut).unwrap();
        }
        numbers.for_each(|number| bones.push(number.to_string(), Element::from_iter([("index", number)])));
        scene_pragma::to_scene(&model, "model", &Default::default()).map(|_| ())
    };
    assert!(add(1..65_536).is_ok());
    let error = add(65_536..65_537).unwrap_err().to_string();
    assert!(error.starts_with("skeleton: expected at most 65536 bones"), "{error}");
}
