//! Values as JSON, or any other format of serde: plain, for people and other programs, and tagged, which loses nothing
//! (feature `serde`).
//!
//! Tagged, every value is an object with one key, its type: `{"float":2.5}`, `{"vec3":[1.0,2.0,3.0]}`,
//! `{"array":{"item":"uint8","items":[1,2]}}`. Numbers beyond 2⁵³ are strings, floats that are no numbers
//! `"nonfinite:0x7fc00000"`, bytes base64, and text that isn't UTF-8 `{"base64":"…"}`.
//!
//! ```
//! use udm::{Document, Value};
//! use udm_tools::json::{Plain, Tagged, TaggedValue};
//! let document = Document::parse(b"$float range 2.5 $array on [bool;2][1,0]")?;
//! let data = Value::from(document.data().clone());
//! assert_eq!(serde_json::to_string(&Plain(&data)).unwrap(), r#"{"range":2.5,"on":[true,false]}"#);
//! let tagged = serde_json::to_string(&Tagged(&data)).unwrap();
//! assert_eq!(tagged, r#"{"element":{"range":{"float":2.5},"on":{"array":{"item":"bool","items":[true,false]}}}}"#);
//! assert_eq!(serde_json::from_str::<TaggedValue>(&tagged).unwrap().0, data);
//! # Ok::<(), udm::Error>(())
//! ```

mod read;
mod tree;
mod write;

pub use read::{TaggedValue, from_plain, from_tagged, from_value};
pub use write::{Plain, Tagged, tagged};

/// The key under which the version of a binary header is kept.
const HEADER: &str = "headerVersion";
/// The key of the bytes after the end.
const TRAILING: &str = "trailing";
/// The key of the root.
const ROOT: &str = "root";

/// The name of a type, or a word for an unknown type.
fn type_name(ty: udm::Type) -> &'static str {
    ty.name().unwrap_or("a known type")
}
