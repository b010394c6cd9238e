use std::borrow::Cow;

use binio::Findings;
use urho_material::{Material, MaterialList, Technique, Texture};

use super::Document;
use crate::detect::Format;
use crate::error::Error;

macro_rules! document {
    ($name:ident, $format:ident, $variant:expr) => {
        impl Document for $name<'_> {
            fn format(&self) -> Format {
                Format::$format
            }

            fn variant(&self) -> Cow<'static, str> {
                let variant: fn(&Self) -> &'static str = $variant;
                Cow::Borrowed(variant(self))
            }

            fn validate(&self) -> Findings {
                self.validate()
            }

            fn to_bytes(&self) -> Result<Vec<u8>, Error> {
                self.to_bytes().map_err(|error| Error::malformed(Format::$format, error))
            }
        }
    };
}

document!(Material, UrhoMaterial, |material| material.form().name());
document!(Technique, UrhoTechnique, |_| "xml");
document!(Texture, UrhoTexture, |texture| texture.kind().name());
document!(MaterialList, UrhoMaterialList, |_| "text");
