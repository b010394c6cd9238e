//! Vertex buffers with their declarations, legacy masks and typed columns.

use alloc::vec::Vec;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use asset_geometry::{Column, Value};
use binio::Bytes;
use core::fmt;

use crate::range::Range;
use crate::version::Version;

/// A vertex buffer: interleaved vertices, and the declaration that tells you what is in a vertex. Use
/// [`positions`](Self::positions) or [`column`](Self::column) to get values from it.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexBuffer<'a> {
    /// The number of vertices. This is stored separately, because it can't be computed from the data if a vertex has no
    /// bytes.
    pub vertex_count: u32,
    /// The elements in a vertex and their order.
    pub declaration: Declaration,
    /// The vertices that morphs can change.
    pub morph_range: Range,
    /// The vertices without padding: `vertex_count` times [`stride`](Self::stride) bytes.
    pub data: Bytes<'a>,
}

/// The elements that are in a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// A legacy mask (`UMDL`, `AMDL`). The elements are in ascending bit order.
    Mask(ElementMask),
    /// The legacy mask in files without an identifier, where the bits from 10 on have other meanings.
    Mask2011(ElementMask),
    /// A list with elements in any order (`UMD2`, `UMD3`, `AMD2`).
    List(Vec<Element>),
}

/// A legacy mask with a bit for each element. All 32 bits are kept, but unknown bits have no bytes in a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ElementMask(pub u32);

impl ElementMask {
    /// The bit for the position, which has three floats.
    pub const POSITION: Self = Self(0x1);
    /// The bit for the normal, which has three floats.
    pub const NORMAL: Self = Self(0x2);
    /// The bit for the tangent, which has four floats.
    pub const TANGENT: Self = Self(0x80);

    /// Returns whether all bits in `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Iterates over the elements for the bits that `table` defines, in bit order.
    fn elements(self, table: &[Element]) -> impl Iterator<Item = Element> {
        table.iter().enumerate().filter(move |(bit, _)| self.0 >> bit & 1 == 1).map(|(_, element)| *element)
    }

    /// Creates a mask from elements. Elements without a legacy bit are ignored, as in the engine.
    pub fn from_elements(elements: impl IntoIterator<Item = Element>) -> Self {
        let bits = elements.into_iter().filter_map(Element::legacy_bit);
        Self(bits.fold(0, |mask, bit| mask | 1 << bit))
    }
}

/// The type of a vertex element. If there is no constant for it here, its size is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementType(pub u8);

impl ElementType {
    /// Type 0: an `i32`.
    pub const INT: Self = Self(0);
    /// Type 1: an `f32`.
    pub const FLOAT: Self = Self(1);
    /// Type 2: two `f32`.
    pub const VECTOR2: Self = Self(2);
    /// Type 3: three `f32`.
    pub const VECTOR3: Self = Self(3);
    /// Type 4: four `f32`.
    pub const VECTOR4: Self = Self(4);
    /// Type 5: four bytes that are read as numbers.
    pub const UBYTE4: Self = Self(5);
    /// Type 6: four bytes that are read as 0 to 1.
    pub const UBYTE4_NORM: Self = Self(6);

    /// The name and the size in bytes of every known type.
    const KNOWN: [(&'static str, u8); 7] =
        [("int", 4), ("float", 4), ("vec2", 8), ("vec3", 12), ("vec4", 16), ("ubyte4", 4), ("ubyte4n", 4)];

    /// Returns the size of a value in bytes, or `None` if the type is unknown.
    pub fn size(self) -> Option<usize> {
        Self::KNOWN.get(usize::from(self.0)).map(|(_, size)| usize::from(*size))
    }

    /// Returns the name of a known type: `int`, `float`, `vec2`, `vec3`, `vec4`, `ubyte4` or `ubyte4n`.
    pub fn name(self) -> Option<&'static str> {
        Self::KNOWN.get(usize::from(self.0)).map(|(name, _)| *name)
    }
}

/// The meaning of a vertex element. Unknown values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantic(pub u8);

impl Semantic {
    /// The position in model space.
    pub const POSITION: Self = Self(0);
    /// The surface normal.
    pub const NORMAL: Self = Self(1);
    /// The binormal (bitangent) of the surface.
    pub const BINORMAL: Self = Self(2);
    /// The tangent, with the handedness in w.
    pub const TANGENT: Self = Self(3);
    /// Texture coordinates that begin at the top left.
    pub const TEXCOORD: Self = Self(4);
    /// A colour, with bytes in the order R, G, B, A.
    pub const COLOR: Self = Self(5);
    /// The weights for up to four bones that move this vertex.
    pub const BLENDWEIGHTS: Self = Self(6);
    /// The blend indices: which bones move this vertex.
    pub const BLENDINDICES: Self = Self(7);
    /// The index of an object, used for instancing.
    pub const OBJECTINDEX: Self = Self(8);

    const NAMES: [&'static str; 9] =
        ["position", "normal", "binormal", "tangent", "uv", "color", "weights", "joints", "object"];

    /// Returns the name of a known semantic: `position`, `normal`, `binormal`, `tangent`, `uv`, `color`, `weights`,
    /// `joints` or `object`.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.get(usize::from(self.0)).copied()
    }
}

/// A vertex element: the type, the semantic and the semantic index in a single word. The 8 spare bits are kept.
///
/// It is displayed as `position:vec3` or `uv0:vec2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Element(pub u32);

impl Element {
    /// Creates an element. The spare bits are 0.
    pub const fn new(kind: ElementType, semantic: Semantic, index: u8) -> Self {
        Self(u32::from_le_bytes([kind.0, semantic.0, index, 0]))
    }

    /// Returns the type of the value.
    pub const fn kind(self) -> ElementType {
        ElementType(self.0.to_le_bytes()[0])
    }

    /// Returns the semantic, which is the meaning of the value.
    pub const fn semantic(self) -> Semantic {
        Semantic(self.0.to_le_bytes()[1])
    }

    /// Returns the semantic index, which tells you apart several elements with the same semantic.
    pub const fn index(self) -> u8 {
        self.0.to_le_bytes()[2]
    }

    /// Returns bits 24 to 31, which no reader uses.
    pub const fn spare(self) -> u8 {
        self.0.to_le_bytes()[3]
    }

    /// Returns the legacy bit for this type, semantic and index, or `None` if a mask can't store the element.
    pub(crate) fn legacy_bit(self) -> Option<usize> {
        self.bit_in(Version::Umdl)
    }

    /// Returns whether this element would be a row of the instance matrix in a mask. The engine reads this matrix for
    /// each instance.
    pub(crate) fn is_instance_matrix(self) -> bool {
        matches!(self.legacy_bit(), Some(10..=12))
    }

    /// Returns the legacy bit in masks of this `version`.
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

/// The element for each legacy bit, beginning at bit 0. See [Legacy masks](crate::format#legacy-masks).
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

/// The element for each legacy bit in files without an identifier: bit 10 is the instance number, and the instance
/// matrix follows.
const LEGACY_2011: [Element; 14] = {
    let mut table = LEGACY;
    table[10] = LEGACY[13];
    table[11] = LEGACY[10];
    table[12] = LEGACY[11];
    table[13] = LEGACY[12];
    table
};

/// An element together with its position in a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedElement {
    /// The type, semantic and index.
    pub element: Element,
    /// The byte offset in a vertex.
    pub offset: usize,
}

impl Declaration {
    /// Iterates over the elements in the order in which a vertex stores them.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let (mask, table, list) = match self {
            Self::Mask(mask) => (*mask, &LEGACY, &[][..]),
            Self::Mask2011(mask) => (*mask, &LEGACY_2011, &[][..]),
            Self::List(list) => (ElementMask(0), &LEGACY, list.as_slice()),
        };
        mask.elements(table).chain(list.iter().copied())
    }

    /// Iterates over the elements together with their offsets.
    pub fn placed(&self) -> impl Iterator<Item = PlacedElement> {
        self.elements().scan(0, |end: &mut usize, element| {
            let offset = *end;
            *end = end.saturating_add(element.kind().size().unwrap_or(0));
            Some(PlacedElement { element, offset })
        })
    }

    /// Returns whether this is a mask with bits that are not known.
    pub fn has_unknown_bits(&self) -> bool {
        matches!(self, Self::Mask(mask) | Self::Mask2011(mask) if mask.0 >> LEGACY.len() != 0)
    }

    /// Returns the size of a vertex in bytes. If the type of an element is unknown, it counts as 0 bytes; such a
    /// declaration can't be written.
    pub fn stride(&self) -> usize {
        self.elements().fold(0, |stride, element| stride.saturating_add(element.kind().size().unwrap_or(0)))
    }
}

/// Writes, for example, `position:vec3 normal:vec3 uv0:vec2`.
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, element) in self.elements().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{element}")?;
        }
        Ok(())
    }
}

/// A Rust type that you can use for the values of a vertex element, for example in [`VertexBuffer::column`].
pub trait VertexValue: Value {
    /// Returns whether an element with this type can store these values.
    fn fits(kind: ElementType) -> bool;

    /// Returns the type to use for these values when an element with this semantic is added.
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

/// Implements the trait for arrays. They can be used wherever a vector of the same size can.
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

    /// Bytes are numbers for blend indices, and 0 to 1 for anything else.
    fn kind_for(semantic: Semantic) -> ElementType {
        if semantic == Semantic::BLENDINDICES { ElementType::UBYTE4 } else { ElementType::UBYTE4_NORM }
    }
}

binio::into_owned! { pub VertexBuffer { data; vertex_count, declaration, morph_range }, borrowed }

impl VertexBuffer<'_> {
    /// Returns the size of a vertex in bytes.
    pub fn stride(&self) -> usize {
        self.declaration.stride()
    }

    /// Returns the first element with this semantic and index, or `None` if there is no such element.
    pub fn find(&self, semantic: Semantic, index: u8) -> Option<PlacedElement> {
        self.declaration.placed().find(|placed| {
            let element = placed.element;
            element.semantic() == semantic && element.index() == index
        })
    }

    /// Returns the values of an element without a copy, or `None` if the element is missing or has another type.
    ///
    /// For the usual elements, you can use the methods below, for example [`positions`](Self::positions).
    pub fn column<T: VertexValue>(&self, semantic: Semantic, index: u8) -> Option<Column<'_, T>> {
        let mut placed = self.declaration.placed();
        let found = placed.find(|placed| {
            let element = placed.element;
            element.semantic() == semantic && element.index() == index && T::fits(element.kind())
        })?;
        Column::new(&self.data, self.stride(), found.offset)
    }

    /// Returns the positions without a copy, or `None` if there are none.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.column(Semantic::POSITION, 0)
    }

    /// Returns the normals without a copy, or `None` if there are none.
    pub fn normals(&self) -> Option<Column<'_, Vec3>> {
        self.column(Semantic::NORMAL, 0)
    }

    /// Returns the tangents without a copy, or `None` if there are none. The handedness is in w.
    pub fn tangents(&self) -> Option<Column<'_, Vec4>> {
        self.column(Semantic::TANGENT, 0)
    }

    /// Returns the texture coordinates with this `index`. They begin at the top left.
    pub fn uvs(&self, index: u8) -> Option<Column<'_, Vec2>> {
        self.column(Semantic::TEXCOORD, index)
    }

    /// Returns the colours with this `index`, in the order R, G, B, A.
    pub fn colors(&self, index: u8) -> Option<Column<'_, [u8; 4]>> {
        self.column(Semantic::COLOR, index)
    }

    /// Returns the blend weights for up to four bones.
    pub fn weights(&self) -> Option<Column<'_, Vec4>> {
        self.column(Semantic::BLENDWEIGHTS, 0)
    }

    /// Returns the blend indices for up to four bones. If the geometry has a bone mapping, they are indices into this
    /// mapping and not into the skeleton.
    pub fn joints(&self) -> Option<Column<'_, [u8; 4]>> {
        self.column(Semantic::BLENDINDICES, 0)
    }
}
