//! The contract of a document: what everything else does with it.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::path::Path;

use binio::{Budget, Findings};

use crate::convert::{ConvertOptions, OutputFormat};
use crate::paths::Edit;
use crate::resources::Reference;
use crate::{Error, Format};

/// A document of a format, as [`Asset`](crate::Asset) has it. It may borrow its data.
///
/// The functions without a body are all that a format needs. The others return that the document has nothing of this kind.
pub trait Document: Debug + Send + Sync + AsAny {
    /// Returns the format.
    fn format(&self) -> Format;

    /// Returns the version or kind within the format, in one word.
    fn variant(&self) -> Cow<'static, str>;

    /// Returns everything that is unusual or wrong, with its place and severity.
    fn validate(&self) -> Findings;

    /// Writes the document: the bytes that it was read from, if nothing was changed.
    ///
    /// # Errors
    /// The document contains something that the format can't store.
    fn to_bytes(&self) -> Result<Vec<u8>, Error>;

    /// Copies borrowed data.
    fn into_owned(self: Box<Self>) -> Box<dyn Document>;

    /// Returns the content for `inspect --json`; with the SHA-256 of every bulk block if `hashes`.
    #[cfg(feature = "serde")]
    fn summary(&self, hashes: bool) -> crate::Summary<'_> {
        let _ = hashes;
        crate::Summary::default()
    }

    /// Returns the content as text for people, if the format has such a form.
    fn text(&self) -> Option<String> {
        None
    }

    /// Returns the files inside of an archive; empty for any other format. Packages are read in place, by their crate.
    fn entries(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// Reads the file inside of an archive with this number; `None` if there is none.
    ///
    /// # Errors
    /// Its data is damaged, or unpacks to more than the budget allows.
    fn read_entry(&self, number: usize, budget: &mut Budget) -> Result<Option<Vec<u8>>, Error> {
        let _ = (number, budget);
        Ok(None)
    }

    /// Returns the texture file inside of a document that isn't a texture itself: of a font.
    fn texture(&self) -> Option<&[u8]> {
        None
    }

    /// Returns the names of other files, each once. `own` is the resource name of the document's file.
    fn references(&self, own: Option<&str>) -> Vec<Reference> {
        let _ = own;
        Vec::new()
    }

    /// Returns a finding per file that the document names and the folder `root` of a project doesn't contain.
    fn missing_files(&self, root: &Path) -> Findings {
        let _ = root;
        Findings::new()
    }

    /// Returns the triggers and metadata that the document itself contains, as the side file that documents of other formats have instead.
    fn side_file(&self) -> Option<scene_urho::SideFile> {
        None
    }

    /// Returns the document as conversions see it; `None` if it has no scene. `beside` is the content of the file beside it.
    fn show<'d>(&'d self, beside: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        let _ = beside;
        None
    }

    /// Writes the document as an output format that needs no scene, and returns the losses.
    ///
    /// # Errors
    /// The document contains something that the output format can't store at all.
    fn write(&self, output_format: OutputFormat, options: &ConvertOptions) -> Result<(Vec<u8>, Findings), Error> {
        let _ = (output_format, options);
        Ok((self.to_bytes()?, Findings::new()))
    }

    /// Returns whether writing the document reproduces the bytes that it was read from.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        Ok(self.to_bytes()? == bytes)
    }

    /// Returns the first difference between the original and the written bytes, or `None` if they are equal.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    fn difference_from(&self, bytes: &[u8]) -> Result<Option<String>, Error> {
        if self.round_trips(bytes)? {
            return Ok(None);
        }
        let written = self.to_bytes()?;
        let at = written.iter().zip(bytes).position(|(a, b)| a != b).unwrap_or(written.len().min(bytes.len()));
        Ok(Some(format!("{} bytes of {}, other ones from byte {at:#x} on", written.len(), bytes.len())))
    }

    /// Returns the document of the format crate, for code about one format; [`Typed::Other`] for formats that no such code exists for.
    fn typed(&self) -> Typed<'_> {
        Typed::Other
    }

    /// Returns the document for changes of values by their paths; `None` if it is only read.
    #[doc(hidden)]
    fn edit(&mut self) -> Option<&mut dyn Edit> {
        None
    }
}

/// Functions of [`Document`] that only call the method of the same name that the crate of the format has, in an `impl Document`. Each is named:
/// `contract! { format(URHO_MDL) validate to_bytes into_owned summary(hashes) edit typed(UrhoMdl) }`. Write the others by hand below.
macro_rules! contract {
    ($($item:ident $(($($argument:tt)*))?)*) => {
        $(contract! { @$item $($($argument)*)? })*
    };
    (@format $format:ident) => {
        fn format(&self) -> $crate::Format {
            $crate::Format::$format
        }
    };
    (@validate) => {
        fn validate(&self) -> binio::Findings {
            self.validate()
        }
    };
    (@to_bytes) => {
        fn to_bytes(&self) -> Result<Vec<u8>, $crate::Error> {
            self.to_bytes().map_err(|error| $crate::Error::malformed($crate::document::Document::format(self), error))
        }
    };
    (@into_owned) => {
        fn into_owned(self: Box<Self>) -> Box<dyn $crate::document::Document> {
            Box::new((*self).into_owned())
        }
    };
    (@summary hashes) => {
        #[cfg(feature = "serde")]
        fn summary(&self, hashes: bool) -> $crate::Summary<'_> {
            $crate::Summary::new(self.summary(hashes))
        }
    };
    (@summary) => {
        #[cfg(feature = "serde")]
        fn summary(&self, _: bool) -> $crate::Summary<'_> {
            $crate::Summary::new(self.summary())
        }
    };
    (@edit) => {
        fn edit(&mut self) -> Option<&mut dyn $crate::paths::Edit> {
            Some(self)
        }
    };
    (@typed $typed:ident) => {
        fn typed(&self) -> $crate::document::Typed<'_> {
            $crate::document::Typed::$typed(self)
        }
    };
    (@variant $variant:expr) => {
        fn variant(&self) -> std::borrow::Cow<'static, str> {
            let variant: fn(&Self) -> &'static str = $variant;
            std::borrow::Cow::Borrowed(variant(self))
        }
    };
}
pub(crate) use contract;

/// A file inside of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Name, safe to print.
    pub name: String,
    /// Size, in bytes.
    pub size: u64,
}

/// Content of the file beside a document, for [`Document::show`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Beside {
    /// The side file of a model or animation of Urho3D.
    pub side: Option<scene_urho::SideFile>,
    /// Whether the side file has triggers.
    pub has_triggers: bool,
}

/// Access to the type of a document that owns its data.
pub trait AsAny {
    /// The document, if it owns its data.
    fn into_any(self: Box<Self>) -> Box<dyn Any>
    where
        Self: 'static;

    /// The document, if it owns its data.
    fn as_any(&self) -> &dyn Any
    where
        Self: 'static;

    /// The document, if it owns its data.
    fn as_any_mut(&mut self) -> &mut dyn Any
    where
        Self: 'static;
}

impl<T> AsAny for T {
    fn into_any(self: Box<Self>) -> Box<dyn Any>
    where
        Self: 'static,
    {
        self
    }

    fn as_any(&self) -> &dyn Any
    where
        Self: 'static,
    {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any
    where
        Self: 'static,
    {
        self
    }
}

/// A document of a format crate, for code about one format.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Typed<'d> {
    /// glTF 2.0.
    Gltf(&'d crate::GltfDocument),
    /// FBX or OBJ, as the scene it shows.
    Fbx(&'d crate::FbxDocument),
    /// Texture: png, jpg, dds …
    Image(&'d asset_image::Image<'d>),
    /// Animation of properties in the Pragma engine.
    PragmaAnimation(&'d pragma_asset::Animations<'d>),
    /// Map of the Pragma engine.
    PragmaMap(&'d pragma_asset::Map<'d>),
    /// Material of the Pragma engine.
    PragmaMaterial(&'d pragma_asset::Material<'d>),
    /// Model of the Pragma engine.
    PragmaModel(&'d pragma_asset::Model<'d>),
    /// Navigation mesh of the Pragma engine.
    PragmaNavmesh(&'d pragma_asset::NavMesh<'d>),
    /// Particle systems of the Pragma engine.
    PragmaParticles(&'d pragma_asset::Particles<'d>),
    /// UDM document, text or binary, of no kind that has a format of its own.
    Udm(&'d udm::Document<'d>),
    /// Animation of Urho3D, U3D or rbfx.
    UrhoAni(&'d urho_ani::Animation<'d>),
    /// Compiled AngelScript of Urho3D or U3D.
    UrhoAsc(&'d urho_asc::Script<'d>),
    /// Material of Urho3D, U3D or rbfx.
    UrhoMaterial(&'d urho_material::Material<'d>),
    /// Material list of Urho3D, U3D or rbfx.
    UrhoMaterialList(&'d urho_material::MaterialList<'d>),
    /// Technique of Urho3D, U3D or rbfx.
    UrhoTechnique(&'d urho_material::Technique<'d>),
    /// Parameters of a texture of Urho3D, U3D or rbfx.
    UrhoTexture(&'d urho_material::Texture<'d>),
    /// Model of Urho3D, U3D, rbfx or Atomic.
    UrhoMdl(&'d urho_mdl::Model<'d>),
    /// Package of Urho3D, U3D or rbfx.
    UrhoPak(&'d urho_pak::Package<binio::Bytes<'d>>),
    /// Other data file of Urho3D, U3D or rbfx.
    UrhoResource(&'d urho_resource::Document<'d>),
    /// Scene or prefab of Urho3D, U3D or rbfx.
    UrhoScene(&'d urho_scene::Document<'d>),
    /// Shader cache of Urho3D, U3D or rbfx.
    UrhoShader(&'d urho_shader::Shader<'d>),
    /// A document of any other format: [`Asset::downcast`](crate::Asset::downcast) returns its type.
    Other,
}
