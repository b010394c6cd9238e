//! Converts values into JSON, or into any other serde format, and back (feature `serde`). Use plain JSON for people and
//! other programs. To convert a document back, use tagged JSON, which is lossless.
//!
//! In tagged JSON, every value is an object with a single key, which is the type: `{"float":2.5}`,
//! `{"vec3":[1.0,2.0,3.0]}`, `{"array":{"item":"uint8","items":[1,2]}}`. Numbers beyond 2⁵³ are written as strings,
//! infinities and NaNs as `"nonfinite:0x7fc00000"`, bytes as base64, and text that is not UTF-8 as `{"base64":"…"}`.
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

/// The version in a binary header is stored under this key.
const HEADER: &str = "headerVersion";
/// The bytes after the end are stored under this key.
const TRAILING: &str = "trailing";
/// The root is stored under this key.
const ROOT: &str = "root";

/// Returns the name of a type, or a word to use for an unknown type.
fn type_name(ty: udm::Type) -> &'static str {
    ty.name().unwrap_or("a known type")
}
