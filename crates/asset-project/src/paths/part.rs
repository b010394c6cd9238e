//! Parts of a document: what a path leads to.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use super::value::Value;
use super::views::Address;

/// How the parts inside of a part are named in paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// It has no parts.
    Value,
    /// Its parts are named: `Light/Range`.
    Group,
    /// Its parts have positions, and maybe names and ids: `nodes[3]`, `nodes/Jack`, `nodes[#81]`.
    List,
}

/// A part of a document: a value, or a group or list of other parts.
///
/// Parts are computed when they are visited, so the root of a large document costs nothing.
///
/// ```
/// let file = br#"<scene id="1"><node id="2"><attribute name="Name" value="Jack" /></node></scene>"#;
/// let scene = asset_project::Asset::parse(file, Some("Yard.xml".as_ref()))?;
/// let nodes = scene.part().unwrap().parts().into_iter().find(|part| part.name() == "nodes").unwrap();
/// let names: Vec<String> = nodes.parts().iter().map(|node| node.name().to_owned()).collect();
/// assert_eq!(names, ["", "Jack"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Part<'d> {
    name: Cow<'d, str>,
    id: Option<u64>,
    kind: Cow<'d, str>,
    form: Form,
    value: Option<Value>,
    is_link: bool,
    alias: Option<String>,
    pub(crate) address: Address,
    inner: Option<Inner<'d>>,
}

type Inner<'d> = Rc<dyn Fn() -> Vec<Part<'d>> + 'd>;

impl<'d> Part<'d> {
    pub(crate) fn value_of(name: impl Into<Cow<'d, str>>, value: Value, address: Address) -> Self {
        Self {
            name: name.into(),
            id: None,
            kind: Cow::Borrowed(""),
            form: Form::Value,
            value: Some(value),
            is_link: false,
            alias: None,
            address,
            inner: None,
        }
    }

    pub(crate) fn group(
        name: impl Into<Cow<'d, str>>,
        kind: impl Into<Cow<'d, str>>,
        address: Address,
        inner: impl Fn() -> Vec<Part<'d>> + 'd,
    ) -> Self {
        let (name, kind) = (name.into(), kind.into());
        let inner: Option<Inner<'d>> = Some(Rc::new(inner));
        Self { name, id: None, kind, form: Form::Group, value: None, is_link: false, alias: None, address, inner }
    }

    pub(crate) fn list(
        name: impl Into<Cow<'d, str>>,
        address: Address,
        inner: impl Fn() -> Vec<Part<'d>> + 'd,
    ) -> Self {
        Self { form: Form::List, ..Self::group(name, "", address, inner) }
    }

    pub(crate) fn with_id(self, id: impl Into<Option<u64>>) -> Self {
        Self { id: id.into(), ..self }
    }

    pub(crate) fn with_value(self, value: Value) -> Self {
        Self { value: Some(value), ..self }
    }

    /// Sets the path from its group, for parts whose names aren't unique.
    pub(crate) fn with_alias(self, alias: String) -> Self {
        Self { alias: Some(alias), ..self }
    }

    pub(crate) fn renamed(self, name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), ..self }
    }

    /// Returns a path that starts at the group of this part. Use it where several parts have one name: `components[1]`.
    pub(super) fn alias(&self) -> Option<&str> {
        self.alias.as_deref()
    }

    /// Has patterns pass over the part: another path leads to its content.
    pub(crate) fn into_link(self) -> Self {
        Self { is_link: true, ..self }
    }

    /// Returns the name; empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the id, which paths write as `[#81]`.
    pub fn id(&self) -> Option<u64> {
        self.id
    }

    /// Returns the kind, for example the class of a component; empty if it has none.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Returns how its parts are named.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the value. Lists and groups can have one too, if one text or one edit can set all of it.
    pub fn value(&self) -> Option<&Value> {
        self.value.as_ref()
    }

    /// Whether another path leads to the same parts, so that `*` and `**` pass over this one. Skip links to visit every part once.
    pub fn is_link(&self) -> bool {
        self.is_link
    }

    /// Returns the parts inside of it, in the order of the file.
    pub fn parts(&self) -> Vec<Part<'d>> {
        self.inner.as_ref().map(|inner| inner()).unwrap_or_default()
    }

    /// Whether it is of this kind or contains a part of this kind, ignoring case.
    pub fn has_kind(&self, kind: &str) -> bool {
        let is_it = |part: &Part<'_>| !kind.is_empty() && part.kind.eq_ignore_ascii_case(kind);
        is_it(self) || (self.form == Form::Group && self.parts().iter().any(is_it))
    }
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut part = f.debug_struct("Part");
        part.field("name", &self.name).field("id", &self.id).field("kind", &self.kind);
        part.field("form", &self.form).field("value", &self.value).finish_non_exhaustive()
    }
}
