//! Describes changes in sentences.

use super::{Change, ChangeKind};

impl Change {
    /// Describes the change in a sentence. `quote` gets each path and text from the file, and must return it in the
    /// form that your output needs, for example escaped for HTML.
    ///
    /// ```
    /// use asset_paths::{DiffOptions, diff};
    /// use asset_formats::Asset;
    /// let scene = |x: u8| format!(r#"<scene id="1"><node id="2"><attribute name="Name" value="Jack"/><attribute name="Position" value="{x} 0 0"/></node></scene>"#);
    /// let (old, new) = (scene(1), scene(2));
    /// let parse = |bytes| Asset::parse(bytes, Some("Yard.xml".as_ref()));
    /// let changes = diff(&parse(old.as_bytes())?, &parse(new.as_bytes())?, &DiffOptions::default())?;
    /// assert_eq!(changes[0].sentence(&|text| format!("<{text}>")), "<nodes/Jack> moved from <1 0 0> to <2 0 0>.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sentence(&self, quote: &dyn Fn(&str) -> String) -> String {
        let path = quote(&self.path);
        let value = |value: &Option<String>| quote(value.as_deref().unwrap_or_default());
        let (old, new) = (value(&self.old), value(&self.new));
        if let Some(note) = &self.note {
            return format!("{path}: {}.", quote(note));
        }
        match (self.kind(), self.path.rsplit_once('/')) {
            (ChangeKind::Added, _) => format!("{path} was added: {new}."),
            (ChangeKind::Removed, _) => format!("{path} was removed: {old}."),
            (ChangeKind::Changed, Some((part, "Position" | "position"))) => {
                format!("{} moved from {old} to {new}.", quote(part))
            }
            (ChangeKind::Changed, Some((part, "Rotation" | "rotation"))) => {
                format!("{} turned from {old} to {new}.", quote(part))
            }
            (ChangeKind::Changed, Some((part, name))) => {
                format!("{} of {} changed from {old} to {new}.", quote(name), quote(part))
            }
            (ChangeKind::Changed, None) => format!("{path} changed from {old} to {new}."),
        }
    }
}
