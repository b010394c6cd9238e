//! The laws over generated models.

use fuzzkit::mdl::{Mdl, model, version};
use proptest::prelude::*;
use testkit::laws;
use urho_mdl::Model;

proptest! {
    #[test]
    fn what_is_written_reads_back(model in model()) {
        laws::inverse::<Mdl<true>>(&model);
        let bytes = model.to_bytes().expect("generated models can be encoded");
        laws::all::<Mdl<true>>(&bytes);
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        laws::all::<Mdl<true>>(&bytes);
    }

    #[test]
    fn changed_bytes_are_safe(model in model(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = model.to_bytes().expect("generated models can be encoded");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        laws::all::<Mdl<true>>(&bytes);
    }

    /// A conversion without losses can be encoded and converted back; a lossy one reports its losses.
    #[test]
    fn versions_convert(model in model(), version in version()) {
        let losses = model.losses_in(version);
        match model.to_version(version) {
            Ok(converted) => {
                prop_assert!(losses.is_empty());
                laws::inverse::<Mdl<true>>(&converted.clone().into_owned());
                prop_assert!(converted.to_bytes().is_ok());
                for (a, b) in model.vertex_buffers.iter().zip(&converted.vertex_buffers) {
                    for placed in a.declaration.placed() {
                        let element = placed.element;
                        let (semantic, index) = (element.semantic(), element.index());
                        prop_assert!(b.find(semantic, index).is_some());
                    }
                    if let (Some(a), Some(b)) = (a.positions(), b.positions()) {
                        let bits = |column: urho_mdl::Column<'_, urho_mdl::glam::Vec3>| -> Vec<[u32; 3]> {
                            column.iter().map(|position| position.to_array().map(f32::to_bits)).collect()
                        };
                        prop_assert_eq!(bits(a), bits(b));
                    }
                }
            }
            Err(_) => prop_assert!(!losses.is_empty()),
        }
        let (lossy, told) = model.to_version_lossy(version);
        prop_assert_eq!(told, losses);
        prop_assert!(lossy.to_bytes().is_ok());
        let count = |buffer: &urho_mdl::VertexBuffer<'_>| buffer.declaration.elements().count();
        let mut buffers = model.vertex_buffers.iter().zip(&lossy.vertex_buffers);
        prop_assert_eq!(model.check_version(version).is_err(), buffers.any(|(a, b)| count(a) > 0 && count(b) == 0));
    }

    #[test]
    fn conversion_to_its_own_version_changes_nothing(model in model()) {
        let same = model.to_version(model.version).expect("nothing is lost");
        prop_assert_eq!(&same, &model);
    }
}

#[test]
fn documents_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<Model<'static>>();
    assert::<urho_mdl::Error>();
}
