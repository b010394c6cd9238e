//! Vertex buffers: declarations, legacy masks and typed columns.

use alloc::vec::Vec;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use asset_geometry::{Column, Value};
use binio::Bytes;
use core::fmt;

use crate::range::Range;
use crate::version::Version;

/// A vertex buffer: interleaved vertices and their declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexBuffer<'a> {
    /// Number of vertices. Stored separately because the data doesn't determine it if a vertex has no bytes.
    pub vertex_count: u32,
    /// Elements of a vertex.
    pub declaration: Declaration,
    /// Vertices that morphs may change.
    pub morph_range: Range,
    /// `vertex_count` vertices of [`stride`](Self::stride) bytes, without padding.
    pub data: Bytes<'a>,
}

/// Elements of a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// A legacy mask (`UMDL`, `AMDL`): elements in ascending order of bits.
    Mask(ElementMask),
    /// The legacy mask of files without identifier: bits from 10 on have other meanings.
    Mask2011(ElementMask),
    /// A list of elements in any order (`UMD2`, `UMD3`, `AMD2`).
    List(Vec<Element>),
}

/// A legacy element mask. All 32 bits are kept; unknown bits have no bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ElementMask(pub u32);

impl ElementMask {
    /// Bit of the position: three floats.
    pub const POSITION: Self = Self(0x1);
    /// Bit of the normal: three floats.
    pub const NORMAL: Self = Self(0x2);
    /// Bit of the tangent: four floats.
    pub const TANGENT: Self = Self(0x80);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Iterates over the elements of the bits that `table` defines, in bit order.
    fn elements(self, table: &[Element]) -> impl Iterator<Item = Element> {
        table.iter().enumerate().filter(move |(bit, _)| self.0 >> bit & 1 == 1).map(|(_, element)| *element)
    }

    /// Returns the mask of the elements with a legacy bit; as in the engine, the others are ignored.
    pub fn from_elements(elements: impl IntoIterator<Item = Element>) -> Self {
        let bits = elements.into_iter().filter_map(Element::legacy_bit);
        Self(bits.fold(0, |mask, bit| mask | 1 << bit))
    }
}

/// Type of a vertex element. Types without a constant here have an unknown size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementType(pub u8);

impl ElementType {
    /// Type 0: one `i32`.
    pub const INT: Self = Self(0);
    /// Type 1: one `f32`.
    pub const FLOAT: Self = Self(1);
    /// Type 2: two `f32`.
    pub const VECTOR2: Self = Self(2);
    /// Type 3: three `f32`.
    pub const VECTOR3: Self = Self(3);
    /// Type 4: four `f32`.
    pub const VECTOR4: Self = Self(4);
    /// Four bytes, read as numbers.
    pub const UBYTE4: Self = Self(5);
    /// Four bytes, read as 0 to 1.
    pub const UBYTE4_NORM: Self = Self(6);

    /// Name and size in bytes of the known types.
    const KNOWN: [(&'static str, u8); 7] =
        [("int", 4), ("float", 4), ("vec2", 8), ("vec3", 12), ("vec4", 16), ("ubyte4", 4), ("ubyte4n", 4)];

    /// Returns the size of a value in bytes; `None` for an unknown type.
    pub fn size(self) -> Option<usize> {
        Self::KNOWN.get(usize::from(self.0)).map(|(_, size)| usize::from(*size))
    }

    /// Returns `int`, `float`, `vec2`, `vec3`, `vec4`, `ubyte4` or `ubyte4n`.
    pub fn name(self) -> Option<&'static str> {
        Self::KNOWN.get(usize::from(self.0)).map(|(name, _)| *name)
    }
}

/// Meaning of a vertex element. Unknown values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantic(pub u8);

impl Semantic {
    /// Position in model space.
    pub const POSITION: Self = Self(0);
    /// Normal of the surface.
    pub const NORMAL: Self = Self(1);
    /// Binormal (bitangent) of the surface.
    pub const BINORMAL: Self = Self(2);
    /// Tangent; w is the handedness.
    pub const TANGENT: Self = Self(3);
    /// Texture coordinates; origin top left.
    pub const TEXCOORD: Self = Self(4);
    /// Colour; bytes in the order R, G, B, A.
    pub const COLOR: Self = Self(5);
    /// Blend weights, up to four bones a vertex.
    pub const BLENDWEIGHTS: Self = Self(6);
    /// Blend indices: bone numbers.
    pub const BLENDINDICES: Self = Self(7);
    /// Index of an object, for instancing.
    pub const OBJECTINDEX: Self = Self(8);

    const NAMES: [&'static str; 9] =
        ["position", "normal", "binormal", "tangent", "uv", "color", "weights", "joints", "object"];

    /// Returns `position`, `normal`, `binormal`, `tangent`, `uv`, `color`, `weights`, `joints` or `object`.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.get(usize::from(self.0)).copied()
    }
}

/// A vertex element: type, semantic and semantic index in one word; the 8 spare bits are kept.
///
/// Displayed as `position:vec3`, `uv0:vec2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Element(pub u32);

impl Element {
    /// Creates an element with no spare bits set.
    pub const fn new(kind: ElementType, semantic: Semantic, index: u8) -> Self {
        Self(u32::from_le_bytes([kind.0, semantic.0, index, 0]))
    }

    /// Returns the element type.
    pub const fn kind(self) -> ElementType {
        ElementType(self.0.to_le_bytes()[0])
    }

    /// Returns the semantic of the element.
    pub const fn semantic(self) -> Semantic {
        Semantic(self.0.to_le_bytes()[1])
    }

    /// Returns the semantic index, for several elements of one semantic.
    pub const fn index(self) -> u8 {
        self.0.to_le_bytes()[2]
    }

    /// Returns bits 24 to 31, which no reader uses.
    pub const fn spare(self) -> u8 {
        self.0.to_le_bytes()[3]
    }

    /// Returns the legacy bit of this type, semantic and index.
    pub fn legacy_bit(self) -> Option<usize> {
        self.bit_in(Version::Umdl)
    }

    /// Returns whether this element, in a mask, is a row of the instance matrix, which is read per instance.
    pub(crate) fn is_instance_matrix(self) -> bool {
        matches!(self.legacy_bit(), Some(10..=12))
    }

    /// Returns the legacy bit in the masks of `version`.
    pub(crate) fn bit_in(self, version: Version) -> Option<usize> {
        let table = if version == Version::Bare2011 { &LEGACY_2011 } else { &LEGACY };
        table.iter().position(|legacy| legacy.0 == self.0 & 0x00ff_ffff)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (semantic, index) = (self.semantic(), self.index());
        match semantic.name() {
            Some(name) => f.write_str(name)?,
            None => write!(f, "semantic{}#", semantic.0)?,
        }
        if semantic == Semantic::TEXCOORD || index > 0 || semantic.name().is_none() {
            write!(f, "{index}")?;
        }
        match self.kind().name() {
            Some(name) => write!(f, ":{name}"),
            None => write!(f, ":type{}", self.kind().0),
        }
    }
}

/// Element of each legacy bit ([Legacy masks](crate::format#legacy-masks)), from bit 0 on.
const LEGACY: [Element; 14] = [
    Element::new(ElementType::VECTOR3, Semantic::POSITION, 0),
    Element::new(ElementType::VECTOR3, Semantic::NORMAL, 0),
    Element::new(ElementType::UBYTE4_NORM, Semantic::COLOR, 0),
    Element::new(ElementType::VECTOR2, Semantic::TEXCOORD, 0),
    Element::new(ElementType::VECTOR2, Semantic::TEXCOORD, 1),
    Element::new(ElementType::VECTOR3, Semantic::TEXCOORD, 0),
    Element::new(ElementType::VECTOR3, Semantic::TEXCOORD, 1),
    Element::new(ElementType::VECTOR4, Semantic::TANGENT, 0),
    Element::new(ElementType::VECTOR4, Semantic::BLENDWEIGHTS, 0),
    Element::new(ElementType::UBYTE4, Semantic::BLENDINDICES, 0),
    Element::new(ElementType::VECTOR4, Semantic::TEXCOORD, 4),
    Element::new(ElementType::VECTOR4, Semantic::TEXCOORD, 5),
    Element::new(ElementType::VECTOR4, Semantic::TEXCOORD, 6),
    Element::new(ElementType::INT, Semantic::OBJECTINDEX, 0),
];

/// Element of each legacy bit in files without identifier: instance number at bit 10, then the instance matrix.
const LEGACY_2011: [Element; 14] = {
    let mut table = LEGACY;
    table[10] = LEGACY[13];
    table[11] = LEGACY[10];
    table[12] = LEGACY[11];
    table[13] = LEGACY[12];
    table
};

/// An element and its position in a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedElement {
    /// Element: type, semantic and index.
    pub element: Element,
    /// Byte offset in the vertex.
    pub offset: usize,
}

impl Declaration {
    /// Iterates over the elements in vertex order.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let (mask, table, list) = match self {
            Self::Mask(mask) => (*mask, &LEGACY, &[][..]),
            Self::Mask2011(mask) => (*mask, &LEGACY_2011, &[][..]),
            Self::List(list) => (ElementMask(0), &LEGACY, list.as_slice()),
        };
        mask.elements(table).chain(list.iter().copied())
    }

    /// Iterates over the elements with their offsets.
    pub fn placed(&self) -> impl Iterator<Item = PlacedElement> {
        self.elements().scan(0, |end: &mut usize, element| {
            let offset = *end;
            *end = end.saturating_add(element.kind().size().unwrap_or(0));
            Some(PlacedElement { element, offset })
        })
    }

    /// Returns whether this is a mask with unknown bits.
    pub fn has_unknown_bits(&self) -> bool {
        matches!(self, Self::Mask(mask) | Self::Mask2011(mask) if mask.0 >> LEGACY.len() != 0)
    }

    /// Returns the size of one vertex in bytes. An element of unknown type has size 0; such a declaration can't be written.
    pub fn stride(&self) -> usize {
        self.elements().fold(0, |stride, element| stride.saturating_add(element.kind().size().unwrap_or(0)))
    }
}

/// Writes `position:vec3 normal:vec3 uv0:vec2`.
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, element) in self.elements().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{element}")?;
        }
        Ok(())
    }
}

/// A Rust type for the values of a vertex element.
pub trait VertexValue: Value {
    /// Returns whether an element of this type stores these values.
    fn fits(kind: ElementType) -> bool;

    /// Returns the type of a new element of this semantic for these values.
    fn kind_for(semantic: Semantic) -> ElementType;
}

impl VertexValue for i32 {
    fn fits(kind: ElementType) -> bool {
        kind == ElementType::INT
    }

    fn kind_for(_: Semantic) -> ElementType {
        ElementType::INT
    }
}

impl VertexValue for f32 {
    fn fits(kind: ElementType) -> bool {
        kind == ElementType::FLOAT
    }

    fn kind_for(_: Semantic) -> ElementType {
        ElementType::FLOAT
    }
}

impl VertexValue for Vec2 {
    fn fits(kind: ElementType) -> bool {
        kind == ElementType::VECTOR2
    }

    fn kind_for(_: Semantic) -> ElementType {
        ElementType::VECTOR2
    }
}

impl VertexValue for Vec3 {
    fn fits(kind: ElementType) -> bool {
        kind == ElementType::VECTOR3
    }

    fn kind_for(_: Semantic) -> ElementType {
        ElementType::VECTOR3
    }
}

impl VertexValue for Vec4 {
    fn fits(kind: ElementType) -> bool {
        kind == ElementType::VECTOR4
    }

    fn kind_for(_: Semantic) -> ElementType {
        ElementType::VECTOR4
    }
}

/// Arrays fit where their vectors do.
macro_rules! as_vector {
    ($count:literal, $vector:ty) => {
        impl VertexValue for [f32; $count] {
            fn fits(kind: ElementType) -> bool {
                <$vector>::fits(kind)
            }

            fn kind_for(semantic: Semantic) -> ElementType {
                <$vector>::kind_for(semantic)
            }
        }
    };
}

as_vector!(2, Vec2);
as_vector!(3, Vec3);
as_vector!(4, Vec4);

impl VertexValue for [u8; 4] {
    fn fits(kind: ElementType) -> bool {
        matches!(kind, ElementType::UBYTE4 | ElementType::UBYTE4_NORM)
    }

    /// Numbers for blend indices, otherwise 0 to 1.
    fn kind_for(semantic: Semantic) -> ElementType {
        if semantic == Semantic::BLENDINDICES { ElementType::UBYTE4 } else { ElementType::UBYTE4_NORM }
    }
}

binio::into_owned! { pub VertexBuffer { data; vertex_count, declaration, morph_range }, borrowed }

impl VertexBuffer<'_> {
    /// Returns the size of one vertex in bytes.
    pub fn stride(&self) -> usize {
        self.declaration.stride()
    }

    /// Returns the first element with this semantic and index.
    pub fn find(&self, semantic: Semantic, index: u8) -> Option<PlacedElement> {
        self.declaration.placed().find(|placed| {
            let element = placed.element;
            element.semantic() == semantic && element.index() == index
        })
    }

    /// Returns the values of one element in place; `None` if the element is missing or has another type.
    pub fn column<T: VertexValue>(&self, semantic: Semantic, index: u8) -> Option<Column<'_, T>> {
        let mut placed = self.declaration.placed();
        let found = placed.find(|placed| {
            let element = placed.element;
            element.semantic() == semantic && element.index() == index && T::fits(element.kind())
        })?;
        Column::new(&self.data, self.stride(), found.offset)
    }

    /// Returns the positions in place; `None` without any.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.column(Semantic::POSITION, 0)
    }

    /// Returns the normals in place; `None` without any.
    pub fn normals(&self) -> Option<Column<'_, Vec3>> {
        self.column(Semantic::NORMAL, 0)
    }

    /// Returns the tangents; w is the handedness.
    pub fn tangents(&self) -> Option<Column<'_, Vec4>> {
        self.column(Semantic::TANGENT, 0)
    }

    /// Returns the `index`-th set of texture coordinates; origin top left.
    pub fn uvs(&self, index: u8) -> Option<Column<'_, Vec2>> {
        self.column(Semantic::TEXCOORD, index)
    }

    /// Returns the `index`-th set of colours; R, G, B, A.
    pub fn colors(&self, index: u8) -> Option<Column<'_, [u8; 4]>> {
        self.column(Semantic::COLOR, index)
    }

    /// Returns the blend weights, four bones a vertex.
    pub fn weights(&self) -> Option<Column<'_, Vec4>> {
        self.column(Semantic::BLENDWEIGHTS, 0)
    }

    /// Returns the blend indices, four bones a vertex; if the geometry has a bone mapping, they are indices into it.
    pub fn joints(&self) -> Option<Column<'_, [u8; 4]>> {
        self.column(Semantic::BLENDINDICES, 0)
    }
}
