//! This module contains the contract that the document type of each format implements.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::path::Path;

use asset_geometry::{Bounds, Similarity};
use asset_scene::{Id, Material, Scene};
use binio::{Budget, Findings};
use scene_adapter::{ResourceReader, ShowOptions};

use crate::references::Reference;
use crate::{Editor, Error, Format, OutputFormat, WriteOptions};

/// A document in some format, as [`Asset`](crate::Asset) contains it. It can borrow its data.
///
/// To add a format, you only need to implement the functions without a body. All others have a default, which says that
/// the document has nothing of this kind.
pub trait Document: Debug + Send + Sync + AsAny {
    /// Returns the format of this document.
    fn format(&self) -> Format;

    /// Returns the version or kind within the format, in one word.
    fn variant(&self) -> Cow<'static, str>;

    /// Returns everything that is unusual or wrong, with its place and severity.
    fn validate(&self) -> Findings;

    /// Writes the document. If nothing was changed, these must be the bytes that it was read from.
    ///
    /// # Errors
    /// Returns an error if the document contains something that the format can't store.
    fn to_bytes(&self) -> Result<Vec<u8>, Error>;

    /// Copies all borrowed data.
    fn into_owned(self: Box<Self>) -> Box<dyn Document>;

    /// Returns the content for `inspect --json`. If `hashes` is true, it includes the SHA-256 of every bulk block.
    #[cfg(feature = "serde")]
    fn summary(&self, hashes: bool) -> crate::Summary<'_> {
        let _ = hashes;
        crate::Summary::default()
    }

    /// Lists the files inside an archive. The list is empty for any other format, and also for packages: read those
    /// with their crate, which doesn't copy them.
    fn entries(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// Reads a file inside an archive, given its index in [`entries`](Self::entries). Returns `None` if there is no
    /// such file.
    ///
    /// # Errors
    /// Returns an error if the data is damaged, or if it unpacks to more than the budget allows.
    fn read_entry(&self, number: usize, budget: &mut Budget) -> Result<Option<Vec<u8>>, Error> {
        let _ = (number, budget);
        Ok(None)
    }

    /// Returns the texture file that is embedded in a font. For any other document this is `None`.
    fn texture(&self) -> Option<&[u8]> {
        None
    }

    /// Returns the names of other files that this document uses, each only once. Relative names are resolved using
    /// `resource`, the resource name of this document.
    fn references(&self, resource: Option<&str>) -> Vec<Reference> {
        let _ = resource;
        Vec::new()
    }

    /// Returns a finding for each file that this document names but the project folder `root` doesn't contain.
    fn missing_files(&self, root: &Path) -> Findings {
        let _ = root;
        Findings::new()
    }

    /// Returns the triggers and metadata inside this document in the form of a side file, because other formats store
    /// them there.
    fn side_file(&self) -> Option<scene_urho::SideFile> {
        None
    }

    /// Returns the document to convert it to a scene, or `None` if it has no scene. Pass the content of the file beside
    /// it as `beside`.
    fn show<'d>(&'d self, beside: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        let _ = beside;
        None
    }

    /// Applies a material to a material of the scene. `resource` is the name of the file, because some engines search the
    /// textures relative to it. Documents that are no materials don't change the scene.
    fn show_material(
        &self,
        scene: &mut Scene<'_>,
        material: Id<Material>,
        resource: &str,
        resources: &mut ResourceReader<'_>,
        options: &ShowOptions<'_>,
    ) {
        let _ = (scene, material, resource, resources, options);
    }

    /// Writes the document in an output format that needs no scene. The findings are the losses.
    ///
    /// # Errors
    /// Returns an error if the output format can't store the document at all.
    fn write(&self, output_format: OutputFormat, options: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        let _ = (output_format, options);
        Ok((self.to_bytes()?, Findings::new()))
    }

    /// Returns the document scaled, turned or moved, or `None` if this is not possible in this format. Add
    /// [`Change::Move`](crate::Change::Move) to the [changes](Format::changed_by) of the format if you implement this.
    ///
    /// # Errors
    /// Returns an error if a part of the document can't be changed in this way.
    fn transformed(&self, change: &Similarity) -> Result<Option<Box<dyn Document>>, Error> {
        let _ = change;
        Ok(None)
    }

    /// Returns the document after these repairs and with only one level of detail, or `None` if documents in this format
    /// don't have either. The findings list the repairs.
    ///
    /// # Errors
    /// Returns an error if there is no such level of detail.
    fn prepared(&self, repairs: &[urho_mdl::Repair], lod: Option<usize>) -> Result<Option<Prepared>, Error> {
        let _ = (repairs, lod);
        Ok(None)
    }

    /// Returns the number of bones that animations of this model move.
    fn bone_count(&self) -> usize {
        0
    }

    /// Returns a copy of the document whose meshes can be changed, or `None` if this is not possible in this format.
    fn meshes(&self) -> Option<Box<dyn crate::Meshes>> {
        None
    }

    /// Returns the box around all vertices, or `None` if there are none.
    fn computed_bounds(&self) -> Option<Bounds> {
        None
    }

    /// Returns whether writing this document reproduces the bytes that it was read from.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        Ok(self.to_bytes()? == bytes)
    }

    /// Describes the first difference between the original and the written bytes, or returns `None` if they are equal.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    fn difference_from(&self, bytes: &[u8]) -> Result<Option<String>, Error> {
        if self.round_trips(bytes)? {
            return Ok(None);
        }
        let written = self.to_bytes()?;
        let at = written.iter().zip(bytes).position(|(a, b)| a != b).unwrap_or(written.len().min(bytes.len()));
        Ok(Some(format!("{} bytes of {}, other ones from byte {at:#x} on", written.len(), bytes.len())))
    }

    /// Returns the document of the format crate, for code about one format. Keep the default, [`Typed::Other`], if your
    /// format is not in that list.
    fn typed(&self) -> Typed<'_> {
        Typed::Other
    }

    /// Passes the document of the format crate to `editor`. Returns false if [`Editor`] has no method for it. In this
    /// case, nothing is changed.
    fn edit(&mut self, editor: &mut dyn Editor) -> bool {
        let _ = editor;
        false
    }
}

/// A document after [`Document::prepared`].
#[derive(Debug)]
pub struct Prepared {
    /// The changed document.
    pub document: Box<dyn Document>,
    /// The repairs.
    pub findings: Findings,
}

/// Functions of [`Document`] that only call the method of the same name that the crate of the format has, in an `impl Document`. Each is named:
/// `contract! { format(URHO_MDL) validate to_bytes into_owned summary(hashes) edit(urho_mdl) typed(UrhoMdl) }`. Write the others by hand below.
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
    (@edit $method:ident) => {
        fn edit(&mut self, editor: &mut dyn $crate::Editor) -> bool {
            editor.$method(self);
            true
        }
    };
    (@typed $typed:ident) => {
        fn typed(&self) -> $crate::document::Typed<'_> {
            $crate::document::Typed::$typed(self)
        }
    };
    (@scene $typed:ident) => {
        fn validate(&self) -> binio::Findings {
            let mut findings = self.findings.clone();
            findings.extend($crate::drivers::scene::notes(&$crate::Clip::of_scene(&self.scene)));
            findings
        }

        fn into_owned(self: Box<Self>) -> Box<dyn $crate::document::Document> {
            self
        }

        #[cfg(feature = "serde")]
        fn summary(&self, hashes: bool) -> $crate::Summary<'_> {
            $crate::Summary::new(self.scene.summary(hashes))
        }

        fn show<'d>(
            &'d self,
            _: $crate::document::Beside,
        ) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
            Some(Box::new(self.shown()))
        }

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

/// A file inside an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The file name, safe to print.
    pub name: String,
    /// Size, in bytes.
    pub size: u64,
}

/// The content of the file beside a document, to pass to [`Document::show`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Beside {
    /// The side file that belongs to an Urho3D model or animation.
    pub side: Option<scene_urho::SideFile>,
}

impl Beside {
    /// Creates the content from the side file.
    pub fn new(side: Option<scene_urho::SideFile>) -> Self {
        Self { side }
    }
}

/// Gives access to the concrete type of a document, which must own its data. All types implement this.
pub trait AsAny {
    /// Returns the document, ready to be downcast.
    fn into_any(self: Box<Self>) -> Box<dyn Any>
    where
        Self: 'static;

    /// Returns the document, ready to be downcast.
    fn as_any(&self) -> &dyn Any
    where
        Self: 'static;

    /// Returns the document, ready to be downcast and changed.
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

/// The document of a format crate, to match on when your code is about one format.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Typed<'d> {
    /// A glTF 2.0 document.
    Gltf(&'d crate::GltfDocument),
    /// An FBX or OBJ file, read as a scene.
    Fbx(&'d crate::FbxDocument),
    /// A texture: png, jpg, dds …
    Image(&'d asset_image::Image<'d>),
    /// A Pragma property animation.
    PragmaAnimation(&'d pragma_asset::Animations<'d>),
    /// A Pragma map.
    PragmaMap(&'d pragma_asset::Map<'d>),
    /// A Pragma material.
    PragmaMaterial(&'d pragma_asset::Material<'d>),
    /// A Pragma model.
    PragmaModel(&'d pragma_asset::Model<'d>),
    /// A Pragma navigation mesh.
    PragmaNavmesh(&'d pragma_asset::NavMesh<'d>),
    /// Pragma particle systems.
    PragmaParticles(&'d pragma_asset::Particles<'d>),
    /// A UDM document, text or binary, if it is not one of the kinds that have a format of their own.
    Udm(&'d udm::Document<'d>),
    /// An animation for Urho3D, U3D or rbfx.
    UrhoAni(&'d urho_ani::Animation<'d>),
    /// A compiled AngelScript for Urho3D or U3D.
    UrhoAsc(&'d urho_asc::Script<'d>),
    /// A material for Urho3D, U3D or rbfx.
    UrhoMaterial(&'d urho_material::Material<'d>),
    /// A material list for Urho3D, U3D or rbfx.
    UrhoMaterialList(&'d urho_material::MaterialList<'d>),
    /// A technique for Urho3D, U3D or rbfx.
    UrhoTechnique(&'d urho_material::Technique<'d>),
    /// Texture parameters for Urho3D, U3D or rbfx.
    UrhoTexture(&'d urho_material::Texture<'d>),
    /// A model for Urho3D, U3D, rbfx or Atomic.
    UrhoMdl(&'d urho_mdl::Model<'d>),
    /// A package for Urho3D, U3D or rbfx.
    UrhoPak(&'d urho_pak::Package<binio::Bytes<'d>>),
    /// Any other data file for Urho3D, U3D or rbfx.
    UrhoResource(&'d urho_resource::Document<'d>),
    /// A scene or prefab for Urho3D, U3D or rbfx.
    UrhoScene(&'d urho_scene::Document<'d>),
    /// A shader cache for Urho3D, U3D or rbfx.
    UrhoShader(&'d urho_shader::Shader<'d>),
    /// A document in any other format. Use [`Asset::downcast`](crate::Asset::downcast) to get it.
    Other,
}
