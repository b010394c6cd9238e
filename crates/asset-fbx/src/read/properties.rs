//! Reads custom properties of nodes.

use std::sync::Arc;

use asset_scene::Source;
use serde_json::{Map, Value, json};
use ufbx::{PropFlags, PropType};

use super::Reader;

/// How many properties are kept for a node. Rigs can have some hundred.
const MOST: usize = 1024;

impl Reader<'_> {
    /// Returns the properties that a user has added to an object, to be stored as the source of a node: `{"properties":
    /// {…}}`. If there are none, this is `None`.
    pub(super) fn properties(&mut self, element: &ufbx::Element) -> Option<Arc<Source<'static>>> {
        let own = element.props.props.iter().filter(|prop| prop.flags.has_any(PropFlags::USER_DEFINED));
        let properties: Map<String, Value> =
            own.take(MOST).filter_map(|prop| Some((prop.name.to_string(), value(prop)?))).collect();
        let layout = json!({ "properties": properties });
        (!properties.is_empty()).then(|| Arc::new(Source { format: "fbx".to_owned(), layout, original: None }))
    }
}

/// Returns the value of a property, or `None` if it can't be written as JSON.
fn value(prop: &ufbx::Prop) -> Option<Value> {
    let vector = prop.value_vec4;
    Some(match prop.type_ {
        PropType::Boolean => json!(prop.value_int != 0),
        PropType::Integer => json!(prop.value_int),
        PropType::Number | PropType::Distance => json!(vector.x),
        PropType::Vector | PropType::Color | PropType::Translation | PropType::Rotation | PropType::Scaling => {
            json!([vector.x, vector.y, vector.z])
        }
        PropType::ColorWithAlpha => json!([vector.x, vector.y, vector.z, vector.w]),
        PropType::String | PropType::DateTime => json!(&*prop.value_str),
        _ => return None,
    })
}
