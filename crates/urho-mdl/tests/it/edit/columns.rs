//! Vertex elements.

use super::{bits, square};
use fuzzkit::mdl::model;
use proptest::prelude::*;
use urho_mdl::glam::{Vec2, Vec3, Vec4};
use urho_mdl::{
    Bytes, Declaration, Element, ElementMask, ElementType, ErrorKind, Model, Range, Semantic, VertexBuffer, VertexValue,
};

const WEIGHTS: Element = Element::new(ElementType::VECTOR4, Semantic::BLENDWEIGHTS, 0);

#[test]
fn added_columns_go_to_the_end() {
    let mut model = square();
    let buffer = &mut model.vertex_buffers[0];
    let positions = bits(buffer.positions());
    buffer.set_column(Semantic::COLOR, 0, &[[1, 2, 3, 4]; 4]).unwrap();
    buffer.set_column(Semantic::BLENDINDICES, 0, &[[4, 3, 2, 1]; 4]).unwrap();
    buffer.set_column(Semantic(200), 9, &[1.5_f32; 4]).unwrap();
    assert_eq!(buffer.declaration.to_string(), "position:vec3 color:ubyte4n joints:ubyte4 semantic200#9:float");
    assert_eq!(bits(buffer.positions()), positions);
    assert_eq!(buffer.colors(0).unwrap().to_vec(), [[1, 2, 3, 4]; 4]);
    assert_eq!(buffer.joints().unwrap().to_vec(), [[4, 3, 2, 1]; 4]);
}

#[test]
fn replaced_columns_stay_in_their_place() {
    let mut model = square();
    let buffer = &mut model.vertex_buffers[0];
    buffer.set_column(Semantic::COLOR, 0, &[Vec4::ONE; 4]).unwrap();
    buffer.set_column(Semantic::TEXCOORD, 0, &[Vec2::ONE; 4]).unwrap();
    // The same type, then another.
    buffer.set_column(Semantic::COLOR, 0, &[Vec4::splat(0.5); 4]).unwrap();
    assert_eq!(buffer.declaration.to_string(), "position:vec3 color:vec4 uv0:vec2");
    buffer.set_column(Semantic::COLOR, 0, &[[9; 4]; 4]).unwrap();
    assert_eq!(buffer.declaration.to_string(), "position:vec3 color:ubyte4n uv0:vec2");
    assert_eq!(buffer.uvs(0).unwrap().to_vec(), [Vec2::ONE; 4]);
    // Bytes replace bytes of any meaning.
    buffer.set_column(Semantic::BLENDWEIGHTS, 0, &[[255, 0, 0, 0]; 4]).unwrap();
    assert!(buffer.declaration.to_string().ends_with("weights:ubyte4n"));
}

#[test]
fn masks_order_by_bits() {
    let mask = Declaration::Mask(ElementMask(0x8000_0009));
    let data = Bytes::from((0..20).collect::<Vec<u8>>());
    let mut buffer = VertexBuffer { vertex_count: 1, declaration: mask, morph_range: Range::default(), data };
    buffer.set_column(Semantic::NORMAL, 0, &[Vec3::ONE]).unwrap();
    assert_eq!(buffer.declaration, Declaration::Mask(ElementMask(0x8000_000b)));
    assert_eq!(buffer.data[..12], (0..12).collect::<Vec<u8>>());
    assert_eq!(buffer.data[24..], (12..20).collect::<Vec<u8>>());
    // From two to three texture coordinates: another bit, another position.
    buffer.set_column(Semantic::TEXCOORD, 0, &[Vec3::ONE]).unwrap();
    assert_eq!(buffer.declaration, Declaration::Mask(ElementMask(0x8000_0023)));
    assert!(buffer.remove_column(Semantic::NORMAL, 0).unwrap());
    assert_eq!(buffer.declaration, Declaration::Mask(ElementMask(0x8000_0021)));
    let before = buffer.clone();
    let error = buffer.set_column(Semantic::COLOR, 0, &[Vec4::ONE]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "color: not in this version of the format: a vertex element without a bit in the mask"
    );
    assert_eq!(buffer, before);
}

#[test]
fn wrong_lengths_change_nothing() {
    let mut model = square();
    let before = model.clone();
    let error = model.vertex_buffers[0].set_column(Semantic::NORMAL, 0, &[Vec3::Y; 5]).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::WrongLength { expected: 4, actual: 5 });
    assert_eq!(error.to_string(), "normal: expected 4 values, found 5");
    assert_eq!(model, before);
    model.vertex_buffers[0].vertex_count = 5;
    let contradiction = ErrorKind::WrongDataSize { expected: 60, actual: 48 };
    let buffer = &mut model.vertex_buffers[0];
    assert_eq!(*buffer.set_column(Semantic::NORMAL, 0, &[Vec3::Y; 5]).unwrap_err().kind(), contradiction);
    assert_eq!(*buffer.remove_column(Semantic::POSITION, 0).unwrap_err().kind(), contradiction);
    assert_eq!(*buffer.with_declaration(&Declaration::List(Vec::new())).unwrap_err().kind(), contradiction);
}

/// One vertex with one element, as another type.
fn converted<T: VertexValue, U: VertexValue>(semantic: Semantic, from: T, kind: ElementType) -> U {
    let mut buffer = VertexBuffer {
        vertex_count: 1,
        declaration: Declaration::List(Vec::new()),
        morph_range: Range::default(),
        data: Bytes::EMPTY,
    };
    buffer.set_column(semantic, 0, &[from]).unwrap();
    let declaration = Declaration::List(vec![Element::new(kind, semantic, 0)]);
    buffer.with_declaration(&declaration).unwrap().column(semantic, 0).unwrap().get(0).unwrap()
}

#[test]
fn types_convert() {
    use ElementType as Type;
    let color = Semantic::COLOR;
    assert_eq!(converted::<_, Vec4>(color, [0, 51, 255, 102], Type::VECTOR4), Vec4::new(0.0, 0.2, 1.0, 0.4));
    assert_eq!(converted::<_, [u8; 4]>(color, Vec4::new(-1.0, 0.2, 7.0, f32::NAN), Type::UBYTE4_NORM), [0, 51, 255, 0]);
    // Without alpha, opaque.
    assert_eq!(converted::<_, [u8; 4]>(color, Vec3::splat(0.5), Type::UBYTE4_NORM), [128, 128, 128, 255]);
    assert_eq!(converted::<_, Vec4>(Semantic::TANGENT, Vec3::X, Type::VECTOR4), Vec4::new(1.0, 0.0, 0.0, 1.0));
    assert_eq!(
        converted::<_, Vec2>(Semantic::TEXCOORD, Vec4::new(1.0, 2.0, 3.0, 4.0), Type::VECTOR2),
        Vec2::new(1.0, 2.0)
    );
    assert_eq!(
        converted::<_, Vec4>(Semantic::BLENDINDICES, [7, 8, 9, 255], Type::VECTOR4),
        Vec4::new(7.0, 8.0, 9.0, 255.0)
    );
    assert_eq!(
        converted::<_, [u8; 4]>(Semantic::BLENDINDICES, Vec4::new(7.0, 8.2, 300.0, -1.0), Type::UBYTE4),
        [7, 8, 255, 0]
    );
    assert_eq!(converted::<_, [u8; 4]>(color, [1, 2, 3, 4], Type::UBYTE4), [1, 2, 3, 4]);
    assert_eq!(converted::<_, i32>(Semantic::OBJECTINDEX, -7.9_f32, Type::INT), -7);
    assert_eq!(converted::<_, f32>(Semantic::OBJECTINDEX, -7_i32, Type::FLOAT), -7.0);
}

#[test]
fn what_is_not_there_is_missed() {
    let model = square();
    let buffer = &model.vertex_buffers[0];
    let error = buffer.with_declaration(&Declaration::List(vec![WEIGHTS])).unwrap_err();
    assert_eq!(error.to_string(), "element 0: missing: an element with this semantic and index");
    let unknown = Element::new(ElementType(7), Semantic::POSITION, 0);
    let error = buffer.with_declaration(&Declaration::List(vec![unknown])).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::UnknownElementType(7));
}

/// Sets, or adds, a column in a copy of each buffer: it reads back, all others are unchanged.
fn set_and_compare<T: VertexValue>(model: &Model<'_>, semantic: Semantic, index: u8, value: T) {
    for old in &model.vertex_buffers {
        let mut new = old.clone();
        let values = vec![value; old.vertex_count as usize];
        if new.set_column(semantic, index, &values).is_err() {
            assert!(!matches!(old.declaration, Declaration::List(_)), "only masks lack places");
            continue;
        }
        assert_eq!(bits(new.column::<T>(semantic, index)).unwrap(), bits_of(&values));
        for placed in old.declaration.placed() {
            let element = placed.element;
            if element.semantic() != semantic || element.index() != index {
                assert_eq!(any_bits(&new, element), any_bits(old, element), "{element} of {}", old.declaration);
            }
        }
        assert_eq!(new.data.len(), new.stride() * new.vertex_count as usize);
    }
}

fn bits_of<T: VertexValue>(values: &[T]) -> Vec<Vec<u8>> {
    use urho_mdl::binio::zerocopy::IntoBytes;
    values.iter().map(|value| value.store().as_bytes().to_vec()).collect()
}

/// The bytes of the first element of this semantic and index.
fn any_bits(buffer: &VertexBuffer<'_>, element: Element) -> Option<Vec<Vec<u8>>> {
    let placed = buffer.find(element.semantic(), element.index())?;
    let end = placed.offset + placed.element.kind().size()?;
    let vertices = buffer.data.chunks_exact(buffer.stride());
    Some(vertices.map(|vertex| vertex[placed.offset..end].to_vec()).collect())
}

proptest! {
    #[test]
    fn set_columns_are_read_back(model in model(), semantic in 0..10_u8, index in 0..3_u8) {
        let semantic = Semantic(semantic);
        set_and_compare(&model, semantic, index, 7_i32);
        set_and_compare(&model, semantic, index, f32::NAN);
        set_and_compare(&model, semantic, index, Vec2::new(1.0, -0.0));
        set_and_compare(&model, semantic, index, Vec3::new(1.0, 2.0, f32::INFINITY));
        set_and_compare(&model, semantic, index, Vec4::new(1.0, 2.0, 3.0, 4.0));
        set_and_compare(&model, semantic, index, [1_u8, 2, 3, 4]);
    }

    /// Adding and removing an element leaves no trace.
    #[test]
    fn adding_and_removing_changes_nothing(model in model()) {
        for old in &model.vertex_buffers {
            let mut new = old.clone();
            let free = Semantic(99);
            if new.set_column(free, 0, &vec![Vec4::ONE; old.vertex_count as usize]).is_ok() {
                prop_assert!(new.remove_column(free, 0).unwrap());
                prop_assert_eq!(&new, old);
            }
            prop_assert!(!new.remove_column(free, 0).unwrap());
        }
    }

    /// Every element can be removed, one by one, and the others are unchanged.
    #[test]
    fn removed_columns_are_gone(model in model()) {
        for old in &model.vertex_buffers {
            let elements: Vec<Element> = old.declaration.elements().collect();
            for element in &elements {
                let mut new = old.clone();
                prop_assert!(new.remove_column(element.semantic(), element.index()).unwrap());
                prop_assert_eq!(new.declaration.elements().count(), elements.len() - 1);
                prop_assert_eq!(new.data.len(), new.stride() * new.vertex_count as usize);
                let same = |other: &&Element| (other.semantic(), other.index()) == (element.semantic(), element.index());
                for other in elements.iter().filter(|other| !same(other)) {
                    prop_assert_eq!(any_bits(&new, *other), any_bits(old, *other));
                }
            }
        }
    }

    /// Reordering a declaration and back gives the same buffer.
    #[test]
    fn declarations_reorder(model in model()) {
        for old in &model.vertex_buffers {
            let mut elements: Vec<Element> = old.declaration.elements().collect();
            elements.dedup_by_key(|element| (element.semantic(), element.index()));
            let unique = |list: &[Element]| {
                list.iter().all(|a| list.iter().filter(|b| (a.semantic(), a.index()) == (b.semantic(), b.index())).count() == 1)
            };
            if !unique(&elements) || elements.len() != old.declaration.elements().count() {
                continue;
            }
            elements.reverse();
            let new = old.with_declaration(&Declaration::List(elements.clone())).unwrap();
            for element in elements {
                prop_assert_eq!(any_bits(&new, element), any_bits(old, element));
            }
            prop_assert_eq!(&new.with_declaration(&old.declaration).unwrap(), old);
        }
    }

    /// Bytes survive conversion to floats and back; weights that sum to 1 still do as bytes.
    #[test]
    fn bytes_convert_and_return(bytes: [u8; 4], weights in [0.0_f32..1.0, 0.0..1.0, 0.0..1.0, 0.01..1.0]) {
        let floats: Vec4 = converted(Semantic::COLOR, bytes, ElementType::VECTOR4);
        prop_assert_eq!(converted::<_, [u8; 4]>(Semantic::COLOR, floats, ElementType::UBYTE4_NORM), bytes);
        let weights = Vec4::from(weights) / Vec4::from(weights).element_sum();
        let bytes: [u8; 4] = converted(Semantic::BLENDWEIGHTS, weights, ElementType::UBYTE4_NORM);
        prop_assert_eq!(bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>(), 255);
    }
}
