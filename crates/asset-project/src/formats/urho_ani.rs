use std::borrow::Cow;

use binio::Findings;
use urho_ani::Animation;

use super::Document;
use crate::Clip;
use crate::detect::Format;
use crate::error::Error;

impl Document for Animation<'_> {
    fn format(&self) -> Format {
        Format::UrhoAni
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.version.id())
    }

    fn validate(&self) -> Findings {
        let mut findings = self.validate();
        let mut clips = Clip::of_animation(self);
        // The name in the file is no name of the clip: its file has it.
        clips.iter_mut().for_each(|clip| clip.name.clear());
        findings.extend(super::scene::notes(&clips));
        findings
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::UrhoAni, error))
    }
}
