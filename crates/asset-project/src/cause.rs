//! Causes of errors, so that a program can suggest the next step.

use std::error::Error as StdError;

use binio::Fault;

use crate::Error;

/// Why a file can't be read or converted, as far as a person can do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The file ends too early, or its bytes contradict each other: it was cut off or changed on its way.
    Damaged,
    /// The file may be fine, and uses something that this library doesn't read: an extension, a version, a type.
    Unsupported,
    /// The file exceeds a limit that keeps it from exhausting the memory.
    Limit,
    /// Another file, which this one names, is missing or can't be read.
    OtherFile,
    /// The document can't be written in the form that was asked for.
    NotWritable,
}

impl Error {
    /// Returns the cause of an error about the content of a file; `None` of any other error.
    ///
    /// ```
    /// use asset_project::{Asset, Cause};
    /// let error = Asset::parse(b"UMD2\x01\0\0", None).unwrap_err();
    /// assert_eq!(error.cause(), Some(Cause::Damaged));
    /// ```
    pub fn cause(&self) -> Option<Cause> {
        match self {
            Self::Malformed { error, .. } | Self::Convert(error) => Some(of_kind(&**error.kind())),
            _ => None,
        }
    }
}

/// The cause that a kind of error of any format has.
fn of_kind(kind: &(dyn StdError + Send + Sync + 'static)) -> Cause {
    /// Calls the function for the type that the kind has.
    macro_rules! first {
        ($($of:path),+ $(,)?) => {
            $(if let Some(kind) = kind.downcast_ref() { return $of(kind); })+
        };
    }
    first!(
        fault,
        gltf,
        image,
        pragma,
        scene,
        udm,
        urho_ani,
        urho_asc,
        urho_core,
        urho_material,
        urho_mdl,
        urho_pak,
        urho_scene,
        urho_shader,
        zed,
        variant,
    );
    Cause::Damaged
}

fn fault(fault: &Fault) -> Cause {
    match fault {
        Fault::Limit(_) => Cause::Limit,
        Fault::TooLarge { .. } | Fault::NulInName => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn gltf(kind: &asset_gltf::ErrorKind) -> Cause {
    use asset_gltf::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::Version(_) | Kind::Extension { .. } => Cause::Unsupported,
        Kind::Uri { .. } | Kind::File { .. } => Cause::OtherFile,
        Kind::Scene(kind) => scene(kind),
        Kind::Changed(_) | Kind::TooLarge(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn image(kind: &asset_image::ErrorKind) -> Cause {
    use asset_image::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::Unsupported(_) | Kind::FeatureOff(_) => Cause::Unsupported,
        Kind::Bomb { .. } => Cause::Limit,
        _ => Cause::Damaged,
    }
}

fn pragma(kind: &pragma_asset::ErrorKind) -> Cause {
    match kind {
        pragma_asset::ErrorKind::Document(kind) => udm(kind),
        _ => Cause::Damaged,
    }
}

fn scene(kind: &asset_scene::ErrorKind) -> Cause {
    match kind {
        asset_scene::ErrorKind::Unsupported(_) => Cause::Unsupported,
        _ => Cause::Damaged,
    }
}

fn udm(kind: &udm::ErrorKind) -> Cause {
    use udm::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::UnsupportedVersion(_) | Kind::Outdated(_) | Kind::UnknownType(_) => Cause::Unsupported,
        Kind::Depth(_) => Cause::Limit,
        Kind::NotInText(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn urho_ani(kind: &urho_ani::ErrorKind) -> Cause {
    use urho_ani::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::Variant(kind) => variant(kind),
        Kind::NotInVersion(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn urho_asc(kind: &urho_asc::ErrorKind) -> Cause {
    use urho_asc::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::UnknownTag { .. } | Kind::UnknownInstruction(_) => Cause::Unsupported,
        Kind::NotInLayout(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn urho_core(kind: &urho_core::ErrorKind) -> Cause {
    use urho_core::ErrorKind as Kind;
    match kind {
        Kind::Fault(data) => fault(data),
        Kind::Variant(kind) => variant(kind),
        Kind::NotInText(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn variant(kind: &urho_core::VariantFault) -> Cause {
    use urho_core::VariantFault as Kind;
    match kind {
        Kind::UnknownType(_) | Kind::Opaque(_) => Cause::Unsupported,
        _ => Cause::NotWritable,
    }
}

fn urho_material(kind: &urho_material::ErrorKind) -> Cause {
    use urho_material::ErrorKind as Kind;
    match kind {
        Kind::Text(kind) => urho_core(kind),
        Kind::Fault(data) => fault(data),
        Kind::NotInForm(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn urho_mdl(kind: &urho_mdl::ErrorKind) -> Cause {
    use urho_mdl::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::UnknownElementType(_) => Cause::Unsupported,
        Kind::NotInVersion(_) | Kind::Unfit(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn urho_pak(kind: &urho_pak::ErrorKind) -> Cause {
    match kind {
        urho_pak::ErrorKind::Data(data) => fault(data),
        _ => Cause::Damaged,
    }
}

fn urho_scene(kind: &urho_scene::ErrorKind) -> Cause {
    use urho_scene::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::Variant(kind) => variant(kind),
        Kind::Text(kind) => urho_core(kind),
        Kind::NotInForm(_) | Kind::UnknownClass(_) | Kind::UnknownAttribute { .. } => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

fn urho_shader(kind: &urho_shader::ErrorKind) -> Cause {
    use urho_shader::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::LookAlike(_) | Kind::UnknownBytecode => Cause::Unsupported,
        _ => Cause::Damaged,
    }
}

fn zed(kind: &zed_asset::ErrorKind) -> Cause {
    use zed_asset::ErrorKind as Kind;
    match kind {
        Kind::Data(data) => fault(data),
        Kind::OtherFile(_) | Kind::Unknown { .. } => Cause::Unsupported,
        Kind::NotInDialect(_) => Cause::NotWritable,
        _ => Cause::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    fn cause<K: StdError + Send + Sync + 'static>(kind: K) -> Cause {
        let error = binio::Error::<K>::new(kind, "part");
        let (direct, converted) =
            (Error::malformed(Format::Udm, binio::Error::<Unnamed>::new(Unnamed, "part")), Error::convert(error));
        assert_eq!(direct.cause(), Some(Cause::Damaged));
        converted.cause().expect("an error about content")
    }

    /// A kind that no format has.
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
                cause(urho_scene::ErrorKind::from(fault)),
                cause(urho_shader::ErrorKind::from(fault)),
                cause(zed_asset::ErrorKind::from(fault)),
            ];
            assert_eq!(causes, [expected; 14], "{fault:?}");
        }
    }

    #[test]
    fn kinds_of_formats_have_their_causes() {
        let unsupported = [
            cause(asset_gltf::ErrorKind::Version("3.0".into())),
            cause(asset_gltf::ErrorKind::Scene(asset_scene::ErrorKind::Unsupported("x".into()))),
            cause(asset_image::ErrorKind::Unsupported("x".into())),
            cause(pragma_asset::ErrorKind::Document(udm::ErrorKind::UnsupportedVersion(9))),
            cause(urho_asc::ErrorKind::UnknownInstruction(250)),
            cause(urho_mdl::ErrorKind::UnknownElementType(99)),
            cause(urho_ani::ErrorKind::Variant(urho_core::VariantFault::UnknownType(99))),
            cause(urho_shader::ErrorKind::UnknownBytecode),
        ];
        assert_eq!(unsupported, [Cause::Unsupported; 8]);
        let not_writable = [
            cause(asset_gltf::ErrorKind::TooLarge("x")),
            cause(udm::ErrorKind::NotInText("x")),
            cause(urho_ani::ErrorKind::NotInVersion("x")),
            cause(urho_asc::ErrorKind::NotInLayout("x")),
            cause(urho_material::ErrorKind::NotInForm("x")),
            cause(urho_mdl::ErrorKind::NotInVersion("x")),
            cause(urho_scene::ErrorKind::UnknownClass("x".into())),
            cause(zed_asset::ErrorKind::NotInDialect("x")),
        ];
        assert_eq!(not_writable, [Cause::NotWritable; 8]);
        assert_eq!(cause(udm::ErrorKind::Depth(128)), Cause::Limit);
        assert_eq!(cause(urho_core::ErrorKind::Xml("x".into())), Cause::Damaged);
        assert_eq!(cause(urho_pak::ErrorKind::NotAPackage), Cause::Damaged);
        assert_eq!(Error::Unknown { hint: None }.cause(), None);
        assert_eq!(Error::Refused(String::new()).cause(), None);
    }
}
