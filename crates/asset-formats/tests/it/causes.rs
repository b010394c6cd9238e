//! Causes of errors.

use std::error::Error as StdError;

use asset_formats::{Cause, Error, Format};
use binio::Fault;

fn cause<K: StdError + Send + Sync + 'static>(kind: K) -> Cause {
    let error = binio::Error::<K>::new(kind, "part");
    let (direct, converted) =
        (Error::malformed(Format::UDM, binio::Error::<Unnamed>::new(Unnamed, "part")), Error::convert(error));
    assert_eq!(direct.cause(), Some(Cause::Damaged));
    converted.cause().expect("an error about content")
}

/// An error kind that belongs to no format.
#[derive(Debug, thiserror::Error)]
#[error("unknown")]
struct Unnamed;

#[test]
fn faults_have_their_causes_in_every_format() {
    let faults = [
        (Fault::UnexpectedEnd { needed: 2, remaining: 1 }, Cause::Damaged),
        (Fault::ImpossibleCount { count: 9, remaining: 1 }, Cause::Damaged),
        (Fault::Unterminated, Cause::Damaged),
        (Fault::Trailing(1), Cause::Damaged),
        (Fault::Limit("bytes"), Cause::Limit),
        (Fault::TooLarge { value: 2, max: 1 }, Cause::NotWritable),
        (Fault::NulInName, Cause::NotWritable),
    ];
    for (fault, expected) in faults {
        let causes = [
            cause(fault),
            cause(asset_gltf::ErrorKind::from(fault)),
            cause(asset_image::ErrorKind::from(fault)),
            cause(udm::ErrorKind::from(fault)),
            cause(pragma_asset::ErrorKind::from(udm::ErrorKind::from(fault))),
            cause(urho_ani::ErrorKind::from(fault)),
            cause(urho_asc::ErrorKind::from(fault)),
            cause(urho_core::ErrorKind::from(fault)),
            cause(urho_material::ErrorKind::from(fault)),
            cause(urho_mdl::ErrorKind::from(fault)),
            cause(urho_pak::ErrorKind::from(fault)),
            cause(urho_resource::ErrorKind::from(fault)),
            cause(urho_scene::ErrorKind::from(fault)),
            cause(urho_shader::ErrorKind::from(fault)),
        ];
        assert_eq!(causes, [expected; 14], "{fault:?}");
    }
}

#[test]
fn kinds_of_formats_have_their_causes() {
    let unsupported = [
        cause(asset_fbx::ErrorKind::Version),
        cause(asset_gltf::ErrorKind::Version("3.0".into())),
        cause(asset_gltf::ErrorKind::Scene(asset_scene::ErrorKind::Unsupported("x".into()))),
        cause(asset_image::ErrorKind::Unsupported("x".into())),
        cause(pragma_asset::ErrorKind::Document(udm::ErrorKind::UnsupportedVersion(9))),
        cause(urho_asc::ErrorKind::UnknownInstruction(250)),
        cause(urho_mdl::ErrorKind::UnknownElementType(99)),
        cause(urho_ani::ErrorKind::Variant(urho_core::VariantFault::UnknownType(99))),
        cause(urho_shader::ErrorKind::UnknownBytecode),
    ];
    assert_eq!(unsupported, [Cause::Unsupported; 9]);
    let not_writable = [
        cause(asset_gltf::ErrorKind::TooLarge("x")),
        cause(udm::ErrorKind::NotInText("x")),
        cause(urho_ani::ErrorKind::NotInVersion("x")),
        cause(urho_asc::ErrorKind::NotInLayout("x")),
        cause(urho_material::ErrorKind::NotInForm("x")),
        cause(urho_mdl::ErrorKind::NotInVersion("x")),
        cause(urho_mdl::ErrorKind::Contradiction("x")),
        cause(urho_pak::ErrorKind::Contradiction("x")),
        cause(urho_resource::ErrorKind::NotConvertible("x")),
        cause(urho_scene::ErrorKind::UnknownClass("x".into())),
    ];
    assert_eq!(not_writable, [Cause::NotWritable; 10]);
    assert_eq!(cause(udm::ErrorKind::Depth(128)), Cause::Limit);
    assert_eq!(cause(urho_core::ErrorKind::Xml("x".into())), Cause::Damaged);
    assert_eq!(cause(urho_pak::ErrorKind::NotAPackage), Cause::Damaged);
    assert_eq!(cause(urho_pak::ErrorKind::NoSuchEntry { near: Vec::new() }), Cause::Request);
    assert_eq!(cause(urho_pak::ErrorKind::from(std::io::Error::other("x"))), Cause::Io);
    assert_eq!(Error::Unknown { hint: None }.cause(), None);
    assert_eq!(Error::Refused(String::new()).cause(), None);
}
