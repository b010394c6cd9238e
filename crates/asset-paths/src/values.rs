//! This module contains [`Values`], which adds methods to [`Asset`].

use asset_formats::Asset;

use crate::condition::Condition;
use crate::edit::{self, Edited, SetOptions};
use crate::error::PathError;
use crate::grammar::ValuePath;
use crate::part::Part;
use crate::views;

/// Reads and changes the values in a document, given their paths.
pub trait Values {
    /// Returns the document as a tree of parts, with the same names as in `inspect --json`. This is `None` for UDM and
    /// Pragma documents, because they have their own paths; see [`Asset::as_udm`].
    ///
    /// You can only read the values in glTF, FBX, packages, images, shaders, scripts, and in formats that have no value
    /// tables here. Without the feature `serde`, only glTF and FBX have parts among these. To set a value in any other
    /// document, use [`set_values`](Self::set_values).
    ///
    /// ```
    /// use asset_paths::Values;
    /// let material = asset_formats::Asset::parse(b"<scene id=\"1\" />", Some("Yard.xml".as_ref()))?;
    /// assert!(material.part().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn part(&self) -> Option<Part<'_>>;

    /// Sets all values that match a path, and returns those that have changed. Nothing else in the file changes. If
    /// there is an error, nothing is changed at all.
    ///
    /// ```
    /// use asset_paths::{SetOptions, Values};
    /// let file = "<scene id=\"1\">\n\t<node id=\"2\"> <!-- hero -->\n\t\t<attribute name=\"Name\" value=\"Jack\" />\n\t</node>\n</scene>\n";
    /// let mut scene = asset_formats::Asset::parse(file.as_bytes(), Some("Yard.xml".as_ref()))?;
    /// let edited = scene.set_values(&"nodes/Jack/Name".parse()?, "Jill", &SetOptions::default())?;
    /// assert_eq!(edited[0].after.as_deref(), Some("Jill"));
    /// assert_eq!(scene.to_bytes()?, file.replace("Jack", "Jill").as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`find`](crate::find). Returns [`PathError::Value`] if the text is not of the right type,
    /// [`PathError::Resource`] if there is no file with this name, [`PathError::Refused`] if the value can't be set,
    /// and any error from the format.
    fn set_values(&mut self, path: &ValuePath, text: &str, options: &SetOptions) -> Result<Vec<Edited>, PathError>;

    /// Removes all parts that match a path, and returns them. This can be a value, so that the engine will use the
    /// default, an item in a list, a component, or a node with its children.
    ///
    /// # Errors
    /// See [`find`](crate::find). Returns [`PathError::Refused`] if a part can't be removed, and any error from the
    /// format.
    fn remove_values(&mut self, path: &ValuePath, conditions: &[Condition]) -> Result<Vec<Edited>, PathError>;

    /// Inserts an item into a list. If the path leads to an item, the new item is inserted before it; if the path leads
    /// to a list, the item is added at the end. `text` is the value of the item, the name of a node, or the class of a
    /// component.
    ///
    /// # Errors
    /// See [`find`](crate::find). Returns [`PathError::Refused`] if the path is a pattern, or if no items can be
    /// inserted there, and any error from the format.
    fn insert_value(&mut self, path: &ValuePath, text: &str) -> Result<Vec<Edited>, PathError>;
}

impl Values for Asset<'_> {
    fn part(&self) -> Option<Part<'_>> {
        views::part(self)
    }

    fn set_values(&mut self, path: &ValuePath, text: &str, options: &SetOptions) -> Result<Vec<Edited>, PathError> {
        edit::set(self, path, text, options)
    }

    fn remove_values(&mut self, path: &ValuePath, conditions: &[Condition]) -> Result<Vec<Edited>, PathError> {
        edit::remove(self, path, conditions)
    }

    fn insert_value(&mut self, path: &ValuePath, text: &str) -> Result<Vec<Edited>, PathError> {
        edit::insert(self, path, text)
    }
}
