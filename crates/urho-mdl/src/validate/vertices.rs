//! Findings about vertex buffers.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use asset_geometry::glam::{Vec3, Vec4};
use binio::{Findings, Path, Severity, Strided};
use zerocopy::little_endian::F32;

use super::Tally;
use crate::kinds;
use crate::model::Model;
use crate::vertex::{Element, ElementType, PlacedElement, Semantic, VertexBuffer};

pub(super) fn vertex_buffers(model: &Model<'_>, findings: &mut Findings) {
    for (index, buffer) in model.vertex_buffers.iter().enumerate() {
        let path = Path::from([("vertex buffer", index)]);
        declaration(buffer, &path, findings);
        values(buffer, &path, findings);
        if !buffer.morph_range.fits(u64::from(buffer.vertex_count)) {
            let message = format!(
                "morph range {} + {} goes beyond its {} vertices; the engine writes through it unchecked",
                buffer.morph_range.start, buffer.morph_range.count, buffer.vertex_count
            );
            findings.error(kinds::MORPH_RANGE_OUT_OF_BOUNDS, path, message);
        }
    }
}

fn declaration(buffer: &VertexBuffer<'_>, path: &Path, findings: &mut Findings) {
    if buffer.declaration.has_unknown_bits() {
        findings.note(
            kinds::ELEMENT_MASK_BITS,
            path.clone(),
            "the element mask has undefined bits; they take no bytes",
        );
    }
    if buffer.stride() == 0 && buffer.vertex_count > 0 {
        findings.error(
            kinds::NO_ELEMENTS,
            path.clone(),
            "expected elements, found none: the engine logs an error and can't lock such a buffer",
        );
        return;
    }
    let mut seen = BTreeSet::new();
    for (place, element) in buffer.declaration.elements().enumerate() {
        let again = !seen.insert((element.semantic().0, element.index()));
        self::element(element, again, || path.clone().item("element", place), findings);
    }
    match buffer.find(Semantic::POSITION, 0) {
        None => findings.warning(kinds::NO_POSITIONS, path.clone(), "no positions"),
        Some(PlacedElement { element, offset: 0 }) if element.kind() == ElementType::VECTOR3 => {}
        Some(_) => findings.warning(
            kinds::POSITIONS_UNUSUAL,
            path.clone(),
            "positions are not a vec3 at the beginning of the vertex: the engine skips the buffer for ray casts, \
             collision and occlusion, and writes morphs to the wrong place",
        ),
    }
    if buffer.find(Semantic::TANGENT, 0).is_some() && buffer.find(Semantic::NORMAL, 0).is_none() {
        findings.warning(kinds::TANGENTS_WITHOUT_NORMALS, path.clone(), "tangents without normals; shaders need both");
    }
}

fn element(element: Element, again: bool, path: impl Fn() -> Path, findings: &mut Findings) {
    let semantic = element.semantic();
    if again {
        findings.warning(
            kinds::ELEMENT_DUPLICATE,
            path(),
            format!("{element}: repeats the semantic and index of an earlier element"),
        );
    }
    if semantic.name().is_none() {
        findings.note(kinds::SEMANTIC_UNKNOWN, path(), format!("unknown semantic {}", semantic.0));
    }
    if element.spare() != 0 {
        findings.note(
            kinds::RESERVED_BITS,
            path(),
            format!("reserved bits are {:#04x}; readers ignore them", element.spare()),
        );
    }
    let usual = match semantic {
        Semantic::BLENDWEIGHTS => Some(ElementType::VECTOR4),
        Semantic::BLENDINDICES => Some(ElementType::UBYTE4),
        _ => None,
    };
    if let Some(usual) = usual.filter(|usual| *usual != element.kind()).and_then(ElementType::name) {
        let message = format!("expected {usual}, found {element}: shaders accept it, decals and other CPU code do not");
        findings.note(kinds::ELEMENT_TYPE_UNUSUAL, path(), message);
    }
}

/// Reports NaN and infinities, and normals and tangents that are degenerate.
fn values(buffer: &VertexBuffer<'_>, path: &Path, findings: &mut Findings) {
    let stride = buffer.stride();
    for (place, PlacedElement { element, offset }) in buffer.declaration.placed().enumerate() {
        let bad = match element.kind() {
            ElementType::FLOAT => non_finite::<1>(&buffer.data, stride, offset),
            ElementType::VECTOR2 => non_finite::<2>(&buffer.data, stride, offset),
            ElementType::VECTOR3 => non_finite::<3>(&buffer.data, stride, offset),
            ElementType::VECTOR4 => non_finite::<4>(&buffer.data, stride, offset),
            _ => Tally::default(),
        };
        if let Some(vertices) = bad.say("vertices") {
            // The graphics card places triangles by positions and weights; everything else only colors them.
            let moves = [Semantic::POSITION, Semantic::BLENDWEIGHTS, Semantic::BLENDINDICES];
            let (severity, effect) = match moves.contains(&element.semantic()) {
                true => (Severity::Warning, "triangles with them are not drawn"),
                false => (Severity::Note, "triangles with them are drawn, with wrong colors at these corners"),
            };
            let message = format!("{element}: expected finite numbers, found NaN or infinity in {vertices}; {effect}");
            findings.add(kinds::VERTEX_NOT_FINITE, severity, path.clone().item("element", place), message);
        }
        if let Some((severity, message)) = directions(buffer, element) {
            findings.add(kinds::VERTEX_NOT_UNIT, severity, path.clone().item("element", place), message);
        }
    }
}

/// Reports normals and tangents that are finite but not valid.
fn directions(buffer: &VertexBuffer<'_>, element: Element) -> Option<(Severity, String)> {
    let (semantic, index) = (element.semantic(), element.index());
    match (semantic, element.kind()) {
        (Semantic::NORMAL, ElementType::VECTOR3) => {
            let normals = buffer.column::<Vec3>(semantic, index)?;
            let zero = Tally::of(normals.iter(), |normal| normal == Vec3::ZERO).say("vertices")?;
            let message = format!("expected unit normals, found 0 0 0 in {zero}; they receive no directional light");
            Some((Severity::Warning, message))
        }
        (Semantic::TANGENT, ElementType::VECTOR4) => {
            let tangents = buffer.column::<Vec4>(semantic, index)?;
            let zero = Tally::of(tangents.iter(), |tangent| tangent.w == 0.0).say("vertices")?;
            // Models of the engines themselves have such tangents, where texture coordinates have no area.
            let message =
                format!("expected a tangent sign (w) of 1 or -1, found 0 in {zero}; normal maps have no effect there");
            Some((Severity::Note, message))
        }
        _ => None,
    }
}

/// Counts the vertices that have a NaN or infinity in the `N` floats at `offset`.
fn non_finite<const N: usize>(data: &[u8], stride: usize, offset: usize) -> Tally {
    let column = Strided::<[F32; N]>::new(data, stride, offset);
    column.map_or(Tally::default(), |column| {
        Tally::of(column.iter(), |value| value.iter().any(|axis| !axis.get().is_finite()))
    })
}
