//! Reads and changes values in any document, given a path like `nodes/Jack/AnimatedModel/Material[1]`: get, set,
//! insert, remove and list them.

mod condition;
mod diff;
mod edit;
mod error;
mod find;
mod grammar;
mod part;
mod resource;
mod value;
mod views;

pub use condition::Condition;
pub use diff::{Change, ChangeKind, DiffOptions, diff, list};
pub use edit::{Edited, SetOptions};
pub use error::PathError;
pub use find::{Match, find};
pub use grammar::{Step, ValuePath, escape};
pub use part::{Form, Part};
pub use value::{Value, join_texts, split_texts};
pub(crate) use views::Edit;
