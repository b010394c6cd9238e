//! Converts vertex elements to attributes, and back.

use std::collections::BTreeMap;

use asset_scene::{Array, Component, Semantic, Topology};
use scene_adapter::columns::gather;
use urho_mdl::{Declaration, Element, ElementType, PlacedElement, Semantic as Meaning};

use crate::mirror;

/// A vertex element, and the attribute that it becomes.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) element: PlacedElement,
    pub(crate) semantic: Semantic,
}

/// Returns the attributes for all elements in a declaration. The result only depends on the arguments, so that edits
/// will find the same attributes again.
///
/// glTF requires that there are no gaps in the sets of texture coordinates and colours, that joints have weights and a
/// skin, and that tangents have normals and are not used for points. If glTF doesn't have an element, or not with this
/// type, or if it occurs again, the attribute gets a custom name.
pub(crate) fn columns(declaration: &Declaration, skinned: bool, topology: Topology) -> Vec<Column> {
    let usable = usable(declaration);
    let mut custom: BTreeMap<String, u32> = BTreeMap::new();
    let name = |element: PlacedElement| {
        let meaning =
            fits(element.element).filter(|meaning| usable.get(&key(*meaning, element.element)) == Some(&element));
        let semantic = meaning.and_then(|meaning| {
            let index = element.element.index();
            // How many usable sets have a lower index.
            let set = usable.range(&(meaning.0, 0)..&(meaning.0, index)).count() as u32;
            let has_normal = usable.contains_key(&(Meaning::NORMAL.0, 0));
            match (meaning, index) {
                (Meaning::POSITION, 0) => Some(Semantic::Position),
                (Meaning::NORMAL, 0) => Some(Semantic::Normal),
                (Meaning::TANGENT, 0) if has_normal && topology != Topology::Points => Some(Semantic::Tangent),
                (Meaning::TEXCOORD, _) => Some(Semantic::TexCoord(set)),
                (Meaning::COLOR, _) => Some(Semantic::Color(set)),
                (Meaning::BLENDWEIGHTS, 0) if skinned => Some(Semantic::Weights(0)),
                (Meaning::BLENDINDICES, 0) if skinned => Some(Semantic::Joints(0)),
                _ => None,
            }
        });
        let semantic = semantic.unwrap_or_else(|| Semantic::Custom(custom_name(element.element, &mut custom)));
        Column { element, semantic }
    };
    declaration.placed().map(name).collect()
}

/// Returns the first element for each meaning and index that glTF supports.
fn usable(declaration: &Declaration) -> BTreeMap<(u8, u8), PlacedElement> {
    let mut usable = BTreeMap::new();
    for placed in declaration.placed() {
        if let Some(meaning) = fits(placed.element) {
            usable.entry(key(meaning, placed.element)).or_insert(placed);
        }
    }
    usable
}

fn key(meaning: Meaning, element: Element) -> (u8, u8) {
    (meaning.0, element.index())
}

/// Returns whether there are joints and weights that a skin can use.
pub(crate) fn can_be_skinned(declaration: &Declaration) -> bool {
    let has = |meaning| declaration.elements().any(|element| element.index() == 0 && fits(element) == Some(meaning));
    has(Meaning::BLENDINDICES) && has(Meaning::BLENDWEIGHTS)
}

/// Returns the meaning of an element, if glTF has the same with this type.
fn fits(element: Element) -> Option<Meaning> {
    let (meaning, kind) = (element.semantic(), element.kind());
    let fits = match meaning {
        Meaning::POSITION | Meaning::NORMAL => kind == ElementType::VECTOR3,
        Meaning::TANGENT => kind == ElementType::VECTOR4,
        Meaning::TEXCOORD => kind == ElementType::VECTOR2,
        Meaning::COLOR => matches!(kind, ElementType::UBYTE4_NORM | ElementType::VECTOR3 | ElementType::VECTOR4),
        Meaning::BLENDWEIGHTS => matches!(kind, ElementType::VECTOR4 | ElementType::UBYTE4_NORM),
        Meaning::BLENDINDICES => kind == ElementType::UBYTE4,
        _ => false,
    };
    fits.then_some(meaning)
}

/// The prefix for attributes that only exist in this format.
const CUSTOM: &str = "URHO_";

/// Returns whether an attribute is a vertex element that glTF doesn't have.
pub(crate) fn is_own(name: &str) -> bool {
    name.starts_with(CUSTOM)
}

/// Returns a custom name, for example `URHO_BINORMAL_0`. If a name is already used, a number is added.
fn custom_name(element: Element, names: &mut BTreeMap<String, u32>) -> String {
    let semantic = element.semantic();
    let kind = semantic.name().map_or_else(|| format!("SEMANTIC{}", semantic.0), str::to_uppercase);
    let name = format!("{CUSTOM}{kind}_{}", element.index());
    let count = names.entry(name.clone()).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
    if *count == 1 { name } else { format!("{name}_{count}") }
}

impl Column {
    /// Returns the number type. A 32-bit integer becomes two 16-bit integers, the lower half first, because glTF
    /// doesn't support wider attributes.
    pub(crate) fn shape(&self) -> (Component, u8, bool) {
        match self.element.element.kind() {
            ElementType::INT => (Component::U16, 2, false),
            ElementType::FLOAT => (Component::F32, 1, false),
            ElementType::VECTOR2 => (Component::F32, 2, false),
            ElementType::VECTOR3 => (Component::F32, 3, false),
            ElementType::VECTOR4 => (Component::F32, 4, false),
            kind => (Component::U8, 4, kind == ElementType::UBYTE4_NORM),
        }
    }

    /// Returns the size of a value in bytes.
    pub(crate) fn size(&self) -> usize {
        let (component, width, _) = self.shape();
        component.size().saturating_mul(usize::from(width))
    }

    /// Returns whether x must be negated when the space is converted.
    fn is_mirrored(&self) -> bool {
        let element = self.element.element;
        let vector = matches!(element.kind(), ElementType::VECTOR3 | ElementType::VECTOR4);
        let spatial = [Meaning::POSITION, Meaning::NORMAL, Meaning::BINORMAL, Meaning::TANGENT];
        vector && spatial.contains(&element.semantic())
    }

    /// Reads the values from the vertices, and converts them to the other space.
    pub(crate) fn array(&self, vertices: &[u8], stride: usize) -> Array<'static> {
        let (component, width, normalized) = self.shape();
        let mut data = self.stored(vertices, stride);
        self.mirror(&mut data);
        Array { normalized, ..Array::from_bytes(component, width, data) }
    }

    /// Returns the stored values, without the gaps between them.
    pub(crate) fn stored(&self, vertices: &[u8], stride: usize) -> Vec<u8> {
        gather(vertices, stride, self.element.offset, self.size())
    }

    fn mirror(&self, values: &mut [u8]) {
        if self.is_mirrored() {
            mirror::flip(values, usize::from(self.shape().1), &[0]);
        }
    }
}
