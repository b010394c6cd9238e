use std::borrow::Cow;

use binio::Findings;
use urho_shader::Shader;

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Shader<'_> {
    fn format(&self) -> Format {
        Format::UrhoShader
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.version().name())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::UrhoShader, error))
    }
}
