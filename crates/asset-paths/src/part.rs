//! This module contains [`Part`], which a path leads to.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use super::value::Value;
use super::views::Address;

/// How paths name the parts inside a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// There are no parts inside.
    Value,
    /// By names, for example `Light/Range`.
    Group,
    /// By positions, and sometimes by names and ids, for example `nodes[3]`, `nodes/Jack` or `nodes[#81]`.
    List,
}

/// A part of a document. This can be a value, or a group or list that contains other parts.
///
/// Parts are only computed when you visit them, so it costs nothing to get the root of a large document.
///
/// ```
/// use asset_paths::Values;
/// let file = br#"<scene id="1"><node id="2"><attribute name="Name" value="Jack" /></node></scene>"#;
/// let scene = asset_formats::Asset::parse(file, Some("Yard.xml".as_ref()))?;
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

    /// Sets the path that starts at the group. This is needed if the name of the part is not unique.
    pub(crate) fn with_alias(self, alias: String) -> Self {
        Self { alias: Some(alias), ..self }
    }

    pub(crate) fn renamed(self, name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), ..self }
    }

    /// Returns a path that starts at the group which contains this part, for example `components[1]`. Use this if
    /// several parts have the same name.
    pub(super) fn alias(&self) -> Option<&str> {
        self.alias.as_deref()
    }

    /// Makes patterns ignore this part, because another path leads to the same content.
    pub(crate) fn into_link(self) -> Self {
        Self { is_link: true, ..self }
    }

    /// Returns the name. It is empty if there is none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the id, which you can use in a path as `[#81]`.
    pub fn id(&self) -> Option<u64> {
        self.id
    }

    /// Returns the kind, for example the class of a component. It is empty if there is none.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Returns how the parts inside are named.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the value. A list or group can also have a value, if it can be set by a single text or edit.
    pub fn value(&self) -> Option<&Value> {
        self.value.as_ref()
    }

    /// Returns whether another path leads to the same parts, so that `*` and `**` ignore this one. If you want to visit
    /// every part once, you should skip links.
    pub fn is_link(&self) -> bool {
        self.is_link
    }

    /// Returns the parts inside, in file order.
    pub fn parts(&self) -> Vec<Part<'d>> {
        self.inner.as_ref().map(|inner| inner()).unwrap_or_default()
    }

    /// Returns whether this is of the given kind, or contains a part of this kind. Case is ignored.
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
