//! Writes archives for rbfx. XML and JSON contain the same parts, which are written here; what differs is a [`Sink`].

use super::{Writing, Written, archived_kind, class_of};
use crate::attributes::Attributes;
use crate::class::Class;
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::{Children, Component, Kind, Scene};

/// Receives the parts of an archive. The members of a JSON object are sorted, so they are written in this order.
pub(crate) trait Sink {
    /// Whether an empty part that all scenes have is written before the components, and not after the nodes.
    const AUXILIARY_FIRST: bool;

    /// Begins an object. In XML, it is an element with this name.
    fn object(&mut self, element: &str);

    /// Begins a list of objects.
    fn list(&mut self, name: &str);

    /// Ends an object or a list.
    fn end(&mut self);

    fn number(&mut self, name: &str, number: u32);

    /// Writes a text.
    ///
    /// # Errors
    /// Fails if the text isn't UTF-8 but must be.
    fn text(&mut self, name: &str, text: &[u8], place: Place) -> Result<(), Error>;

    /// Writes the value of an attribute.
    ///
    /// # Errors
    /// Fails if text can't store the value.
    fn value(&mut self, writing: &Writing<'_>, attribute: &Written<'_>, place: Place) -> Result<(), Error>;
}

/// What to do next: write a node, or end a node after its children. This also says whether there are children.
enum Step {
    Node(usize),
    End(bool),
}

/// Writes a node and its descendants.
pub(crate) fn node<S: Sink>(
    writing: &mut Writing<'_>,
    sink: &mut S,
    (scene, children): (&Scene<'_>, &Children),
    top: usize,
) -> Result<(), Error> {
    let has_auxiliary = |index: usize| index == 0 && scene.kind == Kind::Scene;
    let mut open = vec![Step::Node(top)];
    while let Some(step) = open.pop() {
        let index = match step {
            Step::Node(index) => index,
            Step::End(has_children) => {
                if has_children {
                    sink.end();
                }
                if open.is_empty() && has_auxiliary(top) && !S::AUXILIARY_FIRST {
                    empty(sink, "auxiliary");
                }
                sink.end();
                continue;
            }
        };
        let Some(node) = scene.nodes.get(index) else { continue };
        let place = Place::node(index);
        sink.object(if index == 0 { "resource" } else { "node" });
        let class = if index == 0 { writing.classes.scene() } else { writing.classes.node() };
        id(sink, node.id);
        writing.no_animations(&node.animations, place);
        attributes(writing, sink, &node.attributes, Some(class), place)?;
        if has_auxiliary(index) && S::AUXILIARY_FIRST {
            empty(sink, "auxiliary");
        }
        if !node.components.is_empty() {
            sink.list("components");
            for (number, component) in node.components.iter().enumerate() {
                self::component(writing, sink, component, place.component(number))?;
            }
            sink.end();
        }
        let inside = children.of(index);
        if !inside.is_empty() {
            sink.list("nodes");
        }
        open.push(Step::End(!inside.is_empty()));
        open.extend(inside.iter().rev().map(|child| Step::Node(*child as usize)));
    }
    Ok(())
}

fn empty(sink: &mut impl Sink, name: &str) {
    sink.list(name);
    sink.end();
}

fn id(sink: &mut impl Sink, id: u32) {
    if id != 0 {
        sink.number("_id", id);
    }
}

/// Writes a component.
pub(crate) fn component(
    writing: &mut Writing<'_>,
    sink: &mut impl Sink,
    component: &Component<'_>,
    place: Place,
) -> Result<(), Error> {
    let (class, name) = class_of(writing.classes, &component.class);
    sink.object("component");
    id(sink, component.id);
    match name.starts_with(b"#") && component.class.name.is_empty() {
        true => sink.number("_typeHash", component.class.hash.0),
        false => sink.text("_typeName", &name, place)?,
    }
    writing.no_animations(&component.animations, place);
    attributes(writing, sink, &component.attributes, class, place)?;
    sink.end();
    Ok(())
}

fn attributes(
    writing: &mut Writing<'_>,
    sink: &mut impl Sink,
    attributes: &Attributes<'_>,
    class: Option<&Class>,
    place: Place,
) -> Result<(), Error> {
    if let Attributes::Opaque(_) = attributes {
        return Err(Error::new(
            ErrorKind::NotInForm("attributes of an unknown class out of a binary scene"),
            place.path(),
        ));
    }
    let all = writing.archived(attributes, class);
    writing.tell_untyped(&all, place);
    if all.is_empty() {
        return Ok(());
    }
    sink.list("attributes");
    all.iter().try_for_each(|attribute| self::attribute(writing, sink, attribute, place))?;
    sink.end();
    Ok(())
}

/// Writes an attribute to an archive.
pub(crate) fn attribute(
    writing: &Writing<'_>,
    sink: &mut impl Sink,
    attribute: &Written<'_>,
    place: Place,
) -> Result<(), Error> {
    sink.object("attribute");
    match attribute.name.is_empty() && attribute.hash.0 != 0 {
        true => sink.number("nameHash", attribute.hash.0),
        false => sink.text("name", &attribute.name, place)?,
    }
    sink.text("type", archived_kind(attribute).name().as_bytes(), place)?;
    sink.value(writing, attribute, place)?;
    sink.end();
    Ok(())
}
